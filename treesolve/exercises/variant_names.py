"""What a lecturer calls the variants of a sheet: A and B, or Group 1 and Group 2.

A name stands on paper, in answers, in tables and in the names of files, so it is short and plain.
"""

import re
from collections.abc import Iterator, Sequence

from treesolve.model.answer import folded
from treesolve.model.problem import Problem

LONGEST_NAME = 20
"""So many characters a name may have."""

_NAME = re.compile(r"\w(?:[\w .+-]*\w)?")


def problems_of_names(names: Sequence[str]) -> Iterator[tuple[str, Problem]]:
    """Each name that no variant can have, and each that another one has already, with what is wrong about it."""
    taken: set[str] = set()
    for name in names:
        if len(name) > LONGEST_NAME or not _NAME.fullmatch(name):
            yield name, Problem("sheet-variant-name", None, {"text": name[: 2 * LONGEST_NAME], "most": LONGEST_NAME})
        elif folded(name) in taken:
            yield name, Problem("sheet-variant-twice", None, {"text": name})
        taken.add(folded(name))
