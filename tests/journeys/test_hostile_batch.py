"""Among forty students some hand in what is meant to do harm: each is told in a sentence, and all others are marked."""

import io
import os
import re
import subprocess
import sys
import zipfile
from functools import cache
from pathlib import Path

import pytest

from tests.support.course_systems import RIGHT, TREE, forty, moodle_zip, worksheet, zip_of
from tests.support.moodle_importers import imported_worksheet
from tests.support.places import ROOT

MAX_MEGABYTES = 400

FOLDER = "Sample Hostile_{}_assignsubmission_file/"
HOSTILE: dict[int, dict[str, str | bytes]] = {
    9001: {"answer.zip": zip_of({"answer.txt": RIGHT})},
    9002: {"zeros.txt": bytes(80 << 20)},
    9003: {"zeros.html": bytes(80 << 20)},
    9004: {"empty.txt": ""},
    9005: {f"{number}.txt": f"{number}" * 20_000 for number in range(200)},
    9006: {"pages.html": "<div>" * 150_000},
    9007: {"tags.html": "<img " * 150_000},
    9008: {"answer.json": '{"values": ' + "[" * 60_000},
    9009: {"answer.txt": b"\xff\xfe\x00"},
    9010: {"encrypted.txt": RIGHT},
    9011: {"sum.txt": "best: QQQ"},
    9012: {"answer.csv": "best\n" + "B\n" * 50_000},
}
"""Files by the number of whoever hands them in; none of these students gets points."""

HARMLESS: dict[str, str | bytes] = {
    "Sample Line\nbreak_9101_assignsubmission_file/a\nb.txt": RIGHT,
    "Sample \u202etfel_9102_assignsubmission_file/a\u202etxt.exe.txt": RIGHT,
    "Sample \x1b[31m_9103_assignsubmission_file/a.txt": RIGHT,
    "Sample Device_9104_assignsubmission_file/CON.txt": RIGHT,
    "Sample Deep_9105_assignsubmission_file/" + "a/" * 1000 + "a.txt": RIGHT,
    "S" * 30_000 + "_9106_assignsubmission_file/a.txt": RIGHT,
}
"""Names that do no harm: their answers are marked."""

NOWHERE = [
    "../escaped.txt",
    "/tmp/escaped.txt",
    "C:\\escaped.txt",
    "a/../../escaped.txt",
    "Sample_1_x/../../escaped.txt",
]


def _add_link(archive: zipfile.ZipFile) -> None:
    link = zipfile.ZipInfo(FOLDER.format(9020) + "link.txt")
    link.external_attr = 0o120777 << 16
    archive.writestr(link, "/etc/passwd")


@cache
def hostile_zip() -> bytes:
    """Return the zip of forty students and of all the others."""
    written = io.BytesIO(moodle_zip(forty()))
    with zipfile.ZipFile(written, "a", zipfile.ZIP_DEFLATED) as archive:
        for number, files in HOSTILE.items():
            for name, content in files.items():
                how = zipfile.ZIP_STORED if number in (9010, 9011) else zipfile.ZIP_DEFLATED
                archive.writestr(FOLDER.format(number) + name, content, how)
        for name, content in [*HARMLESS.items(), *((name, RIGHT) for name in NOWHERE)]:
            archive.writestr(name, content)
        _add_link(archive)
    content = bytearray(written.getvalue().replace(b"best: QQQ", b"best: QQB"))
    place = content.rindex(b"encrypted.txt") - len(FOLDER.format(9010)) - 46
    assert content[place : place + 4] == b"PK\1\2"
    content[place + 8] |= 1
    return bytes(content)


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """A folder below another one, with a tree, a worksheet and the zip."""
    folder = tmp_path / "course" / "exercise"
    folder.mkdir(parents=True)
    (folder / "x.tree").write_text(TREE, "utf-8")
    (folder / "grades.csv").write_text(worksheet(forty()), "utf-8")
    (folder / "moodle.zip").write_bytes(hostile_zip())
    return folder


MEASURED = """
import resource, sys
from treesolve.__main__ import main
most = lambda: resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
before = most()  # that of the process which has started this one, where it had more
try:
    main()
finally:
    print(most() - before, file=open("memory", "w"))
"""


def graded(place: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """What comes of a run in a process of its own, which leaves a file that says how many megabytes more it took."""
    return subprocess.run(
        [sys.executable, "-c", MEASURED, "grade", "x.tree", *arguments, "--jobs", "1"],
        capture_output=True,
        text=True,
        cwd=place,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        timeout=300,
        check=False,
    )


@pytest.mark.long
def test_all_others_are_marked(place: Path):
    """With bounded memory; nothing is written outside, and of each that is refused it is said why."""
    back = ("--worksheet", "grades.csv", "-o", "filled.csv", "--feedback-zip", "back.zip")
    done = graded(place, "moodle.zip", *back)

    assert done.returncode == 1
    assert int((place / "memory").read_text()) < MAX_MEGABYTES
    imported = imported_worksheet((place / "filled.csv").read_text("utf-8"), "en")
    assert {number: one.grade for number, one in imported.items()} == {one.number: one.points for one in forty()}
    returned = "\n".join(zipfile.ZipFile(place / "back.zip").namelist())
    assert set(map(int, re.findall(r"_(9\d\d\d)_", returned))) == {9101, 9102, 9103, 9104, 9105, 9106}
    assert {path.name for path in place.parent.rglob("*")} == {
        *("exercise", "x.tree", "grades.csv", "moodle.zip", "filled.csv", "back.zip", "memory")
    }
    assert not Path("/tmp/escaped.txt").exists()
    _check_sentences(done.stderr)


def _check_sentences(message: str) -> None:
    """Each hostile student is named, nothing in it is obeyed by a terminal, and no fault of the program is told."""
    assert not re.search(r"Traceback|treesolve itself", message)
    assert not re.search("[\x00-\x08\x0b-\x1f\x7f\u202e]", message)
    unnamed = [number for number in (*HOSTILE, 9020) if f"_{number}_" not in message]
    assert not unnamed
    assert message.count("leads out of the archive") == len(NOWHERE)
