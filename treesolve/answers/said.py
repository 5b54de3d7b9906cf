"""What was read of a text, asked by place: for whoever holds the rest of the text against it."""

import re
from bisect import bisect_left
from collections.abc import Sequence
from functools import cached_property

from treesolve.answers.claim import Claim
from treesolve.answers.node_words import Nodes
from treesolve.answers.settle import Settled
from treesolve.model.problem import Span

_WORD = re.compile(r"\w+")
_ARTICLE = re.compile(r"(?:A|a|I)[ \t]+(?!is\b|has\b|gets\b|and\b|or\b|ist\b|hat\b|und\b|wird\b)[a-zäöü]{2}")
"""`I think`, `A leaf`: no nodes that are called so."""


class Said:
    """A text, what was settled of it, and the nodes of its tree."""

    def __init__(self, text: str, found: Settled, nodes: Nodes) -> None:
        self.text, self.found, self.nodes = text, found, nodes
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
    def listed(self) -> dict[str, set[int]]:
        """The leaves that are named, in what is pruned and in the order."""
        return {part: self.leaves(self.of(part)) for part in ("pruned", "order")}

    @cached_property
    def gone(self) -> set[int]:
        """The nodes named as pruned, and all below them."""
        named = {one.node for one in self.of("pruned") if one.node is not None}
        return {below for node in named for below in self.nodes.tree.subtree(node)}

    @cached_property
    def valued(self) -> dict[int, object]:
        """The values that nodes are given."""
        return {one.node or 0: one.value for part in ("values", "value") for one in self.of(part)}

    def within(self, stretch: Span) -> Sequence[Claim]:
        """The claims that begin within a stretch."""
        first, last = (bisect_left(self._starts, place) for place in stretch)
        return self.found.claims[first:last]

    def before(self, place: int) -> Claim | None:
        """The last claim before a place, on its line."""
        number = bisect_left(self._starts, place)
        found = self.found.claims[max(number - 1, 0) : number]
        return next((one for one in found if "\n" not in self.text[one.span.start : place]), None)

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
        return any(self._covered[slice(*stretch)])

    @cached_property
    def _covered(self) -> bytearray:
        covered = bytearray(len(self.text))
        for start, end in {*(one.span for one in self.found.claims), *(one.span for one in self.found.unread)}:
            covered[start:end] = b"\1" * (end - start)
        return covered

    def named_in(self, said: str) -> set[int]:
        """The nodes that are named in a text, in the case they are written."""
        words = (one[0] for one in _WORD.finditer(said) if not _ARTICLE.match(said, one.start()))
        return {node for word in words for node in self.nodes.names.get(word, ())}
