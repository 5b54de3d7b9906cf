"""What only a real system refuses: long names, outputs that are full or closed; tests/robustness has the rest."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.effort import crossed
from tests.support.program import run
from tests.support.sheets import write_sheet

TREE = "points: values 4, pruned 4\ntree: ((6 5) (2 9) (3 4))\n"


@pytest.mark.parametrize(
    "line",
    [
        *("solve x.tree -o {}.txt", "grade x.tree answers.csv -o {}", "grade {} answers.csv"),
        *("generate --shape 2x2 -o {}", "sheet homework.toml -o {}", "draw x.tree -o {}.svg"),
    ],
)
def test_a_name_that_is_too_long_is_a_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, line: str):
    """For the system, that is: it says so at the most different moments."""
    monkeypatch.chdir(tmp_path)
    Path("x.tree").write_text(TREE)
    Path("answers.csv").write_text("student;values\n1;A=5\n")
    write_sheet(tmp_path)
    result = run(*line.format("a" * 300).split())

    assert (result.exit_code, result.stderr.strip().endswith("its name is too long.")) == (1, True)


# Standard output


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full")
@pytest.mark.parametrize(
    ("arguments", "unbuffered"),
    crossed(
        [("solve", "x.tree"), ("--help",), ("solve", "--help"), ("list", "schemas", "key"), ("--version",)], ["", "1"]
    ),
)
def test_standard_output_on_a_full_disk_is_a_sentence(tmp_path: Path, arguments: tuple[str, ...], unbuffered: str):
    """Once, whoever has written, and also where Python would find out when all else is over."""
    (tmp_path / "x.tree").write_text(TREE)
    surroundings = {**os.environ, "PYTHONUNBUFFERED": unbuffered, "TREESOLVE_LANGUAGE": "de"}
    command = [sys.executable, "-m", "treesolve", *arguments]
    with Path("/dev/full").open("w") as full:
        result = subprocess.run(
            command, stdout=full, stderr=subprocess.PIPE, text=True, cwd=tmp_path, env=surroundings, check=False
        )

    message = "-: Die Datei lässt sich nicht schreiben: es ist kein Platz mehr.\n"
    assert (result.returncode, result.stderr) == (1, message)


@pytest.mark.skipif(os.name == "nt", reason="streams are closed in a shell")
@pytest.mark.parametrize("closing", [">&-", "2>&-", ">&- 2>&-", "<&-"])
def test_closed_streams_are_no_reason_to_stop(tmp_path: Path, closing: str):
    """Whoever closes standard output does not want to read it."""
    (tmp_path / "x.tree").write_text(TREE)
    line = f'"{sys.executable}" -m treesolve solve x.tree -o x.txt {closing}'
    result = subprocess.run(["sh", "-c", line], capture_output=True, text=True, cwd=tmp_path, check=False)

    assert (result.returncode, result.stderr) == (0, "")
    assert (tmp_path / "x.txt").read_text("utf-8").startswith("Convention aima")
