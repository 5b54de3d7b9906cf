"""Decorators for options shared by several commands: `@option.language`, `@option.file("--roster", description=...)`.

All style options are values of a single option: `--style shapes=circles,paper=letter,boards`. Some style options have a
value; the others are switches.

The modules for examples and for shell completion are imported only if needed.
"""

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

import click

from treesolve.cli.lecturer_defaults import default_language, find_language, lecturer_defaults
from treesolve.cli.output_formats import FormChoice, Forms
from treesolve.cli.usage_error import bad_parameter, parse_with, usage_error
from treesolve.model.convention import CONVENTIONS, DEFAULT
from treesolve.model.problem import InputError, Problem, Span, nearest
from treesolve.model.resources import languages

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem


_MIN_WIDTH = 20

_VALUES: dict[str, tuple[str, ...]] = {
    "shapes": ("triangles", "squares", "circles"),
    "paper": ("a4", "letter"),
    "width": ("COLUMNS",),
    "boards": (),
    "large-print": (),
    "two-up": (),
    "letters": (),
    "pages": ("html", "pdf", "latex", "typst", "markdown", "text"),
    "steps": (),
}
"""Style options with their possible values. Switches have none; COLUMNS is a placeholder for a number."""


class Style(NamedTuple):
    """The style options of a run. `explicit` names the options that were given; the others have their defaults.

    `pages` is the format of students' pages. `shapes` is named after the shape of MAX nodes. `width` is the width of
    text drawings in columns, or None for the width of the terminal. `boards` draws the positions of games, `letters`
    names their nodes A, B, C, and `steps` shows every step of the search.
    """

    shapes: str = "triangles"
    paper: str = "a4"
    width: int | None = None
    boards: bool = False
    large_print: bool = False
    two_up: bool = False
    letters: bool = False
    pages: str = "html"
    steps: bool = False
    explicit: frozenset[str] = frozenset()


def _style_defaults(keys: tuple[str, ...], style: Style) -> Style:
    """Return a style with the options `keys` taken from another style, as defaults that were not given explicitly."""
    fields = {key.replace("-", "_") for key in keys}
    return Style(**{field: getattr(style, field) for field in fields})


def _key_with_values(key: str) -> str:
    """Return the notation of a style option with all its values."""
    return f"{key}={'|'.join(_VALUES[key])}" if _VALUES[key] else key


def read_style(text: str, keys: tuple[str, ...] = tuple(_VALUES), start: Style | None = None) -> Style:
    """Parse style options. Only the options in `keys` are valid; the values of the others are taken from `start`.

    Raises InputError, with the position in the text, for an invalid key or value.

    >>> read_style("shapes=circles, boards").shapes
    'circles'
    """
    style, offset = start or Style(), 0
    for item in text.split(","):
        word = item.strip()
        if word:
            begin = offset + item.index(word)
            field, value = _field_and_value(word, keys, Span(begin, begin + len(word)), text)
            style = style._replace(explicit=style.explicit | {field})._replace(**{field: value})
        offset += len(item) + 1
    return style


def _field_and_value(word: str, keys: tuple[str, ...], span: Span, text: str) -> tuple[str, Any]:
    """Return the field of Style that one style option sets, and the value for it."""
    key, sign, value = (part.strip().lower() for part in word.partition("="))
    facts: dict[str, object] = {"key": key, "value": value}
    if key not in keys:
        facts |= {
            "nearest": nearest(key, keys),
            "known": ", ".join(map(_key_with_values, keys)),
            "elsewhere": key in _VALUES,
        }
        raise InputError((Problem("style-key", span, facts, text=text),))
    if not _VALUES[key]:
        if sign:
            raise InputError((Problem("style-switch", span, facts, text=text),))
        return key.replace("-", "_"), True
    if key == "width" and value.isascii() and value.isdigit() and len(value) < 10 and int(value) >= _MIN_WIDTH:
        return key, int(value)
    if key == "width" or value not in _VALUES[key]:
        facts |= {"nearest": nearest(value, _VALUES[key]), "known": ", ".join(_VALUES[key])}
        facts |= {"least": _MIN_WIDTH if key == "width" else None}
        raise InputError((Problem("style-value", span, facts, text=text),))
    return key, value


def write_style(style: Style, fields: Iterable[str]) -> str:
    """Return the given fields of a style in the notation that `read_style` parses.

    >>> write_style(read_style("boards,paper=letter"), ["paper", "boards"])
    'paper=letter,boards'
    """
    keys = [key for key in _VALUES if key.replace("-", "_") in set(fields)]
    return ",".join(f"{key}={getattr(style, key)}" if _VALUES[key] else key for key in keys)


Command = TypeVar("Command", bound=Callable[..., Any])


FILES = click.Path(allow_dash=True, readable=False)
"""Type of file arguments, with completion. Whether a file exists is checked only when it is read."""


EXAMPLES = "files of examples"
"""Key under which the context's `meta` stores the files of the examples given by --example."""


def files(command: Command, *, required: bool = True) -> Command:
    """Add the argument FILE... and the option --example to a command.

    The command gets the files of both as `files`. If `required` is true, at least one file must be given.
    """

    def hold(names: tuple[str, ...]) -> None:
        from treesolve.authoring.bundled_exercise import example_path

        click.get_current_context().meta[EXAMPLES] = tuple(map(example_path, names))

    def all_files(context: click.Context, param: click.Parameter, files: tuple[str, ...]) -> tuple[str, ...]:
        found = (*files, *context.meta.get(EXAMPLES, ()))
        if required and not found:
            raise click.MissingParameter(ctx=context, param=param)
        return found

    description = "An exercise that came with treesolve, in the place of FILE; “treesolve list examples” has them all."
    example = value("--example", of="NAME", description=description, read=hold, multiple=True, expose_value=False)
    command = example(command)
    return click.argument("files", nargs=-1, type=FILES, metavar="FILE...", callback=all_files)(command)


def value(
    *names: str, of: str, description: str, read: Callable[[Any], Any] | None = None, **more: Any
) -> Callable[[Command], Command]:
    """Return an option with the metavar `of`.

    `read` parses the value of the option; an InputError that it raises becomes a usage error.
    """
    return click.option(*names, metavar=of, help=description, callback=read and parse_with(read), **more)


def file(*names: str, description: str, of: str = "FILE", **more: Any) -> Callable[[Command], Command]:
    """Return an option whose value is a path."""
    return click.option(*names, type=FILES, metavar=of, help=description, **more)


def output(
    description: str = "Write to FILE, which appears only when it is complete.", of: str = "FILE", **more: Any
) -> Callable[[Command], Command]:
    """Return the option -o for a single file."""
    return file("-o", "--output", "output_path", description=description, of=of, **more)


def outputs(forms: Forms) -> Callable[[Command], Command]:
    """Return the options --format, with the output formats of a command, and -o, which may be repeated.

    The command gets `form` and `output_paths`, which `targets` combines into output targets.
    """

    def decorate(command: Command) -> Command:
        description = (
            "Write to FILE, which appears only when it is complete; repeatable, each in the form of its ending."
        )
        command = file("-o", "--output", "output_paths", description=description, multiple=True)(command)
        return form(forms, "What to write, with at most one -o.")(command)

    return decorate


def form(forms: Forms, description: str) -> Callable[[Command], Command]:
    """Return the option --format with the output formats of a command."""
    description += " [default: by the ending of FILE, else text]"
    return click.option("--format", "form", type=FormChoice(forms), help=description)


def seed(description: str, of: str = "TEXT", default: str = "random, printed") -> Callable[[Command], Command]:
    """Return the option --seed, whose value can be any text."""
    return value("--seed", of=of, description=f"{description} [default: {default}]")


def jobs(command: Command) -> Command:
    """Add the option --jobs, the number of processes."""
    description = "Number of parallel processes. [default: automatic]"
    return click.option("--jobs", type=click.IntRange(1, 64), help=description)(command)


class LanguageChoice(click.Choice[str]):
    """Parameter type for a language, given by its code or its name."""

    def __init__(self) -> None:
        super().__init__(languages())

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:  # noqa: ARG002
        """Return the code of the language. Raises a usage error if it is unknown."""
        found = find_language(str(value))
        if found is None:
            option = str(param.opts[0]) if param else "--language"
            raise bad_parameter(
                Problem("language-unknown", None, {"text": str(value), "known": ", ".join(languages())}), option
            )
        return found


def language(command: Command) -> Command:
    """Add the option --language."""

    def held(_context: click.Context, _param: click.Parameter, language: str) -> str:
        lecturer_defaults()  # also applies the letterhead
        return language

    return click.option(
        "--language",
        type=LanguageChoice(),
        callback=held,
        default=default_language,
        envvar="TREESOLVE_LANGUAGE",
        is_eager=True,  # errors in other options are reported in this language
        help="The language of all that is written. [default: TREESOLVE_LANGUAGE, else treesolve.toml's, else en]",
    )(command)


def convention(command: Command, *, several: bool = False, description: str = "") -> Command:
    """Add the option --convention, which may be repeated if `several` is true.

    The help text is `description`, or a default text if the description is empty.
    """
    usual = (
        "A convention or a TOML file with your own, perhaps changed: aima, aima:cut=strict,order=right-left; "
        f":cut=never changes the file's. [default: the file's, else {DEFAULT.id}]"
    )
    return click.option(
        "-c",
        "--convention",
        "convention",
        metavar="CONVENTION[:RULES]",
        multiple=True,
        callback=None if several else _only_convention,
        shell_complete=convention_names,
        help=description or usual,
    )(command)


def _only_convention(ctx: click.Context, param: click.Parameter, named: tuple[str, ...]) -> str | None:
    """Return the single value of --convention. This is a callback for click.

    Raises a usage error if the option is given several times.
    """
    if len(named) > 1:
        accepts = any(one.name == "accept" for one in ctx.command.params)
        raise usage_error(
            Problem("several-conventions", None, {"one": named[0], "other": named[1], "accepts": accepts})
        )
    return named[0] if named else None


def convention_names(ctx: click.Context, param: click.Parameter, incomplete: str) -> "list[CompletionItem]":
    """Return completions for the shell: names of conventions if any match, otherwise files.

    Click prescribes the signature.
    """
    from click.shell_completion import CompletionItem

    named = [CompletionItem(name) for name in CONVENTIONS if name.startswith(incomplete)]
    return named or [CompletionItem(incomplete, type="file")]


def style(*keys: str) -> Callable[[Command], Command]:
    """Return the option --style for a command to which `keys` apply. The command gets a Style as `style`."""

    def read(_ctx: click.Context, _param: click.Parameter, written: str | None) -> Style:
        start = _style_defaults(keys, lecturer_defaults().style or Style())
        try:
            return read_style(written or "", keys, start)
        except InputError as error:
            raise bad_parameter(error.problems[0], "--style") from None

    description = "Looks, with commas between them: " + ", ".join(map(_key_with_values, keys)) + "."
    return click.option("--style", "style", metavar="LOOKS", callback=read, help=description)


rubric: Callable[[Command], Command] = file(
    "--rubric", "rubric_path", description="How to mark: points, rounding, grades, in TOML."
)


def marking_scheme(command: Command) -> Command:
    """Add the options --rubric, --accept and --convention."""
    description = "A convention that counts as right, too, as in --convention; repeatable."
    return convention(
        rubric(value("--accept", of="CONVENTION[:RULES]", description=description, multiple=True)(command))
    )


def marking(command: Command) -> Command:
    """Add the options that `marking_scheme` adds, and --feedback."""
    command = click.option(
        "--feedback",
        type=click.Choice(("full", "hints")),
        default="full",
        help="Full feedback has the right answers; hints only say where to look again. [default: full]",
    )(command)
    return marking_scheme(command)
