"""Options that several commands share, and how they steer a run."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from treesolve.convention import ALGORITHMS, CHOICES, CONVENTIONS, DEFAULT, Convention
from treesolve.problem import InputError, Problem
from treesolve.tree import Number, Tree

Command = TypeVar("Command", bound=Callable[..., Any])

FORMATS = ("text", "json", "markdown")
ENDINGS = {".json": "json", ".md": "markdown", ".txt": "text"}


def output_options(command: Command) -> Command:
    """--format and -o."""
    command = click.option(
        "-o", "--output", "output_path", metavar="FILE", help="Write to FILE, which appears only when it is complete."
    )(command)
    return click.option(
        "--format",
        "form",
        type=click.Choice(FORMATS),
        help="What to write. [default: by the ending of FILE, else text]",
    )(command)


def chosen_format(form: str | None, output_path: str | None) -> str:
    """The format asked for, or the one the ending of the output file stands for."""
    return form or ENDINGS.get(Path(output_path or "").suffix.lower(), "text")


def read_bound(ctx: click.Context, param: click.Parameter, written: str | None) -> Number | None:
    """The exact number an option holds, in the notation of tree files."""
    from treesolve.notation.number import read_number

    if written is None:
        return None
    try:
        return read_number(written)
    except ValueError:
        raise click.BadParameter(f"{written!r} is not a number like 6, -3, 0.5, 1/2 or inf.", ctx, param) from None


def convention_options(command: Command) -> Command:
    """--convention and an option for every field a lecture can differ in."""
    for name in reversed(["cut", "bounds", "returns", "test", "order", "ties", "perspective", "forced_move"]):
        choices = [choice for choice in CHOICES[name] if choice not in ("never", "none")]
        option = f"--{name.replace('_', '-')}"
        command = click.option(option, name, type=click.Choice(choices), help=_HELP[name])(command)
    for name in ("beta", "alpha"):
        told = f"Start with this {name}."
        command = click.option(f"--{name}", metavar="NUMBER", callback=read_bound, help=told)(command)
    command = click.option("--algorithm", type=click.Choice(ALGORITHMS), help="Search with this algorithm.")(command)
    return click.option(
        "-c",
        "--convention",
        "lecture",
        metavar="LECTURE",
        help=f"A named lecture, or a TOML file with your own. [default: the file's, else {DEFAULT.id}]",
    )(command)


_HELP = {
    "cut": "Cut when the bound has reached (>=) or passed (>) the opposite one.",
    "bounds": "Hand down all bounds, or only the parent's.",
    "returns": "What an inner node returns.",
    "test": "When the cut is tested.",
    "order": "In which order children are visited.",
    "ties": "Which of several best children is chosen.",
    "perspective": "Whose view written values take.",
    "forced_move": "Whether a root with one child is searched.",
}


def named_convention(name: str) -> Convention:
    """The lecture of that name or in that TOML file. Raises click's usage error where there is none."""
    from treesolve.problem import nearest

    if name in CONVENTIONS:
        return CONVENTIONS[name]
    if name.endswith(".toml"):
        return _from_file(Path(name))
    hint = nearest(name, tuple(CONVENTIONS))
    known = f"Did you mean {hint!r}? " if hint else ""
    raise click.BadParameter(
        f"There is no lecture {name!r}. {known}Known are: {', '.join(CONVENTIONS)}; or name a .toml file.",
        param_hint="'--convention'",
    )


def _from_file(path: Path) -> Convention:
    from treesolve.lecture import read_convention

    try:
        return read_convention(path)
    except FileNotFoundError:
        raise InputError((Problem("not-found", None, {}, str(path)),)) from None
    except OSError as error:
        raise InputError((Problem("unreadable", None, {"reason": error.strerror}, str(path)),)) from None


class Steering:
    """What the convention options of one run say, applied to one file after the other."""

    def __init__(self, options: dict[str, Any]) -> None:
        lecture = options.pop("lecture")
        self.algorithm: str | None = options.pop("algorithm")
        self.alpha, self.beta = options.pop("alpha"), options.pop("beta")
        self.fields = {name: value for name, value in options.items() if value is not None}
        self.lecture = named_convention(lecture) if lecture else None
        if self.lecture:
            self.steer(self.lecture)

    def convention_for(self, tree: Tree, source: str) -> Convention:
        """The convention to search this tree with: the option's, else the file's, else the default."""
        if self.lecture:
            return self.steer(self.lecture)
        name = tree.convention or DEFAULT.id
        if name.endswith(".toml"):
            return self.steer(_from_file(Path(source).parent / name))
        return self.steer(CONVENTIONS[name])

    def steer(self, convention: Convention) -> Convention:
        """The convention with the algorithm and the fields the options ask for."""
        if self.algorithm:
            try:
                convention = convention.running(self.algorithm)
            except ValueError:
                raise click.UsageError(
                    f"The lecture {convention.id!r} never cuts. Choose one that does, for example --convention haw."
                ) from None
        cutting = (
            {"cut", "bounds", "returns", "test"} & self.fields.keys() or self.alpha is not None or self.beta is not None
        )
        if cutting and not convention.cuts:
            raise click.UsageError(f"{convention.id!r} never cuts; bounds and cuts make no sense for it.")
        low, high = convention.window
        window = (low if self.alpha is None else self.alpha, high if self.beta is None else self.beta)
        if not window[0] < window[1]:
            raise click.UsageError("The start window is empty: alpha must be less than beta.")
        return convention.override(**self.fields, window=window)
