"""The bundled exercises and their names."""

from collections import Counter

import pytest

from tests.support.places import EXERCISES
from tests.support.program import run
from treesolve.authoring.bundled_exercise import example_files, example_path, example_title, examples
from treesolve.model.problem import InputError


def test_every_example_has_unique_name_and_title():
    """File names are unique across folders, and every example has a title."""
    names = Counter(path.stem for path in example_files(EXERCISES))

    assert names.most_common(1)[0][1] == 1
    assert {*names} == {*examples()}
    assert all(map(example_title, names))


def test_examples_follow_files():
    """Examples follow the files, in the given order; names may have an extension."""
    done = run("check", example_path("bild-2"), "--example", "deep-cut", "--example", "two-answers.tree")

    assert [line.partition(":")[0].rpartition("/")[2] for line in done.stdout.splitlines()] == [
        "bild-2.tree",
        "deep-cut.tree",
        "two-answers.tree",
    ]


@pytest.mark.parametrize(("name", "nearest"), [("two-answer", "two-answers"), ("zzz", None)])
def test_a_name_that_no_example_has_is_refused(name: str, nearest: str | None):
    """An unknown name is rejected, with a suggestion if there is a similar one."""
    with pytest.raises(InputError) as refusal:
        example_path(name)

    assert refusal.value.problems[0].facts == {"value": name, "nearest": nearest}
