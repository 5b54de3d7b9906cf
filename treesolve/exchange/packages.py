"""The files of installed packages: what a machine without a network needs to run them.

Only pure Python is taken, so that they fit every machine; MarkupSafe does without its part in C.
"""

from collections.abc import Iterator, Mapping
from importlib.metadata import Distribution, DistributionFinder, MetadataPathFinder
from pathlib import Path
from tempfile import TemporaryDirectory

from treesolve.model.problem import InputError, Problem
from treesolve.model.resources import PACKAGE, resource
from treesolve.pages.engine import compile_templates

REQUIRED = ("click", "jinja2", "lark", "markupsafe")
"""The packages that marking imports."""

_INSTALLED = ("RECORD", "WHEEL", "INSTALLER", "REQUESTED", "direct_url.json")
_BINARY = (".so", ".pyd", ".dll", ".dylib", ".c", ".pyc", ".pyo")

Files = Mapping[str, bytes]
"""What stands in a folder of packages, by the path within it."""


def packages() -> Files:
    """Our own package and those that marking imports.

    Raises InputError where the files of one are not known.
    """
    found = dict(_own_files())
    for name in REQUIRED:
        found |= _files_of(name)
    return found


def _own_files() -> Files:
    """The package with its grammars and templates, which stand beside it in a checkout."""
    found = {path: content for path, content in _files_of("treesolve").items() if ".dist-info/" in path}
    found |= dict(_files_below(PACKAGE, "treesolve"))
    for folder in ("grammars", "templates"):
        found |= dict(_files_below(resource(folder), f"treesolve/{folder}"))
    return found | dict(_compiled_templates())


def _compiled_templates() -> Iterator[tuple[str, bytes]]:
    """Templates as a built package has them, for each submission is marked by a process of its own."""
    with TemporaryDirectory() as folder:
        compile_templates(resource("templates"), Path(folder))
        yield from _files_below(Path(folder), "treesolve")


def _files_below(folder: Path, prefix: str) -> Iterator[tuple[str, bytes]]:
    for path in sorted(folder.rglob("*")):
        if path.is_file() and path.suffix not in _BINARY:
            yield f"{prefix}/{path.relative_to(folder).as_posix()}", path.read_bytes()


def _files_of(name: str) -> Files:
    """The files of an installed package, but for what installing has made."""
    listed = [file for file in _distribution(name).files or () if ".." not in file.parts]
    files = {str(file): Path(str(file.locate())) for file in listed if _is_carried(Path(file))}
    if not files:
        raise _unknown(name)
    return {path: file.read_bytes() for path, file in files.items() if file.is_file()}


def _is_carried(file: Path) -> bool:
    return file.suffix not in _BINARY and file.name not in _INSTALLED


def _distribution(name: str) -> Distribution:
    """An installed package; asked directly, for a backport that charts import takes the usual way away."""
    found = next(iter(MetadataPathFinder.find_distributions(DistributionFinder.Context(name=name))), None)
    if found is None:
        raise _unknown(name)
    return found


def _unknown(name: str) -> InputError:
    return InputError((Problem("wheel-unknown", None, {"name": name}),))
