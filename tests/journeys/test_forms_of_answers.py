"""Answers in the forms that people use: a right one is read in full or waits for a person, a wrong fact is never lost.

Vocabulary

    form        a way to write down a part of an answer
    layout      how parts stand together: with keys, headings, numbers of tasks
"""

import random
from collections.abc import Callable, Iterator, Sequence

import pytest

from tests.support.answers import complete, right_answer
from tests.support.effort import cases, dice
from treesolve.answers.node_words import Nodes
from treesolve.answers.reader import reading_of
from treesolve.grading.grade import Grader, Report
from treesolve.grading.rubric import Rubric
from treesolve.model.answer import Answer
from treesolve.model.convention import CONVENTIONS
from treesolve.model.tree import Tree
from treesolve.notation.reader import read

ASKED = {"values": 4, "pruned": 4, "order": 2, "best": 1}

Form = Callable[[Tree, Answer, random.Random], str]


def _names(tree: Tree, nodes: Sequence[int]) -> list[str]:
    return [tree.names[node] for node in nodes]


def _mentioned(tree: Tree, leaves: Sequence[int], rng: random.Random) -> list[str]:
    """Leaves by name, by value, or by both."""
    way = rng.randrange(4)
    values = [str(tree.values[leaf]) for leaf in leaves]
    if way == 0 and all(not tree.children[leaf] for leaf in leaves):
        return values
    if way == 1 and all(not tree.children[leaf] for leaf in leaves):
        return [f"{name} ({value})" for name, value in zip(_names(tree, leaves), values, strict=True)]
    return [name.lower() if way == 2 else name for name in _names(tree, leaves)]


def _pairs(tree: Tree, answer: Answer) -> list[tuple[str, str]]:
    return [(tree.names[node], str(value)) for node, value in (answer.values or {}).items()]


def _formula(tree: Tree, node: int, value: object) -> str:
    kind = "max" if tree.depths[node] % 2 == 0 else "min"
    return f"{tree.names[node]} = {kind}({', '.join(_names(tree, tree.children[node]))}) = {value}"


def values_forms(tree: Tree, answer: Answer, rng: random.Random) -> Iterator[str]:
    """Ways to write values."""
    pairs = _pairs(tree, answer)
    for sign in ("=", " = ", ": ", " -> ", " is ", " "):
        for between in (" ", ", ", "; "):
            if sign != " is " or between != " ":
                yield f"values: {between.join(f'{name}{sign}{value}' for name, value in pairs)}"
    yield "\n".join(f"{name} = {value}" for name, value in pairs)
    yield "Werte:\n" + "\n".join(f"- {name}: {value}" for name, value in pairs)
    yield "\n".join(f"The value of {name} is {value}." for name, value in pairs)
    yield "\n".join(f"Der Wert von {name} ist {value}." for name, value in pairs)
    yield ", ".join(f"v({name}) = {value}" for name, value in pairs)
    yield "| Node | Value |\n|---|---|\n" + "\n".join(f"| {name} | {value} |" for name, value in pairs)
    yield "Knoten;Wert\n" + "\n".join(f"{name};{value}" for name, value in pairs)
    yield "vlaues: " + ", ".join(f"${name} = {value}$" for name, value in pairs)
    yield "\n".join(_formula(tree, node, value) for node, value in (answer.values or {}).items())
    yield f"**Values**\n\n{', '.join(f'{name} hat den Wert {value}' for name, value in pairs)}"


def pruned_forms(tree: Tree, answer: Answer, rng: random.Random) -> Iterator[str]:
    """Ways to write what is pruned."""
    if not answer.pruned:
        yield from ("pruned: none", "Beschnitten: keine", "Nothing is pruned.", "Es wird nichts abgeschnitten.")
        return
    named = _mentioned(tree, answer.pruned, rng)
    for key in ("pruned:", "Beschnitten:", "Gepruned:", "prunned:", "abgeschnitten =", "## Pruned\n\n", "cut off ->"):
        for between in (" ", ", ", " & ", "; "):
            yield f"{key} {between.join(named)}"
    listed = " und ".join(named)
    yield f"Nicht besucht werden {listed}."
    yield f"{listed} werden nicht ausgewertet."
    yield f"{' and '.join(named)} can be pruned because they cannot change the root."
    yield f"{', '.join(named)} are never evaluated"
    yield "Pruned leaves:\n" + "\n".join(f"* {name}" for name in named)


def order_forms(tree: Tree, answer: Answer, rng: random.Random) -> Iterator[str]:
    """Ways to write the order."""
    named = _mentioned(tree, answer.order or (), rng)
    for key in ("order:", "Reihenfolge:", "Reihnfolge:", "visiting order =", "Besuchte Blätter:", "order"):
        for between in (" ", ", ", " -> ", " → ", "; "):
            yield f"{key} {between.join(named)}"
    yield f"The leaves are evaluated in the order {', '.join(named)}."
    yield f"Die Blätter werden in der Reihenfolge {', '.join(named)} besucht."
    yield "Order\n" + "\n".join(f"{number}. {name}" for number, name in enumerate(named, 1))


def best_forms(tree: Tree, answer: Answer, rng: random.Random) -> Iterator[str]:
    """Ways to write the best move."""
    assert answer.best is not None
    name = tree.names[answer.best]
    yield from (f"best: {name}", f"best = {name}", f"Bester Zug: {name}", f"bst move: {name}", f"Zug {name}")
    yield from (f"The best move is {name}.", f"MAX should choose {name}.", f"MAX wählt {name}, da es am größten ist.")
    yield from (f"Der beste Zug ist {name}.", f"{name} is the best move", f"best move: {tree.names[0]} -> {name}")
    place = {0: "left", len(tree.children[0]) - 1: "rechts"}.get(tree.children[0].index(answer.best))
    if place:
        yield f"best move: {place}"


FORMS = (values_forms, pruned_forms, order_forms, best_forms)


def written(tree: Tree, answer: Answer, rng: random.Random) -> str:
    """An answer in forms drawn at random, with what people put around it."""
    parts = [rng.choice(list(forms(tree, answer, rng))) for forms in FORMS]
    if rng.random() < 0.3:
        parts[1:] = rng.sample(parts[1:], 3)
    if rng.random() < 0.3 and not any("\n" in part for part in parts):
        parts = [f"{letter}) {part}" for letter, part in zip("abcd", parts, strict=True)]
    head = rng.choice(["", "", "Hallo,\n\n", "Ada Beispiel\n", "student: 4711\n", "Meine Lösung:\n\n"])
    return head + rng.choice(["\n", "\n\n"]).join(parts) + rng.choice(["", "\n", "\n\nViele Grüße\nAda\n"])


def grader(rng: random.Random) -> Grader:
    """An exercise with leaves that are all different."""
    tree = complete(rng, rng.choice([(2, 2), (3, 2), (3, 3), (2, 2, 2)]))
    leaves = rng.sample(range(1, 90), len(tree.leaves))
    text = iter(leaves)

    def again(node: int) -> str:
        children = tree.children[node]
        return f"({' '.join(map(again, children))})" if children else str(next(text))

    lecture = CONVENTIONS[rng.choice(["haw", "aima", "cs188", "luger"])]
    return Grader(read(again(0)), lecture, Rubric(points=ASKED))


def report(marker: Grader, text: str) -> Report:
    """What comes of a text."""
    return marker.report(reading_of(text, Nodes(marker.tree)).answer)


@pytest.mark.parametrize("seed", range(5))
def test_a_right_answer_is_never_docked(seed: int):
    """Whatever its form: each part has all its points, or waits for a person; nearly all of them are read in full."""
    rng = dice(f"right {seed}")
    full, count = 0, cases(400)
    for _ in range(count):
        marker = grader(rng)
        text = written(marker.tree, right_answer(marker.solution, tuple(ASKED)), rng)
        found = report(marker, text)
        assert all(mark.is_full or mark.is_pending for mark in found.marks), (text, found.marks)
        full += found.points == marker.possible
    assert full >= 0.95 * count


def wrong(marker: Grader, answer: Answer, rng: random.Random) -> Answer:
    """The answer with one fact wrong."""
    tree = marker.tree
    part = rng.choice(list(ASKED))
    if part == "values":
        node = rng.choice(sorted(answer.values or {}))
        return answer._replace(values={**(answer.values or {}), node: 500 + rng.randrange(100)})
    if part == "pruned":
        seen = [leaf for leaf in answer.order or () if leaf not in (answer.pruned or ())]
        return answer._replace(pruned=(*(answer.pruned or ()), rng.choice(seen)))
    if part == "order":
        order = list(answer.order or ())
        one, other = rng.sample(range(len(order)), 2)
        order[one], order[other] = order[other], order[one]
        return answer._replace(order=tuple(order))
    values = answer.values or {}
    others = [child for child in tree.children[0] if values.get(child) != values[0] and child not in marker.right.best]
    return answer._replace(best=rng.choice(others)) if others else answer._replace(values={0: 500})


@pytest.mark.parametrize("seed", range(5))
def test_a_wrong_fact_is_never_overlooked(seed: int):
    """Nobody with one gets all points, however it is written."""
    rng = dice(f"wrong {seed}")
    for _ in range(cases(400)):
        marker = grader(rng)
        text = written(marker.tree, wrong(marker, right_answer(marker.solution, tuple(ASKED)), rng), rng)
        assert report(marker, text).points < marker.possible, text


NOISE = (*'=:[](){}"#\\,;-–>.?„\n\t|*_$', "->", "..", "values:", "A=", "- ", "pruned", "nicht ", "und ", "L4", "da ")


@pytest.mark.parametrize("seed", range(3))
def test_accidents_leave_every_part_marked_or_pending(seed: int):
    """Whatever is cut out, put in or exchanged; every claim and every unread piece has its place."""
    rng = dice(f"accidents {seed}")
    for _ in range(cases(600)):
        marker = grader(rng)
        text = written(marker.tree, right_answer(marker.solution, tuple(ASKED)), rng)
        for _ in range(rng.randint(1, 5)):
            start = rng.randint(0, len(text))
            text = text[:start] + rng.choice(["", *NOISE]) + text[start + rng.randint(0, 6) :]
        reading = reading_of(text, Nodes(marker.tree))
        found = marker.report(reading.answer)
        assert {mark.part for mark in found.marks if mark.is_pending} == reading.answer.pending & set(ASKED)
        assert found.points <= found.at_most <= marker.possible
        for piece in (*reading.claims, *reading.unread):
            assert 0 <= piece.span.start < piece.span.end <= len(text), (piece, text)
