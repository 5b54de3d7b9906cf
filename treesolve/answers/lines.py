"""A text cut into lines, without what merely stands before them: bullets, numbers, letters of tasks, signs of headings.

Vocabulary

    letter      what a sheet prints before a question: `b)`
    number      what counts an item of a list, or a task: `2.`
    section     the lines from one heading, letter or number of a task to the next
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

_LINE = re.compile(r"[^\n]+")
_BULLET = r"(?:[-*•+–·◦▪]|[│├└─╰╭]+|[✀-➿\U0001F300-\U0001FAFF]\uFE0F?)[ \t]+"
_LETTER = r"(?P<letter>\(?\d{0,2}(?P<which>[a-z])(?:\)[.:]?|\.(?=[ \t])))"
_NUMBER = r"(?P<number>\(?\d{1,2}(?:\)|\.(?=[ \t]|$)))"
_BEFORE = re.compile(
    rf"[ \t>]*(?P<heading>#{{1,6}}(?=[ \t]|$))?[ \t]*(?:{_BULLET})*(?:\[[ xX]?\][ \t]+)?"
    rf"(?:{_LETTER}[ \t]*)?(?:{_NUMBER}[ \t]*)?"
)


class Line(NamedTuple):
    """A line that is not empty: where its words begin and end in the text, and what stood before them."""

    text: str
    start: int
    is_heading: bool = False
    letter: str = ""
    has_number: bool = False
    is_first: bool = False


def lines_in(text: str, written: str) -> Iterator[Line]:
    r"""The lines of a text without markup in turn; `is_first` says that an empty one stands above, as it was `written`.

    >>> [(line.text, line.letter, line.has_number) for line in lines_in("a) B\n\n- 1. L1\n", "a) B\n\n- 1. L1\n")]
    [('B', 'a', False), ('L1', '', True)]
    """
    end = -1
    for found in _LINE.finditer(text):
        if not found[0].strip():
            continue
        before = _BEFORE.match(text, found.start(), found.end())
        start = before.end() if before else found.start()
        is_first = end < 0 or any(not line.strip() for line in written[end + 1 : found.start()].split("\n")[:-1])
        end = found.end()
        yield Line(
            text[start:end].rstrip(),
            start,
            bool(before and before["heading"]),
            before["which"] or "" if before else "",
            bool(before and before["number"]),
            is_first,
        )
