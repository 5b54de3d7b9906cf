"""A real TeX for the tests of LaTeX pages: `pdflatex` with the package `forest`, and poppler to look into its PDFs.

    apt-get install texlive-latex-extra texlive-pictures texlive-lang-german texlive-fonts-recommended
    apt-get install poppler-utils pandoc

Some tests need pandoc, too. Where one of them is missing these tests are skipped by name; with TREESOLVE_NEEDS_TEX set
they fail instead.
"""

import itertools
import os
import re
import shutil
import subprocess
import unicodedata
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

NEEDED = "TREESOLVE_NEEDS_TEX"
PROGRAMS = ("pdflatex", "kpsewhich", "pdftotext", "pdfinfo")
PACKAGES = ("forest.sty", "standalone.cls", "adjustbox.sty", "ngerman.ldf")

WIDEST_OVERFULL = 5.0
"""So many points may stick out of a line or a page: nobody sees them."""


class Word(NamedTuple):
    """A word and where it stands on its page, in points from the upper left corner."""

    text: str
    left: float
    top: float
    right: float
    bottom: float

    def covers(self, other: "Word") -> bool:
        """Whether two words overlap, the usual room above and below the letters aside."""
        across = min(self.right, other.right) - max(self.left, other.left)
        down = min(self.bottom, other.bottom) - max(self.top, other.top)
        return across > 0.5 and down > 0.25 * min(self.bottom - self.top, other.bottom - other.top)


class Printed(NamedTuple):
    """What pdfLaTeX made of a document: its text, ligatures and accents resolved, and the sizes of its pages in points.

    `placed` are the words of each page where they stand.
    """

    text: str
    sizes: list[tuple[float, float]]
    placed: list[list[Word]]

    @property
    def collisions(self) -> list[tuple[str, str]]:
        """The words that stand on one another."""
        pairs = (pair for page in self.placed for pair in itertools.combinations(page, 2))
        return [(one.text, other.text) for one, other in pairs if one.covers(other)]

    @property
    def outside(self) -> list[str]:
        """The words that are not wholly on their page."""
        return [
            word.text
            for page, (width, height) in zip(self.placed, self.sizes, strict=True)
            for word in page
            if word.left < 0 or word.top < 0 or word.right > width or word.bottom > height
        ]

    @property
    def words(self) -> list[str]:
        """The words of the text."""
        return self.text.split()


@cache
def missing_parts() -> list[str]:
    """Return the programs that are not installed, or the packages where all programs are."""
    missing = [program for program in PROGRAMS if shutil.which(program) is None]
    if missing:
        return missing
    found = subprocess.run(["kpsewhich", *PACKAGES], capture_output=True, text=True, check=False).stdout
    return [package for package in PACKAGES if package not in found]


def require_tex(*programs: str) -> None:
    """Skip the test where something is missing, these programs among it, or fail it where TeX must be there."""
    missing = [*missing_parts(), *(program for program in programs if shutil.which(program) is None)]
    if missing and os.environ.get(NEEDED):
        pytest.fail(f"{NEEDED} is set, but these are not installed: {', '.join(missing)}")
    if missing:
        pytest.skip(f"not installed: {', '.join(missing)}")


def printed(source: str, folder: Path, runs: int = 1) -> Printed:
    """Compile a document, with nothing but pdfLaTeX; the test fails where TeX stops, or complains in the last run."""
    require_tex()
    (folder / "page.tex").write_text(source, "utf-8")
    command = ["pdflatex", "-no-shell-escape", "-halt-on-error", "-interaction=nonstopmode", "page.tex"]
    environment = {**os.environ, "max_print_line": "1000"}
    for _ in range(runs):
        run = subprocess.run(command, cwd=folder, env=environment, capture_output=True, check=False)
    log = (folder / "page.log").read_text("utf-8", "replace")
    assert run.returncode == 0, "\n".join(line for line in log.splitlines() if line.startswith(("!", "l.")))
    assert complaints(log) == []
    pages = _told("pdfinfo", "-l", "-1", "page.pdf", folder=folder)
    sizes = [(float(width), float(height)) for width, height in re.findall(r"size: +([\d.]+) x ([\d.]+)", pages)]
    text = _told("pdftotext", "-layout", "page.pdf", "-", folder=folder)
    boxes = _told("pdftotext", "-bbox", "page.pdf", "-", folder=folder)
    placed = [[_word(found) for found in _WORD.finditer(page)] for page in boxes.split("<page ")[1:]]
    return Printed(unicodedata.normalize("NFKC", text), sizes, placed)


_WORD = re.compile('<word xMin="([-0-9.]+)" yMin="([-0-9.]+)" xMax="([-0-9.]+)" yMax="([-0-9.]+)">(.*?)</word>')


def _word(found: re.Match[str]) -> Word:
    left, top, right, bottom = map(float, found.groups()[:4])
    return Word(found[5], left, top, right, bottom)


def complaints(log: str) -> list[str]:
    """Return the lines of a log that tell of something missing, or of text that sticks out."""
    overfull = re.finditer(r"^Overfull \\[hv]box \(([\d.]+)pt.*$", log, re.MULTILINE)
    missing = re.findall(r"^(?:Missing char|LaTeX Warning|.*Rerun (?!checks)|\(\\end occurred).*$", log, re.MULTILINE)
    return [found[0] for found in overfull if float(found[1]) > WIDEST_OVERFULL] + missing


def _told(*command: str, folder: Path) -> str:
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=True).stdout
