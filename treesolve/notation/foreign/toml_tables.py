"""Trees in TOML and INI: a table for each node, by its name or in the tables of its parents; read as dictionaries.

[A]                         [A.B]           [[tree.children]]
children = ["B", "C"]       D = 3           name = "B"
"""

import json
import re
import tomllib
from collections import Counter

from treesolve.model.problem import InputError, Span
from treesolve.notation.foreign import dictionaries
from treesolve.notation.foreign.label import number
from treesolve.notation.foreign.refusal import refusal
from treesolve.notation.foreign.sketch import Sketch, nodes

NAME = "TOML"

LONGEST = 100_000
"""No longer text is looked at."""

_HEADER = re.compile(r"^[ \t]*\[\[?[ \t]*[\w\"'. -]*[A-Za-z_][\w\"'. -]*\]\]?[ \t]*(?:#[^\n]*)?$", re.MULTILINE)
_HEADING = re.compile(r"[ \t]*\[\[?[ \t]*[\w\"'. -]*[A-Za-z_][\w\"'. -]*\]")
_KEY = re.compile(r"^[ \t]*[\w.\"'-]+[ \t]*=", re.MULTILINE)

_PLAIN = re.compile(
    r"^(?P<key>[ \t]*[\w-]+[ \t]*=)[ \t]*(?P<words>[+\-]?[^\W_\[\]{}\"'#;=][^\[\]{}\"'#;=\n]*?)[ \t]*(?:[#;][^\n]*)?$",
    re.MULTILINE,
)
"""A field with bare words or numbers."""


class _Written(str):
    """A number as it is written, which JSON has without quotation marks."""


def recognises(text: str) -> bool:
    """Whether there are keys below the heading of a table, and all of a text is TOML, perhaps with a slip."""
    return _tables_as_json(text) is not None or _is_nearly_toml(text)


def read(text: str) -> Sketch:
    """The tree. Raises InputError, with the first heading as its place, where it is none."""
    found, header = _tables_as_json(text), _HEADER.search(text)
    if found is None or header is None:
        raise refusal("foreign-form", _span_of_slip(text))
    span = Span(*header.span())
    try:
        if not dictionaries.recognises(found):
            raise refusal("foreign-form", span)
        sketch = _with_span_everywhere(dictionaries.read(found), span)
        _check_repeated_names(sketch)
        return sketch
    except InputError as error:
        raise InputError(tuple(problem._replace(span=span) for problem in error.problems)) from None


def _is_nearly_toml(text: str) -> bool:
    """Whether every line is a heading or a key, or nearly so, and there are several headings."""
    if len(text) > LONGEST or not _HEADER.search(text):
        return False
    lines = [line for line in text.splitlines() if line.strip() and not line.lstrip().startswith("#")]
    headings = [line for line in lines if _HEADING.match(line)]
    return 1 < len(headings) < len(lines) and all(_HEADING.match(line) or _KEY.match(line) for line in lines)


def _span_of_slip(text: str) -> Span:
    """The line at which a text is no TOML any more."""
    place = 0
    try:
        tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        found = re.search(r"line ([0-9]+)", str(error))
        place = int(found[1]) - 1 if found else 0
    lines = text.split("\n")
    start = sum(len(line) + 1 for line in lines[:place])
    return Span(start, min(start + len(lines[place] if place < len(lines) else ""), len(text)))


def _check_repeated_names(sketch: Sketch) -> None:
    """Raises InputError where a name which stands again and again may be that of a field."""
    below = [[child.name for child in node.children] for node in nodes(sketch) if node.children]
    names = Counter(name for each in below if len(set(each)) == 1 for name in each if name)
    name, count = names.most_common(1)[0] if names else ("", 0)
    if count > 1:
        raise refusal("unknown-field", sketch.span, text=name)


def _tables_as_json(text: str) -> str | None:
    """The tables of a text as JSON; None where it has none."""
    if len(text) > LONGEST or not _HEADER.search(text) or not _KEY.search(text):
        return None
    for written in (text, _PLAIN.sub(_quoted, text)):
        try:
            return _value_as_json(tomllib.loads(written, parse_float=_Written))
        except (tomllib.TOMLDecodeError, RecursionError, ValueError):
            continue
    return None


def _quoted(found: re.Match[str]) -> str:
    """A field of an INI file, where words need no quotation marks and lists no brackets."""
    words = re.split(r"[ \t]*,[ \t]*|[ \t]+", found["words"])
    values = [each if number(each) is not None else json.dumps(each, ensure_ascii=False) for each in words]
    return f"{found['key']}[{', '.join(values)}]" if len(values) > 1 else f"{found['key']}{values[0]}"


def _value_as_json(value: object) -> str:
    """A value as JSON, with numbers as they are written."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{json.dumps(key)}: {_value_as_json(each)}" for key, each in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(_value_as_json, value)) + "]"
    if isinstance(value, str) and not isinstance(value, _Written):
        return json.dumps(value, ensure_ascii=False)
    return str(value).lower() if isinstance(value, bool) else str(value)


def _with_span_everywhere(sketch: Sketch, span: Span) -> Sketch:
    """The tree with that place for each of its nodes."""
    return sketch._replace(span=span, children=tuple(_with_span_everywhere(child, span) for child in sketch.children))
