"""Positions that are heaps of matches, as text.

Vocabulary

    heap        a number of matches, at least one
"""

import re

from treesolve.model.problem import InputError, Problem, Span

MOST = 1_000
"""So many matches all heaps have together, at most, where a match more is a move more to look at."""

MOST_TOLD = 20
"""So many words that are no heaps are named at most, and so many characters of each."""

_BETWEEN = re.compile(r"[\s,;]+|(?<=\w)-(?=\w)")


def read_heaps(text: str, most: int = MOST) -> tuple[int, ...]:
    """The heaps that a text lists, in its order, divided by blanks, commas or hyphens; `most` matches in all of them.

    Raises InputError that points at what is no heap, and where they are too many matches together.

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
        if word.isascii() and word.isdigit() and len(word) <= len(str(most)) and 0 < int(word) <= most:
            heaps.append(int(word))
        elif len(problems) < MOST_TOLD:
            facts = {"text": word if len(word) <= MOST_TOLD else f"{word[:MOST_TOLD]}…", "largest": most}
            problems.append(Problem("heap-size", Span(start, offset), facts, text=text))
    if not heaps and not problems:
        problems.append(Problem("heap-missing", Span(0, len(text)), text=text))
    if sum(heaps) > most:
        facts = {"count": sum(heaps), "most": most}
        problems.append(Problem("heaps-too-large", Span(0, len(text)), facts, text=text))
    if problems:
        raise InputError(tuple(problems))
    return tuple(heaps)


def read_heap(text: str, most: int = MOST) -> int:
    """The one heap that a text names, of at most so many. Raises InputError where it names none, or several."""
    heaps = read_heaps(text, most)
    if len(heaps) > 1:
        raise InputError((Problem("heaps-several", Span(0, len(text)), {"count": len(heaps)}, text=text),))
    return heaps[0]
