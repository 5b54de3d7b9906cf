"""The house: which rooms there are, and which imports which; held over every import of every module."""

import ast
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

import treesolve
from tests.support.places import ROOT
from treesolve.api import HOMES

ROOMS = {
    "model": "",
    "notation": "model",
    "search": "model",
    "games": "model notation search",
    "analysis": "model search games",
    "submissions": "model notation search",
    "grading": "model notation search analysis submissions",
    "authoring": "model notation search analysis grading",
    "drawing": "model",
    "rendering": "model notation search games analysis submissions grading authoring drawing",
    "integrations": "model notation search games analysis submissions grading authoring drawing rendering",
    "workflows": "model notation search games analysis submissions grading authoring drawing rendering integrations",
    "cli": (
        "model notation search games analysis submissions grading authoring drawing rendering integrations workflows"
    ),
}
"""The rooms, each below all that it may import."""

BELOW_CLI = " ".join(room for room in ROOMS if room != "cli")
TOP_FLOOR = {"api": BELOW_CLI, "": f"{BELOW_CLI} api", "__main__": f"{BELOW_CLI} cli"}
"""What stands beside the rooms, and what it may import; the package, "", hands out what `api` lists."""

PACKAGE = ROOT / "treesolve"
MODULES = {
    ".".join(part for part in path.relative_to(PACKAGE).with_suffix("").parts if part != "__init__"): path
    for path in sorted(PACKAGE.glob("**/*.py"))
}
"""Every module by its name within the package; "" is the package itself."""


@cache
def imported(path: Path) -> frozenset[str]:
    """Return the modules that a module imports: at the top, inside functions, for types, and by a name in a text."""
    return frozenset(_imports(path))


def _imports(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom) and _is_ours(node.module or ""):
            base = _within(node.module or "")
            names = {f"{base}.{alias.name}".strip(".") for alias in node.names}
            yield from {name if name in MODULES else base for name in names}
        elif isinstance(node, ast.Import):
            yield from (_within(alias.name) for alias in node.names if _is_ours(alias.name))
        elif isinstance(node, ast.Constant) and _is_ours(str(node.value)):
            yield from {room(_within(str(node.value)))} & {*ROOMS, "api"}
        assert not (isinstance(node, ast.ImportFrom) and node.level), f"{path.name} imports relatively"


def _is_ours(name: str) -> bool:
    return name.partition(".")[0] == "treesolve"


def _within(name: str) -> str:
    """Return a dotted name without the package."""
    return name.partition(".")[2]


def room(module: str) -> str:
    """Return the room of a module; on the top floor the module itself."""
    return module.partition(".")[0]


def may_import(module: str) -> set[str]:
    """Return the rooms that a module may import, its own among them."""
    allowed = {**ROOMS, **TOP_FLOOR}[room(module)].split()
    version = [""] if room(module) == "cli" else []
    return {room(module), *allowed, *version}


@pytest.mark.parametrize("name", sorted(set(map(room, MODULES))))
def test_a_module_imports_only_the_rooms_that_its_room_may(name: str):
    """Arrows go one way."""
    for module, path in MODULES.items():
        if room(module) == name:
            assert {room(other) for other in imported(path)} <= may_import(module), module


def test_arrows_go_up_only():
    """A room stands below every room it may import."""
    order = list(ROOMS)

    assert all(order.index(above) < order.index(name) for name, allowed in ROOMS.items() for above in allowed.split())


def test_within_rooms_nothing_goes_in_circles():
    """Not even through imports inside functions, or for types."""
    graph = {
        module: {other for other in imported(path) if room(other) == room(module)} - {room(module)}
        for module, path in MODULES.items()
        if room(module) in ROOMS
    }

    TopologicalSorter(graph).prepare()  # raises CycleError and names the circle


def test_the_top_floor_holds_the_rooms():
    """And at most four files beside them; schemas are no code."""
    folders = {path.name for path in PACKAGE.iterdir() if path.is_dir() and any(path.glob("*.py"))}
    files = {path.name for path in PACKAGE.iterdir() if path.is_file()}

    assert folders == set(ROOMS)
    assert files == {"__init__.py", "__main__.py", "api.py", "py.typed"}


def test_a_room_says_what_it_is_for_and_nothing_else():
    """Whoever needs one module of a room pays for no other; `cli` is the program itself."""
    for module, path in MODULES.items():
        if path.name == "__init__.py" and module not in ("", "cli"):
            (charter,) = ast.parse(path.read_text("utf-8")).body

            assert isinstance(charter, ast.Expr)
            assert isinstance(charter.value, ast.Constant)


def test_what_is_public_stands_in_one_list():
    """The package hands out what `api` names, and each thing comes from where `api` says."""
    assert treesolve.__all__ == sorted(HOMES)
    assert all(getattr(treesolve, name) is not None for name in HOMES)


def test_no_two_modules_are_called_alike():
    """Who reads a name in an error or a search knows which one is meant."""
    names = Counter(path.name for path in MODULES.values() if path.name != "__init__.py")

    assert [name for name, count in names.items() if count > 1] == []


def test_a_module_is_no_longer_than_one_idea():
    """Beyond three hundred lines a second idea has moved in."""
    lines = {path: len(path.read_text("utf-8").splitlines()) for path in MODULES.values()}

    assert [path for path, count in lines.items() if count > 370] == []


def test_one_name_is_one_class():
    """No two classes that other modules import have the same name, and no import separates two of ours by another."""
    imported: dict[tuple[str, str], str] = {}
    renamed = list[str]()
    for path in PACKAGE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("treesolve"):
                imported |= {(f"{node.module}", one.name): one.name for one in node.names}
                renamed += [f"{path}: {one.name}" for one in node.names if one.asname not in (None, one.name)]
    defined = Counter[str]()
    for path in PACKAGE.rglob("*.py"):
        module = ".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts).removesuffix(".__init__")
        for node in ast.parse(path.read_text("utf-8")).body:
            if isinstance(node, ast.ClassDef) and (module, node.name) in imported:
                defined[node.name] += 1

    assert [name for name, count in defined.items() if count > 1] == []
    assert renamed == []


AWAY = {f"treesolve.{name}" for name in ROOMS if name not in ("model", "cli")}
"""Where nobody has to go who only asks for help."""


@pytest.mark.parametrize(
    ("command", "banned"),
    [
        (["--help"], {"lark", "jinja2", "json", "treesolve.api", *AWAY}),
        (
            ["solve", "exercises/lang/bild-2.tree", "--format", "json"],
            {"jinja2", "fractions", "treesolve.api", "treesolve.rendering.template_environment", "tomllib"},
        ),
        (["solve", "exercises/lang/bild-2.tree"], {"treesolve.api", "treesolve.rendering.json", "tomllib"}),
        (
            ["format", "--check", "exercises/lang/bild-2.tree"],
            {"jinja2", "treesolve.api", "treesolve.rendering", "treesolve.search"},
        ),
        (["list", "schemas", "solution"], {"jinja2", "lark", "treesolve.rendering", "treesolve.search"}),
        (["list", "conventions"], {"lark", "treesolve.api", "treesolve.search", "treesolve.authoring", "tomllib"}),
    ],
)
def test_a_command_imports_only_what_it_needs(command: list[str], banned: set[str]):
    """Start-up is paid for at every call."""
    program = (
        "import sys; from treesolve.__main__ import main\n"
        "try: main()\n"
        "except SystemExit: print('\\n'.join(sys.modules), file=sys.stderr)"
    )
    result = subprocess.run(
        [sys.executable, "-c", program, *command], capture_output=True, text=True, cwd=ROOT, check=True
    )

    loaded = set(result.stderr.split())
    assert "click" in loaded
    assert not loaded & banned


MAX_MODULES = 139
"""So many modules marking one short answer needs at most."""

IDLE = {
    *(
        "treesolve.integrations.gradebook_file",
        "treesolve.integrations.student_files",
        "treesolve.integrations.zip_reader",
    ),
    "treesolve.submissions.csv_file",
    *("treesolve.grading.question", "treesolve.grading.sheet_totals", "treesolve.analysis.payoff_misconceptions"),
}
"""What it does not need."""


@pytest.mark.parametrize(("answer", "searches"), [("best: B", 1), ("best: C", 15)])
def test_marking_one_answer_takes_what_it_needs(answer: str, searches: int, tmp_path: Path):
    """Few modules; one search, and where something is wrong one more by each misconception and the own values.

    Two students give the same answer, so that they are a table: one of them alone would be shown in full.
    """
    (tmp_path / "x.tree").write_text("((6 5) (2 9))")
    for name in ("4711.txt", "4712.txt"):
        (tmp_path / name).write_text(f"values: A=5 B=5 C=2\npruned: L4\n{answer}\n")
    program = (
        "import sys; from treesolve.__main__ import main; from treesolve.search import search\n"
        "asked, real = [], search.run_search\n"
        "def counted(run, *more, **rest):\n"
        "    asked.append(run)\n"
        "    real(run, *more, **rest)\n"
        "search.run_search = counted\n"
        "try: main()\n"
        "except SystemExit: print(len(asked), *sys.modules)"
    )
    command = [sys.executable, "-c", program, "grade", "x.tree", "4711.txt", "4712.txt"]
    message = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path, check=True).stdout.split("\n")[-2]

    count, *modules = message.split()
    assert 1 <= int(count) <= searches
    loaded = {name for name in modules if name.startswith("treesolve.")}
    assert not loaded & IDLE
    assert len(loaded) <= MAX_MODULES
