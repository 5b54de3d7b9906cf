"""Programs of which nothing else can be made: told, and not run."""

import re

from treesolve.model.problem import Span
from treesolve.notation.foreign.refusal import refusal
from treesolve.notation.foreign.sketch import Sketch

NAME = "program"

_LINE = re.compile(
    r"^[ \t]*(?:def[ \t]+\w+\(|class[ \t]+\w+|function[ \t]+\w+\(|fn[ \t]+\w+\(|func[ \t]+\w+\(|#include\b|public[ \t]"
    r"|import[ \t]+[\w.]+[ \t]*;?[ \t]*$|from[ \t]+\w+[ \t]+import\b|(?:const|let|var|val|int|double|auto)[ \t]+"
    r"\w+[^\n]*="
    r"|(?:if|while)\b[^\n]*[:{][ \t]*$|switch[ \t]*\(|for[ \t]+\w+[ \t]+in[ \t])[^\n]*",
    re.MULTILINE,
)


def recognises(text: str) -> bool:
    """Whether a line begins as those of programs do."""
    return _LINE.search(text) is not None


def read(text: str) -> Sketch:
    """Never a tree: raises InputError at the first such line."""
    found = _LINE.search(text)
    assert found is not None
    raise refusal("statement-untold", Span(*found.span()), text=found[0].strip()[:60])
