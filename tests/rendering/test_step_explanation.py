"""Reasons for right answers in a played search: each number and claim agrees with the search so far."""

import re
from collections.abc import Iterator
from fractions import Fraction
from itertools import chain, zip_longest
from typing import Any

import pytest

from tests.rendering.test_search_rules import SEARCHED_CONVENTIONS, with_much_chance
from tests.support.answers import tree_for
from tests.support.effort import cases, dice
from treesolve.analysis.step_question import StepQuestion, step_questions
from treesolve.model.convention import Convention
from treesolve.model.kind import Kind
from treesolve.notation.convention_expression import resolve_expression
from treesolve.notation.number_text import read_number
from treesolve.rendering.played_search import PlayedSearch
from treesolve.search.search import Unsolvable
from treesolve.search.solution import Solution, solve
from treesolve.search.trace import Enter, Update

MORE = (
    "luger:cut=strict",
    "luger:bounds=shallow",
    "luger:returns=bound",
    "knuth-moore:bounds=shallow",
    "unit:cut=strict",
)
CUTTING = [convention for convention in (*SEARCHED_CONVENTIONS, *map(resolve_expression, MORE)) if convention.cuts]
NUMBER = r"(?:−?∞|−?\d+(?:\.\d+)?(?:/\d+)?)"
SYMBOL = r"(α|β|max|w|best_eval|best)"
PAIR = rf"{SYMBOL} = ({NUMBER}) and {SYMBOL} = ({NUMBER})"


def played(solution: Solution, language: str = "en") -> dict[str, Any]:
    """Return the data of the search as embedded in a page."""
    return PlayedSearch(solution, language).data()


def number(text: str) -> Any:
    """Return the value of a formatted number."""
    return read_number(text.replace("−", "-").replace("∞", "inf"))


class Walk:
    """The state of a search: the bounds of each node and the values it received, in MAX's view."""

    def __init__(self, solution: Solution) -> None:
        self.solution, self.tree, self.convention = solution, solution.tree, solution.convention
        self.names = {name: node for node, name in enumerate(self.tree.names)}
        self.entry: dict[int, tuple[Any, Any]] = {}
        self.bounds: dict[int, tuple[Any, Any]] = {}
        self.came: dict[int, dict[int, Any]] = {}

    def go(self, step: int) -> None:
        """Perform a step."""
        for event in self.solution.step_events[step - 1].events:
            if isinstance(event, Enter):
                self.entry[event.node] = self.bounds[event.node] = event.alpha, event.beta
                self.came[event.node] = {}
            if isinstance(event, Update):
                self.bounds[event.node] = event.alpha, event.beta
                self.came[event.node][event.child] = event.value

    def is_min(self, node: int) -> bool:
        """Return whether the numbers at a node are in MIN's view."""
        return self.convention.perspective != "minimax" and self.tree.kinds[node] is Kind.MIN

    def turned(self, value: Any) -> Any:
        """Return a value in the opponent's view."""
        return 1 - value if self.convention.perspective == "unit" else -value

    def seen(self, node: int, value: Any) -> Any:
        """Return a value in MAX's view as written at a node."""
        return self.turned(value) if self.is_min(node) else value

    def pair(self, node: int, window: tuple[Any, Any] | None = None) -> list[Any]:
        """Return the bounds of a node as written there, in that order."""
        found = [self.seen(node, bound) for bound in window or self.bounds[node]]
        return found[::-1] if self.is_min(node) else found

    def place(self, node: int) -> int:
        """Return the index of a node's own bound."""
        return int(self.tree.kinds[node] is Kind.MIN and self.convention.perspective == "minimax")

    def is_least(self, node: int) -> bool:
        """Return whether a node takes the minimum of the numbers written there."""
        return bool(self.place(node))

    def best(self, node: int) -> Any:
        """Return the best value a node has received for its player, as written there."""
        values = [self.seen(node, value) for value in self.came[node].values()]
        return (min if self.is_least(node) else max)(values)

    def reach(self, node: int, known: dict[int, Any]) -> tuple[Any, Any]:
        """Return the minimum and maximum average of a chance node, given the known values of its children."""
        assert self.tree.bounds
        low, high = self.tree.bounds
        weights = {child: self.tree.weight(child) or 0 for child in self.tree.children[node]}
        held = {child: min(max(value, low), high) for child, value in known.items()}
        return tuple(sum(weight * held.get(child, end) for child, weight in weights.items()) for end in (low, high))  # type: ignore[return-value]


def reasons_on_the_way(solution: Solution) -> Iterator[tuple[Walk, StepQuestion, dict[str, Any], str]]:
    """Yield each question with its entry, its trace line, and the state of the search when it is asked.

    Bounds changed by a step are asked after it.
    """
    walk, data, gone = Walk(solution), played(solution), 0
    for question, entry in zip(step_questions(solution), data["questions"], strict=True):
        done = question.step if question.kind == "bounds" else question.step - 1
        while gone < done:
            gone += 1
            walk.go(gone)
        yield walk, question, entry, data["told"][question.step]


def before(step: int, solution: Solution) -> Walk:
    """Return the state of the search before a step."""
    walk = Walk(solution)
    for number_of_step in range(1, step):
        walk.go(number_of_step)
    return walk


def read_origin(walk: Walk, question: StepQuestion, why: str) -> str:
    """Check the origin of bounds against the search, and return its kind."""
    found = re.fullmatch(rf"(.*): {PAIR}\.", why)
    assert found, why
    said, right, node = found[1], list(question.right), question.node  # type: ignore[call-overload]
    assert [number(found[3]), number(found[5])] == right
    widest = walk.pair(node, walk.convention.widest)
    parent = walk.tree.parents[node]
    if parent is None:
        assert said == f"The search begins with {'nothing known' if right == widest else 'its start window'}"
        return "start"
    name, above = walk.tree.names[node], walk.tree.names[parent]
    if said == f"{name} gets the bounds that {above} has now":
        assert walk.pair(parent) == right
        return "both"
    if found := re.fullmatch(rf"{above} has {PAIR}; for {name} they are turned round, (.*)", said):
        assert [number(found[2]), number(found[4])] == walk.pair(parent)
        assert [walk.turned(number(found[4])), walk.turned(number(found[2]))] == right
        minus = "1 − " if walk.convention.perspective == "unit" else "−"
        assert found[5] == f"{found[1]} = {minus}{found[3]} and {found[3]} = {minus}{found[1]}"
        return "turned"
    if found := re.fullmatch(
        rf"{above} has {SYMBOL} = ({NUMBER}), and {SYMBOL} of {name} is (.+?) of {above}; \1 begins anew", said
    ):
        assert number(found[2]) == walk.pair(parent)[0]
        assert right == [widest[0], walk.turned(number(found[2]))]
        assert found[4].endswith(found[1])
        return "own turned"
    if found := re.fullmatch(rf"{above} hands down only its own bound, {SYMBOL}", said):
        place = walk.place(parent)
        assert right[place] == walk.pair(parent)[place]
        assert right[1 - place] == widest[1 - place]
        return "own"
    if said in (
        f"{above} hands a bound down to the opponent only",
        f"{above} is a chance node and hands no bounds down",
    ):
        assert right == widest
        assert walk.tree.kinds[parent] in (Kind.CHANCE, walk.tree.kinds[node])
        return "nothing"
    return read_origin_in_average(walk, node, parent, said)


def read_origin_in_average(walk: Walk, node: int, parent: int, said: str) -> str:
    """Outside the bounds of its child, the average of a chance node is outside its own bounds."""
    name, above = walk.tree.names[node], walk.tree.names[parent]
    assert walk.tree.kinds[parent] is Kind.CHANCE
    assert walk.tree.bounds is not None
    low, high = walk.entry[node]
    if said == f"{name} has probability 0, so its bounds come from the limits of all leaves":
        assert walk.tree.weight(node) == 0
        assert low in (walk.tree.bounds[0], walk.convention.widest[0])
        assert high in (walk.tree.bounds[1], walk.convention.widest[1])
        return "limits"
    within = f"the bounds within which its value still decides about the average of {above}"
    is_one = said == f"Of {within}, {name} is told one only"
    assert is_one or said == f"{name} gets {within}"
    assert is_one <= ({low, high} & {*walk.convention.widest} != set())
    alpha, beta = walk.bounds[parent]
    known = walk.came[parent]
    if walk.tree.bounds[0] < low < high:
        assert walk.reach(parent, {**known, node: low})[1] <= alpha
    if low < high < walk.tree.bounds[1]:
        assert walk.reach(parent, {**known, node: high})[0] >= beta
    return "one end" if is_one else "average"


def read_moves(walk: Walk, question: StepQuestion, why: str, message: str) -> str:
    """Check which bound changes, and by whom, against the search before and after the step; return the case."""
    said, node, right = why.removesuffix(f" {message}."), question.node, list(question.right)  # type: ignore[call-overload]
    assert said != why
    name, kind = walk.tree.names[node], walk.tree.kinds[node].value.upper()
    was = before(question.step, walk.solution)
    if kind == "CHANCE":
        assert re.fullmatch(rf"{name} is a chance node: {SYMBOL} and {SYMBOL} stay as they were given\.", said)
        assert right == was.pair(node) == walk.pair(node, walk.entry[node])
        return "chance"
    whose = "" if walk.convention.perspective == "minimax" else f", and the numbers are {kind}’s"
    assert said.startswith(f"{name} is {kind}{whose}: ")
    place = walk.place(node) if len(right) == 2 else 0
    if len(right) == 2:
        assert f": only {played_heads(walk, node)[place]} moves; it " in said
        assert was.pair(node)[1 - place] == right[1 - place]
    worse, verb = ("smaller", "lowers") if walk.is_least(node) else ("greater", "raises")
    if found := re.search(rf"began at ({NUMBER}), and a {worse} value {verb} it\.$", said):
        began = walk.pair(node, walk.entry[node])[walk.place(node)]
        assert number(found[1]) == began
        assert right[place] == (min if walk.is_least(node) else max)(began, walk.best(node))
        return "began"
    assert said.endswith(f"is the {'smallest' if walk.is_least(node) else 'greatest'} value so far.")
    assert right[place] == walk.best(node)
    return "so far"


def played_heads(walk: Walk, node: int) -> list[str]:
    """Return the convention's names of the two bounds."""
    return {"single-parameter": ["max", "w"], "unit": ["best_eval", "max"]}.get(walk.convention.wording, ["α", "β"])


def read_return(walk: Walk, question: StepQuestion, why: str, message: str) -> str:
    """Check the returned value against the received ones, and return the case; the parent's bound is not revealed."""
    node, [right] = question.node, question.right  # type: ignore[misc]
    name, kind = walk.tree.names[node], walk.tree.kinds[node].value.upper()
    assert message not in why
    parent = walk.tree.parents[node]
    assert parent is None or not re.search(rf"\b{walk.tree.names[parent]}\b", why)
    came = walk.came[node]
    if kind == "CHANCE":
        return read_average(walk, question, why)
    own, began = walk.pair(node)[walk.place(node)], walk.pair(node, walk.entry[node])[walk.place(node)]
    extreme, worse = ("smallest", "smaller") if walk.is_least(node) else ("greatest", "greater")
    moment = "that came" if len(came) == len(walk.tree.children[node]) else "before the cut"
    view = "" if walk.convention.perspective == "minimax" else f", as {kind} sees it"
    start = rf"{name} is {kind} and returns "
    if found := re.fullmatch(
        rf"{start}({NUMBER}), the {extreme} value {moment}{view}(, not {SYMBOL} = ({NUMBER}))?\.", why
    ):
        assert number(found[1]) == right == walk.best(node)
        assert walk.convention.returns == "value"
        assert bool(found[2]) == (own != right and walk.convention.wording != "one-bound")
        assert not found[2] or number(found[4]) == own
        return "unlike" if found[2] else "value"
    assert walk.convention.returns != "value"
    if found := re.fullmatch(rf"{start}its {SYMBOL}, ({NUMBER}), the {extreme} value {moment}{view}\.", why):
        assert number(found[2]) == right == own == walk.best(node)
        return "own"
    if found := re.fullmatch(
        rf"{start}({NUMBER}), the {SYMBOL} it was given: no value that came was {worse}(?: for {kind})?\.", why
    ):
        assert number(found[1]) == right == own == began
        assert (min if walk.is_least(node) else max)(began, walk.best(node)) == began
        return "given"
    found = re.fullmatch(rf"{start}{SYMBOL}, since {SYMBOL} = ({NUMBER}) has passed it: ({NUMBER})\.", why)
    assert found, why
    assert walk.convention.returns == "clipped"
    assert (number(found[3]), number(found[4])) == (own, right)
    assert right == walk.pair(node)[1 - walk.place(node)] != own
    return "clipped"


def read_average(walk: Walk, question: StepQuestion, why: str) -> str:
    """Check the returned value of a chance node against the possible averages."""
    node, [right] = question.node, question.right  # type: ignore[misc]
    name, came = walk.tree.names[node], walk.came[node]
    found = re.fullmatch(rf"(.*): ({NUMBER})\.", why)
    assert found, why
    assert number(found[2]) == right
    if (
        found[1]
        == f"{name} is a chance node and returns the average of what its children returned, each with its probability"
    ):
        assert len(came) == len(walk.tree.children[node])
        assert right == sum(
            value * Fraction(walk.tree.weight(child) or 0) for child, value in came.items() if walk.tree.weight(child)
        )
        return "average"
    is_low = f"The average of {name} is too low" in found[1]
    assert is_low or f"The average of {name} is too high" in found[1]
    alpha, beta = walk.bounds[node]
    least, greatest = walk.reach(node, came)
    assert greatest <= alpha if is_low else least >= beta
    if walk.convention.returns == "value":
        assert found[1].endswith(f"; {name} returns the {'greatest' if is_low else 'least'} one that is still possible")
        assert right == (greatest if is_low else least)
        return "possible"
    assert found[1].endswith(f", so it returns {'α' if is_low else 'β'}")
    assert right == (alpha if is_low else beta)
    return "stopped"


def read_cut(walk: Walk, question: StepQuestion, why: str) -> str:
    """Check the comparison and the unseen children, and return the case."""
    node = question.node
    name = walk.tree.names[node]
    if question.right == "cut":
        assert re.search(rf"{NUMBER} [≥≤<>] ({SYMBOL} = )?{NUMBER}", why)
        return "cut"
    visited = [each for each in walk.solution.visited_ids if walk.tree.parents[each] == node]
    following = next(each for each in visited if each not in walk.came[node])
    comparison, mark, proof = why.rpartition(f"The search has not seen {walk.tree.names[following]} yet. ")
    assert mark
    assert proof
    is_strict = walk.convention.cut == ">"
    if found := re.fullmatch(rf"The search cuts where {SYMBOL} (≥|>) {SYMBOL}; here {PAIR}\. ", comparison):
        low, high = number(found[5]), number(found[7])
        assert [low, high] == walk.pair(node)
        assert found[2] == (">" if is_strict else "≥")
        assert (found[1], found[3]) == (found[4], found[6])
        assert low <= high if is_strict else low < high
        return "where"
    if found := re.fullmatch(
        rf"{name} is cut where its average is certain to be (.+); "
        rf"here it lies between ({NUMBER}) and ({NUMBER}), {PAIR}\. ",
        comparison,
    ):
        alpha, beta = walk.bounds[node]
        assert found[1] == ("below α or above β" if is_strict else "at most α or at least β")
        assert (number(found[2]), number(found[3])) == walk.reach(node, walk.came[node])
        assert (number(found[5]), number(found[7])) == (alpha, beta)
        return "average"
    return read_cut_above(walk, node, comparison)


def read_cut_above(walk: Walk, node: int, comparison: str) -> str:
    """Check the best bound above a node with a single bound against the values received by its ancestors."""
    if not comparison:
        is_chance = walk.tree.kinds[node] is Kind.CHANCE
        assert is_chance or walk.convention.wording == "one-bound"
        return "nothing"
    kind, above, bounds = walk.tree.kinds[node], walk.tree.parents[node], []
    while above is not None:
        if walk.tree.kinds[above] not in (kind, Kind.CHANCE) and walk.came[above]:
            bounds.append(walk.best(above))
        above = walk.tree.parents[above]
    is_max = kind is Kind.MAX
    best = min(bounds, default=float("inf")) if is_max else max(bounds, default=-float("inf"))
    relation = {(True, False): "at least", (True, True): "above", (False, False): "at most", (False, True): "below"}
    own, other = ("α", "least β") if is_max else ("β", "greatest α")
    found = re.fullmatch(
        rf"{walk.tree.names[node]} is cut where its {own} is {relation[is_max, walk.convention.cut == '>']} "
        rf"the {other} of a node above; "
        rf"here {own} = ({NUMBER}), and (above there is [αβ] = ({NUMBER})|no node above has an? .* than −?∞)\. ",
        comparison,
    )
    assert found, comparison
    assert number(found[1]) == walk.best(node)
    assert (number(found[3]) if found[3] else "none") == (best if abs(best) != float("inf") else "none")
    return "above"


def read_reason(walk: Walk, question: StepQuestion, entry: dict[str, Any], message: str) -> tuple[str, str]:
    """Check a reason against the search, and return its kind and case."""
    why = entry["why"]
    if question.kind == "child":
        assert re.search(rf"next is {walk.tree.names[int(str(question.right))]}\.$", why)
        return "child", ""
    if question.kind == "return":
        return "return", read_return(walk, question, why, message)
    if question.kind == "cut":
        return "cut", read_cut(walk, question, why)
    if question.after is None:
        return "entry", read_origin(walk, question, why)
    return "after", read_moves(walk, question, why, message)


def drawn(convention: Convention, count: int) -> Iterator[Solution]:
    """Return random searches of trees of every kind that the convention can search."""
    rng, highest = dice(f"why {convention.id}"), 1 if convention.perspective == "unit" else 6
    for place in range(count):
        tree = with_much_chance(rng, highest, bounded=place % 3 > 0) if place % 2 else tree_for(rng, convention)
        try:
            yield solve(tree, convention)
        except Unsolvable:
            continue


@pytest.mark.parametrize("convention", CUTTING, ids=lambda convention: convention.id)
def test_every_reason_is_true(convention: Convention):
    """All numbers and claims are true, for any tree and convention."""
    kinds = set()
    for solution in drawn(convention, cases(320)):
        for walk, question, entry, message in reasons_on_the_way(solution):
            kinds.add(read_reason(walk, question, entry, message)[0])
    assert kinds >= {"child", "return", "cut", "after"}


CASES = {
    "entry": "start, both, turned, own turned, own, nothing, average, one end, limits",
    "after": "chance, began, so far",
    "return": "value, unlike, own, given, clipped, average, possible, stopped",
    "cut": "where, above, average, nothing, cut",
}
"""The cases of each kind of reason."""


def test_every_case_of_a_reason_is_met():
    """Each sentence is used for some tree."""
    missing = {(kind, case) for kind, cases in CASES.items() for case in cases.split(", ")}
    for solution in chain.from_iterable(zip_longest(*(drawn(convention, 24) for convention in CUTTING))):
        if solution and missing:
            missing -= {read_reason(*found) for found in reasons_on_the_way(solution)}
    assert not missing
