"""Lists of what is pruned, and orders, held against each other and against themselves."""

import re
from collections.abc import Iterator, Sequence
from itertools import combinations, islice, pairwise

from treesolve.answers.answer_lines import colon_keys, first_keys, lines
from treesolve.answers.claim import BY_NAME, BY_VALUE, Claim, Unread, quoted, unread
from treesolve.answers.cut_facts import FURTHER
from treesolve.answers.number_words import NUMBER
from treesolve.answers.remarks import LISTS
from treesolve.answers.said import Said
from treesolve.model.problem import Span

_NUMBERED = re.compile(r"[ \t]*\(?\d{1,2}[.)][ \t]+")
_PAIR = re.compile(rf"[ \t,;|]*(?:(?:and|und)[ \t]+)?(\w+)[ \t]*[:=]?[ \t]*{NUMBER}[ \t,;|.]*(?:(?:and|und)[ \t]+)?")
_Keyed = tuple[int, list[Claim]]
_MOST_LISTS = 40
"""So many lists are compared."""


def wrong_lists(said: Said) -> Iterator[Unread]:
    """The lists that contradict each other, go on elsewhere, or name a node twice, and orders whose numbers fall."""
    keyed = [*_claims_behind_keys(said)]
    yield from _wrong_numbers_in_order(said)
    yield from _contradicting_lists(said, keyed)
    yield from _continued_lists(said, keyed)
    yield from _repeated_nodes(said)
    yield from _repeated_values(said)


def _wrong_numbers_in_order(said: Said) -> Iterator[Unread]:
    """The leaf of an order whose number is less than that of one before it."""
    last = 0
    for one in said.of("order"):
        found = _NUMBERED.match(said.text, said.line_start(one.span.start), one.span.start)
        number = int(re.sub(r"\D", "", found[0])) if found else last
        if number < last:
            yield unread("order", "answer-remark", *one.span, text=quoted(said.text, *one.span))
            return
        last = number


def _contradicting_lists(said: Said, keyed: Sequence[_Keyed]) -> Iterator[Unread]:
    """Two lists of what is pruned that have something in common, and are not the same."""
    lists = [*islice(_lists_behind_keys(said, keyed), _MOST_LISTS)]
    for pair in combinations(lists, 2):
        first, second = (leaves for _, leaves in pair)
        larger = max(first, second, key=len)
        parts_of_it = set[int]().union(*(one for _, one in lists if one < larger))
        if first & second and first != second and parts_of_it != larger:
            readings = said.nodes.listed(sorted(first)), said.nodes.listed(sorted(second))
            for span, _ in pair:
                found = unread("pruned", "answer-two-lists", *span, one=readings[0], other=readings[1])
                yield found._replace(readings=readings)
            return


def _repeated_nodes(said: Said) -> Iterator[Unread]:
    """The nodes that a list of what is pruned names twice in the same way: one of them may mean another."""
    seen = set[tuple[int | None, str]]()
    for one, other in pairwise([None, *said.of("pruned")]):
        assert other is not None
        between = said.text[one.span.end : other.span.start] if one else "\n"
        seen = seen if "\n" not in between and FURTHER.fullmatch(between) else set()
        is_again = one is not None and one.node == other.node
        if (other.node, other.how) in seen and other.how in (BY_NAME, BY_VALUE) and not is_again:
            yield unread("pruned", "answer-remark", *other.span, text=quoted(said.text, *other.span))
        seen.add((other.node, other.how))


def _repeated_values(said: Said) -> Iterator[Unread]:
    """The values of a node that has its value earlier in the same line already: another node may be meant."""
    lines_of_values = {(one.node, said.line_start(one.span.start)) for one in said.of("values")}
    for gap in said.gaps:
        found = _PAIR.fullmatch(said.text, *gap)
        node, before = said.only(found[1]) if found else None, said.before(gap.start)
        is_again = before is not None and before.node == node
        if found and not is_again and (node, said.line_start(gap.start)) in lines_of_values:
            yield unread("values", "answer-remark", *found.span(1), text=found[0].strip(" \t,;|"))


def _continued_lists(said: Said, keyed: Sequence[_Keyed]) -> Iterator[Unread]:
    """Numbered lines with a leaf each below a list that was complete on the line of its key: they may be the order."""
    for start, claims in keyed:
        end = said.line_end(start)
        below = [one for one in claims if one.span.start > end]
        is_numbered = all(
            _NUMBERED.fullmatch(said.text, said.line_start(one.span.start), one.span.start) for one in below
        )
        if is_numbered and 1 < len(below) < len(claims):
            text = said.nodes.listed(one.node for one in below if one.node is not None)
            found = unread("pruned", "answer-no-key", below[0].span.start, below[-1].span.end, text=text)
            yield found._replace(others=frozenset(LISTS))


def _lists_behind_keys(said: Said, keyed: Sequence[_Keyed]) -> Iterator[tuple[Span, set[int]]]:
    """Where each list of what is pruned stands, and its leaves."""
    for _, claims in keyed:
        if leaves := said.leaves(claims):
            yield Span(claims[0].span.start, claims[-1].span.end), leaves


def _claims_behind_keys(said: Said) -> Iterator[_Keyed]:
    """Where each key of what is pruned stands, and the claims up to the next key."""
    keys = sorted(key for line in lines(said.text) for key in _keys_of_line(said.text, line.span))
    ends = [*(start for start, _ in keys), len(said.text)][1:]
    for (start, part), end in zip(keys, ends, strict=True):
        claims = [one for one in said.within(Span(start, end)) if one.part == "pruned"]
        if part == "pruned" and claims:
            yield start, claims


def _keys_of_line(text: str, stretch: Span) -> Iterator[tuple[int, str]]:
    """Where the keys of a line stand, and what part each begins."""
    keyed = colon_keys(text, *stretch) or [*islice(first_keys(text, *stretch), 1)]
    yield from ((one.label.start, one.part) for one in keyed)
