"""The Python API: arguments, nodes, files, and error messages."""

import json
import re
import subprocess
import sys
from array import array
from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import treesolve as ts
from tests.support.places import ROOT
from treesolve.authoring import tree_generator
from treesolve.cli import treesolve as program
from treesolve.model.convention import CONVENTIONS
from treesolve.notation.reader import read
from treesolve.search.solution import solve

TEXT = "((6 5) (2 9))"
ANSWERS = {"4711": "values: A=5\nbest: B\n", "4712": "values: A=5 B=5 C=2\npruned: L4\norder: 6 5 2\nbest: B\n"}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the working directory, with exam.tree and answers/."""
    (tmp_path / "exam.tree").write_text(TEXT)
    (tmp_path / "answers").mkdir()
    for student, answer in ANSWERS.items():
        (tmp_path / "answers" / f"{student}.txt").write_text(answer)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def names(nodes: Any) -> list[str]:
    """Return the names of nodes."""
    return [node.name for node in nodes]


# Arguments


@pytest.mark.parametrize(
    "what",
    [
        *(TEXT, [[6, 5], [2, 9]], ((6, 5.0), [Fraction(2), Decimal("9.0")]), [["6", 5], [2, "9"]], Path("exam.tree")),
        *(ts.read(TEXT), ts.solve(TEXT), read(TEXT)),
    ],
)
def test_a_tree_is_a_tree_however_it_comes(what: Any, folder: Path):
    """The forms are text, lists of any numbers, a file, a tree, and a solution."""
    assert ts.read(what) == ts.read(TEXT)
    assert ts.solve(what, "aima").value == 5


def test_numbers_in_lists_are_exact():
    """A float is the decimal that it is printed as; leaves may also be infinities, letters and unknowns."""
    tree = ts.read([0.1, float("-inf"), "x", ts.Unknown("y"), "?", Fraction(1, 3), 1e-7])

    assert [leaf.value for leaf in tree.leaves] == [
        Fraction(1, 10), float("-inf"), ts.Unknown("x"), ts.Unknown("y"), ts.Unknown("?"), Fraction(1, 3),
        Fraction(1, 10**7),
    ]  # fmt: skip


def test_lists_may_be_deep():
    """They may be deeper than Python's recursion limit."""
    nested: Any = 5
    for _ in range(5000):
        nested = [nested]

    assert len(ts.read(nested)) == 5001


def test_a_convention_is_the_one_asked_for_else_the_trees_else_the_default(folder: Path):
    """It is given as an expression, a file or a Convention; a solution keeps its own."""
    (folder / "own.toml").write_text('id = "own"\nbase = "cs188"\n')
    (folder / "own.tree").write_text(f"convention: own.toml\ntree: {TEXT}")
    equal = "convention: cs188\ntree: ((6 5) (5 9))"

    assert ts.solve(equal).convention == CONVENTIONS["cs188"]
    assert ts.solve(equal, "aima").convention == CONVENTIONS["aima"]
    assert ts.solve(TEXT).convention == CONVENTIONS["aima"]
    assert ts.solve(TEXT, CONVENTIONS["lang"]).convention == CONVENTIONS["lang"]
    assert ts.solve(Path("own.tree")).convention.id == ts.solve(TEXT, Path("own.toml")).convention.id == "own"
    assert ts.unknown(ts.solve("((6 5) (2 x))", "cs188")).convention.id == "cs188"
    assert ts.solve(ts.solve(TEXT, "cs188")).convention.id == "cs188"


# Nodes


def test_nodes_say_what_the_columns_say():
    """For every exercise, kinds, values, neighbors, windows and states are equal."""
    for path in sorted((ROOT / "exercises" / "textbook").glob("*.tree")):
        columns = read(path.read_text("utf-8"), payoffs=True)
        if columns.has_payoffs or columns.convention or any(isinstance(value, ts.Unknown) for value in columns.values):
            continue
        expected, found = solve(columns, CONVENTIONS["aima"]), ts.solve(path, "aima")
        for node in found:
            assert node.value == expected.values[node.id]
            assert (node.window, node.returned) == (expected.window(node.id), expected.returned(node.id))
            assert (node.status, node.kind, node.depth) == (
                expected.status(node.id), columns.kinds[node.id], columns.depths[node.id],
            )  # fmt: skip
            assert [child.id for child in node.children] == list(columns.children[node.id])
            assert (node.parent and node.parent.id) == columns.parents[node.id]
        for view, ids in (
            (found.visited, expected.visited_ids), (found.evaluated, expected.evaluated_ids),
            (found.pruned, expected.pruned_ids), (found.pruned_roots, expected.pruned_root_ids),
            (found.pruned_leaves, expected.pruned_leaf_ids),
            (found.principal_variation, expected.principal_variation_ids),
        ):  # fmt: skip
            assert tuple(node.id for node in view) == ids


def test_a_tree_has_nodes_without_a_search():
    """Only leaves have values, and nodes have no state yet."""
    tree = ts.read("S: MAX (left -> A: (6 5) right -> CHANCE (1/4 * 2, 3/4 * 9))")

    assert (tree.root.value, tree.root.window, tree.root.returned, tree.root.status) == (None,) * 4
    assert [leaf.value for leaf in tree.leaves] == [6, 5, 2, 9]
    assert [node.move for node in tree.root.children] == ["left", "right"]
    assert tree["L4"].weight == Fraction(3, 4)
    assert tree["A"].parent == tree["S"]
    assert tree["A"].kind is ts.Kind.MIN


def test_nodes_of_equal_trees_are_equal():
    """They are equal for different conventions, so pruned nodes can be compared as sets."""
    text = "((6 5) (5 9))"
    one, other = ts.solve(text, "aima"), ts.solve(text, "cs188")

    assert names(set(one.pruned) - set(other.pruned)) == ["L4"]
    assert one["L4"] != one["L3"]
    assert one["L4"] != ts.read("((6 5) (5 8))")["L4"]


def test_a_node_is_found_by_its_name_or_id():
    """An ambiguous or unknown name is an error with a suggestion."""
    tree = ts.read("(A: 1 A: 2 Best: 3)")

    assert tree["Best"] == tree[3]
    assert "A" in tree
    assert "X" not in tree
    assert tree["Best"] in tree
    for wanted, message in (("A", "2 nodes are called “A”. Take one of them by its id: [1], [2]."), ("best", "“Best”"),
                         ("Bets", "Did you mean “Best”?"), (4, "“4”"), (-1, "“-1”")):  # fmt: skip
        with pytest.raises(ts.InputError) as caught:
            tree[wanted]
        assert message in str(caught.value)


def test_cuts_and_steps_speak_of_nodes():
    """Their texts are in both languages; cuts are those that the convention counts."""
    found = ts.solve(TEXT, "haw")
    (cut,) = found.cuts

    assert (cut.node.name, cut.after.name, cut.against and cut.against.name, names(cut.skipped)) == (
        "C", "L3", "A", ["L4"],
    )  # fmt: skip
    assert (cut.bound, cut.alpha, cut.beta, cut.deep) == ("alpha", 5, 2, False)
    assert [step.number for step in found.steps] == list(range(1, 11))
    assert str(found.steps[7]) == "α-cut: β = 2 ≤ α = 5; L4 is not evaluated"
    assert found.steps[7].render(language="de") == "α-Schnitt: β = 2 ≤ α = 5; L4 wird nicht ausgewertet"
    assert (found.steps[7].node, found.steps[7].bounds) == (found["C"], (5, 2))
    assert found.result == "exact"


def test_several_players_have_a_solution_too():
    """They are solved by max^n: values are payoffs, and there are no cuts."""
    found = ts.solve("((<1, 2> <4, 1>) (<3, 0> <0, 3>))")

    assert (found.value, found.best and found.best.name, found.convention.id) == ((1, 2), "B", "max^n")
    assert str(found.steps[0]) == "L1 brings P2 2: chosen so far"
    assert found["B"].value == (1, 2)
    assert found["B"].window is None
    assert "Payoffs of A" in str(found)
    assert found.cuts == ()
    assert ts.draw(found, "text").startswith("P1")


def test_a_comparison_has_rows_and_groups():
    """Solutions are given by convention id, with a reason for each missing one."""
    found = ts.compare("((6 5) (5 9))", ["aima", "cs188"], "unit")

    assert [group.conventions for group in found.groups] == [("aima",), ("cs188",)]
    assert [names(group.pruned_roots) for group in found.groups] == [["L4"], []]
    assert list(found.solutions) == ["aima", "cs188"]
    assert found.rows[2].refusal.code == "leaf-outside-unit"
    assert not found.agrees
    assert ts.compare(TEXT).agrees
    assert len(ts.compare(TEXT).rows) == len(CONVENTIONS)


def test_an_unknown_leaf_has_pieces():
    """Intervals have nodes, which can also be looked up by name."""
    found = ts.unknown("((6 5) (x 9))")

    assert [piece.best and piece.best.name for piece in found.pieces] == ["B", "C", "C"]
    assert [names(piece.pruned_roots) for piece in found.pieces] == [["L4"], [], []]
    assert found.pruned_where("L4") == found.pruned_where(found.tree["L4"]) != ()
    assert [(interval.low, interval.high) for interval in found.matters] == [(5, 9)]
    assert found.chance_node is None


def test_a_probability_has_pieces():
    """They are those of the given chance node, by default the first; the repr gives an equal call."""
    text = "(CHANCE (5 3) risk: CHANCE (10 1))"
    found = ts.unknown(text, "risk")

    assert [(interval.low, interval.high) for interval in found.matters] == [(Fraction(1, 3), 1)]
    assert found.chance_node == found.tree["risk"]
    assert repr(found) == f"unknown({text!r}, 'risk', 'aima')"
    assert ts.unknown(text).matters != found.matters


def test_a_reordering_has_both_solutions():
    """Nodes keep their names."""
    found = ts.reorder("((2 9) (6 5))", "worst")

    assert len(found.solution.evaluated) == len(found.before.evaluated) == 4
    assert names(ts.reorder("((2 9) (6 5))").tree.root.children) == ["C", "B"]


def test_a_tree_is_checked_without_an_exception():
    """Errors in the tree are returned; only an argument that is not a tree raises."""
    assert ts.check(TEXT) == ()
    assert [problem.code for problem in ts.check("((6 5) (7 x))")] == ["unknown-leaf-needed"]
    assert [problem.code for problem in ts.check("((6 5) (2,, 9))")] == ["separator-twice"]
    with pytest.raises(ts.InputError):
        ts.check(5)


# Generated trees


def test_generated_trees_are_those_of_the_command_line():
    """The same seed gives the same trees."""
    options = ["generate", "--shape", "3x3", "--want", "pruned=3", "--seed", "7", "--count", "2"]
    printed = CliRunner().invoke(program, options).stdout.splitlines()
    found = list(ts.generate("3x3", want="pruned=3", seed=7, count=2))

    assert [str(tree).strip() for tree in found] == printed
    assert list(ts.generate((3, 3), want=["pruned=3"], seed="7", count=2)) == found
    assert len(next(ts.generate(like=TEXT, seed=1))) == 7


def test_no_more_trees_than_there_are(monkeypatch: pytest.MonkeyPatch):
    """The found trees come first; each further request raises the same error."""
    monkeypatch.setattr(tree_generator, "MAX_TRIES", 200)
    found = ts.generate("2", values="0..1", seed=1, count=9)
    for _ in range(2):
        with pytest.raises(ts.InputError, match="2 of 9 trees found; no other in 200 tries"):
            list(found)
    assert len(found[:2]) == 2


def test_generated_trees_have_an_index():
    """Found trees are stored; loops start after the trees consumed by `next`."""
    found = ts.generate("2x2", seed=7, count=4)

    assert (len(found), repr(found)) == (4, "<Trees: 4 asked for, 0 found>")
    assert found[1] == found[-3] == found[:2][1]
    assert list(found) == list(found) == [next(found), *found]
    assert found[3] in found
    with pytest.raises(IndexError):
        found[4]


def test_games_unfold_by_name_class_file_and_position(folder: Path):
    """The heuristic is a name or a function; the tree equals that of the command line."""
    from treesolve.games.heap_games import Grundy

    own = folder / "own.py"
    own.write_text((ROOT / "exercises" / "games" / "own_game.py").read_text("utf-8"), "utf-8")

    assert ts.unfold("grundy", "7") == ts.unfold(Grundy, "7") == ts.unfold(Grundy("7"))
    assert len(ts.unfold(own, depth=1)) > 1
    best = ts.unfold("tictactoe", "X.O/.X./..O", depth=1, heuristic=lambda _: Fraction(1, 2))
    assert {leaf.value for leaf in best.leaves} == {Fraction(1, 2)}
    assert ts.unfold("grundy", "7", root="MIN", named=False).root.kind is ts.Kind.MIN
    assert {leaf.value for leaf in ts.unfold("grundy", "7", outcomes=(1, Fraction(1, 2), 0)).leaves} == {0, 1}


# Grading


def test_answers_to_one_exercise_are_a_class(folder: Path):
    """They are a folder, a list or a mapping; results are found by student, with points and problems."""
    for answers in (Path("answers/"), ANSWERS, [Path("answers/4711.txt"), Path("answers/4712.txt")]):
        found = ts.grade(Path("exam.tree"), answers)
        assert found.points == {"4711": 2, "4712": 5}
        assert (len(found), names_of(found), found["4712"].points) == (2, list(ANSWERS), 5)
    assert [report.points for report in ts.grade(TEXT, list(ANSWERS.values()))] == [2, 5]


def names_of(found: ts.ClassResult) -> list[str]:
    """Return the students of a class."""
    return [report.student for report in found]


def test_one_text_has_a_report():
    """The result has parts, feedback, and the printed problems."""
    report = ts.grade(TEXT, "student: 4711\nvalues: A=5 Q=3\nbest: B\n", convention="aima")

    assert (report.student, report.points, report.possible) == ("4711", 1, 5)
    assert report.parts["best"].points == 1
    assert "“Values” is not yet decided" in report.feedback()
    assert str(report.problems[0]).startswith("-:2:13: ")
    assert str(report.problems[0]).endswith("^")
    assert "4711" in str(report)


def test_a_class_is_written_as_the_command_line_writes_it(folder: Path):
    """Every format is tried in both languages."""
    found = ts.grade(Path("exam.tree"), Path("answers"))
    for ending in ("csv", "json", "jsonl", "txt", "md"):
        for language in ("en", "de"):
            found.save(f"door.{ending}", language=language)
            arguments = ["grade", "exam.tree", "answers", "-o", f"command.{ending}", "--language", language]
            assert CliRunner().invoke(program, arguments).exit_code == 0
            assert (folder / f"door.{ending}").read_bytes() == (folder / f"command.{ending}").read_bytes()


def test_conventions_count_as_right_and_rubrics_give_points(folder: Path):
    """One or several conventions are accepted; a rubric is a file."""
    (folder / "rubric.toml").write_text("points = { best = 7 }\n")
    tie = "((6 5) (5 9))"

    assert ts.grade(tie, "pruned: none", accept="cs188").parts["pruned"].points == 1
    assert ts.grade(tie, "pruned: none", accept=["lang", "cs188"]).parts["pruned"].points == 1
    assert ts.grade(tie, "pruned: none").parts["pruned"].points == 0
    assert ts.grade(TEXT, "best: B", rubric=Path("rubric.toml")).points == 7


def test_decisions_are_a_file(folder: Path):
    """They resolve unreadable parts, and are stored in the results."""
    (folder / "decisions.toml").write_text('[[decision]]\nstudent = "4711"\npart = "pruned"\npoints = 1\n')
    text, decided = "student: 4711\nWeggekickt: L4", {"decisions": Path("decisions.toml")}

    assert ts.grade(TEXT, text).parts["pruned"].points is None
    assert ts.grade(TEXT, text, **decided).parts["pruned"].points == 1
    found = ts.grade(TEXT, [text], **decided)
    found.save("decided.json")
    assert json.loads((folder / "decided.json").read_text())["decisions"] == [
        {"student": "4711", "part": "pruned", "points": "1"}
    ]


@pytest.mark.parametrize("worth", ["1", "2.5"])
def test_points_are_of_one_type_everywhere(worth: str):
    """They are always a Fraction, even if they are integers."""
    found = ts.grade(f"points: best {worth}\ntree: {TEXT}", ["student: 4711\nbest: B"])
    (report,) = found
    points = [
        found.points["4711"],
        report.points,
        report.possible,
        report.parts["best"].points,
        report.parts["best"].of,
    ]

    assert [type(one) for one in points] == [Fraction] * 5
    assert set(points) == {Fraction(worth)}
    assert ts.read(f"points: best {worth}\ntree: {TEXT}").points == {"best": Fraction(worth)}


# Files


@pytest.mark.parametrize("language", ["en", "de"])
def test_a_solution_is_written_as_the_command_line_writes_it(language: str, folder: Path):
    """Every format has the same bytes."""
    found = ts.solve(Path("exam.tree"), "aima")
    for ending in ("txt", "md", "html", "tex", "typ", "pdf", "json"):
        path = found.save(f"door.{ending}", language=language, width=120)
        arguments = ["solve", "exam.tree", "-c", "aima", "-o", f"command.{ending}", "--language", language]
        assert CliRunner().invoke(program, arguments).exit_code == 0
        assert path.read_bytes() == (folder / f"command.{ending}").read_bytes(), ending
    for ending in ("svg", "png", "dot"):
        path = found.save(f"door.{ending}", language=language)
        arguments = ["draw", "exam.tree", "--solved", "-o", f"command.{ending}", "--language", language]
        assert CliRunner().invoke(program, arguments).exit_code == 0
        assert path.read_bytes() == (folder / f"command.{ending}").read_bytes(), ending


@pytest.mark.parametrize(
    ("make", "endings"),
    [
        (lambda: ts.read(TEXT), "tree txt svg pdf png tex typ dot gv"),
        (lambda: ts.solve("(<1, 2> <2, 1>)"), "txt md json"),
        (lambda: ts.compare(TEXT), "txt md json"),
        (lambda: ts.unknown("((6 5) (x 9))"), "txt md html tex typ pdf json"),
        (lambda: ts.reorder(TEXT), "tree txt md json"),
        (lambda: ts.grade(TEXT, "best: B"), "txt md html tex typ pdf json"),
    ],
)
def test_everything_is_written_in_each_of_its_forms(make: Callable[[], Any], endings: str, folder: Path):
    """Other formats are refused; JSON documents name their schema."""
    for ending in endings.split():
        path = make().save(Path(f"x.{ending}"), language="de", shapes="circles")
        assert path.read_bytes()
        if ending == "json":
            assert json.loads(path.read_text("utf-8"))
    with pytest.raises(ts.InputError, match=r"Nothing is written that ends in “\.docx”"):
        make().save("x.docx")


def test_what_is_saved_can_be_read_again(folder: Path):
    """A tree has all its headers."""
    tree = ts.read("title: Two\npoints: best 2\ntree: S: MIN (left -> (1 2) 3)")

    assert ts.read(tree.save("again.tree")) == tree
    assert (tree.title, tree.points, tree.source) == ("Two", {"best": 2}, None)


def test_notebooks_show_trees_and_steps():
    """Trees, solutions and steps are shown as HTML or Markdown."""
    found = ts.solve(TEXT)

    assert found.tree._repr_html_().startswith("<svg")
    assert "<svg" in found._repr_html_()
    assert "α-cut" in found._repr_html_()
    for thing in (ts.compare(TEXT), ts.unknown("((6 5) (x 9))"), ts.grade(TEXT, ANSWERS), ts.grade(TEXT, "best: B")):
        assert "|---|" in thing._repr_markdown_()


def test_a_picture_is_of_the_tree_or_of_a_step():
    """With a step or a convention, the tree is solved."""
    assert "≤2" not in ts.draw(TEXT, "text")
    assert "≤2" in ts.draw(TEXT, "text", convention="aima")
    assert ts.draw(ts.solve(TEXT), "text", step=10) != ts.draw(TEXT, "text", step=4)
    assert ts.draw(TEXT, "png", shapes="circles")[1:4] == b"PNG"


@pytest.mark.parametrize(
    "thing",
    [
        ts.read(TEXT), ts.read("title: Two\ntree: S: MIN (left -> (1/3 x) -inf)"), ts.solve(TEXT, "lang"),
        ts.solve("(<1, 2> <2, 1>)"), ts.solve(TEXT, "aima")["B"], ts.read("(A: 1 A: 2)")[2], ts.solve(TEXT).cuts[0],
        ts.solve(TEXT).steps[3], ts.Unknown("x"), ts.check("((6 5) (2,, 9))")[0], CONVENTIONS["cs188"],
        ts.read("(a: (1) 2)")["a"],
    ],
)  # fmt: skip
def test_the_representation_of_a_small_value_makes_it(thing: Any):
    """It uses names of the package, fractions, infinity, and spans of problems."""
    from treesolve.model.problem import Span

    known = {name: getattr(ts, name) for name in ts.__all__} | {"Span": Span, "Fraction": Fraction}
    again = eval(repr(thing), known | {"inf": float("inf")})

    assert again == thing
    assert repr(again) == repr(thing)


# Errors


SELF: list[Any] = []
SELF.append(SELF)

MISTAKES: dict[str, tuple[Callable[[], Any], str]] = {
    "file-name": (lambda: ts.solve("exam.tree"), 'Path("exam.tree")'),
    "folder-name": (lambda: ts.grade(TEXT, "answers/"), 'Path("answers/")'),
    "folder-name-without-slash": (lambda: ts.grade(TEXT, "answers"), 'Path("answers")'),
    "folder-name-in-list": (lambda: ts.grade(TEXT, ["answers"]), 'Path("answers")'),
    "file-name-in-list": (lambda: ts.grade(TEXT, ["4711.txt"]), 'Path("4711.txt")'),
    "own-game-as-text": (lambda: ts.unfold("game.py"), 'Path("game.py")'),
    "decisions-as-text": (lambda: ts.grade(TEXT, "best: B", decisions="d.toml"), 'Path("d.toml")'),
    "decisions-of-another-type": (lambda: ts.grade(TEXT, "best: B", decisions=5), "type int"),
    "rubric-as-text": (lambda: ts.grade(TEXT, "best: B", rubric="r.toml"), 'Path("r.toml")'),
    "misspelt-convention": (lambda: ts.solve(TEXT, "amia"), "Did you mean “aima”?"),
    "misspelt-accepted": (lambda: ts.grade(TEXT, "best: B", accept="cs18"), "Did you mean “cs188”?"),
    "number": (lambda: ts.solve(7), "of type int"),
    "empty-list": (lambda: ts.solve([]), "The list is empty."),
    "empty-list-inside": (lambda: ts.solve([[6, 5], []]), "The list at [1] is empty."),
    "dictionary": (lambda: ts.solve({}), 'A tree is {"A": ["B", "C"], "B": [3, 5], "C": [2, 9]}'),
    "array": (lambda: ts.solve(array("i", [6, 5])), "of type array"),
    "none-inside": (lambda: ts.solve([[6, None], [2, 9]]), "At [0][1] stands None"),
    "boolean": (lambda: ts.solve([[6, True], [2, 9]]), "At [0][1] stands True"),
    "not-a-number": (lambda: ts.solve([float("nan")]), "At [0] stands nan"),
    "text-inside": (lambda: ts.solve([["6) (", 1], [2]]), "At [0][0] stands '6) ('"),
    "kind-inside": (lambda: ts.solve([ts.Kind.MIN, 3]), "At [0] stands MIN"),
    "circle": (lambda: ts.solve(SELF), "contains itself"),
    "convention-number": (lambda: ts.solve(TEXT, 3), "A convention is an expression"),
    "no-ending": (lambda: ts.solve(TEXT).save("x"), "The name has no ending"),
    "no-folder": (lambda: ts.solve(TEXT).save("nowhere/x.svg"), "nowhere/x.svg: The file cannot be written"),
    "unknown-constraint": (lambda: ts.generate("3x3", want="prund=3"), "Did you mean “pruned”?"),
    "no-trees": (lambda: ts.generate("3x3", count=0), "count is a whole number from 1"),
    "missing-file": (lambda: ts.solve(Path("exm.tree")), "exm.tree: There is no such file."),
    "missing-folder": (lambda: ts.grade(TEXT, Path("answer")), "answer: There is no such file."),
    "folder-for-tree": (lambda: ts.solve(Path("answers")), "This is a folder"),
    "unknown-letter": (lambda: ts.unknown("((6 5) (2 x))", "y"), "The letters in this tree are: x."),
    "no-answers": (lambda: ts.grade(TEXT, []), "There is nothing in here to be marked."),
    "answers-number": (lambda: ts.grade(TEXT, 5), "of type int"),
    "answers-list-of-numbers": (lambda: ts.grade(TEXT, [5]), "of type int"),
    "other-student": (lambda: ts.grade(TEXT, ANSWERS)["4713"], "There are: 4711, 4712."),
    "unknown-form": (lambda: ts.draw(TEXT, "gif"), "“gif” is no form."),
    "unknown-language": (lambda: ts.draw(TEXT, language="fr"), "“fr” is no language. Known are: en, de."),
    "unknown-look": (lambda: ts.draw(TEXT, shape="circles"), "Did you mean “shapes”?"),
    "unknown-game": (lambda: ts.unfold("tictactow"), "Did you mean “tictactoe”?"),
    "game-number": (lambda: ts.unfold(3), "A game is a name"),
    "no-depth": (lambda: ts.unfold("grundy", depth=0), "depth is a whole number from 1"),
    "too-large": (lambda: ts.unfold("simple-nim", "40"), "With depth="),
    "unknown-goal": (lambda: ts.reorder(TEXT, "bset"), "Did you mean “best”?"),
    "convention-for-payoffs": (lambda: ts.solve("(<1, 2> <2, 1>)", "aima"), "solved by maxⁿ"),
}  # fmt: skip


@pytest.mark.parametrize("mistake", MISTAKES)
def test_a_natural_mistake_has_a_sentence_that_helps(mistake: str, folder: Path, monkeypatch: pytest.MonkeyPatch):
    """The message is in both languages, and no other exception is raised."""
    attempt, message = MISTAKES[mistake]
    monkeypatch.delenv("TREESOLVE_LANGUAGE", raising=False)
    with pytest.raises(ts.InputError) as caught:
        attempt()
    english = str(caught.value)

    assert message in english.replace("\N{NARROW NO-BREAK SPACE}", " ")
    monkeypatch.setenv("TREESOLVE_LANGUAGE", "de")
    assert str(caught.value) != english


@pytest.mark.parametrize("text", ["((6 5) (2,, 9) (6-5 1))", "((6 5) (7 x))", "convention: amia\ntree: (1 2)", ""])
def test_an_error_prints_what_the_command_line_prints(text: str, folder: Path):
    """The lines are the same, with position, caret and file name."""
    (folder / "bad.tree").write_text(text)
    for what, argument in ((Path("bad.tree"), "bad.tree"), (text, "-")):
        with pytest.raises(ts.InputError) as caught:
            ts.solve(what)
        assert f"{caught.value}\n" == CliRunner().invoke(program, ["solve", argument], input=text).stderr


@pytest.mark.parametrize("call", ["ts.solve('((6 5)')", "ts.read('(1 2)')['C']", "list(ts.generate('1', count=500))"])
def test_an_error_that_nobody_catches_ends_at_the_callers_line(call: str):
    """The traceback has the message and no frames of the package."""
    code = f"import treesolve as ts\nfrom treesolve.authoring import tree_generator as it\nit.MAX_TRIES = 99\n{call}"
    message = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT).stderr

    assert re.findall('File "(.+)", line', message) == ["<string>"]
    assert "\ntreesolve.model.problem.InputError: " in message


def test_a_notebook_shows_the_line_of_the_cell():
    """IPython's frames before it and the package's frames are omitted."""
    with pytest.raises(ts.InputError) as caught:
        exec(compile("ts.solve('((6 5)')", "<cell>", "exec"), {"ts": ts})
    message = caught.value._render_traceback_()

    assert [line for line in message if "File" in line] == ['  File "<cell>", line 1, in <module>']
    assert "is never closed" in message[-3]


def test_the_package_shows_what_is_public_and_nothing_else():
    """It does not depend on the imported modules."""
    assert dir(ts) == ts.__all__
