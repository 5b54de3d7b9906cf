"""Decisions written as the TOML file that `decision_file` reads: what is decided of many alike stands once."""

import json
from collections.abc import Iterable, Iterator, Sequence

from treesolve.grading.decision import Decision
from treesolve.model.answer import folded
from treesolve.notation.number_text import write_number

HEAD = "# Decided by hand: treesolve grade and explain take this file with --decisions.\n"


def decisions_toml(decisions: Iterable[Decision]) -> str:
    r"""The file, an entry for whatever is decided, in the order in which it was first.

    >>> print(decisions_toml([Decision("4711", "best", 1, "B, by hand"), Decision("4712", "best", 1, "B, by hand")]))
    # Decided by hand: treesolve grade and explain take this file with --decisions.
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
    groups: dict[Decision, list[Decision]] = {}
    for one in decisions:
        groups.setdefault(one._replace(student="", answer=""), []).append(one)
    return "\n".join([HEAD, *(_entry_text(said, about) for said, about in groups.items())])


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
