"""The trainers of the playground: a page for each convention that cuts, in each language."""

from concurrent.futures import Executor, Future
from pathlib import Path

from treesolve.authoring.trainer_pool import Trainer, pool, skills_of_convention, trainer_of_fields
from treesolve.model.convention import CONVENTIONS
from treesolve.rendering.trainer_page import trainer_document

LANGUAGES = ("en", "de")

TREES = 60
"""So many trees each has: fewer than those of the command line, so that they are loaded and built sooner."""

TRAINED = tuple(name for name, convention in CONVENTIONS.items() if skills_of_convention(convention))
"""The conventions that have a trainer."""


def file_name(convention: str, language: str) -> str:
    """What the page of a trainer is called."""
    return f"{convention}-{language}.html"


def begin_trainers(folder: Path, executor: Executor) -> list[Future[None]]:
    """Have the pages made, beside whatever else is done."""
    folder.mkdir(parents=True)
    return [executor.submit(write_trainers, folder, convention) for convention in TRAINED]


def write_trainers(folder: Path, convention: str) -> None:
    """Write the pages of a convention, with the same trees in each language."""
    trainer = trainer_of_convention(convention)
    trees = [*pool(trainer)]
    for language in LANGUAGES:
        text = "".join(trainer_document(trainer._replace(language=language), trees))
        (folder / file_name(convention, language)).write_text(text, "utf-8", newline="\n")


def trainer_of_convention(convention: str) -> Trainer:
    """What is fixed of the trainer of a convention."""
    return trainer_of_fields(CONVENTIONS[convention], {"trees": TREES})
