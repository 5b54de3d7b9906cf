"""A student's answer as it was handed in: raw text in the text form, and where it came from.

Rows are put into the text form, so that there is one reader, and a raw answer that can be kept.
"""

import re
from collections.abc import Iterable
from typing import NamedTuple

from treesolve.model.problem import UNPRINTABLE, Problem, Span
from treesolve.notation.writer import quoted_name, write_name

_PLAIN = re.compile(r"[\w][\w.@ -]*")
_ITEM = re.compile(r"[^\W\d][\w'’]*|[+\-−–]?[0-9]+(?:\.[0-9]+)?|-|\?")


class Patch(NamedTuple):
    """Characters `start` up to `end` of a text come from a cell, beginning at `offset` in it."""

    start: int
    end: int
    cell: int
    offset: int


class CsvRow(NamedTuple):
    """A row of a CSV file as it stands there: its file, text, first line (from 1), delimiter, and what was copied."""

    source: str
    text: str
    line: int
    delimiter: str
    patches: tuple[Patch, ...] = ()

    def cell_starts(self) -> list[tuple[int, bool]]:
        """Where the content of each cell begins in the row, and whether it is in quotes."""
        sign = re.escape(self.delimiter)
        cells = re.finditer(rf'(?P<quoted>"[^"]*(?:""[^"]*)*(?:"|\Z))?[^{sign}]*(?:{sign}|\Z)', self.text)
        return [(cell.start() + bool(cell["quoted"]), bool(cell["quoted"])) for cell in cells]

    def place(self, offset: int) -> int:
        """Where a character of the submission's text stands in the row."""
        patch = next((patch for patch in self.patches if patch.start <= offset < patch.end), None)
        if patch is None:
            return 0
        start, is_quoted = self.cell_starts()[patch.cell]
        wanted = offset - patch.start + patch.offset
        while is_quoted and wanted > 0 and start < len(self.text):
            start += 2 if self.text.startswith('""', start) else 1
            wanted -= 1
        return start + wanted

    def placed(self, problem: Problem, span: Span) -> Problem:
        """A problem with the submission's text, at the place in the row that it was copied from."""
        start = self.place(span.start)
        last = self.place(max(span.end - 1, span.start))
        end = last + (2 if self.text.startswith('""', last) else 1)
        return self.shown(problem, Span(start, max(end, start + 1)))

    def problem(self, code: str, **facts: object) -> Problem:
        """A problem with the row as a whole, at its first line."""
        return self.shown(Problem(code, None, facts), Span(0, max(1, len(self.text.split("\n")[0]))))

    def shown(self, problem: Problem, span: Span) -> Problem:
        """The problem at a stretch of the row; lines count from the beginning of the file."""
        above = "\n" * (self.line - 1)
        moved = Span(span.start + len(above), span.end + len(above))
        return problem._replace(source=self.source, text=above + self.text, span=moved)


class Submission(NamedTuple):
    """One answer of one student.

    `source` names where it was found: a file, or `answers.csv:12`. `student` is whose it is if the text does not say.
    `text` is in the text form. `origin` is the row of a table or the texts it was made from;
    `is_translated` says that this is not known any more, so that the places of the text lead nowhere. `assigned` is the
    number of the exercise to which a person has assigned the text.
    """

    source: str
    student: str
    text: str
    origin: "CsvRow | Joined | None" = None
    is_translated: bool = False
    assigned: int | None = None

    def placed(self, problem: Problem) -> Problem:
        """A problem with the text, at the place in the file that the student or the lecturer has."""
        if self.is_translated:
            return problem._replace(source=self.source, span=None, text=None)
        return problem if self.origin is None or problem.span is None else self.origin.placed(problem, problem.span)


class Joined(NamedTuple):
    """The texts that one is made of, one after the other, each with the offset at which it begins there."""

    pieces: tuple[tuple[int, Submission], ...]

    def placed(self, problem: Problem, span: Span) -> Problem:
        """A problem with the whole text, at the place in the file that this stretch of it comes from."""
        for start, piece in self.pieces:
            if start <= span.start < start + len(piece.text):
                moved = Span(span.start - start, min(span.end - start, len(piece.text)))
                return piece.placed(problem._replace(source=piece.source, span=moved, text=piece.text))
        return problem


def joined(source: str, student: str, pieces: Iterable[Submission]) -> Submission:
    r"""Several texts of one student as one, with a blank line between them.

    >>> joined("x", "4711", [Submission("a", "", "values: A=5"), Submission("b", "", "best: B\n")]).text
    'values: A=5\n\nbest: B\n\n'
    """
    text, found = "", list[tuple[int, Submission]]()
    for piece in pieces:
        found.append((len(text), piece))
        text += piece.text + ("\n" if piece.text.endswith("\n") else "\n\n")
    return Submission(source, student, text, Joined(tuple(found)))


def tidy(text: str) -> str:
    """Text on one line, without what a terminal would obey."""
    return " ".join(UNPRINTABLE.sub(" ", text).split())


def with_single_blanks(text: str) -> str:
    r"""A text with runs of blanks as one blank and without empty lines, as texts are compared.

    >>> with_single_blanks(" order:  1 11\n\n\tbest: B ")
    'order: 1 11\nbest: B'
    """
    lines = (" ".join(line.split()) for line in text.split("\n"))
    return "\n".join(filter(None, lines))


def identity_line(key: str, text: str) -> str:
    """The line that says whose answer it is, or to what; in quotes where the text is more than plain words.

    >>> print(identity_line("student", "4711"), identity_line("student", 'a "b" #c'))
    student: 4711 student: "a \\"b\\" #c"
    """
    said = tidy(text)
    if not _PLAIN.fullmatch(said):
        said = quoted_name(said)
    return f"{key}: {said}"


def written_item(text: str) -> str:
    """A node as an answer names it: a word or a number as it is, anything else in quotes.

    >>> print(written_item("L4"), written_item("-9"), written_item("best: B"))
    L4 -9 "best: B"
    """
    text = tidy(text)
    return text if _ITEM.fullmatch(text) else write_name(text)
