"""Reader for TOML files written by people. It returns exact numbers, and the position of each value for messages."""

import re
import tomllib
from collections import Counter
from fractions import Fraction
from functools import lru_cache
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple

from treesolve.model.input_file import MAX_TOML_BYTES, read_file
from treesolve.model.problem import InputError, Problem, Span
from treesolve.model.utf8_text import decode

KeyPath = tuple[str | int, ...]
"""The keys and list indexes that lead from the top-level table of a file to a value."""

MAX_SHOWN = 80


class TomlValue(NamedTuple):
    """A value in a TOML file, with its path in the file and the text of the file.

    A file name in the value is relative to `folder`. A value that was not read from a file has no text and therefore no
    position.
    """

    value: Any
    source: str
    text: str = ""
    folder: Path = Path()
    path: KeyPath = ()

    def entries(self) -> "dict[str, TomlValue]":
        """Return the values in this table by key."""
        return {key: self.child(key, value) for key, value in self.value.items()}

    def items(self) -> "list[TomlValue]":
        """Return the values in this list."""
        return [self.child(index, value) for index, value in enumerate(self.value)]

    def child(self, key: str | int, value: Any = None) -> "TomlValue":
        """Return a value inside this table or list, given its key or index. If it is missing, `value` must be None."""
        return self._replace(value=value, path=(*self.path, key))

    @property
    def key(self) -> str:
        """The last key on the path, for example that of the list if the value is a list item."""
        return str(next((key for key in reversed(self.path) if isinstance(key, str)), ""))

    @property
    def shown(self) -> str:
        """The value as shown in messages, shortened to MAX_SHOWN characters.

        Strings are shown without quotes and other values as in the file; a `[table]` is shown as an empty string.
        """
        value_span = _value_spans(self.text).get(self.path)
        source = self.text[slice(*value_span.value)].partition("\n")[0] if value_span else ""
        shown = self.value if isinstance(self.value, str) else source or ("" if self.text else str(self.value))
        return shown if len(shown) <= MAX_SHOWN else shown[:MAX_SHOWN] + "…"

    @property
    def span(self) -> Span | None:
        """The span to which messages about this value refer.

        This is the span of its key or, in a list, of the item itself. The span of a missing value is that of the table
        around it. The top-level table has no span.
        """
        spans = _value_spans(self.text)
        depth = next((end for end in range(len(self.path), 0, -1) if self.path[:end] in spans), 0)
        if not depth:
            return None
        content = self.content_span if isinstance(self.path[-1], int) else None
        return content or spans[self.path[:depth]].name

    @property
    def content_span(self) -> Span | None:
        """The span between the quotes of a string without escapes, or None for any other value."""
        value_span = _value_spans(self.text).get(self.path)
        if value_span is None or not self.value or not isinstance(self.value, str):
            return None
        start = self.text.find(self.value, *value_span.value)
        return Span(start, start + len(self.value)) if start >= 0 else None

    def error(self, code: str, **facts: object) -> InputError:
        """Return an error at this value. The facts `key` and `found` are added unless they are given."""
        facts = {"key": self.key, "found": self.shown, **facts}
        return InputError((Problem(code, self.span, facts, self.source, self.text),))

    def placed(self, error: InputError) -> InputError:
        """Return an error about the content of this string, with spans converted to positions in the file.

        Problems that refer to other files are not changed.
        """
        return InputError(tuple(self._placed(problem) for problem in error.problems))

    def _placed(self, problem: Problem) -> Problem:
        if problem.source != "-":
            return problem
        content, inner = self.content_span, problem.span if problem.text == self.value else None
        span = Span(content.start + inner.start, content.start + inner.end) if content and inner else self.span
        return problem._replace(span=span, source=self.source, text=self.text)


def read_toml(path: Path) -> TomlValue:
    """Return the top-level table of a file.

    Raises InputError if the content is not valid TOML, and OSError if the file cannot be read.
    """
    text = decode(read_file(path, MAX_TOML_BYTES), str(path))
    try:
        if _LONG_KEY.search(text):
            raise ValueError(text)
        fields = tomllib.loads(text, parse_float=_exact_number)
    except tomllib.TOMLDecodeError as error:
        raise InputError((_syntax_problem(error, text, str(path)),)) from None
    except (ValueError, RecursionError):
        raise InputError((Problem("toml-too-long", None, {}, str(path), text),)) from None
    return TomlValue(fields, str(path), text, path.parent)


_LONG_KEY = re.compile(r"""(?<![\w-])(?:(?:[\w-]++|"[^"\n]*+"|'[^'\n]*+')[ \t]*+\.[ \t]*+){30}""")
"""A dotted key with so many parts that parsing it would need excessive time and memory. Nobody writes such a key."""

MAX_EXPONENT_LENGTH = 3
"""Maximum number of digits in the exponent of a number."""


def _exact_number(text: str) -> object:
    if len(text.lower().partition("e")[2].lstrip("+-0")) > MAX_EXPONENT_LENGTH:
        raise ValueError(text)
    return float(text) if "inf" in text or "nan" in text else Fraction(text)


def _syntax_problem(error: Exception, text: str, source: str) -> Problem:
    position = re.search(r"at line (\d+), column (\d+)", str(error))
    lines = text.split("\n")
    offset = len(text)
    if position:
        offset = sum(len(line) + 1 for line in lines[: int(position[1]) - 1]) + int(position[2]) - 1
    reason = re.sub(r" \(at .*\)$", "", str(error))
    return Problem("toml-syntax", Span(offset, offset + 1), {"reason": reason}, source, text)


class _ValueSpans(NamedTuple):
    """Two spans of a value: that of its key (for a list item, of the item itself), and that of the value."""

    name: Span
    value: Span


_QUOTED = r""""(?:\\.|[^"\\\n])*"|'[^'\n]*\'"""
_LONG = r'''"""(?:\\.|[^\\])*?"{3,5}|\'{3}.*?\'{3,5}'''
_WHITE_SPACE = re.compile(r"(?:[\s,]|#[^\n]*)*")
_PART_OF_KEY = re.compile(rf"[ \t]*({_QUOTED}|[\w-]+)[ \t]*(\.?)")
_SCALAR = re.compile(rf"{_LONG}|{_QUOTED}|[^\n,\]}}#]*[^\s,\]}}#]", re.DOTALL)


class _Scanner:
    """A scanner that finds the positions of all values. The text must be valid TOML."""

    def __init__(self, text: str) -> None:
        self.text, self.at = text, 0
        self.spans: dict[KeyPath, _ValueSpans] = {}
        self.tables = Counter[KeyPath]()

    def scan(self) -> dict[KeyPath, _ValueSpans]:
        table: KeyPath = ()
        while self._next():
            if self._next() == "[":
                table = self._header()
            else:
                self._pair(table)
        return self.spans

    def _next(self) -> str:
        """Skip white space, commas and comments, and return the next character ("" at the end of the file)."""
        self.at = self._match(_WHITE_SPACE).end()
        return self.text[self.at : self.at + 1]

    def _match(self, pattern: re.Pattern[str]) -> re.Match[str]:
        match = pattern.match(self.text, self.at)
        assert match is not None
        self.at = match.end()
        return match

    def _header(self) -> KeyPath:
        start, brackets = self.at, 2 if self.text.startswith("[[", self.at) else 1
        self.at += brackets
        path = self._key(())
        self.at = self.text.index("]", self.at) + brackets
        span = Span(start, self.at)
        if brackets == 2:
            path = (*path, self.tables[path])
            self.tables[path[:-1]] += 1
            self.spans[path] = _ValueSpans(span, span)
        return path

    def _key(self, path: KeyPath) -> KeyPath:
        """Read a dotted key, and return its path. A part that names an array of tables leads to its last table."""
        dot = "."
        while dot:
            part = self._match(_PART_OF_KEY)
            path = (*path, self.tables[path] - 1) if self.tables[path] else path
            path, dot = (*path, _name_of_key(part[1])), part[2]
            self.spans.setdefault(path, _ValueSpans(Span(*part.span(1)), Span(0, 0)))
        return path

    def _pair(self, table: KeyPath) -> None:
        path = self._key(table)
        self.at = self.text.index("=", self.at) + 1
        self._value(path)

    def _value(self, path: KeyPath) -> None:
        opening, start = self._next(), self.at
        if opening in "[{":
            self.at += 1
            indexes = count()
            while self._next() not in "]}":
                if opening == "{":
                    self._pair(path)
                else:
                    self._value((*path, next(indexes)))
            self.at += 1
        else:
            self._match(_SCALAR)
        span = Span(start, self.at)
        self.spans[path] = self.spans.get(path, _ValueSpans(span, span))._replace(value=span)


@lru_cache(maxsize=8)
def _value_spans(text: str) -> dict[KeyPath, _ValueSpans]:
    return _Scanner(text).scan()


def _name_of_key(text: str) -> str:
    return str(tomllib.loads(f"key = {text}")["key"]) if text[0] in "\"'" else text
