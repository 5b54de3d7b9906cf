"""A real pandoc for the tests of documents: the one that is installed, and a newer one, which writes Typst.

    apt-get install pandoc && pip install pypandoc-binary

Where one of them is missing its tests are skipped by name; with TREESOLVE_NEEDS_TEX set they fail instead.
"""

import os
import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from tests.support.places import ROOT
from tests.support.tex import NEEDED

FILTER = ROOT / "_extensions" / "treesolve" / "treesolve.lua"

INSTALLED, NEWER = "pandoc", "pypandoc-binary"


def pandoc_named(name: str) -> str:
    """Return the path of a pandoc; the test is skipped where there is none."""
    path = shutil.which("pandoc") if name == INSTALLED else _newer()
    if path is None and os.environ.get(NEEDED):
        pytest.fail(f"{NEEDED} is set, but this is not installed: {name}")
    if path is None:
        pytest.skip(f"not installed: {name}")
    return path


def _newer() -> str | None:
    if find_spec("pypandoc") is None:
        return None
    import pypandoc

    return str(pypandoc.get_pandoc_path())


def converted(name: str, document: str, folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """What a pandoc does with `x.md`, a document in a folder, and our filter."""
    pandoc = pandoc_named(name)
    (folder / "x.md").write_text(document, "utf-8")
    program = Path(sys.executable).parent  # where `treesolve` is
    environment = {**os.environ, "PATH": f"{program}{os.pathsep}{os.environ['PATH']}"}
    command = [pandoc, "x.md", "--standalone", f"--lua-filter={FILTER}", *words]
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)
