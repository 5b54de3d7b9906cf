"""A run that is killed goes on where it stopped: nothing is lost, nothing is there twice."""

from pathlib import Path

import pytest

from treesolve.runs.journal import Journal

DIGESTS = [f"{number:064x}" for number in range(5)]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Where a journal is kept."""
    return tmp_path / ".grades.json.journal"


def found(path: Path, fingerprint: str) -> int:
    """How many pieces of an earlier run a journal has."""
    journal = Journal(path, fingerprint)
    journal.close(finished=False)
    return journal.found


def written(path: Path, fingerprint: str = "one", digests: list[str] = DIGESTS) -> bytes:
    """The bytes of a journal with a piece for each digest."""
    journal = Journal(path, fingerprint)
    for number, digest in enumerate(digests):
        journal.add(digest, {"number": number, "text": "Ünï\ncode"})
    journal.close(finished=False)
    return path.read_bytes()


def test_what_was_written_is_found_again(path: Path):
    """In the same run and in the next one."""
    written(path)
    journal = Journal(path, "one")

    assert journal.found == 5
    assert [journal.get(digest) for digest in DIGESTS] == [{"number": n, "text": "Ünï\ncode"} for n in range(5)]
    assert journal.get("f" * 64) is None
    journal.close(finished=False)


def test_wherever_the_run_is_killed_only_whole_pieces_count(path: Path):
    """Cut off after every single byte; what is added then stands behind the last whole piece."""
    whole = written(path)
    head = whole.index(b"\n") + 1
    for end in range(len(whole) + 1):
        path.write_bytes(whole[:end])
        journal = Journal(path, "one")
        kept = whole[:end].count(b"\n") - 1 if end >= head else 0
        assert journal.found == kept
        for number, digest in enumerate(DIGESTS[kept:], kept):
            assert journal.get(digest) is None
            journal.add(digest, {"number": number, "text": "Ünï\ncode"})
        journal.close(finished=False)
        assert path.read_bytes() == whole


def test_a_journal_of_another_key_is_not_used(path: Path):
    """Other points, another version, another language: everything is done again."""
    written(path, "one")

    assert found(path, "one") == 5
    assert found(path, "two") == 0
    assert found(path, "one") == 0


def test_a_file_that_is_no_journal_is_replaced(path: Path):
    """It has the name of one, so it is none of the user's."""
    path.write_bytes(b"\x00\xff anything\n")

    assert found(path, "one") == 0
    written(path)
    assert path.read_bytes().startswith(b'{"journal":2')


def test_a_finished_run_leaves_no_journal(path: Path):
    """An unfinished one does, where anything stands in it."""
    written(path)
    Journal(path, "one").close(finished=False)
    assert path.exists()

    Journal(path, "one").close(finished=True)
    assert not path.exists()


def test_a_journal_is_for_its_owner_only(path: Path):
    """Grades are in it."""
    written(path)

    assert path.stat().st_mode & 0o077 == 0
