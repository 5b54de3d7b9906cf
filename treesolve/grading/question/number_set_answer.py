"""Parse sets of numbers in answers: x <= 5, 5 < x < 7, [5, inf), x < 3 or x > 7, none, all."""

import re
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import product

from treesolve.analysis.piecewise import Interval, merge_intervals
from treesolve.model.number import INFINITY, Number
from treesolve.submissions.answer_words import load_answer_words, parse_answer_number

EVERYTHING = Interval(-INFINITY, INFINITY)
"""All finite numbers."""

_MAX_ANSWER_LENGTH, _MAX_SETS = 300, 12

_SIGNS = {"<=": "≤", "=<": "≤", "⩽": "≤", ">=": "≥", "=>": "≥", "⩾": "≥", "∪": "or", "∨": "or", "∧": "and"}
_FLIPPED = {"<": ">", ">": "<", "≤": "≥", "≥": "≤", "=": "="}
_NUMBER = r"[+\-−–]? ?(?:[0-9]+(?:[.,/][0-9]+)?|∞)"
_COMPARED = re.compile(rf"(?:({_NUMBER}) ?([<>≤≥=]) ?)?([a-z])?(?: ?([<>≤≥=]) ?({_NUMBER}))?")
_STRETCH = re.compile(rf"({_NUMBER}) ?(?:\.\.+|…) ?({_NUMBER})")
_BRACKETS = re.compile(rf"(?:([a-z]) ?(?:∈|in) ?)?([\[\](]) ?({_NUMBER}) ?[;,] ?({_NUMBER}) ?([\[\])])")


@cache
def _alternatives(meaning: str) -> str:
    """Return a regular expression that matches all words with this meaning."""
    return "|".join(map(re.escape, load_answer_words()["sets"][meaning]))


@cache
def _word_pattern(meaning: str) -> "re.Pattern[str]":
    """Return a pattern that matches a word with this meaning, alone or followed by a letter: none, no x."""
    return re.compile(rf"(?:{_alternatives(meaning)})(?: [a-z])?")


def read_numbers(text: str, letter: str) -> list[Interval]:
    """Return the intervals in an answer, as written. Raises ValueError if the answer is unreadable or too long.

    >>> read_numbers("5 < x <= 7", "x"), read_numbers("none", "x")
    ([Interval(low=5, high=7, low_closed=False, high_closed=True)], [])
    """
    text = " ".join(text.lower().split()).rstrip(".")
    if len(text) > _MAX_ANSWER_LENGTH:
        raise ValueError("unreadable")
    if _word_pattern("none").fullmatch(text):
        return []
    if _word_pattern("all").fullmatch(text):
        return [EVERYTHING]
    for spelling, sign in _SIGNS.items():
        text = text.replace(spelling, sign)
    for meaning, sign in (("at most", "≤"), ("at least", "≥")):
        text = re.sub(rf"\b(?:{_alternatives(meaning)})\b", sign, text)
    text = re.sub(r"\b(?:inf|infinity|oo|unendlich)\b", "∞", text)
    fragments = re.split(rf"\b(?:{_alternatives('or')})\b", text)
    if len(fragments) > _MAX_SETS:
        raise ValueError("unreadable")
    return [found for fragment in fragments if (found := _intersection_of_fragment(fragment, {letter.lower(), "x"}))]


def _intersection_of_fragment(fragment: str, letters: set[str]) -> Interval | None:
    """Return the intersection of the conditions in a fragment. Conditions are separated by "and" or by commas."""
    found: Interval | None = EVERYTHING
    for atom in re.split(rf"\b(?:{_alternatives('and')})\b|,(?= ?[a-z])", fragment):
        part = _interval_of_atom(atom.strip(), letters)
        found = found and part and intersection(found, part)
    return found


def _interval_of_atom(atom: str, letters: set[str]) -> Interval | None:
    """Parse one condition: an interval in brackets, a comparison such as 5 < x <= 7, or a range such as 5..7."""
    found = _BRACKETS.fullmatch(atom)
    if found and found[1] in {None, *letters}:
        return interval(parse_answer_number(found[3]), parse_answer_number(found[4]), found[2] == "[", found[5] == "]")
    found = _STRETCH.fullmatch(atom)
    if found:
        return interval(parse_answer_number(found[1]), parse_answer_number(found[2]), True, True)
    found = _COMPARED.fullmatch(atom)
    is_half = found is not None and found[3] is None and not found[1]
    if not found or not (is_half or found[3] in letters) or not (found[2] or found[4]):
        raise ValueError("unreadable")
    above = _half_line(_FLIPPED[found[2]], parse_answer_number(found[1])) if found[2] else EVERYTHING
    below = _half_line(found[4], parse_answer_number(found[5])) if found[4] else EVERYTHING
    return above and below and intersection(above, below)


def _half_line(sign: str, number: Number) -> Interval | None:
    """Return the interval of the values that compare with a number as `sign` says."""
    if sign == "=":
        return interval(number, number, True, True)
    if sign in "<≤":
        return interval(-INFINITY, number, False, sign == "≤")
    return interval(number, INFINITY, sign == "≥", False)


def interval(low: Number, high: Number, low_closed: bool, high_closed: bool) -> Interval | None:
    """Return the interval with these ends, or None if it is empty. Infinite ends are always open."""
    low_closed, high_closed = low_closed and low != -INFINITY, high_closed and high != INFINITY
    is_point = low == high and low_closed and high_closed
    return Interval(low, high, low_closed, high_closed) if low < high or is_point else None


def intersection(one: Interval, other: Interval) -> Interval | None:
    """Return the intersection of two intervals, or None if it is empty."""
    low, high = max(one.low, other.low), min(one.high, other.high)
    low_closed = all(each.low < low or each.low_closed for each in (one, other))
    high_closed = all(each.high > high or each.high_closed for each in (one, other))
    return interval(low, high, low_closed, high_closed)


def plain(raw: Iterable[Interval], domain: Interval, *, integers: bool) -> tuple[Interval, ...]:
    """Restrict intervals to the domain, and return them in canonical form: merged and in increasing order.

    >>> [tuple(each) for each in plain([Interval(3, 7), Interval(7, 9, True)], EVERYTHING, integers=True)]
    [(4, 8, True, True)]
    """
    within = [both for each in raw if (both := intersection(each, domain))]
    if integers:
        within = [found for each in within if (found := each.integers)]
    merged: list[Interval] = []
    for each in sorted(within, key=lambda each: (each.low, not each.low_closed)):
        last = merged[-1] if merged else None
        if last and (each.low < last.high or (each.low == last.high and each.low_closed and last.high_closed)):
            high = max(last.high, each.high)
            closed = any(one.high == high and one.high_closed for one in (last, each))
            merged[-1] = Interval(last.low, high, last.low_closed, closed)
        else:
            merged.append(each)
    return merge_intervals(merged, integers=integers)


def intervals_with_ends_toggled(raw: list[Interval]) -> Iterator[list[Interval]]:
    """Yield the intervals with finite ends changed from open to closed or vice versa, in every combination.

    Yields nothing for more than two intervals.
    """
    if len(raw) > 2:
        return
    for ends in product((False, True), repeat=2 * len(raw)):
        turned = zip(raw, ends[::2], ends[1::2], strict=True)
        found = (interval(one.low, one.high, one.low_closed ^ low, one.high_closed ^ high) for one, low, high in turned)
        if any(ends):
            yield [each for each in found if each]
