"""treesolve study, as somebody runs it: tables, charts, ranges, refusals, interruptions, in both languages."""

import json
import re
from itertools import pairwise
from pathlib import Path
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner, Result
from jsonschema import Draft202012Validator

from tests.support.browser import OpenPage
from treesolve.analysis.cost import tree_study as study_module
from treesolve.analysis.cost.tree_study import ORDERS
from treesolve.cli import treesolve
from treesolve.model.resources import schema_text

SMALL = ["--branching", "2,3", "--depth", "2..5", "--trials", "10", "--seed", "1"]
GAME = ["--game", "tictactoe", "--depth", "2..4", "--trials", "10", "--seed", "1"]


def run(*arguments: str) -> Result:
    """The command with its exit code, standard output and standard error."""
    return CliRunner().invoke(treesolve, ["study", *arguments])


def documented(*arguments: str) -> dict:
    """The document of a run, checked against its schema."""
    result = run(*arguments, "--format", "json")
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout.isascii()
    found = json.loads(result.stdout)
    Draft202012Validator(json.loads(schema_text("cost"))).validate(found)
    return found


def test_the_document_has_every_cell():
    """With formulas, counts and what follows from them."""
    found = documented(*SMALL, "--orders", ",".join(ORDERS))
    assert [(cell["branching"], cell["depth"]) for cell in found["cells"]] == [
        (w, d) for w in (2, 3) for d in range(2, 6)
    ]
    cell = found["cells"][3]
    assert (cell["leaves"], cell["least"]) == (32, 11)
    assert cell["estimate"] == pytest.approx(32**0.75)
    assert list(cell["orders"]) == list(ORDERS)
    assert cell["orders"]["best"]["trials"] == [11]
    random = cell["orders"]["random"]
    assert len(random["trials"]) == 10
    assert random["mean"] == pytest.approx(sum(random["trials"]) / 10)
    assert 32 ** random["exponent"] == pytest.approx(random["mean"], rel=1e-4)
    assert random["branching_factor"] ** 5 == pytest.approx(random["mean"], rel=1e-4)
    assert [growth["branching"] for growth in found["growth"]] == [2, 3]


def test_the_table_says_what_the_document_says():
    """Row by row."""
    lines = [line.split() for line in run(*SMALL).stdout.splitlines() if re.match(r"[23] +[2-5] +\d", line)]
    for line, cell in zip(lines, documented(*SMALL)["cells"], strict=False):
        assert [int(word) for word in line[:4]] == [cell[key] for key in ("branching", "depth", "leaves", "least")]
        assert [int(word) for word in line[5:8]] == [
            cell["minimax"]["mean"],
            cell["orders"]["best"]["mean"],
            cell["orders"]["worst"]["mean"],
        ]
        assert float(line[8]) == pytest.approx(cell["orders"]["random"]["mean"], abs=0.06)


def test_the_page_stands_alone():
    """One file without scripts, with a chart for each width, each told to those who cannot see it."""
    text = run(*SMALL, "--format", "html").stdout
    assert "<script" not in text
    assert not re.search(r"(?:src|href|url\()\s*=?\s*[\"'(]?(?:https?:)?//", text.replace("http://www.w3.org", ""))
    assert len(re.findall(r'<svg [^>]*role="img"', text)) == 2
    assert text.count('aria-label="Leaves evaluated by depth: w = ') == 2


@pytest.mark.long
@pytest.mark.parametrize("arguments", [SMALL, GAME, [*SMALL, "--language", "de", "--orders", ",".join(ORDERS)]])
def test_a_browser_shows_the_page(open_page: OpenPage, arguments: list[str]):
    """Without a complaint, on a phone without scrolling sideways, each label within its chart."""
    page = open_page(run(*arguments, "--format", "html").stdout, width=390)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    inside = """() => [...document.querySelectorAll('svg')].every(svg => {
        const outer = svg.getBoundingClientRect();
        return [...svg.querySelectorAll('text')].every(text => {
            const inner = text.getBoundingClientRect();
            return inner.left >= outer.left - 1 && inner.right <= outer.right + 1
                && inner.top >= outer.top - 1 && inner.bottom <= outer.bottom + 1;
        });
    })"""
    assert page.evaluate(f"({inside})()")


def test_a_picture_has_a_line_for_each_order(tmp_path: Path):
    """With a mark at each depth, hollow where nothing was counted, and its name at the end."""
    path = tmp_path / "cost.svg"
    arguments = ["--branching", "2,4", "--depth", "2..8", "--trials", "5", "--seed", "1", "--effort", "5000"]
    assert run(*arguments, "-o", str(path)).exit_code == 0
    root = ElementTree.parse(path).getroot()
    charts = list(root)
    assert len(charts) == 2
    texts = [[element.text for element in chart.iter() if element.tag.endswith("}text")] for chart in charts]
    for number, told in zip((2, 4), texts, strict=True):
        assert {f"w = {number}", "Minimax = Worst order", "w^(3d/4)", "Random order", "Best order"} <= set(told)
    marks = [
        [element.get("style", "") for element in chart.iter() if "scale(" in element.get("transform", "")]
        for chart in charts
    ]
    assert [len(found) for found in marks] == [21, 7 + 7 + 6]
    hollow = [sum("fill:#fff" in style for style in found) for found in marks]
    assert hollow == [0, 2]


def test_marks_stand_where_the_numbers_are(tmp_path: Path):
    """Ten times as much is one step of the scale up."""
    path = tmp_path / "cost.svg"
    run("--branching", "10", "--depth", "1..4", "--trials", "1", "--orders", "worst", "--seed", "1", "-o", str(path))
    moves = re.findall(r'transform="translate\(([\d.]+) ([\d.]+)\) scale', path.read_text("utf-8"))
    places = [(float(x), float(y)) for x, y in moves]
    assert len(places) == 4
    steps = [(x2 - x1, y1 - y2) for (x1, y1), (x2, y2) in pairwise(places)]
    assert all(step == pytest.approx(steps[0], abs=0.05) for step in steps)
    assert min(steps[0]) > 0


def test_a_study_in_several_files(tmp_path: Path):
    """Measured once; each is what it would be alone."""
    paths = [tmp_path / f"all.{ending}" for ending in ("txt", "json", "csv", "html", "pdf")]
    assert run(*SMALL, *(part for path in paths for part in ("-o", str(path)))).output == ""
    for path in paths:
        alone = tmp_path / f"one{path.suffix}"
        run(*SMALL, "-o", str(alone))
        assert path.read_bytes() == alone.read_bytes()


class Interrupting:
    """Stands for the study's count, and is interrupted at the n-th."""

    def __init__(self, last: int) -> None:
        self.left = last
        self.real = study_module._count_for_order

    def __call__(self, *arguments: object) -> object:
        """Count, or be interrupted."""
        self.left -= 1
        if self.left < 0:
            raise KeyboardInterrupt
        return self.real(*arguments)


@pytest.mark.parametrize("form", ["text", "html", "json", "markdown", "csv"])
def test_an_interrupted_run_shows_what_is_there(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, form: str):
    """Whole rows, a sentence, and the exit code of a Ctrl-C."""
    monkeypatch.setattr(study_module, "_count_for_order", Interrupting(3 * 3 + 1))
    path = tmp_path / "found"
    result = run(*SMALL, "--format", form, "-o", str(path))
    assert result.exit_code == 130
    assert result.stderr.endswith("Interrupted: 3 of 8 rows are measured.\n")
    text = path.read_text("utf-8")
    if form == "json":
        found = json.loads(text)
        assert (found["complete"], len(found["cells"])) == (False, 3)
    elif form == "csv":
        assert len(text.splitlines()) == 4
    else:
        assert "Interrupted: 3 of 8 rows are measured." in text


def test_a_run_that_is_interrupted_at_once_writes_nothing(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    """And leaves a file as it was."""
    monkeypatch.setattr(study_module, "_count_for_order", Interrupting(0))
    path = tmp_path / "cost.html"
    path.write_text("before", "utf-8")
    result = run(*SMALL, "-o", str(path))
    assert result.exit_code == 130
    assert path.read_text("utf-8") == "before"


def told(result: Result) -> str:
    """What a run says to standard error, with plain blanks."""
    return result.stderr.replace("\N{NO-BREAK SPACE}", " ")
