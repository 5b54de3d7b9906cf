"""Trees with payoffs for several players: who moves where nobody says so, and what is wrong with such a tree.

Vocabulary

    said        the kind of a node was written, or follows from the header's levels
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Protocol

from treesolve.model.number import Number
from treesolve.model.problem import Problem, Span
from treesolve.model.tree import PLAYERS, Kind

if TYPE_CHECKING:
    from treesolve.notation.builder import TreeBuilder
    from treesolve.notation.headers import Headers


class Reading(Protocol):
    """A text on its way to a tree, as far as it matters here."""

    text: str
    headers: "Headers"
    builder: "TreeBuilder"
    problems: list[Problem]
    bounds: tuple[Number, Number] | None
    total: Number | None


def check_players(reading: Reading, *, payoffs: bool) -> None:
    """Note what is wrong about players and payoffs; let the players take turns where no kind was given.

    Without `payoffs` that they are there is what is wrong.
    """
    if reading.problems:
        return
    builder = reading.builder
    if not builder.payoff_starts:
        reading.problems += _problems_without_payoffs(reading)
    elif not payoffs:
        reading.problems.append(Problem("payoff-tree", _span_of_node(reading, next(iter(builder.payoff_starts)))))
    else:
        reading.problems += _problems_with_payoffs(reading)
        if not reading.problems:
            _let_players_take_turns(builder)


def _span_of_node(reading: Reading, node: int) -> Span:
    """Where a node begins; all of it where it is a leaf with payoffs."""
    start = reading.builder.payoff_starts.get(node)
    if start is not None:
        return Span(start, reading.text.index(">", start) + 1)
    start = reading.builder.offsets[node]
    return Span(start, start + 1)


def _problems_without_payoffs(reading: Reading) -> Iterator[Problem]:
    header = reading.headers.get("sum")
    if header:
        yield Problem("sum-without-payoffs", header.span)
    kinds = reading.builder.kinds
    for node in reading.builder.said:
        if kinds[node] in PLAYERS:
            yield Problem("player-without-payoffs", _span_of_node(reading, node), {"player": kinds[node].value.upper()})
            return


def _problems_with_payoffs(reading: Reading) -> Iterator[Problem]:
    builder = reading.builder
    values: list[Any] = builder.values
    first = values[next(iter(builder.payoff_starts))]
    for node, kind in enumerate(builder.kinds):
        value = values[node]
        if kind is Kind.LEAF and not isinstance(value, tuple):
            yield Problem("payoff-mixed", _span_of_node(reading, node), {"count": len(first)})
        elif kind is Kind.LEAF:
            yield from _leaf_problems(reading, node, value, len(first))
        elif node in builder.said and kind not in PLAYERS:
            yield Problem("payoff-kind", _span_of_node(reading, node), {"kind": kind.value})
        elif node in builder.said and PLAYERS.index(kind) >= len(first):
            facts = {"player": kind.value.upper(), "count": len(first)}
            yield Problem("payoff-player", _span_of_node(reading, node), facts)


def _leaf_problems(reading: Reading, node: int, value: tuple[Any, ...], count: int) -> Iterator[Problem]:
    if len(value) != count:
        yield Problem("payoff-length", _span_of_node(reading, node), {"given": len(value), "count": count})
        return
    if reading.bounds and not all(reading.bounds[0] <= each <= reading.bounds[1] for each in value):
        outside = next(each for each in value if not reading.bounds[0] <= each <= reading.bounds[1])
        least, greatest = reading.bounds
        yield Problem(
            "leaf-outside-bounds",
            _span_of_node(reading, node),
            {"value": outside, "least": least, "greatest": greatest},
        )
    if reading.total is not None and sum(value) > reading.total:
        yield Problem("payoff-sum", _span_of_node(reading, node), {"sum": sum(value), "total": reading.total})


def _let_players_take_turns(builder: "TreeBuilder") -> None:
    """Let the player after the one above move at every node whose kind was not given; P1 begins."""
    values: list[Any] = builder.values
    players = PLAYERS[: len(values[next(iter(builder.payoff_starts))])]
    for node, kind in enumerate(builder.kinds):
        if kind is not Kind.LEAF and node not in builder.said:
            builder.kinds[node] = following(players, builder.kinds, builder.parents[node])


def following(players: tuple[Kind, ...], kinds: "list[Kind] | tuple[Kind, ...]", parent: int | None) -> Kind:
    """Who moves below a node where nobody says so: the next of the players, the first one at the root."""
    return players[0] if parent is None else players[(PLAYERS.index(kinds[parent]) + 1) % len(players)]
