"""An exercise as a quiz: fields to be filled in and choices to be ticked, as systems that mark by themselves ask.

What is asked and what is right is the same for all of them; each module beside this one writes it as its system reads.

Vocabulary

    field       a place for an answer: a number, a text, one choice or several
    spelling    one of the ways to write a right answer
"""

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from math import gcd, lcm
from typing import NamedTuple

from treesolve.exchange.cut_choices import CutChoice, cut_choices
from treesolve.exchange.spelling import of_leaves, of_number
from treesolve.grading.exercise import Exercise
from treesolve.grading.marking_scheme import AnswerKey
from treesolve.model.answer import PARTS
from treesolve.model.number import INFINITY, Number
from treesolve.model.problem import InputError, Problem
from treesolve.notation.number_text import write_number
from treesolve.pages.environment import number_text, window_text, words
from treesolve.search.solution import Solution, cuts_chance

NUMBER, TEXT, ONE, SEVERAL = "number", "text", "one", "several"
"""The kinds of fields."""

MOST_MARKS = 90_000
"""So many marks a question may have: Moodle keeps five digits of them before the point."""


class Choice(NamedTuple):
    """What can be chosen or written, and whether that is right."""

    text: str
    is_right: bool = True


class Field(NamedTuple):
    """A place for an answer behind its label; of a number and a text the choices are the spellings of what is right."""

    label: str
    kind: str
    choices: tuple[Choice, ...]

    @property
    def right(self) -> tuple[str, ...]:
        """The texts that are right."""
        return tuple(choice.text for choice in self.choices if choice.is_right)


class Asked(NamedTuple):
    """One part of an exercise: the sentence that asks it, its fields, and the weight of each.

    Weights are whole numbers that stand to each other as the points do.
    """

    part: str
    sentence: str
    fields: tuple[Field, ...]
    weight: int


class Quiz(NamedTuple):
    """An exercise as a quiz; `notes` are what has to be known, `left_out` parts of it that no field can ask."""

    exercise: Exercise
    key: AnswerKey
    language: str
    notes: tuple[str, ...]
    asked: tuple[Asked, ...]
    left_out: tuple[str, ...] = ()


def quiz(exercise: Exercise, solution: Solution | None = None, language: str = "en") -> Quiz:
    """The exercise as a quiz, by its own points.

    Raises InputError where nothing is left to ask, and for payoffs, which no field takes;
    treesolve.search.search.Unsolvable as AnswerKey does.
    """
    if exercise.tree.has_payoffs:
        raise InputError((Problem("quiz-payoffs", None, {}, exercise.title),))
    key = exercise.answer_key(solution)
    asking = _Asking(key, language)
    parts = [part for part in key.search_parts if key.points[part]]
    fields = {part: found for part in parts if (found := tuple(_FIELDS[part](asking)))}
    if not fields:
        raise InputError((Problem("quiz-nothing-asked", None, {"known": ", ".join(PARTS)}, exercise.title),))
    weights = _weights(key.points, {part: len(found) for part, found in fields.items()})
    asked = tuple(Asked(part, asking.sentence(part), found, weights[part]) for part, found in fields.items())
    return Quiz(exercise, key, language, tuple(asking.notes()), asked, tuple(exercise.questions))


def asking_sentence(quiz: Quiz, asked: Asked, *, with_signs: bool) -> str:
    """What asks for a part; where bounds may be right, whether they may be written with their signs."""
    may_be_bound = asked.part == "values" and quiz.exercise.convention.cuts
    further = [words(quiz.language, "quiz.jinja").bounds(with_signs)] if may_be_bound else []
    return " ".join([asked.sentence, *further])


def _weights(points: Mapping[str, Number], counts: Mapping[str, int]) -> dict[str, int]:
    """The weight of a field of each part, by how many fields it has: the smallest whole numbers that fit its points.

    Where these would be too large for Moodle, they fit as closely as they can.

    >>> _weights({"values": 4, "pruned": 4, "best": 2}, {"values": 3, "pruned": 1, "best": 1})
    {'values': 2, 'pruned': 6, 'best': 3}
    """
    shares = {part: Fraction(points[part]) / count for part, count in counts.items()}
    common = lcm(*(share.denominator for share in shares.values()))
    whole = {part: int(share * common) for part, share in shares.items()}
    marks = sum(whole[part] * count for part, count in counts.items())
    unit = max(Fraction(gcd(*whole.values())), Fraction(marks, MOST_MARKS))
    return {part: max(1, round(weight / unit)) for part, weight in whole.items()}


class _Asking:
    """The fields of each part, in the words of a language."""

    def __init__(self, key: AnswerKey, language: str) -> None:
        self.key, self.tree, self.language = key, key.tree, language
        self.say, self.sheet = words(language, "quiz.jinja"), words(language, "sheet.jinja")

    def sentence(self, part: str) -> str:
        """What asks for a part."""
        return self.say.ask(part)

    def notes(self) -> Iterator[str]:
        """How the lecture searches, where it begins, what it knows of the leaves, whose numbers are asked for."""
        convention = self.key.solution.convention
        yield self.sheet.players("triangles")
        yield self.sheet.convention(convention)
        if convention.window != (-INFINITY, INFINITY) and convention.cuts:
            yield self.sheet.start_window({"window": window_text(*convention.window, self.language)})
        if cuts_chance(self.tree, convention) and self.tree.bounds:
            low, high = (number_text(limit, self.language) for limit in self.tree.bounds)
            yield self.sheet.chance_limits({"rule": convention.chance, "low": low, "high": high})
        if convention.perspective != "minimax":
            yield self.say.view()

    def values(self) -> Iterator[Field]:
        """A field for each node that needs a value; where only a bound is found, that may be said."""
        for node in self.key.needed:
            yield self._number_field(f"{self.tree.names[node]} =", self.key.right.values[node], node)

    def value(self) -> Iterator[Field]:
        """A field for the value of the root."""
        yield self._number_field(f"{self.tree.names[0]} =", self.key.right.value, 0)

    def _number_field(self, label: str, accepted: tuple[Number, ...], node: int | None = None) -> Field:
        sign = "=" if node is None or self.key.solution.is_forced else self.key.solution.relation(node) or "="
        if sign == "=" and all(isinstance(value, int) for value in accepted):
            return Field(label, NUMBER, tuple(Choice(write_number(value)) for value in accepted))
        spelled = [text for value in accepted for text in of_number(value, sign)]
        return Field(label, TEXT, tuple(map(Choice, dict.fromkeys(spelled))))

    def windows(self) -> Iterator[Field]:
        """Two fields for each visited inner node."""
        for node, window in sorted(self.key.right.windows.items()):
            for bound, value in zip(("α", "β"), window, strict=True):
                yield self._number_field(self.say.bound({"bound": bound, "node": self.tree.names[node]}), (value,))

    def pruned(self) -> Iterator[Field]:
        """One field: cuts to choose from, and that there is none."""
        choices = cut_choices(self.key)
        shown = [Choice(self._cut_in_words(one), one.is_right) for one in choices]
        yield Field("", SEVERAL, (*shown, Choice(self.say.nothing(), not any(one.is_right for one in choices))))

    def _cut_in_words(self, choice: CutChoice) -> str:
        names = self.tree.names
        after = None if choice.after is None else names[choice.after]
        skipped = [names[node] for node in choice.skipped]
        return self.say.cut({"node": names[choice.node], "after": after, "names": skipped})

    def order(self) -> Iterator[Field]:
        """One field: the evaluated leaves."""
        yield Field("", TEXT, tuple(map(Choice, of_leaves(self.tree, self.key.right.order))))

    def best(self) -> Iterator[Field]:
        """One field: a child of the root; where there is but one, it cannot be chosen but only be named."""
        right, children = self.key.right.best, self.tree.children[0]
        kind = ONE if len(children) > 1 else TEXT
        yield Field("", kind, tuple(Choice(self.tree.names[child], child in right) for child in children))


_FIELDS: Mapping[str, Callable[[_Asking], Iterator[Field]]] = {
    "values": _Asking.values,
    "windows": _Asking.windows,
    "pruned": _Asking.pruned,
    "order": _Asking.order,
    "best": _Asking.best,
    "value": _Asking.value,
}
