"""Bar charts as TikZ, for pages of LaTeX: a row for each bar, with its label and its number, as in the same SVG.

Lengths are in points, y upwards.
"""

from collections.abc import Iterator, Sequence

from treesolve.drawing.markup import latex_escaped
from treesolve.pages.chart import Bar, label_lines, reach_of

_WIDTH, _ROW, _LINE, _THICK = 220.0, 14.0, 10.0, 10.0


def tikz_bars(bars: Sequence[Bar], most: float | None = None) -> str:
    """The bars as a picture, the first one above; `most` is the length of one that fills it."""
    lines = [r"\begin{tikzpicture}[x=1pt,y=1pt,font=\footnotesize]", *_rows(bars, reach_of(bars, most))]
    return "\n".join([*lines, r"\end{tikzpicture}"])


def _rows(bars: Sequence[Bar], reach: float) -> Iterator[str]:
    y = 0.0
    for bar in bars:
        lines = label_lines(bar)
        half = (_ROW + _LINE * (len(lines) - 1)) / 2
        length, middle = f"{_WIDTH * bar.length / reach:.1f}", y - half
        label = r"\\".join(map(latex_escaped, lines))
        yield rf"\fill[black!45] (0,{middle - _THICK / 2:.1f}) rectangle +({length},{_THICK:g});"
        yield rf"\node[left,align=right] at (0,{middle:.1f}) {{{label}}};"
        yield rf"\node[right] at ({length},{middle:.1f}) {{{latex_escaped(bar.text)}}};"
        y -= 2 * half
    yield rf"\draw (0,0) -- (0,{y:.1f});"
