"""Players that move several times in a row, as Pacman against two ghosts: every part of the program, on such trees.

The lectures are searched once more by a student who knows no more of them than the sentences of a sheet.
"""

import random
from fractions import Fraction

import pytest

from tests.pages.test_rules import told
from tests.support.effort import seeds
from tests.support.obedient_student import Student, read_rules
from tests.support.oracle import Nested, Number
from tests.support.places import ROOT
from tests.support.strategies import written
from treesolve.analysis.counterexample import Counterexample, explain_visited
from treesolve.analysis.piecewise import Interval
from treesolve.model.convention import CONVENTIONS
from treesolve.model.tree import Kind, Tree
from treesolve.notation.reader import read
from treesolve.notation.writer import write
from treesolve.search.solution import Solution, solve
from treesolve.search.vectorized import Batch

TURNS = ("MAX MIN MIN", "MIN MIN MAX", "MAX MAX MIN MIN", "MAX MIN MIN MAX MIN MIN", "MIN MAX MAX MIN")
"""Who moves at which depth."""


def grown(rng: random.Random, turns: str, values: list[Number]) -> Nested:
    """A ragged tree with an inner node on every level at least."""

    def grow(left: int, spine: bool) -> Nested:
        if not left or (not spine and rng.random() < 0.2):
            return rng.choice(values)
        count = rng.choice((1, 2, 2, 3))
        chosen = rng.randrange(count)
        return [grow(left - 1, spine and number == chosen) for number in range(count)]

    return grow(len(turns.split()), True)


def planted(tree: Nested, turns: str) -> Tree:
    """The tree as treesolve reads it."""
    return read(f"levels: {turns}\ntree: {written(tree)}")


LECTURES = ("haw", "hartmann", "luger", "aima", "cosc367", "cs188", "knuth-moore", "unit", "lang")


def minimax(node: Nested, is_max: list[bool], depth: int = 0) -> Number:
    """The value, in MAX's view."""
    if not isinstance(node, list):
        return node
    return (max if is_max[depth] else min)(minimax(child, is_max, depth + 1) for child in node)


def values_for(lecture: str) -> list[Number]:
    """Values the lecture can take."""
    return [Fraction(quarter, 4) for quarter in range(5)] if lecture == "unit" else list(range(-4, 5))


def cases(lecture: str, count: int) -> list[tuple[Nested, list[bool], Solution]]:
    """Random trees for each order of turns, solved."""
    found = []
    for turns in TURNS:
        for seed in seeds(count):
            tree = grown(random.Random(seed), turns, values_for(lecture))
            is_max = [turn == "MAX" for turn in turns.split()]
            found.append((tree, is_max, solve(planted(tree, turns), CONVENTIONS[lecture])))
    return found


@pytest.mark.parametrize("lecture", LECTURES)
def test_every_lecture_goes_on_while_the_same_player_moves(lecture: str):
    """The same leaves, windows and returned values as the student finds, on hundreds of trees."""
    for tree, is_max, found in cases(lecture, 60):
        if found.is_forced:
            continue
        said = read_rules(told(found.tree, found.convention))
        if found.convention.returns == "bound":  # which a sheet does not say where it makes no difference to its key
            said["bound"] = {"clipped": None}
        student = Student(found.tree, said)
        value = student.search(0, *student.window("start"))
        inner = [node for node in found.visited if found.tree.children[node]]
        assert student.order == list(found.evaluated)
        assert student.windows == {node: found.window(node) for node in inner}
        assert student.values == {node: found.returned(node) for node in inner}
        assert found.value == found.returned(0) == minimax(tree, is_max) == value


@pytest.mark.parametrize("lecture", ["negamax", "knuth-moore", "lang", "unit"])
def test_a_value_is_turned_round_only_where_the_player_changes(lecture: str):
    """In the steps, a child of the same player brings its own number, unturned."""
    from treesolve.pages.solution_page import SolutionPage
    from treesolve.search.step_table import step_rows

    seen = set()
    for _, _, found in cases(lecture, 12):
        for row in step_rows(found):
            if row.macro != "arrive":
                continue
            tree, child = found.tree, row.facts["child"]
            changes = not tree.children[child] or tree.kinds[child] is not tree.kinds[row.node]
            if tree.children[child]:
                assert row.facts["negated"] is changes
            sign = tree.kinds[row.node] is Kind.MIN
            mine = found.returned(child)
            assert row.value == (mine if not sign else 1 - mine if lecture == "unit" else -mine)
            seen.add((changes, bool(tree.children[child])))
        assert list(SolutionPage(found).steps.each())
    assert {(False, True), (True, True)} <= seen


@pytest.mark.parametrize("lecture", sorted(LECTURES))
def test_the_least_number_of_leaves_is_never_beaten(lecture: str):
    """Random orders of children never do with fewer, and the best order does with so many."""
    from treesolve.analysis.minimal_tree import best_order, least_evaluated
    from treesolve.analysis.reordering import reordered

    known = 0
    for tree, _, found in cases(lecture, 12):
        least = least_evaluated(found)
        if least is None or found.is_forced:
            continue
        known += 1
        rng = random.Random(str(tree))
        for _ in range(8):
            order = tuple(tuple(rng.sample(below, len(below))) for below in found.tree.children)
            assert len(solve(reordered(found.tree, order), found.convention).evaluated) >= least
        best = best_order(found)
        if best is not None:
            assert len(solve(reordered(found.tree, best), found.convention).evaluated) == least
    assert known or lecture == "lang"


@pytest.mark.parametrize("lecture", sorted(LECTURES))
def test_counterexamples_refute(lecture: str):
    """With the values of a counterexample the root is worth something else without the node."""
    shown = 0
    for _, is_max, found in cases(lecture, 10):
        if found.is_forced:
            continue
        for node in found.visited[1:]:
            answer = explain_visited(found, node)
            if isinstance(answer, Counterexample):
                shown += 1
                _check_counterexample(found.tree, answer, is_max)
    assert shown > 50


def _check_counterexample(tree: Tree, answer: Counterexample, is_max: list[bool]) -> None:
    def value(node: int, gone: int | None, depth: int = 0) -> Number | None:
        if not tree.children[node]:
            return answer.values.get(node, tree.values[node])
        below = [value(child, gone, depth + 1) for child in tree.children[node] if child != gone]
        known = [one for one in below if one is not None]
        return (max if is_max[depth] else min)(known) if known else None

    assert value(0, None) == answer.root
    assert value(answer.node, None, tree.depths[answer.node]) == answer.value
    without = value(0, answer.node)
    assert without == answer.without
    assert without != answer.root


@pytest.mark.parametrize("lecture", sorted(LECTURES))
def test_who_answers_everything_right_gets_all_points(lecture: str):
    """Marking knows who moves."""
    from treesolve.analysis.model_answer import answer_of_search
    from treesolve.grading.grader import Grader

    for _, _, found in cases(lecture, 8):
        grader = Grader(found.tree, found.convention)
        report = grader.report(answer_of_search(found, grader.right, grader.points))
        assert report.points == grader.possible, write(found.tree)


@pytest.mark.parametrize("lecture", ["haw", "lang", "cs188", "unit"])
def test_batches_count_what_the_search_does(lecture: str):
    """Thousands of trees at once, as the generator searches them."""
    import numpy as np

    from treesolve.search.metrics import measured

    names = ["pruned", "cuts", "visited", "changes"]
    for turns in TURNS[:3]:
        for seed in seeds(6):
            tree = planted(grown(random.Random(seed), turns, values_for(lecture)), turns)
            if len(tree.children[0]) < 2:
                continue
            ordered = sorted({tree.values[leaf] for leaf in tree.leaves})
            ranks = np.array([[ordered.index(tree.values[leaf])] for leaf in tree.leaves], dtype=np.int16)
            batch = Batch(tree, CONVENTIONS[lecture])
            found = batch.search(ranks, [name for name in names if batch.measurable(name)])
            wanted = measured(solve(tree, CONVENTIONS[lecture]), list(found))
            assert {name: int(array[0]) for name, array in found.items()} == wanted


@pytest.mark.parametrize("lecture", ["haw", "lang", "aima"])
def test_unknown_leaves_say_what_each_value_brings(lecture: str):
    """For every integer the answer is what solving with it gives."""
    from treesolve.analysis.parametric import solve_unknown

    for turns in TURNS[:3]:
        for seed in seeds(8):
            rng = random.Random(seed)
            tree = planted(grown(rng, turns, list(range(-4, 5))), turns)
            leaf = rng.choice(tree.leaves)
            text = _with(tree, leaf, "x", turns)
            found = solve_unknown(text, CONVENTIONS[lecture], "x")
            for value in range(-6, 7):
                plain = solve(_with(tree, leaf, str(value), turns), CONVENTIONS[lecture])
                piece = next(piece for piece in found.pieces if _holds(piece.interval, value))
                assert piece.answer.evaluated == plain.evaluated
                assert piece.answer.pruned_roots == plain.pruned_roots


def _with(tree: Tree, leaf: int, written_value: str, turns: str) -> Tree:
    names = {each: written_value if each == leaf else str(tree.values[each]) for each in tree.leaves}

    def text(node: int) -> str:
        below = tree.children[node]
        return f"({' '.join(map(text, below))})" if below else names[node]

    return read(f"levels: {turns}\ntree: {text(0)}")


def _holds(interval: Interval, value: int) -> bool:
    low, high = interval.low, interval.high
    return low < value < high or (value == low and interval.low_closed) or (value == high and interval.high_closed)


def test_pacman_and_two_ghosts():
    """The second ghost is cut against what Pacman is sure of, past the first one."""
    found = solve(read((ROOT / "exercises" / "cs188" / "two-ghosts.tree").read_text("utf-8")), CONVENTIONS["cs188"])

    assert (found.value, found.tree.moves[found.best]) == (3, "left")
    assert [found.tree.values[leaf] for leaf in found.evaluated] == [3, 9, 5, 4, 2, 3, 5, 1]
    cut = found.cuts[0]
    assert (found.tree.kinds[cut.node], cut.against, found.is_deep(cut)) == (Kind.MIN, 0, True)


@pytest.mark.parametrize("lecture", sorted(LECTURES))
def test_every_misconception_can_be_followed(lecture: str):
    """Wrong solvers come to an end on such trees, and none of them looks at a leaf twice."""
    from treesolve.analysis.misconception import followers
    from treesolve.analysis.model_answer import Masks

    for _, _, found in cases(lecture, 3):
        for follower in followers(found, Masks(found.tree)):
            assert len(set(follower.solution.evaluated)) == len(follower.solution.evaluated)
