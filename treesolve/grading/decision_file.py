"""Decisions kept in a TOML file, one below the other.

[[decision]]
student = "4711"
part = "order"
points = 1.5
reason = "Right but for the last leaf."
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from pathlib import Path
from typing import Any

from treesolve.grading.decision import Decision
from treesolve.grading.rubric import ASKED, facts_of_unknown_part
from treesolve.model.answer import MOST_POINTS, are_points
from treesolve.model.problem import UNPRINTABLE, InputError, Problem
from treesolve.notation.number_text import read_number, write_number
from treesolve.notation.toml_source import MOST_PROBLEMS, TomlText, is_number, read_toml

NEEDED = ("student", "part", "points")
"""What each decision says."""

LONGEST_TEXT = 4000
"""So many characters a text in a decision has at most."""

Unused = Mapping[Decision, Problem]
"""Each decision of a file, with what there is to say where it is about no answer."""


def read_decisions(path: Path) -> Unused:
    """The decisions in a TOML file, each with what to say where it is about no answer.

    Raises InputError with the mistakes in the file, OSError where it cannot be read.
    """
    file = read_toml(path)
    entries = file.entries("decision")
    found = [
        *_misplaced_entries(file),
        *(one for entry in entries for one in islice(_problems_of_entry(entry), MOST_PROBLEMS)),
    ]
    if not found:
        decisions = [_decision_of_fields(entry.fields) for entry in entries]
        found = [*_repeated_decisions(entries, decisions)]
    if found:
        raise InputError(tuple(found[:MOST_PROBLEMS]))
    told = (
        entry.problem("decision-unused", "student", facts_of_unused(one))
        for entry, one in zip(entries, decisions, strict=True)
    )
    return dict(zip(decisions, told, strict=True))


def facts_of_unused(one: Decision) -> dict[str, object]:
    """What is said of a decision that is about no answer."""
    return {"student": one.student, "part": one.part, "exercise": one.exercise}


def _misplaced_entries(file: TomlText) -> Iterator[Problem]:
    """What stands in the file and is no decision."""
    for key, value in file.fields.items():
        if key != "decision":
            yield file.unknown_key("decisions-key", key, ("[[decision]]",))
        elif not isinstance(value, list) or not all(isinstance(entry, dict) for entry in value):
            yield file.problem_at("decisions-list", file.span_of_table("decision"), {})


def _problems_of_entry(entry: TomlText) -> Iterator[Problem]:
    """What is wrong with a decision."""
    for key, value in entry.fields.items():
        if key not in Decision._fields:
            yield entry.unknown_key("decision-key", key, Decision._fields)
        elif key == "points":
            if not is_number(value) or not are_points(value):
                part = str(entry.fields.get("part", ""))[:80]
                yield entry.problem("rubric-points", key, {"text": part, "most": MOST_POINTS})
        elif key == "part":
            if value not in ASKED:
                yield entry.problem("unknown-part", key, facts_of_unknown_part(value))
        else:
            yield from _text_problems(entry, key, value)
    missing = next((key for key in NEEDED if key not in entry.fields), None)
    if missing:
        yield entry.problem("decision-incomplete", missing, {"key": missing})


def _text_problems(entry: TomlText, key: str, value: object) -> Iterator[Problem]:
    if not isinstance(value, str) or len(value) > LONGEST_TEXT:
        yield entry.problem("decision-not-text", key, {"key": key, "most": LONGEST_TEXT})
    elif UNPRINTABLE.search(value):
        yield entry.problem("control-character", key)


def _decision_of_fields(fields: Mapping[str, Any]) -> Decision:
    told = {"reason": " ".join(fields["reason"].split())} if "reason" in fields else {}
    return Decision(**{**fields, **told})


def _repeated_decisions(entries: Sequence[TomlText], decisions: Sequence[Decision]) -> Iterator[Problem]:
    """Decisions about what another one has decided already."""
    known: dict[tuple[str, str], list[Decision]] = defaultdict(list)
    for entry, one in zip(entries, decisions, strict=True):
        if any(map(one.overlaps, known[one.place])):
            yield entry.problem("decision-twice", "student", {"student": one.student, "part": one.part})
        known[one.place].append(one)


def not_overruled(old: Iterable[Decision], new: Iterable[Decision]) -> list[Decision]:
    """The old decisions about which no new one says anything."""
    known: dict[tuple[str, str], list[Decision]] = defaultdict(list)
    for one in new:
        known[one.place].append(one)
    return [one for one in old if not any(map(one.overlaps, known[one.place]))]


def decisions_json(decisions: Sequence[Decision]) -> list[dict[str, Any]]:
    """Decisions as results keep them; what one does not say is left out."""
    return list(map(_decision_json, decisions))


def _decision_json(one: Decision) -> dict[str, Any]:
    told = {**one._asdict(), "points": write_number(one.points), "reason": one.reason or None}
    return {key: value for key, value in told.items() if value is not None}


def decisions_in(entries: Sequence[Mapping[str, Any]]) -> tuple[Decision, ...]:
    """The decisions that `decisions_json` wrote. Raises an error of any kind where they are not as it wrote them."""
    return tuple(map(_decision_in_entry, entries))


def _decision_in_entry(entry: Mapping[str, Any]) -> Decision:
    fields: dict[str, Any] = {key: read_number(value) if key == "points" else value for key, value in entry.items()}
    if any(_problems_of_entry(TomlText("", "", fields))):
        raise ValueError(entry)
    return Decision(**fields)
