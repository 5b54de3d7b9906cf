"""The template engine: how templates become text, and where they are.

The words of a language stand in `templates/<language>`, as macros that give plain text. The pages themselves hold no
words and stand in `templates/pages`, one template for each form, named `<page>.<suffix>.jinja`. Whatever such a
template prints is escaped for its form, unless it is marked as being in that form already. Styles and scripts of
HTML pages stand beside them and are included as they are.

A built package carries the templates compiled, because Jinja takes longer to compile them than treesolve to solve a
tree. They belong to one version of Jinja; under another one, and in a checkout, the sources are used instead.

`hatch_build.py` loads this file by itself to compile them, so it imports nothing of the package.
"""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import jinja2
from markupsafe import Markup

PAGES = "pages"
"""The folder of the templates that hold no words."""

COMPILED = "compiled"
"""The folder of compiled templates, by version of Jinja and by language."""

Escape = Callable[[str], str]
"""What makes text print as itself in one form of page."""


def engine(loader: jinja2.BaseLoader, escapes: Mapping[str, Escape]) -> jinja2.Environment:
    """Return the environment every template is compiled and rendered in; a word that is not defined is an error.

    `escapes` says for each suffix of a page how its text is escaped.
    """
    made = jinja2.Environment(
        loader=loader,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        autoescape=lambda name: _suffix_of_form(name) is not None,
        finalize=_finalizer(escapes),
    )
    made.filters["capitalize_first"] = capitalized
    return made


def _suffix_of_form(name: str | None) -> str | None:
    """Return the suffix that names the form of a page; None for the words of a language."""
    parts = (name or "").split(".")
    return parts[1] if len(parts) == 3 else None


def _finalizer(escapes: Mapping[str, Escape]) -> Callable[..., Any]:
    @jinja2.pass_context
    def finalize(context: jinja2.runtime.Context, value: Any) -> Any:
        suffix = _suffix_of_form(context.name)
        return value if suffix is None or isinstance(value, Markup) else Markup(escapes[suffix](str(value)))

    return finalize


def capitalized(text: str) -> str:
    """Return the text with a capital first letter.

    >>> capitalized("cut on ≥")
    'Cut on ≥'
    """
    return text[:1].upper() + text[1:]


def compiled_folder(package: Path, language: str) -> Path:
    """Where the compiled templates of a language stand, if this version of Jinja compiled them."""
    return package / COMPILED / f"jinja_{jinja2.__version__.replace('.', '_')}" / language


def loader_for(package: Path, templates: Path, language: str) -> jinja2.BaseLoader:
    """What finds the words of a language and the pages: compiled ones where they fit, else their sources."""
    return jinja2.ChoiceLoader([_loader_of_language(package, templates, folder) for folder in (language, PAGES)])


def _loader_of_language(package: Path, templates: Path, language: str) -> jinja2.BaseLoader:
    compiled = compiled_folder(package, language)
    if compiled.is_dir():
        return jinja2.ModuleLoader(str(compiled))
    return jinja2.FileSystemLoader(templates / language)


def _is_template(name: str) -> bool:
    """Whether a file beside the sentences is one; those of a first exam are handed out as they are."""
    return not name.endswith((".tree", ".toml"))


def compile_templates(templates: Path, package: Path) -> None:
    """Compile the templates of every language into the folder of a package to be built."""
    for folder in sorted(path for path in templates.iterdir() if path.is_dir()):
        target = compiled_folder(package, folder.name)
        target.parent.mkdir(parents=True, exist_ok=True)
        environment: Any = engine(jinja2.FileSystemLoader(folder), {})
        environment.compile_templates(str(target), filter_func=_is_template, zip=None, ignore_errors=False)
