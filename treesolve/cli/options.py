"""Options that several commands share, and how they steer a run."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from treesolve.cli.language import language_named, spoken_language
from treesolve.cli.lecturer import hold_templates, lecturer_defaults, usual_language
from treesolve.cli.output import FormChoice, is_device
from treesolve.model.convention import CONVENTIONS, DEFAULT, Convention
from treesolve.model.input_file import Input
from treesolve.model.problem import InputError, Problem
from treesolve.model.resources import languages
from treesolve.model.tree import Kind, Tree

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

    from treesolve.notation.convention_rules import Expression

Command = TypeVar("Command", bound=Callable[..., Any])

FILES = click.Path(allow_dash=True, readable=False)
"""What names a file; a shell completes it. Whether it is there is seen when it is read."""

Forms = Mapping[str, tuple[str, ...]]
"""The forms a command writes, each with the endings of files that stand for it."""

ENDINGS: Forms = {
    "text": (".txt",),
    "json": (".json", ".jsonl"),
    "markdown": (".md",),
    "html": (".html", ".htm"),
    "latex": (".tex",),
    "typst": (".typ",),
    "pdf": (".pdf",),
    "csv": (".csv",),
    "svg": (".svg",),
    "png": (".png",),
    "dot": (".dot", ".gv"),
    "tree": (".tree",),
}
"""All forms of what is written, each with the endings of files that stand for it."""


def forms_of(*names: str) -> Forms:
    """The forms of these names, each with its endings."""
    return {name: ENDINGS[name] for name in names}


SOLUTION_FORMS = forms_of("text", "json", "markdown", "html", "latex", "typst", "pdf")
PICTURE_FORMS = forms_of("text", "svg", "pdf", "png", "latex", "typst", "dot")


def value_option(
    *names: str, of: str, told: str, read: Callable[[Any], Any] | None = None, **more: Any
) -> Callable[[Command], Command]:
    """An option with a value, which help calls `of`; `read` reads its text, and its mistakes are told there."""
    return click.option(*names, metavar=of, help=told, callback=read and read_by(read), **more)


def file_option(*names: str, told: str, of: str = "FILE", **more: Any) -> Callable[[Command], Command]:
    """An option that names a file."""
    return click.option(*names, type=FILES, metavar=of, help=told, **more)


def output_option(
    told: str = "Write to FILE, which appears only when it is complete.", of: str = "FILE", **more: Any
) -> Callable[[Command], Command]:
    """-o, for one file."""
    return file_option("-o", "--output", "output_path", told=told, of=of, **more)


def format_option(forms: Forms, told: str) -> Callable[[Command], Command]:
    """--format, with the forms a command writes."""
    told += " [default: by the ending of FILE, else text]"
    return click.option("--format", "form", type=FormChoice(forms), help=told)


def seed_option(told: str) -> Callable[[Command], Command]:
    """--seed, which is any text."""
    return click.option("--seed", metavar="TEXT", help=f"{told} [default: a new one, which is told]")


def jobs_option(command: Command) -> Command:
    """--jobs, in how many processes a command works."""
    told = "Work in so many processes. [default: as many as pay]"
    return click.option("--jobs", type=click.IntRange(1, 64), help=told)(command)


_DRAWN = {"treesolve solve": "treesolve draw FILE --solved", "treesolve convert": "treesolve draw FILE"}
"""What draws the tree that a command takes, for those that write no pictures."""


def chosen_format(form: str | None, output_path: str | None, forms: Forms = SOLUTION_FORMS, asked: str = "") -> str:
    """The form asked for, or the one the ending of the output file stands for; text where it has none.

    Raises a usage error where nobody writes that form, or files with such an ending; `asked` is the option that wants
    other forms than the command has without it.
    """
    if form and form not in forms:
        raise usage_error(Problem("form-elsewhere", None, {"form": form, "known": ", ".join(forms)}))
    ending = Path(output_path or "").suffix.lower()
    named = {written: name for name, endings in forms.items() for written in endings}
    if form or not ending or (output_path and is_device(output_path)):
        return form or "text"
    if ending not in named:
        context = click.get_current_context()
        command = f"{context.command_path} {asked}".rstrip()
        is_picture = command in _DRAWN and any(ending in endings for endings in PICTURE_FORMS.values())
        elsewhere = f"{_DRAWN[command]} -o x{ending}" if is_picture else ""
        facts: dict[str, object] = {"ending": ending, "known": ", ".join(named), "elsewhere": elsewhere}
        facts |= {"command": command, "format": any(param.name == "form" for param in context.command.params)}
        facts["notation"] = "" if is_picture else _command_for_notation(context, ending)
        raise bad_parameter(Problem("unknown-ending", None, facts), "-o")
    return named[ending]


def _command_for_notation(context: click.Context, ending: str) -> str:
    """The line that writes a tree in the notation of an ending, for a command that has one; "" where there is none."""
    from treesolve.notation.foreign.carried import ENDINGS

    has_tree = context.info_name in ("solve", "draw", "check", "generate", "unfold")
    return f"treesolve check --fix FILE -o x{ending}" if has_tree and ending[1:] in ENDINGS else ""


class LanguageChoice(click.Choice[str]):
    """The choice of a language, by its code or by what people call it."""

    def __init__(self) -> None:
        super().__init__(languages())

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:  # noqa: ARG002
        """The code of the language. Raises a usage error for a word that means none."""
        found = language_named(str(value))
        if found is None:
            option = str(param.opts[0]) if param else "--language"
            raise bad_parameter(
                Problem("language-unknown", None, {"text": str(value), "known": ", ".join(languages())}), option
            )
        return found


def language_option(command: Command) -> Command:
    """--language, the words of it being the lecturer's own where there are such."""

    def held(context: click.Context, _param: click.Parameter, language: str) -> str:
        hold_templates(context)
        return language

    return click.option(
        "--language",
        type=LanguageChoice(),
        callback=held,
        default=usual_language,
        envvar="TREESOLVE_LANGUAGE",
        is_eager=True,  # mistakes in other options are told in it
        help="The language of all that is written. [default: TREESOLVE_LANGUAGE, else treesolve.toml's, else en]",
    )(command)


def bad_parameter(problem: Problem, option: str, *more: Problem) -> click.BadParameter:
    """The problem as click's usage error for an option, and more in the same value; each where it stands in that."""
    from treesolve.pages.problem import problem_excerpt, problem_sentence

    told = [problem_sentence(one, spoken_language()) + problem_excerpt(one) for one in (problem, *more)]
    return click.BadParameter("\n".join(told), param_hint=f"'{option}'")


def read_by(reader: Callable[[Any], Any]) -> Callable[[click.Context, click.Parameter, Any], Any]:
    """What click calls for an option or an argument whose text a reader reads; its mistakes are told there."""

    def read(_ctx: click.Context, param: click.Parameter, written: Any) -> Any:
        try:
            return None if written is None else reader(written)
        except InputError as error:
            named = str(param.opts[0]) if isinstance(param, click.Option) else str(param.name).upper()
            raise bad_parameter(error.problems[0], named) from None

    return read


def usage_error(problem: Problem, context: click.Context | None = None, language: str = "") -> click.UsageError:
    """The problem as click's usage error, in the language of the run where nobody names another."""
    from treesolve.pages.problem import problem_sentence

    return click.UsageError(problem_sentence(problem, language or spoken_language()), context)


def missing_argument() -> click.MissingParameter:
    """The usage error for a command that is called without its first argument."""
    context = click.get_current_context()
    argument = next(one for one in context.command.params if isinstance(one, click.Argument))
    return click.MissingParameter(ctx=context, param=argument)


def check_options_exclusive(asked: Mapping[str, bool]) -> None:
    """Raise a usage error where more than one of these options is asked for."""
    if len(names := [name for name, is_asked in asked.items() if is_asked]) > 1:
        raise usage_error(Problem("questions-apart", None, {"one": names[0], "other": names[1]}))


def convention_options(command: Command, *, several: bool = False, told: str = "") -> Command:
    """--convention, of which there may be several; `told` is what its help says, if not the usual."""
    usual = (
        "A lecture or a TOML file with your own, perhaps changed: aima, aima:cut=strict,order=right-left; "
        f":cut=never changes the file's. [default: the file's, else {DEFAULT.id}]"
    )
    return click.option(
        "-c",
        "--convention",
        "lecture",
        metavar="LECTURE[:RULES]",
        multiple=True,
        callback=None if several else only_lecture,
        shell_complete=lecture_names,
        help=told or usual,
    )(command)


def only_lecture(ctx: click.Context, param: click.Parameter, named: tuple[str, ...]) -> str | None:
    """The one lecture that is named, if any. Raises a usage error where there are several; the signature is click's."""
    if len(named) > 1:
        accepts = any(one.name == "accept" for one in ctx.command.params)
        raise usage_error(Problem("several-lectures", None, {"one": named[0], "other": named[1], "accepts": accepts}))
    return named[0] if named else None


def lecture_names(ctx: click.Context, param: click.Parameter, incomplete: str) -> "list[CompletionItem]":
    """The lectures a shell may offer, and files for those of one's own; the signature is click's."""
    from click.shell_completion import CompletionItem

    named = [CompletionItem(name) for name in CONVENTIONS if name.startswith(incomplete)]
    return named or [CompletionItem(incomplete, type="file")]


def named_convention(written: str, option: str = "--convention") -> Convention:
    """The convention an expression stands for; rules without a lecture change the default.

    Raises a usage error naming the option where it stands for none, InputError for what is wrong in a file.
    """
    if written in CONVENTIONS:
        return CONVENTIONS[written]
    from treesolve.notation.convention_expression import read_expression

    try:
        return read_expression(written)
    except InputError as error:
        if error.problems[0].text == written:
            first, *more = error.problems
            raise bad_parameter(first, option, *more) from None
        raise


def absolute_convention(written: str, option: str) -> Convention:
    """The convention of an expression that has to name a lecture. Raises what `named_convention` does."""
    from treesolve.notation.convention_rules import names_lecture

    if not names_lecture(written):
        raise bad_parameter(Problem("rules-without-lecture", None, {"text": written.strip()}), option)
    return named_convention(written, option)


def own_convention(tree: Tree, found: Input) -> Convention | None:
    """The convention that a tree's own header says, read beside the tree where it is in a file.

    None where the header says nothing. Raises InputError, pointing at the header, where the file is missing.
    """
    if tree.convention is None or tree.convention in CONVENTIONS:
        return CONVENTIONS.get(tree.convention or "")
    from treesolve.notation.convention_expression import read_expression
    from treesolve.notation.headers import read_headers

    try:
        return read_expression(tree.convention, folder=Path(found.source).parent)
    except InputError as error:
        header = read_headers(found.text).get("convention")
        raise InputError(tuple(header.placed(one, found.text) if header else one for one in error.problems)) from None


def named_conventions_and_own(own: Convention | None) -> list[Convention]:
    """All named lectures; before them the one a tree's header names, if it is none of them."""
    named = list(CONVENTIONS.values())
    return named if own is None or own in named else [own, *named]


class Steering:
    """What --convention says in one run, if anything, applied to one file after the other."""

    def __init__(self, written: str | None) -> None:
        self.asked: Convention | None = None
        self.expression: Expression | None = None
        if written is not None:
            from treesolve.notation.convention_rules import parse_expression

            self.asked = named_convention(written)
            self.expression = parse_expression(written)

    @property
    def steers(self) -> bool:
        """Whether the option asks for anything."""
        return self.expression is not None

    @property
    def changes_own(self) -> bool:
        """Whether it depends on the convention of a file what is asked for."""
        return self.expression is None or self.expression.lecture is None

    def convention_for(self, tree: Tree, found: Input, before: Convention | None = None) -> Convention:
        """The convention to search this tree with: the option's, else the file's, the one before, or the default.

        Raises InputError where rules make no sense for the lecture the file names.
        """
        if tree.has_payoffs:
            from treesolve.search.maxn import maxn_convention

            self.check_payoffs(found.source)
            return maxn_convention(tree)
        asks_chance = self.expression is not None and self.expression.rules.get("chance", "never") != "never"
        if asks_chance and Kind.CHANCE in tree.kinds and tree.bounds is None:
            raise InputError((Problem("chance-without-bounds", None, {}, found.source),))
        own = own_convention(tree, found) if self.changes_own else None
        return self.steer(before if own is None else own)

    def check_payoffs(self, source: str) -> None:
        """Raise InputError where the option asks for more than a tree with payoffs for several players can take."""
        if self.steers:
            raise InputError((Problem("payoffs-only-maxn", None, {}, source),))

    def steer(self, own: Convention | None = None) -> Convention:
        """The convention that is meant where `own` would be without the option.

        Raises InputError where the rules the option asks for make no sense for it.
        """
        if own is None and (usual := lecturer_defaults()):
            own = usual.convention
        if own is None or self.expression is None or not self.changes_own:
            return self.asked or own or DEFAULT
        try:
            return self.expression.changing(own)
        except InputError as error:
            raise InputError(tuple(one._replace(span=None, text=None) for one in error.problems)) from None
