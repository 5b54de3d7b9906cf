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
    chance       how a chance node stops, in a tree whose `bounds:` say between which values its leaves lie: "star1"
                 where its average cannot come into its window any more, "star2" the same after a look at the first
                 child of each of its children, "never" not at all, as in every other tree
    ties         which of several best children is chosen: the "first" or the "last" one visited
    perspective  whose view written values take: "minimax" MAX's, "negamax" the mover's (negated for MIN),
                 "unit" the mover's as a share of 1 (1 - v for MIN)
    window       the bounds the root starts with, in MAX's view
    forced move  what happens to a root with a single child: "searched" like any other, or played "unseen"
    empty cuts   whether a cut after the last child, which skips nothing, is "shown" to people or "hidden"
    wording      the words in which the lecture tells a step; names a template
"""

from collections.abc import Mapping
from typing import NamedTuple

from treesolve.model.number import INFINITY, Number

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
    chance: str = "star1"

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
    def widest(self) -> tuple[Number, Number]:
        """The window that says nothing: every value lies in it."""
        return (-1, 2) if self.perspective == "unit" else (-INFINITY, INFINITY)

    @property
    def traps(self) -> tuple[str, ...]:
        """Codes of the known traps in this combination of fields; each has a sentence in the templates."""
        traps = []
        if self.cut == ">" and self.returns != "value" and self.bounds == "deep":
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
        return self.changed(changed)._replace(id=f"{self.id} with {told}")

    def changed(self, fields: Mapping[str, object]) -> "Convention":
        """The same convention with some fields changed, and what hangs on them.

        Without shares of 1 their start window goes, without cuts every window; words that fit other rules only give
        way to the general ones.
        """
        changed = self._replace(**fields)  # type: ignore[arg-type]
        if self.perspective == "unit" != changed.perspective and "window" not in fields:
            changed = changed._replace(window=(-INFINITY, INFINITY))
        if not changed.cuts:
            return changed._replace(returns="value", window=(-INFINITY, INFINITY), wording="plain", chance="never")
        if not self.cuts and "chance" not in fields:
            changed = changed._replace(chance=DEFAULT.chance)
        if any(getattr(changed, name) != value for name, value in _SPOKEN_OF.get(changed.wording, {}).items()):
            changed = changed._replace(wording="window")
        return changed

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
            chance="never",
        )


_SPOKEN_OF: Mapping[str, Mapping[str, str]] = {
    "functions": {"perspective": "minimax"},
    "one-bound": {"perspective": "minimax"},
    "single-parameter": {"perspective": "negamax", "bounds": "shallow"},
    "unit": {"perspective": "unit"},
}
"""The rules that a wording speaks of; under other rules it would say something untrue."""


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
        chance="never",
    ),
    Convention(
        "negamax",
        "every leaf, no cuts, values of the mover",
        "H. W. Lang, Spielbäume; Wikipedia, Minimax-Algorithmus",
        cut="never",
        bounds="none",
        perspective="negamax",
        wording="plain",
        chance="never",
    ),
)

CONVENTIONS: Mapping[str, Convention] = {convention.id: convention for convention in _KNOWN}
"""The named lectures, in the order of the table in the documentation."""

DEFAULT = CONVENTIONS["haw"]
"""The lecture that is meant where nobody names one."""
