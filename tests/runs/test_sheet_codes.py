"""The square codes on sheets are read back by a program that knows nothing of treesolve, also from a bad copy."""

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.support.sheets import small_sheet
from treesolve.exercises.variant import variants
from treesolve.pages.printed_sheet import SHEET, VariantPage
from treesolve.runs.printing import pages_as_bytes


@pytest.fixture(scope="module", params=["pdf", "latex"])
def pages(tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest) -> tuple[str, list[Path]]:
    """The code of a variant, and its pages as pictures, at 100 dots an inch: fewer than any scanner has."""
    if not all(map(shutil.which, ["zbarimg", "pdftoppm", *(["pdflatex"] if request.param == "latex" else [])])):
        assert "TREESOLVE_NEEDS_TEX" not in os.environ
        pytest.skip("needs zbarimg, pdftoppm and pdflatex")
    folder = tmp_path_factory.mktemp("codes")
    sheet = small_sheet(folder)
    variant = next(variants(sheet, "7", 1))
    made = pages_as_bytes([VariantPage(sheet, variant)], SHEET, request.param)
    (folder / f"sheet.{'tex' if request.param == 'latex' else 'pdf'}").write_bytes(made)
    if request.param == "latex":
        subprocess.run(["pdflatex", "-interaction=batchmode", "sheet.tex"], cwd=folder, check=True, capture_output=True)
    command = ["pdftoppm", "-r", "100", "-gray", str(folder / "sheet.pdf"), str(folder / "page")]
    subprocess.run(command, check=True)
    return variant.code, sorted(folder.glob("page-*.pgm"))


def read_codes(picture: Path) -> list[str]:
    """What the codes of a picture say."""
    found = subprocess.run(["zbarimg", "-q", "--raw", str(picture)], capture_output=True, text=True, check=False)
    return found.stdout.split()


def test_each_page_names_sheet_variant_and_page(pages: tuple[str, list[Path]]):
    """One code a page."""
    code, pictures = pages

    assert len(pictures) > 1
    told = [read_codes(picture) for picture in pictures]
    assert told == [[f"HOMEWORK/{code}/{number}"] for number in range(1, len(pictures) + 1)]


def test_a_copy_in_black_and_white_can_be_read(pages: tuple[str, list[Path]]):
    """No grey is left, and every fortieth row of dots is missing, as from a dirty drum."""
    code, pictures = pages
    head, size, depth, dots = re.split(rb"\n", pictures[0].read_bytes(), maxsplit=3)
    width, height = map(int, size.split())
    copied = bytearray(255 if dot > 140 else 0 for dot in dots)
    for row in range(0, height, 40):
        copied[row * width : (row + 1) * width] = b"\xff" * width
    copy = pictures[0].with_name("copy.pgm")
    copy.write_bytes(b"\n".join([head, size, depth, bytes(copied)]))

    assert read_codes(copy) == [f"HOMEWORK/{code}/1"]
