"""Packages that only some work needs: imported where it is done, and told in a sentence where they are missing.

An installation brings them all. Where one is left out, or cannot be loaded, everything that does without it goes on.
"""

from collections.abc import Mapping
from importlib import import_module
from typing import Any

from treesolve.model.problem import InputError, Problem

OPTIONAL_PACKAGES: Mapping[str, str] = {
    "markdown_it": "markdown-it-py",
    "pypdfium2": "pypdfium2",
    "segno": "segno",
    "typst": "typst",
}
"""The packages by the name under which they are imported, each as `pip install` knows it."""


def import_optional(name: str) -> Any:
    """Return the package that is imported under this name, a key of PACKAGES.

    Raises InputError where it is missing or cannot be loaded; the sentence says what it is for and how to get it.
    """
    try:
        return import_module(name)
    except ImportError as error:
        facts = {"package": OPTIONAL_PACKAGES[name], "reason": str(error)}
        raise InputError((Problem("package-missing", None, facts, "treesolve"),)) from None


def missing_package(name: str) -> Problem | None:
    """Return the problem with a package that cannot be loaded; None where it can."""
    try:
        import_optional(name)
    except InputError as error:
        return error.problems[0]
    return None
