"""JSON documents: every document is valid by its schema and agrees with the solution."""

import json
from fractions import Fraction

import pytest
from hypothesis import given
from jsonschema import Draft202012Validator

from tests.support.effort import dealt, examples, size, some
from tests.support.program import run
from tests.support.schemas import validated
from tests.support.strategies import any_trees
from treesolve.cli.list import WRITERS
from treesolve.model.convention import CONVENTIONS
from treesolve.model.number import INFINITY
from treesolve.model.resources import schema_text
from treesolve.model.tree import Tree
from treesolve.notation.json_text import number_to_json
from treesolve.notation.number_text import read_number
from treesolve.notation.reader import read
from treesolve.rendering.comparison_page import comparison_document
from treesolve.rendering.json.solution_json import solution_document
from treesolve.search.comparison import compare
from treesolve.search.search import Unsolvable
from treesolve.search.solution import Solution, solve


def document(solution: Solution) -> dict:
    """Return the solution's document, validated by its schema."""
    text = "".join(solution_document(solution, "x.tree"))
    assert text.isascii()
    assert "\n" not in text
    return validated(text, "solution")


WINDOWS = [(low, high) for low in (-INFINITY, 1, 4, 5, 9) for high in (2, 5, 6, 10, INFINITY) if low < high]


@pytest.mark.parametrize("name", ["haw", "aima", "lang", "knuth-moore", "minimax"])
@pytest.mark.parametrize(
    "text", ["((6 5) (2 9))", "MIN ((6 5) (2 9))", "(5 (5) 5)", "7", "CHANCE (1/2 * (3 4) 1/2 * 5)"]
)
def test_best_is_null_where_only_a_bound_is_proved(text: str, name: str):
    """`best` is null as documented: at a leaf, at a chance node, and if the result is only a bound."""
    results = set()
    for window in dealt(WINDOWS, 0, 2):
        convention = CONVENTIONS[name]
        found = document(solve(read(text), convention._replace(window=window) if convention.cuts else convention))
        nobody_chooses = found["nodes"][0]["kind"] in ("leaf", "chance")
        assert (found["best"] is None) == (nobody_chooses or found["result"] in ("upper", "lower")), window
        results.add(found["result"])
    assert results == ({"exact"} if nobody_chooses or name == "minimax" else {"exact", "upper", "lower"})


@pytest.mark.parametrize("kind", WRITERS)
def test_schemas_are_schemas(kind: str):
    """Each bundled schema is valid and declares its document."""
    schema = json.loads(schema_text(kind))

    Draft202012Validator.check_schema(schema)
    version = 2 if kind in ("grades", "match", "play") else 1
    assert schema["properties"]["schema"]["const"] == schema["$id"] == f"treesolve/{kind}/{version}"


@examples(150)
@given(any_trees())
def test_every_document_fits_its_schema(tree: Tree):
    """Documents of chance nodes, unknown leaves, fractions, infinities and odd names fit their schemas."""
    for convention in some([*CONVENTIONS.values()]):
        try:
            solution = solve(tree, convention)
        except Unsolvable:
            continue
        found = document(solution)
        assert [node["name"] for node in found["nodes"]] == list(tree.names)
        assert found["visited"] == list(solution.visited_ids)
        assert [node["id"] for node in found["nodes"] if node["status"] == "pruned"] == found["pruned"]["nodes"]
        assert found["pruned"]["roots"] == list(solution.pruned_root_ids)
        assert [(cut["node"], cut["against"]) for cut in found["cuts"]] == [
            (cut.node, cut.against) for cut in solution.cut_events
        ]
        for cut in found["cuts"]:
            assert cut["deep"] == (cut["against"] not in (None, tree.parents[cut["node"]]))


def test_the_table_of_conventions_fits_its_schema():
    """The table contains all conventions with all their fields."""
    found = validated(run("list", "conventions", "--format", "json").stdout, "conventions")

    assert [convention["id"] for convention in found["conventions"]] == list(CONVENTIONS)


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        *((3, "3"), (Fraction(1, 2), "0.5"), (Fraction(1, 10), "0.1"), (Fraction(-5, 4), "-1.25")),
        *((Fraction(1, 3), '"1/3"'), (float("inf"), '"inf"'), (float("-inf"), '"-inf"'), (None, "null")),
        *((10**30, "1" + "0" * 30), (Fraction("0.12345678901234567891"), '"0.12345678901234567891"')),
        *((Fraction(1, 10**8), "1e-08"), (Fraction(10**400) + Fraction(1, 2), f'"1{"0" * 400}.5"')),
    ],
)
def test_numbers_in_json_are_never_rounded(value: object, expected: str):
    """Integers and decimals are JSON numbers; values that JSON cannot represent exactly are strings."""
    assert json.dumps(number_to_json(value)) == expected
    if expected[0] == '"':
        assert read_number(json.loads(expected)) == value
    elif value is not None:
        assert Fraction(expected) == value


def test_chance_and_forced_moves_in_a_document():
    """Chance children have weights; unvisited nodes after a forced move are unseen, not pruned."""
    chance = document(solve(read("CHANCE (1/4 * 1, 3/4 * 2)"), CONVENTIONS["aima"]))
    forced = document(solve(read("((0 1))"), CONVENTIONS["unit"]))

    assert [node.get("weight") for node in chance["nodes"]] == [None, 0.25, 0.75]
    assert [node["status"] for node in forced["nodes"]] == ["visited", "unseen", "unseen", "unseen"]
    assert (forced["result"], forced["best"], forced["pruned"]["nodes"]) == (None, 1, [])


def test_large_documents_are_whole():
    """Output written in batches forms one document."""
    found = document(solve(read("(" + "(1 2) " * size(1500) + ")"), CONVENTIONS["minimax"]))

    assert [node["id"] for node in found["nodes"]] == list(range(3 * size(1500) + 1))
    assert len(found["events"]) > 3 * size(1500)


def test_a_comparison_counts_every_cut_and_leaves_forced_moves_out():
    """Cuts after a last child count like in the table; conventions with forced moves have no answer."""
    compared = json.loads(comparison_document(compare(read("(5 (3))")), "x"))
    cuts = {convention["convention"]: convention["cuts"] for convention in compared["lectures"]}
    forced = json.loads(comparison_document(compare(read("((0.5 0.2))")), "x"))

    assert (cuts["aima"], cuts["cosc367"], cuts["lang"]) == (0, 1, 0)
    assert all("unit" not in answer["conventions"] for answer in forced["answers"])
    assert forced["answers"]
