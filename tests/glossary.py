"""The glossary: every word that a module explains, by rooms, each with one home; made from the docstrings.

    python -m tests.glossary               tell whether docs/glossary.md says what the modules say
    python -m tests.glossary --update      write it anew

A module explains a word under "Vocabulary" in its docstring. No two modules explain a word in the same way: the second
one just uses it. Where a word means something else in a second module, `HOMES` says which meaning is the word's.

Vocabulary

    home        the module whose meaning of a word is everybody's
    entry       a word with what it means, as a module has it
"""

import ast
import re
import sys
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from tests.support.places import ROOT

PAGE = ROOT / "docs" / "glossary.md"

HOMES = {
    "alike": "grading.question.reorder",
    "answer": "model.answer",
    "asked": "notation.foreign.parts",
    "basis": "grading.marks",
    "best": "search.solution",
    "blank": "search.frames",
    "block": "pages.document",
    "board": "drawing.board",
    "cell": "analysis.cost.tree_study",
    "choice": "games.player",
    "claim": "answers.claim",
    "code": "analysis.misconception",
    "column": "search.search_run",
    "correction": "pages.marked_answer",
    "cut": "search.trace",
    "depth": "model.tree",
    "division": "games.heap_games",
    "edge": "notation.foreign.parts",
    "effort": "analysis.reordering",
    "entry": "games.transposition_table",
    "excused": "grading.follow_through",
    "exercise": "grading.exam",
    "fault": "notation.grammar",
    "field": "notation.toml_source",
    "filler": "answers.words",
    "finding": "analysis.unknown_solution",
    "folded": "answers.words",
    "form": "drawing.markup",
    "found": "grading.question.protocol",
    "head": "notation.doubts",
    "item": "grading.marks",
    "judgement": "grading.question.statements",
    "key": "grading.exam",
    "kind": "model.tree",
    "label": "drawing.label",
    "letter": "analysis.unknown_solution",
    "level": "model.tree_shape",
    "line": "grading.question.principal_variation",
    "link": "drawing.geometry",
    "mark": "grading.marks",
    "mask": "analysis.model_answer",
    "move": "model.tree",
    "name": "model.tree",
    "node": "model.tree",
    "number": "model.number",
    "open": "search.frames",
    "order": "model.convention",
    "outcome": "runs.grade_submission",
    "own": "search.vectorized",
    "part": "model.answer",
    "path": "games.lazy_tree",
    "pending": "grading.marks",
    "piece": "analysis.piecewise",
    "place": "model.problem",
    "plan": "runs.printing",
    "probe": "search.trace",
    "question": "grading.question.protocol",
    "raw": "answers.line_grammar",
    "reach": "drawing.arrangement",
    "remark": "answers.decoding",
    "rest": "games.lazy_tree",
    "result": "search.solution",
    "right": "grading.question.principal_variation",
    "role": "analysis.minimal_tree",
    "room": "drawing.split",
    "roster": "grading.roster",
    "row": "answers.csv_file",
    "run": "drawing.split",
    "said": "notation.growing",
    "setting": "games.player_registry",
    "scale": "drawing.fit",
    "section": "answers.gathering",
    "seed": "model.hash_random",
    "seen": "analysis.counterexample",
    "share": "grading.marks",
    "sheet": "exercises.planned_sheet",
    "side": "drawing.geometry",
    "sign": "pages.marked_answer",
    "size": "games.expand",
    "slip": "search.buggy_rules",
    "source": "exercises.planned_sheet",
    "span": "model.problem",
    "square": "games.boards",
    "state": "search.frames",
    "statement": "grading.question.statement",
    "step": "search.solution",
    "success": "grading.class_summary",
    "table": "search.search_run",
    "text": "grading.question.protocol",
    "tie": "grading.class_summary",
    "ties": "model.convention",
    "together": "exercises.discrimination",
    "token": "answers.tokens",
    "told": "exercises.generator",
    "trial": "grading.self_test",
    "uniform": "model.tree_shape",
    "value": "search.solution",
    "variant": "exercises.variant",
    "verdict": "grading.marks",
    "width": "drawing.layout",
    "window": "analysis.counterexample",
    "written": "grading.follow_through",
}
"""Words that several modules explain, each for itself, with the module whose meaning is everybody's."""

HEAD = """# Glossary

The words of the rooms that all others speak of, `model` and `search`, and each word that several modules explain, by
the room where it has its home; others may use it otherwise, as their docstrings say. What only one module means stands
there. The page is made from the modules (`python -m tests.glossary --update`); a test compares. Words that students and
lecturers read are told on the pages about their subject.
"""

EVERYBODYS = ("model", "search")
"""The rooms whose words are all told."""


class Entry(NamedTuple):
    """A word, its meaning, and the module that explains it, without the name of the package."""

    word: str
    meaning: str
    module: str


def entries() -> Iterator[Entry]:
    """Every word that a module explains."""
    package = ROOT / "treesolve"
    for path in sorted(package.rglob("*.py")):
        parts = path.relative_to(package).with_suffix("").parts
        module = ".".join(part for part in parts if part != "__init__") or "treesolve"
        text = path.read_text("utf-8")
        if "\nVocabulary\n" in text:  # or it would take a second to take all modules apart
            docstring = ast.get_docstring(ast.parse(text)) or ""
            yield from (Entry(word, meaning, module) for word, meaning in explained(docstring))


def explained(docstring: str) -> Iterator[tuple[str, str]]:
    """The words under "Vocabulary" with their meanings, each on one line."""
    block = re.search(r"^Vocabulary\n\n((?:    .*\n?)+)", docstring, re.MULTILINE)
    if block is None:
        return
    lines = [line[4:] for line in block[1].splitlines()]
    gaps = [found for line in lines if (found := re.match(r"\S.*?  +(?=\S)", line))]
    column = min((found.end() for found in gaps), default=12)
    for text in re.split(r"\n(?=\S)", "\n".join(lines)):
        first = text.split("\n")[0]
        gap = re.match(r"\S.*?  +(?=\S)", first)
        at = gap.end() if gap else column
        yield first[:at].strip(), " ".join([first[at:].strip(), *map(str.strip, text.split("\n")[1:])])


def glossary(found: list[Entry]) -> str:
    """The page."""
    rooms: dict[str, list[Entry]] = defaultdict(list)
    for entry in found:
        room = entry.module.partition(".")[0]
        if HOMES.get(entry.word) == entry.module or (room in EVERYBODYS and entry.word not in HOMES):
            rooms[room].append(entry)
    text = HEAD
    for room in sorted(rooms):
        text += f"\n## {room}\n\n"
        for entry in sorted(rooms[room], key=lambda entry: (entry.word.lower(), entry.module)):
            text += f"- **{entry.word}** (`{entry.module.partition('.')[2]}`) {listed(entry.meaning)}\n"
    return text


def listed(text: str) -> str:
    """A text as it stands in a list of a page."""
    return text.replace("<", "&lt;")


def main() -> None:
    """Compare, or write."""
    page = glossary(list(entries()))
    if "--update" in sys.argv[1:]:
        Path(PAGE).write_text(page, "utf-8")
    elif PAGE.read_text("utf-8") != page:
        sys.exit("docs/glossary.md is old; python -m tests.glossary --update writes it anew")


if __name__ == "__main__":
    main()
