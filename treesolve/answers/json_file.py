"""JSON files: one object, a list of objects, or an object a line, with the keys of the text form.

Numbers stay as they are written, so that 0.1 is one tenth.
"""

import json
import re
from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import PurePath
from typing import Any, TextIO

from treesolve.answers.decoding import MOST_BYTES
from treesolve.answers.submission import JsonObject, Path, Submission, identity_line, object_in, tidy, written_item
from treesolve.answers.words import IDENTITY, key_meaning, nearest_key, number_meant
from treesolve.model.answer import QUESTIONS
from treesolve.model.problem import InputError, Problem, Span
from treesolve.notation.writer import write_name

MOST_JSON = 16 << 20
"""So many characters a JSON file may have; lines of JSON Lines may be read from larger ones."""

_KEY = "treesolve/key/"
"""How the schema of a key is called: no student has written it."""

_CONSTANTS = {"Infinity": "inf", "-Infinity": "-inf"}


class _Written(str):
    """A number as it is written in the file."""

    __slots__ = ()


class _KeyTwice(ValueError):
    """An object with the same key twice."""


def read_objects(text: str, source: str, student: str = "") -> Iterator[Submission | Problem]:
    """The submissions of a JSON file, and the problems with others in it; one object alone is that student's."""
    if len(text) > MOST_JSON:
        yield Problem("submission-too-large", None, {"most": MOST_JSON // 1024}, source)
        return
    try:
        content = _values_with_places(text, source)
    except InputError as error:
        yield from error.problems
        return
    told: set[str] = set()
    is_list = text.lstrip().startswith("[")
    for number, (item, start, end) in enumerate(content, 1):
        called = f"{source}[{number}]" if is_list else source
        whose = f"{PurePath(source).stem}:{number}" if is_list else student
        yield from _submissions_of_object(item, called, whose, object_in(source, called, text, start, end), told)


def is_json(text: str) -> bool:
    """Whether a text is JSON in full, so that it is no answer in words that begins with a brace."""
    try:
        _content_of_json(text, "")
    except InputError:
        return False
    return True


def _values_with_places(text: str, source: str) -> list[tuple[Any, int, int]]:
    """The values of a JSON list, or the one value of another text, each with where it begins and ends."""
    start, found = _end_of_blanks(text, 0), []
    if not text.startswith("[", start):
        return [(_content_of_json(text, source), start, len(text.rstrip()))]
    start, mark = start + 1, ","
    if text.startswith("]", _end_of_blanks(text, start)):
        _content_of_json(text, source)
        return []
    while mark == ",":
        start = _end_of_blanks(text, start)
        value, end = _value_at_offset(text, start, source)
        found.append((value, start, end))
        end = _end_of_blanks(text, end)
        mark, start = text[end : end + 1], end + 1
    if mark != "]" or text[start:].strip():
        _content_of_json(text, source)  # says what is wrong there
    return found


def _end_of_blanks(text: str, start: int) -> int:
    found = _BLANK.match(text, start)
    return found.end() if found else start


def read_lines(lines: "Iterator[str] | TextIO", source: str) -> Iterator[Submission | Problem]:
    """The submissions of a file that has an object a line."""
    told: set[str] = set()
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        place = f"{source}:{number}"
        if len(line) > MOST_BYTES:
            yield Problem("submission-too-large", None, {"most": MOST_BYTES // 1024}, place)
            continue
        at = JsonObject(source, source, line.rstrip("\n"), number)
        try:
            content = _content_of_json(at.text, place)
        except InputError as error:
            yield from (at.shown(problem, problem.span) if problem.span else problem for problem in error.problems)
            continue
        yield from _submissions_of_object(content, place, f"{PurePath(source).stem}:{number}", at, told)


def _content_of_json(text: str, source: str) -> Any:
    """The content of a JSON text. Raises InputError where it is none, or nobody would write it by hand."""
    start = _end_of_blanks(text, 0)
    content, end = _value_at_offset(text, start, source)
    end = _end_of_blanks(text, end)
    if end < len(text):
        raise InputError((Problem("submission-json", Span(end, end + 1), {}, source, text),))
    return content


def _value_at_offset(text: str, start: int, source: str) -> tuple[Any, int]:
    """The JSON value that begins at an offset, and where it ends. Raises InputError as `_content_of_json` does."""
    try:
        return _DECODER.raw_decode(text, start)
    except json.JSONDecodeError as error:
        span = Span(error.pos, error.pos + 1)
        raise InputError((Problem("submission-json", span, {}, source, text),)) from None
    except _KeyTwice as error:
        twice = _second_place_of_key(text, start, error.args[0])
        problem = Problem("submission-json-key-twice", twice, {"text": error.args[0]}, source, text)
        raise InputError((problem,)) from None
    except RecursionError:
        raise InputError((Problem("submission-json-deep", None, {}, source),)) from None


def _second_place_of_key(text: str, start: int, key: str) -> Span | None:
    """Where a key stands for the second time from an offset on, if it is written the usual way."""
    found = list(islice(re.finditer(rf"{re.escape(json.dumps(key, ensure_ascii=False))}(?=\s*:)", text[start:]), 2))
    return Span(start + found[1].start(), start + found[1].end()) if len(found) == 2 else None


def _constant_as_written(name: str) -> _Written:
    return _Written(_CONSTANTS.get(name, name))


def _object_without_repeats(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        seen: set[str] = set()
        raise _KeyTwice(next(key for key, _ in pairs if key in seen or seen.add(key)))  # type: ignore[func-returns-value]
    return found


_DECODER = json.JSONDecoder(
    parse_int=_Written,
    parse_float=_Written,
    parse_constant=_constant_as_written,
    object_pairs_hook=_object_without_repeats,
)
_BLANK = re.compile(r"[ \t\r\n]*")


def _submissions_of_object(
    content: Any, source: str, student: str, place: JsonObject, told: set[str]
) -> Iterator[Submission | Problem]:
    """The submission of one object, after remarks on keys that mean nothing and were not told for this file."""
    if not isinstance(content, dict):
        yield place.problem("submission-json-object")
        return
    if str(content.get("schema", "")).startswith(_KEY):
        yield Problem("submission-is-key", None, {}, place.called)
        return
    lines: dict[str, list[_Piece]] = {}
    for key, value in content.items():
        meaning = key_meaning(key)
        if meaning is None and _is_value_of_node(value):
            lines[key] = [(f"{write_name(tidy(key))}={_odd_value_as_text(value)}", (key,))]
        elif meaning is None and key not in told:
            told.add(key)
            yield place.problem("submission-unknown-column", (key,), text=tidy(key), nearest=nearest_key(key))
        elif meaning in lines:
            yield place.problem("submission-json-key-twice", (key,), text=tidy(key))
        elif meaning and value is not None:
            lines[meaning] = list(_pieces_of_line(meaning, key, value))
    text, patches = _joined_lines(pieces for _, pieces in sorted(lines.items(), key=lambda item: item[0] != "student"))
    if len(text) > MOST_BYTES:
        yield place.problem("submission-too-large", most=MOST_BYTES // 1024)
    elif not text:
        yield place.problem("submission-empty")
    else:
        yield Submission(source, student, text, place._replace(patches=patches))


_Piece = tuple[str, Path]
"""A stretch of a line of the text form, and the path to the value it was made from."""


def _joined_lines(lines: Iterable[list[_Piece]]) -> tuple[str, tuple[tuple[int, int, Path], ...]]:
    """The text of all lines, and where each piece stands in it."""
    text, patches = "", []
    for pieces in lines:
        for written, path in pieces:
            patches.append((len(text), len(text) + len(written), path))
            text += written
        text += "\n"
    return text, tuple(patches)


def _pieces_of_line(part: str, key: str, value: Any) -> Iterator[_Piece]:
    """A line of the text form; what makes no sense there is written as it is, so that the reader tells it."""
    if part in (*IDENTITY, *QUESTIONS):
        yield _line_of_part(part, value), (key,)
    elif isinstance(value, dict):
        yield f"{part}:", (key,)
        for node, entry in value.items():
            yield f" {write_name(tidy(node))}={_value_of_node_as_text(part, entry)}", (key, node)
    elif isinstance(value, list) and part in ("pruned", "order"):
        yield f"{part}:" if value else f"{part}: none", (key,)
        for number, entry in enumerate(value):
            yield f" {_node_as_text(entry)}", (key, number)
    else:
        yield _line_of_part(part, value), (key,)


def _line_of_part(part: str, value: Any) -> str:
    if part in IDENTITY:
        return identity_line(part, value if isinstance(value, str) else _odd_value_as_text(value))
    if part in QUESTIONS:
        return f"{part}: {_free_text_of_value(value)}"
    if part == "best" and isinstance(value, str):
        return f"{part}: {_node_as_text(value)}"
    return f"{part}: {tidy(value) if isinstance(value, str) else _odd_value_as_text(value)}"


def _is_value_of_node(value: Any) -> bool:
    """Whether a value is a number, or one for each player: then what it belongs to may be a node."""
    if isinstance(value, list):
        return bool(value) and all(isinstance(entry, _Written) for entry in value)
    return isinstance(value, str) and number_meant(value) is not None


def _free_text_of_value(value: Any) -> str:
    """An answer that each question reads itself: a text, a list one after the other, an object key by key."""
    if isinstance(value, dict):
        return "; ".join(f"{tidy(key)}: {_free_text_of_value(entry)}" for key, entry in value.items())
    if isinstance(value, list) and not any(isinstance(entry, list | dict) for entry in value):
        return " ".join(map(_free_text_of_value, value))
    return tidy(value) if isinstance(value, str) else _odd_value_as_text(value)


def _node_as_text(value: Any) -> str:
    """A node in a list; numbers are values of leaves."""
    if isinstance(value, _Written):
        return str(value)
    return written_item(value) if isinstance(value, str) else _odd_value_as_text(value)


def _value_of_node_as_text(part: str, entry: Any) -> str:
    """What is said about a node: a number, a window as a list of two, or a row of such lists."""
    if entry is None:
        return "?"
    if part == "windows" and isinstance(entry, list):
        is_row = bool(entry) and all(isinstance(pair, list) for pair in entry)
        return " ".join(f"[{'; '.join(map(_odd_value_as_text, pair))}]" for pair in (entry if is_row else [entry]))
    return _odd_value_as_text(entry)


def _odd_value_as_text(value: Any) -> str:
    """A value on one line without blanks, whatever it is."""
    if isinstance(value, str):
        return tidy(value).replace(" ", "_")
    return re.sub(r'[\s"\\]', "", json.dumps(value, ensure_ascii=False))
