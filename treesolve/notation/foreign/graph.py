"""Nodes and the edges between them, as graph-like notations give them one by one, to the tree that they are.

Vocabulary

    key         what a notation calls a node by; its name, unless a label says another
    edge        from a parent to a child, in the order of the text
"""

import re
from dataclasses import dataclass, field
from fractions import Fraction
from typing import NamedTuple

from treesolve.model.number import Number
from treesolve.model.problem import InputError, Span
from treesolve.model.tree import Kind
from treesolve.notation.foreign.label import Label, number, probability, read_edge, read_label
from treesolve.notation.foreign.refusal import MOST_SHOWN, refusal
from treesolve.notation.foreign.sketch import Sketch

_MOVE_AND_WEIGHT = re.compile(r"(?:([^:,=(\[]*?)(?:\s*[:,=(\[]\s*|\s+))?([0-9]+(?:[./][0-9]+)?\s*%?)\s*[)\]]?")


_LONGEST = 100
"""No longer label at an edge has a weight in it."""


_VALUED = re.compile(r"[=(:]")


class Edge(NamedTuple):
    """An edge to a child, where it stands, and what is written at it."""

    child: str
    span: Span
    label: str | None = None
    weight: Fraction | int | None = None


@dataclass
class Entry:
    """What is known of a node so far."""

    key: str
    span: Span
    name: str | None
    kind: Kind | None = None
    value: Number | None = None
    unknown: str | None = None
    edges: list[Edge] = field(default_factory=list)
    parents: list[str] = field(default_factory=list)


class Graph:
    """Nodes by their keys, and edges, in the order in which they come."""

    def __init__(self) -> None:
        self.entries: dict[str, Entry] = {}
        self._unnamed = 0
        self._known: set[tuple[str, str]] = set()

    def node(self, key: str, span: Span) -> Entry:
        """The node with that key, a new one where there is none."""
        entry = self.entries.get(key)
        if entry is None:
            entry = self.entries[key] = Entry(key, span, key)
        return entry

    def unnamed(self, span: Span) -> Entry:
        """A new node that nothing else can mean."""
        self._unnamed += 1
        entry = self.node(f"\0{self._unnamed}", span)
        entry.name = None
        return entry

    def edge(
        self,
        parent: str,
        child: str,
        span: Span,
        label: str | None = None,
        weight: Fraction | int | None = None,
        *,
        again: bool = False,
    ) -> None:
        """An edge; with `again`, for notations that may say one from both of its ends, it is not there twice."""
        above, below = self.node(parent, span), self.node(child, span)
        if again and (parent, child) in self._known and number(child) is None:
            return
        self._known.add((parent, child))
        above.edges.append(Edge(child, span, label, weight))
        below.parents.append(parent)

    def leaf(self, parent: str, span: Span, value: Number | None, unknown: str | None = None) -> None:
        """A leaf without a name below that parent."""
        entry = self.unnamed(span)
        entry.value, entry.unknown = value, unknown
        self.edge(parent, entry.key, span)

    def labelled(self, key: str, label: Label) -> None:
        """Say of a node what its label says; its name becomes that of the label."""
        entry = self.entries[key]
        entry.name = label.name
        entry.kind = label.kind or entry.kind
        entry.value = label.value if entry.value is None else entry.value
        entry.unknown = label.unknown or entry.unknown

    def remove(self, key: str) -> None:
        """Forget a node and all its edges."""
        entry = self.entries[key]
        for edge in entry.edges:
            self.entries[edge.child].parents.remove(key)
        for parent in set(entry.parents):
            above = self.entries[parent]
            above.edges = [edge for edge in above.edges if edge.child != key]
        del self.entries[key]

    def sketch(self) -> Sketch:
        """The tree. Raises InputError where it is none: a circle, two roots, two parents, nothing at all."""
        self._make_leaves_of_numbers()
        self._split_values_from_names()
        self._turn_edges_round()
        roots = [entry for entry in self.entries.values() if not entry.parents]
        doubled = next((entry for entry in self.entries.values() if len(entry.parents) > 1), None)
        if not self.entries:
            raise refusal("graph-empty", Span(0, 0))
        if len(roots) > 1:
            names = [_name_in_sentence(entry) for entry in roots[:2]]
            raise refusal(
                "graph-roots", roots[1].span, self._sketch_under_one_root(roots), first=names[0], second=names[1]
            )
        if circular := self._nodes_in_circles(roots):
            raise self._error_about_circle(roots, circular)
        if doubled:
            raise self._error_about_two_parents(doubled, roots[0])
        return self._sketch_below_root(roots[0])

    def _turn_edges_round(self) -> None:
        """Let edges that all lead up to one node, each from one below it, lead down instead."""
        found = list(self.entries.values())
        tops = [entry for entry in found if not entry.edges]
        if len(tops) != 1 or any(len(entry.edges) > 1 for entry in found):
            return
        if sum(not entry.parents for entry in found) < 2 or tops[0].value is not None:
            return
        up = [(entry, edge) for entry in found for edge in entry.edges]
        for entry in found:
            entry.edges, entry.parents = [], []
        for entry, edge in up:
            self.entries[edge.child].edges.append(edge._replace(child=entry.key))
            entry.parents.append(edge.child)

    # Numbers and letters that are leaves

    def _make_leaves_of_numbers(self) -> None:
        """Let a number be the value of a leaf of its own, unless other numbers are the names of nodes."""
        inner = [entry for entry in self.entries.values() if entry.edges]
        if any(number(entry.key) is not None for entry in inner):
            return
        values = {key: value for key in self.entries if (value := self._key_as_value(key)) is not None}
        given = any(entry.value is not None for key, entry in self.entries.items() if key not in values)
        letters = set() if given or not values else {key for key in self.entries if self._is_key_of_unknown(key)}
        for entry in inner:
            for place, edge in enumerate(entry.edges):
                if edge.child in values or edge.child in letters:
                    leaf = self.unnamed(edge.span)
                    leaf.value = values.get(edge.child)
                    leaf.unknown = edge.child if edge.child in letters else None
                    leaf.parents.append(entry.key)
                    entry.edges[place] = edge._replace(child=leaf.key)
        for key in [*values, *letters]:
            if self.entries[key].parents:
                del self.entries[key]

    def _split_values_from_names(self) -> None:
        """Let `D = 3`, where it is the name of a leaf without a value, be a name and a value; and `A (MAX)` a kind."""
        for key, entry in self.entries.items():
            if entry.name != key:
                continue
            if entry.edges and entry.kind is None and (label := read_label(key, inner=True)).kind:
                entry.name, entry.kind = label.name, label.kind
            elif not entry.edges and entry.value is None and entry.unknown is None and _VALUED.search(key):
                self.labelled(key, read_label(key, inner=False))

    def _key_as_value(self, key: str) -> Number | None:
        entry = self.entries[key]
        free = not entry.edges and entry.value is None and entry.unknown is None and entry.name == key
        return number(key) if free else None

    def _is_key_of_unknown(self, key: str) -> bool:
        entry = self.entries[key]
        return not entry.edges and entry.unknown is None and (key == "?" or (len(key) == 1 and key.islower()))

    # What the tree is

    def _nodes_in_circles(self, roots: list[Entry]) -> dict[str, int]:
        """The nodes that are below themselves, or below such nodes: in how many ways."""
        open_parents = {key: len(entry.parents) for key, entry in self.entries.items()}
        waiting = [entry.key for entry in roots]
        while waiting:
            for edge in self.entries[waiting.pop()].edges:
                open_parents[edge.child] -= 1
                if not open_parents[edge.child]:
                    waiting.append(edge.child)
        return {key: count for key, count in open_parents.items() if count}

    def _error_about_circle(self, roots: list[Entry], circular: dict[str, int]) -> InputError:
        """The error about a node that is below itself: whoever goes up from one of them comes to it twice."""
        key, seen = next(iter(circular)), set[str]()
        while key not in seen:
            seen.add(key)
            key = next(parent for parent in self.entries[key].parents if parent in circular)
        first = roots[0] if roots else next(iter(self.entries.values()))
        entry = self.entries[key]
        alone = any(edge.child == each.key for each in self.entries.values() for edge in each.edges)
        numbered = any(number(each) is not None for each in circular)
        told = None if alone or numbered else self._sketch_with_copies(first)
        return refusal("graph-circle", entry.span, told, name=_name_in_sentence(entry))

    def _error_about_two_parents(self, doubled: Entry, root: Entry) -> InputError:
        """The error about a node that stands below two others, or twice below one."""
        first, second = doubled.parents[:2]
        code = "graph-child-twice" if first == second else "graph-two-parents"
        facts = {"first": _name_in_sentence(self.entries[first]), "second": _name_in_sentence(self.entries[second])}
        return refusal(code, doubled.span, self._sketch_with_copies(root), name=_name_in_sentence(doubled), **facts)

    def _sketch_below_root(self, root: Entry) -> Sketch:
        """The tree below a root, whose nodes have one parent each."""
        order = [(root, Edge(root.key, root.span))]
        for entry, _ in order:
            order.extend((self.entries[edge.child], edge) for edge in self._edges_with_weights(entry))
        made: dict[str, Sketch] = {}
        for entry, edge in reversed(order):
            made[entry.key] = self._sketch_of_entry(entry, edge, tuple(made.pop(below.child) for below in entry.edges))
        return made[root.key]

    def _sketch_of_entry(self, entry: Entry, edge: Edge, children: tuple[Sketch, ...]) -> Sketch:
        own = bool(children) and entry.value is not None
        value = None if children else entry.value
        kind, unknown = (entry.kind, None) if children else (None, entry.unknown)
        name = entry.name or None
        return Sketch(entry.span, name, kind, value, unknown, children, edge.label, edge.weight, own)

    def _edges_with_weights(self, entry: Entry) -> list[Edge]:
        """The edges of a node, with the numbers at them as weights where chance decides."""
        return weighted(entry.edges, entry.kind)

    def _sketch_with_copies(self, root: Entry) -> Sketch | None:
        """The tree with a node below each of its parents, and no node below itself; None where it grows too large."""
        count = 0

        def unroll(entry: Entry, above: frozenset[str]) -> Sketch | None:
            nonlocal count
            count += 1
            if count > MOST_SHOWN or len(above) > MOST_SHOWN // 10:
                return None
            below = [
                edge for edge in self._edges_with_weights(entry) if edge.child not in above and edge.child != entry.key
            ]
            found = [unroll(self.entries[edge.child], above | {entry.key}) for edge in below]
            whole = tuple(node for node in found if node is not None)
            return (
                self._sketch_of_entry(entry, Edge(entry.key, entry.span), whole) if len(whole) == len(found) else None
            )

        return unroll(root, frozenset())

    def _sketch_under_one_root(self, roots: list[Entry]) -> Sketch | None:
        """The trees as children of one root; None where one of them is but a leaf, or shares a node with another."""
        if not all(root.edges for root in roots) or any(len(entry.parents) > 1 for entry in self.entries.values()):
            return None
        whole = [self._sketch_with_copies(root) for root in roots[: MOST_SHOWN // 10]]
        children = tuple(sketch for sketch in whole if sketch is not None)
        return Sketch(roots[0].span, children=children) if children else None


def _name_in_sentence(entry: Entry) -> str:
    """What a node is called in a sentence."""
    return "?" if entry.key.startswith("\0") else entry.name or entry.key


def weighted(edges: list[Edge], kind: Kind | None) -> list[Edge]:
    """The edges with their labels read: probabilities where chance decides, names of moves elsewhere."""
    labels = [edge.label or "" for edge in edges]
    given = [read_edge(label) for label in labels]
    plain = [
        edge._replace(label=move, weight=weight if edge.weight is None else edge.weight)
        for edge, (move, weight) in zip(edges, given, strict=True)
    ]
    marked = any(edge.weight is not None for edge in plain) or any('"' in label for label in labels)
    if not all(labels) or marked or kind in (Kind.MAX, Kind.MIN):
        return plain
    found = [_MOVE_AND_WEIGHT.fullmatch(label[:_LONGEST]) for label in labels]
    weights = [probability(each[2].replace(" ", "")) if each else None for each in found]
    told = [weight for weight in weights if weight is not None and weight <= 1]
    adding = sum(told) == 1 and len(told) > 1 and any(isinstance(each, Fraction) for each in told)
    if len(told) < len(edges) or not (kind is Kind.CHANCE or adding):
        return plain
    return [
        edge._replace(label=each[1] or None if each else None, weight=weight)
        for edge, each, weight in zip(edges, found, weights, strict=True)
    ]
