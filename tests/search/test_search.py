"""The search, compared with every convention's pseudocode and with properties of any tree."""

import itertools
from collections.abc import Iterator
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.effort import examples, size
from tests.support.oracle import INFINITY, PSEUDOCODE, Nested, Path, minimax
from tests.support.solutions import check_events
from tests.support.strategies import INFINITE, SHARES, SMALL, WIDE, any_trees, nested, planted
from treesolve.analysis.minimal_tree import least_evaluated
from treesolve.model.convention import CHOICES, CONVENTIONS, Convention
from treesolve.model.kind import Kind
from treesolve.model.tree import Tree
from treesolve.notation.reader import read
from treesolve.search.minimax import minimax_values
from treesolve.search.search import Unsolvable, search
from treesolve.search.solution import solve
from treesolve.search.trace import CutEvent, Enter, Update

CUTTING = [convention for convention in CONVENTIONS.values() if convention.cuts]
EVERY = list(CONVENTIONS.values())
COMBINATIONS = [
    Convention("any", "", "", cut=cut, bounds=bounds, returns=returns, test=test, order=order)
    for cut in (">=", ">")
    for bounds in ("deep", "shallow")
    for returns in CHOICES["returns"]
    for test in CHOICES["test"]
    for order in CHOICES["order"]
]


def each(conventions: list[Convention]) -> pytest.MarkDecorator:
    """Return a decorator that runs a test for several conventions, named by id or by their rules."""
    names = [
        convention.id if convention.id != "any" else "-".join(map(str, convention[3:7])) for convention in conventions
    ]
    return pytest.mark.parametrize("convention", conventions, ids=names)


def leaves_for(convention: Convention) -> st.SearchStrategy[Nested]:
    """Return a strategy for random trees with values that the convention accepts."""
    return nested(SHARES) if convention.perspective == "unit" else nested(SMALL | WIDE | INFINITE)


def paths(tree: Tree) -> list[Path]:
    """Return the path of each node, by id."""
    found: list[Path] = [()] * len(tree)
    for node, children in enumerate(tree.children):
        for index, child in enumerate(children):
            found[child] = (*found[node], index)
    return found


@each(EVERY)
@examples(90)
@given(data=st.data(), maximising=st.booleans())
def test_every_convention_matches_its_pseudocode(convention: Convention, data: st.DataObject, maximising: bool):
    """The leaves in order, and the window and the returned value at every node, are the same."""
    tree = data.draw(leaves_for(convention))
    maximising = maximising or not isinstance(tree, list)
    expected = PSEUDOCODE[convention.id](tree, maximising)

    solution = solve(planted(tree, maximising=maximising), convention)

    path_of = paths(solution.tree)
    assert [path_of[leaf] for leaf in solution.evaluated_ids] == expected.leaves
    if not solution.is_forced:
        returned = {
            path_of[node]: solution.returned(node) for node in solution.visited_ids if solution.tree.children[node]
        }
        assert returned == expected.returned
        assert solution.returned(0) == expected.value
    for path, window in expected.windows.items():
        assert solution.window(path_of.index(path)) == window


@each([*EVERY, *COMBINATIONS])
@examples(40)
@given(data=st.data())
def test_events_and_relations_are_correct(convention: Convention, data: st.DataObject):
    """Inner nodes open and close in order, every leaf is counted once, and relations hold.

    However a convention cuts, the root has its minimax value.
    """
    tree = data.draw(leaves_for(convention))
    solution = solve(planted(tree), convention)

    check_events(solution)
    if solution.is_forced:
        assert not solution.evaluated_ids
        return
    assert solution.returned(0) == minimax(tree) == solution.value
    skipped = [leaf for cut in solution.cut_events for child in cut.skipped for leaf in solution.tree.subtree(child)]
    skipped_leaves = [node for node in skipped if not solution.tree.children[node]]
    assert sorted([*solution.evaluated_ids, *skipped_leaves]) == list(solution.tree.leaf_ids)
    for node in solution.visited_ids:
        returned, value = solution.returned(node), solution.values[node]
        assert {"=": value == returned, "<=": value <= returned, ">=": value >= returned, None: True}[
            solution.relation(node)
        ]


@each(COMBINATIONS)
@examples(30)
@given(tree=nested())
def test_events_have_the_bounds_after_each_change(convention: Convention, tree: Nested):
    """Each update follows from the bounds before it, and a cut occurs exactly if its condition holds."""
    solution = solve(planted(tree), convention)
    kinds = solution.tree.kinds
    bounds: dict[int, tuple[object, object]] = {}
    events = [*solution.events, None]
    for event, following in itertools.pairwise(events):
        if isinstance(event, Enter):
            bounds[event.node] = event.alpha, event.beta
        elif isinstance(event, Update):
            alpha, beta = bounds[event.node]
            if kinds[event.node] is Kind.MAX:
                alpha = max(alpha, event.value)
            else:
                beta = min(beta, event.value)
            assert (event.alpha, event.beta) == (alpha, beta)
            bounds[event.node] = alpha, beta
            last = event.child == solution.children_in_order(event.node)[-1]
            crossed = alpha > beta or (alpha == beta and convention.cut == ">=")
            assert isinstance(following, CutEvent) is (crossed and not (last and convention.test == "before"))


@pytest.mark.parametrize(
    ("fewer", "more"),
    [
        ({}, {"bounds": "shallow"}),
        ({"cut": ">"}, {"cut": ">", "bounds": "shallow"}),
        ({}, {"cut": ">"}),
        ({"bounds": "shallow"}, {"bounds": "shallow", "cut": ">"}),
    ],
)
@examples(90)
@given(tree=nested(SMALL))
def test_deep_bounds_and_weak_cuts_visit_a_subset(fewer: dict[str, str], more: dict[str, str], tree: Nested):
    """More bounds can only cut more, and a strict cut is also a weak cut."""
    one, other = (solve(planted(tree), Convention("any", "", "", **rules)) for rules in (fewer, more))

    assert set(one.visited_ids) <= set(other.visited_ids)


@examples(90)
@given(tree=nested(SMALL))
def test_returned_values_do_not_change_visits(tree: Nested):
    """With cuts on equality, fail-soft, plain bounds and fail-hard visit the same nodes."""
    runs = [solve(planted(tree), Convention("r", "", "", returns=returns)) for returns in CHOICES["returns"]]

    assert runs[0].visited_ids == runs[1].visited_ids == runs[2].visited_ids


@pytest.mark.parametrize(
    ("returns", "below_alpha", "above_beta", "inside"), [("value", 2, 7, 5), ("bound", 3, 7, 5), ("clipped", 3, 6, 5)]
)
@pytest.mark.parametrize("turned", [False, True])
def test_returned_values(returns: str, below_alpha: int, above_beta: int, inside: int, turned: bool):
    """Outside the window (3, 6): the value, the own bound, or the nearer end; inside, always the value."""
    for leaf, returned in ((2, below_alpha), (7, above_beta), (5, inside)):
        tree = planted([-leaf] if turned else [leaf], maximising=not turned)
        window = (-6, -3) if turned else (3, 6)
        found = search(tree, CONVENTIONS["aima"].override(returns=returns, window=window)).returned[0]
        assert found == (-returned if turned else returned)


def test_strict_cuts_on_returned_bounds_are_a_trap():
    """A returned bound can reach the bound above but never pass it, so the last leaf is searched."""
    tree = planted([1, [[0], 5]])

    soft = solve(tree, Convention("soft", "", "", cut=">"))
    hard = solve(tree, Convention("hard", "", "", cut=">", returns="bound"))

    assert soft.pruned_leaf_ids == (5,)
    assert hard.pruned_leaf_ids == ()
    assert hard.convention.traps == ("strict-cut-on-bounds",)


def mirrored(tree: Nested) -> Nested:
    """Return the tree with the children of every node reversed."""
    return [mirrored(child) for child in tree[::-1]] if isinstance(tree, list) else tree


@each(EVERY)
@examples(50)
@given(data=st.data())
def test_right_to_left_is_left_to_right_in_the_mirror(convention: Convention, data: st.DataObject):
    """The order of children has no other effect."""
    tree = data.draw(leaves_for(convention))
    there = solve(planted(tree), convention.override(order="right-left"))
    mirror = solve(planted(mirrored(tree)), convention)

    assert [there.tree.values[leaf] for leaf in there.evaluated_ids] == [
        mirror.tree.values[leaf] for leaf in mirror.evaluated_ids
    ]
    assert there.log.returned == mirror.log.returned


@examples(90)
@given(tree=any_trees())
def test_any_tree_has_its_minimax_value_or_is_rejected(tree: Tree):
    """Trees have chance nodes, kinds in any order and unknown leaves; a returned value is correct."""
    for convention in (CONVENTIONS["aima"], CONVENTIONS["cs188"], CONVENTIONS["lang"], CONVENTIONS["minimax"]):
        try:
            solution = solve(tree, convention)
        except Unsolvable as refusal:
            assert refusal.code in ("unknown-leaf-needed", "infinities-cancel")
            continue
        assert solution.returned(0) == solution.value


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("CHANCE (1/3 * 6, 2/3 * (2 9))", 8),
        ("CHANCE (1 2 4)", Fraction(7, 3)),
        ("CHANCE (0 * inf, 1 * 5)", 5),
        (f"CHANCE ({10**400} inf)", INFINITY),
        (f"(CHANCE ({10**400} 1) -inf)", Fraction(10**400 + 1, 2)),
    ],
)
def test_chance_nodes_are_worth_their_expectation(text: str, value: object):
    """Values are exact; default weights are equal; 0 times infinity is 0, any other weight gives infinity."""
    tree = read(text)
    assert minimax_values(tree)[0] == solve(tree, CONVENTIONS["aima"]).returned(0) == value


def test_windows_are_open_below_a_chance_node():
    """No bound passes a chance node, so nothing below is cut from above."""
    solution = solve(read("(5 CHANCE (MIN (1 9) MIN (2 8)))"), CONVENTIONS["aima"])

    assert solution.pruned_ids == ()
    assert solution.window(3) == (float("-inf"), float("inf"))


@pytest.mark.parametrize(
    ("convention", "text"), [("lang", "R: (5 B: (C: (D: (-inf 3) 7)))"), ("aima", "R: (5 CHANCE (D: MIN (-inf 3) 7))")]
)
def test_no_node_sets_a_bound_that_is_not_inherited(convention: str, text: str):
    """D inherits no bound and is cut because nothing is worse than -∞; the root's 5 is irrelevant."""
    solution = solve(read(text), CONVENTIONS[convention])

    (cut,) = [cut for cut in solution.cut_events if cut.skipped]
    assert (solution.tree.names[cut.node], cut.against) == ("D", None)


@pytest.mark.parametrize("convention", CUTTING, ids=lambda convention: convention.id)
def test_ties_go_to_the_first_child(convention: Convention):
    """Every named convention chooses the first of equally good moves."""
    assert solve(planted([[1, 1], [1, 1]]), convention).best_id == 1


def test_the_last_of_ties_is_chosen_only_if_proved():
    """With cuts on equality, the third move only seems to be as good as the second."""
    last = Convention("last", "", "", ties="last")

    def chosen(tree: Nested, convention: Convention) -> str:
        solution = solve(planted(tree), convention)
        return solution.tree.names[solution.best_id]

    assert chosen([[1, 1], [5, 3], [4, 3, 2]], last) == "C"
    assert chosen([[1, 1], [5, 3], [4, 3, 2]], last._replace(cut=">")) == "C"
    assert chosen([[1, 1], [5, 3], [4, 3, 5]], last) == "C"
    assert chosen([[1, 1], [5, 3], [4, 3, 5]], last._replace(cut=">")) == "D"
    assert chosen([[1, 1], [5, 3], [4, 3]], last) == "D"
    assert chosen([[5, 3], 3, [2, 3]], last) == "L3"


@pytest.mark.parametrize(
    ("text", "expression", "code", "node"),
    [
        ("((6 x) (2 9))", "lang", "unknown-leaf-needed", 3),
        ("x", "lang", "unknown-leaf-needed", 0),
        ("(1 0 2)", "unit", "leaf-outside-unit", 3),
        ("(0.5 -1)", "unit", "leaf-outside-unit", 2),
        ("5", "unit", "leaf-outside-unit", 0),
        ("((1) (inf))", "unit", "leaf-outside-unit", 4),
        ("CHANCE (inf -inf)", "aima", "infinities-cancel", 0),
    ],
)
def test_unsolvable_searches_name_the_node(text: str, expression: str, code: str, node: int):
    """An unknown leaf is needed, a value is outside [0, 1], or an expectation is undefined."""
    with pytest.raises(Unsolvable) as refusal:
        search(read(text), CONVENTIONS[expression])
    assert (refusal.value.code, refusal.value.node) == (code, node)
    assert refusal.value.facts.get("letter") == ("x" if code == "unknown-leaf-needed" else None)


def test_an_empty_start_window_is_refused():
    """Alpha must be less than beta."""
    with pytest.raises(Unsolvable, match="empty-window") as refusal:
        solve(planted([1, 2]), CONVENTIONS["aima"].override(window=(3, 3)))
    assert refusal.value.node == 0


def test_a_forced_move_is_not_searched():
    """PruningPlayer does not search if there is only one move."""
    solution = solve(planted([[0, 1]]), CONVENTIONS["unit"])

    assert (solution.visited_ids, solution.evaluated_ids, solution.best_id) == ((0,), (), 1)
    assert [solution.status(node) for node in range(4)] == ["visited", "unseen", "unseen", "unseen"]
    assert solution.value == 0
    assert solve(planted([1]), CONVENTIONS["unit"]).result is None


def test_a_chance_node_has_no_move_to_be_forced():
    """A single child is searched for its value, and there is no choice."""
    solution = solve(read("CHANCE ((0 1))"), CONVENTIONS["unit"])

    assert (solution.is_forced, solution.best_id, solution.returned(0)) == (False, None, 1)
    assert solution.evaluated_ids == solution.tree.leaf_ids
    assert least_evaluated(solution) == 2


def test_deep_trees():
    """Tens of thousands of plies are searched, and results are derived from the log."""
    depth = size(100_000)
    tree = read("(1 " * depth + "5" + ")" * depth)
    for convention in (CONVENTIONS["haw"], CONVENTIONS["lang"], CONVENTIONS["minimax"]):
        solution = solve(tree, convention)
        assert solution.value == solution.returned(0) == 1
        assert len(solution.principal_variation_ids) >= 2
        assert all(cut.skipped for cut in solution.shown_cut_events)


def ancestors(tree: Tree, node: int) -> Iterator[int]:
    """Yield the ancestors of a node, parent first."""
    parent = tree.parents[node]
    while parent is not None:
        yield parent
        parent = tree.parents[parent]


@each(COMBINATIONS[:8])
@examples(60)
@given(tree=nested(SMALL))
def test_a_cut_names_the_ancestor_that_set_the_bound(convention: Convention, tree: Nested):
    """It is an opponent above the node and had this bound when the node was entered."""
    solution = solve(planted(tree), convention)
    own: dict[int, object] = {}
    for event in solution.events:
        if isinstance(event, Update):
            own[event.node] = event.alpha if solution.tree.kinds[event.node] is Kind.MAX else event.beta
        if isinstance(event, CutEvent):
            other = event.beta if event.bound == "beta" else event.alpha
            if event.against is None:
                assert abs(other) == float("inf")
            else:
                assert event.against in ancestors(solution.tree, event.node)
                assert solution.tree.kinds[event.against] is solution.tree.kinds[event.node].opponent
                assert own[event.against] == other


@each([CONVENTIONS["aima"], CONVENTIONS["lang"], CONVENTIONS["cs188"]])
def test_no_node_sets_infinite_bounds(convention: Convention):
    """A cut against an infinite start bound, or below a chance node, names no ancestor."""
    for text in ("(3 (inf 4) inf 5)", "(3 CHANCE ((inf 2) (4 -inf)))", "((((-inf 1) 2)) 3)", "CHANCE ((-inf 3) 2)"):
        solution = solve(read(text), convention)
        for cut in solution.cut_events:
            other = cut.beta if cut.bound == "beta" else cut.alpha
            assert (cut.against is None) is (abs(other) == INFINITY)


def test_an_undefined_expectation_leaves_the_value_open():
    """A pruned chance node with both infinities does not affect the value of the root."""
    solution = solve(read("((CHANCE (inf -inf) 2) 5)"), CONVENTIONS["aima"].override(order="right-left"))

    assert solution.value == 5
    assert solution.values[2] is None
    assert minimax_values(read("CHANCE (inf x)")) == (None, INFINITY, None)


@pytest.mark.parametrize(
    ("text", "low", "high", "convention", "result", "best"),
    [
        *(("((6 5) (2 9))", 5, 9, "aima", "upper", None), ("((6 5) (2 9))", -5, 5, "aima", "lower", None)),
        *(("((6 5) (2 9))", 5, 9, "cs188", "exact", 1), ("((6 5) (2 9))", -5, 5, "cs188", "exact", 1)),
        *(("((6 5) (2 9))", 4, 6, "haw", "exact", 1), ("((6 5) (2 9) (8 8))", -9, 3, "haw", "lower", None)),
        *(("((6 5) (2 9))", 7, 10, "haw", "upper", None), ("MIN (1 0)", 1, 9, "aima", "upper", None)),
        *(("MIN (1 0)", -9, 0, "aima", "lower", None), ("MIN (1 0)", -9, 9, "aima", "exact", 2)),
        *(("CHANCE (MAX (0 1) MAX (9 9))", 3, 4, "aima", "exact", None), ("7", 8, 9, "aima", "exact", None)),
    ],
)
def test_results_with_a_start_window(text: str, low: int, high: int, convention: str, result: str, best: int | None):
    """Outside the window there is only a bound and no best move; a chance root ignores the window."""
    solution = solve(read(text), CONVENTIONS[convention].override(window=(low, high)))

    assert (solution.result, solution.best_id) == (result, best)
    if result == "exact":
        assert solution.returned(0) == solution.value
    assert len(solution.principal_variation_ids) == 1 or solution.best_id is not None


def test_a_strict_search_knows_ties_exactly():
    """If only values beyond the bound cut, a value equal to the bound is exact."""
    solution = solve(planted([[5, 6], [7, [5, 2]]]), CONVENTIONS["cs188"])

    node = solution.tree.names.index("C")
    assert (solution.window(node), solution.returned(node), solution.relation(node)) == ((5, INFINITY), 5, "=")


def test_shallow_bounds_go_to_the_opponent_only():
    """A player who moves twice does not inherit their own earlier bound and does not pass it on."""
    solution = solve(read("MAX (1 MIN (3 MIN (9 MAX (4 6))))"), CONVENTIONS["lang"])

    assert solution.pruned_ids == ()
    assert [solution.window(node) for node in (2, 4, 6)] == [(1, INFINITY), (-INFINITY, INFINITY), (-INFINITY, 9)]


@pytest.mark.parametrize(
    "text",
    [
        *("MAX (3 MAX (MIN (-∞ 1)))", "MAX (3 MIN (MIN (-∞ 1)))", "MAX (3 MIN (MAX (MIN (-∞ 1))))"),
        *("MIN (3 MIN (MAX (∞ 1)))", "MIN (3 MAX (MAX (∞ 1)))", "MIN (3 MAX (MIN (MAX (∞ 1))))"),
    ],
)
def test_no_ancestor_is_named_if_no_bound_is_inherited(text: str):
    """The node that set a bound is irrelevant if the bound is not inherited."""
    log = search(read(text), Convention("shallow", "", "", bounds="shallow"))

    (cut,) = (cut for cut in log.described_cuts() if cut.skipped)
    assert cut.against is None
