"""Figures that take long: what holds of ten thousand cases and more, run by hand before a release.

    python -m tests.long                    every figure
    python -m tests.long NAME... [--seed N] some of them; the seed is told

A figure is a test that draws, run with some times as many cases as it draws at most. One more is one more entry.
"""

import argparse
import random
import subprocess
import sys
from typing import NamedTuple

from tests.support.places import ROOT


class Figure(NamedTuple):
    """Tests of a file, with what their names have in them, and how many times as much they draw."""

    file: str
    named: str
    times: int = 1


FIGURES = {
    "pseudocode": Figure("search/test_search.py", "does_what_its_pseudocode_does", 20),
    "chance": Figure("search/test_chance.py", "is_the_one_written_down_once_more", 10),
    "payoffs": Figure("exercises/test_payoff_trees.py", "drawn_trees_are_as_wanted"),
    "rules": Figure("grading/test_diagnosis.py", "a_rule_that_shows_is_named", 3),
    "slips": Figure("grading/test_diagnosis.py", "few_slips_are_diagnosed"),
    "right": Figure("grading/test_diagnosis.py", "no_right_answer_gets_a_diagnosis"),
    "unknown_rule": Figure("grading/test_diagnosis.py", "of_an_unknown_rule"),
    "consistent": Figure("grading/test_laws.py", "one_wrong_rule_is_worth_its_share", 16),
    "trainer": Figure("pages/test_trainer_scripts.py", "students_are_told_apart"),
    "training_days": Figure("pages/test_trainer_scripts.py", "training_days_survive_any_file", 3),
}
DEEP = "deep"
"""Chains of 100,000 nodes of every kind, each searched by plain recursion, which draws nothing."""


def main() -> int:
    """Work out figures; 1 where one does not hold."""
    parser = argparse.ArgumentParser(prog="python -m tests.long")
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"some of {', '.join((*FIGURES, DEEP))}")
    parser.add_argument("--seed", type=int, default=random.randrange(10**6))
    asked = parser.parse_args()
    codes = []
    for name in asked.names or (*FIGURES, DEEP):
        words = ["tests.support.deep_chains", "100000"]
        if name != DEEP:
            figure = FIGURES[name]
            effort = ["--thorough", "--share", str(figure.times), "--seed", str(asked.seed)]
            words = ["pytest", "-q", "-n", "0", "--durations", "1", f"tests/{figure.file}", "-k", figure.named, *effort]
        print(f"{name}, seed {asked.seed}", flush=True)
        codes.append(subprocess.run([sys.executable, "-m", *words], cwd=ROOT, check=False).returncode)
    return int(any(codes))


if __name__ == "__main__":
    sys.exit(main())
