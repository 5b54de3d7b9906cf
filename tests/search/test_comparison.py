"""Comparison of conventions on one tree: groups of equal answers and their differences."""

from hypothesis import given

from tests.support.effort import examples
from tests.support.oracle import Nested
from tests.support.strategies import SMALL, nested, planted
from treesolve.model.convention import CONVENTIONS
from treesolve.search.comparison import compare
from treesolve.search.solution import solve


@examples(200)
@given(tree=nested(SMALL))
def test_groups_have_one_answer(tree: Nested):
    """Each convention with cuts is in one group; differences are given by their topmost nodes."""
    grown = planted(tree)
    found = compare(grown, [one for one in CONVENTIONS.values() if one.perspective != "unit"])
    solutions = {one.id: solve(grown, one) for one in CONVENTIONS.values() if one.cuts and one.perspective != "unit"}
    assert sorted(name for group in found.groups for name in group.conventions) == sorted(solutions)
    first = set(solutions[found.groups[0].conventions[0]].pruned_ids) if found.groups else set()
    for group in found.groups:
        pruned, *others = [set(solutions[name].pruned_ids) for name in group.conventions]
        assert all(other == pruned for other in others)
        for message, nodes in ((found.only_in(group), pruned - first), (found.missing_in(group), first - pruned)):
            assert set(message) == {node for node in nodes if grown.parents[node] not in nodes}
