"""The one function that makes a tree of what a foreign text was parsed to. Every piece counts, or the text is refused.

Vocabulary

    claim       a value at an inner node, which a search works out
    asked       refused, with the place and a line of ours
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from treesolve.model.number import Number, Unknown
from treesolve.model.problem import UNPRINTABLE, InputError, Problem
from treesolve.model.tree import Kind, Tree
from treesolve.notation.foreign.neutral import Part
from treesolve.notation.foreign.reading import Said, all_said
from treesolve.notation.foreign.words import folded, word_lists
from treesolve.notation.growing import Node, grow
from treesolve.notation.header_values import HeaderValues
from treesolve.notation.number_text import write_number
from treesolve.notation.payoffs import NO_HEADERS, with_headers

LONGEST_LINE = 1000
"""So many characters of a tree are shown in a sentence; a longer one is not."""

_NAME = re.compile(r"[^\W\d_]{1,2}|\w*[0-9]\w*")
"""What is a name, and says of nobody that he moves: one or two letters, or something with a digit."""


class Made(NamedTuple):
    """A tree, and remarks on claims that are wrong."""

    tree: Tree
    remarks: tuple[Problem, ...]


def tree_of(root: Part, headers: HeaderValues = NO_HEADERS) -> Made:
    """The tree of what a text was parsed to, below its headers.

    Kinds that the text does not say follow from those that it says, where levels alternate. Raises InputError where
    something has to be asked, where a leaf has no value, and where the tree itself is none; the problems have spans
    in the text that was parsed, and a line of ours where there is one.

    >>> from treesolve.model.problem import Span
    >>> from treesolve.notation.writer import write_line
    >>> leaves = tuple(Part(Span(0, 1), value) for value in ("D = 6", "5"))
    >>> write_line(tree_of(Part(Span(0, 1), "A (MIN)", children=leaves)).tree)
    'A: MIN (D: 6 5)'
    """
    nodes, doubts = all_said(root)
    doubts += [*_leaves_without_value(nodes), *_labels_untold(nodes), *_numbers_untold(nodes), *_looks_untold(nodes)]
    kinds, untold = _kinds_in_preorder(nodes)
    doubts += [*untold, *_unprintable(nodes)]
    try:
        tree = with_headers(grow(_grown(nodes, kinds), headers.levels), headers)
    except InputError:
        if not doubts:
            raise
        tree = None
    if doubts:
        facts = {"instead": shown_line(tree) if tree else "", "count": len(doubts)}
        raise InputError((doubts[0]._replace(facts={**doubts[0].facts, **facts}),))
    assert tree is not None
    return Made(tree, tuple(_wrong_claims(nodes, tree)))


def shown_line(tree: Tree) -> str:
    """The tree in our notation on one line, for a sentence; nothing where it is too long for one."""
    from treesolve.notation.writer import write_line

    line = write_line(tree) if len(tree) <= LONGEST_LINE else ""
    return line if len(line) <= LONGEST_LINE else ""


# What is asked


def _asked(node: Said, why: str, text: object) -> Problem:
    return Problem("foreign-asked", node.span, {"why": why, "text": str(text)})


def _leaves_without_value(nodes: Sequence[Said]) -> Iterator[Problem]:
    for node in nodes:
        if not node.children and node.value is None and node.unknown is None:
            yield Problem("leaf-without-value", node.span, {"name": node.name or ""})


def _labels_untold(nodes: Sequence[Said]) -> Iterator[Problem]:
    """Words at inner nodes that may be kinds, or that are none beside others that are."""
    inner = [node for node in nodes if node.children]
    words = Counter(folded(node.name) for node in inner if node.name)
    roots = word_lists()["roots"]["words"]
    has_kinds = any(node.is_kind_alone for node in inner)
    for node in inner:
        if node.kind is None and node.name:
            name = folded(node.name)
            is_only = words.total() == 1 and not _NAME.fullmatch(node.name) and name not in roots
            if has_kinds or words[name] > 1 or is_only:
                yield _asked(node, "word", node.name)


def _numbers_untold(nodes: Sequence[Said]) -> Iterator[Problem]:
    """Numbers that may count the nodes, and those in the labels of siblings that may be probabilities."""
    values = [node.value for node in nodes]
    if len(nodes) > 2 and _are_counted([value for value in values if isinstance(value, int)], len(nodes)):
        yield _asked(nodes[0], "numbers", str(nodes[0].value))
    claims = {node.value for node in nodes if node.children}
    if claims == {1, 2}:
        yield _asked(nodes[0], "players", str(nodes[0].value))
    for children in _children(nodes):
        below = [nodes[child] for child in children]
        numbers = [child.value if child.children else child.in_brackets for child in below]
        told = [one for one in numbers if one is not None]
        if len(told) == len(below) > 1 and all(0 <= one <= 1 for one in told) and sum(told) == 1:
            yield _asked(below[0], "probabilities", " ".join(map(write_number, told)))


def _are_counted(values: Sequence[int], count: int) -> bool:
    """Whether each node has one of so many whole numbers in a row."""
    return len(values) == count and sorted(values) == list(range(min(values), min(values) + count))


def _looks_untold(nodes: Sequence[Said]) -> Iterator[Problem]:
    """Colours and shapes that differ between inner nodes whose kind is not written."""
    unsaid = [node for node in nodes if node.children and node.kind is None]
    odd = next((node for node in unsaid if node.looks != unsaid[0].looks), None)
    if odd:
        yield _asked(odd, "look", ", ".join(f"{name}={value}" for name, value in odd.looks or unsaid[0].looks))


def _unprintable(nodes: Sequence[Said]) -> Iterator[Problem]:
    for node in nodes:
        if UNPRINTABLE.search(f"{node.name or ''}{node.move or ''}"):
            yield Problem("control-character", node.span)


# Kinds


def _kinds_in_preorder(nodes: Sequence[Said]) -> tuple[list[Kind | None], list[Problem]]:
    """The kind of each node, None where nobody says and the builder knows; and what cannot be told."""
    families = zip(nodes, _children(nodes), strict=True)
    kinds = [_written_kind(node, [nodes[child] for child in below]) for node, below in families]
    odd = _odd_plies(nodes, kinds)
    written = [(kind, ply) for kind, ply in zip(kinds, odd, strict=True) if kind in (Kind.MAX, Kind.MIN)]
    first = {kind.opponent if kind and ply else kind for kind, ply in written}
    if len(first) > 1:
        untold = [node for node, kind in zip(nodes, kinds, strict=True) if node.children and kind is None]
        return kinds, [Problem("kinds-incomplete", node.span, {"name": node.name or ""}) for node in untold]
    if not first:
        return kinds, []
    (begins,) = first
    return [kind or (begins.opponent if begins and ply else begins) for kind, ply in zip(kinds, odd, strict=True)], []


def _written_kind(node: Said, below: Sequence[Said]) -> Kind | None:
    """The kind that the text says; children with weights say CHANCE."""
    if not below:
        return None
    return Kind.CHANCE if node.kind is None and any(child.weight is not None for child in below) else node.kind


def _odd_plies(nodes: Sequence[Said], kinds: Sequence[Kind | None]) -> list[bool]:
    """Whether an odd number of players has moved above each node."""
    odd = [False] * len(nodes)
    for place, below in enumerate(_children(nodes)):
        for child in below:
            odd[child] = odd[place] if kinds[place] is Kind.CHANCE else not odd[place]
    return odd


def _children(nodes: Sequence[Said]) -> list[list[int]]:
    """The places of the children of each node."""
    children: list[list[int]] = [[] for _ in nodes]
    above: list[int] = []
    for place, node in enumerate(nodes):
        while above and len(children[above[-1]]) == nodes[above[-1]].children:
            above.pop()
        if above:
            children[above[-1]].append(place)
        if node.children:
            above.append(place)
    return children


# The tree


def _grown(nodes: Sequence[Said], kinds: Sequence[Kind | None]) -> Node:
    """The nodes with what is below them; a leaf without a value is an unknown one."""
    made: list[Node] = []
    for said, kind in zip(reversed(nodes), reversed(kinds), strict=True):
        below = [made.pop() for _ in range(said.children)]
        value = None if below else Unknown(said.unknown or "?") if said.value is None else said.value
        start, end = said.span
        made.append(Node(value, below, start, end, kind, said.name, said.move, said.weight))
    return made[0]


def _wrong_claims(nodes: Sequence[Said], tree: Tree) -> Iterator[Problem]:
    """Claims that are not what minimax finds; none can be told above an unknown leaf."""
    if not any(node.children and node.value is not None for node in nodes):
        return
    found: list[Number | None] = [None if isinstance(value, Unknown | tuple) else value for value in tree.values]
    for place in reversed(range(len(tree))):
        if tree.children[place]:
            found[place] = _value(tree, place, [found[child] for child in tree.children[place]])
    for node, value in zip(nodes, found, strict=True):
        if node.children and node.value is not None and value is not None and node.value != value:
            facts = {"name": node.name or "", "given": write_number(node.value), "found": write_number(value)}
            yield Problem("claim-wrong", node.span, facts)


def _value(tree: Tree, place: int, below: Sequence[Number | None]) -> Number | None:
    """The minimax value of an inner node from those of its children."""
    told = [value for value in below if value is not None]
    if len(told) < len(below):
        return None
    if tree.kinds[place] is Kind.CHANCE:
        weighted = zip(tree.children[place], told, strict=True)
        return sum((tree.weight(child) or 0) * value for child, value in weighted)
    return max(told) if tree.kinds[place] is Kind.MAX else min(told)
