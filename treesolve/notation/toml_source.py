"""TOML that people write by hand: read exactly, with the place of every mistake."""

import re
import tomllib
from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import lru_cache
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple, TypeGuard

from treesolve.model.file_format import decode
from treesolve.model.input_file import MOST_TOML, read_file
from treesolve.model.problem import InputError, Problem, Span, nearest


class TomlText(NamedTuple):
    """A TOML file: its name for people, its text, and what it says.

    An entry of a file is such a value, too: keys are looked for between `start` and `end` of the text. `taken` is the
    file from which fields have been taken over, with these only.
    """

    source: str
    text: str
    fields: Mapping[str, Any]
    start: int = 0
    end: int | None = None
    taken: "TomlText | None" = None

    def of(self, key: str) -> "TomlText":
        """The file in which a key stands, with all fields that hold there."""
        if self.taken is None or key not in self.taken.fields:
            return self
        return self.taken._replace(fields=self.fields)

    def entries(self, table: str) -> "list[TomlText]":
        """The tables of that name which [[...]] begins, in order; what is no table is left out."""
        found = self.fields.get(table)
        tables = [entry for entry in found if isinstance(entry, dict)] if isinstance(found, list) else []
        head = re.compile(rf"^[ \t]*\[\[[ \t]*\"?{_pattern_of_key(table)}\"?[ \t]*\]\]", re.MULTILINE)
        starts = [match.start() for match in head.finditer(_without_long_texts(self.text))]
        if not starts and (named := self.span_of_table(table)):
            starts = [named.start] * len(tables)
        starts += [len(self.text)] * (len(tables) + 1 - len(starts))
        return [
            TomlText(self.source, self.text, _keys_with_underscores(fields), start, end)
            for fields, start, end in zip(tables, starts, starts[1:], strict=False)
        ]

    def problem(self, code: str, key: str | None, facts: Mapping[str, object] | None = None) -> Problem:
        """A mistake, at a key of the file; None: in the file as a whole."""
        return Problem(code, self.span(key) if key else None, facts or {}, self.source, self.text)

    def problem_at(self, code: str, span: Span | None, facts: Mapping[str, object]) -> Problem:
        """A mistake at a place."""
        return Problem(code, span, facts, self.source, self.text)

    def unknown_key(self, code: str, key: str, keys: Iterable[str]) -> Problem:
        """A key that is none of those there are, with the nearest of these."""
        known = tuple(name.replace("_", "-") for name in keys)
        facts = {"key": key.replace("_", "-"), "nearest": nearest(key, known), "known": ", ".join(known)}
        return self.problem(code, key, facts)

    def unknown_value(self, code: str, key: str, value: object, known: tuple[str, ...]) -> Problem:
        """A value that is none of the known ones, with the nearest of these."""
        facts = {"key": key, "value": str(value), "nearest": nearest(str(value), known), "known": ", ".join(known)}
        return self.problem(code, key, facts)

    def span(self, key: str) -> Span | None:
        """Where a key stands."""
        return self._span_in_entry(rf"^[ \t]*\"?({_pattern_of_key(key)})\"?[ \t]*=")

    def span_of_table(self, table: str) -> Span | None:
        """Where the name of a table stands, before an equals sign or as the head of lines."""
        return self._span_in_entry(rf"^[ \t]*(?:\[+[ \t]*)?(?:\w+\.)?\"?({_pattern_of_key(table)})\"?[ \t]*[\]=.]")

    def _span_in_entry(self, pattern: str) -> Span | None:
        """Where the group of a pattern stands; else where the entry begins; the file as a whole has no such place."""
        text, end = _without_long_texts(self.text), len(self.text) if self.end is None else self.end
        found = re.compile(pattern, re.MULTILINE).search(text, self.start, end)
        if not found and self.end is not None:
            found = re.compile(r"(\[\[.*?\]\]|[\w-]+)").search(text, self.start, end)
        return Span(*found.span(1)) if found else None

    def span_in_table(self, table: str, key: str) -> Span | None:
        """Where a key of a table stands; else where the table does."""
        return self._span_behind(self.span_of_table(table), rf"(?<![\w\"-])\"?({_pattern_of_key(key)})\"?[ \t]*=")

    def span_of_text(self, key: str, written: str) -> Span | None:
        """Where a text in quotes stands after a key; else where the key stands."""
        return self._span_behind(self.span(key), rf"[\"']({re.escape(written)})[\"']")

    def _span_behind(self, start: Span | None, pattern: str) -> Span | None:
        """Where the group of a pattern stands behind a place; else that place."""
        found = re.compile(pattern).search(self.text, start.end) if start else None
        return Span(*found.span(1)) if found else start

    def problems_within(self, key: str, written: str, error: InputError) -> list[Problem]:
        """What is wrong with a text that stands after a key, each with its place; what is wrong in other files, too."""
        at = self.span_of_text(key, written)
        found = at is not None and self.text[at.start : at.end] == written
        problems = []
        for problem in error.problems:
            if problem.text == written and problem.span:
                inner = Span(at.start + problem.span.start, at.start + problem.span.end) if at and found else at
                problem = problem._replace(span=inner, source=self.source, text=self.text)
            problems.append(problem)
        return problems


MOST_PROBLEMS = 100
"""So many mistakes of one file are told."""


def first_problems(problems: Iterable[Problem]) -> list[Problem]:
    """The problems that are told; the others are not even looked for."""
    return list(islice(problems, MOST_PROBLEMS))


def is_number(value: object) -> TypeGuard[int | Fraction]:
    """Whether a value is an exact number."""
    return isinstance(value, int | Fraction) and not isinstance(value, bool)


def read_toml(path: Path) -> TomlText:
    """The file. Raises InputError where it is not TOML, OSError where it cannot be read."""
    text = decode(read_file(path, MOST_TOML), str(path))
    try:
        if _LONG_KEY.search(text):
            raise ValueError(text)
        fields = tomllib.loads(text, parse_float=_exact_number)
    except tomllib.TOMLDecodeError as error:
        raise InputError((_syntax_problem(error, text, str(path)),)) from None
    except (ValueError, RecursionError):
        raise InputError((Problem("toml-too-long", None, {}, str(path), text),)) from None
    return TomlText(str(path), text, _keys_with_underscores(fields))


_TEXT = re.compile(
    r'''#[^\n]*|(?P<long>"""(?:\\.|[^\\])*?"""|\'{3}.*?\'{3})|"(?:\\.|[^"\\\n])*"|\'[^\'\n]*\'''', re.DOTALL
)


@lru_cache(maxsize=8)
def _without_long_texts(text: str) -> str:
    """The text with blanks in the place of texts of several lines: what stands there is no key."""
    return _TEXT.sub(lambda found: " " * len(found[0]) if found["long"] else found[0], text)


def _keys_with_underscores(fields: Mapping[str, Any]) -> dict[str, Any]:
    return {name.replace("-", "_"): value for name, value in fields.items()}


def _pattern_of_key(key: str) -> str:
    return re.escape(key).replace("_", "[-_]")


_LONG_KEY = re.compile(r"""(?<![\w-])(?:(?:[\w-]++|"[^"\n]*+"|'[^'\n]*+')[ \t]*+\.[ \t]*+){30}""")
"""A key of more parts takes more time and memory to be read than all the rest; nobody writes one."""

LONGEST_EXPONENT = 3
"""So many digits the exponent of a number may have."""


def _exact_number(written: str) -> object:
    if len(written.lower().partition("e")[2].lstrip("+-0")) > LONGEST_EXPONENT:
        raise ValueError(written)
    return float(written) if "inf" in written or "nan" in written else Fraction(written)


def _syntax_problem(error: Exception, text: str, source: str) -> Problem:
    found = re.search(r"at line (\d+), column (\d+)", str(error))
    lines = text.split("\n")
    offset = len(text)
    if found:
        offset = sum(len(line) + 1 for line in lines[: int(found[1]) - 1]) + int(found[2]) - 1
    reason = re.sub(r" \(at .*\)$", "", str(error))
    return Problem("toml-syntax", Span(offset, offset + 1), {"reason": reason}, source, text)
