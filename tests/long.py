"""Figures that take long: what holds of ten thousand cases and more, run by hand before a release.

    python -m tests.long                    every figure, one line each
    python -m tests.long NAME... [--seed N] some of them; the seed is told

A figure is a function below; its docstring says what was tried, and it returns what came of that, as text. It raises an
AssertionError, with the case, where something does not hold. One more is one more function with `@figure`.
"""

import argparse
import random
import subprocess
import sys
import time
from collections.abc import Callable

from tests.exercises.test_payoff_trees import WISHES, check_drawn
from tests.grading.test_diagnosis import right_answers_diagnosed, rules_named, slips_diagnosed, told_of_unknown_rule
from tests.grading.test_laws import parts_paid_for_one_rule
from tests.pages.test_trainer_scripts import LECTURES as TRAINED
from tests.pages.test_trainer_scripts import hold
from tests.support.chance_oracle import LECTURES, drawn, textbook
from tests.support.oracle import PSEUDOCODE, Nested
from tests.support.places import ROOT
from tests.support.plays import walked_through
from tests.support.strategies import planted
from tests.support.trainers import pool_of_lecture, students, walked
from treesolve.model.convention import CHOICES, CONVENTIONS
from treesolve.search.solution import solve

Figure = Callable[[random.Random], str]

FIGURES: dict[str, Figure] = {}
"""All figures, by the names of their functions."""


def figure(work: Figure) -> Figure:
    """Enter a function among the figures."""
    FIGURES[work.__name__] = work
    return work


def random_tree(dice: random.Random, depth: int) -> Nested:
    """A nested list with at most that many levels, in whose leaves ties are frequent."""
    if depth == 0 or dice.random() < 0.2:
        return dice.randint(0, 6)
    return [random_tree(dice, depth - 1) for _ in range(dice.randint(1, 4))]


@figure
def pseudocode(dice: random.Random) -> str:
    """Random trees, each searched by every lecture that has whole numbers: leaves and value as in its pseudocode."""
    lectures = [one for one in CONVENTIONS.values() if one.perspective != "unit"]
    runs = 0
    for _ in range(18_000):
        tree = [random_tree(dice, 4) for _ in range(dice.randint(1, 4))]
        maximising = dice.random() < 0.5
        grown = planted(tree, maximising=maximising)
        path_of = {leaf: _path_of(grown, leaf) for leaf in grown.leaves}
        for lecture in lectures:
            expected = PSEUDOCODE[lecture.id](tree, maximising)
            solution = solve(grown, lecture)
            leaves = [path_of[leaf] for leaf in solution.evaluated]
            assert (leaves, solution.returned(0)) == (expected.leaves, expected.value), (lecture.id, tree, maximising)
            runs += 1
    return f"{runs} runs of {len(lectures)} lectures, all equal"


def _path_of(tree, node: int) -> tuple[int, ...]:
    """The indexes of the children on the way from the root to a node."""
    parent = tree.parents[node]
    return () if parent is None else (*_path_of(tree, parent), tree.children[parent].index(node))


@figure
def chance(dice: random.Random) -> str:
    """Random trees with chance nodes, by lecture and rule for them: leaves, windows, results, cuts as in a textbook."""
    runs = 0
    for _ in range(10_000):
        tree = drawn(dice, depth=dice.choice((3, 4, 5)), most=dice.choice((2, 3)))
        for lecture in LECTURES:
            for rule in CHOICES["chance"]:
                expected, found = textbook(tree, lecture, rule), solve(tree, CONVENTIONS[lecture]._replace(chance=rule))
                inner = [node for node in found.visited if tree.children[node]]
                assert list(found.evaluated) == expected.leaves, (lecture, rule, tree)
                assert {node: found.window(node) for node in inner} == expected.windows, (lecture, rule, tree)
                assert {node: found.returned(node) for node in inner} == expected.returned, (lecture, rule, tree)
                assert sorted(found.pruned_roots) == sorted(expected.skipped), (lecture, rule, tree)
                runs += 1
    return f"{runs} runs of {len(LECTURES)} lectures, all equal"


@figure
def deep(_dice: random.Random) -> str:
    """Chains of 100,000 nodes of every kind, each searched by plain recursion, in a process of its own."""
    command = [sys.executable, "-m", "tests.support.deep_chains", "100000"]
    ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr[-2000:]
    return f"{len(ran.stdout.splitlines())} searches came back from the bottom"


@figure
def payoffs(dice: random.Random) -> str:
    """Generated trees with payoffs, with any wishes, each held against max^n by hand, and each wish with it."""
    met = check_drawn(dice, 1000)
    return f"{met['trees']} trees, all as wanted; " + ", ".join(f"{wish}: {met[wish]}" for wish in WISHES)


@figure
def rules(dice: random.Random) -> str:
    """Each wrong rule, 300 answers in which two decisions show it, and with it one more at most: all but 5 % named."""
    found = rules_named(dice, 300)
    least = min(found, key=lambda code: found[code][1])
    assert all(named >= 0.95 * answers for answers, named in found.values()), found
    return f"{sum(named for _, named in found.values())} of {300 * len(found)} named, least {found[least][1]} ({least})"


@figure
def slips(dice: random.Random) -> str:
    """Right answers with one or two random slips: at most 5 % get a diagnosis."""
    diagnosed = slips_diagnosed(dice, 10_000)
    assert diagnosed <= 500, diagnosed
    return f"{diagnosed} of 10000 diagnosed"


@figure
def right(dice: random.Random) -> str:
    """Right answers, MAX's or the mover's, by the lecture or an accepted one, whole or in part: none is accused."""
    answers, diagnosed = right_answers_diagnosed(dice, 10_000)
    assert diagnosed == 0, diagnosed
    return f"{diagnosed} of {answers} diagnosed"


@figure
def unknown_rule(dice: random.Random) -> str:
    """Answers by a rule that the program does not know, MAX updating beta: a true diagnosis, or none."""
    told = told_of_unknown_rule(dice, 3000)
    return f"{told.total()} answers, {told['right']} right; of the others {told['true']} diagnosed truly, the rest not"


@figure
def consistent(dice: random.Random) -> str:
    """With `[consistent]`: never fewer points, never all for a wrong rule, and right answers as ever."""
    return f"{parts_paid_for_one_rule(dice, 100_000)} parts of 100000 answers got the share of a rule"


@figure
def played(_dice: random.Random) -> str:
    """Searches that are played, those of a trainer's pool, with slips, help, junk and restored states."""
    searches = pool_of_lecture("aima", 40)["trees"]
    steps = walked_through(10_000, searches)
    return f"{steps} steps on 10000 walks through {len(searches)} searches, all as recorded"


@figure
def trainer(dice: random.Random) -> str:
    """Students who train for three lectures, with slips: by wrong rule, with two, with unknown ones, and right."""
    told = []
    for lecture in TRAINED:
        found = students(lecture, {"rule": 50, "mixed": 200, "unknown": 50, "right": 200}, dice.randrange(10**6))
        hold(found)
        named = [count for rule in found["named"].values() for count in rule["trees"]]
        soon, own = sum(count <= 3 for count in named), found["mixed"]["own"]
        done = [count for trees in found["done"].values() for count in trees]
        told.append(f"{lecture}: {soon} of {len(named)} named within 3 trees, {own} of 200 mixed by one of theirs")
        told.append(
            f"none of 200 accused, {sum(count <= 4 for count in done)} of {len(done)} skills done within 4 trees"
        )
    return "; ".join(told)


@figure
def training_days(dice: random.Random) -> str:
    """Days of training with junk as files, settings and records: all survived, and the same from the same."""
    trees = sum(walked(lecture, 3500, dice.randrange(10**6)) for lecture in TRAINED)
    return f"{trees} trees on 10500 walks, all files restored and merged"


def main() -> int:
    """Work out figures, each with its seconds; 1 where one does not hold."""
    parser = argparse.ArgumentParser(prog="python -m tests.long")
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"some of {', '.join(FIGURES)}")
    parser.add_argument("--seed", type=int, default=random.randrange(10**6))
    asked = parser.parse_args()
    print(f"seed {asked.seed}", flush=True)
    failed = False
    for name in asked.names or FIGURES:
        began = time.monotonic()
        try:
            told = FIGURES[name](random.Random(f"{name} {asked.seed}"))
        except AssertionError as error:
            failed, told = True, f"does not hold: {error}"
        print(f"{name}: {told} ({time.monotonic() - began:.0f} s)", flush=True)
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
