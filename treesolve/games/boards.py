"""Boards as text: rows of X, O and empty squares, a slash between rows.

Vocabulary

    square      a place on a board; `row` and `column` count from 1, the top row first
    X, O        the stones of the player who began, and of the other one
"""

from collections.abc import Sequence

from treesolve.model.problem import InputError, Problem, Span

EMPTY, FIRST, SECOND = ".", "X", "O"
"""How squares are written."""

MOST_TOLD = 20
"""So many squares at fault are named at most."""

_READ = {".": EMPTY, "_": EMPTY, "-": EMPTY, "x": FIRST, "X": FIRST, "o": SECOND, "O": SECOND}


def read_board(text: str, rows: int, columns: int) -> tuple[str, ...]:
    """The rows of a board, top first, each of so many squares of EMPTY, FIRST and SECOND.

    Rows end with a slash or with the line; blanks mean nothing. Raises InputError that names each square at fault, and
    the row that is too short or too long.

    >>> read_board("X.O/.x./..o", 3, 3)
    ('X.O', '.X.', '..O')
    """
    facts = {"rows": rows, "columns": columns}
    found: list[list[str]] = [[]]
    problems: list[Problem] = []
    for offset, character in enumerate(text.rstrip()):
        if character in "/\n":
            found.append([])
        elif not character.isspace():
            found[-1].append(_READ.get(character, EMPTY))
            if character not in _READ and len(problems) < MOST_TOLD:
                place = {"character": character, "row": len(found), "column": len(found[-1])}
                problems.append(Problem("square-unknown", Span(offset, offset + 1), place, text=text))
    if len(found) != rows:
        problems.append(Problem("board-rows", Span(0, len(text)), {"count": len(found), **facts}, text=text))
    else:
        problems += _problems_of_rows(text, found, columns)
    if problems:
        raise InputError(tuple(problems))
    return tuple("".join(row) for row in found)


def square_span(text: str, row: int, column: int) -> Span:
    """Where in the text of a board a square stands; row and column count from 0 here."""
    at = 0
    for offset, character in enumerate(text):
        if character in "/\n":
            row, at = row - 1, 0
        elif not character.isspace():
            if row == 0 and at == column:
                return Span(offset, offset + 1)
            at += 1
    return Span(0, len(text))


def _problems_of_rows(text: str, found: Sequence[Sequence[str]], columns: int) -> list[Problem]:
    problems, start = [], 0
    for number, (row, written) in enumerate(zip(found, text.replace("\n", "/").split("/"), strict=False), 1):
        if len(row) != columns:
            facts = {"row": number, "count": len(row), "columns": columns}
            problems.append(Problem("board-row", Span(start, start + max(1, len(written))), facts, text=text))
        start += len(written) + 1
    return problems


def counts_problem(text: str, board: Sequence[str]) -> Problem | None:
    """What is wrong where X, who began, has neither as many stones as O nor one more."""
    first, second = (sum(row.count(stone) for row in board) for stone in (FIRST, SECOND))
    if first - second in (0, 1):
        return None
    return Problem("board-counts", Span(0, len(text)), {"first": first, "second": second}, text=text)
