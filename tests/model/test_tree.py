"""The names of nodes."""

from treesolve.notation.reader import read


def test_repeated_names_are_replaced_by_letters():
    """Unique names are kept, and generated names skip them."""
    tree = read("S: (B: (x: 1 x: 2) y: 3)")
    assert tree.names == ("S", "B", "L1", "L2", "y")
    assert tree.captions == {2: "x", 3: "x"}


def test_names_that_look_like_numbers_are_replaced_by_letters():
    """If all nodes have names, so are all names that are not plain words, because they are positions."""
    tree = read('"7": ("take 1" -> "6-1": 1 "2/3": 2 B: ("-1,5": 3 L2: 4))')
    assert tree.names == ("A", "L1", "L3", "B", "L4", "L2")
    assert tree.captions == {0: "7", 1: "6-1", 2: "2/3", 4: "-1,5"}


def test_a_name_of_several_words_is_kept_unless_all_nodes_have_names():
    """The author chose it; it is not a position of a game."""
    tree = read('("bag 1": (note: 3 key: 2) "bag 2": (note: 5 1))')
    assert tree.names == ("A", "bag 1", "L1", "key", "bag 2", "L2", "L3")


def test_unambiguous_names_are_kept():
    """They may contain spaces and punctuation."""
    tree = read('"yes/no": ("e2-e4": 1 "a b": 2 "5 + 1": 3)')
    assert tree.names == ("yes/no", "e2-e4", "a b", "5 + 1")
    assert tree.captions == {}


def test_boards_are_captions():
    """Nobody writes a board in an answer."""
    tree = read('"X.O/.X./..O": (6 "XXO/.X./..O": 5)')
    assert tree.names == ("A", "L1", "L2")
    assert tree.captions == {0: "X.O/.X./..O", 2: "XXO/.X./..O"}
