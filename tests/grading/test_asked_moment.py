"""Reading points of alpha and beta: answers at each point, marks, feedback, keys, rubrics and sheets."""

import re
from fractions import Fraction
from pathlib import Path
from random import Random
from time import perf_counter

import pytest

from tests.support.answers import honest, tree_for
from treesolve.analysis.reference_answer import answer_from_solution
from treesolve.authoring.sheet_file import read_sheet
from treesolve.authoring.variant import draw_variants
from treesolve.grading.exam import Key, key_document, read_key
from treesolve.grading.exercise import Exercise
from treesolve.grading.grader import Grader, MarkedAnswer
from treesolve.grading.rubric import Rubric
from treesolve.grading.rubric_file import read_rubric
from treesolve.model.convention import CONVENTIONS, DEFAULT
from treesolve.model.problem import InputError
from treesolve.model.reading_point import split_into_pairs
from treesolve.notation.convention_expression import read_convention
from treesolve.notation.reader import read
from treesolve.notation.writer import write
from treesolve.rendering.feedback import FeedbackPage
from treesolve.rendering.json.grades_json import rubric_in, rubric_json
from treesolve.search.bounds_at_reading_point import alpha_beta_pairs
from treesolve.search.solution import solve
from treesolve.submissions.answer_reader import read_answer
from treesolve.submissions.answer_writer import format_parts

TREE = "A: (B: (8 7 3) C: (E: (9 1 6) F: (2 1 1) G: (6 5 2)) D: (2 1 3))"
LAST = {"A": (3, float("inf")), "B": (-float("inf"), 3), "C": (3, 2), "D": (3, 2), "E": (9, float("inf")), "F": (3, 9)}
CUTTING = [convention for convention in CONVENTIONS.values() if convention.cuts]
WINDOWS = {"windows": 6}


def grader(moment: str, tree: str = TREE, **rubric: object) -> Grader:
    """Return a grader of alpha and beta at a reading point; the rubric may add other parts."""
    return Grader(read(f"alpha-beta: {moment}\ntree: {tree}"), DEFAULT, Rubric(**{"points": WINDOWS, **rubric}))


def share(marker: Grader, text: str) -> object:
    """Return the points of an answer that can be read completely."""
    answer, problems = read_answer(text, marker.nodes)
    assert not problems
    return marker.report(answer).points


def written(found: dict[str, tuple]) -> str:
    """Return the windows of nodes, by name, in the notation of answers."""
    rows = ((name, " ".join(f"[{low}, {high}]" for low, high in split_into_pairs(row))) for name, row in found.items())
    return "windows: " + " ".join(f"{name}={row}" for name, row in rows)


def by_name(marker: Grader, moment: str) -> dict[str, tuple]:
    """Return the pairs at a reading point, by node name."""
    return {marker.tree.names[node]: pair for node, pair in alpha_beta_pairs(marker.solution, moment).items()}


def run_in_common(given: tuple, right: tuple) -> Fraction:
    """Return the longest common run of pairs as a share of the longer row, by trying every run."""
    given, right = split_into_pairs(given), split_into_pairs(right)
    runs = [given[start:end] for end in range(len(given) + 1) for start in range(end)]
    found = [run for run in runs if any(right[at : at + len(run)] == run for at in range(len(right)))]
    return Fraction(max(map(len, found), default=0), max(len(given), len(right)))


@pytest.mark.parametrize("convention", CUTTING, ids=[one.id for one in CUTTING])
def test_model_answer_gets_all_points_at_each_reading_point(convention):
    """The model answer in text form gets all points on random trees, with numbers in MAX's view."""
    rng = Random(convention.id)
    for _ in range(12):
        tree = tree_for(rng, convention)
        solution = solve(tree, convention)
        if not tree.children[0] or solution.is_forced:
            continue
        for moment in ("entry", "last", "changes", f"after {tree.names[rng.choice(solution.evaluated_ids)]}"):
            rubric = Rubric(points=WINDOWS, alpha_beta=moment)
            marker = Grader(tree, convention, rubric)
            right = answer_from_solution(marker.solution, marker.right, ("windows",))
            text = f"windows: {format_parts(right, tree)['windows']}"
            assert right.windows == alpha_beta_pairs(solution, moment)
            assert share(marker, text) == 6, (write(tree), moment)


def test_windows_at_another_reading_point_are_diagnosed():
    """Windows at another reading point lose points, and the diagnosis names this point."""
    pairs = ("changes", "entry"), ("changes", "last"), ("last", "entry"), ("after L5", "last"), ("after L9", "entry")
    for expected, given in pairs:
        marker = grader(expected)
        names = by_name(marker, expected)
        answer, _ = read_answer(written({name: by_name(marker, given)[name] for name in names}), marker.nodes)
        report = marker.report(answer)
        right = sum(run_in_common(by_name(marker, given)[name], names[name]) for name in names)
        assert report.points == marker.rubric.rounded(Fraction(6 * right, len(names)), 6)
        assert [found.code for found in report.diagnosis] == [f"{given}-for-{expected.split()[0]}"]
    assert grader("last").report(read_answer(written(LAST), grader("last").nodes)[0]).diagnosis == ()


def test_a_wrong_value_costs_once():
    """If the student has B = 7, windows at the last point may follow from this value."""
    marker = grader("last", points={"values": 6, "windows": 6})
    again = solve(read("A: (B: 7 C: (E: (9 1 6) F: (2 1 1) G: (6 5 2)) D: (2 1 3))"))
    last = {"B": (-float("inf"), 3)} | {
        again.tree.names[node]: pair for node, pair in alpha_beta_pairs(again, "last").items()
    }
    assert last["C"] == (7, 2)
    answer, _ = read_answer(f"values: A=7 B=7 C=2 D=2 E=9 F=2\n{written(last)}", marker.nodes)
    points = {mark.part: mark.points for mark in marker.report(answer).marks}
    assert points == {"values": 5, "windows": 6}


def test_table_with_a_row_per_step():
    """Of several rows for a node, none counts on entry, the last one at the last point, and all of them at changes."""
    inf = float("inf")
    rows = ("node | α | β", "--- | --- | ---", "A | -inf | inf", "C | 3 | inf", "C | 3 | 9", "C | 3 | 2", "A | 3 | inf")
    table = "".join(f"| {row} |\n" for row in rows)
    answer, problems = read_answer(table, grader("last").nodes)
    assert not problems
    assert answer.windows == {0: (3, float("inf")), grader("last").tree.names.index("C"): (3, 2)}
    answer, problems = read_answer(table, grader("changes").nodes)
    assert not problems
    assert answer.windows == {0: (-inf, inf, 3, inf), 5: (3, inf, 3, 9, 3, 2)}
    answer, problems = read_answer(table, grader("entry").nodes)
    assert problems
    assert answer.windows is None


def test_reading_point_in_headers_keys_and_rubrics():
    """The rubric takes precedence over the header, and the header over the convention; documents preserve all."""
    tree = read(f"alpha-beta: after  L8\ntree: {TREE}")
    assert read(write(tree)) == tree
    assert tree.alpha_beta == "after L8"
    key = read_key(key_document(Key((Exercise("x", tree, DEFAULT, WINDOWS),))))
    assert key.exercises[0].tree.alpha_beta == "after L8"
    rubric = Rubric(points=WINDOWS, alpha_beta="last")
    assert rubric_in(rubric_json(rubric)) == rubric
    assert "alpha-beta" not in rubric_json(Rubric())
    habit = DEFAULT._replace(alpha_beta="last")
    assert Grader(read(TREE), habit, Rubric(points=WINDOWS)).right.windows == alpha_beta_pairs(
        solve(read(TREE)), "last"
    )
    assert list(Grader(tree, habit, Rubric(points=WINDOWS)).right.windows) == [0, 5, 10]
    accepting = Grader(read(TREE), habit, Rubric(points=WINDOWS, accepted=(CONVENTIONS["cs188"],)))
    assert accepting.right.windows == accepting.accepted[0].right.windows == alpha_beta_pairs(solve(read(TREE)), "last")
    assert Grader(tree, habit, rubric).right.windows == accepting.right.windows


def test_reading_point_of_tasks_and_variants(tmp_path: Path):
    """The reading point of a task takes precedence over the header of its tree, for drawn and for given trees."""
    (tmp_path / "x.tree").write_text(f"alpha-beta: last\ntree: {TREE}")
    tasks = ('file = "x.tree"', 'file = "x.tree"\nalpha-beta = "after L8"', 'shape = "3x3"\nalpha-beta = "last"')
    entries = "".join(f'[[task]]\n{task}\nask = ["windows"]\n' for task in tasks)
    (tmp_path / "plan.toml").write_text(f'title = "T"\n{entries}')
    (variant,) = draw_variants(read_sheet(tmp_path / "plan.toml"), "1", 1)
    assert [exercise.tree.alpha_beta for exercise in variant.exercises] == ["last", "after L8", "last"]
    assert [key.solution.convention.alpha_beta for key in variant.answer_keys] == ["last", "after L8", "last"]
    assert variant.answer_keys[0].right.windows == alpha_beta_pairs(variant.answer_keys[0].solution, "last")


def codes(caught: pytest.ExceptionInfo[InputError]) -> list[str]:
    """Return the codes of the problems."""
    return [problem.code for problem in caught.value.problems]


@pytest.mark.parametrize(
    ("task", "code"),
    [
        ('file = "x.tree"\nalpha-beta = "lsat"', "unknown-moment"),
        ('file = "x.tree"\nalpha-beta = "after"', "unknown-moment"),
        ('file = "x.tree"\nalpha-beta = "last L1"', "unknown-moment"),
        ('file = "x.tree"\nalpha-beta = 3', "wrong-type"),
        ('file = "x.tree"\nalpha-beta = "after L99"', "moment-without-leaf"),
        ('file = "x.tree"\nalpha-beta = "after B"', "moment-without-leaf"),
        ('file = "x.tree"\nalpha-beta = "after L10"', "moment-never"),
        ('shape = "3x3"\nalpha-beta = "after L1"', "moment-drawn"),
        ('like = "after.tree"', "moment-drawn"),
    ],
)
def test_mistakes_in_a_task(tmp_path: Path, task: str, code: str):
    """Each mistake is reported with its position in the file."""
    (tmp_path / "x.tree").write_text(TREE)
    (tmp_path / "after.tree").write_text(f"alpha-beta: after L1\ntree: {TREE}")
    (tmp_path / "plan.toml").write_text(f'title = "T"\n[[task]]\n{task}\nask = ["windows"]\n')
    with pytest.raises(InputError) as caught:
        read_sheet(tmp_path / "plan.toml")
    assert codes(caught) == [code]
    assert all(problem.span for problem in caught.value.problems)


def test_mistakes_elsewhere(tmp_path: Path):
    """Mistakes in a header, a rubric or a convention are reported, and so is a reading point that is never reached."""
    for tree in ("((1 2) (3 4))", "(max (min 1 2) (min 3 4))", "(A (B 1 2) (C 3 4))", "A -> B C\nB -> 1 2\nC -> 3 4"):
        with pytest.raises(InputError) as caught:
            read(f"alpha-beta: after L5\ntree:\n{tree}")
        assert codes(caught) == ["moment-without-leaf"]
        assert [problem.span for problem in caught.value.problems] == [(12, 20)]
    (tmp_path / "r.toml").write_text('alpha-beta = "later"\n')
    with pytest.raises(InputError) as caught:
        read_rubric(tmp_path / "r.toml")
    assert codes(caught) == ["unknown-moment"]
    (tmp_path / "l.toml").write_text('id = "ours"\nalpha-beta = "after L1"\n')
    with pytest.raises(InputError) as caught:
        read_convention(tmp_path / "l.toml")
    assert codes(caught) == ["unknown-value"]
    with pytest.raises(InputError) as caught:
        grader("after L10")
    assert codes(caught) == ["moment-never"]
    assert grader("after L10", points={"best": 1}).right.best


AT_CHANGES = {
    "A": (-float("inf"), float("inf"), 3, float("inf")),
    "B": (-float("inf"), float("inf"), -float("inf"), 8, -float("inf"), 7, -float("inf"), 3),
    "C": (3, float("inf"), 3, 9, 3, 2),
    "D": (3, float("inf"), 3, 2),
    "E": (3, float("inf"), 9, float("inf")),
    "F": (3, 9),
}


@pytest.mark.parametrize(
    ("row", "share"),
    [
        ("[3, inf] [3, 9] [3, 2]", 1),
        ("[3, inf], [3, 9], [3, 2]", 1),
        ("[3; inf] -> [3; 9] → [3; 2]", 1),
        ("α=3 β=inf α=3 β=9 α=3 β=2", 1),
        ("[3, inf] [3, inf] [3, 9] [3, 2]", 1),
        ("[3, inf] [3, 9] [3, 2] [3, 1]", Fraction(3, 4)),
    ],
)
def test_row_counts_by_its_longest_right_run(row: str, share: Fraction):
    """The row of C counts by its longest right run; the five other rows are right."""
    marker = grader("changes")
    others = written({name: right for name, right in AT_CHANGES.items() if name != "C"})
    answer, problems = read_answer(f"{others} C={row}", marker.nodes)
    assert not problems
    report = marker.report(answer)
    assert report.points == marker.rubric.rounded(5 + Fraction(share), 6)
    assert (report.points == 6) is (share == 1)


@pytest.mark.parametrize(
    "row", ["[3, inf] [3]", "[3, inf] [3, 9", "[3] [4]", "[3, inf] 9", "[3, 4, 5]", "[inf, 3] [3, 9, 2]"]
)
def test_incomplete_row_is_pending(row: str):
    """An incomplete row is not guessed at; the part is pending."""
    marker = grader("changes")
    answer, problems = read_answer(f"windows: C={row}", marker.nodes)
    assert problems
    assert answer.windows is None
    assert marker.report(answer).pending == ("windows",)


@pytest.mark.parametrize("moment", ["entry", "last", "after L5"])
def test_row_of_pairs_is_unread_if_one_pair_is_expected(moment: str):
    """A row of pairs is unread if the exercise asks for one pair."""
    answer, problems = read_answer("windows: C=[3, inf] [3, 9]", grader(moment).nodes)
    assert [problem.code for problem in problems] == ["answer-unread"]
    assert answer.windows is None


def test_random_rows_get_the_share_of_their_longest_run():
    """Random rows get the share of their longest right run; wrong pairs never raise the points."""
    rng, marker = Random(7), grader("changes")
    for _ in range(300):
        rows = {}
        for name, right in AT_CHANGES.items():
            pairs = [pair for pair in split_into_pairs(right) for _ in range(rng.choice((0, 1, 1, 1)))]
            row = [pair for one in pairs for pair in (one, *([(0, 1)] if rng.random() < 0.2 else []))] or [(0, 1)]
            rows[name] = tuple(end for pair in row for end in pair)
        runs = {name: run_in_common(row, AT_CHANGES[name]) for name, row in rows.items()}
        answer, problems = read_answer(written(rows), marker.nodes)
        assert not problems
        report = marker.report(answer)
        assert report.points == marker.rubric.rounded(sum(runs.values()), 6)
        assert shares_in_feedback(marker, report) == {name: run for name, run in runs.items() if run < 1}


def shares_in_feedback(marker: Grader, report: MarkedAnswer) -> dict[str, Fraction]:
    """Return the share of right pairs that the feedback reports for each wrong row."""
    page = FeedbackPage(report, marker)
    lines = [line for _, found in (*page.explained, *page.reasons) for line in found]
    matches = filter(None, (re.search(r"(?:^(\w) has .+| at (\w)) \((no|\d+ of \d+) pair", line) for line in lines))
    counts = {one[1] or one[2]: one[3].replace("no", "0 of 1").split(" of ") for one in matches}
    return {name: Fraction(int(count), int(of)) for name, (count, of) in counts.items()}


ROWS = {"C": "[3, inf] [3, 9] [3, 2] [3, 1]", "D": "[3, inf] [3, 7] [3, 2]", "F": "[4, 5]", "A": "[-inf, inf] [3, inf]"}
"""Three of four consecutive pairs of C are right, one of three of D, none of F, and all of A."""


def test_hint_does_not_reveal_right_pairs():
    """A hint only says that a row is wrong; the number of right pairs is given after the deadline."""
    marker = grader("changes")
    answer, _ = read_answer("windows: " + " ".join(f"{name}={row}" for name, row in ROWS.items()), marker.nodes)
    for language, lead in (("en", "The row [4, 5] at F is not right."), ("de", "Die Reihe [4; 5] bei F stimmt nicht.")):
        found = FeedbackPage(marker.report(answer), marker, language, full=False).reasons
        lines = [line for _, lines in found for line in lines]
        assert [line for line in lines if line.startswith(lead)]
        assert not [line for line in lines if re.search(r"window|Fenster|count|zähl", line)]


def test_all_or_nothing_part_does_not_count_pairs():
    """The feedback does not count pairs if the part is all or nothing."""
    marker = grader("changes", whole=frozenset({"windows"}))
    answer, _ = read_answer("windows: " + " ".join(f"{name}={row}" for name, row in ROWS.items()), marker.nodes)
    lines = [line for _, lines in FeedbackPage(marker.report(answer), marker).reasons for line in lines]

    assert [line for line in lines if line.startswith("F has [3, 9], not [4, 5].")]
    assert not [line for line in lines if "pair counts" in line]


def test_feedback_on_explained_rows():
    """The feedback on explained mistakes counts the pairs of D, unless the part has the share of the wrong rule."""
    given = "[3, ∞] [3, 3] [3, 1] at D"
    for rubric, start in (({}, f"{given} (2 of 3 pairs, in order, count); right"), (SHARED, f"{given}; right")):
        points = {"windows": 6, "pruned": 2, "order": 2}
        marker = grader("changes", STRICTLY, points=points, **rubric)
        simulated_student = next(one for one in marker.simulated_students if one.code == "strict-cut")
        report = marker.report(honest(simulated_student)._replace(windows=simulated_student.reference.windows))
        explained = dict(FeedbackPage(report, marker).explained)

        assert [one.code for one in report.diagnosis] == ["strict-cut"]
        assert explained["Windows"] == [f"{start}: [3, ∞] [3, 3]."]


STRICTLY = "A: (B: (8 7 3) C: (E: (9 3 6) F: (2 1 1) G: (3 5 2)) D: (3 1 3))"
"""D is cut after its first leaf, unless cuts are strict."""

SHARED = {"consistent": {"strict-cut": Fraction(99, 100)}}
"""A share for the wrong rule that exceeds that of the pairs, 17 of 18."""


def test_a_row_follows_from_a_wrong_value():
    """Rows that follow from the student's B = 7 cost nothing, and half of such a row counts half."""
    marker = grader("changes", points={"values": 6, "windows": 6})
    again = solve(read("A: (B: 7 C: (E: (9 1 6) F: (2 1 1) G: (6 5 2)) D: (2 1 3))"))
    own = {again.tree.names[node]: row for node, row in alpha_beta_pairs(again, "changes").items()}
    assert own["C"] == (7, float("inf"), 7, 9, 7, 2)
    for rows, points in ((own, 6), (own | {"C": own["C"][:2]}, Fraction(16, 3))):
        given = written({"B": AT_CHANGES["B"]} | rows)
        answer, _ = read_answer(f"values: A=7 B=7 C=2 D=2 E=9 F=2\n{given}", marker.nodes)
        found = {mark.part: mark.points for mark in marker.report(answer).marks}
        assert found["windows"] == marker.rubric.rounded(points, 6)


def test_row_of_rounded_numbers():
    """The pairs of a row may have numbers rounded up or down: 2.67 is above 8/3, and 2.66 below."""
    marker = grader("changes", "MAX (B: CHANCE (3 3 2) C: MIN (9 9))", points={"windows": 3})
    rest = "B=[-inf, inf] C=[8/3, inf] [8/3, 9]"
    for row, share in (("[2.67, inf] [9, inf]", Fraction(2, 3)), ("[2.66, inf] [9, inf]", Fraction(1, 3))):
        answer, problems = read_answer(f"windows: {rest} A={row}", marker.nodes)
        assert not problems
        assert marker.report(answer).points == marker.rubric.rounded(2 + share, 3)


def test_very_long_rows():
    """Very long lines and tables are either rejected or read within seconds."""
    marker = grader("changes")
    begun = perf_counter()
    row = "[3, 2] [3, 9] " * 5_000
    table = "| node | α | β |\n| --- | --- | --- |\n" + "| C | 3 | 9 |\n| C | 3 | 2 |\n" * 2_000
    for text in (f"windows: C={row}", "windows: C=" + "[" * 100_000, "windows: C=" + "[3, 9] [" * 5_000, table):
        answer, problems = read_answer(text, marker.nodes)
        assert problems
        assert answer.windows is None
    answer, problems = read_answer("windows: C=" + "[3, 2] [3, 9] " * 900, marker.nodes)
    assert not problems
    assert marker.report(answer).points == 0
    assert perf_counter() - begun < 20
