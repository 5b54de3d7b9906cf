"""Import of packages that only some features need, with a readable error if they are missing.

Every installation should include these packages. If a package is missing or broken, all features that do not need it
still work.
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
"""The distribution name for `pip install`, by import name."""


def import_optional(name: str) -> Any:
    """Return the imported package; `name` is a key of OPTIONAL_PACKAGES.

    Raises InputError if the package is missing or cannot be loaded. The message says what the package is needed for
    and how to install it.
    """
    try:
        return import_module(name)
    except ImportError as error:
        facts = {"package": OPTIONAL_PACKAGES[name], "reason": str(error)}
        raise InputError((Problem("package-missing", None, facts, "treesolve"),)) from None


def missing_package(name: str) -> Problem | None:
    """Return the problem that describes why a package cannot be loaded, or None if it can be loaded."""
    try:
        import_optional(name)
    except InputError as error:
        return error.problems[0]
    return None
