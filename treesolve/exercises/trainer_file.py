"""What a lecturer fixes of a trainer, kept in a TOML file.

title = "Alpha-beta before the exam"
lecture = "aima"
language = "en"
skills = ["values", "bounds", "cuts", "ties"]
size = "medium"
seed = 7
help = 1
trees = 120
points = 10
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from treesolve.analysis.skill import SKILLS
from treesolve.exercises.task_file import lecture_of
from treesolve.exercises.trainer import MOST_TREES, SIZES, Trainer, skills_of_lecture
from treesolve.grading.field_checks import Check, are_some_of, is_number_within, is_one_of, is_text, problems_of_fields
from treesolve.model.answer import MOST_POINTS
from treesolve.model.convention import DEFAULT, Convention
from treesolve.model.problem import InputError
from treesolve.model.resources import languages
from treesolve.notation.toml_source import read_toml

MOST_SEED = 1_000_000_000
"""The greatest seed."""


def read_trainer(path: Path, usual: Convention = DEFAULT, language: str = "en") -> Trainer:
    """The trainer a TOML file describes; a lecture of one's own is looked for beside it.

    `usual` is the convention where it names none, `language` likewise. Raises InputError with everything wrong in it,
    OSError where it cannot be read.
    """
    file = read_toml(path)
    if problems := problems_of_fields(file, _CHECKS):
        raise InputError(tuple(problems))
    fields: dict[str, Any] = {"language": language, **file.fields}
    lecture = fields.pop("lecture", None)
    convention = lecture_of(file, lecture, path.parent, usual) or usual
    known = skills_of_lecture(convention)
    if untaught := [skill for skill in fields.get("skills", ()) if skill not in known]:
        facts = {"key": "skills", "value": untaught[0], "nearest": None, "known": ", ".join(known)}
        raise InputError((file.problem_at("lecture-value", file.span_of_text("skills", untaught[0]), facts),))
    return trainer_of_fields(convention, fields)


def trainer_of_fields(convention: Convention, fields: Mapping[str, Any]) -> Trainer:
    """The trainer with these fields; its skills in the order of SKILLS, those of the lecture where none are named."""
    wanted = fields.get("skills", Trainer._field_defaults["skills"])
    chosen = tuple(skill for skill in skills_of_lecture(convention) if skill in wanted)
    return Trainer(**{**fields, "convention": convention, "skills": chosen})


_CHECKS: Mapping[str, Check] = {
    "title": is_text,
    "lecture": is_text,
    "language": is_one_of(*languages()),
    "skills": are_some_of("lecture-value", SKILLS, least=1),
    "size": is_one_of(*SIZES),
    "seed": is_number_within(0, MOST_SEED, whole=True),
    "help": is_number_within(0, 3, whole=True),
    "trees": is_number_within(1, MOST_TREES, whole=True),
    "points": is_number_within(0, MOST_POINTS),
}
"""What such a file may say, each with what can be wrong about it."""
