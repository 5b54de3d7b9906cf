"""Nothing is worked out twice: results hold what rendering needs, and know no language."""

import random
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from types import MappingProxyType
from typing import Any

import pytest
from click.testing import CliRunner

import treesolve as ts
from treesolve.cli import treesolve as program
from treesolve.grading.grader import Grader
from treesolve.search import search as searching

TREES = (
    "((6 5) (2 9))",
    "((3 12 8) (2 4 6) (14 5 2))",
    "bounds: 0 20\ntree: CHANCE (MAX (3 5) MIN (2 9))",
    "(((3 5) (2 9)) ((0 1) (7 4)))",
)
SEARCHED_CONVENTIONS = ("aima", "cs188", "lang", "knuth-moore", "haw", "luger", "minimax")


@pytest.fixture
def searches(monkeypatch: pytest.MonkeyPatch) -> Counter[Any]:
    """How often each (tree, convention, rule, written values) is searched, and each answer marked."""
    found: Counter[Any] = Counter()
    search, report = searching.search, Grader.report

    def counted(tree: Any, convention: Any, slip: Any = None, written: Any = MappingProxyType({})) -> Any:
        found[tree, convention, slip, frozenset(written.items())] += 1
        return search(tree, convention, slip, written)

    def marked(grader: Any, answer: Any) -> Any:
        found["marked", id(grader), repr(answer)] += 1
        return report(grader, answer)

    for module in [module for name, module in sys.modules.items() if name.startswith("treesolve.")]:
        if getattr(module, "search", None) is search:
            monkeypatch.setattr(module, "search", counted)
    monkeypatch.setattr(Grader, "report", marked)
    return found


def answer_by(dice: random.Random) -> str:
    """Return an answer with right and wrong numbers."""
    values = " ".join(f"{name}={dice.randint(1, 9)}" for name in "ABC")
    return f"values: {values}\npruned: L{dice.randint(2, 4)}\norder: 3 5 2\nbest: {dice.choice('BC')}\n"


@pytest.mark.parametrize("convention", SEARCHED_CONVENTIONS)
def test_a_graded_class_is_searched_and_marked_once(convention: str, searches: Counter[Any]):
    """However often it is shown, in whatever format and language; other conventions are accepted, too."""
    dice = random.Random(f"once {convention}")
    for tree in TREES:
        for accept in ((), ("minimax", "cs188")):
            searches.clear()
            marked = ts.grade(tree, {name: answer_by(dice) for name in "xyz"}, convention=convention, accept=accept)
            once = Counter(searches)
            for form in ("text", "html", "csv", "json"):
                for language in ("en", "de"):
                    marked.render(form, language=language)
            for result in marked:
                for language in ("en", "de"):
                    result.render("html", language=language)
                    result.feedback(language)
                str(result)

            assert once.keys() <= searches.keys()
            assert set(searches.values()) == {1}


def test_a_solution_is_rendered_without_a_search(searches: Counter[Any]):
    """In every format, and step by step; only in few orders of a tree with chance nodes all of them are tried."""
    for tree in TREES:
        searches.clear()
        solution = ts.solve(tree)
        for form in ("text", "html", "json", "svg", "markdown"):
            solution.render(form)
        assert [str(step) for step in solution.steps]
        assert ts.draw(solution, "text", step=1)
        assert "CHANCE" in tree or list(searches.values()) == [1]

        shown = Counter(searches)
        assert solution.render("html", language="de")
        assert searches == shown


@pytest.mark.parametrize(
    "outputs",
    [
        lambda folder: ["-o", str(folder / "g.json"), "-o", str(folder / "g.csv"), "-o", str(folder / "g.html")],
        lambda folder: ["--report", str(folder / "report"), "-o", str(folder / "g.json"), "--language", "de"],
        lambda _: [],
    ],
)
def test_the_command_searches_and_marks_once(
    outputs: Callable[[Path], list[str]], searches: Counter[Any], tmp_path: Path
):
    """With several outputs, and pages for students."""
    (tmp_path / "x.tree").write_text(TREES[1])
    (tmp_path / "answers").mkdir()
    dice = random.Random("command")
    for name in ("1", "2", "3"):
        (tmp_path / "answers" / f"{name}.txt").write_text(answer_by(dice))
    done = CliRunner().invoke(
        program, ["grade", str(tmp_path / "x.tree"), str(tmp_path / "answers"), *outputs(tmp_path)]
    )

    assert done.exit_code == 0, done.output
    assert set(searches.values()) == {1}
