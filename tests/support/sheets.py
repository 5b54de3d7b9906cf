"""Small sheets for tests."""

from pathlib import Path

from treesolve.authoring.sheet_file import read_sheet
from treesolve.authoring.sheet_plan import SheetPlan

SMALL = """\
title = "Homework 3"
course = "Artificial Intelligence"
convention = "{convention}"

[[task]]
shape = "3x3"
want = ["pruned=1..4"]
points = {{ values = 4, pruned = 4, best = 1 }}

[[task]]
title = "Two plies more"
shape = "2x2x2"
text = "Search from *left* to right."
points = {{ order = 2, value = 1 }}
"""
"""A sheet of two tasks, both drawn; the convention is to be filled in."""

EVERYTHING = """\
title = "Everything"
convention = "{convention}"
language = "{language}"

[[task]]
shape = "3x3"
values = "{values}"
points = {{ values = 4, pruned = 4, windows = 2, order = 2, best = 1, value = 1 }}

[[task]]
shape = "2x3x2"
values = "{values}"
points = {{ line = 2, unknown = 3, reorder = 3, mistake = 2, statements = 4 }}
"""
"""A sheet on which everything is asked that can be asked."""


def write_sheet(folder: Path, text: str = SMALL, convention: str = "aima", **facts: str) -> Path:
    """Return the sheet in a file of the folder."""
    path = folder / "homework.toml"
    path.write_text(text.format(convention=convention, **facts), "utf-8")
    return path


def small_sheet(folder: Path, text: str = SMALL, convention: str = "aima", **facts: str) -> SheetPlan:
    """Return the sheet, read."""
    return read_sheet(write_sheet(folder, text, convention, **facts))
