"""What a tree can tell apart, and trees that tell more."""

import pytest

from tests.grading.test_diagnosis import grader
from tests.support.answers import CUTTING, complete, honest, right_answer, shares, tree_for
from tests.support.effort import cases, dice
from treesolve.analysis.misconception import CHANCE_CODES, CODES
from treesolve.exercises.discrimination import CORRECT, inseparable_groups, separating_tree
from treesolve.grading.grade import Grader
from treesolve.grading.rubric import Rubric
from treesolve.model.answer import PARTS
from treesolve.model.convention import CONVENTIONS, Convention
from treesolve.notation.reader import read
from treesolve.search.search import Unsolvable
from treesolve.search.solution import solve

RUNNING = "((3 12 8) (2 4 6) (14 5 2))"

OVERSIGHTS = {"prunes-cause"}


def together(marker: Grader) -> dict[str, tuple[str, ...]]:
    """For each code in a group the group."""
    return {code: codes for codes in inseparable_groups(marker) for code in codes}


@pytest.mark.parametrize(
    ("text", "lecture", "parts", "expected"),
    [
        (RUNNING, "haw", ("pruned",),
         "correct strict-cut shallow-only alpha-only; swapped-players wrong-direction; "
         "one-player right-to-left beta-only no-inherit"),
        (RUNNING, "haw", ("pruned", "order"),
         "correct strict-cut shallow-only alpha-only; swapped-players wrong-direction; "
         "one-player beta-only no-inherit"),
        ("((3 12 8) (3 4 6) (14 5 2))", "aima", ("order",),
         "correct shallow-only reads-only-first-skipped marks-cut-node alpha-only; "
         "strict-cut one-player beta-only no-inherit; wrong-direction leak"),
        ("(5 3)", "aima", ("value",),
         "correct strict-cut shallow-only one-player right-to-left late-cut parent-skip reads-only-first-skipped "
         "marks-cut-node alpha-only beta-only no-inherit wrong-direction hindsight leak"),
        ("((1 2) (3 4))", "minimax", ("values",), ""),
    ],
)  # fmt: skip
def test_what_a_tree_cannot_tell(text: str, lecture: str, parts: tuple[str, ...], expected: str):
    """Groups by hand; the right answer stands first."""
    marker = grader(read(text), CONVENTIONS[lecture], parts)

    assert inseparable_groups(marker) == tuple(tuple(group.split()) for group in expected.split("; ") if group)


@pytest.mark.parametrize("convention", CUTTING, ids=lambda convention: convention.id)
def test_groups_are_what_the_diagnosis_says(convention: Convention):
    """Whoever is told is told with those who look alike; whoever is with the right answer gets no diagnosis."""
    rng = dice(f"groups {convention.id}")
    told = 0
    for _ in range(cases(12)):
        tree = shares(rng) if convention.id == "unit" else complete(rng, (2, 3, 2), highest=9)
        marker = grader(tree, convention, rng.choice((PARTS, ("pruned", "order"), ("values", "pruned"))))
        groups = together(marker)
        for follower in marker.followers:
            found = marker.report(honest(follower, tuple(marker.points))).diagnosis
            first = {diagnosis.code for diagnosis in found} - OVERSIGHTS
            group = set(groups.get(follower.code, ())) | {follower.code}
            if CORRECT not in group:
                assert first <= group
                assert not first or follower.code in first
                told += bool(first)
            elif not found:
                assert first == set()
    assert told > cases(12) or convention.id == "unit"


@pytest.mark.parametrize("convention", CUTTING, ids=lambda convention: convention.id)
def test_a_tree_that_tells_more(convention: Convention):
    """From a tree with two plies; the new one is solved, and its groups are counted again."""
    tree = read("((1/2 3/4) (1/4 1))") if convention.id == "unit" else read(RUNNING)
    asked = ("values", "pruned", "order", "best", "value")

    found = separating_tree(tree, convention, asked)

    assert found is not None
    assert convention.id != "haw" or found == separating_tree(tree, convention, asked)
    marker = grader(found.tree, convention, asked)
    assert inseparable_groups(marker) == found.together
    assert sum(map(len, found.together)) <= 3
    assert len(inseparable_groups(grader(tree, convention, asked))[0]) > 3
    answers = {follower.code: honest(follower, asked) for follower in marker.followers}
    right = right_answer(marker.solution, asked)
    alone = set(answers) - {code for codes in found.together for code in codes}
    assert all(answers[code]._replace(student="s") != right for code in alone)
    assert len(alone) >= 12


def test_the_shape_stays_where_it_can_tell_what_is_asked():
    """Late cuts show in two plies; names and kinds stay, leaves are distinct integers."""
    tree = read("MIN (left: MAX (1 1) right: MAX (0 0))")

    found = separating_tree(tree, CONVENTIONS["haw"], ("pruned",), ("late-cut", "marks-cut-node"))

    assert found is not None
    assert found.together == ()
    assert (found.tree.kinds, found.tree.children, found.tree.names) == (tree.kinds, tree.children, tree.names)
    values = [found.tree.values[leaf] for leaf in found.tree.leaves]
    assert len(set(values)) == 4
    assert all(isinstance(value, int) for value in values)


def test_ties_are_made_where_they_are_asked_for():
    """Strict cuts show on equality only."""
    found = separating_tree(read("((3 12 8) (2 4 6) (14 5 1))"), CONVENTIONS["aima"], ("pruned",), ("strict-cut",))

    assert found is not None
    assert found.together == ()
    assert found.tree.children == read(RUNNING).children
    values = [found.tree.values[leaf] for leaf in found.tree.leaves]
    assert len(values) - len(set(values)) == 1


def test_nothing_better_is_told_as_nothing():
    """A tree that tells all already, and a question that tells nothing on any tree."""
    haw = CONVENTIONS["haw"]
    all_told = separating_tree(read(RUNNING), haw, ("pruned",), ("late-cut",))
    assert all_told is None
    assert separating_tree(read(RUNNING), haw, ("order",), ("marks-cut-node",), tries=5) is None
    assert separating_tree(read("((1 2) (3 4))"), CONVENTIONS["minimax"], ("values",), ("late-cut",)) is None


def test_a_tree_nobody_can_search_is_replaced():
    """Unknown leaves get values."""
    found = separating_tree(read("((x 2) (3 4))"), CONVENTIONS["haw"], ("pruned",), ("late-cut",))

    assert found is not None
    assert found.together == ()


def test_any_tree_can_be_asked():
    """Chance, infinities, fractions, single children: groups, or no search at all."""
    rng = dice("any")
    for _ in range(cases(60)):
        convention = rng.choice(CUTTING)
        tree = tree_for(rng, convention)
        try:
            solve(tree, convention)
        except Unsolvable:
            continue
        groups = inseparable_groups(Grader(tree, convention, Rubric()))
        flat = [code for codes in groups for code in codes]
        assert len(flat) == len(set(flat))
        assert set(flat) <= {CORRECT, *CODES}


def test_a_tree_with_chance_nodes_and_limits_keeps_both():
    """Its values stand in another order, which tells more misconceptions apart."""
    tree = read("bounds: 0 20\ntree: (5 CHANCE (0.25*MIN (5 5 5) 0.75*MIN (18 7)) CHANCE (5 12))")

    found = separating_tree(tree, CONVENTIONS["aima"], ("values", "pruned"), CHANCE_CODES)

    assert found is not None
    assert (found.tree.kinds, found.tree.weights, found.tree.bounds) == (tree.kinds, tree.weights, (0, 20))
    assert sorted(found.tree.values[leaf] for leaf in tree.leaves) == sorted(tree.values[leaf] for leaf in tree.leaves)
