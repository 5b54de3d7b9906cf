"""Generate the trees of a trainer: a pool that covers all skills, with smaller trees first.

A lecturer can save the settings of a trainer in a TOML file:

title = "Alpha-beta before the exam"
convention = "aima"
language = "en"
skills = ["values", "bounds", "cuts", "ties"]
size = "medium"
seed = 7
help = 1
trees = 120
points = 10
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

from treesolve.analysis.misconception_step import Answers, misconception_answers
from treesolve.analysis.step_question import SKILLS, skills, step_questions
from treesolve.authoring.constraint import read_constraint
from treesolve.authoring.tree_generator import NoTreeFound, TreeGenerator
from treesolve.authoring.tree_request import TIES, TreeRequest
from treesolve.authoring.value_range import ValueRange
from treesolve.grading.rubric_file import parse_convention
from treesolve.model.answer import MAX_POINTS
from treesolve.model.convention import DEFAULT, Convention
from treesolve.model.kind import Kind
from treesolve.model.number import Number
from treesolve.model.resources import languages
from treesolve.model.tree_shape import read_shape
from treesolve.notation.toml_schema import ListSchema, TableSchema, choice, number, text, unknown
from treesolve.notation.toml_source import read_toml
from treesolve.search.solution import Solution

MAX_SEED = 1_000_000_000

SIZES = ("small", "medium", "large")
"""The sizes of trees, in increasing order."""

MAX_TREES = 200
"""Maximum number of trees in a pool."""

DRAWS_PER_TREE = 25
"""Number of trees drawn for each tree that is selected for a skill."""


MIN_HELP: Mapping[str, int] = {"bounds": 2, "order": 3}
"""The minimum level of help at which a skill is practiced, for skills that are not practiced at every level."""


ENOUGH_QUESTIONS = 4
"""Number of questions for a skill at which more questions no longer improve the rank of a tree."""


class Trainer(NamedTuple):
    """The settings of a trainer.

    `skills` are skills from SKILLS, in the same order. `size` is one of SIZES, or None for all sizes. `help` is the
    level of help, from 0 (two questions per tree) to 3 (all questions), or None to adapt the level to the student's
    success. `points` is the maximum number of points for all skills together, or None if nothing is marked.
    """

    convention: Convention = DEFAULT
    language: str = "en"
    title: str = ""
    skills: tuple[str, ...] = SKILLS[: SKILLS.index("chance")]
    size: str | None = None
    seed: int = 0
    help: int | None = None
    trees: int = 140
    points: Number | None = None


@dataclass(frozen=True)
class PoolTree:
    """A tree of a pool: its solution, its size, and the skills that it practices, in the order of SKILLS."""

    solution: Solution
    size: str
    skills: tuple[str, ...]

    @cached_property
    def misconception_answers(self) -> tuple[Answers, ...]:
        """The answers that each misconception leads to. They are cached because computing them is slow."""
        return misconception_answers(self.solution)


class _TreeForm(NamedTuple):
    """A specification of trees with the same shape. `want` is a constraint on these trees.

    `skill` is the skill that the trees must practice, or None if any skill of the trainer will do. Some constraints
    require that almost every second leaf is pruned, because such trees reveal students who skip too much or too little
    at a cut.
    """

    size: str
    shape: str
    skill: str | None = None
    levels: tuple[Kind, ...] = ()
    want: str = ""


_CHANCE_LAST = (Kind.MAX, Kind.CHANCE)
_CHANCE_BETWEEN = (Kind.MAX, Kind.CHANCE, Kind.MIN)

_FORMS = (
    *(_TreeForm("small", shape) for shape in ("2x2", "2x3", "3x2")),
    _TreeForm("small", "4x2", want="pruned=3.."),
    *(_TreeForm("small", shape, "ties") for shape in ("3x3", "4x2")),
    _TreeForm("small", "2..3x0..2x0..2", "unequal"),
    _TreeForm("small", "2x0..2x1..2x1..2", "deep"),
    _TreeForm("small", "2x2", "chance", _CHANCE_LAST),
    *(_TreeForm("medium", shape) for shape in ("3x3", "2x2x2")),
    _TreeForm("medium", "5x2", want="pruned=4.."),
    *(_TreeForm("medium", shape, "ties") for shape in ("4x3", "2x2x2")),
    _TreeForm("medium", "2..3x0..2x0..2x2", "unequal"),
    _TreeForm("medium", "2x2x1..2x1..2", "deep"),
    _TreeForm("medium", "2x2x2", "chance", _CHANCE_BETWEEN),
    *(_TreeForm("large", shape) for shape in ("3x2x2", "2x3x2")),
    _TreeForm("large", "2x4x2", want="pruned=5.."),
    _TreeForm("large", "2x3x2", "ties"),
    _TreeForm("large", "2..3x0..2x1..2x0..2", "unequal"),
    _TreeForm("large", "2x2x2x1..2", "deep"),
    _TreeForm("large", "2x2x3", "chance", _CHANCE_BETWEEN),
)


_DEFAULT_CONSTRAINTS: Mapping[str | None, str] = {None: "pruned=1..", "deep": "deep-cut"}
"""The constraint on the trees of a form without a constraint, by the skill of the form."""


def skills_of_convention(convention: Convention) -> tuple[str, ...]:
    """Return the skills that can be trained under a convention. A convention without cuts has none.

    >>> from treesolve.model.convention import CONVENTIONS
    >>> skills_of_convention(CONVENTIONS["lang"])
    ('values', 'bounds', 'cuts', 'order', 'ties', 'unequal', 'chance')
    """
    if not convention.cuts:
        return ()
    return tuple(skill for skill in SKILLS if skill != "deep" or convention.bounds == "deep")


def skills_of_pool(trainer: Trainer, trees: Iterable[PoolTree]) -> tuple[str, ...]:
    """Return those skills of the trainer that the trees practice and that the trainer's level of help includes."""
    practised = {skill for trained in trees for skill in trained.skills}
    level = 3 if trainer.help is None else trainer.help
    return tuple(skill for skill in trainer.skills if skill in practised and MIN_HELP.get(skill, 0) <= level)


def pool(trainer: Trainer) -> Iterator[PoolTree]:
    """Yield the trees of a trainer, with smaller trees first.

    There are fewer trees than requested if no more are found. The same trainer gives the same trees on every machine.
    """
    forms = _forms_of_trainer(trainer)
    for index, form in enumerate(forms):
        share = (index + 1) * trainer.trees // len(forms) - index * trainer.trees // len(forms)
        yield from _best_of_form(form, trainer, f"{trainer.seed} {index}", share)


def _forms_of_trainer(trainer: Trainer) -> list[_TreeForm]:
    trained = {*trainer.skills}.intersection(skills_of_convention(trainer.convention))
    fitting = (form for form in _FORMS if trained and trainer.size in (None, form.size))
    return [form for form in fitting if form.skill is None or form.skill in trained]


def _best_of_form(form: _TreeForm, trainer: Trainer, seed: str, count: int) -> Iterator[PoolTree]:
    """Yield up to `count` trees of a form, preferring those with the most questions for the skill of the form.

    Among trees with equally many such questions, those with the fewest questions in total are preferred, then those
    drawn first. For a form without a skill, the trees are yielded as drawn.
    """

    def rank(drawn: tuple[Solution, Counter[str]]) -> tuple[int, int]:
        return -min(drawn[1][form.skill or ""], ENOUGH_QUESTIONS), drawn[1].total() if form.skill else 0

    drawn = [*_drawn_of_form(form, trainer, seed, count * DRAWS_PER_TREE if form.skill else count)]
    for solution, practised in sorted(drawn, key=rank)[:count]:
        yield PoolTree(solution, form.size, tuple(skill for skill in SKILLS if practised[skill]))


def _drawn_of_form(form: _TreeForm, trainer: Trainer, seed: str, count: int) -> Iterator[tuple[Solution, Counter[str]]]:
    """Draw up to `count` trees, and yield those that practice a wanted skill.

    Each tree comes with the number of its questions by skill.
    """
    try:
        for solution in islice(TreeGenerator(_request(form, trainer.convention), seed).solutions(), count):
            practised = Counter(skills(solution, step_questions(solution)))
            if any(practised[skill] for skill in (trainer.skills if form.skill is None else [form.skill])):
                yield solution, practised
    except NoTreeFound:
        return


def _request(form: _TreeForm, convention: Convention) -> TreeRequest:
    """Return the request for trees of a form. To train ties, the trees have only a few different values."""
    is_tied, steps = form.skill == "ties", 20 if convention.perspective == "unit" else 1
    values = ValueRange(1, 4) if is_tied and steps == 1 else None
    want = form.want or _DEFAULT_CONSTRAINTS.get(form.skill)
    return TreeRequest(
        shape=read_shape(form.shape),
        levels=form.levels,
        values=values,
        leaves=TIES if is_tied else None,
        constraints=(read_constraint(want),) if want else (),
        convention=convention,
    )


def read_trainer(path: Path, default: Convention = DEFAULT, language: str = "en") -> Trainer:
    """Return the trainer in a TOML file. Paths of conventions are relative to the folder of the file.

    `default` and `language` apply if the file names no convention or language. Raises InputError for mistakes in the
    file, and OSError if the file cannot be read.
    """
    file = read_toml(path)
    fields = {"language": language, **_TRAINER_SCHEMA(file)}
    convention = parse_convention(file.entries()["convention"], default) if fields.pop("convention", None) else default
    known = skills_of_convention(convention)
    for index, skill in enumerate(fields.get("skills", ())):
        if skill not in known:
            raise unknown("value", file.child("skills").child(index, skill), known)
    return trainer_of_fields(convention, fields)


def trainer_of_fields(convention: Convention, fields: Mapping[str, Any]) -> Trainer:
    """Return the trainer with these fields.

    The skills are put in the order of SKILLS. Skills that cannot be trained under the convention are left out.
    """
    wanted = fields.get("skills", Trainer._field_defaults["skills"])
    chosen = tuple(skill for skill in skills_of_convention(convention) if skill in wanted)
    return Trainer(**{**fields, "convention": convention, "skills": chosen})


_TRAINER_SCHEMA = TableSchema(
    {
        "title": text,
        "convention": parse_convention,
        "language": choice(languages()),
        "skills": ListSchema(choice(SKILLS), least=1, distinct=True),
        "size": choice(SIZES),
        "seed": number(0, MAX_SEED, whole=True),
        "help": number(0, 3, whole=True),
        "trees": number(1, MAX_TREES, whole=True),
        "points": number(0, MAX_POINTS),
    }
)
