"""The practice page, on which students solve a tree by hand.

The script of the page checks answers, gives hints and saves the student's work, but it never solves a tree.
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from markupsafe import Markup

from treesolve.analysis.expected_answers import accepted_values, inner_nodes, parts_to_ask
from treesolve.drawing.arrangement import Arrangement, arrange
from treesolve.drawing.label import Label
from treesolve.drawing.paper_fit import Paper
from treesolve.drawing.shape import VALUE_SIZE, inner_box, text_width
from treesolve.drawing.size_limit import LIMITS
from treesolve.drawing.svg import svg
from treesolve.grading.question.question_registry import KINDS, draw_question
from treesolve.grading.question.tree_question import TreeQuestion
from treesolve.model.answer import PARTS
from treesolve.model.problem import InputError, Problem
from treesolve.model.reading_point import AT_CHANGES, nodes_with_bounds
from treesolve.rendering.answer_form import FormTask, answer_form
from treesolve.rendering.picture_label import alternative, labels, size_facts
from treesolve.rendering.played_search import PlayedSearch, digest_of_search, script_texts, search_script_texts
from treesolve.rendering.player_animation import json_embedded_in_page
from treesolve.rendering.practice_answers import ExpectedAnswers
from treesolve.rendering.question_wording import QuestionWording
from treesolve.rendering.search_rules import legend, remarks, rules
from treesolve.rendering.template_environment import display_title, number_text, question_for_part, render_chunks, words
from treesolve.rendering.tree_picture import Picture, fit_on, picture
from treesolve.search.backward_induction import possible_payoffs
from treesolve.search.bounds_at_reading_point import check_reading_point
from treesolve.search.search_frames import blank_frame
from treesolve.search.solution import Solution

WIDE = 520
"""Maximum width in points of a tree that has its questions beside it on most screens. Wider trees have them below."""

_SHEET_SCHEMA = Paper(481, 540)
"""Space for the picture on a printed sheet, in points; the heading fits on the same page."""

_BELOW = 13.0
"""Space below the tree for the number of a leaf in the evaluation order, in points."""

_BLANKS = ("node", "names", "value", "text", "count", "first", "last", "root")

_FILLED = (
    *("ticked", "unticked", "placed", "taken_out", "chosen", "ticked_so_far", "order_so_far", "both"),
    *("this_wrong", "this_follows", "no_number", "no_payoffs", "follows", "children_first", "own_view"),
    *("window_wrong", "no_window", "no_row"),
    *("first_mistake", "wrong_from_start", "best_wrong", "best_follows"),
    *("order_next", "order_parent", "order_leaf", "saved", "loaded", "not_understood", "left_out"),
)
"""Sentences with placeholders that the script fills in."""

_FIXED = (
    *("nothing_yet", "all_right", "right_but_shown", "right_but_helped", "say_nothing", "nothing_pruned"),
    *("never_evaluated", "comes_later"),
    *("cut_missing", "why", "why_cut", "solution", "sure_solution", "restart", "sure_restart"),
    *("fits_pruned", "suppose", "as_it_is", "order_done", "no_hint", "last_hint", "file_name", "restarted"),
    *("copied", "not_copied"),
)
"""Sentences without placeholders."""

_VERDICTS = ("right", "wrong", "begun", "missing", "follows", "hint", "note")

PRACTICED = (*PARTS, *(part for part, kind in KINDS.items() if kind.asks_for_number))
"""Parts that a practice page supports: all parts of the search, and questions whose answer is a number."""

_COUNTED = ("right", "wrong", "here", "follows", "empty", "cuts", "incomplete")
"""Names of the counts in the script's sentences; "incomplete" is shown without a number."""

EXERCISE = '<article class="practice">'
"""The opening tag of each exercise of a page."""

FIELD = 15.0
"""Height of an input field in points of the picture, which is forty pixels on a phone."""


class Field(NamedTuple):
    """An input field in the tree: its node, its accessible name, and the center and width of its box, in points.

    `hint` is the placeholder text, which is the name of a node that is drawn as a board.
    """

    node: int
    told: str
    x: float
    y: float
    width: float
    hint: str = ""


def practice_document(exercises: Iterable["PracticePage"], language: str = "en") -> Iterator[str]:
    """Return a page with these exercises, in chunks."""
    pages = list(exercises)
    say = words(language, "practice.jinja")
    title = pages[0].title if len(pages) == 1 else None
    texts = json_embedded_in_page(practice_script_texts(language))
    played_words = json_embedded_in_page(search_script_texts(language)) if any(page.played for page in pages) else None
    facts = {"title": title or say.document(), "texts": texts, "played_words": played_words}
    return render_chunks("practice", "html", language, exercises=pages, say=say, **facts)


def _questions(solution: Solution, wanted: tuple[str, ...]) -> dict[str, TreeQuestion]:
    """Return the wanted questions outside the search, except for questions that do not fit the tree."""
    found = {part: draw_question(part, solution, Random(0)) for part in wanted if part in KINDS}
    return {part: question for part, question in found.items() if question is not None}


def practice_script_texts(language: str) -> dict[str, Any]:
    """Return all texts of the script, with placeholders in braces."""
    say = words(language, "practice.jinja")
    return {
        **script_texts(say, _FILLED, _FIXED, _BLANKS),
        "verdicts": {verdict: say.verdict(verdict) for verdict in _VERDICTS},
        "counts": {name: say.counted(name) for name in _COUNTED},
        "parts": {part: say.part(part) for part in PRACTICED},
    }


class PracticePage:
    """An exercise with all data for its template and script.

    `wanted` are the parts of PRACTICED to ask; if it is empty, `parts_to_ask` determines the parts. `file` is the file
    name of the tree, and `shapes` is a key of SHAPES. With `boards`, nodes whose names are boards show these boards.
    Raises InputError if the tree is too large, or if none of the questions has an answer.
    """

    def __init__(
        self,
        solution: Solution,
        *,
        language: str = "en",
        wanted: tuple[str, ...] = (),
        file: str = "",
        shapes: str = "triangles",
        boards: bool = False,
    ) -> None:
        self.solution, self.tree, self.convention = solution, solution.tree, solution.convention
        self.language, self.shapes, self.file, self.boards = language, shapes, file, boards
        self.words = words(language, "practice.jinja")
        searched = tuple(part for part in wanted if part in PARTS)
        self.questions = _questions(solution, wanted)
        self.parts = (*(parts_to_ask(solution, searched) if searched or not wanted else ()), *self.questions)
        if not LIMITS["practice"].allows(self.tree):
            raise InputError((Problem("too-large-to-practise", None, size_facts(self.tree, "practice")),))
        if not self.parts:
            raise InputError((Problem("nothing-to-ask", None, {"convention": self.convention.id}),))
        if "windows" in self.parts:
            check_reading_point(solution)

    def task(self, part: str) -> str:
        """Return the question about a part, worded for the screen."""
        if part in self.questions:
            return self._question_sentence(part)
        cuts = self.convention.cuts
        if self.tree.has_payoffs and part in ("values", "value"):
            say = words(self.language, "maxn.jinja")
            return " ".join([say.task(part), *([say.cut_too()] if part == "values" and cuts else [])])
        task = question_for_part(self.words, self.words.task, part, self.convention)
        text = [task, *([self.words.bounds_too()] if part == "values" and cuts else [])]
        return " ".join([*text, *([self.words.may_stay_empty()] if part in ("values", "windows") and cuts else [])])

    def asked_on_paper(self, part: str) -> str:
        """Return the question about a part, worded for paper."""
        if part in self.questions:
            return self._question_sentence(part)
        say = words(self.language, "maxn.jinja" if self.tree.has_payoffs else "sheet.jinja")
        return question_for_part(say, say.ask, part, self.convention)

    def _question_sentence(self, part: str) -> str:
        return QuestionWording(self.solution, self.language).text(self.questions[part].asking(self.solution))

    @property
    def title(self) -> str | None:
        """The title from the tree's header, or None."""
        return display_title(self.tree)

    @property
    def convention_text(self) -> str:
        """The convention and its rules in words."""
        return words(self.language).convention(self.convention)

    def answer_form(self, is_named: bool) -> str:
        """Return the empty answer form. `is_named` adds the name of the exercise, for pages with several exercises."""
        task = FormTask(
            replace(self.tree, alpha_beta=self.convention.alpha_beta), self.parts, self.questions, Path(self.file).stem
        )
        return answer_form([task], self.language, is_named=is_named and bool(self.file))

    @property
    def notes(self) -> list[str]:
        """Notes to read before solving: legend, rules, special limits, and in whose view the values are."""
        tree, convention, language = self.tree, self.convention, self.language
        notes = [str(legend(tree, self.shapes, language).words), rules(tree, convention, language, for_max=True)]
        notes += remarks(tree, convention, language)
        if convention.perspective != "minimax":
            notes.append(self.words.view())
        if tree.has_payoffs and convention.cuts and any(len(group) > 1 for group in possible_payoffs(tree)):
            notes.append(words(language, "maxn.jinja").first())
        return notes

    @property
    def tabs(self) -> tuple[str, ...]:
        """The questions that have a tab. The value of the root has no tab if all values are asked."""
        return tuple(part for part in self.parts if part != "value" or "values" not in self.parts)

    @cached_property
    def labels(self) -> list[Label]:
        """The label of each node, which shows names and the values of leaves."""
        shown = labels(self.tree, blank_frame(self.tree), self.language, boards=self.boards)
        if "values" not in self.parts:
            return shown
        return [
            label._replace(value="") if label.board and self.tree.children[node] else label
            for node, label in enumerate(shown)
        ]

    @cached_property
    def arrangement(self) -> Arrangement:
        """The layout of the tree.

        It has space for any value in each inner node, and for a number in the evaluation order below each leaf.
        """
        shown = arrange(
            self.tree, [self._label_with_room(label, node) for node, label in enumerate(self.labels)], self.shapes
        )
        return shown._replace(height=shown.height + _BELOW)

    def _label_with_room(self, label: Label, node: int) -> Label:
        return label._replace(value=self._widest_value) if self.tree.children[node] else label

    @cached_property
    def _widest_value(self) -> str:
        """The widest possible value. Every node reserves the same width, so that this width reveals nothing."""
        values = {value for node in inner_nodes(self.solution) for value in accepted_values(self.solution, node)}
        texts = [number_text(value, self.language) for value in values]
        return max(["−00", *texts], key=lambda text: text_width(text, 1))

    @property
    def picture(self) -> Markup:
        """The tree as SVG, with empty inner nodes."""
        description = alternative(self.tree, self.labels, self.language)
        return Markup(svg(self.arrangement, self.labels, description, standalone=False))

    @cached_property
    def paper(self) -> Picture | None:
        """The picture for a printed sheet, with space to write, or None if the tree is too wide."""
        roomy = [self._label_with_room(label, node) for node, label in enumerate(self.labels)]
        fitted = fit_on(_SHEET_SCHEMA, self.tree, roomy, self.shapes)
        return picture("html", fitted, self.labels, self.language) if fitted else None

    @property
    def is_wide(self) -> bool:
        """Whether the picture leaves too little space beside it for the questions."""
        return self.arrangement.width > WIDE

    @property
    def fields(self) -> Iterator[Field]:
        """The input fields in the order in which values become known; empty if values are not asked."""
        for node in inner_nodes(self.solution) if "values" in self.parts else ():
            placement, label = self.arrangement.placements[node], self.value_of(node)
            if placement.value:
                width = text_width(self._widest_value, VALUE_SIZE)
                yield Field(node, label, placement.value.x + width / 2, placement.value.y, width, self.tree.names[node])
            else:
                offset, width = inner_box(placement.shape, placement.width, placement.height, FIELD)
                yield Field(node, label, placement.x, placement.y + offset, width)

    def value_of(self, node: int) -> str:
        """Return the accessible name of the input field of a node."""
        return self.words.value_of({"name": self.tree.names[node], "kind": self.tree.kinds[node].value.upper()})

    @property
    def windows(self) -> Iterator[tuple[int, str, list[str]]]:
        """The nodes whose bounds are asked, from top to bottom, each with the accessible names of its input fields."""
        for node in nodes_with_bounds(self.tree) if "windows" in self.parts else ():
            name = self.tree.names[node]
            bounds = ("α, β",) if self.convention.alpha_beta == AT_CHANGES else ("α", "β")
            yield node, name, [self.words.bound_of({"name": name, "bound": bound}) for bound in bounds]

    @property
    def choices(self) -> Iterator[tuple[int, str]]:
        """The children of the root, each with its name and move."""
        for child in self.tree.children[0]:
            move, name = self.tree.moves.get(child), self.tree.names[child]
            yield child, name if move is None else f"{name} ({move})"

    @property
    def data(self) -> Markup:
        """The expected answers as JSON, for embedding in a page."""
        expected = ExpectedAnswers(self.solution, self.parts, self.language, self.questions).data()
        return json_embedded_in_page(
            {"id": digest_of_search(self.solution, self.parts), "file": Path(self.file).stem, **expected}
        )

    @cached_property
    def played(self) -> PlayedSearch | None:
        """The search to play, or None if there are no questions about it or it is not drawn."""
        if not self.solution.has_windows:
            return None
        played = PlayedSearch(self.solution, self.language, shapes=self.shapes, boards=self.boards)
        return played if played.player.is_played and played.questions else None
