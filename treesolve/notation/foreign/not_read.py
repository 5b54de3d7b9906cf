"""Notations in which people have trees, too, and that are not read: each is named by a sign that no other text has."""

import re

from treesolve.model.problem import Problem, Span

_SIGNS = {
    "notebook": re.compile(r'"cells"\s*:\s*\['),
    "XML": re.compile(r"\A\s*<[?!\w]"),
    "PlantUML": re.compile(r"^[ \t]*@start\w", re.MULTILINE),
    "Newick": re.compile(r"\A\s*\([^\[\]{}\n]{1,5000}\)[\w.:-]*;\s*\Z"),
    "YAML": re.compile(r"^[ \t]*(?:- *)?(?:children|name|value|type|kind|nodes|root)[ \t]?:", re.MULTILINE),
    "table": re.compile(r"^[ \t]*\|.*\|[ \t]*\n[ \t]*\|[ \t]*:?-[-:| \t]*$", re.MULTILINE),
    "strokes": re.compile(r"^[ \t]*[/\\|]+(?:[ \t]+[/\\|]+)+[ \t]*$", re.MULTILINE),
    "program": re.compile(
        r"[;{][ \t]*$|^[ \t]*\w+\.\w+\(|^[ \t]*(?:def|class|public|func|fn|let|module|data) ", re.MULTILINE
    ),
}
"""What stands in texts of each notation; the more particular ones first."""


def not_read(text: str) -> Problem | None:
    """What is said of a text in a notation that is not read; None where no such notation is told.

    >>> not_read("<tree><node/></tree>").facts["text"]
    'XML'
    """
    name = next((name for name, sign in _SIGNS.items() if sign.search(text)), None)
    at = len(text) - len(text.lstrip())
    return Problem("notation-not-read", Span(at, at + 1), {"text": name}) if name else None
