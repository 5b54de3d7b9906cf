"""The recorded outputs, and the only way to renew them.

    python -m tests.golden          show what differs
    python -m tests.golden --update record anew

`tests/broken/NAME.tree` is an input with a mistake, `NAME.txt` beside it everything treesolve says about it. The first
mistake must have the code that begins the name, or nothing is recorded. `tests/traces/CONVENTION.NAME.txt` is the whole
worked solution of an exercise; it is recorded only if the root's value is plain minimax and the leaves are evaluated
in the order of the lecture's own pseudocode.
"""

import re
import sys
from collections.abc import Iterator
from pathlib import Path

from click.testing import CliRunner, Result

from tests.support.oracle import PSEUDOCODE, Nested, minimax
from tests.support.places import EXERCISES, ROOT, TESTS
from treesolve.cli import treesolve
from treesolve.model.input_file import read_input
from treesolve.model.problem import InputError
from treesolve.model.tree import Kind, Tree
from treesolve.notation.convention_expression import read_expression
from treesolve.notation.reader import read
from treesolve.search.solution import Solution, solve

TRACES = (
    "haw lang/bild-2",
    "lang lang/bild-2",
    "lang lang/bild-4",
    "luger luger/alpha-beta",
    "hartmann hartmann/two-subtrees",
    "unit unit/nim-4",
    "aima aima/fig-5-2",
    "cs188 stackexchange/why-equals",
    "aima stackexchange/why-equals",
    "cosc367 cosc367/q3",
    "cosc367 cosc367/q5",
    "knuth-moore knuth-moore/uniform-2-4",
    "haw textbook/deep-cut",
    "lang textbook/deep-cut",
    "minimax wikipedia/minimax-de",
    "negamax wikipedia/minimax-de",
    "aima chance/random-nodes",
    "negamax chance/opponent-then-coin",
    "lang chance/opponent-then-coin",
    "haw chance/opponent-then-coin",
    "lang cosc367/q4",
    "unit chance/shares",
    "haw:window=6..inf lang/bild-2",
    "aima:window=-inf..3 lang/bild-2",
    "luger:window=-inf..3 lang/bild-2",
    "haw lang/bild-2 --language de",
    "luger luger/alpha-beta --language de",
    "lang lang/bild-4 --language de",
    "unit chance/shares --language de",
    "aima aima/fig-5-2 --language de",
    "negamax wikipedia/minimax-de --language de",
)
"""Convention, exercise and options of each recorded solution."""


class NotRecorded(Exception):
    """An output that contradicts what is known independently."""


def run(*arguments: str) -> Result:
    """A command as a user runs it from the project's folder."""
    return CliRunner().invoke(treesolve, arguments)


def broken_files() -> list[Path]:
    """The inputs with mistakes."""
    return sorted((TESTS / "broken").glob("*.tree"))


def first_code(path: Path) -> str | None:
    """The code of the first mistake the reader finds in a file; None where it reads."""
    try:
        read(read_input(str(path)).text, payoffs=True)
    except InputError as error:
        return error.problems[0].code
    return None


def broken_output(path: Path) -> str:
    """What is said about a file with a mistake. Raises NotRecorded unless it is the mistake in its name."""
    result = run("solve", str(path.relative_to(ROOT)))
    if result.exit_code != 1 or result.stdout or (result.exception and not isinstance(result.exception, SystemExit)):
        raise NotRecorded(f"{path.name}: exit code {result.exit_code}, {result.exception!r}")
    code = first_code(path)
    named = ("several", "very-long-line", "wide-characters", "tab")
    if code is not None and path.stem not in named and not path.stem.startswith(code):
        raise NotRecorded(f"{path.name}: the first mistake is {code}")
    return result.stderr


def trace_file(trace: str) -> Path:
    """Where the solution of a lecture and an exercise is recorded."""
    lecture, exercise, *options = trace.split()
    told = "".join(f".{option.strip('-')}" for option in options)
    return TESTS / "traces" / f"{re.sub(r'[:=]', '.', lecture)}.{exercise.replace('/', '.')}{told}.txt"


def trace_output(trace: str) -> str:
    """The worked solution. Raises NotRecorded where it contradicts minimax or the lecture's pseudocode."""
    lecture, exercise, *options = trace.split()
    path = EXERCISES / f"{exercise}.tree"
    solution = solve(read(path.read_text("utf-8")), read_expression(lecture))
    check_solution(solution)
    return run("solve", str(path.relative_to(ROOT)), "--convention", lecture, *options).stdout


def check_solution(solution: Solution) -> None:
    """Raise NotRecorded unless the solution agrees with plain minimax and with the lecture's pseudocode."""
    tree = solution.tree
    if solution.result in ("upper", "lower"):
        returned, value = solution.returned(0), solution.value
        if returned < value if solution.result == "upper" else returned > value:
            raise NotRecorded("the returned value is no bound on the value")
        return
    if Kind.CHANCE in tree.kinds:
        if solution.returned(0) != solution.value:
            raise NotRecorded("the returned value is not the expected value")
        return
    seen = {leaf: tree.values[leaf] for leaf in solution.evaluated}
    nested = nested_list(tree, 0, seen)
    maximising = tree.kinds[0] is Kind.MAX
    if solution.returned(0) != minimax(nested, maximising=maximising):
        raise NotRecorded("the returned value is not plain minimax")
    expected = PSEUDOCODE[solution.convention.id](nested, maximising)
    if [tree.values[leaf] for leaf in solution.evaluated] != [at(nested, path) for path in expected.leaves]:
        raise NotRecorded("the leaves are not evaluated as in the pseudocode")


def nested_list(tree: Tree, node: int, values: dict[int, object]) -> Nested:
    """The tree as nested lists; a leaf that was not evaluated is worth 0 there."""
    if not tree.children[node]:
        return values.get(node, 0)  # type: ignore[return-value]
    return [nested_list(tree, child, values) for child in tree.children[node]]


def at(nested: Nested, path: tuple[int, ...]) -> Nested:
    """The part of a nested list at a path."""
    for index in path:
        nested = nested[index]  # type: ignore[index]
    return nested


def recorded() -> Iterator[tuple[Path, str]]:
    """Every recorded file with what it should hold."""
    for path in broken_files():
        yield path.with_suffix(".txt"), broken_output(path)
    for trace in TRACES:
        yield trace_file(trace), trace_output(trace)


def main() -> int:
    """Compare or update; 1 if something differed."""
    differed = 0
    for path, output in recorded():
        if path.is_file() and path.read_text("utf-8") == output:
            continue
        differed = 1
        print(f"{'recorded' if '--update' in sys.argv else 'differs'}: {path.relative_to(ROOT)}")
        if "--update" in sys.argv:
            path.write_text(output, "utf-8")
    return differed


if __name__ == "__main__":
    sys.exit(main())
