"""Decisions kept in a TOML file that people read and edit, one below the other: an entry holds for one student or many.

[[decision]]
part = "order"
points = 1.5
reason = "Right but for the last leaf."
[decision.students]
"4711" = "39611d0c4e43"
"""

import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from pathlib import Path
from typing import Any

from treesolve.grading.decision import EXERCISE, NOTHING, VERDICTS, Decision
from treesolve.grading.field_checks import Check, is_one_of, problems_with
from treesolve.grading.rubric import ASKED, facts_of_unknown_part
from treesolve.model.answer import MOST_POINTS, are_points, folded
from treesolve.model.problem import UNPRINTABLE, InputError, Problem, Span
from treesolve.notation.number_text import read_number, write_number
from treesolve.notation.toml_source import MOST_PROBLEMS, TomlText, is_number, read_toml

WHOSE = ("student", "students")
"""Whom a decision is about: one student, or a table of several, each with the fingerprint of what they wrote."""

SAYS = ("points", "verdict", "means")
"""What a decision says: one of these."""

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
        decisions = [(one, entry) for entry in entries for one in _decisions_of_fields(entry.fields)]
        found = [*_repeated_decisions(decisions)]
    if found:
        raise InputError(tuple(found[:MOST_PROBLEMS]))
    return {
        one: entry.problem_at("decision-unused", _place(entry, _whose(entry)), _facts_of_unused(one))
        for one, entry in decisions
    }


def _facts_of_unused(one: Decision) -> dict[str, object]:
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
        yield from problems_with(entry, key, value, _CHECKS, "decision-key")
    if entry.fields.get("part") == EXERCISE and not _can_assign(entry.fields):
        yield entry.problem("decision-exercise", "part", {"example": 'means = "2"', "none": 'verdict = "nothing"'})
    if "part" not in entry.fields:
        yield entry.problem("decision-incomplete", None, {"key": "part"})
    for keys in (WHOSE, SAYS):
        given = [key for key in keys if key in entry.fields]
        if not given:
            yield entry.problem("decision-incomplete", keys[0], {"key": keys[0]})
        elif len(given) > 1:
            yield entry.problem_at("decision-says-two", _place(entry, given[1]), {"key": given[1], "other": given[0]})


def _can_assign(fields: Mapping[str, Any]) -> bool:
    """Whether a decision about the exercise of a text names exercises, or says that the text is no answer."""
    labels = Decision("", EXERCISE, means=str(fields.get("means", ""))).labels
    return bool(labels) or fields.get("verdict") == NOTHING


def _place(entry: TomlText, key: str) -> Span | None:
    """Where a key or the name of a table stands."""
    return entry.span_of_table(key) if key == "students" else entry.span(key)


def _whose(entry: TomlText) -> str:
    return next(key for key in WHOSE if key in entry.fields)


def _text_problems(entry: TomlText, key: str, value: object) -> Iterator[Problem]:
    if not isinstance(value, str) or len(value) > LONGEST_TEXT:
        yield entry.problem("decision-not-text", key, {"key": key, "most": LONGEST_TEXT})
    elif UNPRINTABLE.search(value):
        yield entry.problem("control-character", key)


def _part_problems(entry: TomlText, key: str, value: object) -> Iterator[Problem]:
    if value not in (*ASKED, EXERCISE):
        yield entry.problem("unknown-part", key, facts_of_unknown_part(value))


def _points_problems(entry: TomlText, key: str, value: object) -> Iterator[Problem]:
    if not is_number(value) or not are_points(value):
        yield entry.problem("rubric-points", key, {"text": str(entry.fields.get("part", ""))[:80], "most": MOST_POINTS})


def _students_problems(entry: TomlText, key: str, value: object) -> Iterator[Problem]:
    if not isinstance(value, dict) or not value or not all(isinstance(text, str) for text in value.values()):
        yield entry.problem_at("decision-students", entry.span_of_table(key), {})
        return
    for text in (*value, *value.values()):
        yield from _text_problems(entry, key, text)


_CHECKS: Mapping[str, Check] = {
    "student": _text_problems,
    "students": _students_problems,
    "part": _part_problems,
    "points": _points_problems,
    "verdict": is_one_of(*VERDICTS),
    "means": _text_problems,
    "answer": _text_problems,
    "reason": _text_problems,
    "exercise": _text_problems,
}
"""What a decision may say, each with what can be wrong about it."""


def _decisions_of_fields(fields: Mapping[str, Any]) -> Iterator[Decision]:
    """The decision of an entry, for each of its students."""
    told = {key: value for key, value in fields.items() if key not in WHOSE}
    told |= {key: " ".join(told[key].split()) for key in ("reason", "means") if key in told}
    if "student" in fields:
        yield Decision(fields["student"], **told)
    for student, answer in fields.get("students", {}).items():
        yield Decision(student, **{**told, "answer": answer})


def _repeated_decisions(decisions: Iterable[tuple[Decision, TomlText]]) -> Iterator[Problem]:
    """Decisions about what another one has decided already."""
    known: dict[tuple[str, str], list[Decision]] = defaultdict(list)
    for one, entry in decisions:
        if any(map(one.overlaps, known[one.place])):
            facts = {"student": one.student, "part": one.part}
            yield entry.problem_at("decision-twice", _place(entry, _whose(entry)), facts)
        known[one.place].append(one)


def _points_in_text(text: object) -> object:
    """The number that a text stands for; the text itself if it is none."""
    if not isinstance(text, str):
        raise ValueError(text)
    try:
        return read_number(text)
    except ValueError:
        return text


def decision_about(part: str, said: Mapping[str, Any]) -> Decision:
    """The decision about a part that says this, as if it was read from a file; the student is left open.

    Raises InputError with the problems a file with these fields would have, ValueError for fields that are not `points`
    (a number as text), `verdict`, `means` or `reason`.
    """
    if not {*SAYS, "reason"}.issuperset(said):
        raise ValueError(said)
    fields = {**said, "student": "", "part": part}
    if "points" in said:
        fields["points"] = _points_in_text(said["points"])
    found = tuple(_problems_of_entry(TomlText("", "", fields)))
    if found:
        raise InputError(found)
    return next(_decisions_of_fields(fields))


# Written: what is decided of many alike stands once


HEAD = "# Decided by hand: treesolve grade takes this file with --decisions.\n"


def decisions_toml(decisions: Iterable[Decision]) -> str:
    r"""The file, an entry for whatever is decided, in the order in which it was first.

    >>> print(decisions_toml([Decision("4711", "best", 1, "B, by hand"), Decision("4712", "best", 1, "B, by hand")]))
    # Decided by hand: treesolve grade takes this file with --decisions.
    <BLANKLINE>
    [[decision]]
    part = "best"
    points = 1
    reason = "B, by hand"
    [decision.students]
    "4711" = ""
    "4712" = ""
    <BLANKLINE>
    """
    groups: dict[tuple[Decision, int], list[Decision]] = {}
    seen = Counter[tuple[str, Decision]]()
    for one in decisions:
        said = one._replace(student="", answer="")
        groups.setdefault((said, seen[one.student, said]), []).append(one)  # a table has each student once
        seen[one.student, said] += 1
    return "\n".join([HEAD, *(_entry_text(said, about) for (said, _), about in groups.items())])


def _entry_text(said: Decision, about: Sequence[Decision]) -> str:
    students = sorted(about, key=lambda one: folded(one.student))
    lines = ["[[decision]]", *_lines_of(said), "[decision.students]"]
    lines += (f"{_text(one.student)} = {_text(one.answer)}" for one in students)
    return "\n".join(lines) + "\n"


def _lines_of(said: Decision) -> Iterator[str]:
    if said.exercise is not None:
        yield f"exercise = {_text(said.exercise)}"
    yield f"part = {_text(said.part)}"
    if said.points is not None:
        yield f"points = {write_number(said.points)}"
    for key in ("verdict", "means", "reason"):
        if getattr(said, key):
            yield f"{key} = {_text(getattr(said, key))}"


def _text(text: str) -> str:
    """A text in quotes; TOML escapes as JSON does, and one character more."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
