"""Diagnosis: misconceptions are recognized, ties are reported, and right answers get no diagnosis."""

import random
from collections import Counter
from collections.abc import Sequence
from itertools import combinations, product

import pytest

from tests.support.answers import CUTTING, complete, honest, minimax_answer, only, right_answer, tree_for
from tests.support.effort import cases, dice
from treesolve.analysis.misconception import CHANCE_CODES, CODES
from treesolve.analysis.reference_answer import comparable, differing
from treesolve.grading.answer_marks import AnswerMarker
from treesolve.grading.diagnosis import MAX_NAMED, MIN_DECISIONS, diagnose
from treesolve.grading.grader import Grader
from treesolve.grading.rubric import Rubric
from treesolve.model.answer import PARTS, Answer
from treesolve.model.convention import CONVENTIONS, Convention
from treesolve.model.perspective import value_seen_by, window_seen_by
from treesolve.model.tree import Tree
from treesolve.notation.reader import read
from treesolve.search.search import search
from treesolve.search.solution import Solution
from treesolve.search.step_table import viewer

SEARCHED_CONVENTIONS = [CONVENTIONS[name] for name in ("haw", "lang", "aima", "cs188", "knuth-moore")]
"""One convention of each kind."""

OVERSIGHTS = {"prunes-cause"}


def grader(tree: Tree, convention: Convention, parts: Sequence[str] = PARTS, **rubric: object) -> Grader:
    """Return a grader that asks for the parts, with one point each."""
    return Grader(tree, convention, Rubric(points=dict.fromkeys(parts, 1), **rubric))


def slipped(rng: random.Random, answer: Answer, tree: Tree) -> Answer:
    """Return the answer with one random slip in one part."""
    part = rng.choice([part for part in PARTS if answer.answered(part)])
    return answer._replace(**{part: _SLIPS[part](rng, getattr(answer, part), tree)})


def _slipped_values(rng: random.Random, values: dict, _: Tree) -> dict:
    node = rng.choice(sorted(values))
    return values | {node: rng.choice([value for value in range(100) if value != values[node]])}


def _slipped_windows(rng: random.Random, windows: dict, _: Tree) -> dict:
    node = rng.choice(sorted(windows))
    low, high = windows[node]
    return windows | {node: (rng.randint(0, 99), high) if rng.random() < 0.5 else (low, rng.randint(0, 99))}


def _slipped_pruned(rng: random.Random, pruned: tuple, tree: Tree) -> tuple:
    if pruned and rng.random() < 0.5:
        gone = rng.randrange(len(pruned))
        return pruned[:gone] + pruned[gone + 1 :]
    return (*pruned, rng.randrange(1, len(tree)))


def _slipped_order(rng: random.Random, order: tuple, tree: Tree) -> tuple:
    leaves = list(order)
    chance = rng.random()
    if chance < 0.3:
        leaves.pop(rng.randrange(len(leaves)))
    elif chance < 0.6:
        at = rng.randrange(len(leaves) - 1)
        leaves[at : at + 2] = leaves[at : at + 2][::-1]
    else:
        leaves.insert(rng.randrange(len(leaves)), rng.choice(tree.leaf_ids))
    return tuple(leaves)


_SLIPS = {
    "values": _slipped_values,
    "windows": _slipped_windows,
    "pruned": _slipped_pruned,
    "order": _slipped_order,
    "best": lambda rng, _, tree: rng.choice(tree.children[0]),
    "value": lambda rng, _, __: rng.randint(0, 99),
}


def explained_by(marker: Grader, answer: Answer) -> tuple[set[str], int]:
    """Return the rules that leave no difference, and the minimum number of wrong decisions other than the best move."""
    marking, parts = AnswerMarker(marker, answer), marker.search_parts
    exact = {
        one.code for one in marker.simulated_students if not differing(marking.context.comparable, one.reference, parts)
    }
    truth = min(marking.reference_differences(), key=lambda one: sum(one.values()))
    return exact, sum(count for part, count in truth.items() if part not in ("best", "order"))


def deserves_nothing(marker: Grader, answer: Answer) -> bool:
    """Return whether the answer is right in every part."""
    return all(mark.is_full for mark in marker.report(answer).marks)


@pytest.mark.parametrize("parts", [PARTS, ("values", "pruned"), ("pruned", "order"), ("pruned",)], ids=" ".join)
def test_misconceptions_are_diagnosed(parts: tuple[str, ...]):
    """A misconception shown by two decisions is diagnosed, unless more than two are equally good."""
    seen, rng = Counter(), dice("followers")
    drawn = list(product(SEARCHED_CONVENTIONS, (99, 9)))
    for number, (convention, highest) in enumerate(drawn * 27):
        if number >= len(drawn) and set(seen) == set(CODES) - set(CHANCE_CODES):
            break
        marker = grader(complete(rng, (3, 2, 3, 2), highest=highest), convention, parts)
        answers = {
            simulated_student.code: honest(simulated_student, parts) for simulated_student in marker.simulated_students
        }
        for code, answer in answers.items():
            found = marker.report(answer).diagnosis
            exact, decisions = explained_by(marker, answer)
            if not decisions or len(exact) > MAX_NAMED:
                assert not found
                continue
            assert {diagnosis.code for diagnosis in found} - OVERSIGHTS in (exact, set())
            assert found or decisions < MIN_DECISIONS
            assert all(diagnosis.exact and diagnosis.explains for diagnosis in found)
            seen[code] += bool(found)

    assert set(seen) == set(CODES) - set(CHANCE_CODES)
    assert sum(seen.values()) > 50


@pytest.mark.parametrize(("parts", "least"), [(PARTS, 0.95), (("pruned", "order"), 0.9)], ids=str)
def test_misconceptions_with_a_slip_are_mostly_diagnosed(parts: tuple[str, ...], least: float):
    """With one additional slip, a diagnosis is still mostly right."""
    answers = diagnosed = named = 0
    for convention in SEARCHED_CONVENTIONS:
        rng = dice("slips")
        for _ in range(3):
            marker = grader(complete(rng, (3, 2, 3, 2)), convention, parts)
            for simulated_student in marker.simulated_students:
                answer = honest(simulated_student, parts)
                if deserves_nothing(marker, answer):
                    continue
                found = marker.report(slipped(rng, answer, marker.tree)).diagnosis
                answers += 1
                diagnosed += bool(found)
                named += simulated_student.code in [diagnosis.code for diagnosis in found]

    assert answers > 150
    assert diagnosed / answers >= 0.6
    assert named / diagnosed >= least


def turned(marker: Grader, answer: Answer) -> Answer:
    """Return the answer with numbers in the view of the player to move."""
    perspective, tree = marker.solution.convention.perspective, marker.tree
    values = {node: value_seen_by(viewer(tree, node), value, perspective) for node, value in answer.values.items()}
    windows = {node: window_seen_by(viewer(tree, node), *at, perspective) for node, at in answer.windows.items()}
    value = None if answer.value is None else value_seen_by(viewer(tree, 0), answer.value, perspective)
    return answer._replace(values=values, windows=windows, value=value)


def right_answers_diagnosed(rng: random.Random, least: int) -> tuple[int, int]:
    """Return the number of right answers that were tried, at least `least`, and how many got a diagnosis."""
    answers = diagnosed = 0
    while answers < least:
        convention = rng.choice(CUTTING)
        tree = tree_for(rng, convention)
        others = tuple(other for other in CUTTING if other.perspective != "unit")
        marker = grader(tree, convention, accepted=others)
        right = right_answer(marker.solution)
        handed_in = [right, minimax_answer(marker.solution, marker.right), turned(marker, right)]
        handed_in += [only(right, parts) for size in (1, 2, 5) for parts in combinations(PARTS, size)]
        handed_in += [right_answer(Grader(tree, rng.choice(others)).solution)]
        if marker.solution.is_forced:
            handed_in.pop()
        if "best" in marker.points and handed_in[-1].best not in marker.right.best:
            handed_in[-1] = handed_in[-1]._replace(best=marker.solution.best_id)
        diagnosed += sum(bool(marker.report(answer).diagnosis) for answer in handed_in)
        answers += len(handed_in)
    return answers, diagnosed


def test_no_right_answer_gets_a_diagnosis():
    """No right answer gets a diagnosis, whether complete or not, in either view, by any accepted convention."""
    answers, diagnosed = right_answers_diagnosed(dice("right"), cases(10_000))
    assert answers >= cases(10_000)
    assert diagnosed == 0


@pytest.mark.parametrize("convention", SEARCHED_CONVENTIONS, ids=lambda convention: convention.id)
def test_a_slip_that_is_followed_through_is_no_misconception(convention: Convention):
    """One wrong value with right consequences gets no diagnosis."""
    rng = dice("one slip")
    for _ in range(cases(80)):
        marker = grader(complete(rng, (3, 2, 3, 2)), convention)
        node = rng.choice([node for node in marker.solution.visited_ids[1:] if marker.tree.children[node]])
        value = rng.choice([value for value in range(100) if value not in marker.right.values[node]])
        again = Solution(search(marker.tree, convention, written={node: value}))
        assert marker.report(right_answer(again)).diagnosis == ()


def test_wrong_best_move_alone_has_no_diagnosis():
    """A wrong best move gets no diagnosis, because half of the misconceptions explain it."""
    tree = read("((3 12 8) (2 4 6) (14 5 2))")
    marker = grader(tree, CONVENTIONS["haw"])

    assert marker.report(Answer("s", best=tree.children[0][2])).diagnosis == ()
    assert marker.report(Answer("s", best=tree.children[0][2], value=12)).diagnosis == ()


def test_values_right_in_one_view_have_no_diagnosis():
    """Values in the mover's view with a wrong move get no diagnosis, although MAX's view would suggest one."""
    tree = read("(((2 4) (-3 3)) ((-3 -1) (5 -5)))")
    marker = grader(tree, CONVENTIONS["lang"], ("values", "best"))
    values = {0: 3, 1: -3, 2: 4, 5: 3, 8: 1, 9: -1}

    report = marker.report(Answer("s", values, best=8))

    assert (report.points, report.diagnosis) == (1, ())


MAX_LEFT = {1: 0, 2: 0, 3: 0, 4: 1, 5: 2, 6: 3, 7: 3, 8: 4, 9: 4}
"""The maximum number of differences a misconception may leave, by the number of differences from the correct search."""


@pytest.mark.parametrize(("others", "most"), MAX_LEFT.items())
def test_a_misconception_counts_up_to_half_of_the_differences(others: int, most: int):
    """A misconception is diagnosed only if it leaves at most half of the differences."""
    marker = grader(read("((3 12 8) (2 4 6) (14 5 2))"), CONVENTIONS["haw"], ("order",))
    simulated_student = next(
        simulated_student for simulated_student in marker.simulated_students if simulated_student.code == "no-inherit"
    )
    leaves = simulated_student.reference.order
    for left in range(min(len(leaves), others)):
        answer = Answer("s", order=leaves[: len(leaves) - left])
        found = diagnose(comparable(answer, marker.masks), [{"order": others}], [simulated_student], ("order",))
        assert [(one.differences, one.others) for one in found] == ([(left, others)] if left <= most else []), left


HALVES = """bounds: -2 2
tree: (CHANCE (1/2 * (2 2), 1/2 * (1 2)) CHANCE (1/2 * (0 2), 1/2 * (-1 0)) CHANCE (1/4 * (-2 1), 3/4 * (2 1)))"""
"""Half of a branch is named at two cuts; no rule that prunes more leads to this, although it makes fewer cuts."""


@pytest.mark.parametrize(
    ("text", "convention", "parts", "expected"),
    [
        ("((3 12 8) (2 4 6) (14 5 2))", "haw", {"pruned": "L5"}, []),
        ("((3 12 8) (2 4 6) (14 5 2))", "haw", {"pruned": ""}, []),
        ("((3 12 8) (2 4 6) (14 5 2))", "haw", {"pruned": "", "order": "L1 L2 L3 L4 L5 L6 L7 L8 L9"}, []),
        ("((3 12 8) (2 4 6) (14 5 2))", "haw", {"pruned": "L6", "order": "L1 L2 L3 L4 L5 L7 L8 L9"}, ["late-cut"]),
        ("((3 12 8) (2 4 6) (14 5 2))", "haw", {"best": "C"}, []),
        ("((5 6) (4 1) (3 2) (9 8))", "haw", {"pruned": "L4"}, []),
        ("((5 6) (4 1) (3 2) (2 7) (9 8))", "haw", {"pruned": "L4"}, []),
        ("((5 6) (4 1) (3 2) (9 8))", "haw", {"pruned": "L3 L4 L5 L6"}, ["prunes-cause", "marks-cut-node"]),
        ("((5 6) (4 1) (3 2) (9 8))", "haw", {"pruned": "C D"}, ["marks-cut-node"]),
        ("((5 6) (5 1) (5 2) (3 2) (9 8))", "haw", {"pruned": "L8"}, ["strict-cut"]),
        ("((5 6) (5 1) (5 2) (9 8))", "cs188", {"pruned": "L4 L6"}, ["equal-cut"]),
        ("((5 6) (5 1) (3 2) (2 7) (9 8))", "cs188", {"pruned": "L4 L6 L8"}, ["equal-cut"]),
        ("((5 6) (5 1) (3 2) (9 8))", "cs188", {"pruned": "L4 L6"}, []),
        (HALVES, "aima", {"pruned": "L7 L11", "order": "L1 L2 L3 L4 L5 L9"}, []),
        ("((5 6 7) (4 1 2) (3 2 1) (9 8 7))", "haw", {"pruned": "L6 L9"}, ["late-cut"]),
        ("((5 6 7) (4 1 2) (3 2 1) (9 8 7))", "haw", {"pruned": "L5 L8"}, ["reads-only-first-skipped"]),
    ],
)
def test_diagnoses_by_hand(text: str, convention: str, parts: dict[str, str], expected: list[str]):
    """Rules and the leaf that causes a cut are diagnosed; one decision, omissions, and ties of three rules are not."""
    tree = read(text)
    ids = {name: node for node, name in enumerate(tree.names)}
    named = {part: tuple(ids[name] for name in names.split()) for part, names in parts.items()}
    answer = Answer("s", pruned=named.get("pruned"), order=named.get("order"), best=named.get("best", (None,))[0])
    found = grader(tree, CONVENTIONS[convention], tuple(parts)).report(answer).diagnosis
    assert [one.code for one in found] == expected
    assert all(one.explains == tuple(parts) and one.exact for one in found)


def test_late_cut_is_never_listed_before_an_omission():
    """If only some cuts are found, or none, late-cut is never the first diagnosis."""
    rng, omitted = dice("omission"), 0
    for _ in range(cases(3000)):
        marker = grader(complete(rng, rng.choice(((4, 2), (4, 3), (3, 2, 2)))), CONVENTIONS["haw"], ("pruned", "order"))
        cuts = sorted({marker.tree.parents[root] for root in marker.right.roots})
        if not cuts:
            continue
        found = set(rng.sample(cuts, rng.randint(0, len(cuts) - 1)))
        named = tuple(root for root in marker.right.roots if marker.tree.parents[root] in found)
        codes = [one.code for one in marker.report(Answer("s", pruned=named)).diagnosis]
        assert codes[:1] != ["late-cut"]
        omitted += 1
    assert omitted > cases(1000)


def test_no_diagnosis_while_parts_are_pending():
    """There is no diagnosis while any part is pending."""
    marker = grader(read("((5 6 7) (4 1 2) (3 2 1) (9 8 7))"), CONVENTIONS["haw"], ("pruned", "best"))
    answer = Answer("s", pruned=(8, 12))
    assert [(one.code, one.explains) for one in marker.report(answer).diagnosis] == [("late-cut", ("pruned",))]
    assert marker.report(answer._replace(pending=frozenset({"best"}))).diagnosis == ()


def test_rule_shown_by_two_decisions_is_diagnosed():
    """A rule shown by two decisions is diagnosed in at least 95 of 100 answers."""
    rng, answers = dice("rules"), cases(100)
    found: dict[str, list[int]] = {}
    while any(len(found.get(code, ())) < answers for code in set(CODES) - set(CHANCE_CODES)):
        shape = rng.choice(((3, 3), (3, 2, 3), (2, 2, 2, 2), (3, 2, 3, 2)))
        marker = grader(complete(rng, shape, highest=rng.choice((9, 20, 99))), rng.choice(SEARCHED_CONVENTIONS))
        for simulated_student in marker.simulated_students:
            results = found.setdefault(simulated_student.code, [])
            exact, decisions = explained_by(marker, honest(simulated_student)) if len(results) < answers else (set(), 0)
            if decisions >= MIN_DECISIONS and len(exact) <= MAX_NAMED:
                results.append(
                    simulated_student.code in [one.code for one in marker.report(honest(simulated_student)).diagnosis]
                )
    assert not {code: results for code, results in found.items() if sum(results) < 0.95 * len(results)}


def slips_diagnosed(rng: random.Random, answers: int) -> int:
    """Return how many of `answers` right answers with one or two random slips get a diagnosis."""
    diagnosed = 0
    for _ in range(answers):
        shape = rng.choice(((3, 3), (3, 2, 3), (2, 2, 2, 2)))
        marker = grader(complete(rng, shape, highest=rng.choice((9, 20, 99))), rng.choice(SEARCHED_CONVENTIONS))
        answer = right_answer(marker.solution)
        for _ in range(rng.randint(1, 2)):
            answer = slipped(rng, answer, marker.tree)
        diagnosed += bool(marker.report(answer).diagnosis)
    return diagnosed


def test_few_slips_are_diagnosed():
    """At most 5 in 100 answers with random slips get a diagnosis."""
    assert slips_diagnosed(dice("slips"), cases(10_000)) <= 0.05 * cases(10_000)
