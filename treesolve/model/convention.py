"""Conventions, which describe as data how a course runs alpha-beta, and the named conventions."""

import re
from collections.abc import Mapping
from typing import NamedTuple

from treesolve.model.kind import Kind
from treesolve.model.number import INFINITY, Number
from treesolve.model.reading_point import AT_ENTRY
from treesolve.model.tree import Tree

CHOICES: Mapping[str, tuple[str, ...]] = {
    "cut": (">=", ">", "never"),
    "bounds": ("deep", "shallow", "none"),
    "returns": ("value", "bound", "clipped"),
    "test": ("after", "before"),
    "order": ("left-right", "right-left"),
    "ties": ("first", "last"),
    "chance": ("star1", "star2", "never"),
    "perspective": ("minimax", "negamax", "unit"),
    "forced_move": ("searched", "unseen"),
    "empty_cuts": ("hidden", "shown"),
    "wording": ("window", "functions", "one-bound", "single-parameter", "unit", "plain"),
}
"""The permitted values of each field that has a fixed set of values."""

RULES = (*CHOICES, "window")
"""The fields that a convention expression can change."""

CUT_WORDS = {"weak": ">=", "strict": ">"}
"""Names of the cut rules in expressions, because a shell would interpret `>` as a redirection."""


class Convention(NamedTuple):
    """The rules by which a course searches a tree. Conventions are immutable; `override` returns a changed copy.

    - `cut`: a node stops when alpha >= beta, when alpha > beta, or never.
    - `bounds`: a child inherits the whole window (deep), only the bound that its parent sets (shallow), or nothing.
    - `returns`: a node returns its best value, its own bound, or its own bound clipped to the window.
    - `test`: a node tests for a cut after each child, or before the next one.
    - `order`: the order in which children are searched.
    - `ties`: which of several best children is chosen.
    - `perspective`: the player in whose view values are written; see treesolve.model.perspective.
    - `window`: the start window, in MAX's view.
    - `forced_move`: whether the root is searched even if it has only one move.
    - `empty_cuts`: whether cuts that skip nothing are shown.
    - `wording`: the terms in which steps are described.
    - `chance`: how chance nodes are cut.
    - `alpha_beta`: the reading point; see treesolve.model.reading_point.

    If some fields of a named convention have been changed, `id` is the expression for the changed convention. `title`
    and `source` are for display.
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
    chance: str = "star1"
    alpha_beta: str = AT_ENTRY

    @property
    def algorithm(self) -> str:
        """The name of the algorithm: "alphabeta" with cuts, otherwise "minimax" or "negamax"."""
        if self.cut != "never":
            return "alphabeta"
        return "negamax" if self.perspective == "negamax" else "minimax"

    @property
    def cuts(self) -> bool:
        """Whether a search under this convention can prune nodes."""
        return self.cut != "never"

    def cuts_chance(self, tree: Tree) -> bool:
        """Return whether a search of the tree can cut at chance nodes, which requires that all values are bounded."""
        return self.cuts and self.chance != "never" and tree.bounds is not None and Kind.CHANCE in tree.kinds

    @property
    def widest(self) -> tuple[Number, Number]:
        """The window that contains every value."""
        return (-1, 2) if self.perspective == "unit" else (-INFINITY, INFINITY)

    @property
    def traps(self) -> tuple[str, ...]:
        """Codes of the known pitfalls of this combination of fields. The templates have a sentence for each code."""
        traps = []
        if self.cut == ">" and self.returns != "value" and self.bounds == "deep":
            traps.append("strict-cut-on-bounds")
        if self.cut == ">=" and self.ties == "last":
            traps.append("last-of-ties-with-equal-cuts")
        return tuple(traps)

    def override(self, **fields: object) -> "Convention":
        """Return the convention with some fields changed and with the expression for the changed convention as its id.

        >>> CONVENTIONS["haw"].override(cut=">", window=(-3, 5)).id
        'haw:cut=strict,window=-3..5'
        """
        changed = self.changed(fields)
        return self if changed == self else changed._replace(id=_changed_id(self, changed))

    def changed(self, fields: Mapping[str, object]) -> "Convention":
        """Return the convention with some fields and their dependent fields changed, but with the same id.

        A change from the `unit` perspective to another one resets the start window. If the changed convention has no
        cuts, its bounds and its window are reset. A wording that no longer matches the rules is replaced by a general
        one.
        """
        changed = self._replace(**fields)  # type: ignore[arg-type]
        if self.perspective == "unit" != changed.perspective and "window" not in fields:
            changed = changed._replace(window=(-INFINITY, INFINITY))
        if not changed.cuts:
            bounds = str(fields.get("bounds", "none"))
            unbounded = changed._replace(bounds=bounds, returns="value", window=(-INFINITY, INFINITY))
            return unbounded._replace(wording="plain", chance="never")
        if not self.cuts and "chance" not in fields:
            changed = changed._replace(chance=DEFAULT.chance)
        if any(getattr(changed, name) != value for name, value in _RULES_OF_WORDING.get(changed.wording, {}).items()):
            changed = changed._replace(wording="window")
        return changed

    @property
    def is_named(self) -> bool:
        """Whether this is a named convention or a variant of one, which an expression describes completely."""
        return _convention_and_rules_of_id(self.id)[0] in CONVENTIONS

    @property
    def expression(self) -> str:
        """The shortest expression for this convention, or its id if the convention was loaded from a file.

        >>> CONVENTIONS["aima"]._replace(order="right-left").expression
        'aima:order=right-left'
        """
        return _changed_id(self, self) if self.is_named else self.id

    def header(self, written: str | None = None) -> str | None:
        """Return the convention header for a tree that is searched under this convention, or None to omit the header.

        `written` is the tree's present header. If the convention was loaded from a file, that header is returned
        unchanged, because it contains a path relative to the tree's file.

        >>> CONVENTIONS["aima"].header(), CONVENTIONS["aima"].header("haw"), CONVENTIONS["haw"].header()
        (None, 'aima', 'haw')
        """
        if not self.is_named or (written is None and self == DEFAULT):
            return written
        return self.expression


_RULES_OF_WORDING: Mapping[str, Mapping[str, str]] = {
    "functions": {"perspective": "minimax"},
    "one-bound": {"perspective": "minimax"},
    "single-parameter": {"perspective": "negamax", "bounds": "shallow"},
    "unit": {"perspective": "unit"},
}
"""The rules that each wording describes. Under other rules the wording would be wrong."""


_RULE = "[a-z-]+=[^,:=]+"
_CHANGED = re.compile(f"(.+):({_RULE}(?:,{_RULE})*)")


def _convention_and_rules_of_id(name: str) -> tuple[str, dict[str, str]]:
    """Split an id into the name of a convention and the changed rules, with their values as text."""
    match = _CHANGED.fullmatch(name)
    if not match:
        return name, {}
    return match[1], dict(rule.split("=") for rule in match[2].split(","))


def _changed_id(before: Convention, after: Convention) -> str:
    """Return the id of `after`, which consists of the base convention of `before` and the rules that differ from it."""
    name, changes = _convention_and_rules_of_id(before.id)
    if name in CONVENTIONS:
        before, changes = CONVENTIONS[name], {}
    changes |= {
        key.replace("_", "-"): _format_value(key, getattr(after, key)) for key in _minimal_changes(before, after)
    }
    rules = ",".join(f"{key}={changes[key]}" for key in _KEYS if key in changes)
    return f"{name}:{rules}" if rules else name


def _minimal_changes(before: Convention, after: Convention) -> list[str]:
    """Return the fields to change in order to turn `before` into `after`, without those that change with others."""
    changes = [key for key in RULES if getattr(before, key) != getattr(after, key)]
    for key in tuple(changes):
        others = {other: getattr(after, other) for other in changes if other != key}
        if before.changed(others)[_FIRST_RULE:] == after[_FIRST_RULE:]:
            changes.remove(key)
    return changes


_FIRST_RULE = Convention._fields.index("cut")
_KEYS = tuple(name.replace("_", "-") for name in RULES)


def _format_value(name: str, value: object) -> str:
    if name == "window":
        return "..".join(map(str, value))  # type: ignore[call-overload]
    return next((word for word, cut in CUT_WORDS.items() if name == "cut" and cut == value), str(value))


_MINIMAX = Convention(
    "minimax",
    "every leaf, no cuts",
    "Wikipedia, Minimax-Algorithmus; M. Hartmann, Algorithm 1",
    cut="never",
    bounds="none",
    wording="plain",
    chance="never",
)

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
    _MINIMAX,
    _MINIMAX._replace(
        id="negamax",
        title="every leaf, no cuts, values of the mover",
        source="H. W. Lang, Spielbäume; Wikipedia, Minimax-Algorithmus",
        perspective="negamax",
    ),
)

CONVENTIONS: Mapping[str, Convention] = {convention.id: convention for convention in _KNOWN}
"""The named conventions, in the order of the table in the documentation."""

MAXN = _MINIMAX._replace(
    id="max^n",
    title="each player maximises the own payoff",
    source="C. A. Luckhardt, K. B. Irani, An Algorithmic Solution of N-Person Games, 1986",
)
"""The rules for trees with payoffs for several players. Users cannot select this convention by name."""

MAXN_WITH_CUTS = MAXN._replace(source="R. E. Korf, Multi-player alpha-beta pruning, 1991", cut=">=", bounds="shallow")
"""The rules for trees with payoffs, with shallow cuts."""

DEFAULT = CONVENTIONS["aima"]
"""The default convention, that of the textbook by Russell and Norvig."""
