"""Several whole numbers as one writes them: 4, or 2..6, or 2,4,6."""

import re

from treesolve.model.problem import InputError, Problem

_PART = re.compile(r"(-?\d{1,7})(?:\s*\.\.\s*(-?\d{1,7}))?")


def read_range(text: str, least: int, most: int) -> tuple[int, ...]:
    """The numbers a text stands for, ascending, each once; all from `least` to `most`.

    Raises InputError where a part of it is no number or range, runs backwards, or leaves these.

    >>> read_range("2..4,7", 1, 10)
    (2, 3, 4, 7)
    """
    found: set[int] = set()
    for part in text.replace("−", "-").replace("–", "-").split(","):
        found |= set(_range_of_part(part.strip(), text, least, most))
    return tuple(sorted(found))


def _range_of_part(part: str, text: str, least: int, most: int) -> range:
    read = _PART.fullmatch(part)
    if not read:
        raise InputError((Problem("cost-range-form", None, {"text": text, "part": part}),))
    low, high = int(read[1]), int(read[2] or read[1])
    if low > high:
        raise InputError((Problem("cost-range-order", None, {"low": low, "high": high}),))
    for number in (low, high):
        if not least <= number <= most:
            facts = {"number": number, "least": least, "most": most}
            raise InputError((Problem("cost-range-span", None, facts),))
    return range(low, high + 1)
