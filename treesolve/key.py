"""What answers are marked against: exercises with their lectures and points, one or several in a file.

A key is made from tree files, or read from its own kind of document, treesolve/key/1. Nothing else is needed to mark.

Vocabulary

    key         the exercises that answers can be about
    exercise    a tree, the lecture that searches it, and the points
    variant     one of several trees for the same exercise
    name        what students call the exercise; a file's name without its ending, where it says nothing else
"""

import json
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from treesolve.convention import CHOICES, Convention
from treesolve.document import convention_json, number_json
from treesolve.notation.number import read_number
from treesolve.notation.reader import read
from treesolve.notation.writer import write
from treesolve.problem import InputError, Problem, Span, nearest
from treesolve.tree import Tree
from treesolve.value import Number

SCHEMA = "treesolve/key/1"


class Exercise(NamedTuple):
    """A tree to be solved in a lecture, with the points for each part (none: those of the tree's file)."""

    name: str
    tree: Tree
    convention: Convention
    points: Mapping[str, Number] = {}
    variant: str | None = None

    @property
    def title(self) -> str:
        """The exercise as people call it, with its variant."""
        return self.name if self.variant is None else f"{self.name} ({self.variant})"

    @property
    def heading(self) -> str:
        """The title of the tree, where it has one, else the name; with the variant."""
        named = self.tree.title or self.name
        return named if self.variant is None else f"{named} ({self.variant})"


class Key(NamedTuple):
    """The exercises that answers can be about, in order."""

    exercises: tuple[Exercise, ...]

    def find(self, name: str | None, variant: str | None) -> int:
        """The number of the exercise, from 0, that an answer is about, by what it says of itself.

        A name may be left out where there is only one exercise, a variant where there is only one. Raises InputError
        where that does not lead to one exercise.
        """
        named = [number for number, one in enumerate(self.exercises) if name is None or _is_called(one, name)]
        if not named:
            raise _not_in_key("answer-other-exercise", name, [one.name for one in self.exercises])
        if len({self.exercises[number].name for number in named}) > 1:
            raise _not_in_key("answer-which-exercise", None, [self.exercises[number].name for number in named])
        variants = [str(self.exercises[number].variant) for number in named]
        if variant is None and len(named) > 1:
            raise _not_in_key("answer-which-variant", None, variants)
        if variant is None or (len(named) == 1 and self.exercises[named[0]].variant is None):
            return named[0]
        found = [number for number, of in zip(named, variants, strict=True) if _same(of, variant)]
        if not found:
            raise _not_in_key("answer-other-variant", variant, variants)
        return found[0]


def _is_called(exercise: Exercise, name: str) -> bool:
    return any(_same(known, name) for known in (exercise.name, exercise.tree.title or exercise.name))


def _same(one: str, other: str) -> bool:
    return " ".join(one.split()).casefold() == " ".join(other.split()).casefold()


def _not_in_key(code: str, text: str | None, known: Iterable[str]) -> InputError:
    names = tuple(dict.fromkeys(known))
    shown = ", ".join(names[:12]) + (", …" if len(names) > 12 else "")
    facts = {"text": text, "known": shown, "nearest": nearest(text, names) if text else None}
    return InputError((Problem(code, None, facts),))


def key_document(key: Key) -> str:
    """The document treesolve/key/1, over several lines, so that differences can be seen."""
    return json.dumps({"schema": SCHEMA, "exercises": exercises_json(key)}, indent=1) + "\n"


def exercises_json(key: Key) -> list[dict[str, Any]]:
    """The exercises of a key as JSON objects."""
    return [_exercise_json(one) for one in key.exercises]


def _exercise_json(exercise: Exercise) -> dict[str, Any]:
    return {
        "exercise": exercise.name,
        "variant": exercise.variant,
        "tree": write(exercise.tree),
        "convention": convention_json(exercise.convention),
        "points": {part: number_json(points) for part, points in exercise.points.items()},
    }


def is_key(text: str) -> bool:
    """Whether a text is meant as a key document rather than as a tree."""
    return text.lstrip().startswith("{") and '"schema"' in text[:200]


def read_key(text: str, source: str = "-") -> Key:
    """The key in a document. Raises InputError with what is wrong in it."""
    try:
        document = json.loads(text, parse_float=str)
        exercises = read_exercises(_entries(document), source)
    except json.JSONDecodeError as error:
        facts = {"reason": error.msg}
        raise InputError((Problem("key-syntax", Span(error.pos, error.pos + 1), facts, source, text),)) from None
    except (LookupError, TypeError, ValueError, AttributeError, RecursionError):
        raise InputError((Problem("key-form", None, {}, source),)) from None
    if not exercises:
        raise InputError((Problem("key-empty", None, {}, source),))
    return Key(exercises)


def read_exercises(entries: Iterable[Any], source: str = "-") -> tuple[Exercise, ...]:
    """The exercises from JSON objects. Raises LookupError, TypeError, ValueError or AttributeError for other things."""
    return tuple(_read_exercise(entry, source) for entry in entries)


def _entries(document: Any) -> list[Any]:
    if document["schema"] != SCHEMA:
        raise InputError((Problem("key-schema", None, {"schema": str(document["schema"])[:80], "known": SCHEMA}),))
    return list(document["exercises"])


def _read_exercise(entry: Any, source: str) -> Exercise:
    variant = entry["variant"]
    points = {str(part): read_number(str(written)) for part, written in entry["points"].items()}
    tree = read(str(entry["tree"]), source)
    named = Exercise(str(entry["exercise"]), tree, read_lecture(entry["convention"]), points)
    return named if variant is None else named._replace(variant=str(variant))


def read_lecture(fields: Mapping[str, Any]) -> Convention:
    """A lecture as `convention_json` writes it. Raises ValueError where a field has none of its values."""
    low, high = (read_number(str(bound)) for bound in fields["window"])
    for name, choices in CHOICES.items():
        if fields[name] not in choices:
            raise ValueError(name)
    return Convention(**{**fields, "window": (low, high)})
