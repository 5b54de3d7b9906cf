"""A third language takes a folder of templates and nothing else."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.places import ROOT


@pytest.fixture
def house(tmp_path: Path) -> Path:
    """The program as it is, but for one more folder of templates: German that calls itself Alemannic."""
    for name in ("treesolve", "grammars"):
        (tmp_path / name).symlink_to(ROOT / name)
    shutil.copytree(ROOT / "templates", tmp_path / "templates")
    shutil.copytree(tmp_path / "templates" / "de", tmp_path / "templates" / "gsw")
    words = tmp_path / "templates" / "gsw" / "words.jinja"
    text = words.read_text("utf-8")
    text = text.replace("german deutsch", "alemannic alemannisch").replace("%}Schritt{%", "%}Schrittli{%")
    words.write_text(text, "utf-8")
    (tmp_path / "work").mkdir()
    (tmp_path / "work" / "x.tree").write_text("((6 5) (2 9))")
    return tmp_path


def run(house: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Return the program, started in a folder of its own."""
    environment = {name: value for name, value in os.environ.items() if name != "TREESOLVE_LANGUAGE"}
    command = [sys.executable, "-m", "treesolve", *arguments]
    return subprocess.run(
        command,
        cwd=house / "work",
        env={**environment, "PYTHONPATH": str(house), "PYTHONIOENCODING": "utf-8"},
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )


def test_it_is_spoken_by_its_code_by_its_name_and_as_a_default(house: Path):
    """On the command line, in a file of defaults and in a sheet; its numbers have commas where it says so."""
    spoken = run(house, "solve", "x.tree", "--language", "gsw")

    assert "Schrittli  Knoten" in spoken.stdout
    assert run(house, "solve", "x.tree", "--language", "Alemannisch").stdout == spoken.stdout
    (house / "work" / "treesolve.toml").write_text('language = "gsw"')
    assert "Schrittli  Knoten" in run(house, "solve", "x.tree").stdout
    sheet = 'title = "T"\nlanguage = "gsw"\n[[task]]\nfile = "x.tree"'
    (house / "work" / "sheet.toml").write_text(sheet)
    made = run(house, "sheet", "sheet.toml", "-o", "out", "--source", "latex")
    assert (made.returncode, made.stderr) == (0, "")
    (source,) = (house / "work" / "out" / "sheets").glob("*.tex")
    assert r"\usepackage[ngerman]{babel}" in source.read_text("utf-8")


def test_it_is_offered(house: Path):
    """In the help and where somebody asks for another one."""
    assert "[en|de|gsw]" in run(house, "solve", "--help").stdout
    assert "There are: en, de, gsw." in run(house, "solve", "x.tree", "--language", "fr").stderr
