"""Expressions to conventions: `aima`, `haw:cut=strict,window=-3..5`, `ours.toml:ties=last`."""

from pathlib import Path

from treesolve.model.convention import Convention
from treesolve.model.extension import LECTURES, broken_extension, extension
from treesolve.model.problem import InputError, Problem, Span
from treesolve.notation.convention_rules import Expression, parse_expression


def read_expression(text: str, own: Convention | None = None, folder: Path = Path()) -> Convention:
    """The convention an expression stands for.

    Without a lecture the rules change `own`, where there is none the default; files are looked for in the folder.
    Raises InputError with everything wrong in it, each with its place in the text, and what is wrong in a file.

    >>> read_expression("aima:cut=strict, ties=last").id
    'aima:cut=strict,ties=last'
    >>> read_expression("lang:ties=first,perspective=minimax,wording=window").expression
    'lang:perspective=minimax'
    """
    expression = parse_expression(text)
    if not expression.names_file:
        return expression.changing(expression.named(own))
    if str(expression.lecture).endswith(".toml"):
        return expression.changing(_convention_in_file(expression, folder))
    return expression.changing(_installed_convention(str(expression.lecture)))


def _installed_convention(name: str) -> Convention:
    """The lecture that another package offers: a Convention, or a Path to a TOML file. Raises InputError for others."""
    from treesolve.notation.convention_file import read_convention

    found = extension(LECTURES, name)
    try:
        lecture = found if isinstance(found, Convention) else read_convention(Path(found))
    except (OSError, TypeError, ValueError) as error:
        raise broken_extension(name, str(error), name) from None
    return lecture._replace(id=name)


def _convention_in_file(expression: Expression, folder: Path) -> Convention:
    """The lecture in the file that is named. Raises InputError, at its name where there is no such file."""
    from treesolve.notation.convention_file import read_convention

    named = str(expression.lecture)
    try:
        return read_convention(folder / named)
    except (OSError, ValueError):
        start = expression.text.index(named)
        span, facts = Span(start, start + len(named)), {"path": str(folder / named)}
        raise InputError((Problem("lecture-not-found", span, facts, text=expression.text),)) from None
