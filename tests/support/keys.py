"""Keys of trees, as `treesolve sheet` writes them for exams."""

from pathlib import Path

from treesolve.cli.marking import load_key
from treesolve.cli.steering import ConventionOption
from treesolve.grading.exam import key_document


def key_text(*paths: str | Path, convention: str | None = None) -> str:
    """The key document of the exercises in files or folders."""
    return key_document(load_key([str(path) for path in paths], ConventionOption(convention))[0])
