"""The file of a trainer: what it says, and what is wrong with it."""

from pathlib import Path

import pytest

import treesolve.exercises.trainer as module
from treesolve.exercises.trainer import Trainer, read_trainer, skills_of_lecture
from treesolve.model.convention import CONVENTIONS
from treesolve.model.problem import InputError


def read(folder: Path, text: str) -> Trainer:
    """The trainer that a text describes."""
    path = folder / "trainer.toml"
    path.write_text(text, "utf-8")
    return read_trainer(path)


def test_the_example_of_the_module(tmp_path: Path):
    """Every key; the skills stand in their own order."""
    text = (module.__doc__ or "").split("\n\n")[2]
    skills = ("values", "bounds", "cuts", "ties")
    assert read(tmp_path, text) == Trainer(
        CONVENTIONS["aima"], "en", "Alpha-beta before the exam", skills, "medium", 7, 1, 120, 10
    )
    turned = read(tmp_path, 'lecture = "aima"\nskills = ["ties", "values"]\n')
    assert turned.skills == ("values", "ties")


def test_an_empty_file_is_the_usual_trainer(tmp_path: Path):
    """Without chance nodes; a lecture brings its own skills."""
    assert read(tmp_path, "") == Trainer()
    shallow = read(tmp_path, 'lecture = "lang"')
    assert shallow.skills == tuple(skill for skill in skills_of_lecture(CONVENTIONS["lang"]) if skill != "chance")


@pytest.mark.parametrize(
    ("text", "code", "at"),
    [
        ("sed = 3", "sheet-key", "sed"),
        ("seed = -1", "number-within", "seed"),
        ("seed = true", "number-within", "seed"),
        ("help = 4", "number-within", "help"),
        ("trees = 0", "number-within", "trees"),
        ("trees = 201", "number-within", "trees"),
        ("points = -1", "number-within", "points"),
        ('points = "ten"', "number-within", "points"),
        ('size = "huge"', "lecture-value", "size"),
        ('language = "fr"', "lecture-value", "language"),
        ('skills = "cuts"', "rubric-list", "skills"),
        ("skills = []", "rubric-list", "skills"),
        ('skills = ["cut"]', "lecture-value", "cut"),
        ('skills = ["cuts", "cuts"]', "sheet-asked-twice", "skills"),
        ('lecture = "aime"', "unknown-lecture", "aime"),
        ('lecture = "lang"\nskills = ["cuts", "deep"]', "lecture-value", "deep"),
        ("title = 3", "sheet-text", "title"),
    ],
)
def test_every_mistake_is_told_at_its_place(tmp_path: Path, text: str, code: str, at: str):
    """With the text that is wrong."""
    with pytest.raises(InputError) as caught:
        read(tmp_path, text)
    [problem] = caught.value.problems
    assert problem.code == code
    assert problem.span is not None
    assert text[problem.span.start : problem.span.end] == at
