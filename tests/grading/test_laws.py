"""Fairness: properties of marking that hold for every tree, convention and answer."""

import random
from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction

import pytest

from tests.grading.test_diagnosis import grader
from tests.grading.test_grader import answer_to, marked, random_answer
from tests.support.answers import CUTTING, complete, honest, only, right_answer, tree_for
from tests.support.effort import cases, dice
from treesolve.grading.grader import Grader
from treesolve.grading.marks import FOLLOWING, MISSING, WRONG
from treesolve.grading.rubric import STEPS, Rubric
from treesolve.model.answer import PARTS, Answer, PartDecision
from treesolve.model.convention import CONVENTIONS
from treesolve.notation.reader import read
from treesolve.search.search import search
from treesolve.search.solution import Solution

NEVER = 977
"""A value that does not occur in the trees, and neither does its negation."""

FAIR = {"follow_through": 0, "rounding": "hundredth"}
"""The rubric for the properties of single claims."""


def markers(name: str, full: int, **rubric: object) -> Iterator[tuple[random.Random, Grader]]:
    """Yield a grader for each of `full` random trees, in every convention that cuts, with random points."""
    rng = dice(name)
    for number in range(cases(full)):
        convention = CUTTING[number % len(CUTTING)]
        points = {part: rng.choice((1, 1, 2, 4, Fraction(5, 2))) for part in PARTS}
        marker = Grader(tree_for(rng, convention), convention, Rubric(points=points, **rubric))
        if not marker.solution.is_forced and len(marker.tree) > 2:
            yield rng, marker


def any_answer(rng: random.Random, marker: Grader) -> Answer:
    """Return an answer that is right in part, with slips, or that has random pruned nodes and a random leaf order."""
    answer = random_answer(rng, marker)
    if rng.random() < 0.5:
        tree = marker.tree
        named = tuple(rng.sample(range(1, len(tree)), rng.randint(0, min(5, len(tree) - 1))))
        leaves = tuple(rng.sample(tree.leaf_ids, rng.randint(1, len(tree.leaf_ids))))
        answer = answer._replace(pruned=named, order=leaves)
    return answer._replace(order=answer.order and tuple(dict.fromkeys(answer.order)))


def with_wrong_claim(rng: random.Random, marker: Grader, answer: Answer) -> Answer | None:
    """Return the answer with one more wrong claim, or None if none can be added."""
    tree, right = marker.tree, marker.right
    part = rng.choice([*marker.points, "pruned", "pruned", "order"])
    if part in ("values", "windows"):
        given = getattr(answer, part) or {}
        free = [node for node, accepted in right.values.items() if accepted and node not in given]
        claim = NEVER if part == "values" else (-NEVER, NEVER)
        return answer._replace(**{part: {**given, rng.choice(free): claim}}) if free else None
    if part == "pruned":
        wrong = [node for node in range(len(tree)) if marker.masks.below[node] & ~right.pruned]
        return answer._replace(pruned=(*(answer.pruned or ()), rng.choice(wrong)))
    if part == "order":
        given, wrong = answer.order or (), [leaf for leaf in tree.leaf_ids if leaf not in right.order]
        place = rng.randint(0, len(given))
        return answer._replace(order=(*given[:place], rng.choice(wrong), *given[place:])) if wrong else None
    wrong = [child for child in tree.children[0] if child not in right.best] if part == "best" else [NEVER]
    free = getattr(answer, part) is None
    return answer._replace(**{part: rng.choice(wrong)}) if wrong and free else None


def without_right_claim(rng: random.Random, marker: Grader, answer: Answer) -> Answer | None:
    """Return the answer with one right claim less, or None if it has none."""
    right, part = marker.right, rng.choice([*marker.points, "pruned", "pruned", "order", "order"])
    given = getattr(answer, part, None)
    if given is None:
        return None
    if part in ("values", "windows"):
        accepted = right.values if part == "values" else {node: (window,) for node, window in right.windows.items()}
        known = [node for node in given if given[node] in accepted.get(node, ())]
        gone = rng.choice(known) if known else None
        remaining = {node: claim for node, claim in given.items() if node != gone}
        return answer._replace(**{part: remaining or None}) if known else None
    if part in ("pruned", "order"):
        leaves = right.pruned if part == "pruned" else marker.masks.of(right.order)
        places = [place for place, node in enumerate(given) if not marker.masks.below[node] & ~leaves]
        gone = rng.choice(places) if places else None
        return answer._replace(**{part: given[:gone] + given[gone + 1 :]}) if places else None
    return answer._replace(**{part: None}) if given in getattr(right, part) else None


def never_raises(
    changed: Callable[[random.Random, Grader, Answer], Answer | None],
    found: Iterable[tuple[random.Random, Grader]],
) -> None:
    """Check that repeated changes of random answers never raise the points."""
    compared = 0
    for rng, marker in found:
        answer = any_answer(rng, marker)
        before = marker.report(answer).points
        for _ in range(4):
            worse = changed(rng, marker, answer)
            if worse is not None:
                after = marker.report(worse).points
                assert after <= before, (marker.solution.convention.id, answer, worse)
                answer, before, compared = worse, after, compared + 1
    assert compared >= cases(10_000)


@pytest.mark.parametrize("negative", [False, True])
def test_one_more_wrong_claim_never_raises_the_points(negative: bool):
    """An additional wrong claim never raises the points of any answer."""
    never_raises(with_wrong_claim, markers(f"wrong claim {negative}", 6000, negative=negative, **FAIR))


def test_one_right_claim_less_never_raises_the_points():
    """Removing a right claim never raises the points of any answer."""
    never_raises(without_right_claim, markers("right claim", 8000, **FAIR))


def test_a_wrong_cut_costs_at_least_as_much_as_a_missed_one():
    """A wrong cut, of a leaf or of a whole subtree, costs at least as much as a missed one."""
    compared = 0
    for rng, marker in markers("wrong cut", 30_000, **FAIR):
        cuts, below = marker.right, marker.masks.below
        if not cuts.roots:
            continue
        wrong = rng.choice([node for node in range(len(marker.tree)) if below[node] & ~cuts.pruned])
        parent = marker.tree.parents[rng.choice(cuts.roots)]
        missed = tuple(root for root in cuts.roots if marker.tree.parents[root] != parent)
        answers = ((*cuts.roots, wrong), missed, cuts.roots)
        points = [marker.report(Answer("s", pruned=nodes)).points for nodes in answers]
        assert points[0] <= points[1] < points[2], (marker.solution.convention.id, wrong, missed)
        compared += 1
    assert compared >= cases(10_000)


def consistent_order(marker: Grader, pruned: Iterable[int]) -> list[int]:
    """Return all leaves except those below the named nodes, in the order of the convention."""
    named, leaves = marker.masks.of(pruned), marker.tree.leaf_ids
    ordered = leaves if marker.solution.convention.order == "left-right" else leaves[::-1]
    return [leaf for leaf in ordered if not marker.masks.below[leaf] & named]


def test_share_of_a_consistent_order():
    """A consistent order gets full points if a named cut is right, and at most half if none is."""
    seen = set()
    for rng, marker in markers("consistent order", 10_000):
        right, tree = marker.right, marker.tree
        named = rng.sample(range(1, len(tree)), rng.randint(0, min(3, len(tree) - 1)))
        named += rng.sample(right.roots, 1) if right.roots and rng.random() < 0.5 else []
        order = tuple(consistent_order(marker, named))
        report = marker.report(Answer("s", pruned=tuple(named), order=order))
        share = Fraction(next(mark.points for mark in report.marks if mark.part == "order")) / marker.points["order"]
        found = {*right.roots} & {*marker.masks.topmost(marker.masks.of(named))}
        causes = {leaf for leaf in right.order if marker.masks.below[leaf] & marker.masks.of(named)}
        if order == right.order or (found and not causes):
            assert share == 1
        elif not found:
            listed = Fraction(len({*order} & {*right.order}), len(right.order))
            others = Fraction(len({*order} - {*right.order}), len(right.order))
            assert abs(share - max(listed / 2, listed - others)) <= Fraction(1, 100)
        seen.add((bool(found), bool(causes), bool(named)))
    assert len(seen) == 5


def test_leaving_leaves_out_never_raises_the_points():
    """Leaving an evaluated leaf out of the order never raises the points, even if it is also named as pruned."""
    rng, compared = dice("leaving out"), 0
    for _, marker in markers("leaving out", 16_000, follow_through=rng.choice((Fraction(1, 2), 1))):
        tree, right = marker.tree, marker.right
        named = tuple(rng.sample(range(1, len(tree)), rng.randint(0, min(4, len(tree) - 1))))
        listed = {*consistent_order(marker, named)}
        listed |= {leaf for leaf in right.order if rng.random() < 0.5}
        listed -= {leaf for leaf in listed if rng.random() < rng.choice((0, 0, 0.2))}
        order = tuple(leaf for leaf in consistent_order(marker, ()) if leaf in listed)
        evaluated = [leaf for leaf in order if leaf in right.order]
        if len(evaluated) < 2:
            continue
        gone = rng.choice(evaluated)
        fewer = tuple(leaf for leaf in order if leaf != gone)
        before = marker.report(Answer("s", pruned=named, order=order)).points
        for pruned in (named, (*named, gone)):
            after = marker.report(Answer("s", pruned=pruned, order=fewer)).points
            assert after <= before, (marker.solution.convention.id, named, order, gone)
        compared += 1
    assert compared >= cases(10_000)


def test_equal_sets_get_equal_points():
    """Pruned subtrees named by their top, their nodes or their leaves get equal points, in any order."""
    for rng, marker in markers("equal sets", 10_000, follow_through=Fraction(3, 4)):
        answer, tree = any_answer(rng, marker), marker.tree
        nodes = [node for top in answer.pruned or () for node in tree.subtree(top)]
        leaves = [node for node in nodes if not tree.children[node]]
        rng.shuffle(nodes)
        answers = [answer, *(answer._replace(pruned=tuple(one)) for one in (nodes, leaves, leaves + nodes))]
        if answer.pruned is not None:
            assert len({marker.report(one)[1:3] for one in answers}) == 1


def has_wrong_claim(marker: Grader, answer: Answer) -> bool:
    """Return whether a claim in a part with points is wrong by all accepted conventions."""
    conventions = [key.right for key in marker.keys]
    parts = {part for part, points in marker.points.items() if points}
    given = only(answer, tuple(parts))
    values, windows, leaves = given.values or {}, given.windows or {}, marker.masks.of(given.pruned or ())
    root = given.value is not None and all(given.value not in one.value for one in conventions)
    return (
        root
        or any(
            all(one.values[node] and value not in one.values[node] for one in conventions)
            for node, value in values.items()
        )
        or any(all(one.windows.get(node) != window for one in conventions) for node, window in windows.items())
        or bool(given.pruned is not None and all(leaves & ~one.pruned for one in conventions))
        or bool(given.order is not None and all(given.order != one.order for one in conventions))
        or bool(given.best is not None and all(given.best not in one.best for one in conventions))
    )


def test_no_wrong_claim_gets_full_points():
    """No answer with a wrong claim gets full points, by any rubric."""
    rng, compared = dice("never full"), 0
    plain = [convention for convention in CUTTING if convention.perspective == "minimax"]
    for _ in range(cases(20_000)):
        convention = rng.choice(plain)
        rubric = Rubric(
            points={part: rng.choice((0, 1, 4, 20)) for part in PARTS if rng.random() < 0.8} | {"best": 1},
            follow_through=rng.choice((0, Fraction(1, 2), 1, 1)),
            accepted=tuple(rng.sample(plain, rng.randint(0, 1))),
            rounding=rng.choice(list(STEPS)),
        )
        marker = Grader(tree_for(rng, convention), convention, rubric)
        if marker.solution.is_forced:
            continue
        answer = followed(rng, marker) if rng.random() < 0.5 else any_answer(rng, marker)
        if has_wrong_claim(marker, answer):
            compared += 1
            assert marker.report(answer).points < marker.possible, (convention.id, rubric, answer)
    assert compared >= cases(10_000)


def followed(rng: random.Random, marker: Grader) -> Answer:
    """Return an answer with one wrong value and its consequences."""
    inner = [node for node in marker.solution.visited_ids if marker.tree.children[node]]
    written = {rng.choice(inner): rng.choice((-3, 0, 1, 4, 50))}
    return right_answer(Solution(search(marker.tree, marker.solution.convention, written=written)))


def test_consequences_of_one_wrong_value_cost_nothing():
    """The consequences of one wrong value cost nothing, except pruned nodes if the rerun search cuts nothing."""
    seen = set()
    for rng, marker in markers("once", 10_000):
        inner = [node for node in marker.solution.visited_ids[1:] if marker.tree.children[node]]
        if not inner:
            continue
        node = rng.choice(inner)
        is_unit = marker.solution.convention.perspective == "unit"
        values = [Fraction(n, 8) for n in range(9)] if is_unit else range(-5, 60)
        value = rng.choice([value for value in values if value not in marker.right.values[node]])
        again = Solution(search(marker.tree, marker.solution.convention, written={node: value}))
        answer = right_answer(again)
        report = marker.report(answer)
        if report.view == "mover" or answer.values[node] != value:
            continue
        marks = {mark.part: mark for mark in report.marks}
        wrong = [item.node for item in marks["values"].items if item.verdict in (WRONG, MISSING)]
        assert wrong in ([node], []), (marker.solution.convention.id, node, value)
        for part in {*marks} - {"values"}:
            if part != "pruned" or again.pruned_root_ids or not marker.right.roots:
                assert marks[part].is_full, (marker.solution.convention.id, node, value, part)
        seen |= {mark.basis == FOLLOWING for mark in report.marks} | {bool(again.pruned_root_ids)}
    assert seen == {True, False}


def test_points_are_rounded_once():
    """The exact sum of the parts is rounded, not the parts, which are shown in hundredths."""
    rng = dice("rounded once")
    for _ in range(cases(2000)):
        rounding = rng.choice(list(STEPS))
        marker = grader(complete(rng, (3, 3)), CONVENTIONS["haw"], rounding=rounding)
        answer = any_answer(rng, marker)
        exact: Fraction = sum((share_of(part, marker, answer) for part in marker.points), Fraction(0))
        found = marker.report(answer).points
        assert found == (marker.possible if exact == marker.possible else marker.rubric.rounded(exact, marker.possible))


def share_of(part: str, marker: Grader, answer: Answer) -> Fraction:
    """Return the exact share of a part, from the same rubric with a million points for it."""
    many = Grader(
        marker.tree, marker.solution.convention, marker.rubric._replace(points={**marker.points, part: 10**6})
    )
    found = next(mark for mark in many.report(answer).marks if mark.part == part).points
    return Fraction(found, 10**6).limit_denominator(1000)


def test_one_wrong_rule_is_worth_its_share_and_never_all():
    """The share of a wrong rule applies in many random parts, and never gives full points."""
    assert parts_paid_for_one_rule(dice("consistent"), cases(6000)) > cases(400)


def parts_paid_for_one_rule(rng: random.Random, answers: int) -> int:
    """Check the shares of wrong rules in random answers, and return how many parts have one."""
    paid = 0
    for number in range(answers):
        convention = CUTTING[number % len(CUTTING)]
        rubric = Rubric(points=dict.fromkeys(PARTS, 4), rounding=rng.choice(list(STEPS)))
        plain = Grader(tree_for(rng, convention), convention, rubric)
        if plain.solution.is_forced or not plain.simulated_students:
            continue
        share = rng.choice((Fraction(1, 2), Fraction(999_999, 1_000_000)))
        code, *_ = simulated_student = rng.choice(plain.simulated_students)
        marker = Grader(plain.tree, convention, rubric._replace(consistent={code: share}))
        handed_in = (honest(simulated_student), honest(rng.choice(plain.simulated_students)), any_answer(rng, plain))
        answer = rng.choices(handed_in, (4, 1, 1))[0]
        before, after = plain.report(answer), marker.report(answer)
        assert before.points <= after.points
        assert not has_wrong_claim(marker, after.answer) or after.points < marker.possible
        for old, new in zip(before.marks, after.marks, strict=True):
            if new.rule:
                assert new.rule == code
                assert old.points < new.points < new.of or share * 4 - new.points < Fraction(1, 100)
                assert rules_leading_to(new.part, plain, after.answer) == [code], (
                    new,
                    after.answer,
                    simulated_student.reference,
                )
                paid += 1
            elif after.view == before.view:
                assert new == old
                is_just = rules_leading_to(new.part, plain, after.answer) == [code]
                assert not is_just or new.points >= share * 4 - Fraction(1, 100)
        right = right_answer(plain.solution, tuple(plain.points))
        assert marker.report(right).points == plain.report(right).points
    return paid


def rules_leading_to(part: str, marker: Grader, answer: Answer) -> list[str]:
    """Return the rules that lead to exactly this part."""
    given_answer = getattr(answer, part)
    found = []
    for simulated_student in marker.simulated_students:
        right = simulated_student.reference
        if part in ("values", "windows"):
            required = {node for node, values in right.values.items() if values and node in right.visited} - {0}
            accepted = {node: right.values[node] for node in right.values}
            if part == "windows":
                required, accepted = {*right.windows}, {node: (window,) for node, window in right.windows.items()}
            is_all = given_answer is not None and (required or {0}) <= {*given_answer}
            same = is_all and all(given in accepted.get(node, ()) for node, given in given_answer.items())
        elif part == "pruned":
            same = given_answer is not None and marker.masks.of(given_answer) == right.pruned
        elif part == "order":
            same = given_answer == right.order
        else:
            same = given_answer is not None and given_answer in getattr(right, part)
        found += [simulated_student.code] if same else []
    return found


def test_two_rules_or_part_of_a_rule_are_worth_nothing():
    """Only a part that exactly one rule explains gets its share, unless it is pending, decided, or all or nothing."""
    rubric = {"points": {"pruned": 4}, "consistent": {"strict-cut": Fraction(1, 2)}}
    tree = "((5 6) (5 1) (5 2) (3 2) (9 8))"
    one, none, part = (marked(tree, {"pruned": pruned}, **rubric).marks[0] for pruned in ("L8", "", "L4 L8"))
    assert (one.points, one.basis) == (2, "consistent:strict-cut")
    assert (none.points, part.rule) == (0, "")
    key = Grader(read(tree), CONVENTIONS["haw"], Rubric(**rubric | {"points": {"pruned": 4, "value": 1}}))
    answer = answer_to(key.tree, pruned="L8", value="7")
    waiting = key.report(answer._replace(pending=frozenset({"pruned"})))
    assert (waiting.pending, waiting.points) == (("pruned",), 0)
    assert key.report(answer._replace(decided={"pruned": PartDecision(1)})).points == 1
    assert marked(tree, {"pruned": "L8"}, whole=frozenset({"pruned"}), **rubric).points == 0
