"""What is taken out of a text before it is read, and where that stood."""

import pytest

from treesolve.model.problem import InputError
from treesolve.notation.foreign.decimal_commas import doubtful
from treesolve.notation.foreign.patch import Edit, Patched
from treesolve.notation.reader import read, reading
from treesolve.notation.writer import write_line


@pytest.mark.parametrize(
    ("text", "code", "place", "tree"),
    [
        ("tree = ((6 5) (2 9))", "tidied-assignment", (1, 1), "((6 5) (2 9))"),
        ("const tree = [[6, 5], [2, 9]];", "tidied-assignment", (1, 1), "((6 5) (2 9))"),
        ("So:\n```\n((6 5) (2 9))\n```\n", "tidied-fence", (1, 1), "((6 5) (2 9))"),
        ("((6 5)\n (–2 9))", "tidied-dash", (2, 3), "((6 5) (-2 9))"),
        ("((6 5)\u00a0(2 –9))", "tidied-blank", (1, 7), "((6 5) (2 -9))"),
        ("((6 5) (“u”: 2 9))", "tidied-quote", (1, 9), "((6 5) (u: 2 9))"),
        ("\ufeff((6 5) (2 9))", "tidied-invisible", (1, 1), "((6 5) (2 9))"),
        ("（（6 5） （2 9））", "tidied-wide", (1, 1), "((6 5) (2 9))"),
        ("((6 5) (2 Infinity))", "tidied-infinity", (1, 11), "((6 5) (2 inf))"),
        ("((6 -float('inf'))\n (2 9))", "tidied-infinity", (1, 6), "((6 -inf) (2 9))"),
        ("((6 5) // six\n (2 9))", "tidied-comment", (1, 8), "((6 5) (2 9))"),
        ("((6 5) /* six */ (2 9))", "tidied-comment", (1, 8), "((6 5) (2 9))"),
        (";; a tree\n((6 5) (2 9))", "tidied-comment", (1, 1), "((6 5) (2 9))"),
        ("% a tree\n((6 5) (2 9))", "tidied-comment", (1, 1), "((6 5) (2 9))"),
        ("((6 5) (2 9)),", "tidied-end", (1, 14), "((6 5) (2 9))"),
        ("CHANCE (25 %: 6, 75%: 5)", "tidied-percent", (1, 9), "CHANCE (25% * 6 75% * 5)"),
        ("▲((6 5) (2 9))", "tidied-kind", (1, 1), "((6 5) (2 9))"),
        ("minimierer ((6 5) (2 9))", "tidied-kind", (1, 1), "MIN ((6 5) (2 9))"),
        ("print([[6, 5], [2, 9]])", "tidied-call", (1, 1), "((6 5) (2 9))"),
        ("[[6, 5], [2, 9]], alpha=-9, beta=9", "tidied-window", (1, 17), "((6 5) (2 9))"),
        ("import math\n[[6, 5], [2, 9]]", "tidied-program", (1, 1), "((6 5) (2 9))"),
    ],
)
def test_what_is_taken_out_is_told_with_its_place(text: str, code: str, place: tuple[int, int], tree: str):
    """The remark stands where the first of them stood in the text as it was typed."""
    found = reading(text)

    assert write_line(found.tree) == tree
    assert {remark.code: remark.place() for remark in found.remarks}[code] == place
    assert found.remarks[-1].code == "read-as"
    assert found.remarks[-1].facts == {"notation": "", "line": tree}


def test_a_number_behind_a_tree_is_not_passed_over():
    """It may be a leaf beside it."""
    with pytest.raises(InputError):
        read("((6 5) (2 9)), 7")


def test_the_same_is_told_once():
    """How many more there were is counted."""
    remark = reading("(–3 (–2 –9))").remarks[0]

    assert (remark.code, remark.facts["more"]) == ("tidied-dash", 2)


@pytest.mark.parametrize(
    "text", ["((6 5) (2 9))\nbounds: 0 10", "shape: 2 2\nleaves: 6 5\n  2 9", "shape: 2x2\nleaves: 6 5 | 2 9"]
)
def test_headers_below_and_leaves_in_rows_need_no_remark(text: str):
    """They are part of our notation."""
    found = reading(text)

    assert (write_line(found.tree), found.remarks) == ("((6 5) (2 9))", ())


def test_headers_below_count():
    """What a header below the tree says holds for the tree."""
    tree = read("((6 5) (2 9))\nbounds: 0 10 # all\ntitle: Below\n")

    assert (tree.title, tree.bounds) == ("Below", (0, 10))


def test_a_header_below_is_told_at_its_own_place():
    """The line is that of the text as it was typed."""
    with pytest.raises(InputError) as error:
        read("((6 5) (2 9))\n\nlevels: MAX MON\n")

    assert [(each.code, each.place()) for each in error.value.problems] == [("unknown-level", (3, 13))]


def test_bars_that_contradict_the_shape_are_refused():
    """Two rows of three are no three rows of two."""
    with pytest.raises(InputError):
        read("shape: 3x2\nleaves: 6 5 2 | 9 1 3")


def test_leaves_stand_where_they_were_typed():
    """What is said later of a leaf points at it in the text as it is."""
    text = "tree = [[6, 5], // left\n  [–2, 9]];"
    tree = read(text)

    assert [text[tree.offsets[leaf]] for leaf in tree.leaves] == ["6", "5", "–", "9"]


def test_two_trees_on_two_lines_are_shown_with_brackets():
    """The line that works has both."""
    with pytest.raises(InputError) as error:
        read("(6 5)\n(2 9)")

    assert error.value.problems[0].facts["instead"] == "((6 5) (2 9))"


@pytest.mark.parametrize(
    ("text", "decimals"),
    [
        ("((1,5; 2,5); (3; 4,5))", "((1.5 2.5) (3 4.5))"),
        ("(1,5 2,5)", "(1.5 2.5)"),
        ("(3; -1,5)", "(3 -1.5)"),
        ("((6,5) (2,9))", None),
        ("[[6,5],[2,9]]", None),
        ("[6, 5, 2]", None),
        ("[6,5, 2]", "[6.5 2]"),
        ("(6 5) # 1,5 2", None),
        ('("1,5 2": 3 5)', None),
        ("(<1,2,3> <4,5,6>)", None),
    ],
)
def test_decimal_commas_are_asked_about(text: str, decimals: str | None):
    """Where leaves are parted in another way, too, and nowhere else."""
    problem = doubtful(text)

    assert (problem and problem.facts["decimals"]) == decimals


def test_every_character_of_a_patched_text_knows_where_it_stood():
    """Also after several changes, and where something was moved."""
    text = Patched("((6 5)\n(2 9))\nbounds: 0 10")
    once = text.patched([Edit(0, 0, "bounds: 0 10\n", "", 14), Edit(0, 0, "tree: "), Edit(14, 26, "")])
    twice = once.patched([Edit(0, 1, ""), Edit(len(once.text) - 1, len(once.text), "!")])

    assert once.text == "bounds: 0 10\ntree: ((6 5)\n(2 9))\n"
    assert text.text[once.origin(once.text.index("10"))] == "1"
    assert text.text[twice.origin(twice.text.index("9"))] == "9"
    assert twice.origin(twice.text.index("(")) == 0


@pytest.mark.parametrize("line", ["CHANCE (MIN (1/2, 4), MIN (1/2, -3))", "CHANCE (a: (1/2, 4), b: (1/2, -3))"])
def test_what_has_a_kind_or_a_name_is_no_pair_of_a_weight_and_a_value(line: str):
    """Without either it is asked, but for what we write ourselves."""
    tree = read(line)
    assert len(tree.leaves) == 4
    assert write_line(read(write_line(tree))) == write_line(tree)
    with pytest.raises(InputError) as refused:
        read("CHANCE ((1/2, 4), (1/2, -3))")
    assert refused.value.problems[0].code == "chance-untold"
