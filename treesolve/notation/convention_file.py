"""A lecture of one's own, kept in a TOML file.

id = "ki-2026"
title = "Künstliche Intelligenz"
base = "haw"
cut = ">"

The base can be changed by rules, too: base = "haw:order=right-left".
"""

from collections.abc import Iterator
from pathlib import Path

from treesolve.model.asked_moment import MOMENTS
from treesolve.model.convention import CHOICES, CONVENTIONS, CUT_WORDS, DEFAULT, Convention
from treesolve.model.number import INFINITY, Number
from treesolve.model.problem import UNPRINTABLE, InputError, Problem, nearest
from treesolve.notation.convention_rules import parse_expression
from treesolve.notation.toml_source import TomlText, first_problems, read_toml

HABITS = tuple(moment for moment in MOMENTS if moment != "after")
"""When a lecture can be in the habit of asking for alpha and beta."""


def read_convention(path: Path) -> Convention:
    """The lecture a TOML file describes.

    The file needs an `id`; `base` is the expression of the named lecture whose fields it takes over (haw, if it does
    not say), and any field of Convention changes that one. Raises InputError with everything wrong in the file,
    OSError where it cannot be read.
    """
    file = read_toml(path)
    fields = dict(file.fields)
    base, problems = _base_convention(fields.pop("base", DEFAULT.id), file)
    if "cut" in fields:
        fields["cut"] = CUT_WORDS.get(str(fields["cut"]), fields["cut"])
    problems += first_problems(_field_problems(fields, file))
    if problems:
        raise InputError(tuple(problems))
    if isinstance(fields.get("window"), list):
        fields["window"] = tuple(_bound_of_value(value) for value in fields["window"])
    fields.setdefault("title", base.title)
    fields.setdefault("source", path.name)
    lecture = base.changed(fields)
    if (lecture.cut == "never") is not (lecture.bounds == "none"):
        raise InputError((file.problem("lecture-never-none", "cut"),))
    return lecture


def _base_convention(written: object, file: TomlText) -> tuple[Convention, list[Problem]]:
    """The convention that a `base` stands for, and what is wrong with it; it is no file itself."""
    try:
        expression = parse_expression(str(written))
        if not expression.names_file:
            return expression.changing(expression.named()), []
    except InputError as error:
        if all(problem.code != "unknown-lecture" for problem in error.problems):
            return DEFAULT, file.problems_within("base", str(written), error)
    return DEFAULT, [file.unknown_value("lecture-value", "base", written, tuple(CONVENTIONS))]


def _field_problems(fields: dict[str, object], file: TomlText) -> Iterator[Problem]:
    yield from _id_problems(fields.get("id"), file)
    for name, value in fields.items():
        if name not in Convention._fields:
            yield file.problem("lecture-key", name, {"key": name, "nearest": nearest(name, Convention._fields)})
        elif name in CHOICES and value not in CHOICES[name]:
            yield file.unknown_value("lecture-value", name, value, CHOICES[name])
        elif name in ("id", "title", "source") and not isinstance(value, str):
            yield file.problem("lecture-text", name, {"key": name})
        elif isinstance(value, str) and UNPRINTABLE.search(value):
            yield file.problem("control-character", name)
        elif name == "alpha_beta" and value not in HABITS:
            yield file.unknown_value("lecture-value", name, value, HABITS)
        elif name == "window" and not _is_window(value):
            yield file.problem("lecture-window", name)


def _id_problems(name: object, file: TomlText) -> list[Problem]:
    if not isinstance(name, str) or not name.strip():
        return [file.problem("lecture-without-id", None)]
    if name in CONVENTIONS:
        return [file.problem("lecture-name-taken", "id", {"id": name})]
    return []


def _is_window(value: object) -> bool:
    if not isinstance(value, list) or len(value) != 2:
        return False
    bounds = [_bound_of_value(bound) for bound in value]
    return None not in bounds and bounds[0] < bounds[1]  # type: ignore[operator]


def _bound_of_value(value: object) -> Number | None:
    if value in ("inf", "-inf"):
        return float(str(value))
    if isinstance(value, bool) or value != value:
        return None
    return value if hasattr(value, "numerator") or value in (INFINITY, -INFINITY) else None  # type: ignore[return-value]
