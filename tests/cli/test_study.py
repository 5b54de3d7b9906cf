"""treesolve study, as somebody runs it: tables, charts, ranges, refusals, interruptions, in both languages."""

import csv
import io
import json
import re
from itertools import pairwise
from pathlib import Path
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner, Result
from jsonschema import Draft202012Validator

from tests.pages.test_languages import ENGLISH
from tests.support.browser import OpenPage
from tests.support.pdf_text import page_texts
from treesolve.analysis.cost import tree_study as study_module
from treesolve.analysis.cost.finding import Finding
from treesolve.analysis.cost.tree_study import ORDERS, Study
from treesolve.cli import treesolve
from treesolve.model.convention import CONVENTIONS
from treesolve.model.resources import schema_text
from treesolve.pages.cost_page import CostPage, grouped
from treesolve.pages.json.cost_document import cost_document

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


def test_the_document_of_a_game():
    """Has its position, and no formulas."""
    found = documented(*GAME)
    assert found["game"] == {"name": "tictactoe", "position": ".../.../...", "heuristic": "lines"}
    assert [cell["minimax"]["trials"] for cell in found["cells"]] == [[82], [586], [3610]]
    assert list(found["cells"][0]["orders"]) == ["given", "best", "random", "table"]


def test_what_is_not_known_is_null():
    """And what a formula says is marked as such."""
    found = documented("--branching", "6", "--depth", "10", "--seed", "1", "--effort", "1000")
    (cell,) = found["cells"]
    assert cell["minimax"]["known"] == "formula"
    assert cell["orders"]["random"]["mean"] is None
    result = run("--branching", "6", "--depth", "10", "--seed", "1", "--effort", "1000")
    assert "= 60\N{NO-BREAK SPACE}466\N{NO-BREAK SPACE}176" in result.stdout
    assert "not measured" in result.stdout
    assert "Growth" not in result.stdout


@pytest.mark.parametrize("form", ["text", "markdown", "html", "svg", "csv", "json", "typst"])
def test_the_same_seed_gives_the_same_bytes(form: str):
    """In every form; and another seed others."""
    one, other = (run(*SMALL, "--format", form).stdout for _ in range(2))
    assert one == other
    assert one != run(*SMALL[:-1], "2", "--format", form).stdout


def test_a_seed_that_was_drawn_is_told():
    """So that the table can be made again."""
    result = run("--branching", "2", "--depth", "4", "--trials", "5")
    seed = re.search(r"--seed (\d+)", result.stderr)
    assert seed
    again = run("--branching", "2", "--depth", "4", "--trials", "5", "--seed", seed[1])
    assert again.stdout == result.stdout


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


@pytest.mark.parametrize("language", ["en", "de"])
def test_a_spreadsheet_reads_all_numbers(language: str):
    """Commas in German; as many cells in every row as there are headings."""
    text = run(*SMALL, "--format", "csv", "--language", language).stdout.removeprefix("\ufeff")
    head, *rows = csv.reader(io.StringIO(text), delimiter=";" if language == "de" else ",")
    assert len(rows) == 8
    assert {len(row) for row in rows} == {len(head)}
    mark = "," if language == "de" else "."
    for row in rows:
        assert all(re.fullmatch(rf"\d+({re.escape(mark)}\d+)?|[A-Za-zä]+|", cell) for cell in row)
    assert len(set(head)) == len(head)


@pytest.mark.parametrize("arguments", [SMALL, GAME, [*SMALL, "--orders", ",".join(ORDERS), "--effort", "100"]])
@pytest.mark.parametrize("form", ["text", "markdown", "html", "typst", "csv"])
def test_a_page_speaks_german(arguments: list[str], form: str):
    """No word of English in what people read."""
    text = run(*arguments, "--format", form, "--language", "de").stdout
    body = re.sub(r"<style.*?</style>|<[^>]*>|#[\w-]+|\b(with|tree)\b", " ", text, flags=re.DOTALL)
    if form in ("text", "markdown", "csv"):
        assert not ENGLISH.search(text), ENGLISH.search(text)
    assert "Zufällige Ordnung" in body


def test_the_page_stands_alone():
    """One file without scripts, with a chart for each width, each told to those who cannot see it."""
    text = run(*SMALL, "--format", "html").stdout
    assert "<script" not in text
    assert not re.search(r"(?:src|href|url\()\s*=?\s*[\"'(]?(?:https?:)?//", text.replace("http://www.w3.org", ""))
    assert len(re.findall(r'<svg [^>]*role="img"', text)) == 2
    assert text.count('aria-label="Leaves evaluated by depth: w = ') == 2


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


def test_a_paper_is_made(tmp_path: Path):
    """With the charts in it, read aloud by their names."""
    path = tmp_path / "cost.pdf"
    result = run(*SMALL, "-o", str(path), "--language", "de")
    assert (result.exit_code, result.output) == (0, "")
    text = "".join(page_texts(path))
    assert "Was eine Suche kostet" in text
    assert "Zufällige Ordnung" in text


def test_the_paper_is_a_look(tmp_path: Path):
    """And the only one that means something here."""
    for style, paper in (("paper=letter", "us-letter"), ("", "a4")):
        result = run(*SMALL, "--style", style, "--format", "typst")
        assert f'"{paper}"' in result.stdout
    assert "Looks here are: paper=a4|letter." in run(*SMALL, "--style", "boards").stderr


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


def test_a_long_run_is_told_before(monkeypatch: pytest.MonkeyPatch):
    """With how many leaves, about how many seconds, and what to do about it."""
    monkeypatch.setattr(study_module, "_count_for_order", Interrupting(0))
    result = run("--branching", "2..6", "--depth", "2..10", "--seed", "1")
    assert re.match(r"About 15 000 000 leaves will be looked at; that takes about \d+ seconds\. Ctrl-C", told(result))
    assert told(run("--branching", "2..6", "--depth", "2..10", "--seed", "1", "--language", "de")).startswith("Etwa 15")
    assert told(run(*SMALL)).startswith("Interrupted")


def told(result: Result) -> str:
    """What a run says to standard error, with plain blanks."""
    return result.stderr.replace("\N{NO-BREAK SPACE}", " ")


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize(
    ("arguments", "option"),
    [
        (["--branching", "0"], "--branching"),
        (["--branching", "1..4"], "--branching"),
        (["--branching", "6..2"], "--branching"),
        (["--branching", "two"], "--branching"),
        (["--branching", ""], "--branching"),
        (["--depth", "0"], "--depth"),
        (["--depth", "-3"], "--depth"),
        (["--depth", "2..1000"], "--depth"),
        (["--orders", "bset"], "best"),
        (["--orders", ""], "--orders"),
        (["--game", "tictactoe", "--orders", "worst"], "given"),
        (["--game", "tictactoe", "--branching", "3"], "--branching"),
        (["--position", "7"], "--position"),
        (["--heuristic", "lines"], "--heuristic"),
        (["--convention", "minimax"], "minimax"),
        (["--convention", "hwa"], "haw"),
    ],
)
def test_wrong_usage_is_told_in_a_sentence(arguments: list[str], option: str, language: str):
    """With exit code 2, naming the option or what was meant."""
    result = run(*arguments, "--language", language)
    assert result.exit_code == 2
    assert option in result.stderr.splitlines()[-1]
    assert "Traceback" not in result.output
    if language == "de":
        sentence = result.stderr.splitlines()[-1].removeprefix("Error: Invalid value for ")
        assert not ENGLISH.search(sentence.partition(": ")[2] or sentence), sentence


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--game", "tictatoe"], "tictactoe"),
        (["--game", "tictactoe", "--position", "X.O/.X./..XX"], "--position:1:9:"),
        (["--game", "simple-nim", "--position", "-3"], "--position:1:1:"),
        (["--game", "tictactoe", "--heuristic", "lnes"], "lines"),
        (["--branching", "2", "--depth", "2", "-o", "/no/such/folder/x.html"], "/no/such/folder"),
    ],
)
def test_what_is_not_there_is_told_in_a_sentence(arguments: list[str], said: str):
    """Before anything is measured, with exit code 1."""
    result = run(*arguments, "--seed", "1")
    assert result.exit_code == 1
    assert said in result.stderr
    assert result.stdout == ""


def test_an_empty_seed_is_a_seed():
    """As everywhere."""
    assert run(*SMALL[:-1], "").stderr == ""


def test_numbers_are_grouped():
    """From five digits on, and rounded where nobody would read them."""
    assert [grouped(number).replace("\N{NO-BREAK SPACE}", "_") for number in (0, 9999, 10_000, 60466176)] == [
        "0",
        "9999",
        "10_000",
        "60_466_176",
    ]
    assert grouped(10**13) == "1 · 10¹³"
    assert grouped(1000**100) == "1 · 10³⁰⁰"


def test_a_very_large_tree_is_told_by_formulas():
    """No number overflows anywhere."""
    study = Study((1000,), (99, 100), 5, "1", CONVENTIONS["haw"])
    finding = Finding(study, tuple(study.cells()))
    for language in ("en", "de"):
        page = CostPage(finding, language)
        assert page.counted.rows.total == 2
        assert page.closer is None
        assert page.growth is None
        assert len(page.charts) == 1
        assert page.charts[0].drawn.source
    assert json.loads(cost_document(finding))["cells"][1]["leaves"] == 1000**100
