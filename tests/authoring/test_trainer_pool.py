"""Trees of trainers: every skill has trees under every convention that cuts; and trainer files."""

from collections import Counter
from pathlib import Path

import pytest

import treesolve.authoring.trainer_pool as module
from tests.support.effort import few
from treesolve.analysis.step_question import SKILLS, skills, step_questions
from treesolve.authoring.trainer_pool import (
    SIZES,
    PoolTree,
    Trainer,
    pool,
    read_trainer,
    skills_of_convention,
    skills_of_pool,
)
from treesolve.model.convention import CONVENTIONS
from treesolve.model.kind import Kind
from treesolve.model.problem import InputError

CUTTING = [name for name, convention in CONVENTIONS.items() if convention.cuts]


def trees(convention: str, **fields: object) -> list[PoolTree]:
    """Return the pool of a trainer with this convention."""
    return [*pool(Trainer(convention=CONVENTIONS[convention], **fields))]  # type: ignore[arg-type]


def texts(pooled: list[PoolTree]) -> list[tuple[object, ...]]:
    """Return the trees as comparable text."""
    return [(trained.solution.tree.children, *map(str, trained.solution.tree.values)) for trained in pooled]


@pytest.mark.long
@pytest.mark.parametrize("convention", few(CUTTING))
def test_every_skill_of_the_convention_has_trees_of_every_size(convention: str):
    """Each skill has at least three trees of each size, including chance nodes if requested; all are different."""
    wanted = skills_of_convention(CONVENTIONS[convention])
    pooled = trees(convention, skills=wanted)
    counted = Counter((skill, trained.size) for trained in pooled for skill in trained.skills)
    assert all(counted[skill, size] >= 3 for skill in wanted for size in SIZES), counted
    assert len({*texts(pooled)}) == len(pooled) == Trainer().trees
    assert [trained.size for trained in pooled] == sorted((trained.size for trained in pooled), key=SIZES.index)


@pytest.mark.parametrize("convention", few(CUTTING))
def test_skills_of_a_tree_match_its_questions(convention: str):
    """The skills of a tree are those of its questions, and questions about chance are at chance nodes."""
    for trained in trees(convention, skills=SKILLS, trees=38):
        questions = step_questions(trained.solution)
        practised = skills(trained.solution, questions)
        assert [*trained.skills] == sorted({*practised}, key=SKILLS.index)
        for question, skill in zip(questions, practised, strict=True):
            at_chance = trained.solution.tree.kinds[question.node] is Kind.CHANCE and question.kind != "child"
            assert (skill == "chance") == at_chance


def test_the_seed_draws_the_trees():
    """The same seed gives the same trees, and another one different ones."""
    one, again, other = (texts(trees("aima", seed=seed, trees=8)) for seed in (4, 4, 5))
    assert one == again
    assert not {*one} & {*other}


@pytest.mark.long
def test_trees_have_requested_size_and_skills():
    """Trees have the requested size and skills, without chance nodes unless requested."""
    for size in SIZES:
        assert {trained.size for trained in trees("cs188", size=size, trees=9)} == {size}
    assert all(Kind.CHANCE not in trained.solution.tree.kinds for trained in trees("cs188", trees=20))
    deep = trees("cs188", skills=("deep",), trees=9)
    assert deep
    assert all("deep" in trained.skills for trained in deep)


def test_skills_of_conventions():
    """Conventions with shallow bounds do not train deep cuts; those without cuts train nothing."""
    assert "deep" not in skills_of_convention(CONVENTIONS["lang"])
    assert skills_of_convention(CONVENTIONS["minimax"]) == ()
    assert trees("minimax") == []
    without_ties = [one for one in trees("aima", trees=20) if "ties" not in one.skills]
    assert "ties" not in skills_of_pool(Trainer(CONVENTIONS["aima"]), without_ties)


# Trainer files


def read(folder: Path, text: str) -> Trainer:
    """Return the trainer in a text."""
    path = folder / "trainer.toml"
    path.write_text(text, "utf-8")
    return read_trainer(path)


def test_the_example_of_the_module(tmp_path: Path):
    """The example in the module's docstring is read; skills are sorted."""
    text = (module.__doc__ or "").split("\n\n")[2]
    skills = ("values", "bounds", "cuts", "ties")
    assert read(tmp_path, text) == Trainer(
        CONVENTIONS["aima"], "en", "Alpha-beta before the exam", skills, "medium", 7, 1, 120, 10
    )
    turned = read(tmp_path, 'convention = "aima"\nskills = ["ties", "values"]\n')
    assert turned.skills == ("values", "ties")


def test_empty_file_is_the_default_trainer(tmp_path: Path):
    """An empty file gives the default trainer, without chance nodes; a convention determines the skills."""
    assert read(tmp_path, "") == Trainer() == read(tmp_path, "seed = 0\nhelp = 0")._replace(help=None)
    shallow = read(tmp_path, 'convention = "lang"')
    assert shallow.skills == tuple(skill for skill in skills_of_convention(CONVENTIONS["lang"]) if skill != "chance")


@pytest.mark.parametrize(
    ("text", "code", "at"),
    [
        *(("sed = 3", "unknown-key", "sed"), ("seed = -1", "number-within", "seed")),
        *(("seed = true", "number-within", "seed"), ("help = 4", "number-within", "help")),
        *(("trees = 0", "number-within", "trees"), ("trees = 201", "number-within", "trees")),
        *(("points = -1", "number-within", "points"), ('points = "ten"', "number-within", "points")),
        *(('size = "huge"', "unknown-value", "size"), ('language = "fr"', "unknown-value", "language")),
        *(('skills = "cuts"', "wrong-type", "skills"), ("skills = []", "wrong-type", "skills")),
        *(('skills = ["cut"]', "unknown-value", "cut"), ('skills = ["cuts", "cuts"]', "given-twice", "cuts")),
        ('convention = "aime"', "unknown-convention", "aime"),
        ('convention = "lang"\nskills = ["cuts", "deep"]', "unknown-value", "deep"),
        ("title = 3", "wrong-type", "title"),
    ],
)
def test_every_mistake_is_reported_with_its_position(tmp_path: Path, text: str, code: str, at: str):
    """Each mistake is reported with its position."""
    with pytest.raises(InputError) as caught:
        read(tmp_path, text)
    [problem] = caught.value.problems
    assert problem.code == code
    assert problem.span is not None
    assert text[problem.span.start : problem.span.end] == at
