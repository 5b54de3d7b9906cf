"""What a text says of a search beside its claims: alpha and beta, where it cuts, and why."""

import re
from collections.abc import Iterable, Iterator

from treesolve.answers.answer_words import amount_meant, says
from treesolve.answers.claim import Claim, Unread, quoted, unread
from treesolve.answers.number_words import NUMBER, number_meant
from treesolve.answers.said import Said
from treesolve.answers.search_bounds import Cut, Entry, Numbers, SearchBounds
from treesolve.model.number import Number
from treesolve.model.problem import Span
from treesolve.model.tree import Kind

_STATED = re.compile(
    r"(?<![\w-])(?P<side>alpha|beta|α|β)(?:[ -]?(?:wert|value)\b)?"
    r"(?:[ \t]{1,3}(?:is|ist|was|war|wird|becomes|of|von|now|jetzt|then|dann|already|schon|bereits|gleich))*"
    rf"[ \t]{{0,3}}[=:]?[ \t]{{0,3}}(?P<number>{NUMBER})(?!\w|[.,]\d)",
    re.IGNORECASE,
)
_PAIR = re.compile(r"(?:alpha|α)[ \t]*[,/&|][ \t]*\Z", re.IGNORECASE)
_PLACE = r"(?:at|bei|in|an|of|von|für|for)[ \t]+(?:(?:the|node|knoten)[ \t]+)*(\w+)"
_PLACE_BEHIND = re.compile(rf"[ \t]*,?[ \t]*\b{_PLACE}", re.IGNORECASE)
_PLACE_BEFORE = re.compile(rf"\b{_PLACE}\b[^.;()]*\Z", re.IGNORECASE)
_ORIGIN = re.compile(r"[ \t]*(?:from|von|aus)[ \t]+(?:(?:the|node|knoten)[ \t]+)*(\w+)", re.IGNORECASE)
_OWNER = re.compile(r"(\w+)(?:['’]s)?[ \t:,(\[]*\Z")
FURTHER = re.compile(r"[\s,;&/+()]*(?:(?:and|und|leaf|leaves|blatt|blätter|subtree|teilbaum|the)[\s,]+)*")
"""What may stand between two nodes of one list."""

_LONGEST = 60
"""So far before it the node may stand of which alpha or beta is said."""

_NUMBERS = re.compile(rf"(?<![\w.,]){NUMBER}(?!\w)", re.IGNORECASE)
_NO_NAMES = re.compile(r"\b(?:and|und|node|knoten)\b|[ \t,]+", re.IGNORECASE)


def wrong_searches(said: Said, bounds: SearchBounds) -> Iterator[Unread]:
    """Where a text says something of a search that no search can have."""
    for found in _STATED.finditer(said.text):
        number = number_meant(found["number"])
        is_read = said.is_unread(Span(*found.span())) or said.is_claimed("windows", found.start())
        if number is None or is_read or _PAIR.search(said.text, said.line_start(found.start()), found.start()):
            continue
        entries = _entries(said, bounds, found)
        known = [one.alphas if found["side"].casefold() in ("alpha", "α") else one.betas for one in entries]
        source = said.only(origin[1]) if (origin := _ORIGIN.match(said.text, found.end())) else None
        is_from = source is None or number in said.worth(source)
        if not is_from or (all(known) and not any(number in one for one in known)):
            yield unread(said.part_at(found.start()), "answer-remark", *found.span(), text=found[0])
    for found in said.matches("cut_at"):
        if not said.is_unread(Span(*found.span())) and _is_elsewhere(said, bounds, found["nodes"]):
            yield unread("pruned", "answer-remark", *found.span(), text=found[0])
    for found in said.matches("holds"):
        number, listed = number_meant(found["number"]), listed_before(said, found.start())
        cuts = [cut for one in listed if (cut := bounds.cuts.get(one.node or 0))]
        is_so = (
            number in cut.bounds and _holder(said, cut) == found["player"].casefold() for cut in cuts if cut.bounds
        )
        if number is not None and cuts and not any(is_so):
            yield unread("pruned", "answer-remark", *found.span(), text=found[0])
    yield from _mixed_kinds(said)
    for found in said.matches("cut_count"):
        right = {len({cut.node for cut in bounds.cuts.values()})}
        right |= set() if found["places"] else {len(said.of("pruned"))}
        if bounds.cuts and amount_meant(found["count"]) not in {*right, None}:
            yield unread("pruned", "answer-count", *found.span("count"), text=found["count"], count=min(right))


def _holder(said: Said, cut: Cut) -> str:
    """The player who has the bound that cuts: at a MIN node it is MAX."""
    return "max" if said.nodes.tree.kinds[cut.node] is Kind.MIN else "min"


def _mixed_kinds(said: Said) -> Iterator[Unread]:
    """Where cuts at a MAX and at a MIN node are called the same; which of both is called what differs by the book."""
    called: dict[bool, list[re.Match[str]]] = {}
    for found in said.matches("cut_kind"):
        for node in said.nodes.names.get(found["behind"] or found["before"] or "", ()):
            called.setdefault((said.nodes.tree.kinds[node] is Kind.MAX) is bool(found["beta"]), []).append(found)
    for found in called.get(False, ()) if len(called) > 1 else ():
        yield unread("pruned", "answer-remark", *found.span(), text=found[0])


def wrong_windows(said: Said, bounds: SearchBounds) -> Iterator[Unread]:
    """The windows that no node can have, where none are asked for: they are about how values were found.

    Of what could not be read of them each number must be one that the node before it can have.
    """
    for wrong in (one for one in said.found.unread if one.part == "windows"):
        start = said.line_start(wrong.span.start)
        named = said.named_in(said.text[start : wrong.span.end].rpartition(";")[2])
        for number in map(number_meant, _NUMBERS.findall(said.text[slice(*wrong.span)])):
            if named and number is not None and not any(number in _of_node(said, bounds, node) for node in named):
                yield wrong._replace(part="values")
    for one in said.of("windows"):
        entry = bounds.within(one.node or 0)
        assert isinstance(one.value, tuple)
        low, high = one.value
        if (entry.alphas and low not in entry.alphas) or (entry.betas and high not in entry.betas):
            yield unread("values", "answer-remark", *one.span, text=quoted(said.text, *one.span))


def _of_node(said: Said, bounds: SearchBounds, node: int) -> Numbers:
    entry = bounds.within(node)
    return entry.alphas | entry.betas | said.worth(node)


def _entries(said: Said, bounds: SearchBounds, found: re.Match[str]) -> list[Entry]:
    """The bounds there may be at the node of which alpha or beta is said."""
    start = max(said.line_start(found.start()), found.start() - _LONGEST)
    for place in (
        _PLACE_BEHIND.match(said.text, found.end()),
        _OWNER.search(said.text, start, found.start()),
        _PLACE_BEFORE.search(said.text, start, found.start()),
    ):
        named = said.nodes.names.get(place[1], ()) if place else ()
        if len(named) == 1:
            inner = named[0] if said.nodes.tree.children[named[0]] else said.nodes.tree.parents[named[0]]
            return [bounds.within(inner or 0)]
    listed = [bounds.cuts.get(one.node or 0) for one in listed_before(said, found.start())]
    cuts = [cut for cut in listed if cut] or [*_cuts_on_line(said, bounds, found.start())]
    near = {cut.node for cut in cuts} or _inner_nodes_on_line(said, found.start())
    return [bounds.within(node) for node in near] or [bounds.at_any_node]


def _cuts_on_line(said: Said, bounds: SearchBounds, place: int) -> Iterable[Cut]:
    """The cuts, if a line speaks of one and names no node but those that are pruned."""
    line = said.text[said.line_start(place) : said.line_end(place)]
    is_about = says(line, "cutting") and not said.named_in(line) - said.gone
    return bounds.cuts.values() if is_about else ()


def _inner_nodes_on_line(said: Said, place: int) -> set[int]:
    """The inner nodes that a line names, those above them, where they may get a bound from, and those below."""
    tree, named = said.nodes.tree, said.named_in(said.text[said.line_start(place) : said.line_end(place)])
    inner = {node for node in named if tree.children[node]}
    near = inner.union(*(tree.children[node] for node in inner), {tree.parents[node] or 0 for node in inner})
    return {node for node in near if tree.children[node]} if inner else set()


def listed_before(said: Said, place: int) -> list[Claim]:
    """The nodes that are named as pruned right before a remark, with nothing but signs between them."""
    found: list[Claim] = []
    for one in reversed([claim for claim in said.on_line(place) if claim.span.start < place]):
        if one.part != "pruned" or (
            found and not FURTHER.fullmatch(said.text, one.span.end, max(one.span.end, found[-1].span.start))
        ):
            break
        found.append(one)
    return found


def explains_no_cut(said: Said, bounds: SearchBounds, one: Numbers, other: Numbers, place: int) -> bool:
    """Whether two numbers that are compared are said to be why something is pruned, and are not."""
    cuts = _cuts_meant(said, bounds, place)
    return bool(cuts) and not any(
        cut.reached & left and cut.bounds & right for cut in cuts for left, right in ((one, other), (other, one))
    )


def _cuts_meant(said: Said, bounds: SearchBounds, place: int) -> list[Cut]:
    """The cuts that a remark at a place may be about; none where something is not known of them."""
    listed = [bounds.cuts.get(claim.node or 0) for claim in listed_before(said, place)]
    cuts = [cut for cut in listed or [*bounds.cuts.values()] if cut]
    return cuts if all(cut.reached and cut.bounds for cut in cuts) else []


def numbers_around(bounds: SearchBounds, node: int) -> Numbers:
    """The numbers that a node may be compared with: its own, its bounds, those beside it, and that of the root."""
    said, entry = bounds.said, bounds.within(node)
    parent = said.nodes.tree.parents[node]
    near = {0, node, *(() if parent is None else (parent, *said.nodes.tree.children[parent]))}
    return frozenset[Number]().union(entry.alphas, entry.betas, *map(said.worth, near))


def _is_elsewhere(said: Said, bounds: SearchBounds, told: str) -> bool:
    """Whether one of the nodes where a search is said to cut has no cut, and is not cut itself."""
    words = [word for word in _NO_NAMES.split(told) if word]
    named = [said.nodes.names.get(word, ()) for word in words]
    places = {cut.node for cut in bounds.cuts.values()}
    return all(len(one) == 1 for one in named) and bool(places) and not {one[0] for one in named} <= places | said.gone
