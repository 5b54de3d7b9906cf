"""True or false: every statement is also checked with the pseudocode of the convention."""

import random
from collections.abc import Iterable, Iterator

import pytest

from tests.support.effort import cases, dice
from tests.support.oracle import PSEUDOCODE, Nested, Run, minimax
from tests.support.questions import drawn
from tests.support.strategies import planted
from treesolve.analysis.misconception import SimulatedStudent, simulated_students
from treesolve.analysis.reference_answer import LeafMasks
from treesolve.grading.question.statement import CLAIMS, Statement
from treesolve.grading.question.true_false_question import MAX_STATEMENTS, TrueFalseQuestion
from treesolve.model.convention import CONVENTIONS, Convention
from treesolve.model.kind import Kind
from treesolve.model.number import Number
from treesolve.notation.reader import read
from treesolve.search.solution import Solution, solve

FOUR = TrueFalseQuestion(
    (Statement("value", (1,), (3,)), Statement("pruned", (7,)), Statement("best", (5,)), Statement("visited", (2,)))
)
"""True, true, false and true for the running example."""

RUNNING = "((3 12 8) (2 4 6) (14 5 2))"


def random_tree(rng: random.Random, shares: bool, depth: int = 4) -> Nested:
    """Return a random nested tree."""
    if depth == 0 or (depth < 3 and rng.random() < 0.2):
        return rng.choice((0, 1)) if shares else rng.randint(0, 12)
    return [random_tree(rng, shares, depth - 1) for _ in range(rng.randint(2, 3))]


def paths_of(solution: Solution) -> dict[int, tuple[int, ...]]:
    """Return the path of each node."""
    paths: dict[int, tuple[int, ...]] = {0: ()}
    for node, below in enumerate(solution.tree.children):
        paths |= {child: (*paths[node], index) for index, child in enumerate(below)}
    return paths


def subtree(tree: Nested, path: tuple[int, ...]) -> Nested:
    """Return the nested tree at a path."""
    for index in path:
        assert isinstance(tree, list)
        tree = tree[index]
    return tree


def with_number(tree: Nested, path: tuple[int, ...], number: object) -> Nested:
    """Return the nested tree with another leaf value."""
    if not path:
        return number  # type: ignore[return-value]
    assert isinstance(tree, list)
    return [with_number(child, path[1:], number) if index == path[0] else child for index, child in enumerate(tree)]


def judged(statement: Statement, tree: Nested, run: Run, paths: dict[int, tuple[int, ...]], maximising: bool) -> bool:
    """Return whether a statement is true, by the pseudocode."""
    where = [paths[node] for node in statement.nodes]
    seen = {leaf[: len(where[0])] for leaf in run.leaves} if where else set()
    if statement.claim == "value":
        is_max = maximising is (len(where[0]) % 2 == 0)
        return minimax(subtree(tree, where[0]), maximising=is_max) == statement.numbers[0]
    if statement.claim in ("pruned", "visited"):
        return (where[0] in seen) is (statement.claim == "visited")
    if statement.claim == "best":
        assert isinstance(tree, list)
        values = [minimax(child, maximising=not maximising) for child in tree]
        return values[where[0][0]] == (max if maximising else min)(values)
    if statement.claim == "window":
        return run.windows[where[0]] == statement.numbers
    if statement.claim == "deep":
        path = where[0]
        is_max = maximising is (len(path) % 2 == 0)
        return run.windows[path][is_max] == run.windows[path[:-1]][is_max]
    if statement.claim == "before":
        return run.leaves.index(where[0]) < run.leaves.index(where[1])
    if statement.claim == "count":
        return len(run.leaves) == statement.numbers[0]
    now = minimax(tree, maximising=maximising)
    other = with_number(tree, where[0], subtree(tree, where[0]) + statement.numbers[0])  # type: ignore[operator]
    return minimax(other, maximising=maximising) != now


def candidates(solution: Solution, wrong: Iterable[SimulatedStudent]) -> Iterator[Statement]:
    """Yield all true, false and believed statements that can be drawn."""
    for claim in CLAIMS.values():
        stated = list(claim.stated(solution, solution))
        assert all(statement.holds(solution) for statement in stated) or not claim.is_believed
        yield from stated
        yield from claim.others(solution)
        for simulated_student in wrong if claim.is_believed else ():
            yield from claim.stated(solution, simulated_student.solution)


@pytest.mark.parametrize("convention", PSEUDOCODE)
def test_every_statement_is_judged_alike(convention: str):
    """Statements are true by the pseudocode as well; half are true, and none occurs twice or with its opposite."""
    rng = dice(convention)
    claims, truths = set(), []
    for number in range(max(60, cases(300))):
        maximising = rng.random() < 0.5
        tree = random_tree(rng, shares=convention == "unit")
        solution = solve(planted(tree, maximising=maximising), CONVENTIONS[convention])
        count = rng.choice((2, 3, 4, 5, MAX_STATEMENTS))
        question = TrueFalseQuestion.draw(solution, rng, count)
        if question is None:
            continue
        run, paths = PSEUDOCODE[convention](tree, maximising), paths_of(solution)
        wrong = simulated_students(solution, LeafMasks(solution.tree)) if number < cases(12) else ()
        said = {*question.statements, *candidates(solution, wrong)}
        assert {one_: one_.holds(solution) for one_ in said} == {
            one_: judged(one_, tree, run, paths, maximising) for one_ in said
        }
        found = question.truths(solution)
        assert abs(sum(found) - count / 2) <= 0.5
        assert len({(said.claim, said.nodes) for said in question.statements}) == count
        about = [said.nodes for said in question.statements if said.claim in ("pruned", "visited")]
        assert len(set(about)) == len(about)
        claims |= {said.claim for said in question.statements}
        truths += found
    never = {"lang": {"deep"}, "unit": {"changes"}, "everything": {"deep", "pruned", "visited", "window", "count"}}
    one_bound = {"window"} if CONVENTIONS[convention].wording in ("one-bound", "plain") else set()
    without_cuts = set() if CONVENTIONS[convention].cuts else {"deep", "pruned", "visited", "window", "count"}
    assert claims == set(CLAIMS) - never.get(convention, set()) - one_bound - without_cuts
    assert 0.4 < sum(truths) / len(truths) < 0.6


def test_of_three_statements_one_is_true_or_two_are():
    """The number of true statements among three cannot be predicted."""
    solution = solve(read(RUNNING), CONVENTIONS["aima"])
    questions = [TrueFalseQuestion.draw(solution, random.Random(seed), 3) for seed in range(12)]

    assert {sum(question.truths(solution)) for question in questions if question} == {1, 2}


@pytest.mark.parametrize("convention", CONVENTIONS.values(), ids=lambda convention: convention.id)
def test_false_statements_come_from_misconceptions(convention: Convention):
    """Most false statements hold in a search with a misconception."""
    believed = false = 0
    for solution, question in drawn("statements", convention, 200, least=80):
        wrong = [
            simulated_student.solution for simulated_student in simulated_students(solution, LeafMasks(solution.tree))
        ]
        for statement, truth in zip(question.statements, question.truths(solution), strict=True):
            if not truth and statement.claim in ("value", "pruned", "visited", "window", "count", "best"):
                false += 1
                believed += any(believes(statement, by) for by in wrong)
    assert false > 60
    assert believed / false > 0.5


def believes(statement: Statement, by: Solution) -> bool:
    """Return whether a statement holds in a wrong search."""
    if statement.claim == "value":
        return by.returned(statement.nodes[0]) == statement.numbers[0]
    try:
        return statement.holds(by)
    except (ValueError, KeyError):
        return False


@pytest.mark.parametrize(
    ("answer", "share"),
    [
        *(("1 true, 2 true, 3 false, 4 true", "1"), ("1 wahr 2 wahr 3 falsch 4 wahr", "1"), ("1 w 2 w 3 f 4 w", "1")),
        *(("1w2w3f4w", "1"), ("1. richtig\n2. richtig\n3. falsch\n4. richtig", "1"), ("1) r 2) r 3) f 4) r", "1")),
        *(("1: t, 2: t, 3: f, 4: t", "1"), ("1=true 2=true 3=false 4=true", "1"), ("1w,2w,3f,4w", "1"), ("wwfw", "1")),
        *(("w w f w", "1"), ("r/r/f/r", "1"), ("true, true, false, true", "1"), ("WAHR WAHR FALSCH WAHR", "1")),
        *(("ja ja nein ja", "1"), ("✓ ✓ ✗ ✓", "1"), ("w w ? w", "3/4"), ("1=true 2= 3=- 4=true", "1/2")),
        ("4 true, 3 false, 2 true, 1 true", "1"),
        ("1 true, because B = 3; 2 true: 5 is never seen, 3 false, since A chooses B, 4 true", "1"),
        *(("1 wahr (denn L1 = 3), 2 wahr, 3 falsch, weil 3 > 2, 4 wahr", "1"), ("1 true 2 true", "1/2")),
        *(("fffw", "1/2"), ("1 true, 1 false, 2 true", "1/4"), ("1 true, 1 true, 2 true", "1/2")),
        *(("1 true, 9 false", "1/4"), ("wwfww", "0"), ("nothing of this", "0")),
    ],
)
def test_judgements_are_written_in_many_ways(answer: str, share: str):
    """Verdicts may have numbers and reasons, or neither."""
    solution = solve(read(RUNNING), CONVENTIONS["haw"])
    assert FOUR.truths(solution) == (True, True, False, True)
    assert str(FOUR.mark(answer, solution).share) == share


@pytest.mark.parametrize(
    ("answer", "codes"),
    [
        *(("1 true, 1 false", ["answer-twice"]), ("1 true, 9 false, 0 true", ["question-no-statement"] * 2)),
        *(("nothing of this", ["question-unreadable"]), ("wwfww", ["question-unreadable"]), ("1 true", [])),
        *(("1= 2= 3= 4=", []), ("1=- 2=- 3=? 4=_", []), ("1= 2=maybe 3=", ["question-unreadable"])),
    ],
)
def test_unreadable_verdicts_are_reported(answer: str, codes: list[str]):
    """Unreadable verdicts are reported."""
    solution = solve(read(RUNNING), CONVENTIONS["haw"])
    assert [problem.code for problem in FOUR.mark(answer, solution).problems] == codes


def test_windows_are_stated_at_player_nodes():
    """Statements about windows exclude chance nodes, leaves and the root."""
    solution = solve(read("(CHANCE (MIN (1 2) 3) MIN (4 5))"), CONVENTIONS["aima"])
    kinds = [solution.tree.kinds[statement.nodes[0]] for statement in CLAIMS["window"].stated(solution, solution)]

    assert kinds == [Kind.MIN, Kind.MIN]


def test_false_counts_are_one_off_or_all_leaves():
    """Wrong counts are off by one, or the number of all leaves, but never more."""
    solution = solve(read("((3 12 8) (2 4 6) (14 5 2))"), CONVENTIONS["haw"])

    assert [statement.numbers for statement in CLAIMS["count"].others(solution)] == [(6,), (8,), (9,)]
    assert [statement.numbers for statement in CLAIMS["count"].stated(solution, solution)] == [(7,)]


def test_leaves_are_compared_with_the_next_three():
    """Each leaf is compared with the next three, in both orders."""
    solution = solve(read("((3 12 8) (2 4 6) (14 5 2))"), CONVENTIONS["haw"])
    found = {statement.nodes for statement in CLAIMS["before"].others(solution)}

    assert found & {(2, other) for other in solution.tree.leaf_ids} == {(2, 3), (2, 4), (2, 6)}


def test_no_leaf_is_changed_beyond_its_limits():
    """A leaf is changed by a step up and a step down, within its limits."""
    solution = solve(read("bounds: 0 9\ntree: ((0 9) (4 4))"), CONVENTIONS["minimax"])
    steps: dict[int, list[Number]] = {}
    for statement in CLAIMS["changes"].others(solution):
        steps.setdefault(statement.nodes[0], []).append(statement.numbers[0])

    assert list(map(steps.get, solution.tree.leaf_ids)) == [[1], [-1], [1, -1], [1, -1]]


@pytest.mark.parametrize(("text", "convention"), [("5", "aima"), ("((0 1 (1/2 1)))", "unit")])
def test_no_statements_about_trivial_trees(text: str, convention: str):
    """There are no statements about a single leaf, or about a forced move that is not searched."""
    assert TrueFalseQuestion.draw(solve(read(text), CONVENTIONS[convention]), random.Random(1)) is None
