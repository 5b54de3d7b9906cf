"""The examples of the page on Python are typed: whoever checks programs like them is told of no mistake."""

import doctest
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.places import ROOT


@pytest.mark.long
def test_the_examples_pass_a_strict_check_of_types(tmp_path: Path):
    """Where there is mypy; `.ci/run` has it."""
    pytest.importorskip("mypy")
    message = (ROOT / "docs" / "python.md").read_text("utf-8")
    examples = [example.source for example in doctest.DocTestParser().get_examples(message)]
    (tmp_path / "examples.py").write_text("".join(examples), "utf-8")
    command = [sys.executable, "-m", "mypy", "--strict", str(tmp_path / "examples.py")]
    found = subprocess.run(command, capture_output=True, text=True, cwd=ROOT)

    assert len(examples) > 10
    assert found.returncode == 0, found.stdout
