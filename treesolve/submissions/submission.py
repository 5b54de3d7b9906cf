"""A student's answer as it was handed in: raw text in the text form, and where it came from.

Rows are put into the text form, so that there is one reader, and a raw answer that can be kept.
"""

import re
from collections.abc import Iterable
from typing import NamedTuple

from treesolve.model.problem import UNPRINTABLE, Problem, Span
from treesolve.notation.writer import format_node_name, quote_name

_PLAIN = re.compile(r"[\w][\w.@ -]*")
_ITEM = re.compile(r"[^\W\d][\w'’]*|[+\-−–]?[0-9]+(?:\.[0-9]+)?|-|\?")


class CellMapping(NamedTuple):
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
    patches: tuple[CellMapping, ...] = ()

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
        """Return a problem with the submission's text, at the place in the row that it was copied from."""
        start = self.place(span.start)
        last = self.place(max(span.end - 1, span.start))
        end = last + (2 if self.text.startswith('""', last) else 1)
        return self.locate(problem, Span(start, max(end, start + 1)))

    def problem(self, code: str, **facts: object) -> Problem:
        """Return a problem with the row as a whole, at its first line."""
        return self.locate(Problem(code, None, facts), Span(0, max(1, len(self.text.split("\n")[0]))))

    def locate(self, problem: Problem, span: Span) -> Problem:
        """Return the problem at a stretch of the row; lines count from the beginning of the file."""
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
    origin: "CsvRow | JoinedSubmissions | None" = None
    is_translated: bool = False
    assigned: int | None = None

    def placed(self, problem: Problem) -> Problem:
        """Return a problem with the text, at the place in the file that the student or the lecturer has."""
        if self.is_translated:
            return problem._replace(source=self.source, span=None, text=None)
        return problem if self.origin is None or problem.span is None else self.origin.placed(problem, problem.span)


class JoinedSubmissions(NamedTuple):
    """The texts that one is made of, one after the other, each with the offset at which it begins there."""

    parts: tuple[tuple[int, Submission], ...]

    def placed(self, problem: Problem, span: Span) -> Problem:
        """Return a problem with the whole text, at the place in the file that this stretch of it comes from."""
        for start, part in self.parts:
            if start <= span.start < start + len(part.text):
                moved = Span(span.start - start, min(span.end - start, len(part.text)))
                return part.placed(problem._replace(source=part.source, span=moved, text=part.text))
        return problem


def join_submissions(source: str, student: str, parts: Iterable[Submission]) -> Submission:
    r"""Several texts of one student as one, with a blank line between them.

    >>> join_submissions("x", "4711", [Submission("a", "", "values: A=5"), Submission("b", "", "best: B\n")]).text
    'values: A=5\n\nbest: B\n\n'
    """
    text, found = "", list[tuple[int, Submission]]()
    for part in parts:
        found.append((len(text), part))
        text += part.text + ("\n" if part.text.endswith("\n") else "\n\n")
    return Submission(source, student, text, JoinedSubmissions(tuple(found)))


def tidy(text: str) -> str:
    """Text on one line, without what a terminal would obey."""
    return " ".join(UNPRINTABLE.sub(" ", text).split())


def collapse_blanks(text: str) -> str:
    r"""Return a text with runs of blanks as one blank and without empty lines, as texts are compared.

    >>> collapse_blanks(" order:  1 11\n\n\tbest: B ")
    'order: 1 11\nbest: B'
    """
    lines = (" ".join(line.split()) for line in text.split("\n"))
    return "\n".join(filter(None, lines))


def format_identification_line(key: str, text: str) -> str:
    """Return the line that says whose answer it is, or to what; in quotes where the text is more than plain words.

    >>> print(format_identification_line("student", "4711"), format_identification_line("student", 'a "b" #c'))
    student: 4711 student: "a \\"b\\" #c"
    """
    said = tidy(text)
    if not _PLAIN.fullmatch(said):
        said = quote_name(said)
    return f"{key}: {said}"


def format_node_reference(text: str) -> str:
    """Return a node as an answer names it: a word or a number as it is, anything else in quotes.

    >>> print(format_node_reference("L4"), format_node_reference("-9"), format_node_reference("best: B"))
    L4 -9 "best: B"
    """
    text = tidy(text)
    return text if _ITEM.fullmatch(text) else format_node_name(text)
