"""A lecture of one's own, kept in a TOML file.

id = "ki-2026"
title = "Künstliche Intelligenz"
base = "haw"
cut = ">"
"""

import re
import tomllib
from fractions import Fraction
from pathlib import Path

from treesolve.convention import CHOICES, CONVENTIONS, DEFAULT, Convention
from treesolve.problem import UNPRINTABLE, InputError, Problem, Span, nearest
from treesolve.value import INFINITY, Number


def read_convention(path: Path) -> Convention:
    """The lecture a TOML file describes.

    The file needs an `id`; `base` names the lecture whose fields it takes over (haw, if it does not say), and
    any field of Convention changes that one. Raises InputError with everything wrong in the file, OSError
    where it cannot be read.
    """
    text = path.read_bytes().decode("utf-8", errors="replace")
    fields = _toml(text, str(path))
    base = fields.pop("base", DEFAULT.id)
    problems = _problems(fields, text, str(path))
    if not isinstance(base, str) or base not in CONVENTIONS:
        problems.insert(0, _unknown_value("base", base, tuple(CONVENTIONS), text, str(path)))
    if problems:
        raise InputError(tuple(problems))
    if isinstance(fields.get("window"), list):
        fields["window"] = tuple(_bound(value) for value in fields["window"])  # type: ignore[attr-defined]
    fields.setdefault("title", CONVENTIONS[str(base)].title)
    fields.setdefault("source", path.name)
    lecture = CONVENTIONS[str(base)].changed(fields)
    if (lecture.cut == "never") is not (lecture.bounds == "none"):
        raise InputError((Problem("lecture-never-none", _key_span("cut", text), {}, str(path), text),))
    return lecture


def _toml(text: str, source: str) -> dict[str, object]:
    try:
        fields = tomllib.loads(text.replace("\r\n", "\n"), parse_float=_exact)
    except tomllib.TOMLDecodeError as error:
        raise InputError((_syntax_problem(error, text, source),)) from None
    return {name.replace("-", "_"): value for name, value in fields.items()}


def _exact(written: str) -> object:
    return float(written) if "inf" in written or "nan" in written else Fraction(written)


def _syntax_problem(error: Exception, text: str, source: str) -> Problem:
    found = re.search(r"at line (\d+), column (\d+)", str(error))
    lines = text.split("\n")
    offset = len(text)
    if found:
        offset = sum(len(line) + 1 for line in lines[: int(found[1]) - 1]) + int(found[2]) - 1
    reason = re.sub(r" \(at .*\)$", "", str(error))
    return Problem("toml-syntax", Span(offset, offset + 1), {"reason": reason}, source, text)


def _problems(fields: dict[str, object], text: str, source: str) -> list[Problem]:
    problems: list[Problem] = []
    problems += _id_problems(fields.get("id"), text, source)
    for name, value in fields.items():
        if name not in Convention._fields:
            hint = nearest(name, Convention._fields)
            facts = {"key": name, "nearest": hint}
            problems.append(Problem("lecture-key", _key_span(name, text), facts, source, text))
        elif name in CHOICES and value not in CHOICES[name]:
            problems.append(_unknown_value(name, value, CHOICES[name], text, source))
        elif name in ("id", "title", "source") and not isinstance(value, str):
            problems.append(Problem("lecture-text", _key_span(name, text), {"key": name}, source, text))
        elif isinstance(value, str) and UNPRINTABLE.search(value):
            problems.append(Problem("control-character", _key_span(name, text), {}, source, text))
        elif name == "window" and not _is_window(value):
            problems.append(Problem("lecture-window", _key_span(name, text), {}, source, text))
    return problems


def _id_problems(name: object, text: str, source: str) -> list[Problem]:
    if not isinstance(name, str) or not name.strip():
        return [Problem("lecture-without-id", None, {}, source, text)]
    if name in CONVENTIONS:
        return [Problem("lecture-name-taken", _key_span("id", text), {"id": name}, source, text)]
    return []


def _unknown_value(name: str, value: object, known: tuple[str, ...], text: str, source: str) -> Problem:
    facts = {"key": name, "value": str(value), "nearest": nearest(str(value), known), "known": ", ".join(known)}
    return Problem("lecture-value", _key_span(name, text), facts, source, text)


def _key_span(name: str, text: str) -> Span | None:
    found = re.search(rf"^[ \t]*\"?({re.escape(name).replace('_', '[-_]')})\"?[ \t]*=", text, re.MULTILINE)
    return Span(*found.span(1)) if found else None


def _is_window(value: object) -> bool:
    if not isinstance(value, list) or len(value) != 2:
        return False
    bounds = [_bound(bound) for bound in value]
    return None not in bounds and bounds[0] < bounds[1]  # type: ignore[operator]


def _bound(value: object) -> Number | None:
    if value in ("inf", "-inf"):
        return float(str(value))
    if isinstance(value, bool) or value != value:
        return None
    return value if hasattr(value, "numerator") or value in (INFINITY, -INFINITY) else None  # type: ignore[return-value]
