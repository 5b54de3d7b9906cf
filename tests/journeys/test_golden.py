"""Recorded outputs: worked solutions of textbook trees, and what is said about every mistake."""

import re
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


def test_every_sentence_about_a_mistake_has_an_example():
    """Each macro of the problem templates is seen in a recorded output, or in a test of the command line."""
    source = (ROOT / "templates" / "en" / "problems.jinja").read_text("utf-8")
    told = {name.replace("_", "-") for name in re.findall(r"macro (\w+)\(", source)} - {"hint", "system"}
    files = {"output-is-input", "not-found", "is-directory", "unreadable", "unwritable", "not-formatted"}
    own_lectures = {
        "toml-syntax",
        *(name for name in told if name.startswith(("lecture-", "rubric-", "toml-", "style-", "defaults-"))),
    }
    options = {"empty-window", "not-a-number", "never-cuts", "not-text", "unknown-rule"}
    options |= {name for name in told if name.startswith(("rule-", "rules-")) or name.endswith("-gone")}
    options |= {"chance-without-bounds", "chance-cuts-unsupported"}
    options |= {"payoffs-only-maxn", "payoffs-form", "payoff-tree"}
    unknowns = {"no-unknown-leaf", "unknown-without-letter", "no-such-letter", "too-many-intervals"}
    pictures = {
        "binary-to-terminal",
        "nothing-to-ask",
        "one-tree-a-file",
        "one-picture-a-file",
        "output-twice",
        "pdf-failed",
        "package-missing",
        "slides-form",
        "questions-apart",
        "order-not-asked",
        "form-elsewhere",
        "list-unknown",
        "unknown-command",
        "unknown-option",
        "exercise-without-key",
        "format-of-several",
        "step-range",
        "too-large-for-slides",
        "too-large-to-draw",
        "too-wide-for-png",
        "too-large-to-practise",
        "unknown-ending",
        "unknown-not-asked",
        "watch-stdin",
    }
    answers = {name for name in told if name.startswith(("answer-", "submission-", "key-", "grades-"))}
    answers |= {
        "no-answer",
        "no-such-student",
        "no-submissions",
        "output-among-inputs",
        "duplicate-student",
        "report-is-file",
        "process-died",
        "program-fault",
    }
    answers |= {"too-large-to-grade", "too-many-nodes", "search-too-long"}
    files |= {"out-of-memory", "no-regular-file", "refused-by-system", "file-too-large", "json-too-large"}
    files |= {"header-too-long"}
    answers |= {"swing-too-small", "game-never-ends"}
    generated = {name for name in told if name.startswith(("shape-", "values-", "want-", "wants-", "generated-"))}
    generated |= {
        "root-of-like",
        "root-and-levels",
        "unknown-player",
        "ties-need-leaves",
        "leaves-kind",
        "unknown-want",
        "unknown-code",
        "lectures-alike",
    }
    generated |= {"lectures-need-ties", "few-ties", "not-separable", "seed-drawn", "one-tree-of-many"}
    answers |= generated
    answers |= {"variant-of-another", *(name for name in told if name.startswith(("question-", "explain-")))}
    beginnings = ("heap-", "heaps-", "square-", "board-", "stone-", "outcomes-", "own-")
    answers |= {"unknown-game", "unknown-heuristic", *(name for name in told if name.startswith(beginnings))}
    answers |= {"fonts-missing", *(name for name in told if name.startswith(("sheet-", "roster-")))}
    answers |= {"unfolding-too-large", "states-too-many", "state-again", "form-needs-dag", "horizon-without-heuristic"}
    answers |= {"no-boards", "boards-form", "state-levels", "states-not-drawn"}
    answers |= {
        "game-over",
        "no-such-move",
        "game-never-ends",
        "match-human",
        "match-moves",
        "form-needs-games",
        "option-needs-games",
        "search-too-long",
        "swing-too-small",
        *(name for name in told if name.startswith(("player-", "cost-"))),
    }
    shown = {path.stem for path in broken_files()}

    assert told - files - own_lectures - options - unknowns - pictures - answers <= shown


def test_no_recorded_output_is_left_over():
    """Every file in the folder of recorded solutions belongs to a recorded solution."""
    assert {path.name for path in (TESTS / "traces").iterdir()} == {trace_file(trace).name for trace in TRACES}
