"""Schemas for TOML files, built from readers. A reader returns the parsed value, or raises InputError at its position.

>>> from treesolve.notation.toml_source import TomlValue
>>> schema = TableSchema({"title": text, "minutes": number(1, 90, whole=True)}, required=(("title",),))
>>> schema(TomlValue({"title": "Exam", "minutes": 45}, "exam.toml"))
{'title': 'Exam', 'minutes': 45}
"""

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, TypeGuard, TypeVar

from treesolve.model.answer import has_short_decimals
from treesolve.model.number import INFINITY, Number
from treesolve.model.problem import UNPRINTABLE, InputError, Problem, nearest
from treesolve.notation.toml_source import TomlValue

Value = TypeVar("Value")
Reader = Callable[[TomlValue], Any]

MAX_PROBLEMS = 100
"""Maximum number of problems reported for one table or list."""


@dataclass(frozen=True)
class TableSchema:
    """A reader for tables.

    `fields` contains a reader for the value of each key. `required` contains groups of keys; a table must have exactly
    one key of each group.
    """

    fields: Mapping[str, Reader]
    required: tuple[tuple[str, ...], ...] = ()

    def __call__(self, at: TomlValue) -> dict[str, Any]:
        """Return the parsed values of all keys in the table. Raises InputError with all errors in the table."""
        return self.read(at, entries_of(at))

    def read(self, at: TomlValue, entries: Mapping[str, TomlValue]) -> dict[str, Any]:
        """Return the parsed values of the given entries, some of which may come from another file than `at`."""
        readers = [(self.fields.get(key, self._reject_key), value) for key, value in entries.items()]
        for group in self.required:
            present = [entries[key] for key in entries if key in group]
            if not present:
                readers.append((refuse("missing-key", missing=", ".join(group)), at.child(group[0])))
            elif len(present) > 1:
                readers.append((refuse("keys-conflict", other=present[0].key), present[1]))
        return dict(zip(entries, read_all(at, readers), strict=True))

    def _reject_key(self, at: TomlValue) -> None:
        known = {key: f"[[{key}]]" if getattr(self.fields[key], "tables", False) else key for key in self.fields}
        raise unknown("key", at, [name.replace("_", "-") for name in known.values()])


@dataclass(frozen=True)
class ListSchema:
    """A reader for lists of at least `least` values, each of which is parsed by `read`.

    With `distinct`, the values must differ. With `tables`, messages call the values tables with the header `[[key]]`.
    """

    read: Reader
    least: int = 0
    distinct: bool = False
    tables: bool = False

    def __call__(self, at: TomlValue) -> tuple[Any, ...]:
        """Return the parsed values. Raises InputError with all errors in the list."""
        if not isinstance(at.value, list) or len(at.value) < self.least:
            raise wrong_type(at, "tables" if self.tables else "list")
        items = at.items()
        values = read_all(at, ((self.read, item) for item in items))
        for index, value in enumerate(values):
            if self.distinct and value in values[:index]:
                raise items[index].error("given-twice", text=value)
        return tuple(values)


def read_all(at: TomlValue, readers: Iterable[tuple[Reader, TomlValue]]) -> list[Any]:
    """Return the values of several readers inside the value `at`.

    Raises InputError with the problems of all readers. Those in the file of `at` come first, in text order.
    """
    values, problems = [], list[Problem]()
    for read, value in readers:
        if len(problems) >= MAX_PROBLEMS:
            break
        try:
            values.append(read(value))
        except InputError as error:
            problems += [problem for problem in error.problems if problem not in problems]
    if problems:
        problems.sort(key=lambda one: (one.source != at.source, one.span.start if one.span else 0))
        raise InputError(tuple(problems[:MAX_PROBLEMS]))
    return values


def entries_of(at: TomlValue) -> dict[str, TomlValue]:
    """Return the entries of a table, with underscores instead of hyphens in their keys.

    Raises InputError if the value is not a table, or if two keys differ only in these characters.
    """
    if not isinstance(at.value, dict):
        raise wrong_type(at, "table")
    entries: dict[str, TomlValue] = {}
    for key, value in at.entries().items():
        if entries.setdefault(key.replace("-", "_"), value) is not value:
            raise value.error("given-twice", text=key)
    return entries


def table_of(read: Reader, known: Collection[str], least: int = 0) -> Reader:
    """Return a reader for tables with at least `least` of the known keys, whose values are all parsed by `read`.

    The keys must be spelled exactly like the known ones, because hyphens and underscores are not interchangeable here.
    """
    table = TableSchema(dict.fromkeys(known, read))

    def read_table(at: TomlValue) -> dict[str, Any]:
        if not isinstance(at.value, dict) or len(at.value) < least:
            raise wrong_type(at, "table")
        return table.read(at, at.entries())

    return read_table


def text_of(
    parse: Callable[[str], Value], most: int | None = None, *, filled: bool = False
) -> Callable[[TomlValue], Value]:
    """Return a reader for printable strings of up to `most` characters, which are converted by `parse`.

    With `filled`, the string must not be blank. Errors raised by `parse` get their position in the file.
    """

    def read_text(at: TomlValue) -> Value:
        if not isinstance(at.value, str) or len(at.value) > (most or INFINITY):
            raise wrong_type(at, "text", most)
        if UNPRINTABLE.search(at.value):
            raise at.error("control-character")
        if filled and not at.value.strip():
            raise at.error("missing-key", missing=at.key)
        try:
            return parse(at.value)
        except InputError as error:
            raise at.placed(error) from None

    return read_text


text = text_of(str)


def choice(known: Collection[str], meaning: Callable[[str], Any] = str) -> Reader:
    """Return a reader for strings from a fixed set, which are converted by `meaning`."""

    def read_choice(at: TomlValue) -> Any:
        if not isinstance(at.value, str) or at.value not in known:
            raise unknown("value", at, known)
        return meaning(at.value)

    return read_choice


def flag(at: TomlValue) -> bool:
    """Return the Boolean value at this position. Raises InputError for any other type."""
    if not isinstance(at.value, bool):
        raise wrong_type(at, "flag")
    return at.value


def number(least: Number, most: Number, *, whole: bool = False, below: bool = False) -> Reader:
    """Return a reader for numbers from `least` to `most` with at most six decimal places.

    With `whole`, the number must be an integer. With `below`, it must be less than `most`.
    """

    def read_number(at: TomlValue) -> Number:
        value: Number = at.value
        is_right = (
            is_number(value) and has_short_decimals(value) and least <= value <= most and not (below and value == most)
        )
        if not is_right or (whole and not isinstance(value, int)):
            raise at.error("number-within", whole=whole, least=least, most=most, below=below)
        return value

    return read_number


def is_number(value: object) -> TypeGuard[int | Fraction]:
    """Return whether the value is an exact number. Booleans do not count as numbers."""
    return isinstance(value, int | Fraction) and not isinstance(value, bool)


def refuse(code: str, **facts: object) -> Reader:
    """Return a reader that rejects every value with this error code and these facts."""

    def reject_value(at: TomlValue) -> None:
        raise at.error(code, **facts)

    return reject_value


def wrong_type(at: TomlValue, expected: str, most: int | None = None) -> InputError:
    """Return an error about a value of the wrong type. If a string is expected, `most` is its maximum length."""
    return at.error("wrong-type", expected=expected, most=most)


def unknown(what: str, at: TomlValue, known: Collection[str]) -> InputError:
    """Return an error about an unknown "key" or "value"."""
    word = at.key if what == "key" else at.shown
    close = nearest(word.replace("_", "-"), tuple(known))
    return at.error(f"unknown-{what}", value=word, nearest=close, known=", ".join(known))
