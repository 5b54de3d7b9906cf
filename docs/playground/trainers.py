"""The trainers of the playground: one page for each convention with cuts and each language."""

from concurrent.futures import Executor, Future
from pathlib import Path

from treesolve.authoring.trainer_pool import Trainer, pool, skills_of_convention, trainer_of_fields
from treesolve.model.convention import CONVENTIONS
from treesolve.rendering.trainer_page import trainer_document

LANGUAGES = ("en", "de")

TREES = 60
"""Number of trees per trainer; fewer than on the command line, so that pages load and build faster."""

TRAINED = tuple(name for name, convention in CONVENTIONS.items() if skills_of_convention(convention))
"""Conventions that have a trainer."""


def file_name(convention: str, language: str) -> str:
    """Return the file name of a trainer's page."""
    return f"{convention}-{language}.html"


def submit_trainers(folder: Path, executor: Executor) -> list[Future[None]]:
    """Start writing the pages of all trainers on an executor."""
    folder.mkdir(parents=True)
    return [executor.submit(write_trainers, folder, convention) for convention in TRAINED]


def write_trainers(folder: Path, convention: str) -> None:
    """Write the trainers of a convention, with the same trees in each language."""
    trainer = trainer_of_convention(convention)
    trees = [*pool(trainer)]
    for language in LANGUAGES:
        text = "".join(trainer_document(trainer._replace(language=language), trees))
        (folder / file_name(convention, language)).write_text(text, "utf-8", newline="\n")


def trainer_of_convention(convention: str) -> Trainer:
    """Return the trainer of a convention, without a language."""
    return trainer_of_fields(CONVENTIONS[convention], {"trees": TREES})
