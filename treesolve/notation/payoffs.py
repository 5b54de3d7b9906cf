"""A tree of its columns and of what the headers above it say: who moves, and which values there may be."""

from collections.abc import Iterator
from itertools import islice
from typing import Any

from treesolve.model.number import Number, Unknown
from treesolve.model.problem import InputError, Problem, Span
from treesolve.model.tree import PLAYERS, Kind, Tree
from treesolve.notation.growing import Columns
from treesolve.notation.header_values import HeaderValues
from treesolve.notation.headers import MOST_PROBLEMS

NO_HEADERS = HeaderValues()
"""What a tree without headers has."""


def with_headers(columns: Columns, headers: HeaderValues = NO_HEADERS, *, payoffs: bool = False) -> Tree:
    """The tree, in whatever notation it was written below its headers.

    Where leaves have payoffs the players take turns at nodes whose kind was not said, P1 at the root; only with
    `payoffs` may they have any. Raises InputError where values, players and headers do not agree; each problem has a
    span that begins where its node does, and source and text are the caller's to fill in.

    >>> from treesolve.notation.growing import TextNode, grow
    >>> with_headers(grow(TextNode(5, (), 0, 1)), HeaderValues(title="Five")).title
    'Five'
    """
    first = next((value for value in columns.values if isinstance(value, tuple)), None)
    if first is None:
        problems = _problems_without_payoffs(columns, headers)
    elif payoffs:
        problems = _problems_with_payoffs(columns, headers, len(first))
    else:
        problems = iter([_problem_at("payoff-tree", columns, columns.values.index(first))])
    if told := tuple(islice(problems, MOST_PROBLEMS)):
        raise InputError(told)
    if first is not None:
        for node, kind in enumerate(columns.kinds):
            if kind is not Kind.LEAF and node not in columns.said:
                columns.kinds[node] = following(PLAYERS[: len(first)], columns.kinds, columns.parents[node])
    said = {name: value for name, value in headers._asdict().items() if value is not None}
    tree = Tree(
        tuple(columns.kinds),
        tuple(columns.values),
        tuple(columns.children),  # type: ignore[arg-type]
        given_names=columns.names,
        moves=columns.moves,
        weights=columns.weights,
        offsets=columns.offsets,
        **{name: value for name, value in said.items() if name not in ("levels", "shape")},
    )
    tree.__dict__.update(parents=tuple(columns.parents), ends=tuple(columns.ends))
    return tree


def _problem_at(code: str, columns: Columns, node: int, **facts: object) -> Problem:
    start = columns.offsets[node]
    return Problem(code, Span(start, start + 1), facts)


def _problems_without_payoffs(columns: Columns, headers: HeaderValues) -> Iterator[Problem]:
    if headers.total is not None:
        yield Problem("sum-without-payoffs")
    for node in sorted(columns.said):
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
        elif node in columns.said and kind not in PLAYERS:
            yield _problem_at("payoff-kind", columns, node, kind=kind.value)
        elif node in columns.said and PLAYERS.index(kind) >= count:
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


def following(players: tuple[Kind, ...], kinds: "list[Kind] | tuple[Kind, ...]", parent: int | None) -> Kind:
    """Who moves below a node where nobody says so: the next of the players, the first one at the root."""
    return players[0] if parent is None else players[(PLAYERS.index(kinds[parent]) + 1) % len(players)]
