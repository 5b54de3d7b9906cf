"""Read and write decisions in a TOML file that people can edit. Each entry applies to one or several students.

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
from pathlib import Path
from typing import Any

from treesolve.grading.decision import EXERCISE, NOTHING, VERDICTS, Decision
from treesolve.grading.rubric import ALL_PARTS
from treesolve.grading.rubric_file import points
from treesolve.model.answer import normalize_name
from treesolve.model.problem import InputError, Problem
from treesolve.notation.number_text import format_number, read_number
from treesolve.notation.toml_schema import MAX_PROBLEMS, ListSchema, TableSchema, choice, read_all, text_of, wrong_type
from treesolve.notation.toml_source import TomlValue, read_toml

STUDENT_KEYS = ("student", "students")
"""The keys for the students of an entry: one student, or a table with the fingerprint of each student's answer."""

RULING_KEYS = ("points", "verdict", "means")
"""The keys for the decision of an entry, which must have exactly one of them."""

MAX_TEXT_LENGTH = 4000

ProblemsIfUnused = Mapping[Decision, Problem]
"""The decisions in a file, each with the problem to report if the decision applies to no answer."""


def read_decisions(path: Path) -> ProblemsIfUnused:
    """Return the decisions in a TOML file, each with the problem to report if the decision applies to no answer.

    Raises an InputError that lists the mistakes in the file, and OSError if the file cannot be read.
    """
    schema = TableSchema({"decision": ListSchema(_located_decisions, tables=True)})
    decisions = [one for entry in schema(read_toml(path)).get("decision", ()) for one in entry]
    if problems := tuple(_repeated_decisions(decisions)):
        raise InputError(problems[:MAX_PROBLEMS])
    return {one: _problem_about(one, at, "decision-unused") for one, at in decisions}


def _problem_about(one: Decision, at: TomlValue, code: str) -> Problem:
    return at.error(code, student=one.student, part=one.part, exercise=one.exercise).problems[0]


def _located_decisions(entry: TomlValue) -> list[tuple[Decision, TomlValue]]:
    """Return the decisions of an entry, each with the key that names its students."""
    fields = _fields_of_entry(entry)
    student_key = entry.child(next(key for key in STUDENT_KEYS if key in fields))
    return [(one, student_key) for one in _decisions_of_fields(fields)]


def _fields_of_entry(entry: TomlValue) -> dict[str, Any]:
    fields = _DECISION_SCHEMA(entry)
    if fields["part"] == EXERCISE and not _can_assign(fields):
        raise entry.child("part").error("decision-exercise", example='means = "2"', none='verdict = "nothing"')
    return fields


def _can_assign(fields: Mapping[str, Any]) -> bool:
    """Return whether a decision that assigns an answer to exercises is complete.

    The decision must name at least one exercise, or say that the text is not an answer.
    """
    labels = Decision("", EXERCISE, means=fields.get("means", "")).labels
    return bool(labels) or fields.get("verdict") == NOTHING


def _parse_students(at: TomlValue) -> dict[str, str]:
    """Return the fingerprint of the answer for each student in a table."""
    if not isinstance(at.value, dict) or not at.value:
        raise wrong_type(at, "table")
    answers = at.entries().values()
    read_all(at, ((_text, one) for answer in answers for one in (answer._replace(value=answer.key), answer)))
    return at.value


_text = text_of(str, MAX_TEXT_LENGTH)

_DECISION_SCHEMA = TableSchema(
    {
        "student": _text,
        "students": _parse_students,
        "part": choice((*ALL_PARTS, EXERCISE)),
        "points": points,
        "verdict": choice(VERDICTS),
        "means": _text,
        "answer": _text,
        "reason": _text,
        "exercise": _text,
    },
    required=(STUDENT_KEYS, ("part",), RULING_KEYS),
)


def _decisions_of_fields(fields: Mapping[str, Any]) -> Iterator[Decision]:
    """Yield the decision of an entry for each of its students."""
    common_fields = {key: value for key, value in fields.items() if key not in STUDENT_KEYS}
    common_fields |= {key: " ".join(common_fields[key].split()) for key in ("reason", "means") if key in common_fields}
    if "student" in fields:
        yield Decision(fields["student"], **common_fields)
    for student, answer in fields.get("students", {}).items():
        yield Decision(student, **{**common_fields, "answer": answer})


def _repeated_decisions(decisions: Iterable[tuple[Decision, TomlValue]]) -> Iterator[Problem]:
    """Yield a problem for each decision that overlaps an earlier one."""
    known: dict[tuple[str, str], list[Decision]] = defaultdict(list)
    for one, at in decisions:
        if any(map(one.overlaps, known[one.place])):
            yield _problem_about(one, at, "decision-twice")
        known[one.place].append(one)


def _points_in_text(text: object) -> object:
    """Return the number written in `text`, or `text` itself if it is not a number."""
    if not isinstance(text, str):
        raise ValueError(text)
    try:
        return read_number(text)
    except ValueError:
        return text


def decision_from_fields(part: str, ruling: Mapping[str, Any]) -> Decision:
    """Return a decision about a part as if it had been read from a file. `student` is empty in this decision.

    Raises an InputError with the problems that would be reported for a file with these fields, and ValueError for
    fields other than `points` (a number as text), `verdict`, `means` and `reason`.
    """
    if not {*RULING_KEYS, "reason"}.issuperset(ruling):
        raise ValueError(ruling)
    fields = {**ruling, "student": "", "part": part}
    if "points" in ruling:
        fields["points"] = _points_in_text(ruling["points"])
    return next(_decisions_of_fields(_fields_of_entry(TomlValue(fields, ""))))


# Serialization: equal decisions share one entry


HEAD = "# Decided by hand: treesolve grade takes this file with --decisions.\n"


def decisions_toml(decisions: Iterable[Decision]) -> str:
    """Return the TOML file with these decisions. Equal decisions about different students share one entry.

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
        ruling = one._replace(student="", answer="")
        groups.setdefault((ruling, seen[one.student, ruling]), []).append(one)  # a table has each student once
        seen[one.student, ruling] += 1
    return "\n".join([HEAD, *(_format_entry(ruling, about) for (ruling, _), about in groups.items())])


def _format_entry(ruling: Decision, about: Sequence[Decision]) -> str:
    students = sorted(about, key=lambda one: normalize_name(one.student))
    lines = ["[[decision]]", *_format_fields(ruling), "[decision.students]"]
    lines += (f"{_format_string(one.student)} = {_format_string(one.answer)}" for one in students)
    return "\n".join(lines) + "\n"


def _format_fields(ruling: Decision) -> Iterator[str]:
    if ruling.exercise is not None:
        yield f"exercise = {_format_string(ruling.exercise)}"
    yield f"part = {_format_string(ruling.part)}"
    if ruling.points is not None:
        yield f"points = {format_number(ruling.points)}"
    for key in ("verdict", "means", "reason"):
        if getattr(ruling, key):
            yield f"{key} = {_format_string(getattr(ruling, key))}"


def _format_string(text: str) -> str:
    """Return a string in quotes for TOML. Unlike JSON, TOML also requires the character DEL to be escaped."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
