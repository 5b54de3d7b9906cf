"""Formulas held against their results, and against the children of the node they give a value.

`D = min(14, 5, 2) = 5`, `3 (= max(3, 2, 2))`, `the minimum of 14, 5 and 2 is 2`
"""

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import islice

from treesolve.answers.claim import Claim, ClaimValue, Unread, unread
from treesolve.answers.leaf_order import can_be_pruned
from treesolve.answers.number_words import NOT_COUNTED, NUMBER, number_meant
from treesolve.answers.said import Said
from treesolve.model.number import Number, Unknown
from treesolve.model.tree import Kind
from treesolve.notation.number_text import write_number

_NAMED = rf"(?:[^\W\d]\w*[ \t]*=[ \t]*)?{NUMBER}"
_FORMULA = re.compile(
    rf"(?:(?P<before>(?<![\w.,]){NUMBER})[ \t]*(?:[(\[][ \t]*)?=[ \t]*)?"
    r"(?<![-−–\w])(?P<kind>max(?!i?min)|min(?!i?max)|(?:larg|great|high|größ|small|low|klein)e?s?t)"
    r"(?:imum)?\w{0,4}[ \t]*"
    r"(?:[({\[](?P<of>(?:[^(){}\[\]\n]|\([ \t]*\w+[ \t]*\))*)[)}\]]"
    rf"|(?:of|von|aus|de)[ \t]+(?P<listed>{_NAMED}(?:(?:,[ \t]*|[ \t]+(?:and|und|et)[ \t]+){_NAMED})*)"
    rf"(?!\w|[.,]\d){NOT_COUNTED})"
    rf"(?:[ \t]*(?:=>|->|→|⇒|[=≤≥]|<=|>=|is|ist|est)+[ \t]*(?P<behind>{NUMBER})(?![\w(]))?",
    re.IGNORECASE,
)
_IN_BRACKET = re.compile(r"[ \t]*[(\[#][^)\]]*")
_BEHIND_CLAIM = re.compile(r"[\s(#/=,|;:]*(?:[^\W\d]\w*\s+){0,4}")
_RUN = re.compile(rf"(?<![\w.,(]){NUMBER}(?:[ \t]*[,;][ \t]*{NUMBER}){{2,60}}(?!\w|[.,]\d)", re.IGNORECASE)
_BETWEEN = re.compile(r"[,;][ \t]*|[ \t]+(?:and|und|et)[ \t]+", re.IGNORECASE)

_INSIDE = re.compile(r"\A\w+[ \t]*\([ \t]*(\w+)[ \t]*\)\Z")
_NAME_BEFORE = re.compile(r"(?<!\w)(\w+)[ \t]*[:=][ \t]*(?:(?:the|das|der)[ \t]+)?\Z", re.IGNORECASE)
_LONGEST_NAME = 40
"""So far before a formula the name of its node may begin."""

_LEAST = frozenset({"min", "smallest", "lowest", "kleinst"})


def wrong_results(said: Said) -> Iterator[Unread]:
    """Formulas such as `min(14, 5, 2) = 5`, which say two things, or whose operands are not the children of a node."""
    for found in _FORMULA.finditer(said.text):
        owner = _claim_explained_by_formula(said, found)
        node = owner.node or 0 if owner else _node_of_reason(said, found)
        items = [_INSIDE.sub(r"\1", one.strip()) for one in _BETWEEN.split(found["of"] or found["listed"] or "")]
        if node is not None and _is_named(said, node, found["kind"], items):
            continue
        part, text = owner.part if owner else said.part_at(found.start()), found[0].strip()
        numbers = [number for one in items if (number := _number_of_operand(said, one)) is not None]
        told = [number_meant(one) for one in (found["before"], found["behind"]) if one]
        results = [one for one in (*told, *([] if told else _chosen(said, found, owner))) if one is not None]
        is_known = bool(numbers and results) and len(items) <= _MOST_NUMBERS
        right = _kind(found)(numbers if len(numbers) == len(items) else [*numbers, *results[:1]]) if is_known else None
        if right is not None and {*results} != {right}:
            yield unread(part, "answer-result", *found.span(), text=text, right=write_number(right))
        elif not _are_children(said, node, items) or (node is not None and _is_of_others(said, node, found, numbers)):
            yield unread(part, "answer-remark", *found.span(), text=text)


def _kind(formula: re.Match[str]) -> Callable[..., Number]:
    return min if formula["kind"].casefold() in _LEAST else max


def _node_of_reason(said: Said, formula: re.Match[str]) -> int | None:
    """The inner node that a formula is about: it stands before it, as in `D: min(14, 5, 2)`, or is the best move."""
    best = said.before(formula.start())
    if best and best.part == "best":
        return 0 if (_kind(formula) is min) is (said.nodes.tree.kinds[0] is Kind.MIN) else best.node
    name = _NAME_BEFORE.search(said.text, formula.start() - _LONGEST_NAME, formula.start())
    named = said.nodes.names.get(name[1], ()) if name else ()
    return named[0] if len(named) == 1 and said.nodes.tree.children[named[0]] else None


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
    is_first = len(re.findall(r"[({\[]", between)) == len(re.findall(r"[)}\]]", between))
    return claim if (is_first if is_inside else _BEHIND_CLAIM.fullmatch(between)) else None


def _chosen(said: Said, formula: re.Match[str], owner: Claim | None) -> Sequence[ClaimValue]:
    """What a formula must be: the value of its node, or that of the best move which it stands behind in brackets."""
    start, best = formula.start(), said.before(formula.start())
    if owner is None and best and best.part == "best" and _IN_BRACKET.fullmatch(said.text, best.span.end, start):
        return [said.nodes.minimax[best.node or 0]]
    return [owner.value] if owner else []


def _is_named(said: Said, node: int, kind: str, items: Sequence[str]) -> bool:
    """Whether it is the name of a node behind its kind: `MIN (C): 2`."""
    return said.nodes.tree.kinds[node].name == kind.upper() and [said.nodes.named(one) for one in items] == [(node,)]


def _is_of_others(said: Said, node: int, formula: re.Match[str], numbers: Sequence[Number]) -> bool:
    """Whether a formula for a node is of the other kind, or has numbers that its children do not have."""
    if said.nodes.is_own_view or len(numbers) > _MOST_NUMBERS:
        return False
    kind = min if said.nodes.tree.kinds[node] is Kind.MIN else max
    is_whole = len(numbers) == len(_BETWEEN.split(formula["of"] or formula["listed"] or ""))
    return kind is not _kind(formula) or (bool(numbers) and not _are_values_of_children(said, node, numbers, is_whole))


def _are_values_of_children(said: Said, node: int, numbers: Sequence[Number], is_whole: bool) -> bool:
    """Whether the numbers are those of all children of a node; of some where others are left out, or are equal."""
    children = said.nodes.tree.children[node]
    worth = {child: said.worth(child) for child in children}
    if not {*numbers}.issubset(frozenset().union(*worth.values())) or len(numbers) > len(children):
        return False
    if len(numbers) == len(children):
        return _are_matched([*worth.values()], numbers)
    is_any = not is_whole or all(one.intersection(numbers) for one in worth.values())
    return is_any or any(_are_matched([worth[one] for one in seen], numbers) for seen in _seen(said, children))


def _seen(said: Said, children: Sequence[int]) -> Iterator[Sequence[int]]:
    """The children of a node that a search goes by, by what is said to be pruned, or may be if nothing is."""
    if said.of("pruned"):
        yield [one for one in children if one not in said.gone]
        return
    turned = children[::-1] if said.nodes.right_to_left else children
    for count in range(1, len(children)):
        if can_be_pruned(said.nodes.below(turned[count:]), said.nodes):
            yield turned[:count]


def _are_matched(worth: Sequence[frozenset[Number]], numbers: Sequence[Number]) -> bool:
    """Whether each of the nodes has another one of the numbers."""
    left = [*numbers]
    for may in sorted(worth, key=len):
        found = next((one for one in left if one in may), None)
        if found is None:
            return False
        left.remove(found)
    return not left


_MOST_NUMBERS = 50
_MOST_RUNS = 60
"""So many runs of numbers in one answer are looked at."""


def _are_children(said: Said, node: int | None, items: Sequence[str]) -> bool:
    """Whether the nodes that a formula names are children of its node, or of one, each once; and all that are seen."""
    named = [group[0] for one in items if len(group := said.nodes.names.get(one, ())) == 1]
    parents = {said.nodes.tree.parents[one] for one in named}
    if not named or (parents - {node} and (node is not None or len(parents) > 1)):
        return not named
    children = said.nodes.tree.children[parents.pop() or 0]
    is_whole = len(named) == len(items)
    return len({*named}) == len(named) and (
        not is_whole or any({*named} == {*seen} for seen in (children, *_seen(said, children)))
    )


def _number_of_operand(said: Said, text: str) -> Number | None:
    """The number that one of several is, a bound taken as its number, a node that was seen as its value."""
    found = re.fullmatch(rf"(?:[<>=≤≥\s]|\w+[ \t]*=)*({NUMBER})", text.strip(), re.IGNORECASE)
    named = said.nodes.names.get(text.strip(), ())
    if found or len(named) != 1 or named[0] in said.gone or said.nodes.is_own_view:
        return number_meant(found[1]) if found else None
    given = said.valued.get(named[0], said.nodes.tree.values[named[0]])
    return None if isinstance(given, Unknown | tuple) else given
