"""Problems with an input and their positions. This module has only data; the sentences are in the templates."""

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
"""Matches characters that control a terminal, break a line or change its direction, except tab and line feed."""

_MAX_FAULT_LENGTH = 200


_INVISIBLE = re.compile(f"[{UNPRINTABLE.pattern[1:-1]}\ud800-\udfff\ufffe\uffff]")
"""Matches the characters of UNPRINTABLE, and also surrogates and noncharacters, which XML forbids."""


def sanitize(text: str) -> str:
    r"""Return the text with control characters, direction changes, surrogates and noncharacters replaced by �.

    All output to terminals and pages passes through this function.

    >>> sanitize("47\x1b[31m11"), sanitize("a\x85b\u202ec\ud800")
    ('47�[31m11', 'a�b�c�')
    """
    return _INVISIBLE.sub("\N{REPLACEMENT CHARACTER}", text)


MAX_WORD_LENGTH = 200
"""Maximum length of a word that is compared with known words."""


class Span(NamedTuple):
    """A range of text: the characters from `start` up to, but not including, `end`, counted from 0."""

    start: int
    end: int


class Place(NamedTuple):
    """The line and column of an offset, both counted from 1."""

    line: int
    column: int


class Problem(NamedTuple):
    """One problem with one input.

    `code` is also the name of the template macro for the sentence, and `facts` are the macro's arguments. `span` is the
    position of the problem, or None if the problem concerns the whole input. `text` is the input itself, so that the
    line can be displayed with a caret below it. `source` is the display name of the input, such as a file path. `str`
    returns the sentence if a formatter is registered, otherwise the code.
    """

    code: str
    span: Span | None = None
    facts: Mapping[str, object] = {}
    source: str = "-"
    text: str | None = None

    def place(self) -> Place | None:
        """Return the line and column of the first character of the span, or None if `span` or `text` is missing."""
        if self.span is None or self.text is None:
            return None
        return locate_offset(self.text, self.span.start)

    def __str__(self) -> str:
        return _formatters[-1](self)


_formatters: list[Callable[[Problem], str]] = [lambda problem: problem.code]


def set_problem_formatter(formatter: Callable[[Problem], str]) -> None:
    """Use this function to format problems from now on.

    The function must be registered because `model` cannot import the package that makes the sentences.
    """
    _formatters[:] = [formatter]


class InputError(Exception):
    """Raised for an input that cannot be used; `problems` are all problems found in the input.

    `problems` is never empty and is sorted by position in the text. `str` returns one line per problem.
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
    """Remove from a traceback, in place, all frames of this package and of the functions that it called."""
    while trace and trace.tb_next:
        if trace.tb_next.tb_frame.f_code.co_filename.startswith(_PACKAGE):
            trace.tb_next = None
        trace = trace.tb_next


_PACKAGE = f"{Path(__file__).parents[1]}{os.sep}"


def internal_error_problem(error: Exception, source: str) -> Problem:
    """Return the problem for an unexpected exception while processing an input."""
    return Problem("program-fault", None, {"error": f"{type(error).__name__}: {error}"[:_MAX_FAULT_LENGTH]}, source)


def locate_offset(text: str, offset: int) -> Place:
    r"""Return the line and column of the character at `offset`, where lines end with a line feed.

    >>> locate_offset("(6 5)\n(2 9)", 7)
    Place(line=2, column=2)
    """
    before = text.rfind("\n", 0, offset)
    return Place(text.count("\n", 0, offset) + 1, offset - before)


@lru_cache(maxsize=4096)
def nearest(word: str, known: tuple[str, ...]) -> str | None:
    """Return the known word that is most similar to `word`, or None if no known word is similar.

    >>> nearest("titel", ("title", "tree"))
    'title'
    """
    if len(word) > MAX_WORD_LENGTH:
        return None
    from difflib import get_close_matches  # slow to import, and only for input with mistakes

    matches = get_close_matches(word.lower(), known, n=1, cutoff=0.5)
    return matches[0] if matches else None


def os_error_problem(error: OSError) -> Problem:
    """Return the problem for an OSError that has not been reported elsewhere. For stdout, there is no file name."""
    if error.filename is None:
        return Problem("unwritable", None, os_error_facts(error))
    return Problem("refused-by-system", None, os_error_facts(error), str(error.filename))


def os_error_facts(error: OSError | ValueError) -> dict[str, object]:
    """Return the symbolic error number, such as ENOENT, and the message of an operating system error."""
    number, reason = getattr(error, "errno", None), getattr(error, "strerror", None)
    return {"errno": errorcode.get(number or 0), "reason": reason or str(error)}
