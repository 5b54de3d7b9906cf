"""Grading: examples marked by hand, and properties that hold for every tree, convention and answer."""

import random
import re
from collections.abc import Mapping
from fractions import Fraction

import pytest

from tests.grading.test_diagnosis import grader, slipped, turned
from tests.support.answers import CUTTING, minimax_answer, only, right_answer, tree_for
from tests.support.effort import cases, dice, until
from treesolve.grading.answer_marks import AnswerMarker
from treesolve.grading.grader import Grader, MarkedAnswer
from treesolve.grading.marks import CORRECT, FOLLOWING, MISSING, WRONG, Mark
from treesolve.grading.rubric import GERMAN_GRADES, STEPS, Rubric
from treesolve.model.answer import PARTS, Answer
from treesolve.model.convention import CONVENTIONS, Convention
from treesolve.model.tree import Tree
from treesolve.notation.number_text import read_number as number
from treesolve.notation.reader import read

RUNNING = "((3 12 8) (2 4 6) (14 5 2))"
"""B = 3, C is cut after L4, D = 2."""

TIED = "((3 12 8) (3 4 6) (14 5 2))"
"""The same with a tie: C is cut on equality only."""

TWICE = "((5 6) (4 1) (3 2) (9 8))"
"""Two cuts: C after L3, D after L5; E = 8 wins."""

DEEP = "(((5 6) (7 4)) ((3 8) (9 1)))"
"""Four plies without the last branch: B = 6 (D = 6, E = 7), C: F = 8, G = 9, so C = 8."""

PRUNED_BELOW = "(((5 6) (7 4)) ((3 2) (9 1)))"
"""G is cut after F, because B = 6."""

THRICE = "((5 7 6) (5 8 5) (9 5 5 3))"
"""Two cuts on equality: C after L4, D after L8."""

HANGING = "((5 6) (4 (1 2 3) 7))"
"""C is cut after L3: D, with L4 to L6, and L7 are pruned."""

NO_CUT = "((3 12) (5 6))"

CUT_BELOW = "(((5 4) (6 7)) ((2 3) (1 0)))"
"""C is cut after F = 3, because B = 5: its minimax value is 1, its bound 5, and 3 the best visited value."""

OWN_CUT = "(((5 6) (7 4)) ((8 2) (9 1)))"
"""B = 6, F = 8, G = 9: nothing is cut, but with B = 9, G is cut."""

POINTS = {"values": 4, "windows": 4, "pruned": 4, "order": 2, "best": 1, "value": 1}


def answer_to(tree: Tree, **parts: str) -> Answer:
    """Return an answer from texts in the notation of students; nodes are given by name."""
    ids = {name: node for node, name in enumerate(tree.names)}
    read_with = {
        "values": lambda text: {ids[name]: number(value) for name, value in _pairs(text)},
        "windows": lambda text: {ids[name]: tuple(map(number, value.split(","))) for name, value in _pairs(text)},
        "pruned": lambda text: tuple(ids[name] for name in text.replace("none", "").split()),
        "order": lambda text: tuple(ids[f"L{leaf}"] for leaf in text.split()),
        "best": ids.__getitem__,
        "value": number,
    }
    return Answer("s", **{part: read_with[part](text) for part, text in parts.items()})


def _pairs(text: str) -> list[list[str]]:
    return [pair.split("=") for pair in text.split()]


def marked(
    text: str,
    parts: Mapping[str, str],
    convention: str = "haw",
    points: Mapping[str, object] = POINTS,
    **rubric: object,
) -> MarkedAnswer:
    """Return the report for an answer to a tree; only the answered parts are points_by_part for."""
    tree = read(text)
    points_by_part = {part: points[part] for part in parts}
    return Grader(tree, CONVENTIONS[convention], Rubric(points=points_by_part, **rubric)).report(
        answer_to(tree, **parts)
    )


RIGHT = {
    "values": "A=3 B=3 C=2 D=2",
    "windows": "A=-inf,inf B=-inf,inf C=3,inf D=3,inf",
    "pruned": "L5 L6",
    "order": "1 2 3 4 7 8 9",
    "best": "B",
    "value": "3",
}

EIGHT = {
    "values": "A=8 B=8 C=2 D=5",
    "windows": "A=-inf,inf B=-inf,inf C=8,inf D=8,inf",
    "pruned": "L5 L6 L9",
    "order": "1 2 3 4 7 8",
    "best": "B",
    "value": "8",
}
"""B is wrong, and everything else follows from it."""

EXAMPLES = [
    ("all right", RUNNING, RIGHT, {}, "4 4 4 2 1 1"),
    ("a wrong B, followed through", RUNNING, EIGHT, {}, "2.67 4 4 2 1 1"),
    ("the same at three quarters", RUNNING, EIGHT, {"follow_through": Fraction(3, 4)}, "2.67 4 3 1.5 1 1"),
    ("the same without follow-through", RUNNING, EIGHT, {"follow_through": 0}, "1.33 2 0 1.71 1 0"),
    ("minimax value of a cut node", TIED, {"values": "A=3 B=3 C=3 D=2"}, {}, "4"),
    ("a value missing", RUNNING, {"values": "A=3 B=3 C=2"}, {}, "3"),
    ("a value wrong", RUNNING, {"values": "A=3 B=3 C=2 D=14"}, {}, "3"),
    ("a wrong value costs", RUNNING, {"values": "A=3 B=3 C=2 D=14"}, {"negative": True}, "2"),
    ("a root that follows", RUNNING, {"values": "A=5 B=3 C=2 D=5"}, {}, "3"),
    ("a root that does not", RUNNING, {"values": "A=14 B=3 C=2 D=5"}, {}, "2"),
    ("one of two branches", RUNNING, {"pruned": "L5"}, {}, "2"),
    ("one leaf of three of one branch of two", HANGING, {"pruned": "L4"}, {}, "0.67"),
    ("two of the three, and the other branch", HANGING, {"pruned": "L4 L6 L7"}, {}, "3.33"),
    ("the node in the place of its branches", RUNNING, {"pruned": "C"}, {}, "0"),
    ("a cut that is none", RUNNING, {"pruned": "L5 L6 L9"}, {}, "0"),
    ("a cut that is none costs", RUNNING, {"pruned": "L9"}, {"negative": True}, "-4"),
    ("follow-through softens no negative mark", RUNNING, {"values": "A=3 B=3 C=2 D=14", "pruned": "L9"},
     {"negative": True}, "2 -4"),
    ("none where there is one", RUNNING, {"pruned": ""}, {}, "0"),
    ("one of two cuts", TWICE, {"pruned": "L4"}, {}, "2"),
    ("two cuts and a wrong one", TWICE, {"pruned": "L4 L6 L8"}, {}, "2"),
    ("all or nothing", TWICE, {"pruned": "L4"}, {"whole": frozenset({"pruned"})}, "0"),
    ("none where there is none", NO_CUT, {"pruned": ""}, {}, "4"),
    ("one where there is none", NO_CUT, {"pruned": "L4"}, {}, "0"),
    ("the other convention", TIED, {"pruned": "", "order": "1 2 3 4 5 6 7 8 9"}, {"accepted": "cs188"}, "4 2"),
    ("a leaf missing", RUNNING, {"order": "1 2 3 4 7 8"}, {}, "1.71"),
    ("a leaf too many", RUNNING, {"order": "1 2 3 4 5 7 8 9"}, {}, "1.71"),
    ("backwards", RUNNING, {"order": "9 8 7 4 3 2 1"}, {}, "0.29"),
    ("a missed cut in both parts", THRICE, {"pruned": "", "order": "1 2 3 4 5 6 7 8 9 10"}, {}, "0 1"),
    ("half of a cut, and its order", THRICE, {"pruned": "L10", "order": "1 2 3 4 5 6 7 8 9"}, {}, "1 2"),
    ("a wrong cut, and its order", THRICE, {"pruned": "L3", "order": "1 2 4 5 6 7 8 9 10"}, {}, "0 0.83"),
    ("a wrong cut, and nothing left out", THRICE, {"pruned": "L3", "order": "1 2 3 4 5 6 7 8 9 10"}, {}, "0 1"),
    ("a right cut and a wrong one", THRICE, {"pruned": "L3 L5 L6", "order": "1 2 4 7 8 9 10"}, {}, "0 1.67"),
    ("nothing about cuts", THRICE, {"order": "1 2 3 4 5 6 7 8 9 10"}, {}, "0.67"),
    ("a missed cut, the order not to follow", THRICE, {"pruned": "", "order": "1 2 3 4 5 6 7 8 9 10"},
     {"follow_through": 0}, "0 0.67"),
    ("a missed cut, the order not from the left", THRICE, {"pruned": "", "order": "10 9 8 7 6 5 4 3 2 1"}, {}, "0 0"),
    ("one leaf, the rest pruned", RUNNING, {"pruned": "L2 L3 C D", "order": "1"}, {}, "0 0.29"),
    ("a wrong window, handed down", DEEP,
     {"windows": "A=-inf,inf B=-inf,inf C=0,inf D=-inf,inf E=-inf,6 F=0,inf G=0,8"}, {}, "3.43"),
    ("the same window without a reason", DEEP,
     {"windows": "A=-inf,inf B=-inf,inf C=6,inf D=-inf,inf E=-inf,6 F=0,inf G=0,8"}, {}, "2.86"),
    ("the cut of one of two, and the leaf before it", TWICE, {"pruned": "L3 L4 L6"}, {}, "2"),
    ("a subtree in which nothing is cut", TWICE, {"pruned": "L4 L6 E"}, {}, "2"),
    ("a wrong value at a node that is pruned", PRUNED_BELOW, {"values": "A=6 B=6 C=3 D=6 E=7 F=3 G=8"}, {}, "3.43"),
    ("a window at a node that is pruned", PRUNED_BELOW,
     {"windows": "A=-inf,inf B=-inf,inf C=6,inf D=-inf,inf E=-inf,6 F=6,inf G=6,8"}, {}, "3.43"),
    ("what is pruned does not justify itself", RUNNING, {"values": "A=14 B=3 C=2 D=14", "pruned": "L5 L6 L8 L9"},
     {}, "4 0"),
    ("cuts that follow from a wrong one", "((8 3) (5 9) (7 4))", {"values": "A=8 B=8 C=5 D=7", "pruned": "L2 L4 L6"},
     {}, "4 2"),
    ("no cut by wrong values with which nothing is cut", RUNNING, {"values": "A=2 B=-9 C=2 D=2", "pruned": ""},
     {}, "3 0"),
    ("right cuts beside the same values", RUNNING, {"values": "A=2 B=-9 C=2 D=2", "pruned": "L5 L6"}, {}, "3 4"),
    ("the minimax value of a cut node", CUT_BELOW, {"values": "A=5 B=5 C=1 D=5 E=6 F=3"}, {}, "4"),
    ("the bound of a cut node", CUT_BELOW, {"values": "A=5 B=5 C=5 D=5 E=6 F=3"}, {}, "4"),
    ("the best a cut node can reach", CUT_BELOW, {"values": "A=5 B=5 C=3 D=5 E=6 F=3"}, {}, "4"),
    ("none of the three", CUT_BELOW, {"values": "A=5 B=5 C=2 D=5 E=6 F=3"}, {}, "3.33"),
    ("a pruned node without a value", PRUNED_BELOW, {"values": "A=6 B=6 C=3 D=6 E=7 F=3"}, {}, "4"),
    ("a right value of a pruned node", PRUNED_BELOW, {"values": "A=6 B=6 C=3 D=6 E=7 F=3 G=9"}, {}, "4"),
    ("a wrong value of a pruned node", PRUNED_BELOW, {"values": "A=6 B=6 C=3 D=6 E=7 F=3 G=1"}, {}, "3.43"),
    ("a pruned node for one that is missing", PRUNED_BELOW, {"values": "A=6 B=6 C=3 D=6 E=7 G=9"}, {}, "3.33"),
    ("what an own value cuts off, and is named", OWN_CUT, {"values": "A=9 B=9 C=8 D=6 E=7 F=8", "pruned": "G"},
     {}, "3.33 2"),
    ("what an own value cuts off, and is not named", OWN_CUT, {"values": "A=9 B=9 C=8 D=6 E=7 F=8", "pruned": ""},
     {}, "2.86 0"),
    ("what an own value cuts off, and nobody asks for", OWN_CUT, {"values": "A=9 B=9 C=8 D=6 E=7 F=8"}, {}, "3.33"),
    ("a wrong value alone", OWN_CUT, {"values": "B=9", "pruned": "G"}, {}, "0 2"),
    ("another convention for one part only", TIED, {"windows": RIGHT["windows"], "pruned": ""}, {"accepted": "cs188"},
     "4 4"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "text", "parts", "rubric", "expected"), EXAMPLES, ids=[row[0] for row in EXAMPLES])
def test_hand_marked(name: str, text: str, parts: dict[str, str], rubric: dict[str, object], expected: str):
    """The points of each part agree with those counted on paper."""
    if "accepted" in rubric:
        rubric = rubric | {"accepted": (CONVENTIONS[str(rubric["accepted"])],)}

    report = marked(text, parts, **rubric)

    assert " ".join(_shown(mark.points) for mark in report.marks) == expected
    assert abs(report.points - max(0, sum(mark.points for mark in report.marks))) <= Fraction(len(parts), 200)


def _shown(points: object) -> str:
    return f"{float(points):.2f}".rstrip("0").rstrip(".")  # type: ignore[arg-type]


def mark_of(report: MarkedAnswer, part: str) -> Mark:
    """Return the mark of a part."""
    return next(mark for mark in report.marks if mark.part == part)


def test_marks_have_bases_and_verdicts():
    """Marks have the basis of each part and the verdict on each node."""
    report = marked(RUNNING, EIGHT)
    assert [mark.basis for mark in report.marks] == ["partial", FOLLOWING, FOLLOWING, FOLLOWING, "reference", FOLLOWING]
    assert [(i.node, i.given, i.expected, i.verdict) for i in mark_of(report, "values").items] == [
        (1, 8, 3, WRONG),
        (5, 2, 2, "correct"),
        (9, 5, 2, FOLLOWING),
    ]
    pruned = mark_of(report, "pruned")
    assert (pruned.given, pruned.expected, pruned.missing, pruned.extra) == ((7, 8, 12), (7, 8), (), ())
    order = mark_of(report, "order")
    assert (order.missing, order.extra) == ((12,), ())

    other = marked(TIED, {"pruned": "", "best": "B"}, accepted=(CONVENTIONS["cs188"],))
    assert [mark.basis for mark in other.marks] == ["convention:cs188", "convention:cs188"]
    assert mark_of(other, "pruned").missing == ()
    nothing = Grader(read(RUNNING), CONVENTIONS["haw"]).report(Answer("s"))
    assert {mark.basis for mark in nothing.marks} == {"partial"}
    assert {item.verdict for mark in nothing.marks for item in mark.items} == {MISSING}


def test_both_of_a_tie_are_best_moves():
    """A child that is proved equally good is right; one that only appears so is wrong."""
    tied = "((3 12) (1 9) (3 4))"

    assert [marked(tied, {"best": move}, "cs188").points for move in "BCD"] == [1, 0, 1]
    assert [marked(TIED, {"best": move}).points for move in "BCD"] == [1, 1, 0]
    assert [marked("((3 12) (3 1))", {"best": move}).points for move in "BC"] == [1, 0]


def test_root_value_among_the_values():
    """The root's value may be given among the values; its own key takes precedence."""
    tree = read(RUNNING)
    rubric = Rubric(points={"values": 3, "value": 1})

    def points(**parts: str) -> list[object]:
        report = Grader(tree, CONVENTIONS["haw"], rubric).report(answer_to(tree, **parts))
        return [mark.points for mark in report.marks]

    assert points(values="A=3 B=3 C=2 D=2") == [3, 1]
    assert points(values="B=3 C=2 D=2", value="3") == [3, 1]
    assert points(values="A=3 B=3 C=2 D=2", value="7") == [3, 0]
    assert points(values="A=8 B=8 C=2 D=2") == [2, 1]


def test_values_in_the_view_of_the_player_to_move():
    """In a negamax convention, values may be in the mover's or in MAX's view, but not mixed."""
    movers = {"values": "A=3 B=-3 C=-2 D=-2", "value": "3", "windows": "A=-inf,inf B=-inf,inf C=-inf,-3 D=-inf,-3"}

    assert marked(RUNNING, movers, "knuth-moore").view == "mover"
    assert marked(RUNNING, movers, "knuth-moore").points == 9
    assert marked(RUNNING, {"values": "A=3 B=3 C=2 D=2"}, "knuth-moore").view == "max"
    assert marked(RUNNING, {"values": "A=3 B=3 C=-2 D=-2"}, "knuth-moore").points == 3
    assert marked(RUNNING, movers, "haw").points < 6
    shares = "((0.25 1) (0 0.5))"
    assert marked(shares, {"values": "A=0.25 B=0.75 C=1"}, "unit").points == 4
    assert marked(shares, {"values": "A=0.25 B=0.25 C=0"}, "unit").points == 4


def test_the_root_named_twice():
    """If the root has two values and one is wrong, the wrong one counts, wherever it is given."""
    tree = read(RUNNING)
    for points, expected in (({"values": 4, "value": 1}, 4), ({"values": 4, "value": 0}, 3), ({"values": 4}, 3)):
        marker = Grader(tree, CONVENTIONS["haw"], Rubric(points=points))
        for root, value in ((9, "3"), (3, "9"), (9, "9")):
            assert marker.report(answer_to(tree, values=f"A={root} B=3 C=2 D=2", value=value)).points == expected


@pytest.mark.parametrize("convention", CONVENTIONS.values(), ids=lambda convention: convention.id)
def test_right_answers_get_all_points_and_empty_ones_none(convention: Convention):
    """Right answers get all points in every view, with chance nodes, ties, infinities, fractions and forced moves."""
    rng = dice(f"right {convention.id}")
    for _ in range(cases(60)):
        marker = grader(tree_for(rng, convention), convention, rounding=rng.choice(list(STEPS)))
        right = right_answer(marker.solution)
        for answer in (right, minimax_answer(marker.solution, marker.right), turned(marker, right)):
            report = marker.report(answer)
            assert report.points == marker.possible
            assert all(mark.basis == "reference" for mark in report.marks)
        assert marker.report(Answer("s")).points == 0
        assert {mark.points for mark in marker.report(Answer("s")).marks} <= {0}


def test_unknown_pruned_leaf():
    """If a pruned leaf is unknown, the rest is marked normally."""
    marker = grader(read("((6 5) (2 x: x))"), CONVENTIONS["haw"])

    assert marker.report(right_answer(marker.solution)).points == 6
    assert marker.report(answer_to(marker.tree, values="A=5 B=5 C=1", pruned="x")).marks[2].points == 1


def test_a_slip_is_counted_once_however_much_follows():
    """D is wrong; B and A follow from it and are not counted as slips."""
    marker = grader(read(PRUNED_BELOW), CONVENTIONS["haw"], ("values",))
    answer = answer_to(marker.tree, values="A=7 B=7 C=3 D=9 E=7 F=3")
    assert [truth["values"] for truth in AnswerMarker(marker, answer).reference_differences()] == [3, 1]


def test_right_parts_are_not_pending():
    """Right parts are not pending because of other unread text."""
    marker = grader(read(RUNNING), CONVENTIONS["haw"], ("best", "value"))
    assert marker.report(Answer("s", best=1, value=4, has_unread=True)).pending == ("value",)


def random_answer(rng: random.Random, marker: Grader) -> Answer:
    """Return a random answer: right in part, with slips, blanks, and nonsense."""
    answer = right_answer(marker.solution, [part for part in marker.points if rng.random() < 0.9])
    for _ in range(rng.randint(0, 5)):
        usable = [part for part in PARTS if getattr(answer, part) and (part != "order" or len(answer.order) > 1)]
        if usable:
            part = rng.choice(usable)
            answer = answer._replace(**{part: getattr(slipped(rng, only(answer, (part,)), marker.tree), part)})
    return answer


@pytest.mark.parametrize("negative", [False, True])
def test_marks_stay_within_their_bounds(negative: bool):
    """Points never exceed the maximum, and are never less than zero or the agreed minimum."""
    rng = dice(f"bounds {negative}")
    seen = set()
    for _ in until(lambda: seen == {False, negative}, range(2500), 250):
        convention = rng.choice(CUTTING)
        points = {part: rng.choice((0, 1, Fraction(5, 4), 3, Fraction(1, 10))) for part in PARTS}
        rubric = Rubric(
            points=points,
            negative=negative,
            rounding=rng.choice(list(STEPS)),
            whole=frozenset(rng.sample(PARTS, 1)),
            accepted=tuple(rng.sample(list(CONVENTIONS.values()), 2)),
        )
        marker = Grader(tree_for(rng, convention), convention, rubric)
        for _ in range(4):
            report = marker.report(random_answer(rng, marker))
            for mark in report.marks:
                assert -mark.of * negative <= mark.points <= mark.of == points[mark.part]
                seen.add(mark.points < 0)
            assert 0 <= report.points <= marker.possible
    assert seen == {False, negative}


def test_points_come_from_the_rubric_or_the_tree_or_are_one_each():
    """Points come from the rubric, else from the tree, else are 1; parts without an answer have none."""
    haw = CONVENTIONS["haw"]
    written = read("points: values 3, pruned 1\ntree: ((6 5) (2 9))")

    assert dict(Grader(written, haw).points) == {"values": 3, "pruned": 1}
    assert dict(Grader(written, haw, Rubric(points={"best": 2})).points) == {"best": 2}
    assert dict(Grader(read(RUNNING), haw).points) == dict.fromkeys(("values", "pruned", "order", "best", "value"), 1)
    assert dict(Grader(written, CONVENTIONS["minimax"]).points) == {"values": 3}
    assert Grader(written, haw).possible == 4


def test_accepted_conventions_that_cannot_search_the_tree_are_left_out():
    """Accepted conventions are ignored if they cannot search the tree, or do not search a forced move."""
    unit = CONVENTIONS["unit"]

    found = Grader(read(RUNNING), CONVENTIONS["haw"], Rubric(accepted=(unit, CONVENTIONS["aima"]))).accepted
    assert [key.solution.convention.id for key in found] == ["aima"]
    assert Grader(read("((0 1))"), CONVENTIONS["haw"], Rubric(accepted=(unit,))).accepted == ()


@pytest.mark.parametrize(
    ("points", "rounding", "expected"),
    [
        *(("5/4", "half", "3/2"), ("6/5", "half", "1"), ("1/8", "quarter", "1/4"), ("-1/8", "quarter", "0")),
        *(("2/3", "hundredth", "67/100"), ("1/2", "whole", "1"), ("1/3", "tenth", "3/10")),
    ],
)
def test_rounding_is_to_the_nearest_step_and_up_between_two(points: str, rounding: str, expected: str):
    """Points are rounded to the nearest step; halves are rounded up."""
    assert Rubric(rounding=rounding).rounded(Fraction(points)) == Fraction(expected)


def test_grades_need_not_reach_down_to_nothing():
    """Points below the lowest percentage get the worst grade; without grades there is none."""
    rubric = Rubric(grades=((80, "gut"), (50, "bestanden"), (30, "mangelhaft")))

    assert [rubric.grade(points, 10) for points in (8, 7, 5, 4, 3, 2, 0)] == [
        "gut", "bestanden", "bestanden", "mangelhaft", "mangelhaft", "mangelhaft", "mangelhaft"
    ]  # fmt: skip
    assert Rubric().grade(3, 4) is None
    assert marked(RUNNING, RIGHT, grades=GERMAN_GRADES).grade == "1,0"


def test_all_written_values_count_in_the_search_run_again():
    """D = 3 is a slip; B = 5 does not follow from it, but the rerun search uses it and cuts G."""
    text = "(((3 5) (5 1)) ((3 1) (0 0)))"
    report = marked(text, {"values": "D=3 E=5 B=5 F=3 C=3", "pruned": "L4 G"}, "cs188")

    assert next(mark for mark in report.marks if mark.part == "pruned").basis == "follow-through"


OFF_GRID = {"values": Fraction(23, 10), "pruned": Fraction(22, 10), "order": Fraction(21, 20), "best": Fraction(1, 5)}
"""Points between steps: in halves, 2.3 would be rounded up and the others down; 1.05 is also between tenths."""

FULL = {
    "right": (RUNNING, {name: RIGHT[name] for name in OFF_GRID}, {}),
    "all or nothing": (RUNNING, {name: RIGHT[name] for name in OFF_GRID}, {"whole": frozenset(OFF_GRID)}),
    "where wrong marks cost": (RUNNING, {name: RIGHT[name] for name in OFF_GRID}, {"negative": True}),
    "followed through": (RUNNING, {"pruned": EIGHT["pruned"], "values": EIGHT["values"]}, {"follow_through": 1}),
    "another convention": (TIED, {"pruned": "", "order": "1 2 3 4 5 6 7 8 9"}, {"accepted": (CONVENTIONS["cs188"],)}),
}
"""Answers in which everything but possibly the values is right, by various searches and rubrics."""


@pytest.mark.parametrize("rounding", ["whole", "half", "quarter", "tenth"])
@pytest.mark.parametrize(("text", "parts", "rubric"), FULL.values(), ids=FULL)
def test_a_full_mark_is_full_off_the_steps(text: str, parts: dict[str, str], rubric: dict[str, object], rounding: str):
    """A full mark is not rounded: 2.3 points become neither 2.5 nor 2, and neither does their sum."""
    report = marked(text, parts, points=OFF_GRID, rounding=rounding, **rubric)
    full = [mark for mark in report.marks if (mark.part, rubric) != ("values", {"follow_through": 1})]
    assert [mark.points for mark in full] == [OFF_GRID[mark.part] for mark in full]
    assert all(mark.is_full for mark in full)
    lost = sum(mark.of - mark.points for mark in report.marks)
    assert (
        report.points == sum(OFF_GRID[mark.part] for mark in report.marks)
        if not lost
        else report.points % Fraction(1, 10) == 0
    )


NEARLY = {"order": "1 2 3 4 7 8"}
"""Six sevenths of the order."""


@pytest.mark.parametrize(
    ("parts", "of", "rounding", "expected"),
    [
        ({"best": "C"}, "1/4", "half", "0"),
        (NEARLY, "3/10", "half", "0"),
        (NEARLY, "1/5", "half", "0"),
        (NEARLY, "7/10", "whole", "0"),
    ],
)
def test_rounding_never_reaches_the_maximum(parts: dict[str, str], of: str, rounding: str, expected: str):
    """Less than the maximum is never rounded up to it: 0.6 of 0.7 does not become 1 in whole points."""
    report = marked(RUNNING, parts, points=dict.fromkeys(parts, Fraction(of)), rounding=rounding)
    assert report.points == Fraction(expected)


def test_loss_is_at_most_the_maximum():
    """With a negative rubric, a completely wrong part costs its 2.3 points, not 2.5."""
    wrong = marked(NO_CUT, {"pruned": "L4"}, points={"pruned": Fraction(23, 10)}, rounding="half", negative=True)
    assert [mark.points for mark in wrong.marks] == [Fraction(-23, 10)]


BOUNDED = "(((5 6) (7 4)) ((3 4) (9 1)))"
"""B = 6 (D = 6, E = 7 is cut after 7); F is 4 and, with alpha = 6, returns 6 if the convention returns bounds."""


@pytest.mark.parametrize("mirrored", [False, True], ids=["MAX", "MIN"])
@pytest.mark.parametrize(
    ("values", "wrong"),
    [
        # D = 5 is a slip: E is 7 in a window that ends at 5; F is 4 in one that begins at 5
        ("A=5 B=5 C=5 D=5 E=7 F=5", {"bound": "D", "clipped": "D", "value": "D F"}),
        # only a convention that clips returns 5 at E
        ("A=5 B=5 C=5 D=5 E=5 F=5", {"bound": "D E", "clipped": "D", "value": "D E F"}),
        # 8 is not a bound at any node; 3 is below all of them
        ("A=8 B=5 C=8 D=5 E=7 F=8", dict.fromkeys(("bound", "clipped", "value"), "D F")),
        ("A=5 B=5 C=3 D=5 E=7 F=3", dict.fromkeys(("bound", "clipped", "value"), "D F")),
    ],
)
def test_bounds_follow_from_student_values(values: str, wrong: dict[str, str], mirrored: bool):
    """Bounds follow as the convention returns them; so do those of the mirrored tree, with exchanged players."""
    for returns, names in wrong.items():
        found = _verdicts(_followed(returns, values, mirrored))
        assert found[WRONG] == names
        assert {*found[FOLLOWING]} >= {*"ABC"} - {*names}


@pytest.mark.parametrize("given", ["5", "6"])
@pytest.mark.parametrize(("returns", "following"), [("bound", "6"), ("clipped", "6"), ("value", "5")])
def test_value_of_a_chance_node_cut_by_student_values(returns: str, following: str, given: str):
    """With B = 6, C is cut after 0: its average is at most 5, and if bounds are returned, it returns 6."""
    tree = read("bounds: 0 10\ntree: ((3 4) CHANCE (0 8))")
    marker = Grader(tree, CONVENTIONS["haw"].override(returns=returns), Rubric(points={"values": 3}))
    (mark,) = marker.report(answer_to(tree, values=f"A=6 B=6 C={given}")).marks

    verdicts = {tree.names[item.node]: item.verdict for item in mark.items}
    assert verdicts == {"A": FOLLOWING, "B": WRONG, "C": FOLLOWING if given == following else WRONG}


def _followed(returns: str, values: str, mirrored: bool) -> MarkedAnswer:
    """Return the marks of values in a convention like haw with another return rule; if `mirrored`, for MIN."""
    convention = CONVENTIONS["haw"].override(returns=returns)
    text = BOUNDED
    if mirrored:
        text = "MIN " + re.sub(r"\d", r"-\g<0>", BOUNDED)
        values = values.replace("=", "=-")
    tree = read(text)
    return Grader(tree, convention, Rubric(points={"values": 4})).report(answer_to(tree, values=values))


def _verdicts(report: MarkedAnswer) -> dict[str, str]:
    """Return the names of the nodes by verdict."""
    (mark,) = report.marks
    names = dict(zip((0, 1, 2, 5, 8, 9), "ABDECF", strict=True))
    return {
        verdict: " ".join(sorted(names[item.node] for item in mark.items if item.verdict == verdict))
        for verdict in (CORRECT, FOLLOWING, WRONG, MISSING)
    }


def test_a_shallow_window_follows_from_that_of_the_other_player():
    """B's wrong window is passed to D."""
    report = marked("(((5 6) (7 4)) ((3 9) (2 0)))", {"windows": "B=-inf,9 D=-inf,9 C=6,inf"}, "lang")

    verdicts = {item.node: item.verdict for item in report.marks[0].items}
    assert (verdicts[1], verdicts[2]) == (WRONG, FOLLOWING)
