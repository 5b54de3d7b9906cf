"""Identification of the student who wrote an answer, without parsing the answer or knowing the tree.

A task begins with a line such as `exercise: 2`, or with a heading such as `Aufgabe 2` on a separate line. In the
submission for one task, the lines of all other tasks are blanked out, so that positions remain the same. Lines that
identify the student apply to all tasks, wherever the lines are. The same holds for the variant if the text names only
one, and for files that could not be read.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple

from treesolve.model.answer import normalize_name
from treesolve.model.problem import Problem, internal_error_problem
from treesolve.submissions.answer_words import IDENTIFICATION_KEYS, parse_key
from treesolve.submissions.claim import Unread, unread
from treesolve.submissions.node_names import unquoted
from treesolve.submissions.submission import Submission, tidy
from treesolve.submissions.unreadable_files import is_unread_file_line, mentions_file

_LINE_HEAD = r"[ \t]*(?:[-*•+–][ \t]+)?(?:\(?(?:[A-Za-z]|[0-9]{1,2})[.)][ \t]+)?(?:\*\*)?"
_LINE = re.compile(
    rf"^{_LINE_HEAD}(?P<label>[^\W\d][^\n:=#]{{0,60}}?)[ \t]*+(?:\*\*[ \t]*+)?"
    r"(?::(?:\*\*)?|(?<=[ \t])(?=\d{5,}[ \t]*$))"
    r"""(?P<value>[ \t]*(?:"(?:[^"\\\n]|\\["\\])*"(?=[ \t]*(?:[#\n]|\Z))|(?:[^\n#]|(?<=\S)#)*))""",
    re.MULTILINE,
)


class IdentificationLine(NamedTuple):
    """A line that identifies the student or exercise.

    `name` is the field of StudentIdentification, and `label` is the key as the student wrote it, from `start` to `end`.
    """

    name: str
    label: str
    value: str
    start: int
    end: int


@lru_cache(maxsize=4)
def find_identification_lines(text: str) -> tuple[IdentificationLine, ...]:
    """Return all identification lines in a text, in order."""
    labeled = ((str(parse_key(found["label"])), found) for found in _LINE.finditer(text))
    return tuple(
        IdentificationLine(name, found["label"], identification_value(found[0]), *found.span("label"))
        for name, found in labeled
        if name in IDENTIFICATION_KEYS and not (name != "student" and mentions_file(found["value"]))
    )


_NUMBERED = re.compile(r"^(?!.*name).*(?:matr|stud|\bid\b|nr|num|kennung)", re.IGNORECASE)
_QUOTED = re.compile(r"""[„“”«»][^„“”«»"\n]*[„“”«»]|"(?:[^"\\\n]|\\["\\])*[\"]""")


class StudentIdentification(NamedTuple):
    """The student, exercise and variant that the text of an answer names; None for each that it does not name."""

    student: str | None = None
    exercise: str | None = None
    variant: str | None = None


def identify_student(text: str) -> StudentIdentification:
    """Return the student, exercise and variant that a text names, without parsing the answer.

    The first mention counts, except that a student number is preferred to a name.

    >>> identify_student("Matrikel: 4711\\nAufgabe: 2 # of three\\nWerte: A=5")
    StudentIdentification(student='4711', exercise='2', variant=None)
    """
    return _parse_identification(text)[0]


def _parse_identification(text: str) -> tuple[StudentIdentification, list[Unread]]:
    """Return the identification in a text, and a record of each line that contradicts it."""
    lines_by_field: dict[str, IdentificationLine] = {}
    wrong: list[Unread] = []
    for line in find_identification_lines(text):
        if not line.value.strip("-–— "):
            continue
        known = lines_by_field.setdefault(line.name, line)
        if is_better_identification(line.label, known.label):
            lines_by_field[line.name] = line
        elif not is_better_identification(known.label, line.label) and known.value != line.value:
            wrong.append(unread("", "answer-key-twice", line.start, line.end, text=line.label))
    return StudentIdentification(**{name: line.value for name, line in lines_by_field.items()}), wrong


def blank_out_identification(text: str) -> tuple[str, list[Unread]]:
    """Return the text with identification lines blanked out, and the problems with these lines."""
    blanked = text
    for line in find_identification_lines(text):
        end = text.find("\n", line.end)
        end = len(text) if end < 0 else end
        begin = text.rfind("\n", 0, line.start) + 1
        blanked = blanked[:begin] + " " * (end - begin) + blanked[end:]
    return blanked, _parse_identification(text)[1]


def is_better_identification(label: str, before: str) -> bool:
    """Return whether a key identifies a student better than the key `before`.

    The key of a number is better than that of a name, because numbers are unique.

    >>> is_better_identification("Matrikelnummer", "Name"), is_better_identification("Name", "id")
    (True, False)
    >>> is_better_identification("id", "Matr.-Nr.")
    False
    """
    return bool(_NUMBERED.match(label)) and not _NUMBERED.match(before)


def identification_value(line: str) -> str:
    """Return the value after the key of a line, without quotation marks and control characters."""
    value = line.partition(":")[2].strip().removeprefix("**").strip()
    if _QUOTED.fullmatch(value):
        value = unquoted(value)
    return tidy(value)


# Splitting a text with answers to several tasks

_HEADING = re.compile(
    r"^[ \t]*(?:#+[ \t]*|\*\*|[-*•+–][ \t]+)?(?:aufgabe|exercise|task|question|frage)[ \t]+(?:n[ro]\.?[ \t]*)?"
    r"(?P<name>[^\s:.*#)]{1,20})(?P<rest>[ \t]*[:.)]?[ \t]*(?:\*\*)?[ \t]*)$",
    re.IGNORECASE | re.MULTILINE,
)
_ANY_LINE = re.compile(r"[^\n]*\n?")
_KEYED = re.compile(r"[ \t]*(?:[-*•+–][ \t]+)?(?:\*\*)?([^\W\d][^\n:=*]*?)(?:\*\*)?[ \t]*:")

MAX_TASKS = 100
"""Maximum number of tasks in one text; further tasks are ignored."""


class _Line(NamedTuple):
    """A line with the task that begins there, the identification field of its key, and whether it represents a file."""

    text: str
    task: str | None = None
    key: str | None = None
    is_file: bool = False


def split_submissions(
    found: Iterable[Submission | Problem], is_task: Callable[[str], bool]
) -> Iterator[Submission | Problem]:
    """Split all submissions by task, and pass problems on; `is_task` returns whether a task with this name exists."""
    for one in found:
        if isinstance(one, Problem):
            yield one
            continue
        try:
            yield from split(one, is_task)
        except Exception as error:
            yield internal_error_problem(error, one.source)


def split(submission: Submission, is_task: Callable[[str], bool]) -> list[Submission]:
    """Return one submission per task, in text order; only the given submission if it names no task or only one by key.

    Answers before the first task or below an unknown task heading form a separate submission.

    >>> text = "student: 4711\\n\\nexercise: 1\\nvalues: A=5\\nexercise: 2\\nbest: B\\n"
    >>> [one.text.split() for one in split(Submission("x", "", text), {"1", "2"}.__contains__)]  # doctest: +ELLIPSIS
    [['student:', '4711', 'exercise:', '1', 'values:', 'A=5'], ['student:', '4711', 'exercise:', '2', 'best:', 'B']]
    """
    lines = [_line_with_task(found[0], is_task) for found in _ANY_LINE.finditer(submission.text) if found[0]]
    if any(line.task and line.task[0].isdigit() and is_task(line.task) for line in lines):
        lines = list(map(_line_with_unknown_task, lines))
    starts = [number for number, line in enumerate(lines) if line.task is not None]
    tasks = list(dict.fromkeys(normalize_name(lines[number].task or "") for number in starts))
    if not starts or (len(tasks) == 1 and lines[starts[0]].key):
        return [submission]
    if _is_answer_of_no_task(lines, starts):
        starts, tasks = [0, *starts], ["", *tasks]
        lines[0] = lines[0]._replace(task="")
    return [submission._replace(text="".join(_lines_of_task(lines, starts, task))) for task in tasks[:MAX_TASKS]]


def _line_with_task(text: str, is_task: Callable[[str], bool]) -> _Line:
    if is_unread_file_line(text):
        return _Line(text, is_file=True)
    heading = _HEADING.match(text.rstrip("\n"))
    if heading and is_task(heading["name"]):
        return _Line(_heading_as_key(text, heading), heading["name"])
    keyed = _KEYED.match(text)
    key = parse_key(keyed[1]) if keyed else None
    if key not in StudentIdentification._fields:
        return _Line(text)
    value = getattr(identify_student(text), key)
    return _Line(text, value if key == "exercise" else None, key)


def _line_with_unknown_task(line: _Line) -> _Line:
    """Return the line as the start of a task if it is a heading with a number, even if no such task exists."""
    heading = _HEADING.match(line.text.rstrip("\n")) if line.task is None else None
    return line._replace(task=heading["name"]) if heading and heading["name"][0].isdigit() else line


def _is_answer_of_no_task(lines: list[_Line], starts: list[int]) -> bool:
    """Return whether there are answers both before the first task heading and below it."""
    end = starts[1] if len(starts) > 1 else len(lines)
    return any(map(_is_answer, lines[: starts[0]])) and any(map(_is_answer, lines[starts[0] + 1 : end]))


def _is_answer(line: _Line) -> bool:
    """Return whether a line looks like an answer, that is, contains an equals sign or begins with a known key."""
    keyed = _KEYED.match(line.text) if line.key is None and line.task is None else None
    return line.key is None and ("=" in line.text or bool(keyed and parse_key(keyed[1])))


def _heading_as_key(text: str, heading: re.Match[str]) -> str:
    """Rewrite a task heading as a line with a key; the length of the line does not change."""
    key_line = f"task:{heading['name']}"
    width = len(text.rstrip("\n"))
    return key_line + " " * (width - len(key_line)) + text[width:]


def _lines_of_task(lines: list[_Line], starts: list[int], task: str) -> Iterator[str]:
    """Yield all lines, with the lines that belong to other tasks blanked out."""
    line_tasks = _tasks_of_lines(lines, starts)
    students = [number for number, line in enumerate(lines) if line.key == "student"]
    variants = [number for number, line in enumerate(lines) if line.key == "variant"]
    shared = set(students) | ({*variants} if len(variants) == 1 else set())
    first = next(number for number in starts if line_tasks[number] == task)
    for number, line in enumerate(lines):
        is_own = line_tasks[number] == task and not (line.task is not None and number != first)
        yield line.text if is_own or line.is_file or number in shared else _line_as_blanks(line.text)


def _tasks_of_lines(lines: list[_Line], starts: list[int]) -> list[str]:
    """Return the task of each line; lines before the first task belong to the first task."""
    owners = []
    current = normalize_name(lines[starts[0]].task or "")
    for line in lines:
        current = current if line.task is None else normalize_name(line.task)
        owners.append(current)
    return owners


def _line_as_blanks(text: str) -> str:
    return " " * len(text.rstrip("\n")) + "\n" * text.endswith("\n")
