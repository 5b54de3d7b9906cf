"""Options that several commands share, and how they steer a run."""

import os
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from treesolve.cli.inputs import Input, read_as
from treesolve.cli.output import FormChoice, is_device
from treesolve.model.convention import ALGORITHMS, CHOICES, CONVENTIONS, DEFAULT, Convention
from treesolve.model.number import Number
from treesolve.model.problem import InputError, Problem
from treesolve.model.tree import Kind, Tree

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

MAXN = "maxn"
"""The algorithm for trees with payoffs for several players; it belongs to no lecture."""

LANGUAGES = ("en", "de")
PAPER_NAMES = ("a4", "letter")
SHAPE_NAMES = ("triangles", "squares", "circles")

Command = TypeVar("Command", bound=Callable[..., Any])

FILES = click.Path(allow_dash=True, readable=False)
"""What names a file; a shell completes it. Whether it is there is seen when it is read."""

Forms = Mapping[str, tuple[str, ...]]
"""The forms a command writes, each with the endings of files that stand for it."""

TABLE_FORMS: Forms = {"text": (".txt",), "json": (".json", ".jsonl"), "markdown": (".md",)}
SOLUTION_FORMS: Forms = {
    **TABLE_FORMS,
    "html": (".html", ".htm"),
    "latex": (".tex",),
    "typst": (".typ",),
    "pdf": (".pdf",),
}
PICTURE_FORMS: Forms = {
    "text": (".txt",),
    "svg": (".svg",),
    "pdf": (".pdf",),
    "png": (".png",),
    "latex": (".tex",),
    "typst": (".typ",),
    "dot": (".dot", ".gv"),
}


def output_options_for(forms: Forms) -> Callable[[Command], Command]:
    """--format, with the forms a command writes, and -o."""

    def decorate(command: Command) -> Command:
        command = click.option(
            "-o",
            "--output",
            "output_path",
            type=FILES,
            metavar="FILE",
            help="Write to FILE, which appears only when it is complete.",
        )(command)
        return click.option(
            "--format",
            "form",
            type=FormChoice(forms),
            help="What to write. [default: by the ending of FILE, else text]",
        )(command)

    return decorate


output_options = output_options_for(TABLE_FORMS)
"""--format and -o for what is written as a table."""


def chosen_format(form: str | None, output_path: str | None, forms: Forms = TABLE_FORMS, asked: str = "") -> str:
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
        command = f"{click.get_current_context().command_path} {asked}".rstrip()
        facts = {"ending": ending, "known": ", ".join(named), "command": command}
        raise bad_parameter(Problem("unknown-ending", None, facts), "-o")
    return named[ending]


def language_option(command: Command) -> Command:
    """--language."""
    return click.option(
        "--language",
        type=click.Choice(LANGUAGES),
        default="en",
        envvar="TREESOLVE_LANGUAGE",
        is_eager=True,  # mistakes in other options are told in it
        help="The language of all that is written. [default: TREESOLVE_LANGUAGE, else en]",
    )(command)


def look_options(command: Command) -> Command:
    """--shapes, --paper and --width: what drawings look like."""
    command = click.option("--width", type=click.IntRange(20), help="Draw text at most so many columns wide.")(command)
    command = click.option("--paper", type=click.Choice(PAPER_NAMES), default="a4", help="The paper of pages.")(command)
    return click.option(
        "--shapes",
        type=click.Choice(SHAPE_NAMES),
        default="triangles",
        help="The outlines of nodes, named after MAX's: MIN is then a circle, or a square. [default: triangles]",
    )(command)


def read_bound(ctx: click.Context, param: click.Parameter, written: str | None) -> Number | None:
    """The exact number an option holds, in the notation of tree files."""
    from treesolve.notation.number_text import read_number

    if written is None:
        return None
    try:
        return read_number(written)
    except ValueError:
        raise bad_parameter(Problem("not-a-number", None, {"text": written}), str(param.opts[0])) from None


def bad_parameter(problem: Problem, option: str) -> click.BadParameter:
    """The problem as click's usage error for an option."""
    from treesolve.pages.problem import problem_sentence

    return click.BadParameter(problem_sentence(problem, spoken_language()), param_hint=f"'{option}'")


def usage_error(problem: Problem) -> click.UsageError:
    """The problem as click's usage error."""
    from treesolve.pages.problem import problem_sentence

    return click.UsageError(problem_sentence(problem, spoken_language()))


def check_apart(asked: Mapping[str, bool]) -> None:
    """Raise a usage error where more than one of these options is asked for."""
    if len(names := [name for name, is_asked in asked.items() if is_asked]) > 1:
        raise usage_error(Problem("questions-apart", None, {"one": names[0], "other": names[1]}))


def spoken_language() -> str:
    """The language of the command that runs; while its options are still being read, that of the environment."""
    context = click.get_current_context(silent=True)
    asked = context.params.get("language") if context else None
    found = asked or os.environ.get("TREESOLVE_LANGUAGE", "en")
    return found if found in LANGUAGES else "en"


def convention_options(command: Command, *, several: bool = False) -> Command:
    """--convention, of which there may be several, and an option for every field a lecture can differ in."""
    for name in reversed(_HELP):
        choices = [choice for choice in CHOICES[name] if name == "chance" or choice not in ("never", "none")]
        option = f"--{name.replace('_', '-')}"
        command = click.option(option, name, type=click.Choice(choices), help=_HELP[name])(command)
    for name in ("beta", "alpha"):
        told = f"Start with this {name}."
        command = click.option(f"--{name}", metavar="NUMBER", callback=read_bound, help=told)(command)
    command = click.option("--algorithm", type=click.Choice([*ALGORITHMS, MAXN]), help="Search with this algorithm.")(
        command
    )
    return click.option(
        "-c",
        "--convention",
        "lecture",
        metavar="LECTURE",
        multiple=several,
        shell_complete=lecture_names,
        help=f"A named lecture, or a TOML file with your own. [default: the file's, else {DEFAULT.id}]",
    )(command)


_HELP = {
    "cut": "Cut when the bound has reached (>=) or passed (>) the opposite one.",
    "bounds": "Hand down all bounds, or only the parent's.",
    "returns": "What an inner node returns.",
    "test": "When the cut is tested.",
    "order": "In which order children are visited.",
    "ties": "Which of several best children is chosen.",
    "chance": "How chance nodes are cut, in a tree with bounds.",
    "perspective": "Whose view written values take.",
    "forced_move": "Whether a root with one child is searched.",
    "empty_cuts": "Whether cuts after a last child are shown.",
    "wording": "In which words steps are told.",
}


def lecture_names(ctx: click.Context, param: click.Parameter, incomplete: str) -> "list[CompletionItem]":
    """The lectures a shell may offer, and files for those of one's own; the signature is click's."""
    from click.shell_completion import CompletionItem

    named = [CompletionItem(name) for name in CONVENTIONS if name.startswith(incomplete)]
    return named or [CompletionItem(incomplete, type="file")]


def named_convention(name: str, option: str = "--convention") -> Convention:
    """The lecture of that name or in that TOML file. Raises a usage error naming the option where there is none."""
    from treesolve.model.problem import nearest

    if name in CONVENTIONS:
        return CONVENTIONS[name]
    if name.endswith(".toml"):
        return convention_in(Path(name))
    facts = {"value": name, "nearest": nearest(name, tuple(CONVENTIONS)), "known": ", ".join(CONVENTIONS)}
    raise bad_parameter(Problem("unknown-lecture", None, facts), option)


def convention_in(path: Path) -> Convention:
    """The lecture in a TOML file. Raises InputError where there is none."""
    from treesolve.notation.convention_file import read_convention

    return read_as(read_convention, path)


def own_convention(tree: Tree, found: Input) -> Convention | None:
    """The lecture that a tree's own header names, if it is one of the named ones or a file beside the tree.

    None where the header says nothing. Raises InputError, pointing at the header, where the file is missing.
    """
    if tree.convention is None or tree.convention in CONVENTIONS:
        return CONVENTIONS.get(tree.convention or "")
    path = Path(found.source).parent / tree.convention
    if not path.is_file():
        from treesolve.notation.headers import read_headers

        header = read_headers(found.text).get("convention")
        span = header.span if header else None
        raise InputError((Problem("lecture-not-found", span, {"path": str(path)}, found.source, found.text),))
    return convention_in(path)


def with_own(own: Convention | None) -> list[Convention]:
    """All named lectures; before them the one a tree's header names, if it is none of them."""
    named = list(CONVENTIONS.values())
    return named if own is None or own in named else [own, *named]


class Steering:
    """What the convention options of one run say, applied to one file after the other."""

    def __init__(self, options: dict[str, Any], *, chance_cuts: bool = False) -> None:
        """`chance_cuts` says that the command can tell of cuts at chance nodes."""
        self.chance_cuts = chance_cuts
        lecture = options.pop("lecture")
        algorithm = options.pop("algorithm")
        self.is_maxn = algorithm == MAXN
        self.algorithm: str | None = None if self.is_maxn else algorithm
        self.alpha, self.beta = options.pop("alpha"), options.pop("beta")
        self.fields = {name: value for name, value in options.items() if value is not None}
        self.lecture = named_convention(lecture) if lecture else None
        try:
            self.steer(self.lecture or DEFAULT)
        except InputError as error:
            raise usage_error(error.problems[0]) from None

    @property
    def steers(self) -> bool:
        """Whether the options ask for anything."""
        given = (self.algorithm, self.lecture, self.alpha, self.beta)
        return bool(self.fields) or any(one is not None for one in given)

    def convention_for(self, tree: Tree, found: Input) -> Convention:
        """The convention to search this tree with: the option's, else the file's, else the default.

        Raises InputError where the options make no sense for the lecture the file names, and where chance nodes would
        be cut and the command cannot tell of that.
        """
        from treesolve.search.solution import cuts_chance

        if self.is_maxn:
            raise InputError((Problem("maxn-needs-payoffs", None, {}, found.source),))
        if self.fields.get("chance", "never") != "never" and Kind.CHANCE in tree.kinds and tree.bounds is None:
            raise InputError((Problem("chance-without-bounds", None, {}, found.source),))
        convention = self.steer(self.lecture or own_convention(tree, found) or DEFAULT)
        if not self.chance_cuts and cuts_chance(tree, convention):
            raise InputError((Problem("chance-cuts-unsupported", None, {}, found.source),))
        return convention

    def check_payoffs(self, source: str) -> None:
        """Raise InputError where the options ask for more than a tree with payoffs for several players can take."""
        if self.steers:
            raise InputError((Problem("payoffs-only-maxn", None, {}, source),))

    def steer(self, convention: Convention) -> Convention:
        """The convention with the algorithm and the fields the options ask for.

        Raises InputError where they make no sense for it.
        """
        if self.algorithm and (convention.cuts or self.algorithm != "alphabeta"):
            convention = convention.running(self.algorithm)
        if not convention.cuts and self._about_cuts():
            raise InputError((Problem("never-cuts", None, {"lecture": convention.id}),))
        low, high = convention.window
        window = (low if self.alpha is None else self.alpha, high if self.beta is None else self.beta)
        if not window[0] < window[1]:
            raise InputError((Problem("empty-window", None, {"alpha": window[0], "beta": window[1]}),))
        return convention.override(**self.fields, window=window)

    def _about_cuts(self) -> bool:
        """Whether any option speaks of cuts, bounds or windows."""
        bounds = self.alpha is not None or self.beta is not None
        return (
            bounds
            or self.algorithm == "alphabeta"
            or bool({"cut", "bounds", "returns", "test", "chance"} & self.fields.keys())
        )
