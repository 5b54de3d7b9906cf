"""Problems with an input, and where they are. Data only: the sentences are in the templates."""

import os
import re
from collections.abc import Callable, Iterable, Mapping
from errno import errorcode
from functools import lru_cache
from pathlib import Path
from types import TracebackType
from typing import NamedTuple, TypeVar

_Item = TypeVar("_Item")
_Result = TypeVar("_Result")

UNPRINTABLE = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]")
"""Characters that control a terminal, break a line or change its direction; tab and line feed are allowed."""

_MAX_FAULT_LENGTH = 200


_INVISIBLE = re.compile(f"[{UNPRINTABLE.pattern[1:-1]}\ud800-\udfff\ufffe\uffff]")
"""UNPRINTABLE, surrogates and noncharacters, which XML forbids."""


def sanitize(text: str) -> str:
    r"""Return the text with � for control characters, direction changes, surrogates and noncharacters.

    All output passes through this function, on terminals and on pages.

    >>> sanitize("47\x1b[31m11"), sanitize("a\x85b\u202ec\ud800")
    ('47�[31m11', 'a�b�c�')
    """
    return _INVISIBLE.sub("\N{REPLACEMENT CHARACTER}", text)


MAX_WORD_LENGTH = 200
"""Longer words are not compared with known ones."""


class Span(NamedTuple):
    """A range of text: characters `start` up to, but not including, `end`, counted from 0."""

    start: int
    end: int


class Place(NamedTuple):
    """The line and column of an offset, both counted from 1."""

    line: int
    column: int


class Problem(NamedTuple):
    """One problem with one input.

    `code` is also the name of the template macro for the sentence, `facts` are the macro's arguments, and `span` is the
    position; None refers to the whole input. `text` is the input itself, for displaying the line with a caret below it;
    `source` is its display name, such as a file path. `str` returns the sentence if a formatter is registered,
    otherwise the code.
    """

    code: str
    span: Span | None = None
    facts: Mapping[str, object] = {}
    source: str = "-"
    text: str | None = None

    def place(self) -> Place | None:
        """Return the line and column of the first character of the span; None without a span or text."""
        if self.span is None or self.text is None:
            return None
        return locate_offset(self.text, self.span.start)

    def __str__(self) -> str:
        return _formatters[-1](self)


_formatters: list[Callable[[Problem], str]] = [lambda problem: problem.code]


def set_problem_formatter(formatter: Callable[[Problem], str]) -> None:
    """Format problems with this function from now on; `model` cannot import the package that makes the sentences."""
    _formatters[:] = [formatter]


class InputError(Exception):
    """An input that cannot be used, with all problems found in it.

    `problems` is never empty and is in the order of the text. `str` returns one line per problem.
    """

    def __init__(self, problems: tuple[Problem, ...]) -> None:
        super().__init__(problems)
        self.problems = problems

    def __str__(self) -> str:
        return "\n".join(map(str, self.problems))

    def _render_traceback_(self) -> list[str]:
        """Return the traceback that a notebook displays, without the frames of IPython and of this package."""
        from traceback import format_exception  # only for errors in notebooks

        trim_traceback(self.__traceback__)
        shown = self.__traceback__ and self.__traceback__.tb_next
        return "".join(format_exception(type(self), self, shown)).splitlines()

    def __reduce__(self) -> tuple[type["InputError"], tuple[tuple[Problem, ...]]]:
        """Support pickling, for errors raised in another process."""
        return InputError, (self.problems,)


def read_each(read: Callable[[_Item], _Result], items: Iterable[_Item]) -> tuple[_Result, ...]:
    """Return the results of `read` for all items.

    Raises InputError with the problems of all items, without duplicates.
    """
    results, problems = list[_Result](), list[Problem]()
    for item in items:
        try:
            results.append(read(item))
        except InputError as error:
            problems += [problem for problem in error.problems if problem not in problems]
    if problems:
        raise InputError(tuple(problems))
    return tuple(results)


def trim_traceback(trace: TracebackType | None) -> None:
    """Cut off a traceback where the package was called."""
    while trace and trace.tb_next:
        if trace.tb_next.tb_frame.f_code.co_filename.startswith(_PACKAGE):
            trace.tb_next = None
        trace = trace.tb_next


_PACKAGE = f"{Path(__file__).parents[1]}{os.sep}"


def internal_error_problem(error: Exception, source: str) -> Problem:
    """Return the problem for an unexpected exception while processing an input."""
    return Problem("program-fault", None, {"error": f"{type(error).__name__}: {error}"[:_MAX_FAULT_LENGTH]}, source)


def locate_offset(text: str, offset: int) -> Place:
    r"""Return the line and column of the character at `offset`; lines end with a line feed.

    >>> locate_offset("(6 5)\n(2 9)", 7)
    Place(line=2, column=2)
    """
    before = text.rfind("\n", 0, offset)
    return Place(text.count("\n", 0, offset) + 1, offset - before)


@lru_cache(maxsize=4096)
def nearest(word: str, known: tuple[str, ...]) -> str | None:
    """Return the known word most similar to `word`; None if there is no similar one.

    >>> nearest("titel", ("title", "tree"))
    'title'
    """
    if len(word) > MAX_WORD_LENGTH:
        return None
    from difflib import get_close_matches  # slow to import, and only for input with mistakes

    matches = get_close_matches(word.lower(), known, n=1, cutoff=0.5)
    return matches[0] if matches else None


def os_error_problem(error: OSError) -> Problem:
    """Return the problem for an OSError that nothing else has reported; it has no file name for stdout."""
    if error.filename is None:
        return Problem("unwritable", None, os_error_facts(error))
    return Problem("refused-by-system", None, os_error_facts(error), str(error.filename))


def os_error_facts(error: OSError | ValueError) -> dict[str, object]:
    """Return the symbolic error number, such as ENOENT, and the message of an operating system error."""
    number, reason = getattr(error, "errno", None), getattr(error, "strerror", None)
    return {"errno": errorcode.get(number or 0), "reason": reason or str(error)}
