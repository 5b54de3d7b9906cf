"""The files of the built playground: completeness, links, and no resources of other hosts."""

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from docs.build import TRAINERS
from tests.playground.site import SOURCES, built_site, page_folder, this_python
from tests.rendering.test_trainer_page import data
from treesolve.model.convention import CONVENTIONS


@pytest.fixture
def site() -> Path:
    """Return the folder of the built playground."""
    return built_site()


def files(site: Path) -> set[str]:
    """Return the relative URLs of all files of the site."""
    return {path.relative_to(site).as_posix() for path in site.rglob("*") if path.is_file()}


def told(site: Path) -> dict[str, Any]:
    """Return the list of files for the service worker."""
    return json.loads((site / "site.js").read_text("utf-8").removeprefix("self.SITE = ").rstrip(";\n"))


def test_the_browser_keeps_every_file(site: Path):
    """Exceptions are the files that announce a new version; trainers are cached when they are opened."""
    kept, opened = map(set, (told(site)["files"], told(site)["opened"]))

    assert {"./", *files(site)} - kept - opened == {"service-worker.js", "site.js"}
    assert kept | opened <= {"./", *files(site)}
    assert opened == {
        f"trainer/{name}-{language}.html"
        for name, convention in CONVENTIONS.items()
        if convention.cuts
        for language in ("en", "de")
    }
    assert opened == set(TRAINERS)


def test_a_trainer_is_what_the_command_line_makes_of_so_many_trees(site: Path, tmp_path: Path):
    """The bytes are equal, and the trees are the same in both languages."""
    (tmp_path / "trainer.toml").write_text("trees = 60\n", "utf-8")
    command = ["practice", "--trainer", "trainer.toml", "-c", "lang", "--language", "de", "-o", "trainer.html"]
    subprocess.run([sys.executable, "-m", "treesolve", *command], cwd=tmp_path, check=True)
    english, german = ((site / "trainer" / f"lang-{language}.html").read_text("utf-8") for language in ("en", "de"))

    assert german == (tmp_path / "trainer.html").read_text("utf-8")
    assert data(english)["id"] == data(german)["id"]
    assert len(data(english)["trees"]) == 60


def test_the_start_page_leads_to_files_that_are_there(site: Path):
    """It has no links outside the site."""
    page = (site / "index.html").read_text("utf-8")
    links = re.findall(r'(?:href|src)="([^"]+)"', page)

    assert links
    assert set(links) <= files(site)


def test_no_script_of_ours_names_another_host(site: Path):
    """The list of packages that Pyodide could load is empty."""
    for path in page_folder(site).glob("*.*s"):
        assert not re.search(r"https?://", path.read_text("utf-8")), path.name
    lock = json.loads(next(site.glob("pyodide-*/pyodide-lock.json")).read_text("utf-8"))
    assert lock["packages"] == {}


def test_what_is_there_before_python_is_what_python_answers(site: Path):
    """The folder must be built from this checkout."""
    known = json.loads((page_folder(site) / "site.json").read_text("utf-8"))

    assert len(known["answers"]) == 6
    with this_python() as answer:
        for request, answered in known["answers"].items():
            assert answer(request) == answered


def test_a_folder_with_something_else_is_left_alone(tmp_path: Path):
    """Only an earlier build is deleted."""
    (tmp_path / "thesis.txt").write_text("years of work")
    run = subprocess.run([sys.executable, SOURCES / "build.py", "-o", tmp_path], capture_output=True, text=True)

    assert run.returncode == 1
    assert "holds something else than a playground" in run.stderr
    assert (tmp_path / "thesis.txt").is_file()
