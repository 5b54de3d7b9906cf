"""A comparison of lectures as JSON for machines: the document treesolve/comparison/1."""

from typing import Any

from treesolve.notation.json_text import number_json
from treesolve.pages.json.encoding import encode
from treesolve.search.comparison import Comparison, Row


def comparison_document(comparison: Comparison, source: str) -> str:
    """The document treesolve/comparison/1; `source` is the name of the file."""
    tree = comparison.tree
    return encode(
        {
            "schema": "treesolve/comparison/1",
            "source": source,
            "title": tree.title,
            "leaves": len(tree.leaves),
            "names": tree.names,
            "lectures": [_facts_of_lecture(row) for row in comparison.rows],
            "answers": answers_json(comparison),
        }
    )


def answers_json(comparison: Comparison) -> list[dict[str, Any]]:
    """The different answers of the lectures that cut."""
    return [
        {"conventions": group.conventions, "pruned": group.pruned_roots, "best": group.best}
        for group in comparison.groups
    ]


def _facts_of_lecture(row: Row) -> dict[str, Any]:
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
