"""YAML whose nodes are maps in one another: `left:` and `right:` below a node, or `children:` with their names."""

import re
from collections.abc import Iterator

from treesolve.model.problem import Span
from treesolve.notation.foreign import dictionaries
from treesolve.notation.foreign.dictionary_entries import MOVES
from treesolve.notation.foreign.fields import field
from treesolve.notation.foreign.label import KIND_WORDS, number
from treesolve.notation.foreign.sketch import Sketch

NAME = "YAML"

LONGEST = 50_000
"""No longer text is looked at."""

_LINE = re.compile(
    r"(?P<blanks> *)(?P<key>[\w-]+|\"[^\"\n]*\"|'[^'\n]*'):"
    r"(?:[ \t]+(?P<words>\S(?:[^\n#]*[^\n# \t])?))?[ \t]*(?:#[^\n]*)?"
)
_FLOW = re.compile(r"[\[{].*[\]}]")
_SIDES = ("left", "right", "middle")
_DEEPEST = 90


def recognises(text: str) -> bool:
    """Whether each line is a key with a word behind it, or with more keys below; sides, or children by their names."""
    lines = _lines(text) if len(text) < LONGEST else []
    told = any(
        not words and len(key) > 1 and (field(key) in ("children", *_SIDES) or key.lower() in MOVES)
        for _, key, words in lines
    )
    kinds = any(key.lower() in KIND_WORDS for _, key, _ in lines)
    return told and not kinds and dictionaries.recognises(_text_with_braces(lines))


def read(text: str) -> Sketch:
    """The tree. Raises InputError where it is none; all places are those of the whole text."""
    return _with_span(dictionaries.read(_text_with_braces(_lines(text))), Span(0, len(text.rstrip())))


def _with_span(sketch: Sketch, span: Span) -> Sketch:
    return sketch._replace(span=span, children=tuple(_with_span(child, span) for child in sketch.children))


def _lines(text: str) -> list[tuple[int, str, str]]:
    """Each line with its indentation, its key, and what stands behind it; nothing where one is no such line."""
    found = [_LINE.fullmatch(line) for line in text.splitlines() if line.strip() not in ("", "---")]
    if not found or None in found:
        return []
    return [(len(one["blanks"]), one["key"].strip("\"'"), one["words"] or "") for one in found if one]


def _text_with_braces(lines: list[tuple[int, str, str]]) -> str:
    """The maps as one text with braces; nothing where keys stand further in than nothing above them."""
    return "{" + "".join(_pieces(lines)) + "}"


def _pieces(lines: list[tuple[int, str, str]]) -> Iterator[str]:
    above = [lines[0][0]] if lines else []
    for place, (blanks, key, words) in enumerate(lines):
        while above and above[-1] > blanks:
            above.pop()
            yield "}, "
        deeper = place + 1 < len(lines) and lines[place + 1][0] > blanks
        name = key if field(key) else _in_quotation_marks(key)
        if deeper and not words and len(above) < _DEEPEST:
            above.append(lines[place + 1][0])
            yield f"{name}: {{"
        else:
            plain = _FLOW.fullmatch(words) or number(words) is not None
            yield f"{name}: {words if plain else _in_quotation_marks(words)}, "
    yield "}, " * (len(above) - 1)


def _in_quotation_marks(words: str) -> str:
    """Words in quotation marks; nothing at all for none."""
    return '"' + words.strip("\"'").replace('"', "") + '"' if words else "null"
