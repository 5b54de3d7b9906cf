"""Every module imports only modules above it: the corridor of the house, held by a test."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

from tests.places import ROOT

CORRIDOR = (
    "resources",
    "workers",
    "problem",
    "optional",
    "escape",
    "whole_file",
    "utf8",
    "input_file",
    "json_text",
    "value",
    "piecewise",
    "tree",
    "convention",
    "toml_text",
    "lecture",
    "perspective",
    "log",
    "slips",
    "searchable",
    "average",
    "star",
    "search",
    "passing",
    "notation",
    "notation.number",
    "games",
    "games.game",
    "games.heaps",
    "games.boards",
    "games.grundy",
    "games.simple_nim",
    "games.heap_nim",
    "games.tictactoe",
    "games.connect_four",
    "games.horizon",
    "games.scoring",
    "games.own",
    "games.known",
    "games.positions",
    "games.table",
    "games.unfolding",
    "games.estimate",
    "games.state_space",
    "solution",
    "maxn",
    "ordering",
    "extremes",
    "reordering",
    "between",
    "counterexample",
    "comparison",
    "unknown",
    "steps",
    "frames",
    "answer",
    "practice",
    "reference",
    "misconception",
    "diagnosis",
    "rubric",
    "mark",
    "question",
    "question.protocol",
    "answer_key",
    "own_values",
    "marking",
    "grading",
    "rubric_file",
    "randomness",
    "players",
    "players.player",
    "players.random_player",
    "players.searching",
    "players.named",
    "players.reach",
    "match",
    "shapes",
    "separation",
    "measure",
    "plan",
    "batch",
    "orders",
    "difficulty",
    "cost",
    "cost.ranges",
    "cost.theory",
    "cost.leaves",
    "cost.uniform",
    "cost.count",
    "cost.study",
    "cost.game_orders",
    "cost.game_study",
    "cost.finding",
    "notation.builder",
    "notation.headers",
    "notation.fault",
    "notation.compile_grammar",
    "notation.tables",
    "notation.scanner",
    "notation.players",
    "notation.reader",
    "notation.lines",
    "notation.writer",
    "want",
    "request",
    "contradiction",
    "dealing",
    "separable",
    "tally",
    "likeness",
    "form_search",
    "generator",
    "submission",
    "submission.tables",
    "submission.number",
    "submission.keys",
    "submission.nodes",
    "submission.identity",
    "submission.items",
    "submission.lists",
    "submission.choices",
    "submission.texts",
    "submission.reader",
    "submission.decoding",
    "submission.json_places",
    "submission.submission",
    "submission.writing",
    "submission.rows",
    "submission.objects",
    "submission.tasks",
    "submission.files",
    "summary",
    "document",
    "maxn_document",
    "cost.document",
    "question.reading",
    "question.line",
    "question.number_sets",
    "question.unknown",
    "question.order_text",
    "question.reorder",
    "question.slip",
    "question.mistake",
    "question.statement",
    "question.statements",
    "question.kinds",
    "exercise",
    "roster",
    "sheet",
    "task_fields",
    "exercise_file",
    "sheet_file",
    "key",
    "self_test",
    "key_writing",
    "result",
    "sheet_results",
    "variant",
    "grades",
    "journal",
    "regrading",
    "reordering_document",
    "playing_document",
    "drawing",
    "drawing.label",
    "drawing.limit",
    "drawing.layout",
    "drawing.board",
    "drawing.shape",
    "drawing.geometry",
    "drawing.upright",
    "drawing.turned",
    "drawing.arrangement",
    "drawing.division",
    "drawing.paper",
    "drawing.svg",
    "drawing.typst",
    "pdf",
    "drawing.forest_styles",
    "drawing.forest",
    "drawing.dot",
    "drawing.terminal",
    "pages",
    "pages.engine",
    "pages.longtable",
    "pages.environment",
    "pages.excerpt",
    "pages.label",
    "pages.printable",
    "pages.picture",
    "pages.drawn",
    "pages.player",
    "pages.problem",
    "pages.solution",
    "pages.maxn",
    "pages.slides",
    "pages.drawing",
    "pages.unfolding",
    "pages.state_space",
    "pages.handout",
    "showing",
    "pages.comparison",
    "pages.reordering",
    "pages.counterexample",
    "pages.unknown",
    "pages.question",
    "pages.question_feedback",
    "pages.hint",
    "pages.expected",
    "pages.practice",
    "pages.shown",
    "pages.reason",
    "pages.speaker",
    "pages.marked",
    "pages.feedback",
    "pages.chart",
    "pages.line_chart",
    "pages.exercise_results",
    "pages.class_page",
    "pages.convention",
    "pages.spreadsheet",
    "pages.cost_chart",
    "pages.cost",
    "pages.grades",
    "pages.totals",
    "pages.self_test",
    "pages.regrading",
    "pages.generation",
    "pages.playing",
    "pages.markdown",
    "pages.sheet_task",
    "pages.sheet",
    "final_check",
    "binding",
    "printing",
    "marker",
    "cohort",
    "cli.inputs",
    "cli.output",
    "cli.journal",
    "cli.progress",
    "cli.run",
    "cli.options",
    "cli.text",
    "cli.writing",
    "cli.watch",
    "cli.unknown",
    "cli.folder",
    "cli.results",
    "cli.sheet_results",
    "cli.marking",
    "cli.old_grades",
    "cli.reports",
    "cli.check",
    "cli.compare",
    "cli.conventions",
    "cli.format",
    "cli.schema",
    "cli.solve",
    "cli.reorder",
    "cli.seed",
    "cli.asked_game",
    "cli.human",
    "cli.play",
    "cli.match",
    "cli.tree",
    "cli.generate",
    "cli.cost",
    "cli.making",
    "cli.sheet",
    "cli.draw",
    "cli.practice",
    "cli.grade",
    "cli.explain",
    "cli.regrade",
    "cli.key",
    "cli",
    "__main__",
    "",
)
"""All modules, each below everything it may import. The package itself comes last: it names what is public."""


def module_name(path: Path) -> str:
    """The name of a module within the package; "" for the package itself."""
    parts = path.relative_to(ROOT / "treesolve").with_suffix("").parts
    return ".".join(part for part in parts if part != "__init__")


def imported(path: Path) -> set[str]:
    """The modules of the package that a module imports, at the top or inside functions."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module and node.module.split(".")[0] == "treesolve":
            base = node.module.removeprefix("treesolve").removeprefix(".")
            names = [f"{base}.{alias.name}".strip(".") for alias in node.names]
            found |= {name if name in CORRIDOR else base for name in names}
        assert not (isinstance(node, ast.ImportFrom) and node.level), f"{path.name} imports relatively"
    return found


MODULES = sorted((ROOT / "treesolve").glob("**/*.py"))


@pytest.mark.parametrize("path", MODULES, ids=module_name)
def test_a_module_imports_only_what_stands_above_it(path: Path):
    """Arrows go one way."""
    name = module_name(path)
    above = CORRIDOR[: CORRIDOR.index(name)]

    allowed = {""} if name in ("cli", "cli.grade", "cli.making") else set()  # for the version
    assert imported(path) - allowed <= set(above)


def test_every_module_has_a_place_in_the_corridor():
    """A new module must be given a place, an old place a module."""
    assert sorted(map(module_name, MODULES)) == sorted(CORRIDOR)


@pytest.mark.parametrize("path", MODULES, ids=module_name)
def test_a_module_is_no_longer_than_one_idea(path: Path):
    """Beyond three hundred lines a second idea has moved in; tables of numbers are not read by people."""
    assert path.name == "tables.py" or len(path.read_text("utf-8").splitlines()) <= 320


@pytest.mark.parametrize(
    ("command", "banned"),
    [
        (["--help"], {"lark", "jinja2", "json", "treesolve.notation", "treesolve.search.search"}),
        (
            ["solve", "exercises/lang/bild-2.tree", "--format", "json"],
            {"jinja2", "fractions", "treesolve.pages", "tomllib"},
        ),
        (["solve", "exercises/lang/bild-2.tree"], {"treesolve.pages.json.document", "tomllib"}),
        (["format", "--check", "exercises/lang/bild-2.tree"], {"jinja2", "treesolve.pages", "treesolve.search.search"}),
        (["schema", "solution"], {"jinja2", "lark"}),
    ],
)
def test_a_command_imports_only_what_it_needs(command: list[str], banned: set[str]):
    """Start-up is paid for at every call."""
    program = (
        "import sys; from treesolve.__main__ import main\n"
        "try: main()\n"
        "except SystemExit: print('\\n'.join(sys.modules), file=sys.stderr)"
    )
    result = subprocess.run(
        [sys.executable, "-c", program, *command], capture_output=True, text=True, cwd=ROOT, check=True
    )

    loaded = set(result.stderr.split())
    assert "click" in loaded
    assert not loaded & banned
