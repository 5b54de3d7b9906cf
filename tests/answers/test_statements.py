"""Single statements that people make about a tree: what a person reads in them is read, or the statement waits.

Vocabulary

    statement   one sentence or line
    reading     what it says: "values D=6; best B", "-" for nothing, "?" where it cannot be told and waits
"""

import pytest

from treesolve.answers.node_words import Nodes
from treesolve.answers.reader import reading_of
from treesolve.notation.reader import read

TREES = {
    "T1": "((3 12 8) (2 4 6) (14 5 2))",
    "T2": "A: MAX (B: MIN (D: MAX (H: 5 I: 6) E: MAX (J: 7 K: 3)) C: MIN (F: MAX (L: 1 M: 2) G: MAX (N: 3 O: 0)))",
    "T4": "MIN ((7 (4 9)) (3 5) ((8 6) 2))",
}

STATEMENTS = (
    ("T2", "The minimax value of the root is 6", "value 6"),
    ("T2", "So the value at the root node is 6.", "value 6"),
    ("T2", "The root value is 6, so MAX goes to B.", "value 6; best B"),
    ("T2", "MAX should choose B", "best B"),
    ("T2", "Max would pick the left branch.", "best B"),
    ("T2", "The first player should move to B.", "best B"),
    ("T2", "the optimal move is A → B", "best B"),
    ("T2", "A chooses B", "best B"),
    ("T2", "Der Maximierer wählt B.", "best B"),
    ("T2", "Der beste erste Zug führt zu Knoten B.", "best B"),
    ("T2", "B is the better option for MAX.", "best B"),
    ("T2", "Therefore, the best action for MAX is to go left.", "best B"),
    ("T2", "Nodes K, N and O are pruned.", "pruned K N O"),
    ("T2", "K, G, N, and O will not be examined", "pruned K G N O"),
    ("T2", "we don't need to look at K", "pruned K"),
    ("T2", "K is never visited", "pruned K"),
    ("T2", "The node G gets pruned since 2 < 6.", "pruned G"),
    ("T2", "We can prune K because 7 >= 6.", "pruned K"),
    ("T2", "Prune G!", "pruned G"),
    ("T2", "so we prune N and O", "pruned N O"),
    ("T2", "Alpha-beta prunes K, N, O.", "pruned K N O"),
    ("T2", "The leaves that are not evaluated are K, N and O.", "pruned K N O"),
    ("T2", "Leaves K, N, O are skipped.", "pruned K N O"),
    ("T2", "The right child of E is pruned.", "pruned K"),
    ("T2", "The right successor of C is cut off", "pruned G"),
    ("T2", "the edge C→G is cut", "pruned G"),
    ("T2", "The branch from E to K is pruned.", "pruned K"),
    ("T2", "Es werden K, N und O nicht besucht.", "pruned K N O"),
    ("T2", "Der Knoten K muss nicht ausgewertet werden.", "pruned K"),
    ("T2", "Die Knoten N und O brauchen nicht betrachtet zu werden", "pruned N O"),
    ("T2", "K wird abgeschnitten, weil 7 > 6.", "pruned K"),
    ("T2", "Man kann K weglassen.", "pruned K"),
    ("T2", "Die Kante von C nach G wird abgeschnitten.", "pruned G"),
    ("T2", "Ab Knoten G kann abgeschnitten werden.", "-"),
    ("T2", "D = max(5, 6) = 6", "values D=6"),
    ("T2", "B = min(6, 7) = 6", "values B=6"),
    ("T2", "E=max{7,3}=7", "values E=7"),
    ("T2", "A: max(6, 2) = 6", "values A=6"),
    ("T2", "F = max(1,2) => 2", "values F=2"),
    ("T2", "$C = \\min(2, 3) = 2$", "values C=2"),
    ("T2", "D's value is 6.", "values D=6"),
    ("T2", "D has value 6", "values D=6"),
    ("T2", "node D = 6", "values D=6"),
    ("T2", "The value of node D is 6.", "values D=6"),
    ("T2", "D gets 6", "values D=6"),
    ("T2", "D takes the value 6", "values D=6"),
    ("T2", "D returns 6 to B.", "values D=6"),
    ("T2", "Value at D is max(5,6)=6.", "values D=6"),
    ("T2", "D and B both have the value 6.", "values D=6 B=6"),
    ("T2", "Knoten D hat den Wert 6.", "values D=6"),
    ("T2", "D erhält den Wert 6.", "values D=6"),
    ("T2", "D bekommt 6", "values D=6"),
    ("T2", "Der Wert in D beträgt 6.", "values D=6"),
    ("T2", "Der Minimaxwert von D ist 6.", "values D=6"),
    ("T2", "Der Wert der Wurzel ist 6", "value 6"),
    ("T2", "Die Wurzel hat den Wert 6.", "value 6"),
    ("T2", "Wurzel: 6", "values A=6"),
    ("T2", "Root = 6", "value 6"),
    ("T2", "alpha at B is 6", "-"),
    ("T2", "beta = 6 at B", "-"),
    ("T2", "At B, α = -∞ and β = 6", "-"),
    ("T2", "B: beta=6", "-"),
    ("T2", "[α=6, β=∞]", "-"),
    ("T2", "C: α = 6, β = 2", "windows C"),
    ("T2", "2 < 6", "-"),
    ("T2", "since 7 > 6 we stop", "-"),
    ("T2", "The leaves are visited in the order H, I, J, L, M.", "order H I J L M"),
    ("T2", "Order of visiting the leaves: H, I, J, L, M", "order H I J L M"),
    ("T2", "H, I, J, L, M are evaluated in this order.", "order H I J L M"),
    ("T2", "First H, then I, then J, then L, then M.", "order H I J L M"),
    ("T2", "We evaluate 5, 6, 7, 1 and 2 in this order.", "order H I J L M"),
    ("T2", "Visited leaf nodes: H I J L M", "order H I J L M"),
    ("T2", "Die Blätter H, I, J, L, M werden in dieser Reihenfolge ausgewertet.", "order H I J L M"),
    ("T2", "Die Reihenfolge ist H, I, J, L, M.", "order H I J L M"),
    ("T2", "Es gibt keine Cutoffs bei D.", "-"),
    ("T2", "No pruning occurs at D.", "-"),
    ("T2", "Nothing below D is pruned", "-"),
    ("T2", "B is not pruned.", "-"),
    ("T2", "K might be pruned", "-"),
    ("T2", "I am not sure whether K is pruned", "-"),
    ("T2", "If K were 9, it would be pruned", "-"),
    ("T2", "5 leaves are evaluated.", "-"),
    ("T2", "3 leaves are pruned", "-"),
    ("T2", "Alpha-beta pruning saves 3 evaluations", "-"),
    ("T2", "MIN would choose D at B.", "-"),
    ("T2", "MIN picks D over E", "-"),
    ("T2", "The principal variation is A, B, D, I", "?"),
    ("T2", "G need not be expanded, because F = 2 < 6.", "pruned G; values F=2"),
    ("T2", "C <= 2", "values C=2"),
    ("T2", "E >= 7", "values E=7"),
    ("T2", "value(C) ≤ 2", "values C=2"),
    ("T2", "the value of C is at most 2", "values C=2"),
    ("T2", "The value of C can be at most 2, so G is pruned.", "values C=2; pruned G"),
    ("T1", "4 and 6 are pruned", "pruned L5 L6"),
    ("T1", "The leaves with values 4 and 6 will not be evaluated.", "pruned L5 L6"),
    ("T1", "the other children of C are pruned", "?"),
    ("T1", "The remaining children of C need not be examined.", "?"),
    ("T1", "Die restlichen Kinder von C werden nicht mehr besucht.", "?"),
    ("T1", "the last two children of C are pruned", "pruned L5 L6"),
    ("T1", "the last two leaves of the middle subtree are cut", "pruned L5 L6"),
    ("T1", "second and third leaf of C", "pruned L5 L6"),
    ("T1", "MAX will choose the leftmost branch", "best B"),
    ("T1", "MAX geht nach links.", "best B"),
    ("T1", "left", "-"),
    ("T1", "The middle MIN node has value 2", "values C=2"),
    ("T1", "The left MIN node gets the value 3.", "values B=3"),
    ("T1", "the three MIN nodes have values 3, 2 and 2", "?"),
    ("T1", "B, C, D = 3, 2, 2", "values B=3 C=2 D=2"),
    ("T1", "A = B = 3", "values A=3 B=3"),
    ("T1", "Les feuilles 4 et 6 ne sont pas explorées.", "pruned L5 L6"),
    ("T1", "La valeur de la racine est 3.", "value 3"),
    ("T1", "La valeur du nœud C est 2.", "values C=2"),
    ("T1", "MAX doit choisir B.", "best B"),
    ("T1", "Le meilleur coup est B.", "best B"),
    ("T4", "Der MIN-Spieler sollte C wählen.", "best C"),
    ("T4", "MIN moves to the middle node.", "best C"),
    ("T4", "The right child of E (9) is cut off.", "pruned L3"),
    ("T4", "L8 with value 2 is pruned.", "pruned L8"),
    ("T4", "L3 (9) and L8 (2) are not evaluated", "pruned L3 L8"),
)

TRAPS = (
    ("T2", "B is not the best move", "-"),
    ("T2", "MAX should not choose C", "-"),
    ("T2", "MIN chooses B", "-"),
    ("T2", "C is worse than B", "-"),
    ("T2", "MAX would lose with C", "-"),
    ("T2", "K is visited", "-"),
    ("T2", "K is not pruned", "-"),
    ("T2", "N is evaluated after M", "-"),
    ("T2", "Only K is pruned.", "pruned K"),
    ("T2", "All leaves except K are evaluated.", "pruned K"),
    ("T2", "No leaf of D is pruned", "-"),
    ("T2", "A leaf of E is pruned", "-"),
    ("T2", "One child of C is pruned.", "-"),
    ("T2", "The pruned leaf has value 3.", "pruned K"),
    ("T2", "D is at least 6", "values D=6"),
    ("T2", "D = 5 or 6", "-"),
    ("T2", "D might be 6", "-"),
    ("T2", "D is not 6", "-"),
    ("T2", "D is a MAX node", "-"),
    ("T2", "D is 6?", "-"),
    ("T2", "depth of D is 2", "-"),
    ("T2", "D has 2 children", "-"),
    ("T2", "D has two leaves", "-"),
    ("T2", "The best leaf is K with 7", "-"),
    ("T2", "A: alpha = 6", "-"),
    ("T2", "alpha = 6", "-"),
    ("T2", "beta(B) = 6", "-"),
    ("T2", "α(C) = 6", "-"),
    ("T2", "Step 1: D = 6", "-"),
    ("T2", "1. D = 6", "values D=6"),
    ("T2", "After H, D = 5", "-"),
    ("T2", "If MIN plays E, value is 7", "-"),
    ("T2", "MAX can get 6 at B", "-"),
    ("T2", "G would be 3 but is never computed.", "-"),
    ("T2", "G is pruned although it has value 3.", "-"),
    ("T2", "H is the first leaf", "-"),
    ("T2", "M is the last leaf visited", "-"),
    ("T2", "the order does not matter", "-"),
    ("T2", "order: left to right", "-"),
    ("T2", "pruned: 3 leaves", "-"),
    ("T2", "pruned: 2", "pruned M"),
    ("T2", "pruned: K?", "-"),
    ("T2", "pruned: maybe K", "-"),
    ("T2", "pruned: not K", "-"),
    ("T2", "pruned: all but H", "-"),
    ("T2", "pruned: K but not G", "-"),
    ("T2", "pruned: everything below C except F", "-"),
    ("T2", "best: not C", "-"),
    ("T2", "best: B or C", "-"),
    ("T2", "best: B, not C", "-"),
    ("T2", "values: A=6 or 7", "-"),
    ("T2", "values: D is between 5 and 6", "-"),
    ("T2", "value: not 6", "-"),
    ("T2", "order: H, I, then back to B", "-"),
    ("T2", "order: starts with H", "-"),
    ("T2", "Nicht B, sondern C", "-"),
    ("T2", "K wird besucht", "-"),
    ("T2", "K wird nicht abgeschnitten", "-"),
    ("T2", "Kein Blatt von D wird abgeschnitten", "-"),
    ("T2", "Es wird nicht K abgeschnitten", "-"),
    ("T2", "Außer K werden alle Blätter besucht", "pruned K"),
    ("T2", "Ich bin unsicher, ob K abgeschnitten wird", "-"),
    ("T2", "Man könnte K abschneiden, wenn J größer wäre", "-"),
    ("T2", "MIN wählt in B den Zug D", "-"),
    ("T2", "MIN wählt D", "-"),
    ("T2", "D wäre 6", "-"),
    ("T2", "D ist ein MAX-Knoten", "-"),
    ("T2", "K n'est pas élagué", "-"),
    ("T2", "Le meilleur coup n'est pas C", "-"),
    ("T1", "the leaf 2 is pruned", "pruned L9"),
    ("T1", "2 is pruned", "pruned L9"),
    ("T1", "C is pruned after the first leaf", "-"),
    ("T1", "C is cut off after L4", "-"),
    ("T1", "pruning at C", "-"),
    ("T1", "we prune at C", "-"),
    ("T1", "the rest of C is pruned", "-"),
    ("T1", "prune the remaining leaves", "-"),
    ("T1", "L5 and L6 are not pruned", "-"),
    ("T1", "L5, L6 and not L7 are pruned", "-"),
    ("T1", "L4 causes the cut", "-"),
    ("T1", "B has three leaves 3, 12, 8", "-"),
    ("T1", "B chooses 3", "-"),
    ("T1", "B is 3 and not 12", "-"),
    ("T1", "D = 14, then 5, then 2", "-"),
    ("T1", "D = 14 -> 5 -> 2", "-"),
    ("T1", "C: 2 <= 3", "-"),
    ("T1", "beta of C = 2", "-"),
    ("T1", "B = 3 first, later 12", "-"),
    ("T1", "The value of C does not matter.", "-"),
    ("T1", "C = ?", "-"),
    ("T1", "C <= 2", "values C=2"),
    ("T1", "MAX chooses between B and C", "-"),
    ("T1", "B and D are best", "-"),
    ("T1", "left or right", "-"),
    ("T4", "MIN chooses the maximum", "-"),
    ("T4", "L3 is pruned but L8 is not", "-"),
    ("T4", "L8 would be pruned if D were 5", "-"),
    ("T4", "MAX chooses C", "-"),
)
"""What looks like a claim and is none, or not the one it looks like."""


def read_in(tree: str, text: str) -> str:
    """The reading of a statement."""
    nodes = Nodes(read(TREES[tree]))
    found = reading_of(text, nodes)
    said: dict[str, list[str]] = {}
    for claim in (one for one in found.claims if one.part not in found.answer.pending):
        name = nodes.tree.names[claim.node] if claim.node is not None else ""
        value = "" if claim.value is None or claim.part == "windows" else str(claim.value)
        said.setdefault(claim.part, []).append("=".join(one for one in (name, value) if one))
    return "; ".join(f"{part} {' '.join(dict.fromkeys(items))}" for part, items in said.items()) or (
        "?" if found.answer.pending else "-"
    )


@pytest.mark.parametrize(("tree", "statement", "reading"), STATEMENTS + TRAPS)
def test_a_statement_is_read_as_a_person_reads_it(tree: str, statement: str, reading: str):
    """Nothing is read in it that it does not say."""
    found = read_in(tree, statement)

    assert found.split() == reading.split() or (reading == "-" and found == "?")


ANSWERS = (
    (
        "T1",
        "A=3, B=3\nL5, L6\nL1 L2 L3 L4 L7 L8 L9\nB",
        "values A=3 B=3; pruned L5 L6; order L1 L2 L3 L4 L7 L8 L9; best B",
    ),
    ("T1", "a) A=3\nb) 4 und 6\nc) 3-12-8-2-14-5-2", "values A=3; pruned L5 L6; order L1 L2 L3 L4 L7 L8 L9"),
    ("T1", "L5, L6\nI cannot tell you what B is", "?"),
    ("T1", "L4, L6", "?"),
    ("T1", "L5, L6\npruned: L6", "?"),
    ("T1", "The other children of C are pruned.\norder: L1 L2 L3 L4 L7", "pruned L5 L6; order L1 L2 L3 L4 L7"),
    ("T1", "The other children of C are pruned.\norder: L1 L2 L3 L4 L5 L7", "pruned L6; order L1 L2 L3 L4 L5 L7"),
    ("T2", "The other child of E is pruned.", "pruned K"),
    ("T1", "pruned: leaf 5, leaf 6", "pruned L5 L6"),
    ("T1", "pruned: 5, 6", "?"),
    ("T1", "pruned: L5 (alpha cut), L6 (alpha cut)", "pruned L5 L6"),
    ("T1", "order: 3 12 8 2 5 2", "order L1 L2 L3 L4 L8 L9"),
    ("T1", "order: 2 3", "?"),
    ("T1", "A=3 (MAX)\nAufgabe 2: Alpha-Beta\npruned: L5", "values A=3; pruned L5"),
    ("T1", "principal line: B L1\nPruned leaves L5 and L6\nA=3, B=3", "pruned L5 L6; values A=3 B=3"),
    ("T1", "Antwort zu (a): A=3\nAntwort zu (b): L5, L6", "values A=3; pruned L5 L6"),
    ("T1", '{"values": {"A": 3, "B": 3}, "pruned": ["L5", "L6"]}', "values A=3 B=3; pruned L5 L6"),
    ("T1", "Resultate: A=3, B=3", "values A=3 B=3"),
    ("T1", "C) 2", "values C=2"),
)


@pytest.mark.parametrize(("tree", "answer", "reading"), ANSWERS)
def test_an_answer_is_read_in_the_light_of_all_of_it(tree: str, answer: str, reading: str):
    """What is left open in one line is settled by the others, or waits."""
    assert read_in(tree, answer) == reading


def test_both_readings_are_told():
    """Where numbers can mean leaves by their values and by their names, the piece has both."""
    nodes = Nodes(read(TREES["T1"]))

    (piece,) = reading_of("pruned: 5, 6", nodes).unread

    assert (piece.part, piece.readings) == ("pruned", ("L6, L8", "L5, L6"))
