"""Sheets in TOML: everything they can say, every mistake with its place, and nothing that breaks the reader."""

import re
from datetime import date
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.effort import examples
from tests.support.places import ROOT
from treesolve.exercises.sheet import FIELDS, Look, Sheet
from treesolve.exercises.sheet_file import PAPERS, SHAPES, read_sheet, sheet_id
from treesolve.exercises.task_fields import ASKED
from treesolve.model.convention import CONVENTIONS
from treesolve.model.problem import InputError, Problem
from treesolve.model.resources import languages
from treesolve.model.tree import Kind
from treesolve.pages.problem_sentence import problem_report, problem_sentence
from treesolve.search.solution import Solution

TITLE = 'title = "Homework"\n'
TASK = '[[task]]\nshape = "3x3"\n'


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with files that sheets can name."""
    (tmp_path / "small.tree").write_text("title: Small\npoints: values 3\ntree: ((6 5) (2 9))\n")
    (tmp_path / "broken.tree").write_text("((6 5) (2 9)")
    (tmp_path / "unknown.tree").write_text("((x 5) (2 9))")
    (tmp_path / "ours.toml").write_text('id = "ours"\nbase = "haw"\ncut = ">"\n')
    (tmp_path / "kept.toml").write_text(
        'title = "Kept"\nshape = "3x3"\nwant = ["pruned=2..4"]\npoints = { pruned = 2 }\n'
    )
    (tmp_path / "wrong.toml").write_text('shape = "3x3"\nspacs = 3\nwant = ["prund=2..4"]\n')
    (tmp_path / "chain.toml").write_text('file = "kept.toml"\n')
    (tmp_path / "latin.toml").write_bytes('title = "Übung"\n'.encode("cp1252"))
    (tmp_path / "folder.tree").mkdir()
    (tmp_path / "below").mkdir()
    (tmp_path / "below" / "task.toml").write_text('file = "tree.tree"\nlecture = "own.toml"\n')
    (tmp_path / "below" / "tree.tree").write_text("((1 2) (3 4))")
    (tmp_path / "below" / "own.toml").write_text('id = "own"\nreturns = "value"\n')
    return tmp_path


def sheet_of(folder: Path, text: str) -> Sheet:
    """The sheet that a text describes."""
    (folder / "sheet.toml").write_bytes(text.encode("utf-8", "surrogatepass"))
    return read_sheet(folder / "sheet.toml")


def problems_of(folder: Path, text: str) -> tuple[Problem, ...]:
    """Everything wrong with a text; it must be told in a whole sentence in both languages."""
    with pytest.raises(InputError) as caught:
        sheet_of(folder, text)
    for problem in caught.value.problems:
        for language in languages():
            assert re.fullmatch(r"\S.*[.?]", problem_sentence(problem, language)), problem.code
    return caught.value.problems


# What a sheet can say

EVERYTHING = """\
title = "Klausur"
id = "KI-1"
course = "Künstliche Intelligenz"
date = 2027-02-11
language = "de"
lecture = "lang"
time = 45
points = 20.5
note = "Ein **Blatt** ist erlaubt."
fields = ["name", "group"]
variants = ["A", "Gruppe 2"]
paper = "letter"
shapes = "circles"
large-print = true
two-up = true
steps = true

[[task]]
title = "Eine Aufgabe"
text = "Gegeben ist ein Baum."
file = "small.tree"
lecture = "cs188"
ask = ["values", "statements"]
points = { values = 4.5, statements = 8 }
space = 2.5
table = false
new-page = true

[[task]]
shape = "2..3x3"
values = "0..1/20"
root = "MIN"
leaves = "distinct"
want = ["unique-best", "pruned=1.."]
points = { pruned = 8 }
"""


def test_everything_a_sheet_can_say(folder: Path) -> None:
    """Each key comes to where it belongs, and numbers are exact."""
    sheet = sheet_of(folder, EVERYTHING)

    assert sheet._replace(tasks=()) == Sheet(
        "KI-1",
        "Klausur",
        (),
        "Künstliche Intelligenz",
        date(2027, 2, 11),
        "de",
        45,
        "Ein **Blatt** ist erlaubt.",
        ("name", "group"),
        Look("letter", "circles", large_print=True, two_up=True, steps=True),
        ("A", "Gruppe 2"),
    )
    assert sheet.possible_points == Fraction(41, 2)


def test_players_of_drawn_trees_need_not_alternate(folder: Path) -> None:
    """The levels of a task say who moves, over and over."""
    (task,) = sheet_of(folder, TITLE + TASK + "levels = 'MAX, MIN min'").tasks
    assert not isinstance(task.source, Solution)
    assert task.source.players == (Kind.MAX, Kind.MIN, Kind.MIN)


def test_everything_a_task_can_say(folder: Path) -> None:
    """Trees that are given and trees that are drawn; the lecture of a task goes before that of the sheet."""
    given_task, drawn = sheet_of(folder, EVERYTHING).tasks

    assert isinstance(given_task.source, Solution)
    assert given_task._replace(source=drawn.source)[2:] == (
        CONVENTIONS["cs188"],
        {"values": Fraction(9, 2), "statements": 8},
        "Eine Aufgabe",
        "Gegeben ist ein Baum.",
        Fraction(5, 2),
        False,
        True,
    )
    assert drawn.label == "2"
    assert drawn.convention is CONVENTIONS["lang"]
    request = drawn.source
    assert not isinstance(request, Solution)
    assert (request.root, request.leaves, str(request.values)) == (Kind.MIN, "distinct", "0..1/20")
    assert [str(want) for want in request.wants] == ["unique-best", "pruned=1.."]
    assert request.convention is CONVENTIONS["lang"]


def test_a_sheet_needs_little(folder: Path) -> None:
    """A title and a tree; the rest is as usual."""
    sheet = sheet_of(folder, TITLE + TASK)

    assert (sheet.id, sheet.language, sheet.fields) == ("SHEET", "en", ("name", "matriculation"))
    assert sheet.tasks[0].points == {"values": 1, "pruned": 1, "best": 1}


def test_points_of_a_tree_file(folder: Path) -> None:
    """What the header of a tree says holds where the task says nothing."""
    (task,) = sheet_of(folder, TITLE + '[[task]]\nfile = "small.tree"\n').tasks

    assert (task.points, task.title) == ({"values": 3}, "Small")


@pytest.mark.parametrize(
    ("told", "points"),
    [
        ('ask = ["best", "order"]', {"best": 1, "order": 1}),
        ("points = { order = 2, best = 3 }", {"order": 2, "best": 3}),
        ('ask = ["best", "order"]\npoints = { order = 2 }', {"best": 1, "order": 2}),
        ('lecture = "minimax"', {"values": 1, "best": 1}),
    ],
)
def test_points_and_what_is_asked(folder: Path, told: str, points: dict[str, int]) -> None:
    """What is asked has points, and what has points is asked, in this order; a part without points is worth one."""
    (task,) = sheet_of(folder, TITLE + TASK + told).tasks

    assert list(task.points.items()) == list(points.items())


def test_everything_can_be_asked(folder: Path) -> None:
    """Each part and each kind of question."""
    asked = ", ".join(f'"{part}"' for part in ASKED)

    (task,) = sheet_of(folder, f"{TITLE}{TASK}ask = [{asked}]").tasks

    assert tuple(task.points) == ASKED


def test_an_own_lecture(folder: Path) -> None:
    """A lecture in a file beside the sheet."""
    (task,) = sheet_of(folder, f'lecture = "ours.toml"\n{TITLE}{TASK}').tasks

    assert (task.convention.id, task.convention.cut) == ("ours", ">")


@pytest.mark.parametrize(
    ("of_sheet", "of_task", "header", "told"),
    [
        ("aima:ties=last", "", "cs188", "aima:ties=last"),
        ("", "aima:cut=strict", "cs188", "aima:cut=strict"),
        ("aima:ties=last", ":cut=strict", "cs188", "aima:cut=strict,ties=last"),
        (":ties=last", ":cut=weak", "cs188", "cs188:cut=weak,ties=last"),
        (":ties=last", "", "below/own.toml:order=right-left", "own:order=right-left,ties=last"),
        ("", ":ties=last", "", "aima:ties=last"),
        ("", "", "aima:cut=strict", "aima:cut=strict"),
        ("ours.toml:ties=last", "", "gone.toml", "ours:ties=last"),
    ],
)
@pytest.mark.parametrize("origin", ["file", "like"])
def test_rules_change_the_lecture_around_them(
    folder: Path, origin: str, of_sheet: str, of_task: str, header: str, told: str
) -> None:
    """A task's rules that of the sheet, a sheet's that of the tree, and a tree's is there where nobody says another."""
    (folder / "x.tree").write_text(f"{f'convention: {header}' if header else 'title: x'}\ntree: ((6 5) (2 9))")
    lectures = [f'lecture = "{lecture}"\n' if lecture else "" for lecture in (of_sheet, of_task)]

    (task,) = sheet_of(folder, f'{lectures[0]}{TITLE}[[task]]\n{origin} = "x.tree"\n{lectures[1]}').tasks

    assert task.convention.id == told
    assert isinstance(task.source, Solution) or task.source.convention == task.convention


def test_a_lecture_that_a_tree_names_and_nobody_finds(folder: Path) -> None:
    """It is told at the key of the tree, where it is asked for."""
    (folder / "x.tree").write_text("convention: gone.toml\ntree: ((6 5) (2 9))")

    (problem,) = problems_of(folder, TITLE + '[[task]]\nfile = "x.tree"\n')

    assert problem.code == "lecture-not-found"
    assert problem.text[slice(*problem.span)] == "file"


def test_a_tree_like_another(folder: Path) -> None:
    """Its shape, its title, its points."""
    (task,) = sheet_of(folder, TITLE + '[[task]]\nlike = "small.tree"\n').tasks

    assert not isinstance(task.source, Solution)
    assert task.source.like is not None
    assert task.points == {"values": 3}


def test_an_exercise_file(folder: Path) -> None:
    """What it says holds for the task, and the task's own keys win."""
    kept, own = sheet_of(
        folder, TITLE + '[[task]]\nfile = "kept.toml"\n[[task]]\nfile = "kept.toml"\ntitle = "Own"\nask = ["best"]\n'
    ).tasks

    assert (kept.title, kept.points) == ("Kept", {"pruned": 2})
    assert (own.title, own.points) == ("Own", {"best": 1})
    assert not isinstance(kept.source, Solution)
    assert kept.source._replace(parts=("best",)) == own.source


def test_an_exercise_file_with_another_tree(folder: Path) -> None:
    """A shape of one's own goes with none of the file's wishes."""
    (task,) = sheet_of(folder, TITLE + '[[task]]\nfile = "kept.toml"\nshape = "2x2"\n').tasks

    assert not isinstance(task.source, Solution)
    assert task.source.wants == ()


def test_paths_in_an_exercise_file_begin_beside_it(folder: Path) -> None:
    """Its tree and its lecture are found, wherever the sheet is."""
    (task,) = sheet_of(folder, TITLE + '[[task]]\nfile = "below/task.toml"\n').tasks

    assert isinstance(task.source, Solution)
    assert task.convention.id == "own"


def test_headings_are_one_line(folder: Path) -> None:
    """A title over several lines could break a page."""
    sheet = sheet_of(folder, 'title = """A\n= b"""\ncourse = "A\\tB"\n[[task]]\nshape = "3x3"\ntitle = "C\\nD"\n')

    assert (sheet.title, sheet.course, sheet.tasks[0].title) == ("A = b", "A B", "C D")


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("Klausur 2", "KLAUSUR-2"),
        ("--ä--", "A"),
        ("王", "SHEET"),
        ("", "SHEET"),
        ("a" * 40, "A" * 16),
        ("fifteen-letters-x", "FIFTEEN-LETTERS"),
    ],
)
def test_names_of_sheets(name: str, told: str) -> None:
    """Any file name gives an id that a sheet may have."""
    assert sheet_id(name) == told


# What can be wrong: the place is between the marks

MISTAKES = [
    ("sheet-untitled", "[[task]]\nshape = '3x3'"),
    ("sheet-untitled", "⟦title⟧ = ' '\n[[task]]\nshape = '3x3'"),
    ("sheet-text", "⟦title⟧ = 3\n[[task]]\nshape = '3x3'"),
    ("sheet-tasks", TITLE),
    ("sheet-tasks", TITLE + "⟦task⟧ = 3"),
    ("sheet-tasks", TITLE + "⟦task⟧ = []"),
    ("sheet-tasks", TITLE + "⟦task⟧ = [1, 'a']"),
    ("sheet-tasks", TITLE + "[⟦task⟧]\nshape = '3x3'"),
    ("sheet-too-many-tasks", TITLE + TASK.replace("task", "⟦task⟧", 1) + TASK * 50),
    ("sheet-key", TITLE + "⟦tittel⟧ = 'x'\n" + TASK),
    ("sheet-key", TITLE + TASK + "⟦valuse⟧ = '0..3'"),
    ("sheet-key", TITLE + TASK + "⟦newpage⟧ = true"),
    ("sheet-key", TITLE + "⟦task⟧ = [{shape = '3x3', wnat = 'deep-cut'}]"),
    ("sheet-id", "⟦id⟧ = 'klausur 1'\n" + TITLE + TASK),
    ("sheet-id", "⟦id⟧ = ''\n" + TITLE + TASK),
    *(
        (code, TITLE + f"variants = ['A', '⟦{name}⟧']\n" + TASK)
        for code, names in (
            ("sheet-variant-name", ("../x", "x/y", "<b>", "B,C", " B", "x" * 200, "-1")),
            ("sheet-variant-twice", ("a",)),
        )
        for name in names
    ),
    ("rubric-list", TITLE + "⟦variants⟧ = 2\n" + TASK),
    ("rubric-list", TITLE + "⟦variants⟧ = ['A', 2]\n" + TASK),
    ("sheet-id", "⟦id⟧ = 12\n" + TITLE + TASK),
    ("sheet-id", "⟦id⟧ = 'SEVENTEEN-LETTERS'\n" + TITLE + TASK),
    ("sheet-text", "⟦course⟧ = ['a']\n" + TITLE + TASK),
    ("sheet-date", "⟦date⟧ = 11\n" + TITLE + TASK),
    ("sheet-date", "⟦date⟧ = 2027-02-11T10:00:00\n" + TITLE + TASK),
    ("sheet-date", "⟦date⟧ = 10:00:00\n" + TITLE + TASK),
    ("control-character", "⟦date⟧ = '\u202e2027'\n" + TITLE + TASK),
    ("lecture-value", "⟦language⟧ = 'fr'\n" + TITLE + TASK),
    ("lecture-value", "⟦language⟧ = ['de']\n" + TITLE + TASK),
    ("lecture-value", "⟦language⟧ = { de = 1 }\n" + TITLE + TASK),
    ("lecture-value", "⟦paper⟧ = 'a5'\n" + TITLE + TASK),
    ("lecture-value", "⟦shapes⟧ = 'square'\n" + TITLE + TASK),
    ("unknown-lecture", "lecture = '⟦hwa⟧'\n" + TITLE + TASK * 2),
    ("unknown-lecture", TITLE + TASK + "lecture = '⟦hwa⟧'"),
    ("unknown-rule", TITLE + TASK + "lecture = 'aima:⟦ordr=last⟧'"),
    ("lecture-value", "lecture = 'aima:ties=last, ⟦cut=weaker⟧'\n" + TITLE + TASK),
    ("never-cuts", TITLE + TASK + "lecture = 'minimax:⟦bounds=deep⟧'"),
    ("unknown-rule", TITLE + TASK + '⟦lecture⟧ = "aima:\\u006frdr=last"'),
    ("sheet-text", "⟦lecture⟧ = ['haw']\n" + TITLE + TASK),
    ("sheet-text", TITLE + TASK + "⟦lecture⟧ = { haw = 1 }"),
    ("lecture-not-found", "lecture = '⟦no.toml⟧:ties=last'\n" + TITLE + TASK * 2),
    ("sheet-time", "⟦time⟧ = 0\n" + TITLE + TASK),
    ("sheet-time", "⟦time⟧ = 45.5\n" + TITLE + TASK),
    ("sheet-time", "⟦time⟧ = true\n" + TITLE + TASK),
    ("sheet-time", "⟦time⟧ = 100000\n" + TITLE + TASK),
    ("sheet-total", "⟦points⟧ = '10'\n" + TITLE + TASK),
    ("sheet-total", "⟦points⟧ = inf\n" + TITLE + TASK),
    ("sheet-total", "⟦points⟧ = true\n" + TITLE + TASK),
    ("sheet-total", "⟦points⟧ = -3\n" + TITLE + TASK),
    ("sheet-total", f"⟦points⟧ = {'9' * 4000}\n" + TITLE + TASK),
    ("sheet-total", "⟦points⟧ = { values = 3 }\n" + TITLE + TASK),
    ("sheet-points-sum", "⟦points⟧ = 10\n" + TITLE + TASK + "points = { values = 9.75 }"),
    ("sheet-text", "⟦note⟧ = 3\n" + TITLE + TASK),
    ("control-character", '⟦note⟧ = "\\u0007"\n' + TITLE + TASK),
    ("rubric-list", "⟦fields⟧ = 'name'\n" + TITLE + TASK),
    ("lecture-value", "fields = ['name', '⟦seat⟧']\n" + TITLE + TASK),
    ("lecture-value", "⟦fields⟧ = [{ a = 1 }]\n" + TITLE + TASK),
    ("sheet-asked-twice", "⟦fields⟧ = ['name', 'name']\n" + TITLE + TASK),
    ("rubric-flag", "⟦large-print⟧ = 'yes'\n" + TITLE + TASK),
    ("rubric-flag", "⟦two_up⟧ = 1\n" + TITLE + TASK),
    ("rubric-flag", "⟦steps⟧ = 'no'\n" + TITLE + TASK),
    ("rubric-flag", TITLE + TASK + "⟦table⟧ = 1"),
    ("rubric-flag", TITLE + TASK + "⟦new-page⟧ = 'yes'"),
    ("sheet-text", TITLE + TASK + "⟦title⟧ = 3"),
    ("sheet-text", TITLE + TASK + "⟦text⟧ = ['a']"),
    ("control-character", TITLE + TASK + '⟦text⟧ = "\\u202e"'),
    ("sheet-space", TITLE + TASK + "⟦space⟧ = 51"),
    ("sheet-space", TITLE + TASK + "⟦space⟧ = -0.5"),
    ("sheet-space", TITLE + TASK + "⟦space⟧ = nan"),
    ("sheet-space", TITLE + TASK + "⟦space⟧ = true"),
    ("sheet-space", TITLE + TASK + "⟦space⟧ = '3cm'"),
    ("sheet-no-tree", TITLE + "⟦[[task]]⟧\nask = ['values']"),
    ("sheet-two-trees", TITLE + TASK + "⟦like⟧ = 'small.tree'"),
    ("sheet-two-trees", TITLE + "[[task]]\nfile = 'small.tree'\n⟦shape⟧ = '3x3'"),
    ("sheet-drawn-file", TITLE + "[[task]]\nfile = 'small.tree'\n⟦want⟧ = 'pruned=1'"),
    ("sheet-root-of-like", TITLE + "[[task]]\nlike = 'small.tree'\n⟦root⟧ = 'MIN'"),
    ("sheet-root-of-like", TITLE + "[[task]]\nlike = 'small.tree'\n⟦levels⟧ = 'MIN'"),
    ("sheet-root-and-levels", TITLE + TASK + "⟦root⟧ = 'MIN'\nlevels = 'MAX MIN'"),
    ("unknown-player", TITLE + TASK + "⟦levels⟧ = 'MAX MIM'"),
    ("sheet-file-missing", TITLE + "[[task]]\n⟦file⟧ = 'no.tree'"),
    ("sheet-file-missing", TITLE + "[[task]]\n⟦file⟧ = 'no.toml'"),
    ("sheet-file-missing", TITLE + "[[task]]\n⟦file⟧ = 'folder.tree'"),
    ("sheet-file-missing", TITLE + "[[task]]\n⟦file⟧ = '/dev/null'"),
    ("sheet-file-missing", TITLE + f"[[task]]\n⟦file⟧ = '{'a' * 5000}'"),
    ("sheet-file-missing", TITLE + "[[task]]\n⟦like⟧ = 'no.tree'"),
    ("control-character", TITLE + '[[task]]\n⟦file⟧ = "a\\u0000b.tree"'),
    ("control-character", TITLE + '[[task]]\n⟦file⟧ = "a\\u0000b.toml"'),
    ("sheet-text", TITLE + "[[task]]\n⟦file⟧ = 3"),
    ("sheet-text", TITLE + "[[task]]\n⟦shape⟧ = [3, 3]"),
    ("sheet-tree-too-large", TITLE + "[[task]]\n⟦shape⟧ = '30x30'"),
    ("sheet-unsolvable", TITLE + "[[task]]\n⟦file⟧ = 'unknown.tree'"),
    ("sheet-no-cuts", TITLE + TASK + "lecture = 'minimax'\nask = ['best', '⟦pruned⟧']"),
    ("shape-form", TITLE + "[[task]]\n⟦shape⟧ = '3y3'"),
    ("sheet-text", TITLE + TASK + "⟦values⟧ = 20"),
    ("values-form", TITLE + TASK + "⟦values⟧ = '20'"),
    ("values-range", TITLE + TASK + "⟦values⟧ = '20..0'"),
    ("values-outside-unit", TITLE + TASK + "lecture = 'unit'\n⟦values⟧ = '0..20'"),
    ("lecture-value", TITLE + TASK + "⟦root⟧ = 'max'"),
    ("lecture-value", TITLE + TASK + "⟦root⟧ = ['MAX']"),
    ("lecture-value", TITLE + TASK + "⟦leaves⟧ = 'tie'"),
    ("rubric-list", TITLE + TASK + "⟦want⟧ = 3"),
    ("rubric-list", TITLE + TASK + "⟦want⟧ = ['deep-cut', 3]"),
    ("unknown-want", TITLE + TASK + "want = ['unique-best', '⟦prund=3⟧']"),
    ("want-form", TITLE + TASK + "want = ['⟦best=x⟧']"),
    ("want-range", TITLE + TASK + "want = ['⟦pruned=5..3⟧']"),
    ("rubric-list", TITLE + TASK + "⟦ask⟧ = 'values'"),
    ("rubric-list", TITLE + TASK + "⟦ask⟧ = []"),
    ("unknown-part", TITLE + TASK + "ask = ['best', '⟦valus⟧']"),
    ("unknown-part", TITLE + TASK + "⟦ask⟧ = [{ a = 1 }]"),
    ("sheet-asked-twice", TITLE + TASK + "⟦ask⟧ = ['best', 'best']"),
    ("rubric-points-table", TITLE + TASK + "⟦points⟧ = 4"),
    ("rubric-points-table", TITLE + TASK + "⟦points⟧ = {}"),
    ("unknown-part", TITLE + TASK + "points = { best = 1, ⟦valus⟧ = 1 }"),
    ("rubric-points", TITLE + TASK + "points = { ⟦values⟧ = -1 }"),
    ("rubric-points", TITLE + TASK + "points = { best = 1, ⟦values⟧ = 1e900 }"),
    ("rubric-points", TITLE + TASK + "points = { ⟦values⟧ = nan }"),
    ("rubric-points", TITLE + TASK + "points.⟦values⟧ = '3'"),
    ("rubric-points", TITLE + TASK + "[task.points]\n⟦values⟧ = true"),
    ("sheet-points-not-asked", TITLE + TASK + "ask = ['best']\npoints = { ⟦values⟧ = 3 }"),
    ("toml-syntax", TITLE + "date = 2027⟦-⟧13-01\n"),
    ("toml-syntax", 'title = "A⟦\x7f⟧"\n' + TASK),
    ("toml-too-long", TITLE + "a = " + "[" * 5000 + "]" * 5000),
    ("toml-too-long", TITLE + f"points = {'9' * 5000}\n" + TASK),
    ("toml-too-long", TITLE + "points = 1e99999999\n" + TASK),
]
"""A code and a sheet that has just this mistake. Between the marks stands what a caret should be below; without marks
the sheet as a whole is meant."""

CONTRADICTIONS = [
    ("want-plies", "3x3", "deep-cut"),
    ("lectures-need-ties", "3x3'\nleaves = 'distinct", "lectures-differ=haw,cs188"),
]
"""Wishes that contradict each other or the shape: a code, what stands behind `shape`, and wishes."""


def unmarked(marked: str) -> tuple[str, tuple[int, int] | None]:
    """A text without its marks, and what was between them."""
    start, end = marked.find("⟦"), marked.find("⟧")
    return marked.replace("⟦", "").replace("⟧", ""), (start, end - 1) if start >= 0 else None


def seen_at(problem: Problem) -> tuple[int, int] | None:
    """Where a problem was seen."""
    return tuple(problem.span) if problem.span else None  # type: ignore[return-value]


@pytest.mark.parametrize(("code", "marked"), MISTAKES)
def test_a_mistake_is_told_at_its_place(folder: Path, code: str, marked: str) -> None:
    """One problem with its code, seen where the marks are, and the line with a caret in both languages."""
    text, span = unmarked(marked)

    (problem,) = problems_of(folder, text)

    assert (problem.code, seen_at(problem)) == (code, span)
    place = problem.place()
    for language in languages():
        told = problem_report(problem, language)
        assert not place or f"sheet.toml:{place.line}:{place.column}: " in told
        assert len(told) < 2000


@pytest.mark.parametrize(("code", "shape", "wants"), CONTRADICTIONS)
def test_contradictions_are_told_before_any_search(
    folder: Path, code: str, shape: str, wants: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At the wishes of the task they are about; no tree is drawn for that."""
    monkeypatch.setattr("treesolve.exercises.generator.trees", lambda *_: pytest.fail("a tree was drawn"))
    text, span = unmarked(f"{TITLE}{TASK}[[task]]\nshape = '{shape}'\n⟦want⟧ = ['{wants}']\n{TASK}")

    (problem,) = problems_of(folder, text)

    assert (problem.code, seen_at(problem)) == (code, span)


def test_the_nearest_known_is_named(folder: Path) -> None:
    """For keys, parts, wishes, lectures and values."""
    text = (
        "tite = 'x'\nshapes = 'square'\nfields = ['nam']\nlecture = 'hwa'\n"
        "[[task]]\nshape = '3x3'\nvalus = '0..9'\nask = ['prunde']\n[[task]]\nshape = '3x3'\nwant = ['deep-cutt']\n"
    )
    told = " ".join(problem_sentence(problem) for problem in problems_of(folder, TITLE + text))

    for nearest in ("title", "squares", "name", "haw", "values", "pruned", "deep-cut"):
        assert f"Did you mean “{nearest}”?" in told


def test_all_mistakes_are_told_at_once(folder: Path) -> None:
    """In the order of the text; those in other files come last."""
    text = (
        "tite = 'x'\npaper = 'a5'\n[[task]]\nshape = '3x3'\nspace = -1\nask = ['x']\n"
        "[[task]]\nfile = 'broken.tree'\n[[task]]\nshape = '3x3'\nspace = -1\n[[task]]\nlike = 'no.tree'\n"
    )

    problems = problems_of(folder, TITLE + text)

    assert [(problem.code, place and place.line) for problem in problems if (place := problem.place())] == [
        ("sheet-key", 2),
        ("lecture-value", 3),
        ("sheet-space", 6),
        ("unknown-part", 7),
        ("sheet-space", 12),
        ("sheet-file-missing", 14),
        ("unclosed", 1),
    ]
    assert problems[-1].source == str(folder / "broken.tree")


def test_a_task_is_read_to_its_end(folder: Path) -> None:
    """What one key says wrong hides nothing of the others: types, texts, wishes, files and lectures."""
    text = (
        "[[task]]\nshape = '3y3'\nvalues = '9..0'\nwant = ['prund=1', 'deep-cutt']\npoints = { bst = 1 }\n"
        "lecture = 'hwa'\n"
        "[[task]]\nfile = 'no.tree'\nspace = '3cm'\n"
    )

    problems = problems_of(folder, TITLE + text)

    assert [(problem.code, place and place.line) for problem in problems if (place := problem.place())] == [
        ("shape-form", 3),
        ("values-range", 4),
        ("unknown-want", 5),
        ("unknown-want", 5),
        ("unknown-part", 6),
        ("unknown-lecture", 7),
        ("sheet-file-missing", 9),
        ("sheet-space", 10),
    ]


def test_points_that_do_not_add_up(folder: Path) -> None:
    """The sum, how it comes about, and what was stated."""
    text = (
        TITLE + "points = 30\n" + TASK + "points = { values = 12.5 }\n" + TASK + "points = { best = 1, pruned = 9 }\n"
    )
    (problem,) = problems_of(folder, text)

    assert "12.5 + 10 = 22.5 points together, not 30" in problem_sentence(problem)
    assert "12,5 + 10 = 22,5 Punkte, nicht 30" in problem_sentence(problem, "de")


def test_mistakes_in_an_exercise_file_are_told_there(folder: Path) -> None:
    """With its name; but those of the task's own keys in the sheet."""
    text, span = unmarked(TITLE + "[[task]]\nfile = 'wrong.toml'\n⟦space⟧ = -1\n")
    own, *others = problems_of(folder, text)

    assert (own.code, seen_at(own)) == ("sheet-space", span)
    assert {other.source for other in others} == {str(folder / "wrong.toml")}
    assert [(other.code, other.place()) for other in others] == [("sheet-key", (2, 1)), ("unknown-want", (3, 10))]


def test_an_exercise_file_names_no_other(folder: Path) -> None:
    """So that no two can name each other for ever."""
    (problem,) = problems_of(folder, TITLE + "[[task]]\nfile = 'chain.toml'\n")

    assert (problem.code, problem.source, problem.place()) == (
        "sheet-exercise-chain",
        str(folder / "chain.toml"),
        (1, 1),
    )


def test_a_file_that_is_no_utf8(folder: Path) -> None:
    """No sheet with question marks in the place of letters is ever printed."""
    with pytest.raises(InputError) as caught:
        read_sheet(folder / "latin.toml")

    (problem,) = caught.value.problems
    assert (problem.code, problem.place()) == ("not-utf8", (1, 10))


def test_keys_in_texts_of_several_lines_are_none(folder: Path) -> None:
    """A line of Markdown that looks like a key, or like a task, is not taken for it."""
    text, span = unmarked("note = '''\npaper = 3\n[[task]]\n'''\n" + TITLE + "⟦paper⟧ = 'a5'\n" + TASK)

    (problem,) = problems_of(folder, text)

    assert (problem.code, seen_at(problem)) == ("lecture-value", span)


def test_a_mistake_in_a_task_is_told_in_that_task(folder: Path) -> None:
    """Also where others have the same key, and comments and texts look like tasks."""
    text, span = unmarked(
        TITLE + TASK + 'space = 1 # [[task]]\ntext = """\n[[task]]\nspace = 2\n"""\n' + TASK + "⟦space⟧ = 99\n" + TASK
    )

    (problem,) = problems_of(folder, text)

    assert (problem.code, seen_at(problem)) == ("sheet-space", span)


def test_each_sentence_about_sheets_has_an_example() -> None:
    """Each code of the templates is seen in this file, or in one about a command."""
    source = (ROOT / "templates" / "en" / "problems.jinja").read_text("utf-8")
    told = {name.replace("_", "-") for name in re.findall(r"macro (sheet_\w+)\(", source)}
    tests = "".join(path.read_text("utf-8") for path in (ROOT / "tests").glob("**/test_*.py"))

    assert {code for code in told if f'"{code}"' not in tests} <= IN_COMMANDS


IN_COMMANDS = {"sheet-too-few-trees", "sheet-not-askable", "sheet-last-check", "sheet-roster-and-count"} | {
    "sheet-other-key",
    "sheet-too-many-variants",
    "sheet-file-alone",
    "sheet-file-says",
    "sheet-want-without-shape",
    "sheet-folder-without-trees",
    "sheet-one-file",
    "sheet-ending",
    "sheet-plan-ending",
    "sheet-there",
    "sheet-tree-piped",
}
"""Codes that the tests of the command know by their sentences."""


# Hostile input


TOML_VALUES = st.recursive(
    st.sampled_from(
        ["1", "-3", "0.5", "inf", "nan", "true", "2027-02-11", "10:00:00", '""', '"haw"', '"3x3"', '"values"']
    )
    | st.sampled_from(['"0..9"', '"small.tree"', '"kept.toml"', '"."', '"pruned=1"', '"MIN"', '"name"', "[]", "{}"]),
    lambda below: (
        st.lists(below, max_size=3).map(lambda texts: f"[{', '.join(texts)}]")
        | st.lists(below, max_size=2).map(
            lambda texts: "{" + ", ".join(f"k{n} = {t}" for n, t in enumerate(texts)) + "}"
        )
    ),
    max_leaves=4,
)
SHEET_KEYS = ("title", "id", "course", "date", "language", "lecture", "time", "points", "note", "fields", "variants")
TASK_KEYS = (
    "title",
    "file",
    "like",
    "shape",
    "values",
    "root",
    "levels",
    "leaves",
    "want",
    "lecture",
    "ask",
    "points",
    "text",
)


@examples(150)
@given(st.data())
def test_any_value_of_any_key_ends_in_no_traceback(
    tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    """Values of every type at every key."""
    keys = data.draw(st.lists(st.sampled_from(SHEET_KEYS), unique=True, max_size=4))
    text = "".join(f"{key} = {data.draw(TOML_VALUES)}\n" for key in keys)
    for _ in range(data.draw(st.integers(0, 2))):
        below = data.draw(st.lists(st.sampled_from((*TASK_KEYS, "space", "table")), unique=True, max_size=4))
        text += "[[task]]\n" + "".join(f"{key} = {data.draw(TOML_VALUES)}\n" for key in below)
    _read_or_refused(tmp_path_factory.getbasetemp(), text)


def _read_or_refused(folder: Path, text: str) -> None:
    """Fail where a sheet is neither read nor refused in sentences, or where what is read makes no sense."""
    try:
        sheet = sheet_of(folder, text)
    except InputError as error:
        for problem in error.problems:
            assert problem_report(problem, "de")
        return
    assert sheet.title
    assert sheet.tasks
    assert sheet.language in languages()
    assert sheet.look.paper in PAPERS
    assert sheet.look.shapes in SHAPES
    assert set(sheet.fields) <= set(FIELDS)
    assert all(task.points and set(task.points) <= set(ASKED) for task in sheet.tasks)
