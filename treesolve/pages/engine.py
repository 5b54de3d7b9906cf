"""The template engine: how templates become text, and where they are.

A built package carries the templates compiled, because Jinja takes longer to compile them than treesolve to solve a
tree. They belong to one version of Jinja; under another one, and in a checkout, the sources are used instead.

`hatch_build.py` loads this file by itself to compile them, so it imports nothing of the package.
"""

from pathlib import Path
from typing import Any

import jinja2

COMPILED = "compiled"
"""The folder of compiled templates, by version of Jinja and by language."""


def engine(loader: jinja2.BaseLoader) -> jinja2.Environment:
    """The environment every template is compiled and rendered in; a word that is not defined is an error."""
    made = jinja2.Environment(
        loader=loader,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        autoescape=False,
    )
    made.filters["capitalize_first"] = capitalized
    return made


def capitalized(text: str) -> str:
    """The text with a capital first letter.

    >>> capitalized("cut on ≥")
    'Cut on ≥'
    """
    return text[:1].upper() + text[1:]


def compiled_folder(package: Path, language: str) -> Path:
    """Where the compiled templates of a language stand, if this version of Jinja compiled them."""
    return package / COMPILED / jinja2.__version__ / language


def loader_for(package: Path, templates: Path, language: str) -> jinja2.BaseLoader:
    """What finds the templates of a language: compiled ones where they fit, else their sources."""
    compiled = compiled_folder(package, language)
    if compiled.is_dir():
        return jinja2.ModuleLoader(str(compiled))
    return jinja2.FileSystemLoader(templates / language)


def compile_templates(templates: Path, package: Path) -> None:
    """Compile the templates of every language into the folder of a package to be built."""
    for folder in sorted(path for path in templates.iterdir() if path.is_dir()):
        target = compiled_folder(package, folder.name)
        target.parent.mkdir(parents=True, exist_ok=True)
        environment: Any = engine(jinja2.FileSystemLoader(folder))
        environment.compile_templates(str(target), zip=None, ignore_errors=False)
