"""The step table: values of children with the same player to move and with the other player."""

import pytest

from tests.support.answers import shares, uneven
from tests.support.effort import cases, dice
from treesolve.model.convention import CONVENTIONS
from treesolve.model.kind import Kind
from treesolve.search.solution import solve
from treesolve.search.step_table import step_rows


@pytest.mark.parametrize("convention", ["negamax", "knuth-moore", "lang", "unit"])
def test_values_are_negated_only_if_the_player_changes(convention: str):
    """The value of a child with the same player to move is not negated."""
    rng, seen = dice(f"turned {convention}"), set[tuple[bool, bool]]()
    for _ in range(cases(60)):
        found = solve((shares if convention == "unit" else uneven)(rng), CONVENTIONS[convention])
        tree = found.tree
        for row in (row for row in step_rows(found) if row.macro == "arrive"):
            child, returned = row.facts["child"], found.returned(row.facts["child"])
            is_inner = bool(tree.children[child])
            changes = not is_inner or tree.kinds[child] is not tree.kinds[row.node]
            assert not is_inner or row.facts["negated"] is changes
            turned = 1 - returned if convention == "unit" else -returned
            assert row.value == (turned if tree.kinds[row.node] is Kind.MIN else returned)
            seen.add((changes, is_inner))
    assert {(False, True), (True, True)} <= seen
