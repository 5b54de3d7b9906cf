"""How a lecture runs alpha-beta, as data, and the lectures known by name.

Vocabulary

    cut          when a node stops: at ">=" its bound has reached the opposite bound, at ">" it has passed it,
                 "never" is plain minimax
    bounds       what a child is told: "deep" both bounds of the whole path, "shallow" only what its parent has
                 found so far, "none" nothing (plain minimax)
    returns      what an inner node hands to its parent: "value", the best its visited children returned
                 (fail-soft); "bound", its own bound as last updated, inherited part included; "clipped", the
                 same but never past the opposite bound (fail-hard)
    test         whether the cut is tested "after" each child or "before" the next one
    order        in which order children are visited: "left-right" or "right-left"
    ties         which of several best children is chosen: the "first" or the "last" one visited
    perspective  whose view written values take: "minimax" MAX's, "negamax" the mover's (negated for MIN),
                 "unit" the mover's as a share of 1 (1 - v for MIN)
    window       the bounds the root starts with, in MAX's view
    forced move  what happens to a root with a single child: "searched" like any other, or played "unseen"
    empty cuts   whether a cut after the last child, which skips nothing, is "shown" to people or "hidden"
    wording      the words in which the lecture tells a step; names a template
"""

from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from treesolve.problem import InputError, Problem, Span, nearest
from treesolve.tree import INFINITY, Number

CHOICES: Mapping[str, tuple[str, ...]] = {
    "cut": (">=", ">", "never"),
    "bounds": ("deep", "shallow", "none"),
    "returns": ("value", "bound", "clipped"),
    "test": ("after", "before"),
    "order": ("left-right", "right-left"),
    "ties": ("first", "last"),
    "perspective": ("minimax", "negamax", "unit"),
    "forced_move": ("searched", "unseen"),
    "empty_cuts": ("hidden", "shown"),
    "wording": ("window", "functions", "one-bound", "single-parameter", "unit", "plain"),
}
"""The fields with a fixed set of values, each with its values."""

ALGORITHMS = ("alphabeta", "minimax", "negamax")
"""The algorithms by name; every convention is one of them."""


class Convention(NamedTuple):
    """How one lecture searches a tree; the fields are explained in the vocabulary of this module.

    `id` names it; a convention changed in some fields says so in its id. `title` and `source` are for people.
    """

    id: str
    title: str
    source: str
    cut: str = ">="
    bounds: str = "deep"
    returns: str = "value"
    test: str = "after"
    order: str = "left-right"
    ties: str = "first"
    perspective: str = "minimax"
    window: tuple[Number, Number] = (-INFINITY, INFINITY)
    forced_move: str = "searched"
    empty_cuts: str = "hidden"
    wording: str = "window"

    @property
    def algorithm(self) -> str:
        """The name of the algorithm: "alphabeta" where it cuts, else "minimax" or "negamax"."""
        if self.cut != "never":
            return "alphabeta"
        return "negamax" if self.perspective == "negamax" else "minimax"

    @property
    def cuts(self) -> bool:
        """Whether this convention prunes at all."""
        return self.cut != "never"

    @property
    def traps(self) -> tuple[str, ...]:
        """Codes of the known traps in this combination of fields; each has a sentence in the templates."""
        traps = []
        if self.cut == ">" and self.returns != "value":
            traps.append("strict-cut-on-bounds")
        if self.cut == ">=" and self.ties == "last":
            traps.append("last-of-ties-with-equal-cuts")
        return tuple(traps)

    def override(self, **fields: object) -> "Convention":
        """The same convention with some fields changed, and an id that says which.

        >>> CONVENTIONS["haw"].override(cut=">").id
        'haw with cut >'
        """
        changed = {name: value for name, value in fields.items() if getattr(self, name) != value}
        if not changed:
            return self
        told = ", ".join(f"{name.replace('_', '-')} {_shown(value)}" for name, value in changed.items())
        return self._replace(id=f"{self.id} with {told}", **changed)  # type: ignore[arg-type]

    def running(self, algorithm: str) -> "Convention":
        """The same convention running another algorithm: without cuts for "minimax" and "negamax".

        Raises ValueError for "alphabeta" where the convention never cuts: nobody could say how it should.
        """
        if algorithm == self.algorithm:
            return self
        if algorithm == "alphabeta":
            raise ValueError(f"{self.id} never cuts")
        mover = "negamax" if algorithm == "negamax" else "minimax"
        keeps = self.perspective == "unit" and algorithm == "minimax"
        return self._replace(
            id=f"{self.id}, {algorithm} only",
            cut="never",
            bounds="none",
            returns="value",
            window=(-INFINITY, INFINITY),
            perspective="unit" if keeps else mover,
            wording="plain",
        )


def _shown(value: object) -> str:
    if isinstance(value, tuple):
        return "[" + ", ".join(map(str, value)) + "]"
    return str(value)


_KNOWN = (
    Convention(
        "haw",
        "alphabeta_max and alphabeta_min",
        "HAW Hamburg, Intelligente Systeme, Sp1: Spielen",
        returns="bound",
        wording="functions",
    ),
    Convention(
        "luger",
        "one bound per node, compared with its ancestors",
        "G. Luger, Artificial Intelligence, as quoted in HAW Hamburg, Intelligente Systeme",
        wording="one-bound",
    ),
    Convention(
        "lang",
        "partial evaluation with one parameter w",
        "H. W. Lang, Spielbäume, Hochschule Flensburg",
        bounds="shallow",
        test="before",
        perspective="negamax",
        wording="single-parameter",
    ),
    Convention(
        "unit",
        "PruningPlayer, values from 0 to 1",
        "Bewertung von Spielzügen, PruningPlayer",
        returns="bound",
        test="before",
        perspective="unit",
        window=(-1, 2),
        forced_move="unseen",
        wording="unit",
    ),
    Convention(
        "hartmann",
        "Algorithm 2",
        "M. Hartmann, Der Alpha-Beta-Algorithmus, 2017",
        returns="bound",
    ),
    Convention(
        "aima",
        "alpha-beta search",
        "S. Russell, P. Norvig, Artificial Intelligence: A Modern Approach, 4th ed., figure 5.7",
    ),
    Convention(
        "cs188",
        "project 2, Multi-Agent Search",
        "UC Berkeley, CS188 Introduction to Artificial Intelligence",
        cut=">",
    ),
    Convention(
        "cosc367",
        "pruning events",
        "University of Canterbury, COSC367 Artificial Intelligence",
        empty_cuts="shown",
    ),
    Convention(
        "knuth-moore",
        "procedure F2",
        "D. E. Knuth, R. W. Moore, An Analysis of Alpha-Beta Pruning, 1975",
        returns="bound",
        perspective="negamax",
    ),
    Convention(
        "minimax",
        "every leaf, no cuts",
        "Wikipedia, Minimax-Algorithmus; M. Hartmann, Algorithm 1",
        cut="never",
        bounds="none",
        wording="plain",
    ),
    Convention(
        "negamax",
        "every leaf, no cuts, values of the mover",
        "H. W. Lang, Spielbäume; Wikipedia, Minimax-Algorithmus",
        cut="never",
        bounds="none",
        perspective="negamax",
        wording="plain",
    ),
)

CONVENTIONS: Mapping[str, Convention] = {convention.id: convention for convention in _KNOWN}
"""The named lectures, in the order of the table in the documentation."""

DEFAULT = CONVENTIONS["haw"]
"""The lecture that is meant where nobody names one."""


def read_convention(path: Path) -> Convention:
    """The lecture a TOML file describes.

    The file needs an `id`; `base` names the lecture whose fields it takes over (haw, if it does not say), and
    any field of Convention changes that one. Raises InputError with everything wrong in the file, OSError
    where it cannot be read.
    """
    text = path.read_bytes().decode("utf-8", errors="replace")
    fields = _toml(text, str(path))
    base = fields.pop("base", DEFAULT.id)
    problems = _problems(fields, text, str(path))
    if base not in CONVENTIONS:
        problems.insert(0, _unknown_value("base", base, tuple(CONVENTIONS), text, str(path)))
    if problems:
        raise InputError(tuple(problems))
    if isinstance(fields.get("window"), list):
        fields["window"] = tuple(_bound(value) for value in fields["window"])  # type: ignore[attr-defined]
    fields.setdefault("title", CONVENTIONS[str(base)].title)
    fields.setdefault("source", path.name)
    return CONVENTIONS[str(base)]._replace(**fields)  # type: ignore[arg-type]


def _toml(text: str, source: str) -> dict[str, object]:
    import tomllib

    try:
        fields = tomllib.loads(text.replace("\r\n", "\n"), parse_float=_exact)
    except tomllib.TOMLDecodeError as error:
        raise InputError((_syntax_problem(error, text, source),)) from None
    return {name.replace("-", "_"): value for name, value in fields.items()}


def _exact(written: str) -> object:
    from fractions import Fraction

    return float(written) if "inf" in written or "nan" in written else Fraction(written)


def _syntax_problem(error: Exception, text: str, source: str) -> Problem:
    import re

    found = re.search(r"at line (\d+), column (\d+)", str(error))
    lines = text.split("\n")
    offset = len(text)
    if found:
        offset = sum(len(line) + 1 for line in lines[: int(found[1]) - 1]) + int(found[2]) - 1
    reason = re.sub(r" \(at .*\)$", "", str(error))
    return Problem("toml-syntax", Span(offset, offset + 1), {"reason": reason}, source, text)


def _problems(fields: dict[str, object], text: str, source: str) -> list[Problem]:
    problems = []
    if not isinstance(fields.get("id"), str):
        problems.append(Problem("lecture-without-id", None, {}, source, text))
    for name, value in fields.items():
        if name not in Convention._fields:
            hint = nearest(name, Convention._fields)
            facts = {"key": name, "nearest": hint}
            problems.append(Problem("lecture-key", _key_span(name, text), facts, source, text))
        elif name in CHOICES and value not in CHOICES[name]:
            problems.append(_unknown_value(name, value, CHOICES[name], text, source))
        elif name in ("id", "title", "source") and not isinstance(value, str):
            problems.append(Problem("lecture-text", _key_span(name, text), {"key": name}, source, text))
        elif name == "window" and not _is_window(value):
            problems.append(Problem("lecture-window", _key_span(name, text), {}, source, text))
    if not problems and (fields.get("cut") == "never") is not (fields.get("bounds") == "none"):
        problems.append(Problem("lecture-never-none", None, {}, source, text))
    return problems


def _unknown_value(name: str, value: object, known: tuple[str, ...], text: str, source: str) -> Problem:
    facts = {"key": name, "value": str(value), "nearest": nearest(str(value), known), "known": ", ".join(known)}
    return Problem("lecture-value", _key_span(name, text), facts, source, text)


def _key_span(name: str, text: str) -> Span | None:
    import re

    found = re.search(rf"^[ \t]*\"?({re.escape(name).replace('_', '[-_]')})\"?[ \t]*=", text, re.MULTILINE)
    return Span(*found.span(1)) if found else None


def _is_window(value: object) -> bool:
    if not isinstance(value, list) or len(value) != 2:
        return False
    bounds = [_bound(bound) for bound in value]
    return None not in bounds and bounds[0] < bounds[1]  # type: ignore[operator]


def _bound(value: object) -> Number | None:
    if value in ("inf", "-inf"):
        return float(str(value))
    if isinstance(value, bool) or value != value:
        return None
    return value if hasattr(value, "numerator") or value in (INFINITY, -INFINITY) else None  # type: ignore[return-value]
