"""Positions that are heaps of matches, as text.

Vocabulary

    heap        a number of matches, at least one
"""

import re

from treesolve.problem import InputError, Problem, Span

LARGEST = 1_000_000
"""So many matches a heap may have."""

MOST_TOLD = 20
"""So many words that are no heaps are named at most, and so many characters of each."""

_BETWEEN = re.compile(r"[\s,;]+|(?<=\w)-(?=\w)")


def read_heaps(text: str) -> tuple[int, ...]:
    """The heaps that a text lists, in its order, divided by blanks, commas or hyphens.

    Raises InputError that points at what is no heap.

    >>> read_heaps("3-4-5"), read_heaps("7")
    ((3, 4, 5), (7,))
    """
    heaps: list[int] = []
    problems: list[Problem] = []
    offset = 0
    for word in _BETWEEN.split(text):
        start = text.index(word, offset)
        offset = start + len(word)
        if not word:
            continue
        if word.isascii() and word.isdigit() and len(word) <= len(str(LARGEST)) and 0 < int(word) <= LARGEST:
            heaps.append(int(word))
        elif len(problems) < MOST_TOLD:
            facts = {"text": word if len(word) <= MOST_TOLD else f"{word[:MOST_TOLD]}…", "largest": LARGEST}
            problems.append(Problem("heap-size", Span(start, offset), facts, text=text))
    if not heaps and not problems:
        problems.append(Problem("heap-missing", Span(0, len(text)), text=text))
    if problems:
        raise InputError(tuple(problems))
    return tuple(heaps)


def read_heap(text: str) -> int:
    """The one heap that a text names. Raises InputError where it names none, or several."""
    heaps = read_heaps(text)
    if len(heaps) > 1:
        raise InputError((Problem("heaps-several", Span(0, len(text)), {"count": len(heaps)}, text=text),))
    return heaps[0]
