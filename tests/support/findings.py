"""What a search says of a tree in which every number is known, as a finding about those with a letter says it."""

from treesolve.analysis.piecewise import Linear
from treesolve.analysis.unknown_solution import Finding, Obstacle
from treesolve.model.convention import Convention
from treesolve.model.tree import Tree
from treesolve.search.search import Unsolvable
from treesolve.search.solution import minimax_values, solve


def finding_of_search(tree: Tree, convention: Convention) -> Finding:
    """The value, and what the search returns, chooses, prunes and evaluates, or why it cannot go on."""
    value = minimax_values(tree)[0]
    known = None if value is None else Linear(0, value)
    try:
        found = solve(tree, convention)
    except Unsolvable as refusal:
        return Finding(known, obstacle=Obstacle(refusal.code, refusal.node))
    returned = found.returned(0)
    told = None if returned is None else Linear(0, returned)
    return Finding(known, found.result, told, found.best, found.pruned_roots, found.evaluated)
