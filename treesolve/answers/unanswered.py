"""The parts that are answered, and remarks that speak of what nothing else answers: these wait for a person."""

from collections.abc import Iterable, Iterator

from treesolve.answers.claim import Claim, Remark, Unread, unread
from treesolve.answers.node_words import Nodes


def parts_answered(claims: Iterable[Claim]) -> set[str]:
    """The parts that are claimed; the value of the root as that of a node, too."""
    return {one.part for one in claims} | {"value" for one in claims if one.part == "values" and one.node == 0}


def _way_to_root(node: int | None, nodes: Nodes) -> Iterator[int | None]:
    """A node and all nodes above it."""
    while node is not None:
        yield node
        node = nodes.tree.parents[node]


def remarks_without_answer(
    remarks: list[Remark], claims: list[Claim], wrong: list[Unread], nodes: Nodes
) -> list[Unread]:
    """That a remark may be all that answers a part, or gives a node its value."""
    answered = parts_answered(claims) | {one.part for one in wrong}
    known = {part: {one.node for one in claims if one.part == part} for part in ("values", "order")}
    known["pruned"] = {above for one in claims if one.part == "pruned" for above in _way_to_root(one.node, nodes)}
    found = []
    for remark in remarks:
        parts = sorted(
            part
            for part in remark.parts
            if part not in answered or not _is_so(remark, known.get(part, {*remark.nodes}))
        )
        if parts:
            waiting = unread(parts[0], "answer-no-key", *remark.span, text=remark.text)
            found.append(waiting._replace(others=frozenset(parts)))
    return found


def _is_so(remark: Remark, known: set[int | None]) -> bool:
    """Whether what is known agrees with what a remark says of its nodes."""
    return known.isdisjoint(remark.nodes) if remark.is_denied else known.issuperset(remark.nodes)
