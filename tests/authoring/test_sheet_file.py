"""Sheets in TOML: all keys, all mistakes with their positions, and robust reading."""

import re
from datetime import date
from fractions import Fraction
from pathlib import Path

import pytest

from treesolve.authoring.sheet_file import read_sheet, sheet_id
from treesolve.authoring.sheet_plan import SheetPlan, SheetStyle
from treesolve.authoring.task_keys import ALL_PARTS
from treesolve.model.convention import CONVENTIONS
from treesolve.model.kind import Kind
from treesolve.model.problem import InputError, Problem
from treesolve.model.resources import languages
from treesolve.rendering.problem_sentence import problem_report, problem_sentence
from treesolve.search.solution import Solution

TITLE = 'title = "Homework"\n'
TASK = '[[task]]\nshape = "3x3"\n'


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a folder with files that sheets can name."""
    (tmp_path / "small.tree").write_text("title: Small\npoints: values 3\ntree: ((6 5) (2 9))\n")
    (tmp_path / "broken.tree").write_text("((6 5) (2 9)")
    (tmp_path / "lost.tree").write_text("convention: gone.toml\ntree: ((6 5) (2 9))")
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
    (tmp_path / "below" / "task.toml").write_text('file = "tree.tree"\nconvention = "own.toml"\n')
    (tmp_path / "below" / "tree.tree").write_text("((1 2) (3 4))")
    (tmp_path / "below" / "own.toml").write_text('id = "own"\nreturns = "value"\n')
    return tmp_path


def sheet_of(folder: Path, text: str) -> SheetPlan:
    """Return the sheet in a text."""
    (folder / "sheet.toml").write_bytes(text.encode("utf-8", "surrogatepass"))
    return read_sheet(folder / "sheet.toml")


def problems_of(folder: Path, text: str) -> tuple[Problem, ...]:
    """Return the problems of a text; each must have a complete sentence in both languages."""
    with pytest.raises(InputError) as caught:
        sheet_of(folder, text)
    for problem in caught.value.problems:
        for language in languages():
            assert re.fullmatch(r"\S.*[.?]", problem_sentence(problem, language)), problem.code
    return caught.value.problems


# Valid sheets

EVERYTHING = """\
title = "Klausur"
id = "KI-1"
course = "Künstliche Intelligenz"
date = 2027-02-11
language = "de"
convention = "lang"
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
convention = "cs188"
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


def test_sheet_with_all_keys(folder: Path) -> None:
    """All keys of a sheet are read, with exact numbers."""
    sheet = sheet_of(folder, EVERYTHING)

    assert sheet._replace(tasks=()) == SheetPlan(
        "KI-1",
        "Klausur",
        (),
        "Künstliche Intelligenz",
        date(2027, 2, 11),
        "de",
        45,
        "Ein **Blatt** ist erlaubt.",
        ("name", "group"),
        SheetStyle("letter", "circles", large_print=True, two_up=True, steps=True),
        ("A", "Gruppe 2"),
    )
    assert sheet.possible_points == Fraction(41, 2)


def test_players_of_drawn_trees_need_not_alternate(folder: Path) -> None:
    """The levels of a task name the players by depth, repeated as necessary."""
    (task,) = sheet_of(folder, TITLE + TASK + "levels = 'MAX, MIN min'").tasks
    assert not isinstance(task.source, Solution)
    assert task.source.players == (Kind.MAX, Kind.MIN, Kind.MIN)


def test_tasks_with_all_keys(folder: Path) -> None:
    """All keys of tasks with given and drawn trees are read; a task's convention takes precedence."""
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
    assert drawn.convention == CONVENTIONS["lang"]
    request = drawn.source
    assert not isinstance(request, Solution)
    assert (request.root, request.leaves, str(request.values)) == (Kind.MIN, "distinct", "0..1/20")
    assert [str(constraint) for constraint in request.constraints] == ["unique-best", "pruned=1.."]
    assert request.convention == CONVENTIONS["lang"]


def test_minimal_sheet(folder: Path) -> None:
    """A title and a tree are enough; all else has defaults."""
    sheet = sheet_of(folder, TITLE + TASK)

    assert (sheet.id, sheet.language, sheet.fields) == ("SHEET", "en", ("name", "matriculation"))


@pytest.mark.parametrize(
    ("fields", "points"),
    [
        ("shape = '3x3'", {"values": 1, "pruned": 1, "best": 1}),
        ("file = 'small.tree'", {"values": 3}),
        ("like = 'small.tree'", {"values": 3}),
        ("shape = '3x3'\nask = ['best', 'order']", {"best": 1, "order": 1}),
        ("shape = '3x3'\npoints = { order = 2, best = 3 }", {"order": 2, "best": 3}),
        ("shape = '3x3'\nask = ['best', 'order']\npoints = { order = 2 }", {"best": 1, "order": 2}),
        ("shape = '3x3'\nconvention = 'minimax'", {"values": 1, "best": 1}),
        (f"shape = '3x3'\nask = {[*ALL_PARTS[:-1]]}", dict.fromkeys(ALL_PARTS[:-1], 1)),
    ],
)
def test_points_and_parts(folder: Path, fields: str, points: dict[str, int]) -> None:
    """The parts are those in `ask` or `points`, in this order, with 1 point by default.

    The header of a tree applies if the task has neither.
    """
    (task,) = sheet_of(folder, f"{TITLE}[[task]]\n{fields}").tasks

    assert list(task.points.items()) == list(points.items())


@pytest.mark.parametrize(
    ("of_sheet", "of_task", "header", "expected"),
    [
        ("aima:ties=last", "", "cs188", "aima:ties=last"),
        ("", "aima:cut=strict", "cs188", "aima:cut=strict"),
        ("aima:ties=last", ":cut=strict", "cs188", "aima:cut=strict,ties=last"),
        (":ties=last", ":cut=weak", "cs188", "cs188:cut=weak,ties=last"),
        (":ties=last", "", "below/own.toml:order=right-left", "own:order=right-left,ties=last"),
        ("", ":ties=last", "", "aima:ties=last"),
        ("", "", "aima:cut=strict", "aima:cut=strict"),
        ("ours.toml:ties=last", "", "gone.toml", "ours:ties=last"),
        ("ours.toml", "", "cs188", "ours"),
    ],
)
@pytest.mark.parametrize("origin", ["file", "like"])
def test_rules_change_the_convention_around_them(
    folder: Path, origin: str, of_sheet: str, of_task: str, header: str, expected: str
) -> None:
    """Rules change the next outer convention: a task's that of the sheet, and a sheet's that of the tree."""
    (folder / "x.tree").write_text(f"{f'convention: {header}' if header else 'title: x'}\ntree: ((6 5) (2 9))")
    conventions = [f'convention = "{convention}"\n' if convention else "" for convention in (of_sheet, of_task)]

    (task,) = sheet_of(folder, f'{conventions[0]}{TITLE}[[task]]\n{origin} = "x.tree"\n{conventions[1]}').tasks

    assert task.convention.id == expected
    assert isinstance(task.source, Solution) or task.source.convention == task.convention


def test_an_exercise_file(folder: Path) -> None:
    """The keys of an exercise file apply to the task, unless the task has them as well."""
    kept, own = sheet_of(
        folder, TITLE + '[[task]]\nfile = "kept.toml"\n[[task]]\nfile = "kept.toml"\ntitle = "Own"\nask = ["best"]\n'
    ).tasks

    assert (kept.title, kept.points) == ("Kept", {"pruned": 2})
    assert (own.title, own.points) == ("Own", {"best": 1})
    assert not isinstance(kept.source, Solution)
    assert kept.source._replace(parts=("best",)) == own.source


def test_an_exercise_file_with_another_tree(folder: Path) -> None:
    """A task's own shape replaces all constraints of the file; paths in the file are relative to it."""
    shaped, beside = sheet_of(
        folder, TITLE + '[[task]]\nfile = "kept.toml"\nshape = "2x2"\n[[task]]\nfile = "below/task.toml"\n'
    ).tasks

    assert not isinstance(shaped.source, Solution)
    assert shaped.source.constraints == ()
    assert isinstance(beside.source, Solution)
    assert beside.convention.id == "own"


def test_headings_are_one_line(folder: Path) -> None:
    """Titles are reduced to one line."""
    sheet = sheet_of(folder, 'title = """A\n= b"""\ncourse = "A\\tB"\n[[task]]\nshape = "3x3"\ntitle = "C\\nD"\n')

    assert (sheet.title, sheet.course, sheet.tasks[0].title) == ("A = b", "A B", "C D")


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        *(("Klausur 2", "KLAUSUR-2"), ("--ä--", "A"), ("王", "SHEET"), ("", "SHEET"), ("a" * 40, "A" * 16)),
        ("fifteen-letters-x", "FIFTEEN-LETTERS"),
    ],
)
def test_names_of_sheets(name: str, expected: str) -> None:
    """Any file name gives a valid id."""
    assert sheet_id(name) == expected


# Invalid sheets: the position is between the marks

SEVERAL = [
    ("wrong-type", TITLE + "…", ("⟦task⟧ = 3", "⟦task⟧ = []", "task = [⟦1⟧]", "[⟦task⟧]\nshape = '3x3'")),
    ("unknown-key", TITLE + TASK + "…", ("⟦valuse⟧ = '0..3'", "⟦newpage⟧ = true")),
    ("sheet-id", "⟦id⟧ = …\n" + TITLE + TASK, ("'klausur 1'", "''", "12", "'SEVENTEEN-LETTERS'")),
    ("sheet-date", "⟦date⟧ = …\n" + TITLE + TASK, ("11", "2027-02-11T10:00:00", "10:00:00")),
    ("unknown-value", "⟦language⟧ = …\n" + TITLE + TASK, ("'fr'", "['de']", "{ de = 1 }")),
    ("unknown-value", "…\n" + TITLE + TASK, ("⟦paper⟧ = 'a5'", "⟦shapes⟧ = 'square'", "fields = [⟦{ a = 1 }⟧]")),
    (
        "unknown-value",
        "…\n" + TITLE + TASK,
        ("convention = 'aima:ties=last, ⟦cut=weaker⟧'", "fields = ['name', '⟦seat⟧']"),
    ),
    ("unknown-value", TITLE + TASK + "…", ("⟦root⟧ = 'max'", "⟦root⟧ = ['MAX']", "⟦leaves⟧ = 'tie'")),
    ("number-within", "⟦time⟧ = …\n" + TITLE + TASK, ("0", "45.5", "true", "100000")),
    ("number-within", "⟦points⟧ = …\n" + TITLE + TASK, ("'10'", "inf", "true", "-3", "9" * 4000, "{ values = 3 }")),
    ("wrong-type", "…\n" + TITLE + TASK, ("⟦course⟧ = ['a']", "⟦convention⟧ = ['haw']", "⟦note⟧ = 3")),
    (
        "wrong-type",
        TITLE + TASK + "…",
        ("⟦convention⟧ = { haw = 1 }", "⟦title⟧ = 3", "⟦text⟧ = ['a']", "⟦values⟧ = 20"),
    ),
    ("wrong-type", TITLE + "[[task]]\n…", ("⟦file⟧ = 3", "⟦shape⟧ = [3, 3]")),
    ("control-character", "…\n" + TITLE + TASK, ("⟦date⟧ = '\u202e2027'", '⟦note⟧ = "\\u0007"')),
    ("control-character", TITLE + "[[task]]\n⟦file⟧ = …", ('"a\\u0000b.tree"', '"a\\u0000b.toml"')),
    ("wrong-type", "…\n" + TITLE + TASK, ("⟦large-print⟧ = 'yes'", "⟦two_up⟧ = 1", "⟦steps⟧ = 'no'")),
    ("wrong-type", TITLE + TASK + "…", ("⟦table⟧ = 1", "⟦new-page⟧ = 'yes'")),
    ("wrong-type", TITLE + TASK + "…", ("⟦want⟧ = 3", "want = ['deep-cut', ⟦3⟧]", "⟦ask⟧ = 'values'", "⟦ask⟧ = []")),
    ("number-within", TITLE + TASK + "⟦space⟧ = …", ("51", "-0.5", "nan", "true", "'3cm'")),
    (
        "sheet-file-missing",
        TITLE + "[[task]]\n⟦file⟧ = '…'",
        ("no.tree", "no.toml", "folder.tree", "/dev/null", "a" * 5000),
    ),
    ("sheet-root-of-like", TITLE + "[[task]]\nlike = 'small.tree'\n…", ("⟦root⟧ = 'MIN'", "⟦levels⟧ = 'MIN'")),
    ("unknown-value", TITLE + TASK + "…", ("ask = ['best', '⟦valus⟧']", "ask = [⟦{ a = 1 }⟧]")),
    ("wrong-type", TITLE + TASK + "⟦points⟧ = …", ("4", "{}")),
    ("points-range", TITLE + TASK + "points = { ⟦values⟧ = … }", ("-1", "1e900", "nan", "'3'", "true")),
    ("number-within", TITLE + "…\n" + TASK, ("⟦time⟧ = 0x" + "f" * 9000, "⟦time⟧.hours = 1", "⟦time⟧ = [[1], {}]")),
    ("wrong-type", TITLE + "[[task]]\n…", ("⟦file⟧ = 0x" + "f" * 9000, "shape = '3x3'\n[task.⟦title⟧]\na = 1")),
    ("points-range", TITLE + TASK + "…", ("points.⟦best⟧ = -1", "[task.points]\n⟦'best'⟧ = -1")),
    ("toml-too-long", TITLE + "…\n" + TASK, ("points = " + "9" * 5000, "points = 1e99999999")),
]
"""A code, a sheet with a gap, and values that cause exactly this mistake in the gap."""

MISTAKES = [
    *((code, sheet.replace("…", text)) for code, sheet, texts in SEVERAL for text in texts),
    ("missing-key", "⟦title⟧ = ' '\n[[task]]\nshape = '3x3'"),
    ("missing-key", "[[task]]\nshape = '3x3'"),
    ("missing-key", TITLE),
    ("sheet-too-many-tasks", TITLE + TASK.replace("task", "⟦task⟧", 1) + TASK * 50),
    ("unknown-key", TITLE + "task = [{shape = '3x3', ⟦wnat⟧ = 'deep-cut'}]"),
    *(
        (code, TITLE + f"variants = ['A', '⟦{name}⟧']\n" + TASK)
        for code, names in (
            ("sheet-variant-name", ("../x", "x/y", "<b>", "B,C", " B", "x" * 200, "-1")),
            ("sheet-variant-twice", ("a",)),
        )
        for name in names
    ),
    ("wrong-type", TITLE + "⟦variants⟧ = 2\n" + TASK),
    ("wrong-type", TITLE + "variants = ['A', ⟦2⟧]\n" + TASK),
    ("unknown-convention", "convention = '⟦hwa⟧'\n" + TITLE + TASK * 2),
    ("unknown-convention", TITLE + TASK + "convention = '⟦hwa⟧'"),
    ("unknown-rule", TITLE + TASK + "convention = 'aima:⟦ordr=last⟧'"),
    ("never-cuts", TITLE + TASK + "convention = 'minimax:⟦bounds=deep⟧'"),
    ("unknown-rule", TITLE + TASK + '⟦convention⟧ = "aima:\\u006frdr=last"'),
    ("convention-not-found", "convention = '⟦no.toml⟧:ties=last'\n" + TITLE + TASK * 2),
    ("convention-not-found", TITLE + "[[task]]\n⟦file⟧ = 'lost.tree'"),
    ("deep-cut-shallow", TITLE + TASK * 2 + "convention = 'lang'\n⟦want⟧ = ['deep-cut']\n" + TASK),
    ("conventions-alike", TITLE + TASK + "leaves = 'ties'\n⟦want⟧ = ['lectures-differ=haw,aima']"),
    ("sheet-points-sum", "⟦points⟧ = 10\n" + TITLE + TASK + "points = { values = 9.75 }"),
    ("wrong-type", "⟦fields⟧ = 'name'\n" + TITLE + TASK),
    ("given-twice", "fields = ['name', '⟦name⟧']\n" + TITLE + TASK),
    ("given-twice", "large_print = true\n⟦large-print⟧ = true\n" + TITLE + TASK),
    ("control-character", TITLE + TASK + '⟦text⟧ = "\\u202e"'),
    ("missing-key", TITLE + "⟦[[task]]⟧\nask = ['values']"),
    ("keys-conflict", TITLE + TASK + "⟦like⟧ = 'small.tree'"),
    ("keys-conflict", TITLE + "[[task]]\nfile = 'small.tree'\n⟦shape⟧ = '3x3'"),
    ("sheet-drawn-file", TITLE + "[[task]]\nfile = 'small.tree'\n⟦want⟧ = 'pruned=1'"),
    ("unknown-player", TITLE + TASK + "⟦levels⟧ = 'MAX MIM'"),
    ("sheet-file-missing", TITLE + "[[task]]\n⟦like⟧ = 'no.tree'"),
    ("sheet-no-cuts", TITLE + "[[task]]\nshape = '2x2'\nconvention = 'minimax'\nask = ['values', '⟦count⟧']"),
    ("sheet-count-printed", TITLE + "[[task]]\nshape = '2x2'\nask = ['reorder', '⟦count⟧']"),
    ("sheet-tree-too-large", TITLE + "[[task]]\n⟦shape⟧ = '30x30'"),
    ("sheet-unsolvable", TITLE + "[[task]]\n⟦file⟧ = 'unknown.tree'"),
    ("moment-never", TITLE + "[[task]]\nfile = 'small.tree'\nask = ['windows']\n⟦alpha_beta⟧ = 'after L4'"),
    ("shape-form", TITLE + "[[task]]\n⟦shape⟧ = '3y3'"),
    ("values-form", TITLE + TASK + "⟦values⟧ = '20'"),
    ("values-outside-unit", TITLE + TASK + "convention = 'unit'\n⟦values⟧ = '0..20'"),
    ("constraint-form", TITLE + TASK + "want = ['⟦best=x⟧']"),
    ("constraint-range", TITLE + TASK + "want = ['⟦pruned=5..3⟧']"),
    ("toml-syntax", TITLE + "date = 2027⟦-⟧13-01\n"),
    ("toml-syntax", 'title = "A⟦\x7f⟧"\n' + TASK),
    ("toml-too-long", TITLE + "a = " + "[" * 5000 + "]" * 5000),
    ("unknown-value", "note = '''\npaper = 3\n[[task]]\n'''\n" + TITLE + "⟦paper⟧ = 'a5'\n" + TASK),
    (
        "number-within",
        TITLE + TASK + '# [[task]]\ntext = """\n[[task]]\nspace = 2\n"""\n' + TASK + "⟦space⟧ = 99\n" + TASK,
    ),
]
"""A code and a sheet with exactly this mistake. The marks enclose the position of the caret; without marks, the problem
concerns the whole sheet.
"""


def unmarked(marked: str) -> tuple[str, tuple[int, int] | None]:
    """Return a text without its marks, and the span between them."""
    start, end = marked.find("⟦"), marked.find("⟧")
    return marked.replace("⟦", "").replace("⟧", ""), (start, end - 1) if start >= 0 else None


def seen_at(problem: Problem) -> tuple[int, int] | None:
    """Return the span of a problem."""
    return tuple(problem.span) if problem.span else None  # type: ignore[return-value]


@pytest.mark.parametrize(("code", "marked"), MISTAKES)
def test_mistake_is_reported_with_its_position(
    folder: Path, code: str, marked: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each mistake is reported with its code, span, and line with a caret, before any tree is drawn."""
    monkeypatch.setattr("treesolve.authoring.variant.TreeGenerator", lambda *_: pytest.fail("a tree was drawn"))
    text, span = unmarked(marked)

    (problem,) = problems_of(folder, text)

    assert (problem.code, seen_at(problem)) == (code, span)
    place = problem.place()
    for language in languages():
        report = problem_report(problem, language)
        assert not place or f"sheet.toml:{place.line}:{place.column}: " in report
        assert len(report) < 2000


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "tite = 'x'\npaper = 'a5'\n[[task]]\nshape = '3x3'\nspace = -1\nask = ['x']\n"
            "[[task]]\nfile = 'broken.tree'\n[[task]]\nshape = '3x3'\nspace = -1\n[[task]]\nlike = 'no.tree'\n",
            "2 unknown-key, 3 unknown-value, 6 number-within, 7 unknown-value, 12 number-within, "
            "14 sheet-file-missing, 1 unclosed",
        ),
        (
            "[[task]]\nshape = '3y3'\nvalues = '9..0'\nwant = ['prund=1', 'deep-cutt']\npoints = { bst = 1 }\n"
            "convention = 'hwa'\n[[task]]\nfile = 'no.tree'\nspace = '3cm'\n",
            "3 shape-form, 4 values-range, 5 unknown-constraint, 5 unknown-constraint, 6 unknown-key, "
            "7 unknown-convention, 9 sheet-file-missing, 10 number-within",
        ),
    ],
)
def test_all_mistakes_are_reported(folder: Path, text: str, expected: str) -> None:
    """All mistakes are reported, in the order of the text, with those in other files last."""
    problems = problems_of(folder, TITLE + text)

    assert ", ".join(f"{problem.place().line} {problem.code}" for problem in problems) == expected
    assert {problem.source for problem in problems if problem.code == "unclosed"} <= {str(folder / "broken.tree")}


def test_mistakes_in_an_exercise_file(folder: Path) -> None:
    """Mistakes in an exercise file are reported with its name, and those of the task in the sheet."""
    text, span = unmarked(TITLE + "[[task]]\nfile = 'wrong.toml'\n⟦space⟧ = -1\n")
    own, *others = problems_of(folder, text)

    assert (own.code, seen_at(own)) == ("number-within", span)
    assert {other.source for other in others} == {str(folder / "wrong.toml")}
    assert [(other.code, other.place()) for other in others] == [
        ("unknown-key", (2, 1)),
        ("unknown-constraint", (3, 10)),
    ]


@pytest.mark.parametrize(
    ("name", "code", "place"), [("chain.toml", "sheet-exercise-chain", (1, 1)), ("latin.toml", "not-utf8", (1, 10))]
)
def test_files_that_a_task_may_not_name(folder: Path, name: str, code: str, place: tuple[int, int]) -> None:
    """Exercise files that name another exercise file, or that are not UTF-8, are rejected."""
    (problem,) = problems_of(folder, f"{TITLE}[[task]]\nfile = '{name}'\n")

    assert (problem.code, problem.source, problem.place()) == (code, str(folder / name), place)
