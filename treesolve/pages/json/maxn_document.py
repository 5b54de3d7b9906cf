"""What max^n found as a JSON document for machines."""

from itertools import islice
from typing import Any

from treesolve.pages.json.encoding import as_json, encode
from treesolve.pages.maxn_page import LARGEST_TOLD, TWO
from treesolve.search.backward_induction import equilibria, ties
from treesolve.search.maxn import MaxnSolution

MOST_TIES, MOST_EQUILIBRIA = 1000, 100
"""So many ties are listed, and so many equilibria."""


def maxn_document(solution: MaxnSolution, source: str) -> str:
    """The document treesolve/maxn/1; `source` is the name of the file. Payoffs are arrays, a number for each player."""
    tree = solution.tree
    document = {
        "schema": "treesolve/maxn/1",
        "source": source,
        "title": tree.title,
        "algorithm": "maxn",
        "players": solution.players,
        "shallow": solution.shallow,
        "value": solution.payoffs[0],
        "best": solution.best,
        "principal_variation": solution.principal_variation,
        "nodes": [_node_as_json(solution, node) for node in range(len(tree))],
        "evaluated": solution.evaluated,
        "pruned": solution.pruned_roots,
        "steps": solution.arrivals,
        "ties": [*islice(ties(solution), MOST_TIES)],
        "equilibria": _equilibria_as_json(solution),
    }
    return encode(as_json(document))


def _equilibria_as_json(solution: MaxnSolution) -> dict[str, Any] | None:
    """How many subgame-perfect equilibria two players have, and the first of them; None for others and large trees."""
    if solution.players != TWO or len(solution.tree) > LARGEST_TOLD:
        return None
    found = equilibria(solution.tree, MOST_EQUILIBRIA)
    told = [[{"node": node, "child": profile[node]} for node in sorted(profile)] for profile in found.profiles]
    return {"count": found.number, "profiles": told}


def _node_as_json(solution: MaxnSolution, node: int) -> dict[str, Any]:
    tree = solution.tree
    return {
        "id": node,
        "name": tree.names[node],
        "kind": tree.kinds[node].value,
        "parent": tree.parents[node],
        "children": tree.children[node],
        "move": tree.moves.get(node),
        "payoffs": solution.payoffs[node] or tree.values[node],
        "best": solution.chosen(node),
        "visited": solution.payoffs[node] is not None,
    }
