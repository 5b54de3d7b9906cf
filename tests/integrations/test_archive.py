"""Archives and folders are treated alike; malicious archives cannot escape their folder or exhaust memory."""

import os
import struct
import zipfile
from pathlib import Path

import pytest

from tests.support.course_systems import place_with, zip_of
from treesolve.integrations import archive, zip_reader
from treesolve.integrations.archive import entries, is_archive, read_source_file
from treesolve.integrations.archive_entry import ArchiveEntry
from treesolve.model.problem import InputError, Problem

FILES: dict[str, str | bytes] = {"b/two.txt": "zwei", "a ä.txt": "eins", "b/one.txt": "drei"}


def found_in(path: Path, most: int = 1000) -> list[tuple[str, bytes] | str]:
    """Return the entries with their contents; for rejected and unreadable ones the problem code."""
    results: list[tuple[str, bytes] | str] = []
    try:
        with entries(str(path)) as found:
            for one in found:
                results.append(one.code if isinstance(one, Problem) else (one.path, _content(one, most)))
    except InputError as error:
        results.append(error.problems[0].code)
    return results


def _content(entry: ArchiveEntry, most: int) -> bytes:
    try:
        return entry.read(most)
    except InputError as error:
        return error.problems[0].code.encode()


@pytest.mark.parametrize("form", ["zip", "folder"])
def test_archives_and_folders_are_alike(form: str, tmp_path: Path):
    """They yield the same files in the same order, regardless of the archive's name."""
    if form == "folder":
        path = place_with(tmp_path / "in", FILES)
    else:
        path = tmp_path / "x.bin"
        path.write_bytes(zip_of(FILES))
        assert is_archive(str(path))

    assert found_in(path, 3) == [("a ä.txt", b"ein"), ("b/one.txt", b"dre"), ("b/two.txt", b"zwe")]


def test_other_files_are_not_archives(tmp_path: Path):
    """Office documents are zips, but answers are not."""
    place_with(
        tmp_path,
        {
            "answer.txt": "values: A=5",
            "answer.docx": zip_of({"[Content_Types].xml": "<a/>", "word/document.xml": "<b/>"}),
            "answer.odt": zip_of({"mimetype": "application/vnd.oasis.opendocument.text"}),
        },
    )

    assert not any(is_archive(str(path)) for path in [*tmp_path.iterdir(), tmp_path, tmp_path / "none"])


OUTSIDE = (
    "../x.txt",
    "a/../../x.txt",
    "/etc/passwd",
    "C:/x.txt",
    "..\\x.txt",
    "\\\\server\\x.txt",
    "a\\..\\..\\x.txt",
    "",
)
"""Paths that lead outside a folder or are invalid."""


@pytest.mark.filterwarnings("ignore:Duplicate name")
@pytest.mark.parametrize(
    ("names", "expected"),
    [
        *(([name, "b.txt"], ["archive-path", ("b.txt", b"1")]) for name in OUTSIDE),
        (["__MACOSX/a/._x.txt", "a/.DS_Store", "a/Thumbs.db", "a/x.txt", "a/"], [("a/x.txt", b"3")]),
        (["a.txt", "a.txt"], ["archive-twice", ("a.txt", b"1")]),
    ],
)
def test_invalid_paths_are_reported_and_the_others_are_read(names: list[str], expected: list, tmp_path: Path):
    """No path leads outside; of two entries with one name the last counts; files of programs are skipped."""
    with zipfile.ZipFile(tmp_path / "x.zip", "w") as packed:
        for number, name in enumerate(names):
            entry = zipfile.ZipInfo("x")
            entry.filename = name
            packed.writestr(entry, "" if name.endswith("/") else str(number))

    assert found_in(tmp_path / "x.zip") == expected
    assert [path.name for path in tmp_path.iterdir()] == ["x.zip"]


def test_links_are_not_followed(tmp_path: Path):
    """Links in zips and folders are not followed, and devices are not opened."""
    link = zipfile.ZipInfo("link.txt")
    link.external_attr = 0o120777 << 16
    with zipfile.ZipFile(tmp_path / "x.zip", "w") as packed:
        packed.writestr(link, "/etc/passwd")
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "link.txt").symlink_to("/etc/passwd")
    os.mkfifo(tmp_path / "in" / "pipe.txt")

    assert found_in(tmp_path / "x.zip") == ["submission-no-file"]
    assert found_in(tmp_path / "in") == ["submission-no-file"] * 2


def test_an_unsupported_compression_method_is_reported(tmp_path: Path):
    """Other compression methods decompress without a limit."""
    with zipfile.ZipFile(tmp_path / "x.zip", "w", zipfile.ZIP_BZIP2) as packed:
        packed.writestr("a.txt", "1" * 1000)

    assert found_in(tmp_path / "x.zip") == [("a.txt", b"archive-method")]


def test_a_damaged_archive_is_reported(tmp_path: Path):
    """Truncation and changed bytes at any position yield an error message."""
    whole = zip_of(FILES)
    path = tmp_path / "x.bin"
    for index in range(7, len(whole), max(1, len(whole) // 60)):
        for content in (whole[:index], whole[:index] + bytes([whole[index] ^ 0x55]) + whole[index + 1 :]):
            path.write_bytes(content)
            for result in found_in(path):
                assert isinstance(result, tuple) or result.startswith(("archive-", "submission-"))


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        (lambda packed: packed.replace(b"best: B", b"best: C"), b"archive-entry-damaged"),
        (lambda packed: _with_size_in_directory(packed, 3), b"archive-entry-damaged"),
        (lambda packed: _with_size_in_directory(packed, 4_000_000_000), b"best: B"),
    ],
    ids=["sum", "small", "large"],
)
def test_an_inconsistent_entry_is_reported(change, expected: bytes, tmp_path: Path):
    """Its checksum or size is wrong; the other entries are read."""
    with zipfile.ZipFile(tmp_path / "x.zip", "w") as packed:
        packed.writestr("a.txt", "2")
        packed.writestr("b.txt", "best: B")
    (tmp_path / "x.zip").write_bytes(change((tmp_path / "x.zip").read_bytes()))

    assert found_in(tmp_path / "x.zip") == [("a.txt", b"2"), ("b.txt", expected)]


def _with_size_in_directory(packed: bytes, size: int) -> bytes:
    """Return a zip whose directory has this size for the last entry."""
    index = packed.rindex(b"PK\1\2") + 24
    return packed[:index] + struct.pack("<I", size) + packed[index + 4 :]


@pytest.mark.parametrize("encoding", ["utf-8", "cp850"])
def test_names_are_read_in_any_encoding(encoding: str, tmp_path: Path):
    """Not all programs declare UTF-8 names, and some names are not UTF-8."""
    content = zip_of({"Lxsung xbung.txt": "1"})
    name = "Lösung übung.txt".encode(encoding)
    if encoding == "utf-8":
        content = zip_of({"Lxxsung xxbung.txt": "1"}).replace(b"Lxxsung xxbung.txt", name)
    (tmp_path / "x.zip").write_bytes(content.replace(b"Lxsung xbung.txt", name))

    assert found_in(tmp_path / "x.zip") == [("Lösung übung.txt", b"1")]


def test_an_archive_with_too_many_files_is_rejected(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """The number of entries is limited."""
    monkeypatch.setattr(archive, "MAX_ENTRIES", 20)
    (tmp_path / "20.zip").write_bytes(zip_of({str(number): "" for number in range(20)}))
    (tmp_path / "21.zip").write_bytes(zip_of({str(number): "" for number in range(21)}))

    assert len(found_in(tmp_path / "20.zip")) == 20
    assert found_in(tmp_path / "21.zip") == ["archive-too-large"]


def test_nothing_large_is_read_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """The size of a zip's directory is not trusted."""
    monkeypatch.setattr(zip_reader, "MAX_AT_ONCE", 2000)
    (tmp_path / "x.zip").write_bytes(zip_of({f"{number:0100d}": "" for number in range(30)}))
    assert found_in(tmp_path / "x.zip") == ["archive-too-large"]


# Files for manual review: found only at the submitted paths


@pytest.fixture
def paths(tmp_path: Path) -> list[str]:
    """Return the submitted paths: a file, a folder and a zip, next to files that were not submitted."""
    files = {"one.png": "1", "in/two.png": "2", "x.zip": zip_of({"a/three.png": "3"}), "inside.png": "4"}
    place_with(tmp_path, files)
    return [f"{tmp_path}/one.png", f"{tmp_path}/in/", f"{tmp_path}/x.zip"]


@pytest.mark.parametrize(("source", "content"), [("one.png", b"1"), ("in/two.png", b"2"), ("x.zip/a/three.png", b"3")])
def test_a_file_is_found_at_its_submitted_path(source: str, content: bytes, paths: list[str], tmp_path: Path):
    """It can be a single file, in a folder or in an archive."""
    assert read_source_file(f"{tmp_path}/{source}", paths) == content


@pytest.mark.parametrize("source", ["inside.png", "x.zip/a/none.png", "two.png"])
def test_nothing_else_is_shown(source: str, paths: list[str], tmp_path: Path):
    """Files next to a path or missing from an archive are not found."""
    with pytest.raises(InputError) as refused:
        read_source_file(f"{tmp_path}/{source}", paths)
    assert refused.value.problems[0].code == "no-such-file"
