"""What was read of a text, asked by place: for whoever holds the rest of the text against it."""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property

from treesolve.answers.answer_words import expression, possible_doubts
from treesolve.answers.claim import Claim, ClaimValue
from treesolve.answers.node_words import Nodes
from treesolve.answers.part_words import parts_spoken_of
from treesolve.answers.settle import Settled
from treesolve.model.number import Number, Unknown
from treesolve.model.problem import Span

_WORD = re.compile(r"\w+")
_VERBS = r"is|has|gets|and|or|ist|hat|und|wird|already|schon|bereits|can|then|now"
_LINE = re.compile(r"[^\n]+")
_NOT_READ = re.compile(rb"\0+")
_SEPARATORS = re.compile(r"[\s,;]*")
ARTICLE = re.compile(rf"(?:A|a|I)[ \t]+(?!(?:{_VERBS})\b)[a-zäöü]{{2}}")
"""`I think`, `A leaf`: no nodes that are called so."""


class Said:
    """A text, what was settled of it, and the nodes of its tree."""

    def __init__(self, text: str, comments: Sequence[Span], found: Settled, nodes: Nodes) -> None:
        self.text, self.comments, self.found, self.nodes = text, comments, found, nodes
        self._worth: dict[int, frozenset[Number]] = {}
        self._starts = [one.span.start for one in found.claims]

    def leaves(self, claims: Sequence[Claim]) -> set[int]:
        """The leaves below the nodes of some claims."""
        return self.nodes.below(one.node for one in claims if one.node is not None)

    @cached_property
    def by_part(self) -> dict[str, list[Claim]]:
        """The claims of each part."""
        parts: dict[str, list[Claim]] = {}
        for one in self.found.claims:
            parts.setdefault(one.part, []).append(one)
        return parts

    def of(self, part: str) -> list[Claim]:
        """The claims of a part, in the order of the text."""
        return self.by_part.get(part, [])

    @cached_property
    def claimed(self) -> set[tuple[str, int | None, ClaimValue]]:
        """What the claims say, wherever: their parts, nodes and values."""
        return {(one.part, one.node, one.value) for one in self.found.claims}

    @cached_property
    def listed(self) -> dict[str, set[int]]:
        """The leaves that are named, in what is pruned and in the order."""
        return {part: self.leaves(self.of(part)) for part in ("pruned", "order")}

    @cached_property
    def gone(self) -> set[int]:
        """The nodes named as pruned, and all below them."""
        named = {one.node for one in self.of("pruned") if one.node is not None}
        return {below for node in named for below in self.nodes.tree.subtree(node)}

    @cached_property
    def valued(self) -> dict[int, ClaimValue]:
        """The values that nodes are given."""
        return {one.node or 0: one.value for part in ("values", "value") for one in self.of(part)}

    def final(self, node: int) -> frozenset[Number]:
        """The numbers that a node may have in the end: what it is given, and its minimax value."""
        return self._numbers_in_either_view((self.valued.get(node), self.nodes.minimax[node]))

    def worth(self, node: int) -> frozenset[Number]:
        """The numbers that a node may have: in the end, or, where it is given none, what a child of it has."""
        if node not in self._worth:
            children = self.nodes.tree.children[node] if node not in self.valued else ()
            self._worth[node] = self.final(node).union(*map(self.final, children))
        return self._worth[node]

    def _numbers_in_either_view(self, found: Iterable[ClaimValue | Unknown]) -> frozenset[Number]:
        known: set[Number] = {one for one in found if one is not None and not isinstance(one, Unknown | tuple)}
        return frozenset(known | {-one for one in known} if self.nodes.is_own_view else known)

    @cached_property
    def gaps(self) -> tuple[Span, ...]:
        """The stretches of lines that were not read as a claim, are not unread either, and are more than separators."""
        marks = self._marks_of_read_characters
        return tuple(
            Span(*gap.span())
            for line in _LINE.finditer(self.text)
            for gap in _NOT_READ.finditer(marks, *line.span())
            if not _SEPARATORS.fullmatch(self.text, *gap.span())
        )

    @cached_property
    def _kinds(self) -> frozenset[str]:
        """The kinds of doubts for which the text has a word that they need."""
        return possible_doubts(self.text)

    def matches(self, kind: str, stretch: Span | None = None) -> Iterator[re.Match[str]]:
        """Where a text, or a stretch of it, says something of a kind."""
        if kind in self._kinds:
            yield from expression(kind).finditer(self.text, *(stretch or ()))

    def within(self, stretch: Span) -> Sequence[Claim]:
        """The claims that begin within a stretch."""
        first, last = (bisect_left(self._starts, place) for place in stretch)
        return self.found.claims[first:last]

    def beside_claims(self, stretch: Span) -> str:
        """The text of a stretch with blanks in the place of the claims that begin in it."""
        text = self.text[slice(*stretch)]
        for claim in self.within(stretch):
            start, end = (place - stretch.start for place in claim.span)
            text = text[:start] + " " * (end - start) + text[end:]
        return text

    def before(self, place: int) -> Claim | None:
        """The last claim before a place, on its line."""
        last = self.last_before(place)
        return last if last and "\n" not in self.text[last.span.start : place] else None

    def last_before(self, place: int) -> Claim | None:
        """The last claim before a place."""
        number = bisect_right(self._starts, place)
        return self.found.claims[number - 1] if number else None

    def next_after(self, place: int) -> Claim | None:
        """The first claim that begins at a place or behind it."""
        number = bisect_left(self._starts, place)
        return self.found.claims[number] if number < len(self._starts) else None

    def part_at(self, place: int) -> str:
        """The part of the claim at a place, before it or behind it on its line, or before it; else the values.

        A line without a claim is about what is pruned if it speaks of nothing else.
        """
        around = self.before(place) or next(iter(self.on_line(place)), None)
        if around is None and parts_spoken_of(self.text[self.line_start(place) : self.line_end(place)]) == {"pruned"}:
            return "pruned"
        around = around or self.last_before(place)
        return around.part if around else "values"

    def on_line(self, place: int) -> Sequence[Claim]:
        """The claims that begin on the line of a place."""
        return self.within(Span(self.line_start(place), self.line_end(place)))

    def line_start(self, place: int) -> int:
        """Where the line of a place begins."""
        return self.text.rfind("\n", 0, place) + 1

    def line_end(self, place: int) -> int:
        """Where the line of a place ends."""
        end = self.text.find("\n", place)
        return len(self.text) if end < 0 else end

    def is_read(self, stretch: Span) -> bool:
        """Whether something in a stretch was read, or is unread already."""
        return any(self._marks_of_read_characters[slice(*stretch)])

    def is_unread(self, stretch: Span) -> bool:
        """Whether something in a stretch is unread already."""
        return b"\2" in self._marks_of_read_characters[slice(*stretch)]

    def is_claimed(self, part: str, place: int) -> bool:
        """Whether a place is within a claim of a part."""
        claim = self.last_before(place)
        return claim is not None and claim.part == part and place < claim.span.end

    @cached_property
    def _marks_of_read_characters(self) -> bytearray:
        covered = bytearray(len(self.text))
        for mark, found in ((b"\1", self.found.claims), (b"\2", self.found.unread)):
            for start, end in {one.span for one in found}:
                covered[start:end] = mark * (end - start)
        return covered

    def only(self, name: str | None) -> int | None:
        """The one node that is called so."""
        named = self.nodes.names.get(name or "", ())
        return named[0] if len(named) == 1 else None

    def named_in(self, said: str) -> set[int]:
        """The nodes that are named in a text, in the case they are written."""
        words = (one[0] for one in _WORD.finditer(said) if not ARTICLE.match(said, one.start()))
        return {node for word in words for node in self.nodes.names.get(word, ())}
