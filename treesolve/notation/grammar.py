"""The grammars: their files in `grammars/`, what else their parse tables are made of, and what these hold.

Vocabulary

    apart       terminals that are whole lines read by other code, and no part of the pattern of pieces
"""

from pathlib import Path
from typing import NamedTuple

from treesolve.model.resources import PACKAGE, resource

FAULT = "FAULT"
"""The name of what is no terminal."""


Origin = tuple[str, tuple[str, ...], str]
"""What tables are made of: the text of a grammar, its terminals apart, the expression of its faults."""


class Grammar(NamedTuple):
    """A grammar file, the room whose texts it describes, its terminals apart, the expression of its faults."""

    name: str
    room: str
    apart: tuple[str, ...]
    fault: str

    def text(self) -> str:
        """The file, as Lark reads it."""
        return (resource("grammars") / f"{self.name}.lark").read_text(encoding="utf-8")

    def origin(self) -> Origin:
        """All that its tables are made of."""
        return self.text(), self.apart, self.fault

    def tables_file(self) -> Path:
        """The module its tables are written to: made by the build, and kept in no repository."""
        return PACKAGE / self.room / "tables.py"


class Tables(NamedTuple):
    """What Lark makes of a grammar, and what it was made of."""

    origin: Origin
    terminals: tuple[str, ...]
    pattern: str
    start_state: int
    end_state: int
    reductions: tuple[tuple[int, str], ...]
    actions: tuple[dict[str, int], ...]


TREE = Grammar(
    "tree",
    "notation",
    ("HEADER", "TREE"),
    r"\"[^\"\n]*\"?|[^\s,;()\[\]{}#]+(?:\s*(?:->|→|:)(?![^\s,;()\[\]{}#]))?",
)

GRAMMARS = (TREE,)
"""All grammars there are."""
