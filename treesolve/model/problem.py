"""What can be wrong with an input, and where. Data only: the sentences live in the templates."""

import os
import re
from collections.abc import Callable, Iterable, Mapping
from errno import errorcode
from functools import lru_cache
from pathlib import Path
from types import TracebackType
from typing import NamedTuple, TypeVar

_Item = TypeVar("_Item")
_Found = TypeVar("_Found")

UNPRINTABLE = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]")
"""Characters a terminal would obey, or that break or turn round a line; tab and line feed are not among them."""

_MAX_FAULT_LENGTH = 200
"""So many characters of an error that nobody foresaw are told."""


_INVISIBLE = re.compile(f"[{UNPRINTABLE.pattern[1:-1]}\ud800-\udfff\ufffe\uffff]")
"""What cannot be printed, halves of characters, and numbers that no character has and XML does without."""


def sanitize(text: str) -> str:
    r"""Return the text with � for what a terminal would obey, what turns a line round, and what is no character.

    Whatever is printed goes through it, on a terminal as on any page.

    >>> sanitize("47\x1b[31m11"), sanitize("a\x85b\u202ec\ud800")
    ('47�[31m11', 'a�b�c�')
    """
    return _INVISIBLE.sub("\N{REPLACEMENT CHARACTER}", text)


MAX_WORD_LENGTH = 200
"""No longer word is compared with others."""


class Span(NamedTuple):
    """A stretch of text: characters `start` up to, but not including, `end`, counted from 0."""

    start: int
    end: int


class Place(NamedTuple):
    """Where an offset is for a reader: line and column, both counted from 1."""

    line: int
    column: int


class Problem(NamedTuple):
    """One mistake in one input.

    `code` names the mistake (the sentence for it is the template macro of the same name), `span` says
    where (None: the input as a whole), `facts` fill the sentence. `text` is the input itself, so that a
    page can show the line with a caret below; `source` is its name for people, such as a file path. Its text is the
    sentence, where somebody has said who tells it, else the code.
    """

    code: str
    span: Span | None = None
    facts: Mapping[str, object] = {}
    source: str = "-"
    text: str | None = None

    def place(self) -> Place | None:
        """Line and column of the first character at fault; None where the whole input is meant."""
        if self.span is None or self.text is None:
            return None
        return locate_offset(self.text, self.span.start)

    def __str__(self) -> str:
        return _formatters[-1](self)


_formatters: list[Callable[[Problem], str]] = [lambda problem: problem.code]


def set_problem_formatter(formatter: Callable[[Problem], str]) -> None:
    """Have problems told by that function wherever one becomes text; sentences are made in a room below this one."""
    _formatters[:] = [formatter]


class InputError(Exception):
    """An input that cannot be used, with everything found wrong in it.

    `problems` is never empty and stands in the order of the text. Its text is theirs, one below the other.
    """

    def __init__(self, problems: tuple[Problem, ...]) -> None:
        super().__init__(problems)
        self.problems = problems

    def __str__(self) -> str:
        return "\n".join(map(str, self.problems))

    def _render_traceback_(self) -> list[str]:
        """What a notebook shows: the lines that led to the package, the first of which is the notebook's own."""
        from traceback import format_exception  # only for errors in notebooks

        trim_traceback(self.__traceback__)
        shown = self.__traceback__ and self.__traceback__.tb_next
        return "".join(format_exception(type(self), self, shown)).splitlines()

    def __reduce__(self) -> tuple[type["InputError"], tuple[tuple[Problem, ...]]]:
        """How it comes over from another process."""
        return InputError, (self.problems,)


def read_each(read: Callable[[_Item], _Found], items: Iterable[_Item]) -> tuple[_Found, ...]:
    """What a function reads from each item. Raises InputError with all that is wrong with them, each problem once."""
    found, problems = list[_Found](), list[Problem]()
    for item in items:
        try:
            found.append(read(item))
        except InputError as error:
            problems += [problem for problem in error.problems if problem not in problems]
    if problems:
        raise InputError(tuple(problems))
    return tuple(found)


def trim_traceback(trace: TracebackType | None) -> None:
    """Have a traceback end where the package was called, without the frames inside it."""
    while trace and trace.tb_next:
        if trace.tb_next.tb_frame.f_code.co_filename.startswith(_PACKAGE):
            trace.tb_next = None
        trace = trace.tb_next


_PACKAGE = f"{Path(__file__).parents[1]}{os.sep}"


def internal_error_problem(error: Exception, source: str) -> Problem:
    """That the program itself went wrong over an input: an error that nobody foresaw, kept to what it happened in."""
    return Problem("program-fault", None, {"error": f"{type(error).__name__}: {error}"[:_MAX_FAULT_LENGTH]}, source)


def locate_offset(text: str, offset: int) -> Place:
    r"""Line and column of the character at `offset`; lines end with a line feed.

    >>> locate_offset("(6 5)\n(2 9)", 7)
    Place(line=2, column=2)
    """
    before = text.rfind("\n", 0, offset)
    return Place(text.count("\n", 0, offset) + 1, offset - before)


@lru_cache(maxsize=4096)
def nearest(word: str, known: tuple[str, ...]) -> str | None:
    """Return the known word most like `word`, or None where nothing is near.

    >>> nearest("titel", ("title", "tree"))
    'title'
    """
    if len(word) > MAX_WORD_LENGTH:
        return None
    from difflib import get_close_matches  # slow to import, and only for input with mistakes

    found = get_close_matches(word.lower(), known, n=1, cutoff=0.5)
    return found[0] if found else None


def os_error_problem(error: OSError) -> Problem:
    """What the system says against a file, where nobody else has told of it; it names none for standard output."""
    if error.filename is None:
        return Problem("unwritable", None, os_error_facts(error))
    return Problem("refused-by-system", None, os_error_facts(error), str(error.filename))


def os_error_facts(error: OSError | ValueError) -> dict[str, object]:
    """What the system says is wrong with a file: the name of its number for it, such as ENOENT, and its words."""
    number, reason = getattr(error, "errno", None), getattr(error, "strerror", None)
    return {"errno": errorcode.get(number or 0), "reason": reason or str(error)}
