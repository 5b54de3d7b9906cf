"""The answers of textbook functions at each step, from walking through what they did, by the columns of a tree."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

from tests.support import chance_oracle, wrong_oracle
from tests.support.nested_trees import nested_tree
from treesolve.model.convention import Convention
from treesolve.model.kind import Kind
from treesolve.model.perspective import value_seen_by, window_seen_by
from treesolve.model.tree import Tree

Question = tuple[str, int, int | None]
CUT_CONSTRAINTS = {"strict-cut", "equal-cut", "late-cut", "wrong-direction"}
LIMITED = {"unweighted-average", "sum-without-weights", "limits-exchanged", "right"}
"""The rules that cut at chance nodes and write alpha and beta there."""

PLAYERS: Mapping[str, Callable[[Kind], Kind]] = {
    "swapped-players": lambda kind: kind.opponent,
    "one-player": lambda kind: Kind.MAX if kind is Kind.MIN else kind,
    "chance-as-max": lambda kind: Kind.MAX if kind is Kind.CHANCE else kind,
    "chance-as-min": lambda kind: Kind.MIN if kind is Kind.CHANCE else kind,
}


class Run(NamedTuple):
    """What a rule did, and whose turn it is by it."""

    kinds: tuple[Kind, ...]
    windows: dict[int, tuple[Any, Any]]
    returned: dict[int, Any]
    leaves: list[int]
    limited: bool


def run_of(tree: Tree, convention: Convention, code: str, known: Mapping[int, Any] | None = None) -> Run | None:
    """What a rule does, "right" or a misconception; None where it makes no sense. What is `known` counts for "leak"."""
    kinds = tuple(map(PLAYERS.get(code, lambda kind: kind), tree.kinds))
    if Kind.CHANCE in tree.kinds or code in chance_oracle.WRONG:
        rules = chance_oracle.SEARCHED_CONVENTIONS[convention.id]
        right = chance_oracle.searched(tree, rules, limits=tree.bounds) if code == "right" else None
        done = right or chance_oracle.WRONG[code](tree, rules)
        return Run(kinds, done.windows, done.returned, done.leaves, bool(tree.bounds) and code in LIMITED)
    ids = {path: node for node, path in _paths(tree)}
    follow = wrong_oracle.WRONG["marks-cut-node" if code == "right" else code]
    message = (
        {"known": {path: known[node] for path, node in ids.items() if node in known}}
        if code == "leak" and known
        else {}
    )
    found = follow(
        nested_tree(tree), tree.kinds[0] is Kind.MAX, wrong_oracle.SEARCHED_CONVENTIONS[convention.id], **message
    )
    if found is None:
        return None
    windows = {ids[path]: window for path, window in found.windows.items()}
    return Run(
        kinds, windows, {ids[path]: v for path, v in found.returned.items()}, [*map(ids.get, found.leaves)], False
    )  # type: ignore[arg-type]


def _paths(tree: Tree, node: int = 0, path: tuple[int, ...] = ()) -> Iterator[tuple[int, tuple[int, ...]]]:
    yield node, path
    for index, child in enumerate(tree.children[node]):
        yield from [(below, way) for below, way in _paths(tree, child, (*path, index))]


def story(tree: Tree, convention: Convention, run: Run) -> Iterator[tuple[Question | int, Any]]:
    """Questions with answers; a node with the value that has come from it to its parent."""
    seen = {*run.windows, *run.leaves}

    def numbers(node: int, after: int | None, low: Any, high: Any, best: Any) -> Iterator[tuple[Question, Any]]:
        kind, is_single = run.kinds[node], convention.wording == "one-bound"
        if kind is Kind.CHANCE and (is_single or not run.limited):
            return
        if is_single and after is not None:
            yield ("bounds", node, after), (best,)
        if not is_single:
            side = Kind.MAX if kind is Kind.CHANCE else kind
            yield ("bounds", node, after), window_seen_by(side, low, high, convention.perspective)

    def walk(node: int) -> Iterator[tuple[Question | int, Any]]:
        (low, high), kind, after, best = run.windows[node], run.kinds[node], None, None
        yield from numbers(node, None, low, high, None)
        left = [*tree.children[node]]
        while left:
            goes_on = left[0] in seen
            if after is not None:
                yield ("cut", node, after), "on" if goes_on else "cut"
            if not goes_on:
                break
            if len(left) > 1:
                yield ("child", node, after), left[0]
            after = left.pop(0)
            if tree.children[after]:
                yield from walk(after)
            value = run.returned[after] if tree.children[after] else tree.values[after]
            yield after, value
            if kind is Kind.MAX:
                low, best = max(low, value), value if best is None else max(best, value)
            if kind is Kind.MIN:
                high, best = min(high, value), value if best is None else min(best, value)
            yield from numbers(node, after, low, high, best)
        side = Kind.MAX if kind is Kind.CHANCE else kind
        yield ("return", node, after), (value_seen_by(side, run.returned[node], convention.perspective),)

    yield from walk(0)


def questions(tree: Tree, convention: Convention, code: str) -> list[tuple[Any, Any]]:
    """Return the questions with the answers of a rule in the whole tree; none where it makes no sense."""
    run = run_of(tree, convention, code)
    return (
        [] if run is None else [message for message in story(tree, convention, run) if not isinstance(message[0], int)]
    )


def expected(tree: Tree, convention: Convention, codes: set[str]) -> Iterator[tuple[Question, Any, dict[str, Any]]]:
    """Each question of the right search with its answer and, by code, the wrong ones of that moment."""
    right, finished, stories = run_of(tree, convention, "right"), dict[int, Any](), dict[str, dict[Any, Any]]()
    assert right is not None
    for question, answer in story(tree, convention, right):
        if isinstance(question, int):
            finished[question] = answer
            stories.clear()
            continue
        found = dict[str, Any]()
        for code in codes:
            if code not in stories:
                stories[code] = dict(_story_from(tree, convention, code, finished))
            if _is_about(code, question[0]):
                found[code] = stories[code].get(question)
            if code == "right-to-left" and question[0] == "child":
                found[code] = [child for child in tree.children[question[1]] if child not in finished][-1]
        yield question, answer, {code: wrong for code, wrong in found.items() if _is_other(wrong, answer)}


def _is_about(code: str, kind: str) -> bool:
    if code == "right-to-left" or kind == "child":
        return False
    return kind == "cut" or code not in {*CUT_CONSTRAINTS, "parent-skip"}


def _is_other(wrong: Any, answer: Any) -> bool:
    same_shape = isinstance(wrong, str | int) or (wrong is not None and len(wrong) == len(answer))
    return same_shape and wrong != answer


def _story_from(
    tree: Tree, convention: Convention, code: str, finished: dict[int, Any]
) -> Iterator[tuple[Question | int, Any]]:
    """What a rule does with the tree of a moment, where it makes sense."""
    opened = {"parent-skip": lambda: {[*finished][-1]} if finished else set(), "leak": lambda: _leaking(tree, finished)}
    is_open = opened.get(code, set)()
    moment = at_moment(tree, {done: value for done, value in finished.items() if done not in is_open})
    run = run_of(moment, convention, code, finished)
    if run is not None:
        yield from story(moment, convention, run)


def _leaking(tree: Tree, finished: dict[int, Any]) -> set[int]:
    """Of the nodes that are finished below each open one the last with children."""
    return {
        [child for child in children if child in finished and tree.children[child]][-1]
        for node, children in enumerate(tree.children)
        if node not in finished and any(child in finished and tree.children[child] for child in children)
    }


def at_moment(tree: Tree, finished: dict[int, Any]) -> Tree:
    """Return the tree in which these nodes are leaves."""
    nodes = range(len(tree))
    kinds = tuple(Kind.LEAF if node in finished else tree.kinds[node] for node in nodes)
    values = tuple(finished.get(node, tree.values[node]) for node in nodes)
    children = tuple(() if node in finished else tree.children[node] for node in nodes)
    return Tree(kinds, values, children, weights=tree.weights, bounds=tree.bounds)
