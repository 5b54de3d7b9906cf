"""The practice page: its data are right for every convention, and no name breaks the page."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.rendering.test_player_animation import Reader
from tests.support.chance_oracle import drawn, own_weight, textbook
from tests.support.effort import cases, dealt, dice, examples
from tests.support.oracle import INFINITY, PSEUDOCODE, Nested, Number, minimax
from tests.support.oracle import Path as Way
from tests.support.places import exercise_files, named
from tests.support.strategies import SHARES, SMALL, WIDE, nested, planted
from treesolve.analysis.expected_answers import accepted_values, inner_nodes, leaves_in_search_order, parts_to_ask, ties
from treesolve.drawing.size_limit import LIMITS
from treesolve.model.answer import PARTS
from treesolve.model.convention import CONVENTIONS, DEFAULT, Convention
from treesolve.model.kind import Kind
from treesolve.model.number import Unknown
from treesolve.model.problem import InputError
from treesolve.model.tree import Tree
from treesolve.notation.number_text import read_number
from treesolve.notation.reader import read
from treesolve.rendering.counterexample_sentence import explanation_sentence
from treesolve.rendering.practice_answers import ExpectedAnswers
from treesolve.rendering.practice_page import PracticePage, practice_document
from treesolve.search.search import Unsolvable
from treesolve.search.solution import Solution, solve
from treesolve.submissions.answer_writer import format_answer_name

TWO_PLIES = "((6 5) (2 9))"
LANGUAGES = ("en", "de")
HOSTILE = """(
"</script><script>alert(1)</script>": ("<img src=x onerror=alert(2)>": 6 "{names}": 5)
"none": ("a b": 2 "&amp;": 9)
)"""


def expected_in(page: str) -> list[dict[str, Any]]:
    """Return the data of each exercise."""
    return [json.loads(text) for text in re.findall(r' class="expected">(.*?)</script>', page)]


def solved(text: str, convention: str = "haw") -> Solution:
    """Return the solution of a tree under a convention."""
    return solve(read(text), CONVENTIONS[convention])


def page_of(*solutions: Solution, **options: Any) -> str:
    """Return the complete page with these exercises."""
    language = options.get("language", "en")
    return "".join(practice_document([PracticePage(each, **options) for each in solutions], language))


def data_of(solution: Solution, *wanted: str, language: str = "en") -> dict[str, Any]:
    """Return the expected answers in the page."""
    expected = ExpectedAnswers(solution, parts_to_ask(solution, wanted), language)
    return json.loads(json.dumps(expected.data()))


def way_of(tree: Tree, node: int) -> Way:
    """Return the path of a node: the child indexes from the root."""
    parent = tree.parents[node]
    return () if parent is None else (*way_of(tree, parent), tree.children[parent].index(node))


def below(found: Nested, way: Way) -> Nested:
    """Return the part of a nested tree at a path."""
    for index in way:
        assert isinstance(found, list)
        found = found[index]
    return found


# Expected answers


@pytest.mark.parametrize("convention", PSEUDOCODE)
@examples(60)
@given(data=st.data())
def test_right_answers_are_those_of_the_pseudocode(convention: str, data: st.DataObject):
    """Values, windows, order and pruned leaves equal those of the convention's pseudocode."""
    tree = data.draw(
        nested(SHARES if convention == "unit" else SMALL | WIDE).filter(lambda drawn: isinstance(drawn, list))
    )
    message = PSEUDOCODE[convention](tree, True)
    solution = solve(planted(tree), CONVENTIONS[convention])
    found, planted_tree = data_of(solution, *PARTS), solution.tree

    assert [way_of(planted_tree, leaf) for leaf in found["order"]] == message.leaves
    if solution.is_forced:
        return
    for entry in found["values"]:
        way = way_of(planted_tree, entry["node"])
        right = [read_number(text) for text in entry["right"]]
        assert right[0] == minimax(below(tree, way), maximising=len(way) % 2 == 0)
        assert set(right[1:]) <= {message.returned.get(way)}
        assert ("spare" in entry) == (way not in message.returned)
    windows = {
        way_of(planted_tree, entry["node"]): tuple(map(read_number, entry["right"])) for entry in found["windows"]
    }
    assert windows == message.windows
    skipped = {
        leaf
        for each in found["findings"]
        if "cut" in each
        for node in each["cut"]
        for leaf in planted_tree.subtree(node)
    }
    unseen = {leaf for leaf in planted_tree.leaf_ids if way_of(planted_tree, leaf) not in message.leaves}
    assert {node for node in skipped if not planted_tree.children[node]} == unseen


def conventions_for(tree: Tree) -> list[Solution]:
    """Yield the tree under every convention that can search it."""
    found = []
    for convention in CONVENTIONS.values():
        try:
            found.append(solve(tree, convention))
        except Unsolvable:
            continue
    return found


@pytest.mark.parametrize("path", exercise_files(), ids=named)
def test_every_answer_of_an_exercise_is_that_of_its_solution(path: Path):
    """Best move, root value and order agree with the solution; each node is a finding or pruned, and has a sentence."""
    for solution in dealt([*conventions_for(read(path.read_text("utf-8")))], exercise_files().index(path) % 8, 8):
        found = data_of(solution, *PARTS)

        assert found["order"] == list(solution.evaluated_ids)
        assert (found["best"] or {}).get("node") == solution.best_id
        assert [read_number(text) for text in found["root"]["right"]] == list(accepted_values(solution, 0))
        visited = [each["visit"] for each in found["findings"] if "visit" in each]
        assert visited == list(solution.visited_ids)
        cut = sorted(node for each in found["findings"] for node in each.get("cut", ()))
        assert cut == list(solution.pruned_root_ids)
        for each in found["findings"]:
            name = solution.tree.names[each["visit"] if "visit" in each else each["cut"][0]]
            assert name in (each["wrong"] if "visit" in each else each["missed"])
            if each.get("visit"):
                assert each["wrong"].endswith(explanation_sentence(solution, each["visit"]))
            assert 2 <= len(each["hints"]) == len(set(each["hints"]))
        for entry in found["values"]:
            assert solution.tree.names[entry["node"]] in entry["again"]
            assert len(entry["hints"]) == 3 or not entry["right"]


def root_value(tree: Tree, values: list[Any], node: int = 0) -> Number:
    """Return the minimax value of a tree with these leaf values."""
    children = tree.children[node]
    if not children:
        return values[node]
    below_it = [root_value(tree, values, child) for child in children]
    if tree.kinds[node] is Kind.CHANCE:
        return sum(own_weight(tree, child) * value for child, value in zip(children, below_it, strict=True))
    return max(below_it) if tree.kinds[node] is Kind.MAX else min(below_it)


def test_values_come_in_the_order_in_which_they_become_known():
    """Children come first, from right to left if the search goes that way."""
    tree = read("((6 (5 4)) (2 9))")
    mirrored = DEFAULT.override(order="right-left")

    assert [tree.names[node] for node in inner_nodes(solve(tree))] == ["D", "B", "C", "A"]
    assert [tree.names[node] for node in inner_nodes(solve(tree, mirrored))] == ["C", "D", "B", "A"]
    assert [tree.names[leaf] for leaf in leaves_in_search_order(solve(tree, mirrored))] == [
        "L5",
        "L4",
        "L3",
        "L2",
        "L1",
    ]


@pytest.mark.parametrize(
    ("text", "convention", "expected"),
    [
        *(("((5 6) (5 4) (4 9))", "haw", {"C": False}), ("((5 6) (5 7) (4 9))", "haw", {"C": True})),
        *(("((5 6) (7 5))", "minimax", {"C": True}), ("((5 6) (4 9))", "haw", {})),
        *(("MIN ((3 2) (1 3) (9 9))", "minimax", {"C": True}), ("7", "haw", {}), ("CHANCE (1 1)", "haw", {})),
    ],
)
def test_ties_are_told_from_bounds_that_look_as_good(text: str, convention: str, expected: dict[str, bool]):
    """A child that returned the same value may be worth less."""
    solution = solved(text, convention)

    assert {solution.tree.names[node]: proved for node, proved in ties(solution).items()} == expected


# Selection of questions


@pytest.mark.parametrize(
    ("text", "convention", "wanted", "parts"),
    [
        (TWO_PLIES, CONVENTIONS["haw"], (), ("values", "pruned", "order", "best", "value")),
        (TWO_PLIES, CONVENTIONS["minimax"], (), ("values", "best", "value")),
        (TWO_PLIES, CONVENTIONS["minimax"], ("order", "pruned", "windows"), ("order",)),
        (TWO_PLIES, CONVENTIONS["minimax"], ("pruned",), ()),
        (TWO_PLIES, CONVENTIONS["haw"], ("best", "windows"), ("windows", "best")),
        (f"points: best 1, pruned 4\ntree: {TWO_PLIES}", CONVENTIONS["haw"], (), ("pruned", "best")),
        (f"points: best 1\ntree: {TWO_PLIES}", CONVENTIONS["haw"], ("value",), ("value",)),
        ("7", CONVENTIONS["haw"], PARTS, ("value",)),
        ("((1 0))", CONVENTIONS["unit"], PARTS, ("best", "value")),
        ("CHANCE ((6 5) (2 9))", CONVENTIONS["haw"], ("best", "value"), ("value",)),
        (TWO_PLIES, DEFAULT.override(window=(6, INFINITY)), PARTS, ("values", "windows", "pruned", "order", "value")),
    ],
)
def test_only_questions_with_an_answer_are_asked(
    text: str, convention: Convention, wanted: tuple[str, ...], parts: tuple[str, ...]
):
    """Questions are the wanted ones, those with points, or the default ones, in a fixed order."""
    assert parts_to_ask(solve(read(text), convention), wanted) == parts


def test_a_question_beyond_the_search_may_be_the_only_one():
    """It does not bring the default ones, and comes after those about the search; one without an answer is left out."""
    solution, minimax = solve(read(TWO_PLIES)), solve(read(TWO_PLIES), CONVENTIONS["minimax"])

    assert PracticePage(solution, wanted=("count",)).parts == ("count",)
    assert PracticePage(solution, wanted=("count", "best")).parts == ("best", "count")
    assert PracticePage(minimax, wanted=("count", "best")).parts == ("best",)


def test_a_tree_too_large_for_hands_is_refused():
    """The size is checked before anything is computed."""
    with pytest.raises(InputError) as caught:
        PracticePage(solved("(" + "1 " * LIMITS["practice"].nodes + ")"))

    assert [problem.code for problem in caught.value.problems] == ["too-large-to-practise"]
    PracticePage(solved("(" + "1 " * (LIMITS["practice"].nodes - 1) + ")"))


# Hints


@pytest.mark.parametrize("path", dealt(exercise_files(), 2, 3), ids=named)
def test_only_the_last_hint_about_a_value_tells_it(path: Path):
    """Earlier hints contain the value of an inner node only if a leaf has the same value."""
    tree = read(path.read_text("utf-8"))
    if any(isinstance(value, Unknown) for value in tree.values):
        return
    for entry in data_of(solve(tree, CONVENTIONS["minimax"]))["values"]:
        name = tree.names[entry["node"]]
        assert not any(re.search(rf"\b{re.escape(name)} = ", hint) for hint in entry["hints"][:-1])
        assert f"{name} = " in entry["hints"][-1]


# The page


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_in_a_name_breaks_the_page(language: str):
    """Names that look like HTML, whitespace or words of answers arrive unchanged."""
    solution = solved(HOSTILE)
    page = page_of(solution, language=language, wanted=PARTS)
    found, [expected] = Reader(page), expected_in(page)

    assert [node["name"] for node in expected["nodes"]] == list(solution.tree.names)
    assert [tag for tag, _ in found.elements].count("script") == 5  # two of the search that is played
    assert "img" not in [tag for tag, _ in found.elements]
    assert [node.get("written") for node in expected["nodes"]][4:] == ['"none"', '"a b"', '"&amp;"']


@pytest.mark.parametrize("name", ["L1", "none", "Keine", "a b", 'q"\\', "max", "5", "Ä"])
def test_a_written_name_is_read_back(name: str):
    """Names are quoted unless they are words without another meaning."""
    shown = format_answer_name(name)

    assert (shown == name) == (name in ("L1", "Ä"))
    assert read(f"({shown}: 1 2)").given_names[1] == name


# Cuts at chance nodes


@pytest.mark.parametrize("chance", ["star1", "star2", "never"])
@pytest.mark.parametrize("convention", ["aima", "cs188", "haw"])
def test_cuts_at_chance_nodes_are_practised(convention: str, chance: str):
    """Values, windows, order and cuts equal those of the textbook's Star1 and plain averages."""
    rng = dice(f"practice {convention} {chance}")
    for _ in range(cases(400)):
        tree = drawn(rng, depth=rng.choice((3, 4)), most=2)
        solution = solve(tree, CONVENTIONS[convention]._replace(chance=chance))
        data = data_of(solution, *PARTS)
        run = textbook(tree, convention, chance)
        for entry in (entry for entry in data["values"] if tree.children[entry["node"]]):
            assert read_number(entry["right"][0]) == root_value(tree, list(tree.values), entry["node"])
        visits = [found["visit"] for found in data["findings"] if "visit" in found]
        assert sorted(visits) == sorted(set(visits)) == sorted(solution.visited_ids)
        skipped = {leaf for found in data["findings"] for node in found.get("cut", ()) for leaf in leaves(tree, node)}
        assert skipped == set(tree.leaf_ids) - set(data["order"])
        assert data["order"] == run.leaves
        assert {entry["node"]: tuple(map(read_number, entry["right"])) for entry in data["windows"]} == run.windows
        for found in data["findings"]:
            for _, supposed in found.get("supposed", ()):
                assert set(supposed) <= set(tree.leaf_ids)


def leaves(tree: Tree, node: int) -> list[int]:
    """Return the leaves below a node."""
    return [leaf for leaf in tree.leaf_ids if leaf in tree.subtree(node)]
