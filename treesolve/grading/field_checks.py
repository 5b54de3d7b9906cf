"""What can be wrong with the value of a key in a file that a lecturer writes, whatever the file is about."""

from collections.abc import Callable, Iterable, Iterator, Mapping

from treesolve.model.answer import is_fine
from treesolve.model.number import Number
from treesolve.model.problem import UNPRINTABLE, Problem, nearest
from treesolve.notation.toml_source import TomlText, first_problems, is_number

Check = Callable[[TomlText, str, object], Iterable[Problem]]
"""What is wrong with the value of a key."""


def field_problems(file: TomlText, checks: Mapping[str, Check], code: str = "sheet-key") -> list[Problem]:
    """What is wrong with each key of a file by itself; the code is for a name that none of the checks is for."""
    return first_problems(
        one for key, value in file.fields.items() for one in problems_with(file, key, value, checks, code)
    )


def problems_with(
    file: TomlText, key: str, value: object, checks: Mapping[str, Check], code: str = "sheet-key"
) -> Iterable[Problem]:
    """What is wrong with one key: a name that none of the checks is for, a value of the wrong type."""
    return checks[key](file, key, value) if key in checks else [file.unknown_key(code, key, checks)]


def in_order_of_text(problems: Iterable[Problem], file: TomlText) -> tuple[Problem, ...]:
    """Mistakes of this file in the order of the text, those of others after them."""
    return tuple(sorted(problems, key=lambda one: (one.source != file.source, one.span.start if one.span else 0)))


def is_text(file: TomlText, key: str, value: object) -> Iterator[Problem]:
    """A text of one or several lines."""
    if not isinstance(value, str):
        yield file.problem("sheet-text", key, {"key": key.replace("_", "-")})
    elif UNPRINTABLE.search(value):
        yield file.problem("control-character", key)


def is_flag(file: TomlText, key: str, value: object) -> Iterator[Problem]:
    """True or false."""
    if not isinstance(value, bool):
        yield file.problem("rubric-flag", key, {"key": key.replace("_", "-")})


def is_number_within(least: Number, most: Number, *, whole: bool = False) -> Check:
    """A check for a number between two, whole or with six decimals at most."""

    def check(file: TomlText, key: str, value: object) -> Iterator[Problem]:
        is_right = is_number(value) and is_fine(value) and least <= value <= most
        if not is_right or (whole and not isinstance(value, int)):
            facts = {"key": key.replace("_", "-"), "whole": whole, "least": least, "most": most}
            yield file.problem("number-within", key, facts)

    return check


def is_one_of(*known: str) -> Check:
    """A check for one of these texts."""

    def check(file: TomlText, key: str, value: object) -> Iterator[Problem]:
        if value not in known:
            yield file.unknown_value("lecture-value", key, value, known)

    return check


def are_some_of(code: str, known: tuple[str, ...], *, least: int) -> Check:
    """A check for a list of so many of these texts at least, none of them twice; the code is for any other text."""

    def check(file: TomlText, key: str, value: object) -> Iterator[Problem]:
        if not isinstance(value, list) or len(value) < least:
            yield file.problem("rubric-list", key, {"key": key})
            return
        for text in map(str, value):
            if text not in known:
                facts = {"key": key, "text": text, "value": text, "nearest": nearest(text, known)}
                yield file.problem_at(code, file.span_of_text(key, text), facts | {"known": ", ".join(known)})
        if len(set(map(str, value))) < len(value):
            yield file.problem("sheet-asked-twice", key)

    return check
