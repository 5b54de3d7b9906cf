"""Answers with one mistake, in every convention and in the view of either player: just this mistake costs points."""

import random
from collections.abc import Iterator
from fractions import Fraction

import pytest

import treesolve as ts
from tests.support.effort import cases, dice
from tests.support.nested_trees import node_at
from tests.support.oracle import Nested, Number, minimax
from tests.support.written_answers import (
    NEGATED,
    SHARES,
    Written,
    answer_text,
    as_text,
    names,
    random_nested,
    written,
)

PARTS = ("values", "windows", "pruned", "order", "best", "value")
OF_CUTS = ("windows", "pruned", "order")
WITHOUT_CUTS = ("minimax", "negamax")
UNUSED = range(100, 200)
"""Wrong numbers: no leaf has one of them, nor its opposite."""


def leaves_for(rng: random.Random, convention: str) -> list[Number]:
    """Different numbers, all positive; shares of 1 below a half, so that no 1 − v is one of them."""
    if convention in SHARES:
        return [Fraction(number, 100) for number in rng.sample(range(1, 25), 24)] + [Fraction(25, 100)] * 3
    return list(rng.sample(range(1, 90), 40))


def unused(rng: random.Random, convention: str) -> Number:
    """Return a number that is right nowhere."""
    return Fraction(rng.randint(26, 49), 100) if convention in SHARES else rng.choice(UNUSED)


def with_one_slip(rng: random.Random, tree: Nested, convention: str) -> tuple[str, str, Written] | None:
    """Return an answer with one wrong item: its part, the name of its node where there is one, and the answer."""
    right, name, wrong = written(tree, convention), names(tree), unused(rng, convention)
    part = rng.choice([part for part in PARTS if convention not in WITHOUT_CUTS or part not in OF_CUTS])
    inner = [path for path in right.values if path]
    if part == "values":
        node = rng.choice(inner) if inner else None
        return None if node is None else (part, name[node], written(tree, convention, (node, wrong)))
    if part == "windows":
        node = rng.choice([*right.windows])
        low, high = right.windows[node]
        ends = [(low, wrong) if low < wrong != high else None, (wrong, high) if wrong < high else None]
        found = [pair for pair in ends if pair]
        return (
            (part, name[node], right.with_part(windows={**right.windows, node: rng.choice(found)})) if found else None
        )
    if part == "pruned":
        evaluated = rng.choice(right.order)
        changed = right.pruned[1:] if right.pruned and rng.random() < 0.5 else (*right.pruned, evaluated)
        return part, "", right.with_part(pruned=changed)
    if part == "order":
        place = rng.randrange(len(right.order))
        return part, "", right.with_part(order=right.order[:place] + right.order[place + 1 :])
    if part == "value":
        return part, name[()], right.with_part(value=wrong)
    values = {(index,): minimax(node_at(tree, (index,)), maximising=False) for index in range(len(tree))}  # type: ignore[arg-type]
    worse = [child for child, value in values.items() if value < max(values.values())]
    return (part, name[()], right.with_part(best=rng.choice(worse))) if worse else None


def is_clear_in_max_view(answer: Written, tree: Nested, convention: str) -> bool:
    """Whether some number that MIN would write otherwise is right as MAX's, so that only this view can be meant."""
    right = written(tree, convention).values
    return any(len(path) % 2 and answer.values.get(path) == value for path, value in right.items())


def slips(convention: str, full: int) -> Iterator[tuple[Nested, str, str, Written, bool]]:
    """Random trees, each with an answer with one wrong item, and whether it is in the view of the player to move."""
    rng, found = dice(f"one slip {convention}"), 0
    while found < cases(full):
        tree = random_nested(rng, leaves_for(rng, convention), rng.choice((2, 2, 3)))
        slip = with_one_slip(rng, tree, convention)
        own_view = convention in NEGATED | SHARES and rng.random() < 0.6
        if slip is None or not (own_view or is_clear_in_max_view(slip[2], tree, convention)):
            continue
        found += 1
        yield tree, *slip, own_view


def wrong_items(result: "ts.GradeResult", part: str) -> list[str]:
    """Return the nodes of the items of a part that cost points."""
    return [item.node for item in result.parts[part].items if item.verdict in ("wrong", "missing")]


def has_lost_cuts(answer: Written, tree: Nested, convention: str) -> bool:
    """Whether a slip leaves nothing to cut where the search cuts: then what is pruned counts by the search alone."""
    return not answer.pruned and bool(written(tree, convention).pruned)


@pytest.mark.parametrize("convention", ts.CONVENTIONS)
def test_one_wrong_item_costs_just_itself(convention: str):
    """Whatever each part is worth, in either view; what follows from the wrong item costs nothing."""
    rng = dice(f"points {convention}")
    for tree, part, node, answer, own_view in slips(convention, 1000):
        asked = [one for one in PARTS if convention not in WITHOUT_CUTS or one not in OF_CUTS]
        points = ", ".join(f"{one} {rng.choice((1, 4, 20))}" for one in asked)
        key = f"points: {points}\ntree: {as_text(tree)}\n"
        answer = answer.with_part(parts=tuple(asked))
        text = answer_text(answer, tree, convention, "s", own_view=own_view)
        result = ts.grade(key, text, convention=convention)
        shown = (convention, as_text(tree), part, node, text, result.feedback())
        assert (result.problems, result.pending) == ((), ()), shown
        lost = [one for one, found in result.parts.items() if found.points < found.of]
        excused = ["pruned"] if part == "values" and has_lost_cuts(answer, tree, convention) else []
        assert lost in ([part], [part, *excused]), shown
        assert part in ("pruned", "order") or wrong_items(result, part) == [node], shown


LANG = "convention: lang\ntree: ((6 7) (2 1))\n"


def marks(key: str, text: str) -> dict[str, Fraction | None]:
    """Return the points of each part."""
    return {part: found.points for part, found in ts.grade(key, text).parts.items()}


def test_a_wrong_move_does_not_turn_right_values_round():
    """All values are right as MAX's: they keep their point, the move loses its own, and nobody reads of −6."""
    text = "values: A=6 B=6 C=2\npruned: L4\norder: 6 7 2\nbest: C\nvalue: 6\n"

    assert marks(LANG, text) == {"values": 1, "pruned": 1, "order": 1, "best": 0, "value": 1}
    assert "−6" not in ts.grade(LANG, text).feedback()


def test_numbers_right_in_neither_view_are_read_as_the_sheet_asks_for_them():
    """As those of the player to move: C = −3 is better for MAX than B = −9."""
    assert marks(LANG, "values: B=9 C=3\nbest: C\n")["best"] == 1
    assert marks(LANG, "values: B=-9 C=-3\nbest: C\n")["best"] == 0


def test_the_view_hangs_on_numbers_alone():
    """Neither points nor other parts change it: one right number more decides, however little it is worth."""
    key = "convention: lang\npoints: values 1, best 20\ntree: ((6 7) (2 1))\n"

    assert marks(key, "values: A=6 B=6 C=3\nbest: C\n")["best"] == 0
    assert marks(key, "values: A=6 B=-6 C=-7\nbest: C\n")["best"] == 20
