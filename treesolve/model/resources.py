"""Where the files are that are not code: grammars, templates, schemas."""

from pathlib import Path

PACKAGE = Path(__file__).parent.parent
"""The folder of the package itself."""


def resource(folder: str) -> Path:
    """The folder of that name: inside an installed package, or beside the package in a checkout."""
    inside = PACKAGE / folder
    return inside if inside.is_dir() else PACKAGE.parent / folder
