"""Our own notation means what its grammar says; other texts are read whole, or asked about with all that they say."""

import json
import tomllib
from pathlib import Path
from typing import Any

import pytest

import treesolve as ts
from tests.support.program import run
from treesolve.notation.reader import read_with_remarks
from treesolve.notation.writer import format_tree_line
from treesolve.rendering.problem_sentence import problem_sentence

CASES: dict[str, list[dict[str, Any]]] = tomllib.loads(Path(__file__).with_suffix(".toml").read_text("utf-8"))

MOVERS = ("MIN", "min", "minNode", "opponent", "Gegner", "costs", "Spieler", "price")


def asked(text: Any) -> tuple[str, str]:
    """Return the code, or why it is asked, of what is wrong with a text, and the sentence; both languages have one."""
    with pytest.raises(ts.InputError) as refused:
        ts.read(text)
    problem = refused.value.problems[0]
    assert problem_sentence(problem, "de")
    return str(problem.facts.get("why") or problem.code), problem_sentence(problem, "en")


@pytest.mark.parametrize("case", CASES["own"], ids=lambda case: case["text"])
def test_our_own_notation_means_what_its_grammar_says(case: dict[str, Any]):
    """As it stands, below a header and as an assignment; remarks are no errors."""
    found = read_with_remarks(case["text"])

    assert (format_tree_line(found.tree), [remark.code for remark in found.remarks]) == (
        case["tree"],
        case.get("remarks", []),
    )
    assert read_again(f"title: T\ntree: {case['text']}") == case["tree"]


def read_again(text: str) -> str:
    """Return the tree of a text, written in our notation, which is never asked about."""
    line = format_tree_line(read_with_remarks(text).tree)
    assert format_tree_line(read_with_remarks(line).tree) == line
    return line


def test_payoffs_in_shapes_lists_and_generated_trees_are_numbers():
    """Pairs with the sum 0, or with fractions, wherever leaves are written."""
    assert read_again("shape: 2 2\nleaves: 3 -3 12 -12") == "((3 -3) (12 -12))"
    assert format_tree_line(ts.read([[5, 0.5], [3, 0.5]])) == "((5 0.5) (3 0.5))"
    for seed in range(20):
        for tree in ts.generate(shape="2x2", values="-1..1", seed=str(seed), count=3):
            assert ts.read(str(tree)) == tree


@pytest.mark.parametrize("case", CASES["asked"], ids=lambda case: case["text"])
def test_what_may_be_meant_in_two_ways_is_asked_with_all_that_it_says(case: dict[str, Any]):
    """Each line that is suggested is read, and none loses what is asked about."""
    why, sentence = asked(case["text"])

    assert why == case["why"]
    assert all(line in sentence and read_again(line) == line for line in case.get("lines", []))
    assert case.get("comma", "") in sentence
    assert case.get("tree", "") in sentence
    assert ("perhaps" in sentence) is bool(case.get("lines"))
    below_headers = asked(case["text"] if "tree:" in case["text"] else f"title: T\ntree:\n{case['text']}")
    assert below_headers[0] == why
    assert all(line in below_headers[1] for line in case.get("lines", []))
    assert ("Keep the headers" in below_headers[1]) is bool("perhaps" in sentence or "If so, write" in sentence)


@pytest.mark.parametrize("case", CASES["quoted"], ids=lambda case: case["text"])
def test_messages_quote_the_words_of_the_text_at_their_place(case: dict[str, Any]):
    """And not what they were read as."""
    with pytest.raises(ts.InputError) as refused:
        ts.read(case["text"])
    message = str(refused.value).partition("\n")[0]
    assert message.startswith(f"-:{case['place']}: ")
    assert f"“{case['word']}”" in message


@pytest.mark.parametrize("mover", MOVERS)
@pytest.mark.parametrize("case", CASES["skipped"], ids=lambda case: f"{case['reader']}: {case['place']}")
def test_a_skipped_word_that_says_who_moves_is_asked_about(case: dict[str, Any], mover: str):
    """In every notation, wherever text can be skipped; any other word there changes nothing."""
    assert asked(case["text"].replace("@", mover))[0] == "skipped"
    assert read_again(case["text"].replace("@", "thing")) == case["tree"]


@pytest.mark.parametrize("name", ["A_MIN", "n1_min", "minRoot", "opponent", "Gegner"])
@pytest.mark.parametrize(
    "text",
    [
        *('{"@": {"B": [3, 5], "C": [2, 9]}}', '{"name": "@", "children": [3, 7]}', "@: B, C\nB: 3, 5\nC: 2, 9"),
        *(
            "digraph { @->B; @->C; B[label=3]; C[label=5] }",
            "graph TD\n@-->B[3]\n@-->C[5]",
            "parent,child,value\n@,B,3\n@,C,5",
        ),
    ],
)
def test_a_name_that_may_say_who_moves_is_asked_about(text: str, name: str):
    """Also beside other names; the lines with the name and with both players are shown."""
    why, sentence = asked(text.replace("@", name))

    assert why in ("word", "skipped")
    assert f"{name}: (" in sentence
    assert f"{name}: MIN (" in sentence


@pytest.mark.parametrize(
    "text",
    [
        *('{"1": {"MIN": [3, 5]}, "2": {"MIN": [1, 5]}}', '{"1": {"children": [2, 5]}, "2": {"children": [4, 6]}}'),
        '[{"id": 1, "children": [3, 5]}, {"id": 2, "children": [1, 5]}]',
    ],
)
def test_a_number_that_may_be_a_value_or_a_name_is_asked_about(text: str):
    """Otherwise a leaf would disappear below a node with that name."""
    assert asked(text)[0] == "name-or-value"


@pytest.mark.parametrize(
    ("text", "tree"),
    [
        ("levels: MAX MAX\ntree: (MAX (3 9) (5 6))", "(MAX (3 9) MAX (5 6))"),
        ("levels: MAX MIN\ntree: (MIN (3 9) (5 6))", "((3 9) (5 6))"),
        ("levels: MIN MAX\ntree: game = (MAX (3 9) (5 6));", "MIN ((3 9) (5 6))"),
        ("levels: P1 P1\ntree: (P1 (<3, 1> <1, 1>) (<5, 1> <6, 1>))", "(P1 (<3, 1> <1, 1>) P1 (<5, 1> <6, 1>))"),
    ],
)
def test_a_kind_that_can_be_that_of_one_node_only_is_not_asked_about(text: str, tree: str):
    """As the headers say; or with the same tree for both nodes."""
    assert format_tree_line(read_with_remarks(text, payoffs=True).tree) == tree


@pytest.mark.parametrize(
    ("lists", "tree"),
    [
        ([["x", 5], [2, 9]], "((x 5) (2 9))"),
        ([["B", 5], ["2", "9"]], "((B 5) (2 9))"),
        ([["a", ["b", 5, 3]], [2, "?"]], "((a (b 5 3)) (2 ?))"),
        (["x", -5], "(x -5)"),
        ([["x", "y", "z"], ["a", "b", "c"]], "((x y z) (a b c))"),
        ([["x", 3], ["y", "x"]], "((x 3) (y x))"),
        ([["5", "x"], [2, "1/3"]], "((5 x) (2 1/3))"),
        (["A", ["B", 3, 5], ["C", 2, 9]], "A: (B: (3 5) C: (2 9))"),
        (["A", [["B", [3, 5]], ["C", [2, 0.5]]]], "A: (B: (3 5) C: (2 0.5))"),
        (["A", ["B", ["D", 3], ["E", 5]], ["C", 2, 9]], "A: (B: (D: 3 E: 5) C: (2 9))"),
        (["max", ["min", 5, 3], ["min", 6, 7]], "((5 3) (6 7))"),
        (["MIN", ["max", 5, "inf"], ["max", "x", 7]], "MIN ((5 inf) (x 7))"),
        (["Root", ["left", 5, 3], ["right_1", ["inf", 3], 7]], "Root: (left: (5 3) right_1: ((inf 3) 7))"),
    ],
)
def test_lists_are_the_same_tree_in_python_and_as_text(lists: list[Any], tree: str):
    """A letter is a name where all lists have one, and a leaf elsewhere."""
    for text in (str(lists), json.dumps(lists), f"tree = {lists}"):
        assert read_again(text) == tree
    assert format_tree_line(ts.read(lists)) == tree


@pytest.mark.parametrize(
    ("lists", "lines"),
    [
        ([["x", 5], ["y", 3]], ["(x: 5 y: 3)", "((x 5) (y 3))"]),
        ([[["B", 5], ["C", "3"]], ["D", 1]], ["((B: 5 C: 3) D: 1)", "(((B 5) (C 3)) (D 1))"]),
    ],
)
def test_letters_beside_one_number_each_are_asked_about(lists: list[Any], lines: list[str]):
    """They may name it, or be leaves beside it, in Python as in a text."""
    for what in (lists, str(lists)):
        why, sentence = asked(what)
        assert why == "head"
        assert all(line in sentence for line in lines)


@pytest.mark.parametrize(
    ("headers", "remarks"),
    [
        ("title: MIN moves first\ntree: ", ["comment-mover"]),
        ("# c\nTitle: Player 2 begins\nsource: S\ntree: ", ["comment-mover"]),
        ("title: Der Gegner ist am Zug\nshape: 2 2\nleaves: 6 5 2 9 #", ["comment-mover"]),
        ("title: MIN moves first\ntree: MIN ", []),
        ("title: MIN moves first\nlevels: MIN MAX\ntree: ", []),
        ("title: MAX against MIN\ntree: ", []),
        ("title: Minimax\nsource: MIN beginnt\ntree: ", ["comment-mover"]),
        ("title: T\nsource: MIN beginnt\ntree: MIN ", []),
        ("source: Minimax, minimal trees\ntree: ", []),
    ],
)
def test_a_title_that_names_another_player_for_the_root_is_remarked(headers: str, remarks: list[str]):
    """Unless a kind is stated."""
    found = read_with_remarks(f"{headers}((6 5) (2 9))")
    assert [remark.code for remark in found.remarks] == remarks
    assert all("title" in problem_sentence(remark, "en").lower() for remark in found.remarks)
    assert len(found.tree) == 7


@pytest.mark.parametrize("command", ["check", "check -q", "check --format json", "check --language de", "solve"])
@pytest.mark.parametrize("text", CASES["claims"])
def test_wrong_values_of_inner_nodes_are_printed_by_every_command(text: str, command: str):
    """They are mistakes for check alone; with the right value there are none."""
    result = run(*command.split(), "-", stdin=text)
    assert ("minimax" in result.stderr.lower(), result.exit_code) == (True, int("check" in command))
    right = run(*command.split(), "-", stdin=text.replace("99", "3"))
    assert ("minimax" in right.stderr.lower(), right.exit_code) == (False, 0)


@pytest.mark.parametrize("command", ["check", "solve", "draw", "practice", "convert --for dot -o -"])
def test_remarks_of_reading_are_printed_by_every_command(command: str):
    """They are no mistakes."""
    result = run(*command.split(), "-", stdin="# MIN moves first\n((6 5) (2 9))")
    assert ("“MIN” may say" in result.stderr, result.exit_code) == (True, 0)


@pytest.mark.parametrize("end", ["\r\n", "\r"])
def test_line_ends_of_other_systems_are_line_ends(end: str):
    """In strings of Python, as in files; problems have the same places."""
    tree = ts.read(f"title: T{end}# c{end}tree: graph TD{end}A --> B[6]{end}A --> C[5]{end}")
    assert (tree.title, format_tree_line(tree)) == ("T", "A: (6 5)")
    with pytest.raises(ts.InputError, match="-:2:8"):
        ts.read(f"((6 5){end} (2 9)))")


def test_commas_between_digits_only_separate_in_json():
    """There is no decimal comma in it."""
    assert read_again('{"children": [3,12, 8]}') == "(3 12 8)"


def test_the_first_player_of_gambit_is_no_opponent():
    """The first player's payoffs are the values of the tree."""
    game = 'EFG 2 R "g" { "%s" "%s" }\np "" 1 1 "" { "l" "r" } 0\nt "" 1 "" { 3, -3 }\nt "" 2 "" { 5, -5 }\n'
    for names in (("Opponent", "Me"), ("Der Gegner", "Ich")):
        assert asked(game % names)[0] == "skipped"
    assert read_again(game % ("Player 1", "Opponent")) == "(l -> 3 r -> 5)"


@pytest.mark.parametrize("text", CASES["plain"])
def test_what_only_looks_like_such_a_word_is_harmless(text: str):
    """By the list of words.toml, as part of another word, or as the name of a person."""
    assert read_again(text)


@pytest.mark.parametrize(
    "case", [case for case in CASES["skipped"] if "stated" in case], ids=lambda case: case["place"]
)
def test_nothing_is_asked_where_every_kind_is_stated(case: dict[str, Any]):
    """Then a comment may say what it likes."""
    assert "MIN" in read_again(case["stated"].replace("@", "MIN"))
