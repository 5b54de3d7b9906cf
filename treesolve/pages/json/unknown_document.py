"""For which x, as JSON for machines: the document treesolve/unknown/1."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from treesolve.analysis.interval_finding import Finding
    from treesolve.analysis.parametric import UnknownSolution
    from treesolve.analysis.piecewise import Interval, Linear
from treesolve.notation.convention_json import convention_json
from treesolve.notation.number_json import number_json
from treesolve.pages.json.encoding import encode


def unknown_document(solution: "UnknownSolution", source: str) -> str:
    """The document treesolve/unknown/1; `source` is the name of the file."""
    tree, values = solution.tree, solution.tree.values
    return encode(
        {
            "schema": "treesolve/unknown/1",
            "source": source,
            "title": tree.title,
            "convention": convention_json(solution.convention),
            "names": tree.names,
            "letter": solution.letter,
            "leaves": solution.leaves,
            **_chance_node_as_json(solution),
            "others": [{"leaf": leaf, "letter": number_json(values[leaf])} for leaf in solution.others],
            "integers": solution.integers,
            "pieces": [
                {**_interval_as_json(piece.interval), **_finding_as_json(piece.answer)} for piece in solution.pieces
            ],
            "value": [
                {**_interval_as_json(piece.interval), "value": _linear_as_json(piece.answer.value)}
                for piece in solution.values
            ],
            "matters": [_interval_as_json(interval) for interval in solution.matters],
            "prunable": [_prunable_as_json(solution, node) for node in solution.prunable],
        }
    )


def _chance_node_as_json(solution: "UnknownSolution") -> dict[str, int]:
    node = solution.chance_node
    return {} if node is None else {"chance_node": node, "outcome": solution.outcomes[0]}


def _interval_as_json(interval: "Interval") -> dict[str, Any]:
    return {**interval._asdict(), "low": number_json(interval.low), "high": number_json(interval.high)}


def _linear_as_json(value: "Linear | None") -> dict[str, Any] | None:
    return value and {"slope": number_json(value.slope), "offset": number_json(value.offset)}


def _finding_as_json(finding: "Finding") -> dict[str, Any]:
    return {
        "value": _linear_as_json(finding.value),
        "result": finding.result,
        "returned": _linear_as_json(finding.returned),
        "best": finding.best,
        "pruned": finding.pruned_roots,
        "evaluated": finding.evaluated,
        "obstacle": finding.obstacle and finding.obstacle._asdict(),
    }


def _prunable_as_json(solution: "UnknownSolution", node: int) -> dict[str, Any]:
    from treesolve.analysis.parametric import largest_integer, smallest_integer

    where = solution.pruned_where(node)
    return {
        "node": node,
        "where": [_interval_as_json(interval) for interval in where],
        "smallest_integer": smallest_integer(where),
        "largest_integer": largest_integer(where),
    }
