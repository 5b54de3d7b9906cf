"""What each part of the house weighs, beside what it may weigh by the table in CONTRIBUTING.

    python -m tests.weights     every part with its weight and its budget

Vocabulary

    token       a name, a number, a text or a sign of Python, without comments and docstrings; in templates and scripts
                a word or a sign
    budget      what a part may weigh; a change that raises it says in the changelog what users get for that
"""

import re
import tokenize
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from tests.support.places import ROOT

PAGE = ROOT / "CONTRIBUTING.md"
SPARE = 1.1
"""A budget is no more than so many times what is weighed: else it is none."""

_COUNTED = (tokenize.NAME, tokenize.NUMBER, tokenize.STRING, tokenize.OP)
_ROW = re.compile(r"^\| `([\w/.]+)` \| [^|]+ \| ([0-9 ]+) \|$", re.MULTILINE)


def python_tokens(path: Path) -> int:
    """The tokens of a module; a statement that is nothing but a text is a docstring."""
    count, statement = 0, list[int]()
    with path.open("rb") as file:
        for token in tokenize.tokenize(file.readline):
            if token.type in _COUNTED:
                statement.append(token.type)
            elif token.type == tokenize.NEWLINE:
                count += 0 if statement == [tokenize.STRING] else len(statement)
                statement = []
    return count


def text_tokens(path: Path) -> int:
    """The words and signs of a template or a script."""
    return len(re.findall(r"\w+|[^\w\s]", path.read_text("utf-8")))


def weights() -> Iterator[tuple[str, int]]:
    """Each part with its weight: tokens of rooms, templates and tests, bytes of data."""
    package, templates, tests = ROOT / "treesolve", ROOT / "templates", ROOT / "tests"
    rooms = sorted(path for path in package.iterdir() if (path / "__init__.py").is_file())
    for room in rooms:
        yield room.name, sum(map(python_tokens, room.rglob("*.py")))
    yield "treesolve", sum(map(python_tokens, package.glob("*.py")))
    yield "templates", sum(map(text_tokens, _with_endings(templates, ".jinja")))
    yield "scripts", sum(map(text_tokens, _with_endings(templates, ".js", ".css")))
    yield "data", sum(_bytes(folder) for folder in (package, ROOT / "grammars"))
    yield "tests", sum(map(python_tokens, tests.rglob("*.py")))
    yield "tests/tables", _bytes(tests) - _bytes(tests / "golden")


def _with_endings(folder: Path, *endings: str) -> Iterable[Path]:
    return (path for path in folder.rglob("*") if path.suffix in endings)


def _bytes(folder: Path) -> int:
    """The bytes of all files that are no Python."""
    files = (path for path in folder.rglob("*") if path.is_file() and "__pycache__" not in path.parts)
    return sum(path.stat().st_size for path in files if path.suffix != ".py")


def budgets() -> Mapping[str, int]:
    """What each part may weigh."""
    table = PAGE.read_text("utf-8").partition("\n## Budgets\n")[2].partition("\n## ")[0]
    return {name: int(number.replace(" ", "")) for name, number in _ROW.findall(table)}


def main() -> None:
    """Print each part with what it weighs and what it may weigh."""
    allowed = budgets()
    for name, weight in weights():
        print(f"{name:14}{weight:9}{allowed.get(name, 0):9}")


if __name__ == "__main__":
    main()
