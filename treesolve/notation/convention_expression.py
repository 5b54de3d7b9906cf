"""Conventions as expressions: a named lecture, for now."""

from pathlib import Path

from treesolve.model.convention import CONVENTIONS, Convention
from treesolve.model.input_file import read_as
from treesolve.model.problem import InputError, Problem, nearest
from treesolve.notation.convention_file import read_convention


def read_expression(text: str, own: Convention | None = None, folder: Path = Path()) -> Convention:  # noqa: ARG001
    """The lecture of that name, or in that TOML file. Raises InputError where there is none."""
    if text in CONVENTIONS:
        return CONVENTIONS[text]
    if text.endswith(".toml"):
        return read_as(read_convention, folder / text)
    facts = {"value": text, "nearest": nearest(text, tuple(CONVENTIONS)), "known": ", ".join(CONVENTIONS)}
    raise InputError((Problem("unknown-lecture", None, facts, text=text),))


def write_expression(convention: Convention) -> str:
    """The id of a convention."""
    return convention.id
