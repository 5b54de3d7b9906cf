"""Without wishes orders are drawn in plain Python; they are the same as those drawn by the batch."""

from collections.abc import Callable
from typing import Any

import pytest

from treesolve.exercises.leaf_permutations import Orders
from treesolve.exercises.permutations_without_numpy import PlainOrders

DRAWN: dict[str, tuple[Callable[[Any], Any], int]] = {
    "distinct": (lambda orders: orders.dealt(range(7), 9), 9),
    "one leaf": (lambda orders: orders.dealt(range(1), 3), 3),
    "alike": (lambda orders: orders.dealt([0, 0, 1, 2, 2], 8), 8),
    "many leaves": (lambda orders: orders.dealt(range(1030), 2), 2),
    "picked": (lambda orders: orders.picked(4, 5, 9), 9),
    "all": (lambda orders: orders.every(4), 24),
    "all with repeats": (lambda orders: orders.every_with_repeats(3, 4), 81),
    "one": (lambda orders: orders.column([2, 0, 1], 3), 1),
}
"""Ways to draw orders, each with how many it draws."""


@pytest.mark.parametrize("name", DRAWN)
@pytest.mark.parametrize("seed", ["7/orders", "x"])
def test_orders_are_those_of_the_batch(name: str, seed: str):
    """Each of them, also after others have been drawn, and whatever order they are looked at in."""
    draw, count = DRAWN[name]
    plain, batch = PlainOrders(seed), Orders(seed)
    for _ in range(2):
        mine, other = draw(plain), draw(batch)
        assert plain.count(mine) == batch.count(other) == count
        assert all(plain.order(mine, lane) == batch.order(other, lane) for lane in reversed(range(count)))
        assert plain.numbers_below(1000, 5) == batch.numbers_below(1000, 5)


@pytest.mark.parametrize(
    ("leaves", "type_of_ranks"), [(125, "int8"), (126, "int16"), (32_765, "int16"), (32_766, "int32")]
)
def test_ranks_leave_room_for_an_end_on_both_sides(leaves: int, type_of_ranks: str):
    """In the smallest type that has it."""
    assert Orders("x").dealt(range(leaves), 1).dtype == type_of_ranks
