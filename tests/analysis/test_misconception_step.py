"""Answers of misconceptions in the middle of a correct search, by hand and compared with textbook functions."""

from collections import Counter
from fractions import Fraction

import pytest

from tests.support import chance_oracle, wrong_oracle
from tests.support.answers import CUTTING
from tests.support.effort import dice, few, until
from tests.support.step_oracle import expected
from tests.support.strategies import planted
from treesolve.analysis.misconception_step import misconception_answers, snapshot_at
from treesolve.analysis.step_question import step_questions
from treesolve.model.convention import CONVENTIONS, Convention
from treesolve.model.kind import Kind
from treesolve.model.tree import Tree
from treesolve.notation.reader import read
from treesolve.search.solution import Solution, solve

INFINITY = float("inf")
EVERYTHING = (-INFINITY, INFINITY)
OF_PLAYERS = {*wrong_oracle.WRONG} - {"reads-only-first-skipped", "marks-cut-node"}
OF_CHANCE = {*chance_oracle.WRONG}

each = pytest.mark.parametrize("convention", few(CUTTING), ids=lambda convention: convention.id)


def answered(text: str, convention: str) -> dict[str, dict[str, object]]:
    """Return the wrong answers to each question of a tree, by its kind, its node and the previous child."""
    solution = solve(read(text), CONVENTIONS[convention])
    names = {None: "", **dict(enumerate(solution.tree.names))}
    keys = [" ".join([q.kind, names[q.node], names[q.after]]).strip() for q in step_questions(solution)]
    return dict(zip(keys, misconception_answers(solution), strict=True))


def test_a_cut_at_a_child_is_mistaken_for_a_cut_at_the_parent():
    """C has a cut and the root continues with D. If nothing was skipped at C, the misconception makes no difference."""
    assert answered("((6 5) (2 9) (7 8))", "aima")["cut A C"]["parent-skip"] == "cut"
    assert "parent-skip" not in answered("((6 5) (9 2) (7 8))", "aima")["cut A C"]


def grown(name: str, convention: Convention) -> Tree:
    """Return a tree of uneven depth with ties and a random first player."""
    rng = dice(name)

    def below(depth: int) -> wrong_oracle.Nested:
        if depth == 0 or (depth < 3 and rng.random() < 0.2):
            return Fraction(rng.randint(0, 6), 6) if convention.id == "unit" else rng.randint(-4, 5)
        return [below(depth - 1) for _ in range(rng.randint(1, 3))]

    nested = below(3) if rng.random() < 0.6 else [below(3), below(rng.choice((2, 3)))]
    return planted(nested, maximising=rng.random() < 0.5)


def compared(solution: Solution, codes: set[str]) -> Counter[str]:
    """Compare all answers of these codes with the textbook functions, and return the number of wrong ones."""
    due = step_questions(solution)
    if not due:
        return Counter()
    right = [*expected(solution.tree, solution.convention, codes)]
    assert [(question[1:4], question.right) for question in due] == [entry[:2] for entry in right]
    for (question, _, wrong), found in zip(right, misconception_answers(solution), strict=True):
        assert {code: answer for code, answer in found.items() if code in codes} == wrong, question
    return Counter(code for *_, wrong in right for code in wrong)


@each
def test_each_answer_matches_a_textbook_function_on_the_snapshot(convention: Convention):
    """Checks all questions, codes and conventions; each applicable code gives a wrong answer somewhere."""
    missing = {"strict-cut" if convention.cut == ">" else "equal-cut"}
    missing.add("shallow-only" if convention.bounds == "shallow" else "deep-bounds")
    found = Counter[str]()
    for number in until(lambda: found.keys() >= OF_PLAYERS - missing, range(2000), 60):
        found.update(compared(solve(grown(f"step {convention.id} {number}", convention), convention), OF_PLAYERS))
    assert found.keys() == OF_PLAYERS - missing


@pytest.mark.parametrize("bounded", [True, False], ids=["limits", "no limits"])
@pytest.mark.parametrize("convention", chance_oracle.SEARCHED_CONVENTIONS)
def test_answers_at_chance_nodes_match_too(convention: str, bounded: bool):
    """The same holds with and without limits of the leaves."""
    wanted = OF_CHANCE - (set() if bounded else {"limits-exchanged", "no-chance-cuts"})
    found, rng = Counter[str](), dice(f"step {convention} {bounded}")
    for _ in until(lambda: found.keys() >= wanted, range(5000), 80):
        tree = chance_oracle.drawn(rng, bounded=bounded, depth=3)
        if Kind.CHANCE in tree.kinds and len(tree) <= 20:
            found.update(compared(solve(tree, CONVENTIONS[convention]), OF_CHANCE))
    assert found.keys() == wanted


def test_finished_nodes_are_leaves_of_the_snapshot():
    """Finished nodes become leaves without descendants; all other nodes remain."""
    solution = solve(read("bounds: 0 9\ntree: ((6 5) CHANCE (1/4*2 3/4*9))"))
    snapshot = snapshot_at(solution, {2: 6, 3: 5, 1: 5})
    tree = read("bounds: 0 9\ntree: (5 CHANCE (1/4*2 3/4*9))")
    assert snapshot.solution.tree == tree
    assert snapshot.node_ids == (0, 1, 4, 5, 6)


def test_wrong_rules_about_bounds_do_not_apply_to_star2():
    """Searching without probes is a different misconception."""
    tree = read("bounds: 0 9\ntree: ((6 5) (2 9) CHANCE (1 1))")
    for chance, simulated_students in (("star1", {"parent-skip", "leak"}), ("star2", set())):
        solution = solve(tree, CONVENTIONS["aima"]._replace(chance=chance))
        codes = {code for answers in misconception_answers(solution) for code in answers}
        assert codes & {"parent-skip", "leak"} == simulated_students


def test_a_returned_value_may_exceed_the_limits_of_all_leaves():
    """With such a start window no tree has a leaf of that value, so no buggy search is possible from then on."""
    tree = read("bounds: 0 9\ntree: (((1 2) 5) ((3 4) 5) 6)")
    solution = solve(tree, CONVENTIONS["haw"]._replace(window=(12, 15)))
    answers = misconception_answers(solution)
    [late] = [at for at, question in enumerate(step_questions(solution)) if question[1:4] == ("cut", 0, 6)]
    assert solution.returned(1) == 12
    assert answers[late:] == ({"parent-skip": "cut"}, *[{}] * (len(answers) - late - 1))


def test_missing_questions_have_no_wrong_answers():
    """Without cuts there are only questions about values, and none in trees with payoffs."""
    kinds = {"swapped-players", "one-player"}
    assert {code for answers in answered("((6 5) (2 9))", "minimax").values() for code in answers} == kinds
    assert answered("7", "aima") == {}
