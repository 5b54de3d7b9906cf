"""A solution as JSON: the document treesolve/solution/1.

The document is generated in chunks, so that a tree with a million leaves is not copied in memory. Alpha, beta and
values are in MAX's view, regardless of the convention's perspective.
"""

from collections.abc import Iterable, Iterator
from itertools import chain, filterfalse, islice
from typing import Any

from treesolve.model.kind import Kind
from treesolve.notation.json_text import convention_to_json, number_to_json
from treesolve.rendering.json.encoding import encode, fields
from treesolve.search.solution import Solution
from treesolve.search.trace import CutEvent, Enter, Event, Update

_BATCH = 1000


def solution_document(solution: Solution, source: str) -> Iterator[str]:
    """Yield the document treesolve/solution/1 in chunks; `source` is the file name."""
    tree, refuting = solution.tree, solution.refutation_id
    yield encode(
        {
            "schema": "treesolve/solution/1",
            "source": source,
            "title": tree.title,
            **({} if tree.bounds is None else {"bounds": [number_to_json(bound) for bound in tree.bounds]}),
            "algorithm": solution.convention.algorithm,
            "convention": convention_to_json(solution.convention),
            "value": number_to_json(solution.value),
            "result": solution.result,
            "best": solution.best_id,
            **({} if refuting is None else {"refutation": refuting}),
            "principal_variation": solution.principal_variation_ids,
        }
    )[:-1]
    yield from _entry_with_array("nodes", _nodes_as_json(solution))
    yield f',"visited":{encode(solution.visited_ids)},"evaluated":{encode(solution.evaluated_ids)}'
    yield f',"pruned":{{"roots":{encode(solution.pruned_root_ids)}'
    below = [tree.subtree(root) for root in solution.pruned_root_ids]
    yield from _entry_with_array("nodes", chain.from_iterable(below))
    yield from _entry_with_array("leaves", filterfalse(tree.children.__getitem__, chain.from_iterable(below)))
    yield "}"
    yield from _entry_with_array("cuts", (_cut_as_json(solution, cut) for cut in solution.cut_events))
    yield from _entry_with_array("events", map(_event_as_json, solution.log.events()))
    yield "}"


def _entry_with_array(name: str, items: Iterable[Any]) -> Iterator[str]:
    """Yield an entry whose value is an array; the items are encoded in batches."""
    yield f',"{name}":['
    items, lead = iter(items), ""
    while batch := list(islice(items, _BATCH)):
        yield lead + encode(batch)[1:-1]
        lead = ","
    yield "]"


def _nodes_as_json(solution: Solution) -> Iterator[dict[str, Any]]:
    tree, visited, with_chances = solution.tree, solution.visit_of, Kind.CHANCE in solution.tree.kinds
    unvisited = {"window": None, "returned": None}
    columns = zip(tree.names, tree.kinds, tree.parents, tree.children, solution.values, strict=True)
    for node, (name, kind, parent, children, value) in enumerate(columns):
        entry = {
            "id": node,
            "name": name,
            "kind": kind.value,
            "parent": parent,
            "children": children,
            "move": tree.moves.get(node),
            "value": value if type(value) is int else number_to_json(value),
            **(_visit_as_json(solution, node) if node in visited else unvisited),
            "status": solution.status(node),
        }
        weight = tree.weight(node) if with_chances else None
        yield entry if weight is None else {**entry, "weight": number_to_json(weight)}


def _visit_as_json(solution: Solution, node: int) -> dict[str, Any]:
    window = solution.window(node)
    return {
        "window": None if window is None else [number_to_json(window[0]), number_to_json(window[1])],
        "returned": number_to_json(solution.returned(node)),
    }


def _cut_as_json(solution: Solution, cut: CutEvent) -> dict[str, Any]:
    return {
        **fields(cut, "node", "after", "bound"),
        "alpha": number_to_json(cut.alpha),
        "beta": number_to_json(cut.beta),
        "against": cut.against,
        "deep": solution.is_deep(cut),
        "skipped": cut.skipped,
    }


def _event_as_json(event: Event) -> dict[str, Any]:
    if isinstance(event, Enter):
        facts: dict[str, Any] = {"node": event.node, "alpha": event.alpha, "beta": event.beta}
    elif isinstance(event, Update | CutEvent):
        facts = event._asdict()
    else:
        facts = {"node": event.node, "value": event.value}
    for name in ("alpha", "beta", "value"):
        if name in facts and type(facts[name]) is not int:
            facts[name] = number_to_json(facts[name])
    return {"event": type(event).__name__.removesuffix("Event").lower(), **facts}
