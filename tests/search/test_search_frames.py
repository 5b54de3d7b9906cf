"""The frames of a search, compared with a replay of its events up to each step."""

from collections.abc import Iterable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.search.test_search import leaves_for
from tests.support.effort import examples, size
from tests.support.oracle import Nested
from tests.support.strategies import any_trees, nested, planted
from treesolve.model.convention import CONVENTIONS, Convention
from treesolve.model.kind import Kind
from treesolve.model.tree import Tree
from treesolve.notation.reader import read
from treesolve.search.search import Unsolvable
from treesolve.search.search_frames import Animation, blank_frame
from treesolve.search.solution import Solution, solve
from treesolve.search.trace import CutEvent, Enter, Evaluate, Event, Leave, Update

EVERY = list(CONVENTIONS.values())

each_convention = pytest.mark.parametrize("convention", EVERY, ids=[convention.id for convention in EVERY])


def prefixes(solution: Solution) -> list[list[Event]]:
    """Return the events up to each frame: the first 0, 1, 2, ... steps.

    The value of a leaf or child and the update of the parent are one step. A cut after the last child is a step only if
    the convention shows it.
    """
    story: list[Event] = []
    found: list[list[Event]] = [[]]
    message = [event for event in solution.events if not isinstance(event, CutEvent) or counts(solution, event)]
    for event, following in zip(message, [*message[1:], None], strict=True):
        story.append(event)
        if not (isinstance(event, Evaluate | Leave) and isinstance(following, Update)):
            found.append(list(story))
    return found


def counts(solution: Solution, cut: CutEvent) -> bool:
    """Return whether the convention shows a cut."""
    return cut.skipped != () or solution.convention.empty_cuts == "shown"


def ancestors(tree: Tree, node: int) -> list[int]:
    """Return the node and its ancestors."""
    above = tree.parents[node]
    return [node] if above is None else [node, *ancestors(tree, above)]


def skipped_by(story: Iterable[Event]) -> set[int]:
    """Return the topmost nodes skipped by cuts."""
    return {node for event in story if isinstance(event, CutEvent) for node in event.skipped}


def expected_status(solution: Solution, story: list[Event], node: int) -> str:
    """Return the status of a node after the events."""
    if any(isinstance(event, Leave | Evaluate) and event.node == node for event in story):
        return "done"
    if any(isinstance(event, Enter) and event.node == node for event in story):
        return "open"
    if skipped_by(story) & set(ancestors(solution.tree, node)):
        return "pruned"
    is_forced = solution.convention.forced_move == "unseen" and len(solution.tree.children[0]) == 1
    return "unseen" if is_forced and node else "waiting"


def expected_bounds(solution: Solution, story: list[Event], node: int) -> tuple[object, ...]:
    """Return the displayed bounds of a node: two, those on entry for a finished node; one; or none."""
    kind, convention = solution.tree.kinds[node], solution.convention
    windows = [event for event in story if isinstance(event, Enter | Update) and event.node == node]
    if kind not in (Kind.MAX, Kind.MIN) or not convention.cuts or not windows:
        return ()
    if convention.wording == "one-bound":
        values = [event.value for event in windows if isinstance(event, Update)]
        return ((max if kind is Kind.MAX else min)(values),) if values else ()
    last = next(event for event in reversed(story) if isinstance(event, Enter | Update | Leave) and event.node == node)
    entered = [event for event in windows if isinstance(event, Enter)]
    shown = entered[-1] if isinstance(last, Leave) else windows[-1]
    return shown.alpha, shown.beta


def shows_windows(solution: Solution) -> bool:
    """Return whether frames show alpha and beta of a node instead of one bound."""
    return solution.convention.cuts and solution.convention.wording != "one-bound"


def expected_value(solution: Solution, story: list[Event], node: int) -> object:
    """Return the displayed value of a node: a leaf's from the start, an inner node's after it has returned."""
    if not solution.tree.children[node]:
        return solution.tree.values[node]
    returned = [event.value for event in story if isinstance(event, Leave) and event.node == node]
    is_forced = solution.convention.forced_move == "unseen" and len(solution.tree.children[0]) == 1
    return returned[0] if returned and not is_forced else None


def check(solution: Solution) -> None:
    """Check every frame against the replay, in any order of access."""
    animation = Animation(solution)
    stories = prefixes(solution)
    assert len(animation) == len(stories)
    frames = [animation.frame(number) for number in reversed(range(len(animation)))][::-1]
    for number, (frame, story) in enumerate(zip(frames, stories, strict=True)):
        assert frame.number == number
        assert frame.row == (animation.rows[number - 1] if number else None)
        assert frame.current == (story[-1].node if story else None)
        assert frame.struck == skipped_by(story)
        for node, state in enumerate(frame.states):
            assert state.status == expected_status(solution, story, node)
            assert state.bounds == expected_bounds(solution, story, node)
            assert state.value == expected_value(solution, story, node)
    if shows_windows(solution):
        for node in solution.visited_ids:
            if animation.last.states[node].bounds:
                assert animation.last.states[node].bounds == solution.window(node)
    assert list(Animation(solution)) == frames
    assert animation.last == frames[-1]
    assert [frame.principal_variation for frame in frames[:-1]] == [()] * (len(frames) - 1)
    assert frames[-1].principal_variation == solution.principal_variation_ids


@each_convention
@examples(30)
@given(data=st.data(), maximising=st.booleans())
def test_every_frame_matches_a_replay_of_the_events(convention: Convention, data: st.DataObject, maximising: bool):
    """Status, bounds, value, cuts and principal variation agree at each node after each step."""
    solution = solve(planted(data.draw(leaves_for(convention)), maximising=maximising), convention)

    check(solution)


@each_convention
@examples(25)
@given(tree=any_trees())
def test_frames_of_arbitrary_trees(convention: Convention, tree: Tree):
    """Trees may have chance nodes, kinds in any order and unknown leaves, if the convention can search them."""
    try:
        solution = solve(tree, convention)
    except Unsolvable:
        return
    check(solution)


@pytest.mark.parametrize("empty_cuts", ["hidden", "shown"])
@examples(25)
@given(tree=nested())
def test_empty_cuts_are_frames_only_if_shown(empty_cuts: str, tree: Nested):
    """A cut after the last child strikes nothing."""
    check(solve(planted(tree), CONVENTIONS["cosc367"].override(empty_cuts=empty_cuts)))


@pytest.mark.parametrize("wording", ["window", "functions", "one-bound", "single-parameter", "unit", "plain"])
def test_chance_nodes_have_no_bounds_in_any_wording(wording: str):
    """There is no player at a chance node who could improve a bound."""
    solution = solve(read("(CHANCE (3 5) CHANCE ((1 2) (0 4)))"), CONVENTIONS["aima"].override(wording=wording))

    check(solution)
    assert all(frame.states[1].bounds == () for frame in Animation(solution))


@examples(25)
@given(tree=any_trees())
def test_the_blank_frame_shows_leaves_only(tree: Tree):
    """An exercise reveals no results."""
    frame = blank_frame(tree)

    assert [state.value for state in frame.states] == list(tree.values)
    assert {state.status for state in frame.states} == {"blank"}
    assert not any(state.bounds for state in frame.states)
    assert (frame.number, frame.struck, frame.principal_variation, frame.current) == (0, frozenset(), (), None)


def test_frames_of_a_deep_tree():
    """Thousands of plies need no recursion."""
    depth = size(50_000)
    animation = Animation(solve(read("(1 " * depth + "5" + ")" * depth), CONVENTIONS["minimax"]))

    assert len(animation.last.states) == 2 * depth + 1
    assert animation.frame(len(animation) // 2).states[0].status == "open"
