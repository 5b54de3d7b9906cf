"""Tasks on paper: read back from the PDFs, in which nothing that belongs together is torn."""

from pathlib import Path

import pytest
from click.testing import CliRunner
from pypdfium2 import PdfDocument

from tests.support.sheet_pages import leaves, torn
from treesolve.cli import treesolve

SMALL = [("3x2", '["best"]'), ("2x2x2", '["values"]'), ("3x3", '["values", "pruned"]'), ("3x2x2", '["statements"]')]
ASKED = '["values", "windows", "pruned", "order", "best", "value", "line", "unknown", "reorder", "statements"]'


def printed(folder: Path, tasks: list[tuple[str, str]], style: str) -> Path:
    """The folder with a sheet of such shapes and questions."""
    told = "".join(f'[[task]]\nshape = "{shape}"\nask = {ask}\n' for shape, ask in tasks)
    (folder / "x.toml").write_text(f'title = "X"\n{told}', "utf-8")
    options = ["--seed", "3", "--style", style, "--jobs", "1", "-o", str(folder / "out")]
    assert CliRunner().invoke(treesolve, ["sheet", str(folder / "x.toml"), *options]).exit_code == 0
    return folder / "out"


@pytest.mark.parametrize(
    ("style", "sheet", "solution"), [("paper=a4", 3, 2), ("large-print,paper=letter", 4, 4), ("two-up", 2, 2)]
)
def test_no_task_is_torn_that_fits_on_a_page(style: str, sheet: int, solution: int, tmp_path: Path):
    """Small ones share a page; solutions and the guide run on, with several tasks a page."""
    out = printed(tmp_path, SMALL, style)

    for path, most in (("sheets/x.pdf", sheet), ("solutions/x.pdf", solution), ("solutions/guide.pdf", 3)):
        assert torn(out / path) == []
        assert len(PdfDocument(out / path)) <= most


@pytest.mark.parametrize("style", ["paper=a4", "large-print"])
def test_where_a_task_goes_on_its_tree_stands_again(style: str, tmp_path: Path):
    """Small, above what is asked there, on each further page that its questions go on upon."""
    out = printed(tmp_path, [("3x2x2", ASKED)], style)
    found = list(leaves(out / "sheets/x.pdf"))

    further = [lines for lines in found[1:] if not any(line.startswith("Task 1") for line in lines)]
    assert len(torn(out / "sheets/x.pdf")) == len(further) > 0
    for lines in further:
        assert lines.index("L12") < next(number for number, line in enumerate(lines) if len(line.split()) > 3)
