"""Sets of numbers as students write them: x <= 5, 5 < x < 7, [5, inf), x < 3 or x > 7, none, all.

Vocabulary

    raw         the intervals as they were written, in any order; they may overlap
    plain       the same set as few intervals from left to right, within the domain; of integers only, where so asked
    toggled     with one end or several open instead of closed, or the other way round
"""

import re
from collections.abc import Iterable, Iterator
from itertools import product

from treesolve.analysis.piecewise import Interval, joined
from treesolve.answers.number_words import student_number
from treesolve.model.number import INFINITY, Number

_MARKED = re.compile(r"\s*([^;|\s]+?)\s*(?:;|\||\.{2,3}|…|\b(?:bis|to)\b)\s*([^;|\s]+)\s*")
_COMMA = re.compile(r"\s*([^,\s]+)\s*,\s*([^,\s]+)\s*|\s*([^,\s]+(?:,\d+)?)\s*,\s+([^,\s]+(?:,\d+)?)\s*")
_BLANK = re.compile(r"\s*(\S+)\s+(\S+)\s*")
"""What parts the two ends of an interval."""

EVERYTHING = Interval(-INFINITY, INFINITY)
"""All finite numbers."""

_LONGEST, _MOST = 300, 12

_NONE = re.compile(
    r"(?:for |für )?(?:none|no [a-z]|kein(?:e[rsn]?)?(?: [a-z])?|nie(?:mals)?|never|nichts?|leer|empty|∅|\{ *\}|-|–|—)"
)
_ALL = re.compile(
    r"(?:for |für )?(?:all|alle|every|any|each|always|immer|jede[rs]?|beliebige?s?)(?: [a-z])?(?: ?(?:∈|in) ?[ℝℤrz])?"
    r"|(?:[a-z] ?(?:∈|in) ?)?[ℝℤ]"
)
_WORDS = (
    (r"kleiner (?:oder )?gleich|less (?:than )?or equal(?: to)?|at most|höchstens|=<|≤|⩽|<=", "≤"),
    (r"(?:größer|groesser) (?:oder )?gleich|greater (?:than )?or equal(?: to)?|at least|mindestens|=>|≥|⩾|>=", "≥"),
    (r"(?:kleiner|weniger)(?: als)?|(?:less|smaller)(?: than)?|unter|below", "<"),
    (r"(?:größer|groesser|mehr)(?: als)?|(?:greater|more|larger)(?: than)?|über|above", ">"),
    (r"\b(?:or|oder|bzw\.?)(?!\w)|∪|∨|\|\|?", "∨"),
    (r"\b(?:and|und|but|aber)\b|∩|∧|&&?", "∧"),
    (r"\b(?:in|aus|between|zwischen)\b|∈", "∈"),
    (r"\b(?:is|ist|equals|gleich|for|für|if|wenn|falls)\b|==", " "),
)
_NUMBER = r"[+\-−–]? ?(?:[0-9]+(?:[.,/][0-9]+)?|∞|oo|inf(?:inity)?|unendlich)"
_WHOLE_TERM = re.compile(rf"{_NUMBER}|[a-z]")
_SIGN = re.compile(r"[<>≤≥=]")
_HALF = re.compile(rf" *([<>≤≥=]) *({_NUMBER}) *")
_BRACKETS = re.compile(r"[\[\](]([^\[\](){}]*)[\])\[]|\{([^{}]*)\}")
_RANGE = re.compile(rf" *({_NUMBER}) *(?:\.\.+|…|bis|to|-|–) *({_NUMBER}) *")
_FLIPPED = {"<": ">", ">": "<", "≤": "≥", "≥": "≤", "=": "="}


def _ends(inside: str) -> tuple[str, str] | None:
    """The two ends of an interval as they are written; None where it cannot be told where one ends."""
    for form in (_MARKED, _COMMA, _BLANK):
        found = form.fullmatch(inside)
        if found:
            low, high = (end for end in found.groups() if end is not None)
            return low, high
    return None


def read_numbers(text: str, letter: str) -> list[Interval]:
    """The raw intervals that a text means. Raises ValueError where it means none, or says more than anyone would.

    >>> read_numbers("5 < x <= 7", "x"), read_numbers("none", "x")
    ([Interval(low=5, high=7, low_closed=False, high_closed=True)], [])
    """
    text = " ".join(text.lower().split()).rstrip(".!")
    if not text or len(text) > _LONGEST:
        raise ValueError("unreadable")
    if _NONE.fullmatch(text):
        return []
    if _ALL.fullmatch(text):
        return [EVERYTHING]
    for words, sign in _WORDS:
        text = re.sub(words, sign, text)
    reading = _Reading(letter.lower())
    return reading.either(text)


class _Reading:
    """A text being read, its brackets set aside."""

    def __init__(self, letter: str) -> None:
        self.letters = {letter, "x"}
        self.brackets: list[list[Interval]] = []

    def either(self, text: str) -> list[Interval]:
        """What is between words for "or"; a semicolon is one, too."""
        pieces = re.split("[∨;]", _BRACKETS.sub(self._set_brackets_aside, text))
        if len(pieces) > _MOST:
            raise ValueError("unreadable")
        return [interval for piece in pieces if piece.strip() for interval in self._intersection_of_piece(piece)]

    def _set_brackets_aside(self, found: re.Match[str]) -> str:
        self.brackets.append(_intervals_in_brackets(found))
        return f"§{len(self.brackets) - 1}§"

    def _intersection_of_piece(self, piece: str) -> list[Interval]:
        """What is between words for "and"; a comma before no digit is one, too."""
        found = [EVERYTHING]
        for atom in re.split(r"∧|,(?![0-9])", piece):
            if atom.strip():
                found = [
                    both
                    for one in found
                    for other in self._intervals_of_atom(atom)
                    if (both := intersection(one, other))
                ]
        return found

    def _intervals_of_atom(self, atom: str) -> list[Interval]:
        aside = re.fullmatch(r" *(?:([a-z]) *[∈=:]?|∈)? *§(\d+)§ *", atom)
        if aside and (aside[1] is None or aside[1] in self.letters):
            return self.brackets[int(aside[2])]
        stretch = _RANGE.fullmatch(re.sub(r"^ *[a-z] *[=∈] *", "", atom))
        if stretch:
            return _interval_with_ends(student_number(stretch[1]), student_number(stretch[2]), (True, True))
        return self._intervals_of_chain(atom)

    def _intervals_of_chain(self, atom: str) -> list[Interval]:
        """A chain of comparisons, such as 5 < x <= 7, one half of it, or a number alone."""
        half = _HALF.fullmatch(atom)
        if half:
            return _half_line(half[1], student_number(half[2]))
        pieces = [piece.strip() for piece in _SIGN.split(atom)]
        if not all(map(_WHOLE_TERM.fullmatch, pieces)):
            raise ValueError("unreadable")
        return self._intervals_of_comparison(pieces, _SIGN.findall(atom))

    def _intervals_of_comparison(self, terms: list[str], signs: list[str]) -> list[Interval]:
        if not signs:
            number = student_number(terms[0])
            return _interval_with_ends(number, number, (True, True))
        if len(terms) > 3 or sum(term in self.letters for term in terms) != 1:
            raise ValueError("unreadable")
        place = next(number for number, term in enumerate(terms) if term in self.letters)
        found = [EVERYTHING]
        for number, sign in enumerate(signs):
            if place not in (number, number + 1):
                raise ValueError("unreadable")
            before = place == number + 1
            half = _half_line(
                _FLIPPED[sign] if before else sign, student_number(terms[number if before else number + 1])
            )
            found = [both for one in found for other in half if (both := intersection(one, other))]
        return found


def _intervals_in_brackets(found: re.Match[str]) -> list[Interval]:
    """An interval in brackets, or a set of numbers in braces."""
    if found[2] is not None:
        numbers = [student_number(word) for word in re.split(r"[;,] *| +", found[2].strip()) if word]
        return [
            interval for number in numbers[:_MOST] for interval in _interval_with_ends(number, number, (True, True))
        ]
    ends = _ends(found[1])
    if ends is None:
        raise ValueError("unreadable")
    low, high = map(student_number, ends)
    return _interval_with_ends(low, high, (found[0][0] == "[", found[0][-1] == "]"))


def _half_line(sign: str, number: Number) -> list[Interval]:
    """The numbers that stand so to a number."""
    if sign == "=":
        return _interval_with_ends(number, number, (True, True))
    if sign in "<≤":
        return _interval_with_ends(-INFINITY, number, (False, sign == "≤"))
    return _interval_with_ends(number, INFINITY, (sign == "≥", False))


def _interval_with_ends(low: Number, high: Number, closed: tuple[bool, bool]) -> list[Interval]:
    """The interval with these ends, unless nothing is in it."""
    low_closed, high_closed = closed[0] and low != -INFINITY, closed[1] and high != INFINITY
    is_point = low == high and low_closed and high_closed
    return [Interval(low, high, low_closed, high_closed)] if low < high or is_point else []


def intersection(one: Interval, other: Interval) -> Interval | None:
    """What is in both intervals."""
    low, high = max(one.low, other.low), min(one.high, other.high)
    low_closed = all(each.low < low or each.low_closed for each in (one, other))
    high_closed = all(each.high > high or each.high_closed for each in (one, other))
    return next(iter(_interval_with_ends(low, high, (low_closed, high_closed))), None)


def plain(raw: Iterable[Interval], domain: Interval, *, integers: bool) -> tuple[Interval, ...]:
    """The plain set that raw intervals are.

    >>> [tuple(each) for each in plain([Interval(3, 7), Interval(7, 9, True)], EVERYTHING, integers=True)]
    [(4, 8, True, True)]
    """
    within = [both for interval in raw if (both := intersection(interval, domain))]
    if integers:
        within = [found for interval in within if (found := interval.integers)]
    merged: list[Interval] = []
    for interval in sorted(within, key=lambda each: (each.low, not each.low_closed)):
        last = merged[-1] if merged else None
        if last and (
            interval.low < last.high or (interval.low == last.high and interval.low_closed and last.high_closed)
        ):
            merged[-1] = _union_of_overlapping(last, interval)
        else:
            merged.append(interval)
    return joined(merged, integers=integers)


def _union_of_overlapping(one: Interval, other: Interval) -> Interval:
    """Two intervals that overlap as one; the first begins first."""
    high = max(one.high, other.high)
    closed = any(each.high == high and each.high_closed for each in (one, other))
    return Interval(one.low, high, one.low_closed, closed)


def intervals_with_ends_toggled(raw: list[Interval]) -> Iterator[list[Interval]]:
    """The raw intervals with any of their finite ends open instead of closed, or the other way round; at most two."""
    if len(raw) > 2:
        return
    for turned in product((False, True), repeat=2 * len(raw)):
        if any(turned):
            yield [
                interval
                for number, one in enumerate(raw)
                for interval in _interval_with_ends(
                    one.low, one.high, (one.low_closed ^ turned[2 * number], one.high_closed ^ turned[2 * number + 1])
                )
            ]
