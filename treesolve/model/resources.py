"""Where the files are that are not code of the program: grammars, templates, schemas, the filter for documents."""

from functools import cache
from pathlib import Path

PACKAGE = Path(__file__).parent.parent
"""The folder of the package itself."""


def resource_folder(folder: str, checkout_name: str = "") -> Path:
    """Return the folder of that name inside an installed package; in a checkout beside the package, as it is called
    there.
    """
    inside = PACKAGE / folder
    return inside if inside.is_dir() else PACKAGE.parent / (checkout_name or folder)


@cache
def languages() -> tuple[str, ...]:
    """Return the languages there are words in, a folder of templates each; the first is the one where nobody asks."""
    folders = sorted(
        path.name for path in resource_folder("templates").iterdir() if path.is_dir() and path.name != "pages"
    )
    return ("en", *(name for name in folders if name != "en"))


def grammar_text(name: str) -> str:
    """Return a grammar as Lark reads it."""
    return (resource_folder("grammars") / f"{name}.lark").read_text(encoding="utf-8")


def schema_text(kind: str) -> str:
    """Return the JSON Schema of a kind of document."""
    return (resource_folder("schemas") / f"{kind}.json").read_text(encoding="utf-8")
