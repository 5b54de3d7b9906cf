"""Reading wishes as people write them: `pruned=5..8`, `best=last`, `lectures-differ=haw,cs188`."""

import re
from collections.abc import Iterable

from treesolve.analysis.misconception import CODES
from treesolve.analysis.payoff_misconceptions import PAYOFF_CODES
from treesolve.exercises.constraint import LAST, WANTS, Want
from treesolve.model.convention import CONVENTIONS
from treesolve.model.number import INFINITY
from treesolve.model.problem import InputError, Problem, nearest
from treesolve.notation.number_text import read_number

_ARGUMENTS = {
    "range": ("=5", "=5..8", "=5..", "=..8"),
    "player-range": ("=5", "=5..8", "=5..", "=..8", "=P2:5..8"),
    "share": ("=5", "=5..8", "=10%..30%"),
    "percentile": ("=60%..80%", "=40..60"),
    "count": ("", "=2", "=1..3"),
    "place": ("=2", "=first", "=last"),
    "lectures": ("", "=haw,lang"),
    "two-lectures": ("=haw,cs188",),
    "codes": ("=all", "=strict-cut,leak"),
    "nothing": ("",),
}

_OPTIONAL = ("nothing", "count", "lectures")


def examples(name: str) -> tuple[str, ...]:
    """How a wish of that name can be written.

    >>> examples("best")
    ('best=2', 'best=first', 'best=last')
    """
    return tuple(name + argument for argument in _ARGUMENTS[WANTS[name]])


def read_want(text: str) -> Want:
    """The want a text stands for, such as "pruned=5..8". Raises InputError where it is none.

    >>> read_want("deep-cut=2"), str(read_want("pruned=10%..30%"))
    (Want(name='deep-cut', low=2, high=2, percent=False, names=(), excused=(), parts=()), 'pruned=10%..30%')
    """
    name, mark, argument = (part.strip() for part in text.partition("="))
    if name not in WANTS:
        facts = {"text": name, "nearest": nearest(name, tuple(WANTS)), "known": ", ".join(WANTS)}
        raise InputError((Problem("unknown-want", None, facts),))
    form = WANTS[name]
    if bool(argument) is not bool(mark) or (form == "nothing" and argument) or (not argument and form not in _OPTIONAL):
        raise _want_is_unreadable(name, argument)
    if form == "nothing" or not argument:
        return Want(name)
    if form in ("lectures", "two-lectures", "codes"):
        return _want_of_names(name, form, tuple(part.strip() for part in argument.split(",")))
    if form == "place":
        return _want_of_place(name, argument)
    whose = re.fullmatch(r"P([1-9])\s*:(.*)", argument) if form == "player-range" else None
    if whose:
        return _want_of_range(name, form, whose[2].strip())._replace(names=(f"P{whose[1]}",))
    return _want_of_range(name, form, argument)


def read_wants(texts: Iterable[str]) -> tuple[Want, ...]:
    """The wants the texts stand for. Raises InputError with all that is wrong in them."""
    wants: list[Want] = []
    problems: list[Problem] = []
    for text in texts:
        try:
            wants.append(read_want(text))
        except InputError as error:
            problems += error.problems
    if problems:
        raise InputError(tuple(problems))
    return tuple(wants)


def _want_is_unreadable(name: str, argument: str) -> InputError:
    return InputError(
        (Problem("want-form", None, {"name": name, "text": argument, "examples": ", ".join(examples(name))}),)
    )


def _want_of_names(name: str, form: str, names: tuple[str, ...]) -> Want:
    if names == ("all",) and form != "two-lectures":
        return Want(name)
    known = (*CODES, *PAYOFF_CODES) if form == "codes" else tuple(CONVENTIONS)
    for one in names:
        if one not in known:
            facts = {"value": one, "nearest": nearest(one, known), "known": ", ".join(known)}
            raise InputError((Problem("unknown-code" if form == "codes" else "unknown-lecture", None, facts),))
    if len(set(names)) < len(names) or (form == "two-lectures" and len(names) < 2):
        raise _want_is_unreadable(name, ",".join(names))
    return Want(name, names=names)


def _want_of_place(name: str, argument: str) -> Want:
    named = {"first": 1, "last": LAST}
    if argument not in named and not re.fullmatch("[1-9][0-9]{0,6}", argument):
        raise _want_is_unreadable(name, argument)
    place = named[argument] if argument in named else int(argument)
    return Want(name, place, place)


def _want_of_range(name: str, form: str, argument: str) -> Want:
    low_text, dots, high_text = (part.strip() for part in argument.partition(".."))
    high_text = high_text if dots else low_text
    percent = "%" in argument
    try:
        low = read_number(low_text.rstrip("% ")) if low_text else -INFINITY
        high = read_number(high_text.rstrip("% ")) if high_text else INFINITY
    except ValueError:
        raise _want_is_unreadable(name, argument) from None
    if not (low_text or high_text) or (percent and form not in ("share", "percentile")):
        raise _want_is_unreadable(name, argument)
    if percent:
        low, high = max(low, 0), min(high, 100)
    if low > high:
        raise InputError((Problem("want-range", None, {"text": f"{name}={argument}", "low": low, "high": high}),))
    return Want(name, low, high, percent)
