"""Rubrics in TOML: their content, and problems with positions."""

from fractions import Fraction
from pathlib import Path

import pytest

from treesolve.grading.rubric import GERMAN_GRADES, Rubric
from treesolve.grading.rubric_file import read_rubric
from treesolve.model.convention import CONVENTIONS
from treesolve.model.problem import InputError
from treesolve.rendering.problem_sentence import problem_report

WHOLE = """
follow-through = 0.5          # of what is pruned, and of the order
accept = ["cs188", "ours.toml"]
whole = ["best", "value"]
negative = true
rounding = "half"
places = 1
grades = [[80, "gut"], [50.5, "bestanden"], [0, "nicht bestanden"]]

[points]
values = 4
pruned = 2.5

[consistent]
strict-cut = 0.5
right-to-left = 0.25
"""


def rubric_in(folder: Path, text: str) -> Rubric:
    """Return the rubric in a file with this text."""
    path = folder / "rubric.toml"
    path.write_text(text, "utf-8")
    return read_rubric(path)


def test_rubric_with_all_keys(tmp_path: Path):
    """A rubric with all keys is read exactly, with a convention file in the same folder."""
    (tmp_path / "ours.toml").write_text('id = "ours"\ncut = ">"', "utf-8")

    rubric = rubric_in(tmp_path, WHOLE)

    assert rubric.points == {"values": 4, "pruned": Fraction(5, 2)}
    assert rubric.whole == {"best", "value"}
    assert rubric.follow_through == Fraction(1, 2)
    assert rubric.accepted[0] is CONVENTIONS["cs188"]
    assert (rubric.accepted[1].id, rubric.accepted[1].cut) == ("ours", ">")
    assert rubric.negative is True
    assert rubric.rounding == "half"
    assert rubric.places == 1
    assert rubric.consistent == {"strict-cut": Fraction(1, 2), "right-to-left": Fraction(1, 4)}
    assert rubric.grades == ((80, "gut"), (Fraction(101, 2), "bestanden"), (0, "nicht bestanden"))


def test_defaults_of_a_rubric(tmp_path: Path):
    """An empty file gives the default rubric; the German grades have a name."""
    assert rubric_in(tmp_path, "") == Rubric()
    assert rubric_in(tmp_path, "\ufeff# nothing\r\n") == Rubric()
    assert rubric_in(tmp_path, 'grades = "german"').grades == GERMAN_GRADES
    assert rubric_in(tmp_path, "points = {order = 0, windows = 1e1}").points == {"order": 0, "windows": 10}
    assert rubric_in(tmp_path, "follow_through = 1").follow_through == 1


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("points = {best = 1, valeus = 3}", ":1:21: Unknown key “valeus”. Did you mean “values”?"),
        ("points.values = -1", ":1:8: “values = -1”: points are 0, or from 1/1000 to 1000000"),
        ("[points]\nbest = true", ":2:1: “best = true”: points are 0, or"),
        ('[points]\n"order" = "4"', ":2:1: “order = 4”: points are 0, or"),
        ("[points]", ":1:2: The value of points must be a table such as points = { values = 4 }."),
        (
            "consistent = 0.5",
            ":1:1: The value of consistent must be a table such as consistent = {",
        ),
        (
            "[consistent]\nstrict-cuts = 0.5",
            ":2:1: Unknown key “strict-cuts”. Did you mean “strict-cut”? Valid keys: ",
        ),
        ("[consistent]\nstrict-cut = 1", ":2:1: The value of strict-cut must be a number from 0 to less than 1"),
        (
            "[consistent]\nstrict-cut = true",
            ":2:1: The value of strict-cut must be a number from 0 to less than 1",
        ),
        ("places = 0", ":1:1: The value of places must be a whole number from 1 to 9, not “0”."),
        ("places = 10", ":1:1: The value of places must be a whole number from 1 to 9, not “"),
        ("places = true", ":1:1: The value of places must be a whole number from 1 to 9, not “"),
        ('whole = ["best",\n "vale"]', ":2:3: Unknown value “vale” for whole. Did you mean “value”?"),
        ("whole = [3]", ":1:10: Unknown value “3” for whole."),
        ("follow_through = true", ":1:1: The value of follow_through must be a number from 0 to 1 with"),
        (f"follow-through = 0.{'3' * 500}", ":1:1: The value of follow-through must be a number from 0 to 1 with"),
        (f'grades = [[0.{"3" * 500}, "1"], [0, "5"]]', ':1:1: Grades are "german" or a list'),
        ('accept = "cs188"', ":1:1: The value of accept must be a list"),
        ('accept = [["haw"]]', ':1:11: The value of accept must be text in quotes, not “["haw"]”.'),
        ('accept = ["haw", "aima:cut=strickt"]', ":1:24: Unknown value “strickt” for cut. Did you mean “strict”?"),
        (
            'accept = [":cut=strict"]',
            ":1:12: “:cut=strict” does not say which convention it changes. Write the convention",
        ),
        ('accept = ["theirs.toml:ties=last"]', ":1:12: There is no readable file “"),
        ('accept = ["a\\u0000.toml"]', ":1:11: Here is a character that would disturb a terminal"),
        ("rounding = [1]", ":1:1: Unknown value “[1]” for rounding."),
        ('grades = "englisch"', ':1:1: Grades are "german" or a list'),
        ("grades = [[95, 1.0]]", ':1:1: Grades are "german" or a list'),
        ("grades = [95]", ':1:1: Grades are "german" or a list'),
        ('grades = [[95, "1", 2]]', ':1:1: Grades are "german" or a list'),
        ('grades = [[true, "1"]]', ':1:1: Grades are "german" or a list'),
        ('grades = [[101, "1"]]', ':1:1: Grades are "german" or a list'),
        ('grades = [[50, "a\\u202e"]]', ":1:1: Here is a character that would disturb a terminal"),
        ("points = ", ":1:10: This is not TOML"),
        ("points = {best = 1e999999999}", "A number or a key is too long, or brackets are nested too deeply."),
        ("points = {best = " + "9" * 5000 + "}", "A number or a key is too long, or brackets are nested too deeply."),
        ("points = " + "[" * 20000, "A number or a key is too long, or brackets are nested too deeply."),
    ],
)
def test_mistakes_in_a_rubric(tmp_path: Path, text: str, says: str):
    """Messages have file, line, column, the mistake, and the nearest valid word."""
    with pytest.raises(InputError) as error:
        rubric_in(tmp_path, text)

    assert len(error.value.problems) == 1
    assert says in problem_report(error.value.problems[0])


def test_mistakes_are_in_the_order_of_the_text(tmp_path: Path):
    """Mistakes are in the order of the text; those in a convention file follow, with its file name."""
    (tmp_path / "ours.toml").write_text("cutt = 3", "utf-8")
    text = 'rounding = 3\nnegative = 3\naccept = ["ours.toml"]\nwhole = 3\n[points]\nbest = -1\nvalues = -1'

    with pytest.raises(InputError) as error:
        rubric_in(tmp_path, text)

    problems = error.value.problems
    codes = "unknown-value wrong-type wrong-type points-range points-range unknown-key missing-key"
    assert [problem.code for problem in problems] == codes.split()
    assert [problem.place().line for problem in problems[:5]] == [1, 2, 4, 6, 7]
    assert problems[-1].source == str(tmp_path / "ours.toml")
    assert problem_report(problems[0]).splitlines()[1:] == ["  rounding = 3", "  ^^^^^^^^"]
