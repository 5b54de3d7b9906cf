"""The worked solution as a page: the tree with its search steps, the reasons for cuts and a table of the nodes."""

from collections.abc import Callable, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any

from treesolve.analysis.minimal_tree import least_evaluated
from treesolve.drawing.label import Label
from treesolve.model.convention import Convention
from treesolve.model.reading_point import AT_ENTRY
from treesolve.model.tree import Tree
from treesolve.rendering.document import Block, Document, Drawing, Listing, Opening, Paragraph, Points, Search, Table
from treesolve.rendering.inline_text import Strong
from treesolve.rendering.page_tree import DrawnTree
from treesolve.rendering.picture_label import given_bound, labels
from treesolve.rendering.template_environment import (
    MAX_NAMES,
    Wording,
    Words,
    display_title,
    format_window_row,
    weight_text,
    window_column_heading,
    words,
)
from treesolve.search.bounds_at_reading_point import BoundsByNode, alpha_beta_pairs
from treesolve.search.maxn import MaxnSolution
from treesolve.search.search_frames import Animation, Frame
from treesolve.search.solution import Solution
from treesolve.search.step_table import StepRow, cut_facts, step_rows
from treesolve.search.trace import CutEvent

if TYPE_CHECKING:
    from treesolve.rendering.maxn_page import MaxnPage
    from treesolve.rendering.player_animation import AnimationPlayer

MAX_PATH_LENGTH = 12
"""Maximum number of nodes shown of a principal variation. If there are more, the page only says how many."""


def convention_opening(tree: Tree, convention: Convention, say: Words, untitled: str, chosen: bool) -> Opening:
    """Return the opening of a page: title, source, convention and warnings about its pitfalls.

    `chosen` is false if neither the user nor the tree named the convention.
    """
    conventions = say.convention(convention, chosen), say.convention(convention, chosen, True)
    return Opening(display_title(tree), untitled, tree.source, *conventions, list(map(say.trap, convention.traps)))


class SolutionPage(Wording):
    """The page of a solution in one language.

    With `boards`, nodes whose names are boards show these boards. `chosen` is false if the user named no convention,
    even if the tree names one. With `intervals`, the picture shows windows as answers do, regardless of the
    convention's names for bounds. The other options are those of DrawnTree.
    """

    def __init__(
        self,
        solution: Solution,
        *,
        language: str = "en",
        boards: bool = False,
        chosen: bool = True,
        intervals: bool = False,
        **look: Any,
    ) -> None:
        super().__init__(solution.tree, language)
        self.solution = solution
        self.animation = Animation(solution)
        self.convention: Convention = solution.convention
        self.boards, self.intervals = boards, intervals
        self.drawn = DrawnTree(self.tree, self._labels, language, **look)
        self.chosen = chosen or solution.tree.convention is not None
        self.words = words(language)
        self.sentences = words(language, "steps.jinja")

    @property
    def opening(self) -> Opening:
        """Title, source, convention and warnings about its pitfalls."""
        return convention_opening(self.tree, self.convention, self.words, self.words.untitled(), self.chosen)

    def blocks(self, *, steps: bool = True) -> list[Block]:
        """Return the tree with its steps, the reasons for cuts and the table of nodes.

        Without `steps`, return only the tree, the result and the reasons.
        """
        w, cuts = self.words, self.cuts
        table = Table(self.head, self.steps, w.steps_title(), (1, 2))
        search = Search(self.drawn, self.player, Paragraph(self.outcome), table, w.perspective_note(self.convention))
        found: list[Block] = [search] if steps else [Drawing(self.drawn), search.outcome]
        if cuts.total:
            found.append(Points(cuts, w.cuts_title()))
        if self.nodes.total and steps:
            found.append(Table(self.value_head, self.nodes, w.nodes_title(), (0, 1)))
        return found

    @property
    def convention_text(self) -> str:
        """The name and rules of the convention, and whether it was chosen."""
        return self.words.convention(self.convention, self.chosen)

    @property
    def outcome(self) -> list[str | Strong]:
        """The value, the best move, the principal variation, the number of evaluated leaves, and the pruned nodes."""
        w, is_forced = self.words, self.solution.is_forced
        sentences = [w.savings(self.facts)]
        if is_forced or self.solution.result != "exact":
            sentences.insert(0, (w.forced if is_forced else w.bound_result)(self.facts))
        if self.convention.cuts and not is_forced:
            sentences.append(self._sentences_on_pruned())
        return [Strong(w.result(self.facts).strip()), *(sentence.strip() for sentence in sentences)]

    @property
    def finished(self) -> Frame:
        """The state of the tree after the search, with bounds as at the convention's reading point."""
        return self.animation.at_reading_point

    def _labels(self) -> list[Label]:
        is_default_reading_point = self.convention.alpha_beta == AT_ENTRY
        convention = self.convention if is_default_reading_point and not self.intervals else None
        return labels(self.tree, self.finished, self.language, convention=convention, still=True, boards=self.boards)

    def player(self, step_count: int) -> "AnimationPlayer":
        """Return the steps as an animation for an HTML page, next to a table with `step_count` steps."""
        from treesolve.rendering.player_animation import AnimationPlayer  # most formats have no animation

        return AnimationPlayer(
            self.animation, self.language, self.drawn.shapes, self.bound_head, step_count=step_count, boards=self.boards
        )

    @cached_property
    def facts(self) -> dict[str, Any]:
        """Facts for the sentences about the result. A comma separates names if any of them contains a space."""
        found, path = self.solution, self.solution.principal_variation_ids
        returned = found.returned(0)
        return {
            "root": self.name(0),
            "value": None if found.value is None else self.number(found.value),
            "result": found.result,
            "returned": "" if returned is None else self.number(returned),
            "best": None if found.best_id is None else self.name(found.best_id),
            "best_move": self._move_to_child(found.best_id),
            "refutation": self._move_to_child(found.refutation_id),
            "path": self.names(path[:MAX_PATH_LENGTH]),
            "path_rest": max(0, len(path) - MAX_PATH_LENGTH),
            "evaluated": self.names(found.evaluated_ids),
            "evaluated_count": len(found.evaluated_ids),
            "separator": ", " if any(" " in self.name(node) for node in found.evaluated_ids[:MAX_NAMES]) else " ",
            "leaf_count": len(self.tree.leaf_ids),
        }

    def _move_to_child(self, child: int | None) -> str | None:
        """Return the move that leads to a child, or the child's name if there is no such move."""
        return None if child is None else self.tree.moves.get(child) or self.name(child)

    def _sentences_on_pruned(self) -> str:
        """Return which nodes were pruned, and how many leaves the best order of children would evaluate."""
        found = self.solution
        pruned = {"pruned": self.names(found.pruned_root_ids), "pruned_count": len(found.pruned_root_ids)}
        text = self.words.pruned(pruned | {"pruned_leaf_count": len(found.pruned_leaf_ids)}).strip()
        fewest = least_evaluated(found)
        return f"{text} {self.words.least({'least': fewest, 'evaluated_count': len(found.evaluated_ids)}).strip()}"

    @property
    def bound_head(self) -> list[str]:
        """The column headings of the bounds."""
        return {
            "one-bound": ["α / β"],
            "single-parameter": ["max", "w"],
            "unit": ["best_eval", "max"],
            "plain": [self.words.symbol("best")],
        }.get(self.convention.wording, ["α", "β"])

    @property
    def head(self) -> list[str]:
        """The column headings of the step table."""
        w = self.words
        return [w.step(), w.node(), w.what_happens(), *self.bound_head, w.value()]

    @property
    def steps(self) -> Listing:
        """The rows of the step table."""
        return Listing(len(self.solution.step_events), lambda: map(self.row, step_rows(self.solution)), "steps")

    def row(self, row: StepRow) -> list[str]:
        """Return the cells of a step: its number, node, sentence, bounds and value."""
        facts = self._facts_as_texts(row.facts)
        if "skipped_nodes" in row.facts:
            facts["skipped"] = self._names_of_skipped(row.facts["skipped_nodes"])
        sentence = getattr(self.sentences, row.macro)(self.convention.wording, facts)
        bounds = ["" if bound is None else self.number(bound) for bound in row.bounds]
        value = "" if row.value is None else self.number(row.value)
        return [str(row.number), self.name(row.node), str(sentence), *bounds, value]

    def _facts_as_texts(self, facts: Mapping[str, Any]) -> dict[str, Any]:
        """Return the facts of a step as text, with nodes by name and localized numbers."""
        numbers = ("low", "high", "bound", "value", "against_value", "least", "greatest", "limit")
        formats: dict[str, Callable[[Any], str]] = {
            **dict.fromkeys(("node", "child", "after", "against"), self.name),
            **dict.fromkeys(numbers, self.number),
            **dict.fromkeys(("own", "other"), self.words.symbol),
            "weight": lambda weight: weight_text(weight, self.language),
        }
        return {key: formats[key](fact) if key in formats and fact is not None else fact for key, fact in facts.items()}

    def _names_of_skipped(self, nodes: tuple[int, ...]) -> str:
        leaves = self.names([node for node in nodes if not self.tree.children[node]])
        subtrees = self.names([node for node in nodes if self.tree.children[node]])
        return self.words.not_searched(leaves, subtrees)

    @cached_property
    def reasons(self) -> list[str]:
        """The reason for each cut shown, one sentence each."""
        return list(map(self._reason_of_cut, self.solution.shown_cut_events))

    @property
    def cuts(self) -> Listing:
        """The reasons for the cuts shown, built when they are printed."""
        cuts = self.solution.shown_cut_events
        return Listing(len(cuts), lambda: map(self._reason_of_cut, cuts), "cuts")

    def _reason_of_cut(self, cut: CutEvent) -> str:
        facts = cut_facts(self.solution, cut)
        texts = {**self._facts_as_texts(facts), "skipped": self._names_of_skipped(facts["skipped_nodes"])}
        return self.sentences.reason(self.convention.wording, texts).strip()

    @property
    def value_head(self) -> list[str]:
        """The column headings of the table of inner nodes."""
        w = self.words
        window = [window_column_heading(w, self.convention)] if self.convention.cuts else []
        given = ["w"] if self.convention.wording == "single-parameter" else []
        return [w.node(), w.kind(), w.minimax_value(), *given, *window, w.returned()]

    @property
    def nodes(self) -> Listing:
        """The rows of inner nodes: kind, minimax value, alpha and beta, and returned value, in MAX's view."""
        inner = [node for node, children in enumerate(self.tree.children) if children]
        return Listing(len(inner), lambda: map(self._row_of_node, inner))

    @cached_property
    def _pairs(self) -> BoundsByNode:
        return alpha_beta_pairs(self.solution)

    def _row_of_node(self, node: int) -> list[str]:
        value, returned, window = (
            self.solution.values[node],
            self.solution.returned(node),
            self.solution.window(node),
        )
        pair = self._pairs.get(node)
        shown = self.words.undetermined() if value is None else self.number(value)
        span = [format_window_row(pair, self.language) if pair else "–"] if self.convention.cuts else []
        if self.convention.wording == "single-parameter":
            given = given_bound(self.tree, node, window, self.convention) if window else None
            span.insert(0, "–" if given is None else self.number(given))
        got = "–" if returned is None else self.number(returned)
        return [self.name(node), self.kind(node), shown, *span, got]


def worked_page(solution: Solution, language: str = "en", **look: Any) -> "SolutionPage | MaxnPage":
    """Return the page of a solution or max^n solution; `look` holds the style options of SolutionPage."""
    if isinstance(solution, MaxnSolution):
        from treesolve.rendering.maxn_page import MaxnPage

        return MaxnPage(solution, language=language, **look)
    return SolutionPage(solution, language=language, **look)


def reasons_of_cuts(solution: Solution, language: str) -> dict[CutEvent, str]:
    """Return the reason for each cut shown, in the terms of the convention."""
    return dict(zip(solution.shown_cut_events, worked_page(solution, language).reasons, strict=True))


def solution_page(solution: Solution, language: str = "en", **look: Any) -> Document:
    """Return the worked solution as a document; `look` holds the style options of SolutionPage."""
    page = worked_page(solution, language, **look)
    return Document([page.opening, *page.blocks()], language)
