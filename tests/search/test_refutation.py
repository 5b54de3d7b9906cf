"""The refutation at the root, if and only if the search failed high."""

from hypothesis import given
from hypothesis import strategies as st

from tests.support.effort import examples
from tests.support.strategies import any_trees
from treesolve.model.convention import CONVENTIONS
from treesolve.model.kind import Kind
from treesolve.model.tree import Tree
from treesolve.notation.convention_expression import resolve_expression
from treesolve.notation.reader import read
from treesolve.search.search import Unsolvable
from treesolve.search.solution import Solution, solve

CUTTING = [name for name, convention in CONVENTIONS.items() if convention.cuts and name != "unit"]


def solved(text: str, expression: str) -> Solution:
    """Return the solution of a tree."""
    return solve(read(text), resolve_expression(expression))


@examples(150)
@given(
    tree=any_trees(),
    name=st.sampled_from(CUTTING),
    ends=st.tuples(st.integers(-6, 12), st.integers(1, 6)),
    order=st.sampled_from(["left-right", "right-left"]),
)
def test_the_refutation_exceeds_the_start_window(tree: Tree, name: str, ends: tuple[int, int], order: str):
    """Its minimax value is outside the window; without a refutation, the root did not fail high."""
    low, high = ends[0], sum(ends)
    convention = CONVENTIONS[name]._replace(window=(low, high), order=order)
    try:
        found = solve(tree, convention)
    except Unsolvable:
        return
    child, kind = found.refutation_id, tree.kinds[0]
    failed = {Kind.MAX: found.result == "lower", Kind.MIN: found.result == "upper"}.get(kind, False)

    assert (child is not None) is failed
    if child is not None and found.values[child] is not None:
        assert tree.parents[child] == 0
        assert found.values[child] >= high if kind is Kind.MAX else found.values[child] <= low
