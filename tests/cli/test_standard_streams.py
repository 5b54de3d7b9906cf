"""All commands on terminals that are not UTF-8: output is complete, and transliterated to ASCII if necessary."""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from io import BytesIO, TextIOWrapper
from pathlib import Path
from typing import NamedTuple

import pytest
from click import ClickException

from tests.model.test_text_encoding import transliterate
from tests.support.places import ROOT
from treesolve.__main__ import _transliterate_unencodable_text
from treesolve.cli import COMMANDS, treesolve

ENCODINGS = ("cp1252", "latin-1")

SPOKEN = tuple(
    line.strip()
    for line in """
        --help
        solve key.tree -c haw --language de
        solve open.tree --unknown
        solve chance.tree --language de
        solve broken.tree --language de
        draw key.tree
        check key.tree
        format --diff untidy.tree
        list conventions haw
        new --language de
        practice broken.tree -o practice.html --language de
        generate 3x3 --seed 7 --want pruned=2
        sheet key.tree --seed 1 --jobs 1 --replace -o exam.html --language de
        convert key.tree -o broken.xml --rubric none.toml
        grade key.tree answer.txt --format csv -o marks.csv --language de
        review key.tree --roster gone.csv --language de
        play grundy --first minimax --second random --seed 1 --language de
        unfold grundy 7 --dag
    """.strip().splitlines()
)
"""Command lines with output for people."""

READ = (
    "solve key.tree --format html --language de",
    "solve key.tree --format json",
    "draw key.tree --format svg",
    "format -",
    "convert key.tree --for moodle -o - --language de",
    "grade key.tree answer.txt --format csv --language de",
)
"""Command lines with output for programs."""

FILES = {
    "exam.tree": "((6 5) (2 9))\n",
    "key.tree": "title: Übung – „Züge“\ntree: Größe: ((6 5) (2 9))\n",
    "open.tree": "((6 x) (2 9))\n",
    "chance.tree": "bounds: 0 9\ntree: MAX (Äste -> CHANCE (1/2 * (6 -inf) 1/2 * (2 9)) 3)\n",
    "broken.tree": "(Größe: (−∞ 5) (2 wär)\n",
    "untidy.tree": "Größe:   ((6 5)   (2 9))\n",
    "answer.txt": "student: Jürgen\nvalues: Größe=5 B=5 C=2\npruned: L3\nÄh, naja\n",
    "none.toml": "[points]\nwertß = 3\n",
}


class Printed(NamedTuple):
    """The stdout, stderr and exit code of a command."""

    output: bytes
    errors: bytes
    code: int


def run(line: str, encoding: str, monkeypatch: pytest.MonkeyPatch) -> Printed:
    """Run a command line on streams with an encoding."""
    written = BytesIO(), BytesIO()
    streams = [TextIOWrapper(one, encoding, newline="\n") for one in written]
    with monkeypatch.context() as patch:
        patch.setattr(sys, "stdin", TextIOWrapper(BytesIO(FILES["untidy.tree"].encode()), "utf-8"))
        for name, stream in zip(("stdout", "stderr"), streams, strict=True):
            patch.setattr(sys, name, stream)
        _transliterate_unencodable_text()
        try:
            code = treesolve.main(line.split(), prog_name="treesolve", standalone_mode=False) or 0
        except ClickException as error:
            error.show()
            code = error.exit_code
        sys.stdout.flush()
        sys.stderr.flush()
        return Printed(written[0].getvalue(), written[1].getvalue(), code)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Yield a folder with the files of the command lines."""
    monkeypatch.chdir(tmp_path)
    for name, text in FILES.items():
        (tmp_path / name).write_text(text, "utf-8")
    return tmp_path


def said(text: str) -> str:
    """Return a text without differences of column widths and line lengths."""
    return " ".join(re.sub(r"(-|\^)+", r"\1", text).split())


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("encoding", ENCODINGS)
@pytest.mark.parametrize("line", SPOKEN)
def test_output_for_people_is_complete(line: str, encoding: str, monkeypatch: pytest.MonkeyPatch):
    """Both streams have the same words as with UTF-8, and no question marks for missing characters."""
    everything, found = run(line, "utf-8", monkeypatch), run(line, encoding, monkeypatch)

    assert found.code == everything.code
    for message, meant in zip(found[:2], everything[:2], strict=True):
        text = message.decode(encoding)
        assert said(text) == said(transliterate(meant.decode(), encoding))
        assert text.count("?") == meant.decode().count("?")


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("encoding", ENCODINGS)
@pytest.mark.parametrize("line", READ)
def test_output_for_programs_is_always_utf_8(line: str, encoding: str, monkeypatch: pytest.MonkeyPatch):
    """The bytes are the same with every encoding of the terminal."""
    assert run(line, encoding, monkeypatch).output == run(line, "utf-8", monkeypatch).output


@pytest.mark.usefixtures("folder")
def test_files_do_not_depend_on_the_terminal(monkeypatch: pytest.MonkeyPatch):
    """Files have characters that the terminal cannot show."""
    for encoding in ("utf-8", "ascii"):
        run(f"solve key.tree -o {encoding}.txt -o -", encoding, monkeypatch)
        run(f"solve key.tree -o {encoding}.alone.txt", encoding, monkeypatch)

    files = {path.read_bytes() for path in Path().glob("*8.*txt")} | {path.read_bytes() for path in Path().glob("asc*")}
    assert len(files) == 1


@pytest.mark.parametrize("encoding", [*ENCODINGS, "ascii"])
def test_the_program_itself(encoding: str, folder: Path):
    """The encoding comes from the environment of the process."""
    program = [sys.executable, "-m", "treesolve", "solve", "key.tree", "broken.tree"]
    environment = {**os.environ, "PYTHONIOENCODING": encoding, "PYTHONPATH": str(ROOT)}
    found = subprocess.run(program, capture_output=True, cwd=folder, env=environment, check=False)

    assert found.returncode == 1
    assert "B<=2" in found.stdout.decode(encoding)
    assert "-inf" in found.stderr.decode(encoding)
    assert b"?" not in found.stdout + found.stderr


def test_every_command_is_tried():
    """Each command has a command line in the lists above."""
    assert set(COMMANDS) <= {line.split()[0] for line in SPOKEN}
