"""The template engine, which finds templates and renders them to text.

The words of a language are in `templates/<language>`, as macros that return plain text. The page templates in
`templates/pages` contain no words. There is one page template for each page and format, named `<page>.<suffix>.jinja`.
The output of page templates is escaped for the format, unless it is already marked as markup. Styles and scripts of
HTML pages are in the same folder and are included verbatim.

A built package contains compiled templates, because compiling them with Jinja takes longer than solving a tree.
Compiled templates work with only one version of Jinja. With another version, and in a checkout, the sources are used
instead.

`hatch_build.py` loads this file on its own to compile the templates, so this file must not import the package.
"""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import jinja2
from markupsafe import Markup

PAGES = "pages"
"""The folder of the page templates."""

COMPILED = "compiled"
"""The folder of compiled templates, with subfolders by Jinja version and by language."""

Escape = Callable[[str], str]
"""A function that escapes text for one output format."""


def engine(loader: jinja2.BaseLoader, escapes: Mapping[str, Escape]) -> jinja2.Environment:
    """Return the environment that compiles and renders all templates, in which undefined variables are errors.

    `escapes` maps the suffix of each format to the function that escapes text for the format.
    """
    environment = jinja2.Environment(
        loader=loader,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        autoescape=lambda name: _suffix_of_form(name) is not None,
        finalize=_finalizer(escapes),
    )
    environment.filters["capitalize_first"] = capitalized
    return environment


def _suffix_of_form(name: str | None) -> str | None:
    """Return the format suffix of a page template, or None for a template with the words of a language."""
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


def compiled_templates_folder(package: Path, language: str) -> Path:
    """Return the folder with a language's templates, compiled for the running version of Jinja."""
    return package / COMPILED / f"jinja_{jinja2.__version__.replace('.', '_')}" / language


def loader_for(package: Path, templates: Path, language: str) -> jinja2.BaseLoader:
    """Return a loader for the words of a language and the page templates.

    It loads compiled templates if they exist, and otherwise the sources.
    """
    return jinja2.ChoiceLoader([_loader_of_language(package, templates, folder) for folder in (language, PAGES)])


def _loader_of_language(package: Path, templates: Path, language: str) -> jinja2.BaseLoader:
    compiled = compiled_templates_folder(package, language)
    if compiled.is_dir():
        return jinja2.ModuleLoader(str(compiled))
    return jinja2.FileSystemLoader(templates / language)


def _is_template(name: str) -> bool:
    """Return whether a file is a template, which the files of the first exam are not."""
    return not name.endswith((".tree", ".toml"))


def compile_templates(templates: Path, package: Path) -> None:
    """Compile the templates of all languages into the folder of the package to be built."""
    for folder in sorted(path for path in templates.iterdir() if path.is_dir()):
        target = compiled_templates_folder(package, folder.name)
        target.parent.mkdir(parents=True, exist_ok=True)
        environment: Any = engine(jinja2.FileSystemLoader(folder), {})
        environment.compile_templates(str(target), filter_func=_is_template, zip=None, ignore_errors=False)
