"""Tables as text, Markdown and LaTeX.

LaTeX tables are as wide as their text requires, and at most as wide as the page.
"""

import re
import textwrap
from collections.abc import Iterator, Sequence
from math import ceil

from markupsafe import Markup

from treesolve.drawing.escaping import escape_latex, escape_markdown, in_one_line
from treesolve.drawing.shape import text_width
from treesolve.model.text_encoding import display_width

MANY_COLUMNS, _SMALLER = 7, 9.25 / 8.5
"""Tables with more than MANY_COLUMNS columns are printed in a smaller font. _SMALLER is the ratio of the font sizes."""

_WHOLE_ROWS, _WHOLE_CHARACTERS = 20, 1500
"""Maximum numbers of rows and characters of a table that has no page breaks."""

PAGE_WIDTH = 481.0
"""Maximum width of a table in points, which is the width of the narrowest paper."""

FONT_SIZE, EM, _BOLD = 9.0, 9.25, 1.1
"""The font size and TeX's em in points, and the relative width of bold headings."""

_BETWEEN, _WIDE = 10.0, 150.0
"""The space between columns, and the width above which the widest column takes all remaining space, in points."""

_NUMBER, _DIGIT = re.compile(r"[\d\s−+±.,;/=?≤≥∞–…%()\[\]]*"), re.compile(r"[\d∞]")


def is_short(rows: Sequence[Sequence[str]]) -> bool:
    """Return whether a table with these rows is short enough to need no page breaks."""
    return len(rows) <= _WHOLE_ROWS and sum(map(len, map("".join, rows))) <= _WHOLE_CHARACTERS


def is_numeric(column: Sequence[str]) -> bool:
    """Return whether a column contains numbers and nothing else."""
    return all(map(_NUMBER.fullmatch, column)) and any(map(_DIGIT.search, column))


def latex_table(head: Sequence[str], rows: Sequence[Sequence[str]], numbers: Sequence[bool]) -> Markup:
    r"""Return a LaTeX table with numeric columns aligned right.

    The document must define the environment `gametreetable` and load array, booktabs and longtable.

    >>> print(latex_table(["a", "b"], [["x", "1"]], [False, True]))
    \begin{gametreetable}{@{}w{l}{0.65em}w{r}{0.65em}@{}}
    \toprule
    \bfseries a & \bfseries b \\
    \midrule
    x & 1 \\
    \bottomrule
    \end{gametreetable}
    """
    columns = "".join(_column_definitions(head, rows, numbers))
    titles = " & ".join(rf"\bfseries {escape_latex(title)}" for title in head)
    lines = [rf"{' & '.join(map(_cell_as_latex, row))} \\" for row in rows]
    opening = [rf"{{@{{}}{columns}@{{}}}}", r"\toprule", rf"{titles} \\", r"\midrule"]
    if is_short(rows):
        kind, body = "gametreetable", [*opening, *lines, r"\bottomrule"]
    else:
        lines[-3:-1] = [f"{line}*" for line in lines[-3:-1]]  # keep the last row from being alone on a page
        kind, body = "longtable", [*opening, r"\endhead", r"\bottomrule", r"\endlastfoot", *lines]
    table = "\n".join(body).join([rf"\begin{{{kind}}}", f"\n\\end{{{kind}}}"])
    is_crowded = len(head) > MANY_COLUMNS
    return Markup(rf"\begingroup\let\small\footnotesize {table}\endgroup" if is_crowded else table)


def _column_definitions(head: Sequence[str], rows: Sequence[Sequence[str]], numbers: Sequence[bool]) -> Iterator[str]:
    """Yield the definitions of columns with their widths, so that TeX does not have to measure them."""
    columns = list(zip(head, *rows, strict=True))
    natural_widths = [
        ceil(max(_width_of_text(title) * _BOLD, *map(_width_of_text, texts))) for title, *texts in columns
    ]
    words = [
        ceil(max(_BOLD * _width_of_text(word) for text in texts for word in ["", *text.split()])) for texts in columns
    ]
    between = _BETWEEN * (len(columns) - 1)
    widths = _widths_of_columns(
        natural_widths, words, (PAGE_WIDTH - between) * (_SMALLER if len(columns) > MANY_COLUMNS else 1)
    )
    rest = sum(widths)
    for is_number, natural, width in zip(numbers, natural_widths, widths, strict=True):
        ragged = rf">{{\ragged{'left' if is_number else 'right'}\arraybackslash}}"
        if width == max(widths) > _WIDE and rest:
            rest, length = 0, rf"\dimexpr\linewidth-{_length_in_em(rest - width)}-{between:g}pt\relax"
            yield rf"{ragged}p{{{length}}}"
        elif width < natural:
            yield rf"{ragged}p{{{_length_in_em(width)}}}"
        else:
            yield rf"w{{{'r' if is_number else 'l'}}}{{{_length_in_em(width)}}}"


def _length_in_em(length: float) -> str:
    """Return a length in em, so that it scales with the font size."""
    return f"{length / EM:.2f}em"


def _width_of_text(text: str) -> float:
    return text_width(text, FONT_SIZE)


def _widths_of_columns(natural_widths: Sequence[float], words: Sequence[float], available_width: float) -> list[float]:
    """Return the width of each column, which fits its longest word and gets a fair share of the remaining space."""
    min_widths = list(map(min, natural_widths, words))
    if sum(min_widths) > available_width:
        return _fair_widths(natural_widths, available_width)
    more = _fair_widths(
        [natural - word for natural, word in zip(natural_widths, min_widths, strict=True)],
        available_width - sum(min_widths),
    )
    return [word + each for word, each in zip(min_widths, more, strict=True)]


def _fair_widths(natural_widths: Sequence[float], available_width: float) -> list[float]:
    """Return the natural width of each column, limited to an equal share of the space that narrower columns leave."""
    widths = [0.0] * len(natural_widths)
    by_width = sorted(range(len(natural_widths)), key=natural_widths.__getitem__)
    for index, column in enumerate(by_width):
        widths[column] = min(natural_widths[column], available_width / (len(by_width) - index))
        available_width -= widths[column]
    return widths


def _cell_as_latex(text: str) -> str:
    r"""Return a cell, protected so that LaTeX does not parse it as an option of the previous row's `\\`."""
    return ("{}" if text[:1] in ("[", "*") else "") + escape_latex(text)


def text_table(head: list[str], rows: list[list[str]], widest: int | None = None) -> str:
    """Return a table with aligned columns, a rule below the headings and no trailing spaces.

    `widest` limits the width of the last column, whose text is wrapped if necessary.

    >>> print(text_table(["a", "b"], [["1", "22"], ["333", "4"]]))
    a    b
    ───  ──
    1    22
    333  4
    """
    cells = [[in_one_line(cell) for cell in row] for row in rows]
    if widest is not None:
        cells = [line for row in cells for line in _wrap_row(row, widest)]
    widths = [max(map(display_width, column)) for column in zip(head, *cells, strict=True)]
    lines = [head, ["─" * width for width in widths], *cells]
    return "\n".join(
        "  ".join(cell + " " * (width - display_width(cell)) for cell, width in zip(line, widths, strict=True)).rstrip()
        for line in lines
    )


def _wrap_row(row: list[str], widest: int) -> list[list[str]]:
    """Return a row as several rows whose last cells are at most `widest` characters wide."""
    first, *rest = textwrap.wrap(row[-1], widest) or [""]
    return [[*row[:-1], first], *([*([""] * (len(row) - 1)), line] for line in rest)]


def markdown_table(head: list[str], rows: list[list[str]]) -> str:
    """Return a table in Markdown's pipe syntax, with escaped cells.

    >>> print(markdown_table(["a"], [["1"]]))
    | a |
    |---|
    | 1 |
    """
    cells = ([escape_markdown(in_one_line(cell)) for cell in line] for line in (head, *rows))
    printed = [f"| {' | '.join(line)} |" for line in cells]
    return Markup("\n".join([printed[0], "|" + "---|" * len(head), *printed[1:]]))


TABLES = {"text": text_table, "markdown": markdown_table, "latex": latex_table}
"""The functions that render tables, by output format. The templates of the other formats contain their own markup."""
