"""For which x, as JSON for machines: the document treesolve/unknown/1."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from treesolve.analysis.interval_finding import Finding
    from treesolve.analysis.parametric import UnknownSolution

from treesolve.notation.json_text import convention_json
from treesolve.pages.json.encoding import as_json, encode


def unknown_document(solution: "UnknownSolution", source: str) -> str:
    """The document treesolve/unknown/1; `source` is the name of the file."""
    tree, node = solution.tree, solution.chance_node
    document = {
        "schema": "treesolve/unknown/1",
        "source": source,
        "title": tree.title,
        "convention": convention_json(solution.convention),
        "names": tree.names,
        "letter": solution.letter,
        "leaves": solution.leaves,
        **({} if node is None else {"chance_node": node, "outcome": solution.outcomes[0]}),
        "others": [{"leaf": leaf, "letter": tree.values[leaf]} for leaf in solution.others],
        "integers": solution.integers,
        "pieces": [{**piece.interval._asdict(), **_facts_of_finding(piece.answer)} for piece in solution.pieces],
        "value": [{**piece.interval._asdict(), "value": piece.answer.value} for piece in solution.values],
        "matters": solution.matters,
        "prunable": [_facts_of_prunable(solution, node) for node in solution.prunable],
    }
    return encode(as_json(document))


def _facts_of_finding(finding: "Finding") -> dict[str, Any]:
    return {
        "value": finding.value,
        "result": finding.result,
        "returned": finding.returned,
        "best": finding.best,
        "pruned": finding.pruned_roots,
        "evaluated": finding.evaluated,
        "obstacle": finding.obstacle,
    }


def _facts_of_prunable(solution: "UnknownSolution", node: int) -> dict[str, Any]:
    from treesolve.analysis.parametric import largest_integer, smallest_integer

    where = solution.pruned_where(node)
    ends = {"smallest_integer": smallest_integer(where), "largest_integer": largest_integer(where)}
    return {"node": node, "where": where, **ends}
