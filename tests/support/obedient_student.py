"""A student who knows alpha-beta and maxⁿ, and of the convention no more than what the sheet says under "How to
search".

The sentences of the sheet are all that is read of a convention: each is looked up here with what it means, one that is
not known is an error, and what no sentence says is not done. Nothing of the program is used but the columns of a tree.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from treesolve.model.answer import Answer
from treesolve.model.kind import Kind
from treesolve.model.tree import Tree

INFINITY = float("inf")

SENTENCES = {
    "legend": r"MAX moves at nodes that point up, MIN at nodes that point down\.",
    "legend of chance": (
        r"MAX moves at nodes that point up, MIN at nodes that point down; circles are chance nodes\.",
        r"Beside each level, or beside the node, stands the player who moves there\.",
    ),
    "from the left": r"Children are visited from left to right\.",
    "from the right": r"Children are visited from right to left\.",
    "never": r"Every leaf is evaluated; nothing is pruned\.",
    "at equality": (
        r"As soon as the value of a (MAX or MIN )?node reaches or passes the opposite bound, its remaining children "
        r"are pruned; equality is enough\."
    ),
    "beyond equality": (
        r"As soon as the value of a (MAX or MIN )?node passes the opposite bound, its remaining children are pruned; "
        r"equality is not enough\."
    ),
    "deep": (
        r"Alpha and beta are passed down from parent to child, so bounds set by higher ancestors count, too "
        r"\(deep cuts\)\."
    ),
    "shallow": (
        r"A node is compared only with the bound of its parent(?P<opponent>, if the opponent moves there)?; "
        r"bounds of higher ancestors do not count \(no deep cuts\)\."
    ),
    "bound": (
        r"A MAX node returns its alpha and a MIN node its beta, even where that bound came from above"
        r"(?P<clipped>, but never a value outside the window that the node was given)?\."
    ),
    "average": r"The value of a chance node is the average of its children’s values, weighted by their probabilities\.",
    "anew": (
        r"Bounds are not passed through chance nodes: every child of a chance node is searched, with the window "
        r"(?P<window>\[[^]]*\])\."
    ),
    "limits": r"Until a child has been searched, its value may be anything from L to U, the limits of all leaves\.",
    "probes": (
        r"First the chance node looks at its children in turn: of a MAX or MIN node it searches only the first child\. "
        r"That value is the least the MAX node, the most the MIN node can be worth; but if the first child is no leaf, "
        r"only where it is above alpha at MAX, below beta at MIN\. Then it takes the children in turn once more and "
        r"goes on with what is left of each, and with chance nodes; of a node’s two windows the second counts\."
    ),
    "chance stops at equality": (
        r"After each child, never before the first, the remaining ones are pruned if the average is certain to be at "
        r"most alpha or at least beta; equality is enough \(Star[12]\)\."
    ),
    "chance stops beyond": (
        r"After each child, never before the first, the remaining ones are pruned if the average is certain to be "
        r"below alpha or above beta; equality is not enough \(Star[12]\)\."
    ),
    "stopped at average": (
        r"The chance node then returns the greatest average that is still possible if this is too low, and the least "
        r"one if this is too high\."
    ),
    "stopped at bound": (r"The chance node then returns alpha if the average is too low, and beta if it is too high\."),
    "share": (
        r"A child with the probability p gets the window from \(alpha − M\) / p to \(beta − m\) / p, where M and m are "
        r"the most and the least that the other children can add to the average, but nothing outside L and U, unless "
        r"nothing would be left\."
    ),
    "impossible": r"A child with the probability 0 gets the window from L to U\.",
    "one end": r"Of this window a MAX node is told only the upper end, a MIN node only the lower one\.",
    "first": r"Of several equally good moves the one visited first is chosen\.",
    "last": (
        r"Of several equally good moves the one visited last is chosen"
        r"(, but no later one of which only a bound is known)?\."
    ),
    "view of MAX": r"All values are from MAX’s point of view\.",
    "own view": (
        r"The leaves show MAX’s values(?P<unit> from 0 to 1)?; at each node write the value as the player to move sees "
        r"it \((−v|1 − v) at MIN(, and \[(−β, −α|1 − β, 1 − α)\] for the window)?\), or MAX’s (values|numbers) "
        r"throughout\."
    ),
    "chance in the view of MAX": r"At chance nodes all numbers are from MAX’s point of view\.",
    "start": r"The search begins with the window (?P<window>\[[^]]*\])\.",
    "between": r"Every leaf lies between L = (?P<low>\S+) and U = (?P<high>\S+)\.",
    "maxⁿ": (
        r"At each node the player who is named there chooses the child with the greatest own payoff, whatever the "
        r"others get; of several such children any may be taken(?P<whole>, but none at which something was cut)? "
        r"\(maxⁿ\)\."
    ),
    "what is left": (
        r"The remaining children of a node are pruned as soon as what its player is sure of leaves the player just "
        r"above(?P<another>, if that is another one,)? no more than that player already has; equality is enough "
        r"\(shallow cuts\)\."
    ),
    "sums": r"Every payoff is at least (?P<low>\S+), and the payoffs of a leaf add up to at most (?P<high>\S+)\.",
}
"""The sentences a sheet may have, as patterns, with the rule each of them is."""


def read_rules(text: str) -> dict[str, Mapping[str, str | None]]:
    """Return the rules that a text says, each with what is written in it; ValueError for anything else in the text."""
    rules, left = dict[str, Mapping[str, str | None]](), " ".join(text.split())
    while left:
        for rule, patterns in SENTENCES.items():
            both = patterns if isinstance(patterns, tuple) else (patterns,)
            if found := next(filter(None, (re.match(pattern, left) for pattern in both)), None):
                if rule in rules:
                    raise ValueError(left)
                rules[rule], left = found.groupdict(), left[found.end() :].strip()
                break
        else:
            raise ValueError(left)
    return rules


def number(text: str | None) -> Any:
    """Return a number as a sheet writes it."""
    told = (text or "").replace("−", "-")
    return {"∞": INFINITY, "-∞": -INFINITY}.get(told) or Fraction(told)


@dataclass
class Student:
    """One student with one tree; what was seen and worked out on the way."""

    tree: Tree
    rules: Mapping[str, Mapping[str, str | None]]
    order: list[int] = field(default_factory=list)
    windows: dict[int, Any] = field(default_factory=dict)
    values: dict[int, Any] = field(default_factory=dict)
    pruned: list[int] = field(default_factory=list)
    going: dict[int, tuple[Any, list[int]]] = field(default_factory=dict)

    def answer(self, *, own_view: bool = False) -> Answer:
        """What the student hands in; with `own_view` as the player to move writes it, where that is allowed."""
        value = self.search(0, *self.window("start"))
        best = self.chosen_at_root() if self.tree.kinds[0] in (Kind.MAX, Kind.MIN) else None
        view = self.seen_by_mover if own_view else lambda _, *numbers: numbers
        values = {node: view(node, value)[0] for node, value in self.values.items()}
        windows = {node: view(node, *window) for node, window in self.windows.items()}
        return Answer("s", values, windows, tuple(self.pruned), tuple(self.order), best, view(0, value)[0])

    def seen_by_mover(self, node: int, *numbers: Any) -> tuple[Any, ...]:
        """Numbers as the player to move writes them: those of MIN turned round, the window with them."""
        if self.tree.kinds[node] is not Kind.MIN:
            return numbers
        return tuple((1 if self.rules["own view"]["unit"] else 0) - one for one in reversed(numbers))

    def window(self, rule: str) -> tuple[Any, Any]:
        """Return the window that a sentence names."""
        if rule not in self.rules:
            return -INFINITY, INFINITY
        low, high = (self.rules[rule]["window"] or "").strip("[]").split(", ")
        return number(low), number(high)

    def beyond(self, value: Any, bound: Any) -> bool:
        """Whether a value at the upper bound is enough to stop a node."""
        if "never" in self.rules:
            return False
        assert ("beyond equality" in self.rules) != ("at equality" in self.rules)
        return value > bound if "beyond equality" in self.rules else value >= bound

    def in_order(self, node: int) -> list[int]:
        """Return the children as they are visited."""
        assert ("from the left" in self.rules) != ("from the right" in self.rules)
        return list(self.tree.children[node])[:: 1 if "from the left" in self.rules else -1]

    def search(self, node: int, alpha: Any, beta: Any) -> Any:
        """What a node hands up."""
        if not self.tree.children[node]:
            self.order.append(node)
            return self.tree.values[node]
        self.windows[node] = alpha, beta
        is_chance = self.tree.kinds[node] is Kind.CHANCE
        self.values[node] = self.average(node, alpha, beta) if is_chance else self.choice(node, alpha, beta)
        return self.values[node]

    def choice(self, node: int, alpha: Any, beta: Any, *, first_only: bool = False) -> Any:
        """What a MAX or MIN node hands up; with `first_only` it waits after its first child, if it can be gone on."""
        is_max, told = self.tree.kinds[node] is Kind.MAX, (alpha, beta)
        best, left = self.going.pop(node, (-INFINITY if is_max else INFINITY, self.in_order(node)))
        alpha, beta = (max(alpha, best), beta) if is_max else (alpha, min(beta, best))
        while left:
            child = left.pop(0)
            value = self.search(child, *self.told(node, child, alpha, beta))
            best = max(best, value) if is_max else min(best, value)
            alpha, beta = (max(alpha, value), beta) if is_max else (alpha, min(beta, value))
            if self.beyond(best, beta) if is_max else self.beyond(alpha, best):
                self.pruned += left
                break
            if left and first_only:
                self.going[node] = best, left
                return self.by_first_child(node, child, best, *told)
        if "bound" not in self.rules:
            return best
        handed = alpha if is_max else beta
        return min(max(handed, told[0]), told[1]) if self.rules["bound"]["clipped"] else handed

    def by_first_child(self, node: int, child: int, value: Any, alpha: Any, beta: Any) -> Any:
        """What its first child says of a node that is left at that; a limit where it says nothing."""
        low, high = self.limits
        if self.tree.kinds[node] is Kind.MAX:
            return value if not self.tree.children[child] or value > alpha else low
        return value if not self.tree.children[child] or value < beta else high

    def told(self, node: int, child: int, alpha: Any, beta: Any) -> tuple[Any, Any]:
        """Return the window that a MAX or MIN node tells a child."""
        if "deep" in self.rules:
            return alpha, beta
        assert "shallow" in self.rules or "never" in self.rules
        if self.tree.kinds[child] is self.tree.kinds[node]:
            assert "never" in self.rules or self.rules["shallow"]["opponent"]
            return -INFINITY, INFINITY
        return (alpha, INFINITY) if self.tree.kinds[node] is Kind.MAX else (-INFINITY, beta)

    # Chance nodes

    @property
    def limits(self) -> tuple[Any, Any]:
        """L and U."""
        return number(self.rules["between"]["low"]), number(self.rules["between"]["high"])

    def share(self, node: int, child: int) -> Fraction:
        """Return the probability of a child."""
        return Fraction(self.tree.weights.get(child, Fraction(1, len(self.tree.children[node]))))

    def average(self, node: int, alpha: Any, beta: Any) -> Any:
        """What a chance node hands up."""
        assert "average" in self.rules
        if "limits" in self.rules:
            return self.bounded_average(node, alpha, beta)
        assert "never" in self.rules or "anew" in self.rules
        return sum(self.share(node, child) * self.search(child, *self.window("anew")) for child in self.in_order(node))

    def bounded_average(self, node: int, alpha: Any, beta: Any) -> Any:
        """Return the same where all leaves lie within limits."""
        children = self.in_order(node)
        shares = {child: self.share(node, child) for child in children}
        known = dict.fromkeys(children, self.limits)
        total, turns = Fraction(), [(child, False) for child in children]
        if "probes" in self.rules:
            turns = [(child, True) for child in children if self.tree.kinds[child] is not Kind.CHANCE] + turns
        seen = set[int]()
        while turns:
            child, is_first = turns.pop(0)
            if child in seen:
                continue
            window = self.share_of_window(child, shares, known, alpha, beta)
            value = self.looked_at(child, window, first_only=is_first)
            known[child] = self.known_now(child, value, known[child])
            if child not in self.going:
                seen.add(child)
                total += shares[child] * value
            least, most = (sum(shares[one] * known[one][end] for one in children) for end in (0, 1))
            is_low, is_high = self.chance_stops(alpha, most), self.chance_stops(least, beta)
            if is_low or is_high:
                rest = [one for one in children if one not in seen]
                self.pruned += [one for one in rest if one not in self.going]
                self.pruned += [below for one in rest if one in self.going for below in self.going[one][1]]
                if "stopped at bound" in self.rules:
                    return alpha if is_low else beta
                assert "stopped at average" in self.rules
                return most if is_low else least
        return total

    def looked_at(self, child: int, window: tuple[Any, Any], *, first_only: bool) -> Any:
        """Return the value of a chance node's child, maybe only by its first child."""
        if self.tree.kinds[child] in (Kind.MAX, Kind.MIN) and first_only:
            self.windows[child] = window
            self.values[child] = self.choice(child, *window, first_only=True)
            return self.values[child]
        return self.search(child, *window)

    def known_now(self, child: int, value: Any, before: tuple[Any, Any]) -> tuple[Any, Any]:
        """What a child is worth at least and at most, once it has been looked at."""
        value = min(max(value, self.limits[0]), self.limits[1])
        if child not in self.going:
            return value, value
        return (value, before[1]) if self.tree.kinds[child] is Kind.MAX else (before[0], value)

    def chance_stops(self, one: Any, other: Any) -> bool:
        """Whether the first is so far above the other that a chance node stops."""
        assert ("chance stops beyond" in self.rules) != ("chance stops at equality" in self.rules)
        return one > other if "chance stops beyond" in self.rules else one >= other

    def share_of_window(self, child: int, shares: Any, known: Any, alpha: Any, beta: Any) -> tuple[Any, Any]:
        """Return the window that a chance node tells a child."""
        if not shares[child]:
            assert "impossible" in self.rules
            inside = self.limits
        else:
            assert "share" in self.rules
            least, most = (sum(shares[one] * known[one][end] for one in known if one != child) for end in (0, 1))
            low, high = ((bound - part) / shares[child] for bound, part in ((alpha, most), (beta, least)))
            inside = max(low, self.limits[0]), min(high, self.limits[1])
            inside = inside if inside[0] < inside[1] else (low, high)
        if "one end" in self.rules:
            kind = self.tree.kinds[child]
            return -INFINITY if kind is Kind.MAX else inside[0], INFINITY if kind is Kind.MIN else inside[1]
        return inside

    # The choice at the root

    def chosen_at_root(self) -> int:
        """Return the child that the root chooses."""
        seen = [child for child in self.in_order(0) if child in self.values or child in self.order]
        brought = {child: self.values.get(child, self.tree.values[child]) for child in seen}
        pick = max if self.tree.kinds[0] is Kind.MAX else min
        equal = [child for child in seen if brought[child] == pick(brought.values())]
        assert ("first" in self.rules) != ("last" in self.rules)
        if "first" in self.rules:
            return equal[0]
        proved = [child for child in equal[1:] if self.least(child) == self.most(child)]
        return [equal[0], *proved][-1]

    def least(self, node: int) -> Any:
        """What a node is worth at least, by the leaves that were seen."""
        return self.by_leaves(node, -INFINITY)

    def most(self, node: int) -> Any:
        """What a node is worth at most, by them."""
        return self.by_leaves(node, INFINITY)

    def by_leaves(self, node: int, unseen: Any) -> Any:
        """What a node is worth if every leaf that was not seen is worth that."""
        if not self.tree.children[node]:
            return self.tree.values[node] if node in self.order else unseen
        values = [self.by_leaves(child, unseen) for child in self.tree.children[node]]
        kind = self.tree.kinds[node]
        if kind is Kind.CHANCE:
            parts = zip(self.tree.children[node], values, strict=True)
            return sum(share * value for child, value in parts if (share := self.share(node, child)))
        return max(values) if kind is Kind.MAX else min(values)


@dataclass
class PlayerStudent:
    """The same in a game of several players; `taken` says which of several best children is taken, by their number."""

    tree: Tree
    rules: Mapping[str, Mapping[str, str | None]]
    taken: Any
    order: list[int] = field(default_factory=list)
    values: dict[int, Any] = field(default_factory=dict)
    pruned: list[int] = field(default_factory=list)
    choices: dict[int, int] = field(default_factory=dict)
    stopped: set[int] = field(default_factory=set)

    def answer(self) -> Answer:
        """What the student hands in."""
        assert {"maxⁿ", "from the left"} <= self.rules.keys()
        value = self.search(0, None, None)
        return Answer("s", self.values, None, tuple(self.pruned), tuple(self.order), self.choices.get(0), value)

    def search(self, node: int, above: Kind | None, has: Any) -> Any:
        """Return the payoffs of a node; the player above has so much already."""
        if not self.tree.children[node]:
            self.order.append(node)
            return self.tree.values[node]
        player, left = int(self.tree.kinds[node].value[1:]) - 1, list(self.tree.children[node])
        brought: dict[int, Any] = {}
        while left:
            child = left.pop(0)
            own = max(payoffs[player] for payoffs in brought.values()) if brought else None
            brought[child] = self.search(child, self.tree.kinds[node], own)
            sure = max(payoffs[player] for payoffs in brought.values())
            if self.leaves_nothing(node, above, has, sure, len(brought[child])):
                self.pruned += left
                self.stopped |= {node} if left else set()
                break
        best = [child for child, payoffs in brought.items() if payoffs[player] == sure]
        if self.rules["maxⁿ"]["whole"]:
            best = [child for child in best if child not in self.stopped]
        self.choices[node] = best[self.taken(len(best))]
        self.values[node] = brought[self.choices[node]]
        return self.values[node]

    def leaves_nothing(self, node: int, above: Kind | None, has: Any, sure: Any, players: int) -> bool:
        """Whether what is sure leaves no more for the player above than that one has."""
        if "what is left" not in self.rules or has is None:
            return False
        if above is self.tree.kinds[node]:
            assert self.rules["what is left"]["another"]
            return False
        least, total = (number(self.rules["sums"][end]) for end in ("low", "high"))
        return bool(total - sure - (players - 2) * least <= has)
