"""Locations of data files: grammars, templates, schemas and the pandoc filter."""

from functools import cache
from pathlib import Path

PACKAGE = Path(__file__).parent.parent


def resource_folder(folder: str, checkout_name: str = "") -> Path:
    """Return a data folder inside the installed package.

    In a checkout, the folder is next to the package and may have another name, `checkout_name`.
    """
    inside = PACKAGE / folder
    return inside if inside.is_dir() else PACKAGE.parent / (checkout_name or folder)


@cache
def languages() -> tuple[str, ...]:
    """Return the codes of the available languages, which each have a folder of templates. The default comes first."""
    folders = sorted(
        path.name for path in resource_folder("templates").iterdir() if path.is_dir() and path.name != "pages"
    )
    return ("en", *(name for name in folders if name != "en"))


def grammar_text(name: str) -> str:
    """Return the text of a Lark grammar."""
    return (resource_folder("grammars") / f"{name}.lark").read_text(encoding="utf-8")


def schema_text(kind: str) -> str:
    """Return the text of the JSON Schema for a kind of document."""
    return (resource_folder("schemas") / f"{kind}.json").read_text(encoding="utf-8")
