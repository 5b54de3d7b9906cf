"""Installed packages as wheels again: what a machine without a network installs.

Only pure Python is taken, so that a wheel fits every machine; MarkupSafe does without its part in C.
"""

import csv
import io
from base64 import urlsafe_b64encode
from collections.abc import Iterator, Mapping
from hashlib import sha256
from importlib.metadata import Distribution, DistributionFinder, MetadataPathFinder
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from treesolve.model.problem import InputError, Problem
from treesolve.model.resources import PACKAGE, resource
from treesolve.pages.engine import compile_templates

REQUIRED = ("click", "jinja2", "lark", "markupsafe")
"""The packages that marking imports."""

_INSTALLED = ("RECORD", "WHEEL", "INSTALLER", "REQUESTED", "direct_url.json")
_BINARY = (".so", ".pyd", ".dll", ".dylib", ".c", ".pyc", ".pyo")
_WHEEL = "Wheel-Version: 1.0\nGenerator: treesolve\nRoot-Is-Purelib: true\nTag: py3-none-any\n"

Files = Mapping[str, bytes]
"""What stands in a wheel, by the path within it."""


class Wheel(NamedTuple):
    """A wheel: the name of its file, and what is in it."""

    name: str
    content: bytes


def wheels() -> Iterator[Wheel]:
    """Our own wheel and those of the packages that marking imports.

    Raises InputError where the files of one are not known.
    """
    yield _wheel("treesolve", _own_files())
    for name in REQUIRED:
        yield _wheel(name, _files_of(name))


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
    """The files of an installed package, as its wheel had them."""
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


def _wheel(name: str, files: Files) -> Wheel:
    """The wheel with these files, which fits every machine."""
    stem = f"{name}-{_distribution(name).version}"
    inside = {**files, f"{stem}.dist-info/WHEEL": _WHEEL.encode()}
    inside[f"{stem}.dist-info/RECORD"] = _record(inside, f"{stem}.dist-info/RECORD")
    return Wheel(f"{stem}-py3-none-any.whl", zipped(inside))


def _record(files: Files, own: str) -> bytes:
    """The list of all files with their digests; itself is in it without."""
    written = io.StringIO()
    rows = csv.writer(written, lineterminator="\n")
    for path, content in files.items():
        digest = urlsafe_b64encode(sha256(content).digest()).rstrip(b"=").decode()
        rows.writerow((path, f"sha256={digest}", len(content)))
    rows.writerow((own, "", ""))
    return written.getvalue().encode()


def zipped(files: Files, programs: frozenset[str] = frozenset()) -> bytes:
    """A zip of the files, the same for the same files; `programs` may be executed."""
    written = io.BytesIO()
    with ZipFile(written, "w", ZIP_DEFLATED) as archive:
        for path, content in files.items():
            entry = ZipInfo(path)
            entry.compress_type = ZIP_DEFLATED
            entry.external_attr = (0o100755 if path in programs else 0o100644) << 16
            archive.writestr(entry, content)
    return written.getvalue()
