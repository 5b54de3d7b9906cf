"""The record in Pyodide: whether CPython compiled to WebAssembly, as browsers run it, answers the same.

    npm install --prefix FOLDER pyodide
    python -m tests.in_pyodide FOLDER [--every N]

runs every Nth line of the record in Node.js 18 or newer, with the packages of this Python, and prints the lines that
answer otherwise. Packages with machine code for this machine do not load there: where a line needs one of them, it is
enough that the answer says so.
"""

import subprocess
import sys
import tempfile
from argparse import ArgumentParser
from collections import Counter
from pathlib import Path

import lark

from tests.record import outcome, recorded, sit_down
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

SAME, MISSING, OTHER = "the same", "a package is missing", "otherwise"


def compare(every: int) -> int:
    """Print which of every so many lines of the record answer otherwise here; 1 if there is one."""
    sit_down(tempfile.mkdtemp())
    entries = recorded()
    ends: Counter[str] = Counter()
    for line in [*entries][::every]:
        end = _end(line, entries[line])
        ends[end] += 1
        if end == OTHER:
            print(line)
    print(f"Python {sys.version}", *(f"{count} {end}" for end, count in ends.items()), sep="\n")
    return int(ends[OTHER] > 0)


def _end(line: str, entry: str) -> str:
    try:
        found = outcome(line)
    except FileNotFoundError:  # it reads what one of its commands could not make, for want of a package
        sit_down(tempfile.mkdtemp())
        return MISSING
    if found.entry == entry:
        return SAME
    return MISSING if b"pip install" in found.stderr else OTHER


def main() -> int:
    """Run the lines in Node.js; 1 where one of them answers otherwise."""
    parser = ArgumentParser(prog="python -m tests.in_pyodide", description="The record in Pyodide.")
    parser.add_argument("folder", type=Path, help="where npm has installed Pyodide")
    parser.add_argument("--every", type=int, default=25, metavar="N", help="only every Nth line")
    asked = parser.parse_args()
    pyodide = asked.folder.resolve() / "node_modules" / "pyodide" / "pyodide.mjs"
    packages = Path(lark.__file__).parent.parent
    told = ["node", "--input-type=module", "--eval", SCRIPT, pyodide, packages, ROOT, str(asked.every)]
    return subprocess.run(told, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
