"""Conventions as people write them: expressions, and lectures of one's own in TOML files.

`aima`, `haw:cut=strict,window=-3..5`, `ours.toml:ties=last`, where ours.toml has, for instance,

    id = "ki-2026"
    title = "Künstliche Intelligenz"
    base = "haw:order=right-left"
    cut = ">"
"""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from treesolve.model.asked_moment import MOMENTS
from treesolve.model.convention import CHOICES, CONVENTIONS, CUT_WORDS, DEFAULT, Convention
from treesolve.model.extension import LECTURES, broken_extension, extension
from treesolve.model.number import Number
from treesolve.model.problem import UNPRINTABLE, InputError, Problem, Span, nearest
from treesolve.notation.convention_rules import Expression, parse_expression

if TYPE_CHECKING:
    from treesolve.notation.toml_source import TomlText


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
    found = extension(LECTURES, name)
    try:
        lecture = found if isinstance(found, Convention) else read_convention(Path(found))
    except (OSError, TypeError, ValueError) as error:
        raise broken_extension(name, str(error), name) from None
    return lecture._replace(id=name)


def _convention_in_file(expression: Expression, folder: Path) -> Convention:
    """The lecture in the file that is named. Raises InputError, at its name where there is no such file."""
    named = str(expression.lecture)
    try:
        return read_convention(folder / named)
    except (OSError, ValueError):
        start = expression.text.index(named)
        span, facts = Span(start, start + len(named)), {"path": str(folder / named)}
        raise InputError((Problem("lecture-not-found", span, facts, text=expression.text),)) from None


HABITS = tuple(moment for moment in MOMENTS if moment != "after")
"""When a lecture can be in the habit of asking for alpha and beta."""


def read_convention(path: Path) -> Convention:
    """The lecture a TOML file describes.

    The file needs an `id`; `base` is the expression of the named lecture whose fields it takes over (haw, if it does
    not say), and any field of Convention changes that one. Raises InputError with everything wrong in the file,
    OSError where it cannot be read.
    """
    from treesolve.notation.toml_source import first_problems, read_toml

    file = read_toml(path)
    fields = dict(file.fields)
    base, problems = _base_convention(fields.pop("base", DEFAULT.id), file)
    if "cut" in fields:
        fields["cut"] = CUT_WORDS.get(str(fields["cut"]), fields["cut"])
    problems += first_problems(_field_problems(fields, file))
    if problems:
        raise InputError(tuple(problems))
    if isinstance(fields.get("window"), list):
        fields["window"] = tuple(map(_bound_of_value, fields["window"]))
    fields.setdefault("title", base.title)
    fields.setdefault("source", path.name)
    lecture = base.changed(fields)
    if (lecture.cut == "never") is not (lecture.bounds == "none"):
        raise InputError((file.problem("lecture-never-none", "cut"),))
    return lecture


def _base_convention(written: object, file: "TomlText") -> tuple[Convention, list[Problem]]:
    """The convention that a `base` stands for, and what is wrong with it; it is no file itself."""
    try:
        expression = parse_expression(str(written))
        if not expression.names_file:
            return expression.changing(expression.named()), []
    except InputError as error:
        if all(problem.code != "unknown-lecture" for problem in error.problems):
            return DEFAULT, file.problems_within("base", str(written), error)
    return DEFAULT, [file.unknown_value("lecture-value", "base", written, tuple(CONVENTIONS))]


def _field_problems(fields: dict[str, object], file: "TomlText") -> Iterator[Problem]:
    yield from _id_problems(fields.get("id"), file)
    for name, value in fields.items():
        if name not in Convention._fields:
            yield file.problem("lecture-key", name, {"key": name, "nearest": nearest(name, Convention._fields)})
        elif name in CHOICES and value not in CHOICES[name]:
            yield file.unknown_value("lecture-value", name, value, CHOICES[name])
        elif name in ("id", "title", "source") and not isinstance(value, str):
            yield file.problem("lecture-text", name, {"key": name})
        elif isinstance(value, str) and UNPRINTABLE.search(value):
            yield file.problem("control-character", name)
        elif name == "alpha_beta" and value not in HABITS:
            yield file.unknown_value("lecture-value", name, value, HABITS)
        elif name == "window" and not _is_window(value):
            yield file.problem("lecture-window", name)


def _id_problems(name: object, file: "TomlText") -> list[Problem]:
    if not isinstance(name, str) or not name.strip():
        return [file.problem("lecture-without-id", None)]
    if name in CONVENTIONS:
        return [file.problem("lecture-name-taken", "id", {"id": name})]
    return []


def _is_window(value: object) -> bool:
    if not isinstance(value, list) or len(value) != 2:
        return False
    low, high = map(_bound_of_value, value)
    return low is not None and high is not None and low < high


def _bound_of_value(value: object) -> Number | None:
    """A number, or an infinity, which may be a text; None for anything else."""
    from treesolve.notation.toml_source import is_number

    return value if is_number(value) else float(str(value)) if str(value) in ("inf", "-inf") else None
