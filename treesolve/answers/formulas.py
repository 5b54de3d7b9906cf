"""Formulas held against their results, and against the children of the node they give a value.

`D = min(14, 5, 2) = 5`, `3 (= max(3, 2, 2))`, `the minimum of 14, 5 and 2 is 2`
"""

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import islice

from treesolve.answers.claim import Claim, ClaimValue, Unread, unread
from treesolve.answers.number_words import NUMBER, number_meant
from treesolve.answers.said import Said
from treesolve.model.number import Number, Unknown
from treesolve.notation.number_text import write_number

_NAMED = rf"(?:[^\W\d]\w*[ \t]*=[ \t]*)?{NUMBER}"
_FORMULA = re.compile(
    rf"(?:(?P<before>(?<![\w.,]){NUMBER})[ \t]*(?:[(\[][ \t]*)?=[ \t]*)?"
    r"(?<![-−–\w])(?P<kind>max(?!i?min)|min(?!i?max)|(?:larg|great|high|größ|small|low|klein)e?s?t)"
    r"(?:imum)?\w{0,4}[ \t]*"
    r"(?:[({\[](?P<of>[^(){}\[\]\n]*)[)}\]]"
    rf"|(?:of|von|aus|de)[ \t]+(?P<listed>{_NAMED}(?:(?:,[ \t]*|[ \t]+(?:and|und|et)[ \t]+){_NAMED})+))"
    rf"(?:[ \t]*(?:=>|->|→|⇒|[=≤≥]|<=|>=|is|ist|est)+[ \t]*(?P<behind>{NUMBER})(?![\w(]))?",
    re.IGNORECASE,
)
_IN_BRACKET = re.compile(r"[ \t]*[(\[#][^)\]]*")
_BEHIND_CLAIM = re.compile(r"[\s(#/=,|;:]*(?:[^\W\d]\w*\s+){0,2}")
_RUN = re.compile(rf"(?<![\w.,(]){NUMBER}(?:[ \t]*[,;][ \t]*{NUMBER}){{2,60}}(?!\w|[.,]\d)", re.IGNORECASE)
_BETWEEN = re.compile(r"[,;][ \t]*|[ \t]+(?:and|und|et)[ \t]+", re.IGNORECASE)

_LEAST = frozenset({"min", "smallest", "lowest", "kleinst"})


def wrong_results(said: Said) -> Iterator[Unread]:
    """Formulas such as `min(14, 5, 2) = 5`, which say two things, or whose numbers are not those of the children."""
    for found in _FORMULA.finditer(said.text):
        owner, items = (
            _claim_explained_by_formula(said, found),
            _BETWEEN.split((found["of"] or found["listed"] or "").strip()),
        )
        if owner and _is_named(said, owner, found["kind"], items):
            continue
        if not _are_siblings(said, owner, items):
            part = owner.part if owner else said.part_at(found.start())
            yield unread(part, "answer-remark", *found.span(), text=found[0].strip())
            continue
        numbers = [number for one in items if (number := _number_of_operand(said, one)) is not None]
        told = [number_meant(one) for one in (found["before"], found["behind"]) if one]
        results = [one for one in (*told, *([] if told else _chosen(said, found, owner))) if one is not None]
        if not numbers or not results or len(items) > _MOST_NUMBERS:
            continue
        kind: Callable[..., Number] = min if found["kind"].casefold() in _LEAST else max
        right = kind(numbers) if len(numbers) == len(items) else kind([*numbers, *results[:1]])
        if {*results} != {right} or (owner and not _are_values_of_children(said, owner.node or 0, numbers)):
            text, part = found[0].strip(), owner.part if owner else said.part_at(found.start())
            yield unread(part, "answer-result", *found.span(), text=text, right=write_number(right))


def wrong_runs(said: Said) -> Iterator[Unread]:
    """Runs of numbers, in what is passed over, that are the values of no leaves or children next to each other."""
    told = (found for gap in said.gaps for found in _RUN.finditer(said.text, *gap))
    for found in islice(told, _MOST_RUNS):
        numbers = [number_meant(one[0]) for one in re.finditer(NUMBER, found[0])]
        if None not in numbers and not any(_are_next(worth, numbers) for worth in _runs(said)):
            yield unread(said.part_at(found.start()), "answer-remark", *found.span(), text=found[0])


def _runs(said: Said) -> Iterator[list[frozenset[Number]]]:
    """The values of all leaves, of those in each list, and of the children of each node."""
    tree, named = said.nodes.tree, ([one.node or 0 for one in said.of(part)] for part in ("pruned", "order"))
    for nodes in (tree.leaves, *named, *filter(None, tree.children)):
        yield [said.final(node) for node in nodes]


def _are_next(worth: Sequence[frozenset[Number]], numbers: Sequence[Number | None]) -> bool:
    """Whether numbers stand one after the other among those that some nodes may have."""
    last = len(worth) - len(numbers)
    return any(
        all(one in may for one, may in zip(numbers, worth[start : start + len(numbers)], strict=True))
        for start in range(last + 1)
    )


def _claim_explained_by_formula(said: Said, formula: re.Match[str]) -> Claim | None:
    """The claim that a formula is the reason of: it stands in it, or right behind it."""
    claim = said.before(formula.start("kind"))
    if claim is None or claim.part not in ("values", "value"):
        return None
    is_inside = formula.start("kind") < claim.span.end
    between = said.text[claim.span.start if is_inside else claim.span.end : formula.start("kind")]
    is_first = between.count("(") == between.count(")") and not re.search(r"max\w*[ \t]*\(|min\w*[ \t]*\(", between)
    return claim if (is_first if is_inside else _BEHIND_CLAIM.fullmatch(between)) else None


def _chosen(said: Said, formula: re.Match[str], owner: Claim | None) -> Sequence[ClaimValue]:
    """The value of the node that a formula is the reason of, or of the best move that it stands behind in brackets."""
    start, best = formula.start(), said.before(formula.start())
    if owner is None and best and best.part == "best" and _IN_BRACKET.fullmatch(said.text, best.span.end, start):
        return [*said.final(best.node or 0)][:1]
    return [owner.value] if owner else []


def _is_named(said: Said, owner: Claim, kind: str, items: Sequence[str]) -> bool:
    """Whether it is the name of a node behind its kind: `MIN (C): 2`."""
    node = owner.node or 0
    return said.nodes.tree.kinds[node].name == kind.upper() and [said.nodes.named(one) for one in items] == [(node,)]


def _are_values_of_children(said: Said, node: int, numbers: Sequence[Number]) -> bool:
    """Whether the numbers are those of the children of a node, or of some of them."""
    children = [said.worth(child) for child in said.nodes.tree.children[node]]
    if len(numbers) > len(children) or not {*numbers}.issubset(frozenset().union(*children)):
        return False
    return len(numbers) < len(children) or all(worth.intersection(numbers) for worth in children)


_MOST_NUMBERS = 50
_MOST_RUNS = 60
"""So many runs of numbers in one answer are looked at."""


def _are_siblings(said: Said, owner: Claim | None, items: Sequence[str]) -> bool:
    """Whether the nodes that a formula names are children of its node, or of one node."""
    named = [said.nodes.names.get(one.strip(), ()) for one in items]
    parents = {said.nodes.tree.parents[group[0]] for group in named if len(group) == 1}
    return len(parents) <= 1 and (not parents or owner is None or parents == {owner.node or 0})


def _number_of_operand(said: Said, text: str) -> Number | None:
    """The number that one of several is, a bound taken as its number, a node that was seen as its value."""
    found = re.fullmatch(rf"(?:[<>=≤≥\s]|\w+[ \t]*=)*({NUMBER})", text.strip(), re.IGNORECASE)
    named = said.nodes.names.get(text.strip(), ())
    if found or len(named) != 1 or named[0] in said.gone or said.nodes.is_own_view:
        return number_meant(found[1]) if found else None
    given = said.valued.get(named[0], said.nodes.tree.values[named[0]])
    return None if isinstance(given, Unknown | tuple) else given
