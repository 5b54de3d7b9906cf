r"""Tables as LaTeX, as wide as their texts need and no wider than the page: a long one is a `longtable`.

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

MANY_COLUMNS, _SMALLER = 7, 9.25 / 8.5
"""A table with more columns is printed smaller, by so much."""

_WHOLE_ROWS, _WHOLE_CHARACTERS = 20, 1500
"""A table of no more rows and characters is not broken over pages."""

PAGE_WIDTH = 481.0
"""The width of a table, in points: that of the narrowest paper."""

FONT_SIZE, EM, _BOLD = 9.0, 9.25, 1.1
"""The size of the font, what TeX calls an em of it, and how much wider the headings are."""

_BETWEEN, _WIDE = 10.0, 150.0
"""What is between two columns; a wide one takes the room that the others leave, whatever the size of the print."""

_NUMBER, _DIGIT = re.compile(r"[\d\s−+±.,;/=?≤≥∞–…%()\[\]]*"), re.compile(r"[\d∞]")


def is_short(rows: Sequence[Sequence[str]]) -> bool:
    """Whether a table of these rows is so short that it stands on one page of paper."""
    return len(rows) <= _WHOLE_ROWS and sum(map(len, map("".join, rows))) <= _WHOLE_CHARACTERS


def is_numeric(column: Sequence[str]) -> bool:
    """Whether there are numbers in a column, and nothing else."""
    return all(map(_NUMBER.fullmatch, column)) and any(map(_DIGIT.search, column))


def latex_table(head: Sequence[str], rows: Sequence[Sequence[str]], numbers: Sequence[bool]) -> Markup:
    r"""The table, `numbers` at the right; needs the environment `gametreetable`, and array, booktabs and longtable.

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
    titles = " & ".join(rf"\bfseries {latex_escaped(title)}" for title in head)
    lines = [rf"{' & '.join(map(_cell_as_latex, row))} \\" for row in rows]
    opening = [rf"{{@{{}}{columns}@{{}}}}", r"\toprule", rf"{titles} \\", r"\midrule"]
    if is_short(rows):
        kind, body = "gametreetable", [*opening, *lines, r"\bottomrule"]
    else:
        lines[-3:-1] = [f"{line}*" for line in lines[-3:-1]]  # the last row does not stand alone
        kind, body = "longtable", [*opening, r"\endhead", r"\bottomrule", r"\endlastfoot", *lines]
    table = "\n".join(body).join([rf"\begin{{{kind}}}", f"\n\\end{{{kind}}}"])
    is_crowded = len(head) > MANY_COLUMNS
    return Markup(rf"\begingroup\let\small\footnotesize {table}\endgroup" if is_crowded else table)


def _column_definitions(head: Sequence[str], rows: Sequence[Sequence[str]], numbers: Sequence[bool]) -> Iterator[str]:
    """The columns with their widths, so that TeX need not measure."""
    columns = list(zip(head, *rows, strict=True))
    naturals = [ceil(max(_width_of_text(title) * _BOLD, *map(_width_of_text, texts))) for title, *texts in columns]
    words = [
        ceil(max(_BOLD * _width_of_text(word) for text in texts for word in ["", *text.split()])) for texts in columns
    ]
    between = _BETWEEN * (len(columns) - 1)
    widths = _widths_of_columns(
        naturals, words, (PAGE_WIDTH - between) * (_SMALLER if len(columns) > MANY_COLUMNS else 1)
    )
    rest = sum(widths)
    for is_number, natural, width in zip(numbers, naturals, widths, strict=True):
        ragged = rf">{{\ragged{'left' if is_number else 'right'}\arraybackslash}}"
        if width == max(widths) > _WIDE and rest:
            rest, length = 0, rf"\dimexpr\linewidth-{_length_in_em(rest - width)}-{between:g}pt\relax"
            yield rf"{ragged}p{{{length}}}"
        elif width < natural:
            yield rf"{ragged}p{{{_length_in_em(width)}}}"
        else:
            yield rf"w{{{'r' if is_number else 'l'}}}{{{_length_in_em(width)}}}"


def _length_in_em(length: float) -> str:
    """A length in points as TeX measures it by the size of the print."""
    return f"{length / EM:.2f}em"


def _width_of_text(text: str) -> float:
    return text_width(text, FONT_SIZE)


def _widths_of_columns(naturals: Sequence[float], words: Sequence[float], room: float) -> list[float]:
    """The width of each column: room for its longest word, and a fair share of what is left then."""
    least = list(map(min, naturals, words))
    if sum(least) > room:
        return _fair_widths(naturals, room)
    more = _fair_widths([natural - word for natural, word in zip(naturals, least, strict=True)], room - sum(least))
    return [word + each for word, each in zip(least, more, strict=True)]


def _fair_widths(naturals: Sequence[float], room: float) -> list[float]:
    """The width of each column: its natural one where that is no more than an equal share of what the others leave."""
    widths = [0.0] * len(naturals)
    by_width = sorted(range(len(naturals)), key=naturals.__getitem__)
    for place, column in enumerate(by_width):
        widths[column] = min(naturals[column], room / (len(by_width) - place))
        room -= widths[column]
    return widths


def _cell_as_latex(text: str) -> str:
    """The text, but never so that the row before takes its beginning for an option."""
    return ("{}" if text[:1] in ("[", "*") else "") + latex_escaped(text)
