"""Trees: what their nodes are called."""

from treesolve.notation.reader import read


def test_names_that_repeat_give_way_to_letters():
    """All nodes of that name; a word that stands once stays, and no letter is taken twice."""
    tree = read("S: (B: (x: 1 x: 2) y: 3)")
    assert tree.names == ("S", "B", "L1", "L2", "y")
    assert tree.captions == {2: "x", 3: "x"}


def test_names_that_look_like_numbers_give_way_to_letters():
    """With them all that are no plain words: positions are positions."""
    tree = read('"7": ("take 1" -> "6-1": 1 "2/3": 2 B: ("-1,5": 3 L2: 4))')
    assert tree.names == ("A", "L1", "L3", "B", "L4", "L2")
    assert tree.captions == {0: "7", 1: "6-1", 2: "2/3", 4: "-1,5"}


def test_a_name_of_several_words_stays_where_not_all_nodes_have_names():
    """It is somebody's own, and no position of a game."""
    tree = read('("bag 1": (note: 3 key: 2) "bag 2": (note: 5 1))')
    assert tree.names == ("A", "bag 1", "L1", "key", "bag 2", "L2", "L3")


def test_names_that_are_clear_stay():
    """Whatever they look like."""
    tree = read('"yes/no": ("e2-e4": 1 "a b": 2 "5 + 1": 3)')
    assert tree.names == ("yes/no", "e2-e4", "a b", "5 + 1")
    assert tree.captions == {}


def test_boards_are_captions():
    """Nobody writes one down in an answer."""
    tree = read('"X.O/.X./..O": (6 "XXO/.X./..O": 5)')
    assert tree.names == ("A", "L1", "L2")
    assert tree.captions == {0: "X.O/.X./..O", 2: "XXO/.X./..O"}
