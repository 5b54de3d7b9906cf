"""A text cut into lines and sentences, without the bullets and numbers before them, and the keys that stand in these.

All of these work on plain text, at its places.

Vocabulary

    label       a bullet or the number of a task before a line: `-`, `b)`, `2.`
    keyed       a key and what stands behind it
"""

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import islice
from typing import NamedTuple

from treesolve.answers.answer_words import passed
from treesolve.answers.part_words import key_meaning, misspelt_key
from treesolve.model.problem import Span

_INLINE = re.compile(r"(?:\A|(?<=\n)|(?<=\S)([ \t]))\(([a-h])\)(?=[ \t]+\S)")
_LETTERED = re.compile(
    r"^[ \t]*([a-h]):(?=[ \t]+(?![<>=≤≥ \t]*[+\-−–]?(?:\d|(?:max|min)[ \t]*[({]))\S)", re.MULTILINE | re.IGNORECASE
)
_BULLET = re.compile(r"[ \t]*(?:(?:[*•‣▪·]|=>|-+>|→|⇒)[ \t]+|([-+–—])[ \t]+)(?:\[[xX ]\][ \t]+)?")
_NUMBER = re.compile(r"(?!\d{1,2}[.)][ \t]+\D)[\d∞]")
_CONTINUED = re.compile(r"(?:->|→|⇒)[ \t]*\Z")
_LABEL = re.compile(
    r"[ \t]*(?!d\.[ ]?h\.|i\.[ ]?e\.)\(?(?:(\d{1,2}[.]?[a-h]|[A-Za-z])|\d{1,2}|[ivx]{1,4})"
    r"(?:(?:[.)]|\.\))[ \t]+(?=\S)|(?<=[a-h\d])\)(?=[^\W\d]))"
)
_ALONE = re.compile(
    r"\s*\(?(?:\d{0,2}[.]?[a-z]|\d{1,2}|[ivx]{1,4})(?:\.|\)[.:]?)[ \t]*|\s*\([A-Z]\)[ \t]*|\s*[A-Z]\)[ \t]*"
)
_SENTENCE_END = re.compile(
    r"(?<!\bopt)(?<!\bbzw)(?<!\b[di]\.[ ][he])(?<!\b[di]\.[he])"
    r"[.!](?=[ \t]+[A-ZÄÖÜ][a-zäöü]|[ \t]+(?:[A-ZÄÖÜ0-9]\w*|[a-z]\d{1,2})[ \t]+[a-zäöü])|\?(?=[ \t])"
    r"|(?:(?<=[^\W\d])|(?<=\w\d))[.!](?=[ \t]+[A-ZÄÖÜ]\w*[ \t]*[=≤≥])"
    r"|(?<=[^\W\d]{4})[.!](?=[ \t]+[A-Z]\d{0,2}:[ \t])"
)
_WORDS = re.compile(r"(?:[^\W\d][\w./’'-]*[ \t]+){0,5}[^\W\d][\w./’'()-]*[ \t]*\Z")
_SEPARATOR = re.compile(r"[ \t]*(?::=|=>|=|-+>|→|⇒|\t|\||;|[ \t][-–—][ \t]|\((?=[^()\n]*\)[ \t]*(?:\n|\Z)))[ \t]*")
_SEPARATOR_OR_COLON = re.compile(rf"{_SEPARATOR.pattern}|[ \t]*:[ \t]*")
_WORD = re.compile(r"[^\s,]+")
_QUOTED = re.compile(r'"(?:[^"\\\n]|\\["\\]){0,300}"')
_NO_KEY = re.compile(r"[\d,]")
HEADING = "#"
"""What is left of a heading that is no key."""

_LONGEST_KEY = 80
_MOST_WORDS = 7


class Line(NamedTuple):
    """A line without its label, whether that was the letter or the name of a task, or a heading stands above it."""

    span: Span
    is_task: bool
    is_first: bool = False


class Keyed(NamedTuple):
    """A key with the part it means, what is behind it, and whether it is misspelt."""

    part: str
    label: Span
    start: int
    end: int
    is_misspelt: bool = False


@lru_cache(maxsize=4)
def lines(text: str) -> tuple[Line, ...]:
    """The lines that are not blank, without labels; one that ends in an arrow goes on in the next."""
    return tuple(_lines_in_turn(text))


def _lines_in_turn(text: str) -> Iterator[Line]:
    start = 0
    text = _with_tasks_on_own_lines(text)
    found: list[tuple[int, int]] = []
    while start <= len(text):
        end = text.find("\n", start)
        end = len(text) if end < 0 else end
        if found and _CONTINUED.search(text, *found[-1]):
            found[-1] = found[-1][0], end
        elif text[start:end].strip():
            found.append((start, end))
        start = end + 1
    alone = {line for line in found if _ALONE.fullmatch(text, *line) or passed("task").fullmatch(text, *line)}
    headed = {line for line in found if text[slice(*line)].strip() == HEADING}
    found = [line for line in found if line not in alone | headed]
    tasks, headings = {end for _, end in alone}, {end for _, end in headed}
    marks = [_bullet_of_line(text, *line) for line in found]
    for number, (start, end) in enumerate(found):
        is_list = bool(marks[number]) and marks[number] in (marks[number - 1 : number] + marks[number + 1 : number + 2])
        begin, is_task = _start_of_content(text, start, end, is_list=is_list)
        line = _line_without_frame(text, *trimmed(text, begin, end), is_task=is_task)
        if line.start < line.end:
            above = text.rfind("\n", 0, line.start)
            yield Line(line, is_task or above in tasks, above in headings)


def _with_tasks_on_own_lines(text: str) -> str:
    """The text with a new line before each letter of tasks that stand in one line: `(a) A=3; (b) L4`.

    Letters with a colon are those of tasks, too, if no number stands behind any of them: `a: A=3`.
    """
    lettered = [*_LETTERED.finditer(text)]
    if len(lettered) > 2 and [one[1] for one in lettered] == [*"abcdefgh"[: len(lettered)]]:
        text = _LETTERED.sub(lambda found: found[0][:-1] + ")", text)
    for line in re.finditer(r"[^\n]+", text):
        found = [*_INLINE.finditer(text, *line.span())]
        if len(found) > 1 and [one[2] for one in found] == [*"abcdefgh"[: len(found)]]:
            for start in (one.start(1) for one in found if one[1]):
                text = text[:start] + "\n" + text[start + 1 :]
    return text


def _line_without_frame(text: str, start: int, end: int, *, is_task: bool) -> Span:
    """A line without the frame of a table's row, or the brackets around what a task is about."""
    if is_task and re.fullmatch(r"\((?:[^()\n]|\([^()\n]*\))+\)[ \t]*:?", text[start:end]):
        return trimmed(text, start + 1, text.rindex(")", start, end))
    if text[start:end][:1] != "|":
        return Span(start, end)
    return trimmed(text, start + 1, end - (end > start + 1 and text[end - 1] == "|"))


def _bullet_of_line(text: str, start: int, end: int) -> str:
    found = _BULLET.match(text, start, end)
    return (found[1] or "*") if found else ""


def _start_of_content(text: str, start: int, end: int, *, is_list: bool) -> tuple[int, bool]:
    """Where a line begins behind its bullet and its label, and whether that is a task's."""
    bullet = _BULLET.match(text, start, end)
    if bullet and (is_list or not bullet[1] or not _NUMBER.match(text, bullet.end(), end)):
        start = bullet.end()
    named = passed("label").match(text, start, end)
    if named:
        return named.end(), True
    label = _LABEL.match(text, start, end)
    if label is None or (label[1] and re.fullmatch(r"[+-]?\d+(?:[.,/]\d+)?\s*", text[label.end() : end])):
        return start, False
    return label.end(), bool(label[1])


def trimmed(text: str, start: int, end: int) -> Span:
    """A stretch without blanks around it."""
    said = text[start:end]
    begin = start + len(said) - len(said.lstrip())
    return Span(begin, begin + len(said.strip()))


def sentences_of(text: str, start: int, end: int) -> list[Span]:
    """The sentences of a line."""
    found, begun = [], start
    text = _with_quotes_hidden(text, start, end)
    for stop in _SENTENCE_END.finditer(text, start, end):
        found.append(trimmed(text, begun, stop.end()))
        begun = stop.end()
    return [span for span in [*found, trimmed(text, begun, end)] if span.start < span.end]


def _with_quotes_hidden(text: str, start: int, end: int) -> str:
    """The text with what stands in quotes made unrecognizable in a stretch."""
    if '"' not in text[start:end]:
        return text
    return text[:start] + _QUOTED.sub(lambda found: "_" * len(found[0]), text[start:end]) + text[end:]


def colon_keys(text: str, start: int, end: int) -> list[Keyed]:
    """The keys with a colon in a stretch, each with all that stands before the next one."""
    found: list[tuple[Span, str, int, bool]] = []
    at, text = start, _with_quotes_hidden(text, start, end)
    while (colon := text.find(":", at, end)) >= 0:
        label = _label_before(text, max(at, start), colon)
        if label:
            whole = text[start:colon]
            part = misspelt_key(whole) if not found and label[0].start > start else None
            place = (Span(start, colon), part, colon + 1, True) if part else (*label, colon + 1, False)
            found.append(place)
        at = colon + 1
    ends = [*(label.start for label, *_ in found), end][1:]
    return [
        Keyed(part, label, begun, stop, is_misspelt)
        for (label, part, begun, is_misspelt), stop in zip(found, ends, strict=True)
    ]


def _label_before(text: str, start: int, colon: int) -> tuple[Span, str] | None:
    """The longest key that ends at a colon."""
    whole = text[start:colon]
    if len(whole) <= _LONGEST_KEY and (part := key_meaning(whole.strip(" \t.,;|([{"))):
        return trimmed(text, start + len(whole) - len(whole.lstrip(" \t.,;|([{")), colon), part
    words = _WORDS.search(text, max(start, colon - _LONGEST_KEY), colon)
    if not words:
        return None
    for word in re.finditer(r"\S+", words[0]):
        label = trimmed(text, words.start() + word.start(), colon)
        if part := key_meaning(text[slice(*label)]):
            return label, part
    return None


def first_keys(text: str, start: int, end: int) -> Iterator[Keyed]:
    """The keys a stretch may begin with, alone, with another sign than a colon, or with just a blank behind them.

    The likeliest comes first; misspelt ones come last, these with a colon, too.
    """
    for is_misspelt, meaning in ((False, key_meaning), (True, misspelt_key)):
        whole = text[start:end].rstrip(" \t.:?")
        if len(whole) <= _LONGEST_KEY and (part := meaning(whole)):
            yield Keyed(part, Span(start, start + len(whole)), end, end, is_misspelt)
        signs = _SEPARATOR_OR_COLON if is_misspelt else _SEPARATOR
        sign = signs.search(text, start, min(end, start + _LONGEST_KEY))
        if sign and (part := meaning(text[start : sign.start()])):
            yield Keyed(part, Span(start, sign.start()), sign.end(), end, is_misspelt)
        for word in reversed([*islice(_WORD.finditer(text, start, min(end, start + _LONGEST_KEY)), _MOST_WORDS)]):
            is_apart = is_misspelt and _NO_KEY.search(text, start, word.end())
            if word.end() < end and not is_apart and (part := meaning(text[start : word.end()])):
                yield Keyed(part, Span(start, word.end()), word.end(), end, is_misspelt)
