r"""Lists of LaTeX, in one another: `\item A`, and below it `\begin{itemize} \item 3 \item 5 \end{itemize}`."""

import re

from treesolve.model.problem import Span
from treesolve.notation.foreign import tex
from treesolve.notation.foreign.outline import sketch_of_lines
from treesolve.notation.foreign.outline_lines import Line
from treesolve.notation.foreign.refusal import refusal
from treesolve.notation.foreign.sketch import Sketch

NAME = "LaTeX lists"

_PART = re.compile(
    r"\\begin\s*\{(?P<begin>itemize|enumerate|description)\}(?:\[[^\]\n]*\])?|\\end\s*\{(?P<end>itemize|enumerate|description)\}"
    r"|\\item\b(?:\[(?P<mark>[^\]\n]*)\])?(?P<words>[^\\]*(?:\\(?!item\b|begin\b|end\b)[^\\]*)*)"
)


def recognises(text: str) -> bool:
    """Whether a text has a list, and items in it."""
    return "\\item" in text and re.search(r"\\begin\s*\{(?:itemize|enumerate|description)\}", text) is not None


def read(text: str) -> Sketch:
    """The tree: what stands in an inner list stands below the item before. Raises InputError where that is none."""
    plain = tex.without_comments(text)
    lines: list[Line] = []
    depth = 0
    for found in _PART.finditer(plain):
        if found["begin"] or found["end"]:
            depth += 1 if found["begin"] else -1
            continue
        words = " ".join(tex.label(f"{found['mark'] or ''} {found['words']}").split())
        if not words:
            raise refusal("foreign-form", Span(*found.span()))
        start = found.start("words") + len(found["words"]) - len(found["words"].lstrip())
        lines.append(Line(depth, words, start))
    return sketch_of_lines(lines)
