"""The house keeps its budgets, and a budget is a bound that is felt."""

from tests.weights import SPARE, budgets, weights


def test_every_part_keeps_its_budget():
    """A change that raises one says in the changelog what users get for it."""
    allowed, found = budgets(), dict(weights())

    assert set(allowed) == set(found)
    assert {name: weight for name, weight in found.items() if weight > allowed[name]} == {}
    assert {name: weight for name, weight in found.items() if allowed[name] > SPARE * weight} == {}
