"""Payoffs in answers, in the ways in which people write them."""

import random

import pytest

from tests.support.effort import seeds
from tests.support.payoffs import payoffs_tree, with_ties
from treesolve.analysis.model_answer import Masks, answer_of_search, reference
from treesolve.answers.json_file import read_objects
from treesolve.answers.node_words import Nodes
from treesolve.answers.reader import reading_of
from treesolve.answers.submission import Submission
from treesolve.answers.writer import written_parts
from treesolve.search.maxn import solve_maxn

TREE = payoffs_tree("((<1, 2, 6> <4, 2, 3>) (<6, 1, 2> <3, 5, 2>))")
RIGHT = {0: (3, 5, 2), 1: (1, 2, 6), 4: (3, 5, 2)}


def read(text: str):
    """What a text says about the tree."""
    return reading_of(text, Nodes(TREE))


@pytest.mark.parametrize(
    "text",
    [
        "values: A=(3, 5, 2) B=(1,2,6) C=(3, 5, 2)",
        "A = 3/5/2, B = 1/2/6, C = 3/5/2",
        "A = <3, 5, 2>; B = <1; 2; 6>; C = <3 5 2>",
        "A: 3 5 2\nB: 1 2 6\nC: 3 5 2",
        "A=3, 5, 2\nB=1, 2, 6\nC=3,5,2",
        "A → [3, 5, 2]\nB → {1|2|6}\nC -> (3|5|2)",
        "A is (3, 5, 2), B is (1, 2, 6) and C is (3, 5, 2)",
        "A gets 3/5/2. B gets 1/2/6. C gets 3/5/2.",
        "| A | (3,5,2) |\n| B | (1,2,6) |\n| C | (3,5,2) |",
        "(A, B, C) = ((3,5,2), (1,2,6), (3,5,2))",
        "A (3, 5, 2)\nB (1, 2, 6)\nC = max((6,1,2), (3,5,2)) = (3,5,2)",
        "Werte: A=(3; 5; 2) B=(1; 2; 6) C=(3; 5; 2)",
        "A=(P1: 3, P2: 5, P3: 2) B=(P1=1; P2=2; P3=6)\nC: P1: 3, P2: 5, P3: 2",
        "| node | P1 | P2 | P3 |\n|---|--:|--:|--:|\n| A | 3 | 5 | 2 |\n| B | 1 | 2 | 6 |\n| C | 3 | 5 | 2 |",
        "Knoten | P1 | P2 | P3\nA | 3 | 5 | 2\nB | 1 | 2 | 6\nC | 3 | 5 | 2",
        "payoff vectors: A=(3, 5, 2), B=(1, 2, 6), C=(3, 5, 2)",
        "the payoffs are (3, 5, 2) at A, (1, 2, 6) at B, and (3, 5, 2) at C",
        "Auszahlungen: A=(3; 5; 2), B=(1; 2; 6), C=(3; 5; 2)",
        "A = (3.0, 5, 4/2), B = (1, 2, 6), C = (3, 5, 2)",
    ],
)
def test_values_are_read(text: str):
    """Nothing is unread, and every node has its payoffs."""
    found = read(text)
    assert (found.answer.values, found.problems, found.answer.pending) == (RIGHT, (), frozenset())


ROOTS = (
    "value: (3, 5, 2)",
    "Wert der Wurzel: 3/5/2",
    "root value = 3 5 2",
    "Auszahlung der Wurzel: (3; 5; 2)",
    "payoff of the root: 3/5/2",
)


@pytest.mark.parametrize("text", ROOTS)
def test_the_value_of_the_root_is_read(text: str):
    """Behind its key, bare too."""
    assert (read(text).answer.value, read(text).problems) == ((3, 5, 2), ())


def test_places_stay_as_they_are():
    """Whatever stands in for what, a claim is where it was written."""
    text = "| node | P1 | P2 | P3 |\n|---|---|---|---|\n| A | 3 | 5 | 2 |\npayoffs: B=(P1: 1, P2: 2, P3: 6)"
    assert [text[slice(*claim.span)] for claim in read(text).claims] == ["A | 3 | 5 | 2", "B=(P1: 1, P2: 2, P3: 6)"]


HOSTILE = ("a", " ", "|", "1", "1/", "A=1 ", "P1: ", "|P1|P2", "A|1|2|3\n|P1", "-", "1,", "payoff ", "(1 2 3)", "<")


@pytest.mark.parametrize("piece", HOSTILE)
def test_long_texts_are_read_soon_and_stay_as_long(piece: str):
    """No form looks again and again at the same long row."""
    nodes = Nodes(TREE)
    assert nodes.stand_ins is not None
    row = piece * (40_000 // len(piece))
    for text in (row, f"A={row}x", f"A | {row}"):
        assert len(nodes.stand_ins.text(text, nodes).text) == len(text)


def test_a_node_may_be_called_payoff():
    """Then the word is its name."""
    nodes = Nodes(payoffs_tree("(payoff: (<1, 2> <2, 1>) <0, 0>)"))
    assert reading_of("payoff=(1, 2)", nodes).answer.values == {1: (1, 2)}


def test_leaves_are_named_by_their_payoffs():
    """In an order, and as what is pruned."""
    answer = read("order: (1, 2, 6) (4,2,3) <6 1 2>\npruned: (3, 5, 2)\nbest: C").answer
    assert (answer.order, answer.pruned, answer.best) == ((2, 3, 5), (6,), 4)


@pytest.mark.parametrize(
    ("text", "unread", "part"),
    [
        ("A=5 B=(1, 2, 6)", "A=5", "values"),
        ("A=(3, 5) B=(1, 2, 6)", "(3, 5)", "values"),
        ("A=(3, 5, 2, 7)", "(3, 5, 2, 7)", "values"),
        ("value: (3, 5)", "(3, 5)", "value"),
        ("value: 3", "3", "value"),
    ],
)
def test_what_is_not_for_every_player_waits(text: str, unread: str, part: str):
    """One number is no list of payoffs, and one of another length is none of these: a sentence says what to write."""
    found = read(text)
    assert part in found.answer.pending
    assert [(one.code, text[slice(*one.span)]) for one in found.problems] == [("answer-payoffs", unread)]  # type: ignore[misc]


def test_what_is_unread_is_quoted_as_it_stands():
    """Not as the numbers that stand in for payoffs."""
    (problem,) = read("A=(3, 5, 2)\nL1=(1, 2, 7)").problems
    assert (problem.facts["value"], problem.facts["given"]) == ((1, 2, 6), (1, 2, 7))
    assert "(1, 2, 7)" in read("foo bar (1, 2, 7) baz").problems[0].facts["text"]


@pytest.mark.parametrize("seed", seeds(400))
def test_what_is_written_is_read_back(seed: int):
    """The right answer to a random tree, as the program writes it."""
    rng = random.Random(seed)
    solution = solve_maxn(with_ties(rng, cuts=seed % 2 == 0))
    answer = answer_of_search(solution, reference(solution, Masks(solution.tree)))
    text = "\n".join(f"{part}: {said}" for part, said in written_parts(answer, solution.tree).items() if said)
    found = reading_of(text, Nodes(solution.tree))
    assert found.problems == ()
    assert (found.answer.values or {}, found.answer.value, found.answer.best) == (
        answer.values,
        answer.value,
        answer.best,
    )
    assert (found.answer.pruned or (), found.answer.order) == (answer.pruned, answer.order)


GAME = payoffs_tree(
    "A: P1 (left -> B: P2 (l -> L1: <3, 1> r -> L2: <1, 2>) right -> C: P2 (l -> L3: <2, 1> r -> L4: <0, 0>))"
)


def read_game(text: str):
    """What a text says about a game of two players whose moves have names."""
    return reading_of(text, Nodes(GAME, asked=("values", "best")))


@pytest.mark.parametrize(
    "text",
    [
        "P2 chooses r at B: (1,2). P2 chooses l at C: (2,1). P1 chooses right: (2,1).",
        "At B player 2 picks r, giving (1,2). At C player 2 picks l, giving (2,1). At A player 1 picks right: (2,1).",
        "Spieler 2 wählt bei B r mit (1,2). Spieler 2 wählt bei C l mit (2,1). Spieler 1 wählt right mit (2,1).",
        "B: (1, 2), C: (2, 1), A: (2, 1). Player 1 should go right.",
        "B: (1, 2), C: (2, 1), A: (2, 1). P1 goes right.",
        "B=(1, 2); C=(2, 1); A=(2, 1); best move for P1 is right",
        "B: (1, 2), C: (2, 1), A: (2, 1). Spieler 1 wählt C.",
    ],
)
def test_what_players_choose_is_read(text: str):
    """At a node with what it brings, at the root as the best move."""
    reading = read_game(text)

    assert (reading.answer.values, reading.answer.best) == ({0: (2, 1), 1: (1, 2), 4: (2, 1)}, 4)
    assert (reading.problems, reading.answer.pending) == ((), frozenset())


def test_payoffs_are_lists_in_json():
    """Behind the names of nodes as keys, too."""
    (found,) = read_objects('{"A": [2, 1], "B": [1, 2], "C": [2, 1], "best": "right"}', "x.json")

    assert isinstance(found, Submission)
    assert read_game(found.text).answer.values == {0: (2, 1), 1: (1, 2), 4: (2, 1)}


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("At B player 2 picks l, giving (1,2). C: (2,1). A: (2,1). best: right", "values"),
        ("At B player 1 picks r, giving (1,2). C: (2,1). A: (2,1). best: right", "values"),
        ("A: (2, 1). Player 2 goes right.", "best"),
        ("A: (2, 1). Best move for player 2: right.", "best"),
    ],
)
def test_what_a_player_cannot_choose_waits(text: str, part: str):
    """A move that leads elsewhere, another player's node, another player's move."""
    assert part in read_game(text).answer.pending
