"""What other installed packages bring along: games and conventions, by names in their entry points.

Nothing is looked up before somebody asks for a name that treesolve itself does not know.
"""

from typing import TYPE_CHECKING, Any

from treesolve.model.problem import InputError, Problem

if TYPE_CHECKING:
    from importlib.metadata import EntryPoints

GAMES, CONVENTION_GROUP = "games", "lectures"
"""What there can be; groups of entry points are called so, with `treesolve.` before it."""

_MAX_REASON_LENGTH = 200
"""So many characters of what went wrong are told."""


def extension_names(kind: str) -> tuple[str, ...]:
    """Return the names that installed packages offer of a kind; none of these packages is run."""
    return tuple(sorted(_entry_points(kind).names))


def extension(kind: str, name: str) -> Any:
    """What a package offers under that name; None where none does. Raises InputError where it cannot be loaded."""
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
    """Return the error for something that a package offers, and that is of no use."""
    facts = {"name": name, "reason": " ".join(reason.split())[:_MAX_REASON_LENGTH]}
    return InputError((Problem("extension-broken", None, facts, origin),))
