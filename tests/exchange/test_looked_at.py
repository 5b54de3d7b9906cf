"""Files that a person has to look at: found again at the paths that were handed in, and nowhere else."""

from pathlib import Path

import pytest

from tests.support.course_systems import place_with, zip_of
from treesolve.exchange.looked_at import content_of_file
from treesolve.model.problem import InputError


@pytest.fixture
def paths(tmp_path: Path) -> list[str]:
    """A file, a folder and a zip that were handed in, beside what was not."""
    files = {"one.png": "1", "in/two.png": "2", "x.zip": zip_of({"a/three.png": "3"}), "inside.png": "4"}
    place_with(tmp_path, files)
    return [f"{tmp_path}/one.png", f"{tmp_path}/in/", f"{tmp_path}/x.zip"]


@pytest.mark.parametrize(("source", "content"), [("one.png", b"1"), ("in/two.png", b"2"), ("x.zip/a/three.png", b"3")])
def test_a_file_is_found_where_it_was_handed_in(source: str, content: bytes, paths: list[str], tmp_path: Path):
    """Alone, in a folder or in an archive."""
    assert content_of_file(f"{tmp_path}/{source}", paths) == content


@pytest.mark.parametrize("source", ["inside.png", "x.zip/a/none.png", "two.png"])
def test_nothing_else_is_shown(source: str, paths: list[str], tmp_path: Path):
    """What lies beside a path, or is in no archive."""
    with pytest.raises(InputError) as refused:
        content_of_file(f"{tmp_path}/{source}", paths)
    assert refused.value.problems[0].code == "no-such-file"
