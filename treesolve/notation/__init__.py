"""Tree text to Tree and back; the notation itself is described in docs/notation.md."""

from treesolve.notation.number import read_number, write_number
from treesolve.notation.reader import read
from treesolve.notation.writer import format_text, write

__all__ = ["format_text", "read", "read_number", "write", "write_number"]
