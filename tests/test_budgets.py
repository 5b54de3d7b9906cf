"""No package exceeds its budget of code lines in CONTRIBUTING.md.

python -m tests.test_budgets    print the code lines and the budget of each package
"""

import ast
import re
from functools import cache
from pathlib import Path

from tests.support.places import ROOT

_ROW = re.compile(r"^\| `([\w/]+)` \| ([\d,]+) \|$", re.MULTILINE)


@cache
def code_lines(path: Path) -> int:
    """Number of lines of a module that are not blank, a comment or part of a docstring."""
    text, docstrings = path.read_text("utf-8"), set[int]()
    for node in ast.walk(ast.parse(text)):
        match node:
            case ast.Module() | ast.ClassDef() | ast.FunctionDef() | ast.AsyncFunctionDef():
                match node.body[:1]:
                    case [ast.Expr(ast.Constant(str())) as first]:
                        docstrings.update(range(first.lineno, (first.end_lineno or first.lineno) + 1))
    lines = enumerate(map(str.strip, text.splitlines()), 1)
    return sum(number not in docstrings and line != "" and line[0] != "#" for number, line in lines)


def sizes() -> dict[str, int]:
    """Code lines of each package, of all packages and of the tests."""
    package = ROOT / "treesolve"
    folders = {path.parent for path in package.glob("*/__init__.py")} | {package / "notation" / "importers"}
    names = {str(folder.relative_to(package)): folder for folder in sorted(folders)}
    names |= {"treesolve": package, "tests": ROOT / "tests"}
    return {name: sum(map(code_lines, folder.rglob("*.py"))) for name, folder in names.items()}


def budgets() -> dict[str, int]:
    """Return the table below the heading "Budgets" in CONTRIBUTING.md."""
    section = (ROOT / "CONTRIBUTING.md").read_text("utf-8").partition("\n## Budgets\n")[2].partition("\n## ")[0]
    return {name: int(lines.replace(",", "")) for name, lines in _ROW.findall(section)}


def test_no_package_exceeds_its_budget():
    """Every package has a budget."""
    found, allowed = sizes(), budgets()

    assert found.keys() == allowed.keys()
    assert {name: lines for name, lines in found.items() if lines > allowed[name]} == {}


if __name__ == "__main__":
    for name, lines in sizes().items():
        print(f"{name:18}{lines:7}{budgets()[name]:7}")
