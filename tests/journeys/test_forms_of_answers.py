"""Answers as people write them: a right one is read in full or is pending, and a wrong fact is never lost."""

import random
import re
import tomllib
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path

import pytest

from tests.support.answers import complete, right_answer
from tests.support.effort import cases, dice
from tests.support.places import EXERCISES
from treesolve.grading.grader import Grader, MarkedAnswer
from treesolve.grading.rubric import Rubric
from treesolve.model.answer import Answer
from treesolve.model.convention import CONVENTIONS
from treesolve.model.tree import Tree
from treesolve.notation.reader import read
from treesolve.submissions.answer_reader import parse_answer
from treesolve.submissions.claim import Claim

ASKED = {"values": 4, "pruned": 4, "order": 2, "best": 1}


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
    yield "{" + ", ".join(f'"{name}": {value}' for name, value in pairs) + "}"
    yield "values:\n" + "\n".join(f"  {name}: {value}" for name, value in pairs)
    yield "Node\tValue\n" + "\n".join(f"{name}\t{value}" for name, value in pairs)
    yield "Node,Value\n" + "\n".join(f"{name},{value}" for name, value in pairs)
    yield "Ich habe diese Werte berechnet: " + ", ".join(f"{name} = {value}" for name, value in pairs)
    yield "Minimax: " + " / ".join(f"{name}: {value}" for name, value in pairs)
    yield "Valeurs : " + ", ".join(f"{name} = {value}" for name, value in pairs)
    yield "\n".join(f"{name} -- {value}" for name, value in pairs)
    yield "\n".join(f"Value at {_formula(tree, node, value)}" for node, value in (answer.values or {}).items())
    yield ", ".join(f"minimax({name})={value}" for name, value in pairs)
    yield f"**Values**\n\n{', '.join(f'{name} hat den Wert {value}' for name, value in pairs)}"


def pruned_forms(tree: Tree, answer: Answer, rng: random.Random) -> Iterator[str]:
    """Ways to write what is pruned."""
    if not answer.pruned:
        yield from (
            "pruned: none",
            "Beschnitten: keine",
            "élagués : aucun",
            "No pruning occurs.",
            "Nothing is pruned.",
            "Es wird nichts abgeschnitten.",
        )
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
    yield f"Es werden {listed} nicht ausgewertet."
    yield f"Alpha-beta prunes {' and '.join(named)}."
    yield f"Feuilles élaguées : {' et '.join(named)}"
    yield f"pruned/abgeschnitten: {' / '.join(named)}"
    yield f"Which leaves are pruned?\n{', '.join(named)}"
    yield f"The leaves that are never visited are {', '.join(named)}."
    edges = [f"{tree.names[tree.parents[node] or 0]}->{tree.names[node]}" for node in answer.pruned]
    yield f"Pruned branches: {', '.join(edges)}"
    yield "Pruned leaves:\n" + "\n".join(f"* {name}" for name in named)


def order_forms(tree: Tree, answer: Answer, rng: random.Random) -> Iterator[str]:
    """Ways to write the order."""
    named = _mentioned(tree, answer.order or (), rng)
    for key in ("order:", "Reihenfolge:", "Reihnfolge:", "visiting order =", "Besuchte Blätter:", "order"):
        for between in (" ", ", ", " -> ", " → ", "; "):
            yield f"{key} {between.join(named)}"
    yield f"The leaves are evaluated in the order {', '.join(named)}."
    yield f"Die Blätter werden in der Reihenfolge {', '.join(named)} besucht."
    yield f"We evaluate {', '.join(named)} in this order."
    yield f"Die Auswertung erfolgt in der Reihenfolge {', '.join(named)}."
    yield f"Ordre de visite : {', '.join(named)}"
    yield f"Visited leaves (in order): [{', '.join(named)}]"
    yield f"In welcher Reihenfolge werden die Blätter besucht?\n{' - '.join(named)}"
    yield "Order\n" + "\n".join(f"{number}. {name}" for number, name in enumerate(named, 1))


BEST = (
    *("best: {}", "best = {}", "Bester Zug: {}", "bst move: {}", "Zug {}", "best_move: {}", "Which move is best? {}"),
    *("The best move is {}.", "MAX should choose {}.", "{} is the best move", "best move: A -> {}", "So MAX picks {}."),
    *("Der beste Zug ist {}.", "MAX wählt {}, da es am größten ist.", "Der optimale Zug für MAX ist {}."),
    *("MAX geht zu {}", "Am besten zieht MAX nach {}.", "Meilleur coup : {}", "MAX choisit {}."),
)


def best_forms(tree: Tree, answer: Answer, rng: random.Random) -> Iterator[str]:
    """Ways to write the best move."""
    assert answer.best is not None
    name = tree.names[answer.best]
    for form in BEST:
        yield form.format(name)
    place = {0: "left", len(tree.children[0]) - 1: "rechts"}.get(tree.children[0].index(answer.best))
    if place:
        yield f"best move: {place}"
        yield f"The best move is the {place} one." if place == "left" else f"MAX geht nach {place}."


FORMS = (values_forms, pruned_forms, order_forms, best_forms)


def written(tree: Tree, answer: Answer, rng: random.Random) -> str:
    """Return an answer in forms drawn at random, with what people put around it."""
    parts = [rng.choice(list(forms(tree, answer, rng))) for forms in FORMS]
    if rng.random() < 0.3:
        parts[1:] = rng.sample(parts[1:], 3)
    if rng.random() < 0.3 and not any("\n" in part for part in parts):
        parts = [f"{letter}) {part}" for letter, part in zip("abcd", parts, strict=True)]
    head = rng.choice(["", "", "Hallo,\n\n", "Ada Beispiel\n", "student: 4711\n", "Meine Lösung:\n\n"])
    return head + rng.choice(["\n", "\n\n"]).join(parts) + rng.choice(["", "\n", "\n\nViele Grüße\nAda\n"])


def grader(rng: random.Random) -> Grader:
    """Return an exercise with leaves that are all different."""
    tree = complete(rng, rng.choice([(2, 2), (3, 2), (3, 3), (2, 2, 2)]))
    leaves = rng.sample(range(1, 90), len(tree.leaf_ids))
    text = iter(leaves)

    def again(node: int) -> str:
        children = tree.children[node]
        return f"({' '.join(map(again, children))})" if children else str(next(text))

    convention = CONVENTIONS[rng.choice(["haw", "aima", "cs188", "luger"])]
    return Grader(read(again(0)), convention, Rubric(points=ASKED))


def report(marker: Grader, text: str) -> MarkedAnswer:
    """What comes of a text."""
    return marker.report(parse_answer(text, marker.nodes).answer)


@pytest.mark.parametrize("seed", range(5))
def test_a_right_answer_is_never_docked(seed: int):
    """Whatever its form: each part has all its points, or waits for a person; some are read in full."""
    rng = dice(f"right {seed}")
    full, count = 0, cases(400)
    for _ in range(count):
        marker = grader(rng)
        text = written(marker.tree, right_answer(marker.solution, tuple(ASKED)), rng)
        found = report(marker, text)
        assert all(mark.is_full or mark.is_pending for mark in found.marks), (text, found.marks)
        full += found.points == marker.possible
    assert full


def wrong(marker: Grader, answer: Answer, rng: random.Random) -> Answer:
    """Return the answer with one fact wrong."""
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
        reading = parse_answer(text, marker.nodes)
        found = marker.report(reading.answer)
        waiting = {mark.part for mark in found.marks if mark.is_pending}
        assert waiting >= reading.answer.pending & set(ASKED)
        assert reading.answer.has_unread or waiting == reading.answer.pending & set(ASKED)
        assert found.points <= found.at_most <= marker.possible
        for piece in (*reading.claims, *reading.unread):
            assert 0 <= piece.span.start < piece.span.end <= len(text), (piece, text)


# Answers of real people


def _is_right(path: Path) -> bool:
    """Whether all of a submission is right."""
    message = path.parent.parent / "expected" / f"{path.name}.toml"
    return bool(tomllib.loads(message.read_text("utf-8")).get("right"))


MESSY = sorted(
    path
    for path in (EXERCISES / "answers").glob("messy*/submissions/*.txt")
    if _is_right(path) and not path.read_text("utf-8").startswith("{")
)


@cache
def messy_grader(folder: Path) -> Grader:
    """Return the exercise of a folder of messy answers."""
    tree = (folder / "key.tree").read_text("utf-8").partition("tree:")[2]
    message = tomllib.loads((folder / "set.toml").read_text("utf-8"))
    return Grader(read(tree), CONVENTIONS[message["options"][1]], Rubric(points=ASKED))


def _instead(claim: Claim, tree: Tree, said: str, right: Answer, rng: random.Random) -> str:
    """Something wrong in the place of a claim."""
    if claim.part == "values":
        last = re.search(r"\d+(?=\D*\Z)", said)
        assert last is not None
        return said[: last.start()] + str(500 + rng.randrange(100)) + said[last.end() :]
    others = {"best": tree.children[0], "pruned": right.order or (), "order": tree.leaf_ids}[claim.part]
    return rng.choice([tree.names[node] for node in others if node != claim.node])


@pytest.mark.parametrize("path", MESSY, ids=lambda path: path.stem)
def test_one_wrong_fact_in_a_right_answer_is_never_overlooked(path: Path):
    """Each claim of it in turn says something else, but values nobody asks for: no full points then."""
    marker = messy_grader(path.parent.parent)
    text, rng = path.read_text("utf-8"), dice(f"messy {path.stem}")
    reading, right = parse_answer(text, marker.nodes), right_answer(marker.solution, tuple(ASKED))
    assert report(marker, text).points == marker.possible
    for claim in reading.claims:
        if claim.part in ASKED and (claim.part != "values" or claim.node in (right.values or {})):
            start, end = claim.span
            changed = text[:start] + _instead(claim, marker.tree, text[start:end], right, rng) + text[end:]
            assert report(marker, changed).points < marker.possible, changed
