"""The exercises that travel with the program, by their names."""

from collections import Counter

import pytest
from click.testing import CliRunner, Result

from tests.support.places import EXERCISES
from treesolve.cli import treesolve
from treesolve.exercises.example import example_files, example_path, example_title, examples
from treesolve.model.problem import InputError


def run(*arguments: str) -> Result:
    """What comes of a command."""
    return CliRunner().invoke(treesolve, arguments)


def test_every_example_has_a_name_of_its_own_and_a_title():
    """Names are those of files, whatever folder these are in."""
    names = Counter(path.stem for path in example_files(EXERCISES))

    assert names.most_common(1)[0][1] == 1
    assert {*names} == {*examples()}
    assert all(map(example_title, names))


def test_examples_stand_beside_files():
    """Behind them, in the order in which they are named."""
    done = run("check", example_path("bild-2"), "--example", "deep-cut", "--example", "two-answers")

    assert [line.partition(":")[0].rpartition("/")[2] for line in done.stdout.splitlines()] == [
        "bild-2.tree",
        "deep-cut.tree",
        "two-answers.tree",
    ]


def test_what_is_listed_can_be_solved():
    """By its name, which a list has beside its title; the file itself is for copying."""
    listed, shown = run("list", "examples").stdout, run("list", "examples", "two-answers").stdout

    assert f"two-answers            {example_title('two-answers')}" in listed
    assert shown.startswith("title: ")
    assert run("solve", "--example", "two-answers.tree").exit_code == 0


@pytest.mark.parametrize("line", [("solve", "--example", "two-answer"), ("list", "examples", "two-answer")])
def test_a_mistyped_name_is_answered_with_the_nearest(line: tuple[str, ...]):
    """And with where all are listed."""
    done = run(*line)

    assert done.exit_code == 2
    assert "two-answers" in done.stderr
    assert "treesolve list examples" in done.stderr


def test_a_name_like_no_other_has_no_hint():
    """It is only said that there is none."""
    with pytest.raises(InputError) as refusal:
        example_path("zzz")

    assert refusal.value.problems[0].facts == {"value": "zzz", "nearest": None}
