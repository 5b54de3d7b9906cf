"""Keys of trees, as `treesolve sheet` writes them for exams."""

from pathlib import Path

from treesolve.cli.convention_option import ConventionOption
from treesolve.cli.grading_options import load_key
from treesolve.grading.exam import key_document


def key_text(*paths: str | Path, convention: str | None = None) -> str:
    """Return the key document of the exercises in files or folders."""
    return key_document(load_key([str(path) for path in paths], ConventionOption(convention))[0])
