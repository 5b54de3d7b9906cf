"""Creation of an autograder for Gradescope, a zip that contains treesolve and grades one submission at a time.

Gradescope unpacks the zip to `/autograder/source`, runs `setup.sh` once, and runs `run_autograder` for each submission.
All packages are included in unpacked form and without binary parts, so that they work on every platform and need
neither pip nor network access. Without its binary part, MarkupSafe falls back to its Python implementation.
"""

import io
import json
from collections.abc import Iterator, Mapping
from importlib.metadata import Distribution, DistributionFinder, MetadataPathFinder
from pathlib import Path
from tempfile import TemporaryDirectory
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from treesolve.grading.exam import Key, key_document
from treesolve.grading.rubric import Rubric
from treesolve.model.problem import InputError, Problem
from treesolve.model.resources import PACKAGE, resource_folder
from treesolve.rendering.json.grades_json import rubric_json
from treesolve.rendering.template_engine import compile_templates
from treesolve.rendering.template_environment import words

REQUIRED_PACKAGES = ("click", "jinja2", "lark", "markupsafe")
"""The packages that grading needs in addition to treesolve."""

_INSTALLER_FILES = ("RECORD", "WHEEL", "INSTALLER", "REQUESTED", "direct_url.json")
_BINARY = (".so", ".pyd", ".dll", ".dylib", ".c", ".pyc", ".pyo")


def packages() -> Mapping[str, bytes]:
    """Return the files of treesolve and of the required packages, by path relative to the folder for packages.

    Raises InputError if a package is not installed or its files are unknown.
    """
    found = dict(_treesolve_files())
    for name in REQUIRED_PACKAGES:
        found |= _distribution_files(name)
    return found


def _treesolve_files() -> Mapping[str, bytes]:
    """Return the files of treesolve, including grammars and templates, which a checkout has outside the package."""
    found = {path: content for path, content in _distribution_files("treesolve").items() if ".dist-info/" in path}
    found |= dict(_files_below(PACKAGE, "treesolve"))
    for folder in ("grammars", "templates"):
        found |= dict(_files_below(resource_folder(folder), f"treesolve/{folder}"))
    return found | dict(_compiled_templates())


def _compiled_templates() -> Iterator[tuple[str, bytes]]:
    """Yield the templates in compiled form, which saves time because each submission is graded in a new process."""
    with TemporaryDirectory() as folder:
        compile_templates(resource_folder("templates"), Path(folder))
        yield from _files_below(Path(folder), "treesolve")


def _files_below(folder: Path, prefix: str) -> Iterator[tuple[str, bytes]]:
    for path in sorted(folder.rglob("*")):
        if path.is_file() and path.suffix not in _BINARY:
            yield f"{prefix}/{path.relative_to(folder).as_posix()}", path.read_bytes()


def _distribution_files(name: str) -> Mapping[str, bytes]:
    """Return the files of an installed package, except for binary files and files that the installer created."""
    listed = [file for file in _distribution(name).files or () if ".." not in file.parts]
    files = {str(file): Path(str(file.locate())) for file in listed if _is_bundled(Path(file))}
    if not files:
        raise _unknown_package_error(name)
    return {path: file.read_bytes() for path, file in files.items() if file.is_file()}


def _is_bundled(file: Path) -> bool:
    return file.suffix not in _BINARY and file.name not in _INSTALLER_FILES


def _distribution(name: str) -> Distribution:
    """Return the metadata of an installed package.

    The finder is used directly, because a backport that is loaded with the chart library replaces the default finder.
    """
    found = next(iter(MetadataPathFinder.find_distributions(DistributionFinder.Context(name=name))), None)
    if found is None:
        raise _unknown_package_error(name)
    return found


def _unknown_package_error(name: str) -> InputError:
    return InputError((Problem("wheel-unknown", None, {"name": name}),))


_EXECUTABLES = frozenset({"setup.sh", "run_autograder"})

_SETUP = """\
#!/bin/sh
root=${AUTOGRADER:-/autograder}
cd "$root/source" || exit 1
for python in python3 python3.11 python3.12 python3.13 python3.14; do
    if "$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
        command -v "$python" > python
        exec "$python" -m compileall -q packages
    fi
done
echo '%s' >&2
exit 1
"""

_RUN = """\
#!/bin/sh
root=${AUTOGRADER:-/autograder}
cd "$root/source" || exit 1
PYTHONPATH="$root/source/packages" exec "$(cat python)" -m treesolve.workflows.autograder_run "$root" %s
"""


def build_autograder_zip(key: Key, rubric: Rubric, language: str = "en") -> bytes:
    """Return a zip that grades submissions with the key and the rubric, with messages in the given language.

    Raises InputError for the same reasons as `packages`.
    """
    too_old = words(language, "quiz.jinja").python_too_old().replace("'", "’")
    texts = {
        "setup.sh": _SETUP % too_old,
        "run_autograder": _RUN % language,
        "key.json": key_document(key._replace(full_names={})),  # not needed for grading
        "rubric.json": json.dumps(rubric_json(rubric), indent=1) + "\n",
    }
    files = {name: text.encode() for name, text in texts.items()}
    return _build_zip({**files, **{f"packages/{path}": content for path, content in packages().items()}})


def _build_zip(files: dict[str, bytes]) -> bytes:
    """Return a zip of the files that is always the same for the same files, because it has no time stamps."""
    buffer = io.BytesIO()
    with ZipFile(buffer, "w") as archive:
        for path, content in files.items():
            entry = ZipInfo(path)
            entry.external_attr = (0o100755 if path in _EXECUTABLES else 0o100644) << 16
            archive.writestr(entry, content, ZIP_DEFLATED)
    return buffer.getvalue()
