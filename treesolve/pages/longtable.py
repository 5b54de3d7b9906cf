r"""Tables as LaTeX: a `longtable` as wide as its texts need, and no wider than the page.

Vocabulary

    natural     as wide as the longest text of a column
    broken      set in several lines, because there is no room for the natural width
"""

import re
from collections.abc import Iterator, Sequence
from math import ceil

from markupsafe import Markup

from treesolve.drawing.markup import latex_escaped
from treesolve.drawing.shape import text_width

PAGE_WIDTH = 481.0
"""The width of a table, in points: that of the narrowest paper."""

FONT_SIZE, _BOLD = 9.0, 1.1
"""The size of the font, and how much wider the headings are."""

_BETWEEN = 10.0

_NUMBER = re.compile(r"[\d\s−+.,;/=?≤≥∞–\[\]]*")


def latex_table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> Markup:
    r"""The table as an environment `longtable`; needs the packages array, booktabs and longtable.

    >>> print(latex_table(["a", "b"], [["x", "1"]]))
    \begin{longtable}{@{}w{l}{6pt}w{r}{6pt}@{}}
    \toprule
    \bfseries a & \bfseries b \\
    \midrule
    \endhead
    \bottomrule
    \endlastfoot
    x & 1 \\
    \end{longtable}
    """
    columns = "".join(_columns(head, rows))
    titles = " & ".join(rf"\bfseries {latex_escaped(title)}" for title in head)
    lines = [rf"{' & '.join(map(_cell, row))} \\" for row in rows]
    opening = [rf"\begin{{longtable}}{{@{{}}{columns}@{{}}}}", r"\toprule", rf"{titles} \\", r"\midrule", r"\endhead"]
    return Markup("\n".join([*opening, r"\bottomrule", r"\endlastfoot", *lines, r"\end{longtable}"]))


def _columns(head: Sequence[str], rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """The columns as longtable wants them, numbers at the right; all with their width, so that TeX need not measure."""
    columns = list(zip(head, *rows, strict=True))
    naturals = [ceil(max(_width(title) * _BOLD, *map(_width, texts))) for title, *texts in columns]
    widths = _fair_widths(naturals, PAGE_WIDTH - _BETWEEN * (len(columns) - 1))
    for column, natural, width in zip(columns, naturals, widths, strict=True):
        if width < natural:
            yield rf">{{\raggedright\arraybackslash}}p{{{width:.0f}pt}}"
        else:
            side = "r" if all(map(_NUMBER.fullmatch, column[1:])) else "l"
            yield f"w{{{side}}}{{{width:.0f}pt}}"


def _width(text: str) -> float:
    return text_width(text, FONT_SIZE)


def _fair_widths(naturals: Sequence[float], room: float) -> list[float]:
    """The width of each column: its natural one where that is no more than an equal share of what the others leave."""
    widths = [0.0] * len(naturals)
    by_width = sorted(range(len(naturals)), key=naturals.__getitem__)
    for place, column in enumerate(by_width):
        widths[column] = min(naturals[column], room / (len(by_width) - place))
        room -= widths[column]
    return widths


def _cell(text: str) -> str:
    """The text, but never so that the row before takes its beginning for an option."""
    return ("{}" if text[:1] in ("[", "*") else "") + latex_escaped(text)
