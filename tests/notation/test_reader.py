"""Our notation: parsing, formatting, and writing that round-trips."""

from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from tests.support.effort import examples, size
from tests.support.places import exercise_files, named
from tests.support.strategies import any_trees, nested, planted, written
from tests.support.trees import uneven
from treesolve.model.kind import Kind
from treesolve.model.number import Unknown
from treesolve.model.problem import InputError
from treesolve.model.tree import Tree
from treesolve.notation import tree_builder
from treesolve.notation.formatter import format_text
from treesolve.notation.number_text import format_number, read_number
from treesolve.notation.reader import read, read_with_remarks
from treesolve.notation.writer import write

INFINITY = float("inf")


def names(tree: Tree) -> str:
    """Return the names of all nodes in preorder."""
    return " ".join(tree.names)


def codes(text: str) -> list[str]:
    """Return the codes of all errors in a text."""
    with pytest.raises(InputError) as error:
        read(text)
    return [problem.code for problem in error.value.problems]


def test_a_bare_tree_has_a_max_root_and_alternates():
    """Kinds need not be written in the most common case."""
    tree = read("((6 5) (2 9))")

    assert [kind.value for kind in tree.kinds] == ["max", "min", "leaf", "leaf", "min", "leaf", "leaf"]
    assert tree.values == (None, None, 6, 5, None, 2, 9)
    assert tree.children == ((1, 4), (2, 3), (), (), (5, 6), (), ())
    assert tree.parents == (None, 0, 1, 1, 0, 4, 4)
    assert tree.ends == (7, 4, 3, 4, 7, 6, 7)
    assert tree.depths == (0, 1, 2, 2, 1, 2, 2)


@pytest.mark.parametrize(
    "text",
    [
        "((6 5) (2 9))",
        "[[6, 5], [2, 9]]",
        "{(6;5) [2 9,]}",
        "max(min(6,5), min(2,9))",
        "MAX ( MIN ( 6 5 ) MIN ( 2 9 ) )",
        "(\n  (6 5) # left\n  (2 9) # right\n)",
        "((6 5)(2 9))",
        "tree: ((6 5) (2 9))",
        "shape: 2 2\nleaves: 6 5 2 9",
        "shape: 2x2\nleaves: 6, 5; 2, 9",
        "levels: MAX MIN\ntree: ((6 5) (2 9))",
        "levels: max, min\ntree: ((6 5) (2 9))",
        "((6 +5) (2 9))",
        "\n\n# remark\n((6 5)\t(2\t9))\n",
    ],
)
def test_spelling_does_not_matter(text: str):
    """Brackets, separators, case, line breaks and headers make no difference."""
    assert read(text) == read("((6 5) (2 9))")


@pytest.mark.parametrize(
    ("written", "value"),
    [
        ("6", 6),
        ("-3", -3),
        ("−3", -3),
        ("+2", 2),
        ("0.5", Fraction(1, 2)),
        ("1/2", Fraction(1, 2)),
        ("-1/3", Fraction(-1, 3)),
        ("2.0", 2),
        ("4/2", 2),
        ("inf", INFINITY),
        ("INF", INFINITY),
        ("-inf", -INFINITY),
        ("∞", INFINITY),
        ("-∞", -INFINITY),
        ("−∞", -INFINITY),
        ("+inf", INFINITY),
        ("0.1", Fraction(1, 10)),
        ("123456789012345678901234567890", 123456789012345678901234567890),
        ("0.1000000000000000055511151231257827", Fraction("0.1000000000000000055511151231257827")),
    ],
)
def test_numbers_are_exact(written: str, value: object):
    """No number in a file becomes a float."""
    leaf = read(f"({written} 0)").values[1]

    assert leaf == value == read_number(written)
    assert type(leaf) is type(value)
    assert read_number(format_number(leaf)) == leaf


@examples(100)
@given(st.fractions() | st.integers() | st.sampled_from([INFINITY, -INFINITY]))
def test_formatted_numbers_round_trip(number: object):
    """Formatting and parsing are inverse."""
    assert read_number(format_number(number)) == number


@pytest.mark.parametrize("text", ["6-5", "1.2.3", "0x10", "1e5", "5.", ".5", "1/-2", "--1", "1_000", "٣", "²", "nan"])
def test_invalid_numbers_are_rejected(text: str):
    """Numbers need separators and have one form; only the digits 0 to 9 are valid."""
    assert codes(f"(1 {text})")


def test_unknown_leaves_are_letters_or_question_marks():
    """Equal letters are the same unknown."""
    tree = read("max(min(3,12,8), min(2,x,y), min(1,z,?))")

    found = tuple(tree.values[leaf] for leaf in tree.leaf_ids[4:])
    assert found == (Unknown("x"), Unknown("y"), 1, Unknown("z"), Unknown("?"))
    assert read("(x2 α)").values[1:] == (Unknown("x2"), Unknown("α"))


def test_names_and_moves_are_words_or_quoted():
    """A name precedes a colon, a move precedes an arrow, and quotes allow any text."""
    tree = read('S: (left -> A: (6 5) "to the\\\\right \\"x\\"" → "B:1": MIN (u: 2  v\': 9) go -> 3)')

    assert names(tree) == "S A L1 L2 B:1 u v' L3"
    assert tree.moves == {1: "left", 4: 'to the\\right "x"', 7: "go"}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("(((1 2) B: (3)) (L2: 4 ((5) 6)) 7)", "A C E L1 L3 B L4 D L2 F G L5 L6 L7"),
        ("(" + "(1) " * 30 + ")", " Y L24 Z L25 AA L26 AB "),
        ("(\ntitle: 3\nsource: (1 2)\n)", "A title source L1 L2"),
        ("A: (A: 1 A: 2)", "B L1 L2"),
        ("x: 7", "x"),
    ],
)
def test_unnamed_nodes_are_named_level_by_level_and_leaves_from_left_to_right(text: str, expected: str):
    """Given names are skipped wherever they occur; names that are not unique are replaced."""
    assert expected in names(read(text))


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ("(CHANCE (((1)) 2) CHANCE (MAX ((3))))", "max chance min max chance max min"),
        ("CHANCE ((1) 2)", "chance max"),
        ("levels: MAX MIN MIN\ntree: (((1 2)) ((3)))", "max min min min min"),
        ("x: 7", ""),
    ],
)
def test_the_opponent_of_the_last_player_moves_after_chance(text: str, kinds: str):
    """A child of a chance node belongs to the opponent of the last player, unless a kind or levels are given."""
    assert " ".join(kind.value for kind in read(text).kinds if kind is not Kind.LEAF) == kinds


def test_weights_are_exact_and_uniform_by_default():
    """Three times 1/3 is 1."""
    tree = read("CHANCE (1/3 * 6, 1/3 * 5, 1/3 * (2 9))")

    assert [tree.weight(child) for child in tree.children[0]] == [Fraction(1, 3)] * 3
    assert read("CHANCE (1 2 3 4)").weight(2) == Fraction(1, 4)
    assert read("(1 2)").weight(1) is None
    assert read("CHANCE (0.1 * 1  0.2 * 2  0.7 * 3)").weight(3) == Fraction(7, 10)


def test_headers_become_fields():
    """Title and source are free text; points are exact."""
    tree = read(
        "# exam\ntitle: Zwei Züge: #5\nsource: H. W. Lang, Bild 2 \nConvention: lang  # ours\n"
        "points: values 4, pruned 2.5; best 1\n\ntree: ((6 5)\n (2 9))\n"
    )

    assert (tree.title, tree.source, tree.convention) == ("Zwei Züge: #5", "H. W. Lang, Bild 2", "lang")
    assert tree.points == {"values": 4, "pruned": Fraction(5, 2), "best": 1}


def test_a_shape_makes_a_complete_tree():
    """The shape lists the number of children on each level, the leaves are listed from left to right."""
    assert read("shape: 3 1 2\nleaves: 1 2 3 4 5 x\nlevels: MIN MAX MIN").children[0] == (1, 5, 9)
    assert read("shape: 2\nleaves: 1 2") == read("(1 2)")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("((6 5", ["unclosed"]),
        ("(1 2))) 3", ["stray-close", "stray-close", "second-tree"]),
        (
            "(() (,) [5} MIN 3 1-2)",
            ["empty-node", "separator-first", "empty-node", "mismatched", "kind-before-leaf", "numbers-touch"],
        ),
        ("titel: x\nsauce: y\ntree: ((1)", ["unknown-header", "unknown-header", "unclosed"]),
        ("", ["no-tree"]),
        ("shape: 2 2\nleaves: ,1 2,,3 4", ["separator-first", "separator-twice"]),
        *((f"shape: {shape}\nleaves: 2 3", ["shape-number"]) for shape in (",", ";", ", ,", "x", "×;")),
        ("levels: MAX MIN\ntree: (4 MAX 1 (2, 3,, 5))", ["kind-before-leaf", "separator-twice"]),
        (")", ["stray-close"]),
        (",", ["separator-first"]),
        ("MAX", ["node-missing"]),
        ("A: MAX", ["node-missing"]),
        ("->", ["stray-mark", "node-missing"]),
    ],
)
def test_parsing_continues_after_an_error(text: str, expected: list[str]):
    """All errors in a text are reported."""
    assert codes(text) == expected


def test_a_tree_has_a_root():
    """The rest of the program relies on it."""
    with pytest.raises(ValueError, match="root"):
        Tree((), (), ())


def test_parsing_stops_after_twenty_errors():
    """A text that is not a tree does not produce a message per line."""
    assert 20 <= len(codes("(" + "() " * 1000 + ")")) <= 25


@examples(300)
@given(any_trees())
def test_written_trees_round_trip(tree: Tree):
    """Names, moves, kinds, weights and values round-trip."""
    text = write(tree)

    assert read(text) == tree
    assert format_text(text) == text


@examples(200)
@given(nested())
def test_formatting_preserves_the_tree_and_is_idempotent(tree: object):
    """A formatted text describes the same tree, and formatting it again does not change it."""
    text = written(tree)

    formatted = format_text(text)

    assert read(formatted) == planted(tree)
    assert format_text(formatted) == formatted
    assert all(len(line) <= 88 for line in formatted.splitlines())


@examples(100)
@given(st.text(alphabet=st.characters(codec="utf-8", exclude_categories=["Cc", "Cs"]), min_size=1, max_size=20))
@example('a "quoted" \\ name')
@example("max")
@example("title")
def test_any_name_can_be_quoted(name: str):
    """A quoted name does not change, unless it is empty or contains control characters."""
    tree = Tree((Kind.MAX, Kind.LEAF), (None, 1), ((1,), ()), given_names={0: name}, moves={1: name})
    try:
        copy = read(write(tree))
    except InputError as error:
        assert {problem.code for problem in error.problems} <= {"control-character", "empty-name"}
        return
    assert (copy.given_names, copy.moves) == ({0: name}, {1: name})


@pytest.mark.parametrize("path", exercise_files(), ids=named)
def test_exercises_round_trip_and_are_formatted(path: Path):
    """Every tree file in the distribution is in our notation, round-trips, and is formatted."""
    text = path.read_text("utf-8")
    tree, *others = read_with_remarks(text)

    assert others == [None, ()]

    assert read(write(tree)) == tree
    assert read(format_text(text)) == tree
    assert format_text(text) == text


def test_formatting_preserves_the_positions_of_comments():
    """A comment stays on its own line or at the end of its line."""
    text = """\
# top
title:  Two   # not a comment, part of the title
convention: lang   # as taught
tree: S: MAX[ A: (6 +5)   # first
  # before B
  B: {2, 9} # last
  # end
]
# after
"""
    assert (
        format_text(text)
        == """\
# top
title: Two   # not a comment, part of the title
convention: lang # as taught
tree: S: MAX (
  A: (6 5) # first
  # before B
  B: (2 9) # last
  # end
)
# after
"""
    )


@examples(200)
@given(any_trees(), st.randoms(use_true_random=False))
def test_formatting_never_loses_a_comment(tree: Tree, random: object):
    """Comments can be between any two tokens."""
    written_tree = write(tree)
    assume('"' not in written_tree)
    parts = []
    for piece in written_tree.replace("(", " ( ").replace(")", " ) ").split(" "):
        parts.append(piece)
        if piece.endswith(("(", ")", ":")) and random.random() < 0.5:
            parts.append(f"# c{len(parts)}\n")
    text = " ".join(parts)
    count = text.count("#")
    assert read(text) == tree

    formatted = format_text(text)

    assert read(formatted) == tree
    assert formatted.count("#") == count
    assert format_text(formatted) == formatted


def test_deep_trees_are_parsed_written_and_formatted():
    """Tens of thousands of brackets cause neither recursion nor quadratic time."""
    depth = size(100_000)
    text = "(1 " * depth + "5" + ")" * depth

    tree = read(text)
    formatted = format_text(text)

    assert len(tree) == 2 * depth + 1
    assert read(formatted) == tree
    assert len(formatted) < 200 * depth
    assert write(tree) == formatted


def test_trees_compare_by_value():
    """Equal texts describe equal trees with equal hashes; any difference makes trees unequal."""
    one, same = read("A: (l -> 1 2)"), read("A: MAX [l -> 1, 2]")

    assert one == same
    assert hash(one) == hash(same)
    assert len({read("(1 2)"), read("(1 3)"), read("MIN (1 2)"), read("a: (1 2)"), one, same}) == 5


def test_blanks_in_a_title_are_preserved():
    """Header values do not change when written."""
    tree = read("title: a  b\ntree: (1 2)")

    assert read(write(tree)) == tree
    assert "title: a  b" in format_text("title: a  b\ntree: (1 2)")


def test_long_shapes_are_fast():
    """Twenty thousand levels with one child each are fast."""
    tree = read("shape:" + " 1" * 20_000 + "\nleaves: 5")

    assert len(tree) == 20_001


def test_integers_are_parsed_like_other_leaves():
    """The fast path for integers separated by single blanks returns the same tree as the general parser."""
    text = uneven(300)
    at_once, singly = read(text), read(text.replace(" ", "  "))

    assert at_once == singly
    assert (at_once.parents, at_once.ends, len(at_once.offsets)) == (singly.parents, singly.ends, len(singly))
    assert all(text.startswith(format_number(at_once.values[leaf]), at_once.offsets[leaf]) for leaf in at_once.leaf_ids)


@pytest.mark.parametrize("blank", [" ", "  "])
def test_the_first_leaf_beyond_the_maximum_is_reported(monkeypatch: pytest.MonkeyPatch, blank: str):
    """The span is that of the first leaf beyond the maximum, on the fast path as well."""
    monkeypatch.setattr(tree_builder, "MAX_NODES", 3)
    text = blank.join(["(1", "22", "3", "4)"])
    with pytest.raises(InputError) as error:
        read(text)

    assert [(problem.code, problem.span) for problem in error.value.problems] == [
        ("too-many-nodes", (text.index("3"), text.index("3") + 1))
    ]
