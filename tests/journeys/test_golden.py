"""Recorded outputs: worked solutions of textbook trees, and what is said about every mistake."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.golden import TRACES, broken_files, broken_output, trace_file, trace_output
from tests.support.places import ROOT, TESTS


@pytest.mark.parametrize("path", broken_files(), ids=lambda path: path.stem)
def test_a_mistake_is_told_in_these_words(path: Path):
    """File, line, column, the mistake by name, what to do, the line, a caret; exit code 1."""
    assert broken_output(path) == path.with_suffix(".txt").read_text("utf-8")


@pytest.mark.parametrize("trace", TRACES)
def test_a_textbook_solution_reads_like_this(trace: str):
    """The whole page, after the numbers on it have been checked against minimax and pseudocode."""
    assert trace_output(trace) == trace_file(trace).read_text("utf-8")


SEEN_BY_OTHER_WORDS = {
    *("argument-choice", "boards-form", "cost-order", "header-too-long", "key-exercise-twice", "key-syntax"),
    *("no-answer", "output-among-inputs", "process-died", "report-is-file", "states-not-drawn"),
    *("step-range", "watch-stdin", "cost-without-game", "no-student-marked", "one-exercise-of-many"),
    *("refused-by-system", "root-and-levels", "shape-or-like"),
}
"""Sentences of which tests and pages show only a word or two, or that only the record has."""


def test_every_sentence_about_a_mistake_has_an_example():
    """Each macro of the problem templates is recorded, or a test or a page speaks of its code or in its words."""
    source = (ROOT / "templates" / "en" / "problems.jinja").read_text("utf-8")
    macros = re.findall(r"macro (\w+)\(\w*\) %}(.*?)\{%-? endmacro", source, re.DOTALL)
    told = {name.replace("_", "-"): sentence for name, sentence in macros}
    tests = [path for path in TESTS.rglob("*.py") if path != Path(__file__)]
    texts = "".join(path.read_text("utf-8") for path in (*tests, *(ROOT / "docs").rglob("*.md")))
    recorded = {path.stem for path in broken_files()} | SEEN_BY_OTHER_WORDS | {"hint"}

    assert {
        name for name in told if f'"{name}"' not in texts and not any(map(texts.__contains__, threes(told[name])))
    } <= (recorded)


def threes(sentence: str) -> Iterator[str]:
    """Each three words of a template that follow each other."""
    for part in re.split(r"\{[{%].*?[}%]\}", sentence):
        words = part.split()
        yield from (" ".join(words[start : start + 3]) for start in range(len(words) - 2))


def test_no_recorded_output_is_left_over():
    """Every file in the folder of recorded solutions belongs to a recorded solution."""
    assert {path.name for path in (TESTS / "traces").iterdir()} == {trace_file(trace).name for trace in TRACES}
