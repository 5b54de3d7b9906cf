"""Submissions of students, each with the answer in text form and its source.

Table rows are converted to text form, so that one reader can parse all answers and every answer can be saved as text.
"""

import re
from collections.abc import Iterable
from typing import NamedTuple

from treesolve.model.problem import UNPRINTABLE, Problem, Span
from treesolve.notation.writer import format_node_name, quote_name

_PLAIN = re.compile(r"[\w][\w.@ -]*")
_ITEM = re.compile(r"[^\W\d][\w'’]*|[+\-−–]?[0-9]+(?:\.[0-9]+)?|-|\?")


class CellMapping(NamedTuple):
    """Maps the characters of a text from `start` to `end` to the cell they come from, from `offset` in that cell on."""

    start: int
    end: int
    cell: int
    offset: int


class CsvRow(NamedTuple):
    """A raw row of a CSV file.

    `line` is the number of the row's first line, starting at 1. `patches` map the characters of the submission's text
    to the cells from which they were copied.
    """

    source: str
    text: str
    line: int
    delimiter: str
    patches: tuple[CellMapping, ...] = ()

    def cell_starts(self) -> list[tuple[int, bool]]:
        """Return, for each cell, the offset of its content in the row and whether the cell is quoted."""
        sign = re.escape(self.delimiter)
        cells = re.finditer(rf'(?P<quoted>"[^"]*(?:""[^"]*)*(?:"|\Z))?[^{sign}]*(?:{sign}|\Z)', self.text)
        return [(cell.start() + bool(cell["quoted"]), bool(cell["quoted"])) for cell in cells]

    def offset_in_row(self, offset: int) -> int:
        """Convert an offset in the submission's text to an offset in the row; 0 if no cell contains the character."""
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
        """Return the problem, which is at a span of the submission's text, relocated to the row in the CSV file."""
        start = self.offset_in_row(span.start)
        last = self.offset_in_row(max(span.end - 1, span.start))
        end = last + (2 if self.text.startswith('""', last) else 1)
        return self.locate(problem, Span(start, max(end, start + 1)))

    def problem(self, code: str, **facts: object) -> Problem:
        """Return a problem that concerns the whole row, located at the row's first line."""
        return self.locate(Problem(code, None, facts), Span(0, max(1, len(self.text.split("\n")[0]))))

    def locate(self, problem: Problem, span: Span) -> Problem:
        """Return the problem located at a span of the row; its line numbers refer to the whole file."""
        above = "\n" * (self.line - 1)
        moved = Span(span.start + len(above), span.end + len(above))
        return problem._replace(source=self.source, text=above + self.text, span=moved)


class Submission(NamedTuple):
    """One answer of one student.

    `source` is the file or, as in `answers.csv:12`, the row. `student` is used if the text does not name a student.
    `text` is the answer in text form. `origin` is the table row or the joined submissions from which the text was
    created. `is_translated` means that the origin of the text is no longer known, so that problems have no location.
    `assigned` is the number of the exercise if a person has assigned the text to one.
    """

    source: str
    student: str
    text: str
    origin: "CsvRow | JoinedSubmissions | None" = None
    is_translated: bool = False
    assigned: int | None = None

    def placed(self, problem: Problem) -> Problem:
        """Return the problem with the text, relocated to the original file; without a location if that is unknown."""
        if self.is_translated:
            return problem._replace(source=self.source, span=None, text=None)
        return problem if self.origin is None or problem.span is None else self.origin.placed(problem, problem.span)


class JoinedSubmissions(NamedTuple):
    """The submissions that were joined into one text, each with its start offset in that text."""

    parts: tuple[tuple[int, Submission], ...]

    def placed(self, problem: Problem, span: Span) -> Problem:
        """Return the problem, which is at a span of the joined text, relocated to the file that the span comes from."""
        for start, part in self.parts:
            if start <= span.start < start + len(part.text):
                moved = Span(span.start - start, min(span.end - start, len(part.text)))
                return part.placed(problem._replace(source=part.source, span=moved, text=part.text))
        return problem


def join_submissions(source: str, student: str, parts: Iterable[Submission]) -> Submission:
    r"""Join several submissions of one student into one; their texts are separated by blank lines.

    >>> join_submissions("x", "4711", [Submission("a", "", "values: A=5"), Submission("b", "", "best: B\n")]).text
    'values: A=5\n\nbest: B\n\n'
    """
    text, found = "", list[tuple[int, Submission]]()
    for part in parts:
        found.append((len(text), part))
        text += part.text + ("\n" if part.text.endswith("\n") else "\n\n")
    return Submission(source, student, text, JoinedSubmissions(tuple(found)))


def tidy(text: str) -> str:
    """Return the text as one line, without control characters and with single blanks between words."""
    return " ".join(UNPRINTABLE.sub(" ", text).split())


def collapse_blanks(text: str) -> str:
    r"""Return the text with runs of blanks collapsed and empty lines removed, so that texts can be compared.

    >>> collapse_blanks(" order:  1 11\n\n\tbest: B ")
    'order: 1 11\nbest: B'
    """
    lines = (" ".join(line.split()) for line in text.split("\n"))
    return "\n".join(filter(None, lines))


def format_identification_line(key: str, text: str) -> str:
    """Return a line that identifies a student or exercise; the value is quoted unless it consists of plain words.

    >>> print(format_identification_line("student", "4711"), format_identification_line("student", 'a "b" #c'))
    student: 4711 student: "a \\"b\\" #c"
    """
    value = tidy(text)
    if not _PLAIN.fullmatch(value):
        value = quote_name(value)
    return f"{key}: {value}"


def format_answer_node(text: str) -> str:
    """Return a node name or value as it appears in an answer; it is quoted unless it is a single word or number.

    >>> print(format_answer_node("L4"), format_answer_node("-9"), format_answer_node("best: B"))
    L4 -9 "best: B"
    """
    text = tidy(text)
    return text if _ITEM.fullmatch(text) else format_node_name(text)
