"""Where the files are that are not code: grammars, templates, schemas."""

from pathlib import Path

_PACKAGE = Path(__file__).parent


def resource(folder: str) -> Path:
    """The folder of that name: inside an installed package, or beside the package in a checkout."""
    inside = _PACKAGE / folder
    return inside if inside.is_dir() else _PACKAGE.parent / folder
