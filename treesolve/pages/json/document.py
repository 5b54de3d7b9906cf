"""Solutions, comparisons, unknowns and lectures as JSON for machines: documents whose schemas ship with the package.

Documents come in pieces of text, so that a tree of a million leaves never stands in memory a second time. They are
plain ASCII on one line. Alpha, beta and values are MAX's, whatever the lecture's perspective.

Vocabulary

    document    one JSON object; its `schema` says which kind, and which version of it
    schema      the JSON Schema of a document, in `treesolve/schemas`
"""

import json
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from treesolve.model.convention import Convention
from treesolve.model.number import INFINITY, Value
from treesolve.model.resources import resource
from treesolve.notation.number_text import write_number
from treesolve.search.comparison import Comparison, Row
from treesolve.search.solution import Solution
from treesolve.search.trace import Cut, Enter, Event, Update

if TYPE_CHECKING:
    from treesolve.analysis.parametric import Finding, UnknownSolution
    from treesolve.analysis.piecewise import Interval, Linear

SCHEMAS = (
    "solution",
    "maxn",
    "comparison",
    "conventions",
    "unknown",
    "reordering",
    "key",
    "grades",
    "regrade",
    "cost",
    "play",
    "match",
)
"""The kinds of documents; `treesolve schema KIND` prints the JSON Schema of each."""

_BATCH = 1000

_encode = json.JSONEncoder(separators=(",", ":")).encode


def schema_text(kind: str) -> str:
    """The JSON Schema of that kind of document."""
    return (resource("schemas") / f"{kind}.json").read_text(encoding="utf-8")


def number_json(value: Value | None) -> int | float | str | None:
    """A number as JSON has it: integers and decimals as numbers, other fractions and infinities as text.

    A decimal with more digits than a double can keep is text too, so that nothing is ever rounded.

    >>> from fractions import Fraction
    >>> number_json(3), number_json(Fraction(1, 2)), number_json(Fraction(1, 3)), number_json(float("-inf"))
    (3, 0.5, '1/3', '-inf')
    """
    if value is None or type(value) is int:
        return value
    if isinstance(value, float):
        return "inf" if value > 0 else "-inf"
    text = write_number(value)
    if "/" in text or not text[-1].isdigit():
        return text
    number = json.loads(text)
    if number in (INFINITY, -INFINITY):
        return text
    return number if write_number(_exactly(number)) == text else text


def _exactly(number: int | float) -> Value:
    from fractions import Fraction

    return number if isinstance(number, int) else Fraction(repr(number))


def solution_document(solution: Solution, source: str) -> Iterator[str]:
    """The document treesolve/solution/1, in pieces; `source` is the name of the file."""
    tree = solution.tree
    yield _encode(
        {
            "schema": "treesolve/solution/1",
            "source": source,
            "title": tree.title,
            **({} if tree.bounds is None else {"bounds": [number_json(bound) for bound in tree.bounds]}),
            "algorithm": solution.convention.algorithm,
            "convention": convention_json(solution.convention),
            "value": number_json(solution.value),
            "result": solution.result,
            "best": solution.best,
            "principal_variation": solution.principal_variation,
        }
    )[:-1]
    yield from _array("nodes", (_node(solution, node) for node in range(len(tree))))
    yield f',"visited":{_encode(solution.visited)},"evaluated":{_encode(solution.evaluated)}'
    yield f',"pruned":{_encode(_pruned(solution))}'
    yield from _array("cuts", (_cut(solution, cut) for cut in solution.cuts))
    yield from _array("events", map(_event, solution.log.events()))
    yield "}"


def convention_json(convention: Convention) -> dict[str, Any]:
    """A convention as a JSON object, one entry a field."""
    return {**convention._asdict(), "window": [number_json(bound) for bound in convention.window]}


def conventions_document(conventions: Iterable[Convention]) -> str:
    """The document treesolve/conventions/1."""
    listed = [convention_json(convention) for convention in conventions]
    return _encode({"schema": "treesolve/conventions/1", "conventions": listed})


def comparison_document(comparison: Comparison, source: str) -> str:
    """The document treesolve/comparison/1; `source` is the name of the file."""
    tree = comparison.tree
    return _encode(
        {
            "schema": "treesolve/comparison/1",
            "source": source,
            "title": tree.title,
            "leaves": len(tree.leaves),
            "names": tree.names,
            "lectures": [_lecture(row) for row in comparison.rows],
            "answers": [
                {"conventions": group.conventions, "pruned": group.pruned_roots, "best": group.best}
                for group in comparison.groups
            ],
        }
    )


def _lecture(row: Row) -> dict[str, Any]:
    solution = row.solution
    return {
        "convention": row.convention.id,
        "value": number_json(solution.value) if solution else None,
        "best": solution.best if solution else None,
        "evaluated": solution.evaluated if solution else [],
        "pruned": solution.pruned_roots if solution else [],
        "cuts": len(solution.cuts) if solution else 0,
        "refusal": row.refusal.code if row.refusal else None,
    }


def unknown_document(solution: "UnknownSolution", source: str) -> str:
    """The document treesolve/unknown/1; `source` is the name of the file."""
    tree, values = solution.tree, solution.tree.values
    return _encode(
        {
            "schema": "treesolve/unknown/1",
            "source": source,
            "title": tree.title,
            "convention": convention_json(solution.convention),
            "names": tree.names,
            "letter": solution.letter,
            "leaves": solution.leaves,
            "others": [{"leaf": leaf, "letter": number_json(values[leaf])} for leaf in solution.others],
            "integers": solution.integers,
            "pieces": [{**_interval(piece.interval), **_finding(piece.answer)} for piece in solution.pieces],
            "value": [{**_interval(piece.interval), "value": _linear(piece.answer.value)} for piece in solution.values],
            "matters": [_interval(interval) for interval in solution.matters],
            "prunable": [_prunable(solution, node) for node in solution.prunable],
        }
    )


def _interval(interval: "Interval") -> dict[str, Any]:
    return {**interval._asdict(), "low": number_json(interval.low), "high": number_json(interval.high)}


def _linear(value: "Linear | None") -> dict[str, Any] | None:
    return value and {"slope": number_json(value.slope), "offset": number_json(value.offset)}


def _finding(finding: "Finding") -> dict[str, Any]:
    return {
        "value": _linear(finding.value),
        "result": finding.result,
        "returned": _linear(finding.returned),
        "best": finding.best,
        "pruned": finding.pruned_roots,
        "evaluated": finding.evaluated,
        "obstacle": finding.obstacle and finding.obstacle._asdict(),
    }


def _prunable(solution: "UnknownSolution", node: int) -> dict[str, Any]:
    from treesolve.analysis.parametric import largest_integer, smallest_integer

    where = solution.pruned_where(node)
    return {
        "node": node,
        "where": [_interval(interval) for interval in where],
        "smallest_integer": smallest_integer(where),
        "largest_integer": largest_integer(where),
    }


def _array(name: str, items: Iterable[dict[str, Any]]) -> Iterator[str]:
    """An entry holding an array, encoded in batches."""
    lead = f',"{name}":['
    batch: list[dict[str, Any]] = []
    for item in items:
        batch.append(item)
        if len(batch) == _BATCH:
            yield lead + _encode(batch)[1:-1]
            lead, batch = ",", []
    if batch:
        yield lead + _encode(batch)[1:-1]
    elif lead != ",":
        yield lead
    yield "]"


def _node(solution: Solution, node: int) -> dict[str, Any]:
    tree = solution.tree
    window = solution.window(node)
    entry = {
        "id": node,
        "name": tree.names[node],
        "kind": tree.kinds[node].value,
        "parent": tree.parents[node],
        "children": tree.children[node],
        "move": tree.moves.get(node),
        "value": number_json(solution.values[node]),
        "window": None if window is None else [number_json(window[0]), number_json(window[1])],
        "returned": number_json(solution.returned(node)),
        "status": solution.status(node),
    }
    weight = tree.weight(node)
    return entry if weight is None else {**entry, "weight": number_json(weight)}


def _pruned(solution: Solution) -> dict[str, tuple[int, ...]]:
    return {"roots": solution.pruned_roots, "nodes": solution.pruned, "leaves": solution.pruned_leaves}


def _cut(solution: Solution, cut: Cut) -> dict[str, Any]:
    return {
        "node": cut.node,
        "after": cut.after,
        "bound": cut.bound,
        "alpha": number_json(cut.alpha),
        "beta": number_json(cut.beta),
        "against": cut.against,
        "deep": solution.is_deep(cut),
        "skipped": cut.skipped,
    }


def _event(event: Event) -> dict[str, Any]:
    if isinstance(event, Enter):
        facts: dict[str, Any] = {"node": event.node, "alpha": event.alpha, "beta": event.beta}
    elif isinstance(event, Update | Cut):
        facts = event._asdict()
    else:
        facts = {"node": event.node, "value": event.value}
    for name in ("alpha", "beta", "value"):
        if name in facts and type(facts[name]) is not int:
            facts[name] = number_json(facts[name])
    return {"event": type(event).__name__.lower(), **facts}
