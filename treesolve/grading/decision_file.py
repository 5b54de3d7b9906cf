"""Decisions kept in a TOML file, one below the other.

[[decision]]
text = "gestrichen"
means = "pruned"

[[decision]]
text = "der Ast rechts außen"
reads = "pruned: C"
note = "Please call nodes by their names."

[[decision]]
text = "siehe Rückseite"
part = "order"
points = 1.5
reason = "Right but for the last leaf."
"""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from pathlib import Path
from typing import Any

from treesolve.grading.decision import Decision, text_as_compared
from treesolve.model.answer import MOST_POINTS, PARTS, QUESTIONS, are_points, folded
from treesolve.model.problem import UNPRINTABLE, InputError, Problem, nearest
from treesolve.notation.number_text import read_number, write_number
from treesolve.notation.toml_source import MOST_PROBLEMS, TomlText, is_number, read_toml

ASKED = (*PARTS, *QUESTIONS)
"""All parts that a decision can be about."""

WAYS = ("means", "reads", "points")
"""How a piece can be decided; one of them, or none and a note."""

LONGEST_TEXT = 4000
"""So many characters a text in a decision has at most."""

Unused = Mapping[Decision, Problem]
"""Each decision of a file, with what there is to say where its text occurs in no answer."""


def read_decisions(path: Path) -> Unused:
    """The decisions in a TOML file, each with what to say where its text occurs nowhere.

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
        entry.problem("decision-unused", "text", {"text": one.text})
        for entry, one in zip(entries, decisions, strict=True)
    )
    return dict(zip(decisions, told, strict=True))


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
        check = _CHECKS.get(key)
        yield from check(entry, key, value) if check else [entry.unknown_key("decision-key", key, _CHECKS)]
    ways = [way for way in WAYS if way in entry.fields]
    if "text" not in entry.fields:
        yield entry.problem_at("decision-no-text", entry.span("text"), {})
    if len(ways) > 1:
        yield entry.problem("decision-ways", ways[1], {"one": ways[0], "other": ways[1]})
    elif not ways and "note" not in entry.fields:
        yield entry.problem_at("decision-nothing", entry.span("text"), {})
    if ("points" in entry.fields) != ("part" in entry.fields):
        yield entry.problem("decision-points-of", "points" if "points" in entry.fields else "part")


def _text_problems(entry: TomlText, key: str, value: object) -> Iterator[Problem]:
    if not isinstance(value, str) or len(value) > LONGEST_TEXT:
        yield entry.problem("decision-not-text", key, {"key": key, "most": LONGEST_TEXT})
    elif UNPRINTABLE.search(value):
        yield entry.problem("control-character", key)
    elif key == "text" and not text_as_compared(value):
        yield entry.problem_at("decision-no-text", entry.span("text"), {})


def _part_problems(entry: TomlText, key: str, value: object) -> Iterator[Problem]:
    if value not in ASKED:
        facts = {"text": str(value)[:80], "nearest": nearest(str(value), ASKED), "known": ", ".join(ASKED)}
        yield entry.problem("unknown-part", key, facts)


def _points_problems(entry: TomlText, key: str, value: object) -> Iterator[Problem]:
    if not is_number(value) or not are_points(value):
        yield entry.problem("rubric-points", key, {"text": str(entry.fields.get("part", ""))[:80], "most": MOST_POINTS})


_CHECKS: Mapping[str, Callable[[TomlText, str, object], Iterator[Problem]]] = {
    "text": _text_problems,
    "means": _part_problems,
    "reads": _text_problems,
    "part": _part_problems,
    "points": _points_problems,
    "reason": _text_problems,
    "note": _text_problems,
    "exercise": _text_problems,
    "student": _text_problems,
}
"""What a decision may say, each with what can be wrong about it."""


def _decision_of_fields(fields: Mapping[str, Any]) -> Decision:
    told: dict[str, Any] = {key: " ".join(str(fields[key]).split()) for key in ("reason", "note") if key in fields}
    return Decision(**{**fields, **told})


def _repeated_decisions(entries: Sequence[TomlText], decisions: Sequence[Decision]) -> Iterator[Problem]:
    """Decisions about what another one has decided already."""
    known = set()
    for entry, one in zip(entries, decisions, strict=True):
        if _subject_of_decision(one) in known:
            yield entry.problem("decision-twice", "text", {"text": one.text[:80]})
        known.add(_subject_of_decision(one))


def _subject_of_decision(one: Decision) -> tuple[str, ...]:
    """What a decision is about."""
    return text_as_compared(one.text), *(
        folded(name) if name is not None else "\n" for name in (one.exercise, one.student)
    )


def is_overruled(old: Decision, new: Iterable[Decision]) -> bool:
    """Whether one of the new decisions is about the same as an old one."""
    return _subject_of_decision(old) in map(_subject_of_decision, new)


def decisions_toml(decisions: Iterable[Decision]) -> str:
    """Decisions as they stand in a file.

    >>> print(decisions_toml([Decision("gekickt", means="pruned")]), end="")
    [[decision]]
    text = "gekickt"
    means = "pruned"
    """
    tables = (
        "".join(
            f"{key} = {json.dumps(value, ensure_ascii=False) if key != 'points' else value}\n"
            for key, value in one.items()
        )
        for one in decisions_json(tuple(decisions))
    )
    return "\n".join(f"[[decision]]\n{table}" for table in tables)


def decisions_json(decisions: Sequence[Decision]) -> list[dict[str, Any]]:
    """Decisions as results keep them; what one does not say is left out."""
    usual = Decision("")._asdict()
    told = ({key: value for key, value in one._asdict().items() if value != usual[key]} for one in decisions)
    return [{key: write_number(value) if key == "points" else value for key, value in one.items()} for one in told]


def decisions_in(entries: Sequence[Mapping[str, Any]]) -> tuple[Decision, ...]:
    """The decisions that `decisions_json` wrote. Raises an error of any kind where they are not as it wrote them."""
    return tuple(map(_decision_in_entry, entries))


def _decision_in_entry(entry: Mapping[str, Any]) -> Decision:
    fields: dict[str, Any] = {key: read_number(value) if key == "points" else value for key, value in entry.items()}
    if any(_problems_of_entry(TomlText("", "", fields))):
        raise ValueError(entry)
    return Decision(**fields)
