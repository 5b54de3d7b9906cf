"""All parts of an answer are marked by one convention: nobody mixes two of them and gets full points."""

import json
from collections.abc import Collection, Iterable, Iterator
from fractions import Fraction
from pathlib import Path as File

import pytest

import treesolve as ts
from tests.support.effort import cases, dice
from tests.support.nested_trees import leaf_paths, node_at
from tests.support.oracle import PSEUDOCODE, Nested, Path, minimax
from tests.support.payoffs import ways, with_ties
from tests.support.places import EXERCISES
from tests.support.program import run
from tests.support.written_answers import (
    NEGATED,
    SHARES,
    Written,
    answer_text,
    as_text,
    random_nested,
    written,
)
from treesolve.notation.writer import write

PARTS = ("values", "windows", "pruned", "order", "best", "value")
OF_MAX = [name for name in PSEUDOCODE if name not in NEGATED | SHARES]
"""The conventions whose numbers are MAX's."""
CUTTING = [name for name in OF_MAX if name != "minimax"]

TIED = "((3 12 8) (3 4 6) (14 5 2))"
POINTS = "points: values 1, pruned 1, order 1, best 1\n"
VALUES = "values: A=3 B=3 C=3 D=2\n"
ALL_LEAVES = "order: L1 L2 L3 L4 L5 L6 L7 L8 L9\n"
WITHOUT_TWO = "order: L1 L2 L3 L4 L7 L8 L9\n"


def points(text: str, *accept: str, key: str = POINTS) -> dict[str, Fraction | None]:
    """Return the points of each part of an answer about the tree with a tie."""
    report = ts.grade(f"{key}tree: {TIED}\n", text, convention="haw", accept=accept)
    return {part: found.points for part, found in report.parts.items()}


@pytest.mark.parametrize(
    ("cuts", "expected"),
    [
        ("pruned: L5 L6\n" + ALL_LEAVES, {"pruned": 1, "order": Fraction(71, 100)}),
        ("pruned: none\n" + WITHOUT_TWO, {"pruned": 1, "order": Fraction(78, 100)}),
        ("pruned: L5 L6\n" + WITHOUT_TWO, {"pruned": 1, "order": 1}),
        ("pruned: none\n" + ALL_LEAVES, {"pruned": 1, "order": 1}),
    ],
)
def test_cuts_and_order_fit_the_same_convention(cuts: str, expected: dict[str, Fraction]):
    """Who names cuts and lists their leaves, or cuts nothing and leaves some out, loses points with either
    convention.
    """
    assert points(f"{VALUES}{cuts}best: B\n", "cs188") == {"values": 1, "best": 1, **expected}


def test_a_mixture_is_not_praised(tmp_path: File):
    """On the command line, with the convention by which an answer was marked if it is not that of the exercise."""
    key, answer = tmp_path / "tied.tree", tmp_path / "answer.txt"
    key.write_text(f"{POINTS}tree: {TIED}\n", encoding="utf-8")
    answer.write_text(f"student: 1\n{VALUES}pruned: none\n{WITHOUT_TWO}best: B\n", encoding="utf-8")
    said = {
        language: run("grade", key, answer, "-c", "haw", "--accept", "cs188", "--language", language).stdout
        for language in ("en", "de")
    }

    assert "3.78 of 4 points" in said["en"]
    assert "Well done" not in said["en"]
    assert "marked by the convention cs188" in " ".join(said["en"].split())
    assert "nach der Konvention cs188 bewertet" in " ".join(said["de"].split())


def test_windows_fit_the_same_convention_as_the_cuts():
    """Windows that only bounds of parents explain, with the cut that only deep bounds allow."""
    tree = "((6 7) ((8 (2 9)) 4))"
    key = f"points: windows 1, pruned 1, order 1\ntree: {tree}\n"
    deep, shallow = (
        answer_text(
            written([[6, 7], [[8, [2, 9]], 4]], name).with_part(parts=PARTS[1:4]),
            [[6, 7], [[8, [2, 9]], 4]],
            name,
            "s",
            own_view=False,
        )
        for name in ("aima", "lang")
    )
    mixed = "\n".join(
        line if line.startswith("windows") else other
        for line, other in zip(deep.split("\n"), shallow.split("\n"), strict=True)
    )

    assert deep != shallow != mixed
    for text, is_full in ((deep, True), (shallow, True), (mixed, deep.split("\n")[2:] == shallow.split("\n")[2:])):
        report = ts.grade(key, text, convention="aima", accept="lang")
        assert (report.points == report.possible) is is_full, text


def test_no_window_follows_at_a_node_that_is_pruned():
    """C is left after F, so nothing enters G, whatever window C would hand down to it."""
    key = "points: windows 1, pruned 1\ntree: (((6 7) (5 8)) ((1 7) (3 4)))\n"
    right = "windows: A=-inf,inf B=-inf,inf C=7,inf D=-inf,inf E=-inf,7 F=7,inf"

    assert ts.grade(key, f"{right}\npruned: G\n", convention="aima").points == 2
    assert ts.grade(key, f"{right} G=7,7\npruned: G\n", convention="aima").points < 2


# What each convention makes right, worked out by the oracle


def leaves_below(tree: Nested, nodes: Iterable[Path]) -> set[Path]:
    """Return the leaves below some nodes."""
    tops = tuple(nodes)
    return {leaf for leaf in leaf_paths(tree) if any(leaf[: len(top)] == top for top in tops)}


def by_seen_leaves(tree: Nested, order: Collection[Path], path: Path) -> object:
    """What a node is worth by the leaves that were evaluated below it."""
    if not isinstance(node_at(tree, path), list):
        return node_at(tree, path) if path in order else None
    below = (by_seen_leaves(tree, order, (*path, index)) for index in range(len(node_at(tree, path))))  # type: ignore[arg-type]
    seen = [value for value in below if value is not None]
    return (min if len(path) % 2 else max)(seen) if seen else None  # type: ignore[type-var]


def fits(answer: Written, tree: Nested, convention: str) -> bool:
    """Whether all parts of an answer are as the convention has them."""
    right = written(tree, convention)

    def accepted(path: Path) -> list[object]:
        value = minimax(node_at(tree, path), maximising=len(path) % 2 == 0)
        return [value, right.values.get(path), by_seen_leaves(tree, right.order, path)]

    is_as_good = {path for path in ((index,) for index in range(len(tree))) if accepted(path)[0] == accepted(())[0]}  # type: ignore[arg-type]
    said = {
        "values": {*right.values} <= {*answer.values}
        and all(value in accepted(path) for path, value in answer.values.items()),
        "windows": bool(right.windows) and answer.windows == right.windows,
        "pruned": leaves_below(tree, answer.pruned) == leaves_below(tree, right.pruned),
        "order": answer.order == right.order,
        "best": answer.best in {right.best, *is_as_good},
        "value": answer.value in accepted(()),
    }
    return all(said[part] for part in answer.parts)


def mixed_answers(name: str, full: int) -> Iterator[tuple[Nested, list[str], Written]]:
    """Trees with many ties, the conventions that count, the key's first, and answers made of parts by any of them."""
    rng = dice(name)
    for _ in range(cases(full)):
        tree = random_nested(rng, [rng.randint(0, 5) for _ in range(40)], rng.choice((2, 3, 3)))
        conventions = [rng.choice(CUTTING), *rng.sample(OF_MAX, rng.randint(1, 2))]
        by_convention = [written(tree, rng.choice(conventions)) for _ in PARTS]
        parts = {part: getattr(by_convention[place], part) for place, part in enumerate(PARTS)}
        asked = tuple(part for part in PARTS if part in ("pruned", "order") or rng.random() < 0.6)
        yield tree, conventions, Written(**parts, parts=asked)


def graded(tree: Nested, answer: Written, convention: str, accept: Iterable[str] = ()) -> "ts.GradeResult":
    """Return an answer marked for one point a part."""
    key = f"points: {', '.join(f'{part} 1' for part in answer.parts)}\ntree: {as_text(tree)}\n"
    text = answer_text(answer, tree, convention, "s", own_view=False)
    return ts.grade(key, text, convention=convention, accept=tuple(accept))


def test_full_points_are_for_answers_that_fit_one_convention():
    """Each part is right by some convention that counts: all points are for those that one of them makes right."""
    seen = set()
    for tree, conventions, answer in mixed_answers("mixed", 1600):
        report = graded(tree, answer, conventions[0], conventions[1:])
        has_one = any(fits(answer, tree, convention) for convention in conventions)
        shown = (as_text(tree), conventions, answer, report.feedback())
        assert (report.points == report.possible) is has_one, shown
        seen.add(has_one)
    assert seen == {True, False}


def test_an_answer_counts_by_the_convention_that_gives_most():
    """With several conventions accepted it is worth just what the best of them alone gives, slips included."""
    rng, differing = dice("best reading"), 0
    for tree, chosen, mixed in mixed_answers("best reading", 800):
        conventions = [convention for convention in chosen if convention != "minimax"]
        convention = rng.choice(conventions)
        inner = [path for path in written(tree, convention).values if path]
        slip = (rng.choice(inner), rng.randint(0, 9)) if inner and rng.random() < 0.7 else None
        whole = written(tree, convention, slip)
        answer = mixed if slip is None else whole.with_part(parts=mixed.parts, pruned=rng.choice((whole, mixed)).pruned)
        alone = [graded(tree, answer, convention).points for convention in conventions]
        together = graded(tree, answer, conventions[0], conventions[1:])
        assert together.points == max(alone), (as_text(tree), conventions, answer, together.feedback())
        differing += len({*alone}) > 1
    assert differing


# The student's own search


def slip_answers(name: str, full: int) -> Iterator[tuple[Nested, str, Written, Written]]:
    """Trees, a convention, its right answer, and that of somebody with one wrong value, whose cuts are others."""
    rng, found = dice(name), 0
    while found < cases(full):
        tree, convention = random_nested(rng, list(rng.sample(range(1, 60), 40)), 3), rng.choice(CUTTING)
        right = written(tree, convention)
        inner = [path for path in right.values if path]
        if not inner:
            continue
        own = written(tree, convention, (rng.choice(inner), rng.randint(60, 99) * rng.choice((1, -1))))
        if own.pruned and {*own.order} != {*right.order}:
            found += 1
            yield tree, convention, right, own


def test_cuts_and_order_are_both_of_the_own_search_or_both_of_the_convention():
    """With one wrong value: the cuts that follow from it beside the order that does not, or the other way round."""
    for tree, convention, right, own in slip_answers("own search", 600):
        for cuts, order in ((own, own), (right, right), (own, right), (right, own)):
            answer = own.with_part(pruned=cuts.pruned, order=order.order, parts=("values", "pruned", "order"))
            parts = graded(tree, answer, convention).parts
            are_full = [parts[part].points == 1 for part in ("pruned", "order")]
            assert all(are_full) is (cuts is order), (convention, as_text(tree), answer, parts)
            assert any(are_full), (convention, as_text(tree), answer, parts)


def test_what_follows_by_an_accepted_convention_counts():
    """B is 2, a slip; for cs188, which cuts only beyond equality, C is not cut after a 2 then."""
    tree = "((3 12 8) (2 4 1) (14 5 2))"
    key = f"points: values 4, pruned 1, order 1, best 1\ntree: {tree}\n"
    text = "values: A=2 B=2 C=1 D=2\npruned: none\norder: L1 L2 L3 L4 L5 L6 L7 L8 L9\nbest: B\n"
    strict = ts.grade(key, text, convention="cs188")
    accepted = ts.grade(key, text, convention="haw", accept="cs188")

    assert accepted.points == strict.points
    assert accepted.points > ts.grade(key, text, convention="haw").points


# Games of several players


def test_move_and_payoffs_fit_one_way_to_decide_ties():
    """A move to one of several equally good children, beside payoffs that only another one brings, is a mixture."""
    rng, seen = dice("ways"), set()
    for _ in range(cases(400)):
        tree = with_ties(rng, cuts=False, depth=2)
        if not tree.children[0]:
            continue
        found = list(ways(tree))
        move, value = rng.choice(found).taken[0], rng.choice(found).payoffs[0]
        key = f"points: best 1, value 1\ntree: {write(tree)}\n"
        report = ts.grade(key, f"best: {tree.names[move]}\nvalue: ({', '.join(map(str, value))})\n")
        is_one_way = any(way.taken[0] == move and way.payoffs[0] == value for way in found)
        assert (report.points == 2) is is_one_way, (key, move, value, report.feedback())
        seen.add(is_one_way)
    assert seen == {True, False}


# Questions of other kinds, and rules in a rubric


PLAN = """title = "Exam"
[[task]]
file = "tied.tree"
ask = ["pruned", "statements"]
points = { pruned = 1, statements = 2 }
"""
STATEMENTS = [{"claim": "pruned", "nodes": [7], "numbers": []}, {"claim": "count", "nodes": [], "numbers": [7]}]
"""L5 is pruned; 7 leaves are evaluated: true by the convention haw, false by cs188."""


def key_with_statements(folder: File, convention: str, statements: list[dict[str, object]]) -> File:
    """Return the key of an exam about the tree with a tie, with these statements."""
    (folder / "tied.tree").write_text(f"convention: {convention}\ntree: {TIED}\n", encoding="utf-8")
    (folder / "exam.toml").write_text(PLAN, encoding="utf-8")
    assert run("sheet", folder / "exam.toml", "-o", folder / "exam", "--seed", 1).exit_code == 0
    key = folder / "exam" / "key.json"
    document = json.loads(key.read_text(encoding="utf-8"))
    document["exercises"][0]["questions"]["statements"]["statements"] = statements
    key.write_text(json.dumps(document), encoding="utf-8")
    return key


def points_by(key: File, accept: str, text: str) -> object:
    """Return the points of an answer."""
    result = run("grade", key, "-", "--accept", accept, "--format", "json", stdin=f"student: 1\n{text}")
    return json.loads(result.stdout)["results"][0]["points"]


def test_statements_about_leaves_that_the_accepted_convention_prunes(tmp_path: File):
    """L5 is evaluated before L6 by cs188; by haw it would be, in the order of the search."""
    key = key_with_statements(tmp_path, "cs188", [{"claim": "before", "nodes": [7, 8], "numbers": []}])

    assert points_by(key, "haw", "pruned: L5 L6\nstatements: 1 true\n") == 3
    assert points_by(key, "haw", "pruned: L5 L6\nstatements: 1 false\n") == 1


def test_statements_are_judged_by_the_same_convention(tmp_path: File):
    """A judgement by the convention of the exercise, beside cuts by the accepted one, is a mixture."""
    key = key_with_statements(tmp_path, "haw", STATEMENTS)
    found = {
        (cuts, judgement): points_by(key, "cs188", f"pruned: {cuts}\nstatements: 1 {judgement}, 2 {judgement}\n")
        for cuts in ("L5 L6", "none")
        for judgement in ("true", "false")
    }

    assert found == {("L5 L6", "true"): 3, ("L5 L6", "false"): 2, ("none", "true"): 2, ("none", "false"): 3}


ANSWERS = EXERCISES / "answers" / "misconceptions"
CONSISTENT = """[points]
pruned = 1
order = 1

[consistent]
leak = 0.9
swapped-players = 0.8
"""


def test_one_wrong_rule_is_followed_in_all_parts(tmp_path: File):
    """The cuts of one rule with the order of another are no rule followed consistently: one of both is paid for."""
    rubric = tmp_path / "rubric.toml"
    rubric.write_text(CONSISTENT, encoding="utf-8")
    lines = {
        (rule, line.split(":")[0]): line
        for rule in ("leak", "swapped-players")
        for line in (ANSWERS / "submissions" / f"{rule}.txt").read_text(encoding="utf-8").splitlines()
    }

    def bases(cuts: str, order: str) -> list[str]:
        text = f"{lines[cuts, 'pruned']}\n{lines[order, 'order']}\n"
        report = ts.grade(ANSWERS / "exercise.tree", text, rubric=rubric)
        return [report.parts[part].basis for part in ("pruned", "order")]

    assert bases("leak", "leak") == ["consistent:leak", "consistent:leak"]
    assert bases("swapped-players", "swapped-players") == ["consistent:swapped-players", "consistent:swapped-players"]
    for mixed in (bases("leak", "swapped-players"), bases("swapped-players", "leak")):
        assert sum(basis.startswith("consistent") for basis in mixed) == 1
