"""Construction of trees from header values and from nodes that were parsed in any notation."""

from array import array
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice, repeat
from typing import TYPE_CHECKING, Any, NamedTuple

from treesolve.model.kind import PLAYERS, Kind
from treesolve.model.number import Number, Unknown, Value
from treesolve.model.problem import InputError, Problem, Span
from treesolve.model.tree import Tree
from treesolve.notation.header_values import HeaderValues
from treesolve.notation.headers import MAX_PROBLEMS
from treesolve.notation.number_text import MAX_DIGITS, format_weight

if TYPE_CHECKING:
    from fractions import Fraction

BRACKET_PAIRS = {"(": ")", "[": "]", "{": "}"}

MAX_NODES = 3_000_000
"""Maximum number of nodes in a tree, because each node needs up to half a kilobyte of memory during construction."""


class TextNode(NamedTuple):
    """A node with its descendants, as parsed. Attributes that the text does not specify are None.

    A leaf has a `value` (a number, an Unknown or a tuple of payoffs) and no children; an inner node has children and no
    value. The span from `start` to `end` includes the prefixes and brackets of the node.
    """

    value: Value | tuple[Any, ...] | None
    children: "Sequence[TextNode]"
    start: int
    end: int
    kind: Kind | None = None
    name: str | None = None
    move: str | None = None
    weight: "Fraction | int | None" = None


class Columns(NamedTuple):
    """A tree as columns, most of them named like the attributes of Tree.

    `explicit` contains the nodes whose kind is specified by the text or a header, rather than derived.
    """

    kinds: list[Kind]
    values: list[Any]
    children: list[Sequence[int]]
    parents: list[int | None]
    ends: list[int]
    offsets: "array[int]"
    names: dict[int, str]
    moves: dict[int, str]
    weights: "dict[int, Fraction | int]"
    explicit: set[int]

    def add(self, parent: int | None, kind: Kind, values: Sequence[Any], starts: Iterable[int]) -> list[int]:
        """Add a node below `parent` for each value, and return the ids of these nodes."""
        numbers = list(range(len(self.kinds), len(self.kinds) + len(values) + 1))
        self.kinds.extend(repeat(kind, len(values)))
        self.values.extend(values)
        self.children.extend(repeat((), len(values)))
        self.parents.extend(repeat(parent, len(values)))
        self.ends.extend(numbers[1:])
        self.offsets.extend(starts)
        return numbers[:-1]


def empty_columns() -> Columns:
    """Return the columns of a tree without nodes."""
    return Columns([], [], [], [], [], array("q"), {}, {}, {}, set())


def build_columns(root: TextNode, levels: Sequence[Kind] | None = None) -> Columns:
    """Return the columns of the tree with this root. The tree may have any depth.

    `levels` are the kinds on each level, from the header of that name. A node without an explicit kind belongs to the
    opponent of the last player above it; a root without an explicit kind is MAX. Raises InputError if kinds contradict
    the levels, weights are invalid, or there are too many nodes. Each problem has the span of its node, but the caller
    must add source and text.

    >>> leaves = [TextNode(6, (), 1, 2), TextNode(5, (), 3, 4)]
    >>> build_columns(TextNode(None, leaves, 0, 5)).kinds
    [<Kind.MAX: 'max'>, <Kind.LEAF: 'leaf'>, <Kind.LEAF: 'leaf'>]
    """
    nodes, parents, depths = _in_preorder(root)
    kinds, explicit, problems = _kinds(nodes, parents, depths, levels)
    children: list[Any] = [[] if node.children else () for node in nodes]
    for number, parent in enumerate(parents):
        if parent is not None:
            children[parent].append(number)
    ends = [*range(1, len(nodes) + 1)]
    for number in reversed(range(len(nodes))):
        if below := children[number]:
            children[number], ends[number] = tuple(below), ends[below[-1]]
    values, offsets = [node.value for node in nodes], array("q", (node.start for node in nodes))
    names = {number: node.name for number, node in enumerate(nodes) if node.name}
    moves = {number: node.move for number, node in enumerate(nodes) if node.move}
    weights = {number: node.weight for number, node in enumerate(nodes) if node.weight is not None}
    columns = Columns(kinds, values, children, parents, ends, offsets, names, moves, weights, explicit)
    if weights:
        problems += _problems_of_weights(nodes, columns)
    if problems:
        raise InputError(tuple(problems))
    return columns


def _in_preorder(root: TextNode) -> tuple[list[TextNode], list[int | None], list[int]]:
    """Return the nodes in preorder, with the ids of their parents and their depths.

    Raises InputError if there are too many nodes.
    """
    nodes, parents, depths = list[TextNode](), list[int | None](), list[int]()
    pending: list[tuple[TextNode, int | None, int]] = [(root, None, 0)]
    while pending:
        node, parent, depth = pending.pop()
        if len(nodes) == MAX_NODES:
            raise InputError((_problem("too-many-nodes", node, most=MAX_NODES // 1_000_000),))
        pending += [(child, len(nodes), depth + 1) for child in reversed(node.children)]
        nodes.append(node)
        parents.append(parent)
        depths.append(depth)
    return nodes, parents, depths


def _problem(code: str, node: TextNode, **facts: object) -> Problem:
    return Problem(code, Span(node.start, node.end), facts)


def _kinds(
    nodes: Sequence[TextNode], parents: Sequence[int | None], depths: Sequence[int], levels: Sequence[Kind] | None
) -> tuple[list[Kind], set[int], list[Problem]]:
    """Return the kind of each node, the ids of the nodes with an explicit kind, and contradictions to the levels."""
    kinds, given, problems = list[Kind](), set[int](), list[Problem]()
    movers: list[Kind] = []  # for each node, the last player on the path from the root
    for number, (node, parent, depth) in enumerate(zip(nodes, parents, depths, strict=True)):
        mover = Kind.MIN if parent is None else movers[parent]
        kind = Kind.LEAF
        if node.children:
            level = levels[depth] if levels and depth < len(levels) else None
            if node.kind and level and node.kind is not level:
                facts = {"depth": depth, "level": level.value, "kind": node.kind.value}
                problems.append(_problem("levels-contradict", node, **facts))
            if levels is not None and depth == len(levels) and "levels-short" not in {one.code for one in problems}:
                problems.append(_problem("levels-short", node, levels=len(levels), depth=depth))
            if node.kind or level:
                given.add(number)
            kind = node.kind or level or mover.opponent
        kinds.append(kind)
        movers.append(mover if kind in (Kind.CHANCE, Kind.LEAF) else kind)
    return kinds, given, problems


def _problems_of_weights(nodes: Sequence[TextNode], columns: Columns) -> Iterator[Problem]:
    """Yield a problem for each weight outside a chance node, and for each chance node whose weights are invalid.

    Weights are invalid if only some children have one, or if their sum is not 1.
    """
    weights, kinds = columns.weights, columns.kinds
    for number, weight in weights.items():
        parent = columns.parents[number]
        if parent is None or kinds[parent] is not Kind.CHANCE:
            yield _problem("weight-outside-chance", nodes[number], weight=format_weight(weight))
    for number in (number for number, kind in enumerate(kinds) if kind is Kind.CHANCE):
        children = columns.children[number]
        given = [weights[child] for child in children if child in weights]
        if given and len(given) < len(children):
            yield _problem("weights-incomplete", nodes[number], given=len(given), children=len(children))
        elif given and (total := _sum_of_weights(given)) != 1:
            shown = "…" if total is None or total.denominator.bit_length() >= MAX_DIGITS else total
            yield _problem("weights-sum", nodes[number], sum=shown)


def _sum_of_weights(weights: "list[Fraction | int]") -> "Fraction | int | None":
    """Return the sum, or None if its denominator becomes too large to compute it in reasonable time."""
    total: Fraction | int = 0
    for weight in weights:
        total += weight
        if total.denominator.bit_length() > 20 * MAX_DIGITS:
            return None
    return total


# Headers

NO_HEADERS = HeaderValues()
"""The header values of a tree without headers."""


def tree_from_columns(columns: Columns, headers: HeaderValues = NO_HEADERS, *, payoffs: bool = False) -> Tree:
    """Return the tree with these columns and headers.

    Leaves may only have payoffs if `payoffs` is true. If they do, nodes without an explicit kind belong to the players
    in turn, beginning with P1 at the root. Raises InputError if values, players and headers are inconsistent. Each
    problem has a span that begins at its node, but the caller must add source and text.

    >>> from treesolve.notation.tree_builder import TextNode, build_columns
    >>> tree_from_columns(build_columns(TextNode(5, (), 0, 1)), HeaderValues(title="Five")).title
    'Five'
    """
    first = next((value for value in columns.values if isinstance(value, tuple)), None)
    if first is None:
        problems = _problems_without_payoffs(columns, headers)
    elif payoffs:
        problems = _problems_with_payoffs(columns, headers, len(first))
    else:
        problems = iter([_problem_at("payoff-tree", columns, columns.values.index(first))])
    if first_problems := tuple(islice(problems, MAX_PROBLEMS)):
        raise InputError(first_problems)
    if first is not None:
        for node, kind in enumerate(columns.kinds):
            if kind is not Kind.LEAF and node not in columns.explicit:
                columns.kinds[node] = next_player(PLAYERS[: len(first)], columns.kinds, columns.parents[node])
    explicit = {name: value for name, value in headers._asdict().items() if value is not None}
    tree = Tree(
        tuple(columns.kinds),
        tuple(columns.values),
        tuple(columns.children),  # type: ignore[arg-type]
        given_names=columns.names,
        moves=columns.moves,
        weights=columns.weights,
        offsets=columns.offsets,
        **{name: value for name, value in explicit.items() if name not in ("levels", "shape")},
    )
    tree.__dict__.update(parents=tuple(columns.parents), ends=tuple(columns.ends))
    return tree


def _problem_at(code: str, columns: Columns, node: int, **facts: object) -> Problem:
    start = columns.offsets[node]
    return Problem(code, Span(start, start + 1), facts)


def _problems_without_payoffs(columns: Columns, headers: HeaderValues) -> Iterator[Problem]:
    if headers.total is not None:
        yield Problem("sum-without-payoffs")
    for node in sorted(columns.explicit):
        if columns.kinds[node] in PLAYERS:
            yield _problem_at("player-without-payoffs", columns, node, player=columns.kinds[node].value.upper())
            break
    if headers.bounds:
        for node, value in enumerate(columns.values):
            if value is not None and not isinstance(value, Unknown):
                yield from _outside_bounds(columns, node, value, headers.bounds)


def _outside_bounds(columns: Columns, node: int, value: Any, bounds: tuple[Number, Number]) -> Iterator[Problem]:
    least, greatest = bounds
    if not least <= value <= greatest:
        yield _problem_at("leaf-outside-bounds", columns, node, value=value, least=least, greatest=greatest)


def _problems_with_payoffs(columns: Columns, headers: HeaderValues, count: int) -> Iterator[Problem]:
    for node, (kind, value) in enumerate(zip(columns.kinds, columns.values, strict=True)):
        if kind is Kind.LEAF and not isinstance(value, tuple):
            yield _problem_at("payoff-mixed", columns, node, count=count)
        elif kind is Kind.LEAF:
            yield from _leaf_problems(columns, headers, node, count)
        elif node in columns.explicit and kind not in PLAYERS:
            yield _problem_at("payoff-kind", columns, node, kind=kind.value)
        elif node in columns.explicit and PLAYERS.index(kind) >= count:
            yield _problem_at("payoff-player", columns, node, player=kind.value.upper(), count=count)


def _leaf_problems(columns: Columns, headers: HeaderValues, node: int, count: int) -> Iterator[Problem]:
    value = columns.values[node]
    if len(value) != count:
        yield _problem_at("payoff-length", columns, node, given=len(value), count=count)
        return
    if headers.bounds:
        outside = (problem for each in value for problem in _outside_bounds(columns, node, each, headers.bounds))
        yield from islice(outside, 1)
    if headers.total is not None and sum(value) > headers.total:
        yield _problem_at("payoff-sum", columns, node, sum=sum(value), total=headers.total)


def next_player(players: tuple[Kind, ...], kinds: "list[Kind] | tuple[Kind, ...]", parent: int | None) -> Kind:
    """Return the player of a node without an explicit kind.

    This is the player after that of the parent, or the first player if the node is the root.
    """
    return players[0] if parent is None else players[(PLAYERS.index(kinds[parent]) + 1) % len(players)]
