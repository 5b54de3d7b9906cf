"""The exercises bundled with the program. The name of an exercise is its file name without the extension."""

from collections.abc import Mapping
from functools import cache
from pathlib import Path

from treesolve.model.input_file import read_input
from treesolve.model.problem import InputError, Problem, nearest
from treesolve.model.resources import resource_folder
from treesolve.notation.headers import read_headers


@cache
def examples() -> Mapping[str, Path]:
    """Return the paths of the example files by name, grouped by source."""
    return {path.stem: path for path in example_files(resource_folder("examples", checkout_name="exercises"))}


def example_files(folder: Path) -> list[Path]:
    """Return the tree files of the exercises in a folder, but not the tree files that belong to answers."""
    return sorted((*folder.glob("*/*.tree"), *folder.glob("maxn/*/*.tree")))


def example_path(name: str) -> str:
    """Return the path of the example with this name. Raises InputError for an unknown name."""
    path = examples().get(name.removesuffix(".tree"))
    if path is None:
        facts = {"value": name, "nearest": nearest(name, tuple(examples()))}
        raise InputError((Problem("example-unknown", None, facts),))
    return str(path)


def example_title(name: str) -> str:
    """Return the title of the example, or its name if it has no title."""
    title = read_headers(read_input(example_path(name)).text).get("title")
    return title.value if title else name
