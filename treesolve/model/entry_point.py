"""Games and conventions that other installed packages provide through entry points.

Entry points are searched only for names that treesolve itself does not define.
"""

from typing import TYPE_CHECKING, Any

from treesolve.model.problem import InputError, Problem

if TYPE_CHECKING:
    from importlib.metadata import EntryPoints

GAMES, CONVENTION_GROUP = "games", "lectures"
"""The supported kinds of extension; the entry point group is `treesolve.<kind>`."""

_MAX_REASON_LENGTH = 200


def extension_names(kind: str) -> tuple[str, ...]:
    """Return the names that installed packages provide for a kind of extension, without importing the packages."""
    return tuple(sorted(_entry_points(kind).names))


def extension(kind: str, name: str) -> Any:
    """Return the object that an installed package provides under a name, or None if no package does.

    Raises InputError if the object cannot be loaded.
    """
    for point in _entry_points(kind).select(name=name):
        try:
            return point.load()
        except (Exception, SystemExit) as error:
            raise extension_error(name, f"{type(error).__name__}: {error}", point.value) from None
    return None


def _entry_points(kind: str) -> "EntryPoints":
    from importlib.metadata import entry_points  # slow to import, and most runs need no extension

    return entry_points(group=f"treesolve.{kind}")


def extension_error(name: str, reason: str, origin: str) -> InputError:
    """Return the error for an extension that cannot be used."""
    facts = {"name": name, "reason": " ".join(reason.split())[:_MAX_REASON_LENGTH]}
    return InputError((Problem("extension-broken", None, facts, origin),))
