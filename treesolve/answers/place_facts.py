"""Where a text says that something is pruned: at which node, and after which one, held against the cuts.

`Bei C wird L5 abgeschnitten`, `L5, L6 (cut at C after L4)`, `C: cut after L4, L5 and L6 are skipped`
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence

from treesolve.answers.answer_words import says
from treesolve.answers.claim import Claim, Unread, quoted, unread
from treesolve.answers.cut_facts import listed_before
from treesolve.answers.said import Said
from treesolve.answers.search_bounds import SearchBounds
from treesolve.model.problem import Span

_OPENING = re.compile(r"[ \t]*[(:][ \t]*")
_NEXT_CLAUSE = re.compile(r"[.;,]")
_LONGEST_REASON = 300


def wrong_places(said: Said, bounds: SearchBounds) -> Iterator[Unread]:
    """The nodes where something is said to be pruned, or after which, where it is not."""
    for gap in said.gaps:
        for kind, is_so in _KINDS.items():
            for found in said.matches(kind, gap):
                place = Span(*found.span(found.lastindex or 0))
                node = said.only(said.text[slice(*place)])
                listed = _claims_at(said, gap, Span(*found.span()))
                is_wrong = node is not None and listed and not is_so(said, bounds, node, listed)
                if is_wrong and not (kind == "place" and _is_in_reason(said, gap, found.start())):
                    yield unread("pruned", "answer-remark", *found.span(), text=quoted(said.text, *found.span()))
    for found in said.matches("cut_label"):
        node, listed = said.only(found[1]), [one for one in said.on_line(found.start()) if one.part == "pruned"]
        if node is not None and listed and not _is_place(said, bounds, node, listed):
            yield unread("pruned", "answer-remark", *found.span(), text=quoted(said.text, *found.span()))


def _is_in_reason(said: Said, gap: Span, place: int) -> bool:
    """Whether what stands right before a place begins a reason."""
    return says(said.text[max(gap.start, place - _LONGEST_REASON) : place], "reason_before")


def _claims_at(said: Said, gap: Span, place: Span) -> Sequence[Claim]:
    """The claims that a place is told of: those before it, in the same clause, or those behind it."""
    before = listed_before(said, gap.start + 1)
    is_behind = _NEXT_CLAUSE.search(said.text, gap.start, place.start) or _OPENING.fullmatch(
        said.text, place.end, gap.end
    )
    if before and not is_behind:
        return before[:1]
    claim = said.next_after(gap.end)
    return [claim] if claim and claim.part == "pruned" and claim.span.start <= said.line_end(place.start) else before


def _is_place(said: Said, bounds: SearchBounds, node: int, listed: Sequence[Claim]) -> bool:
    """Whether one of the claims is a child of a node, or was cut off there."""
    parents = {said.nodes.tree.parents[one.node] for one in listed if one.node}
    cuts = {cut.node for one in listed if (cut := bounds.cuts.get(one.node or 0))}
    return not parents or node in parents | cuts


def _is_before(said: Said, bounds: SearchBounds, node: int, listed: Sequence[Claim]) -> bool:
    """Whether a node is below the last one that is seen before the claims, or has a bound that cuts them."""
    cuts = [cut for one in listed if (cut := bounds.cuts.get(one.node or 0))]
    seen = {below for cut in cuts for below in said.nodes.tree.subtree(cut.last)}
    is_bound = any(said.final(node) & cut.bounds and cut.node not in said.nodes.tree.subtree(node) for cut in cuts)
    return not cuts or node in seen or is_bound


def _is_after(said: Said, _bounds: SearchBounds, node: int, _listed: Sequence[Claim]) -> bool:
    """Whether a node is one that is pruned: before another leaf nothing is cut off."""
    return node in said.gone or bool(said.nodes.tree.children[node])


_KINDS: Mapping[str, Callable[[Said, SearchBounds, int, Sequence[Claim]], bool]] = {
    "place": _is_place,
    "after": _is_before,
    "before": _is_after,
}
"""What may be said of where a search cuts, and whether it is so."""
