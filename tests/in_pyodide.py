"""Compare the program's outputs in Pyodide, CPython compiled to WebAssembly, with the golden files.

    npm install --prefix FOLDER pyodide
    python -m tests.in_pyodide FOLDER [--every N]

runs every Nth output in Node.js 18 or newer, with the packages of this Python, and prints the outputs that differ.
Packages with machine code for this machine do not load there: where a command needs one of them, a message that says so
is enough.
"""

import subprocess
import sys
import tempfile
from argparse import ArgumentParser
from collections import Counter
from pathlib import Path

import lark

from tests.golden.outputs import load_commands, make_workspace, output, read_golden
from tests.support import source_prints
from tests.support.places import ROOT

SCRIPT = """
const [, pyodide, packages, root, every] = process.argv
const { loadPyodide } = await import(pyodide)
const python = await loadPyodide()
python.mountNodeFS("/treesolve", root)
python.mountNodeFS("/packages", packages)
try {
    process.exitCode = python.runPython(`
import sys
sys.dont_write_bytecode = True
sys.path += ["/treesolve", "/packages"]
from tests.in_pyodide import compare
compare(${every})
`)
} catch (error) { // else Node.js prints all of the line that it comes from, which is a megabyte long
    console.error(error.message)
    process.exitCode = 1
}
"""

SAME, MISSING, OTHER = "equal", "need a package that is missing", "differ"


def compare(every: int) -> int:
    """Print which of every Nth output differs here; 1 if there is one."""
    source_prints.install()
    make_workspace(Path(tempfile.mkdtemp()))
    results: Counter[str] = Counter()
    for name in [*load_commands()][::every]:
        result = _compare(name)
        results[result] += 1
        if result == OTHER:
            print(name)
    print(f"Python {sys.version}", *(f"{count} {result}" for result, count in results.items()), sep="\n")
    return int(results[OTHER] > 0)


def _compare(name: str) -> str:
    try:
        actual = output(name)
    except FileNotFoundError:  # a command reads what an earlier one could not write without a package
        make_workspace(Path(tempfile.mkdtemp()))
        return MISSING
    if actual == read_golden(name):
        return SAME
    return MISSING if "pip install" in actual else OTHER


def main() -> int:
    """Run the outputs in Node.js; 1 where one of them differs."""
    parser = ArgumentParser(prog="python -m tests.in_pyodide", description="The golden files in Pyodide.")
    parser.add_argument("folder", type=Path, help="where npm has installed Pyodide")
    parser.add_argument("--every", type=int, default=1, metavar="N", help="only every Nth output")
    options = parser.parse_args()
    pyodide = options.folder.resolve() / "node_modules" / "pyodide" / "pyodide.mjs"
    packages = Path(lark.__file__).parent.parent
    command = ["node", "--input-type=module", "--eval", SCRIPT, pyodide, packages, ROOT, str(options.every)]
    return subprocess.run(command, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
