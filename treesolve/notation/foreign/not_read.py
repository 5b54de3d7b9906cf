"""Notations in which people have trees, too, and that are not read: each is named by a sign that no other text has."""

import re
from typing import NamedTuple

from treesolve.model.problem import Problem, Span


class Sign(NamedTuple):
    """The name of a notation, and what stands in texts that are in it."""

    name: str
    pattern: re.Pattern[str]


SIGNS = (
    Sign("notebook", re.compile(r'"cells"\s{0,9}:\s{0,9}\[')),
    Sign("GraphML", re.compile(r"<graphml\b", re.IGNORECASE)),
    Sign("XML", re.compile(r"\A\s{0,99}<[?!\w]")),
    Sign("GML", re.compile(r"\A\s{0,99}graph\s{0,9}\[\s{0,9}(?:node|directed|comment)\b")),
    Sign("PlantUML", re.compile(r"^[ \t]{0,99}@start\w", re.MULTILINE)),
    Sign("pst-tree", re.compile(r"\\pstree\b")),
    Sign("Prolog", re.compile(r"^:-|^[a-z]\w{0,40}\([^()\n]{1,200}\)\.[ \t]{0,9}$", re.MULTILINE)),
    Sign("INI", re.compile(r"\A\s{0,99}\[[A-Za-z][\w. ]{0,40}\][ \t]{0,9}\n[ \t]{0,9}\w{1,40}[ \t]{0,9}=")),
    Sign("Newick", re.compile(r"\A\s{0,99}\([^\[\]{}\n]{1,5000}\)[\w.:-]{0,40};\s{0,99}\Z")),
    Sign(
        "YAML",
        re.compile(r"^[ \t]{0,40}(?:-[ ]{1,3})?(?:children|name|value|type|kind|nodes|root)[ \t]?:", re.MULTILINE),
    ),
    Sign(
        "program",
        re.compile(r"[;{][ \t]{0,9}$|^[ \t]{0,40}(?:def|class|public|func|fn|let|module|data) ", re.MULTILINE),
    ),
)
"""The more particular ones first."""


def not_read(text: str) -> Problem | None:
    """What is said of a text in a notation that is not read; None where no such notation is told.

    >>> not_read("<tree><node/></tree>").facts["text"]
    'XML'
    """
    sign = next((sign for sign in SIGNS if sign.pattern.search(text)), None)
    if sign is None:
        return None
    at = len(text) - len(text.lstrip())
    return Problem("notation-not-read", Span(at, at + 1), {"text": sign.name})
