"""The results of searching a tree for all values of an unknown, as a page and as JSON."""

from collections.abc import Iterator
from functools import cached_property
from typing import Any

from treesolve.analysis.parametric import conditional_probabilities
from treesolve.analysis.piecewise import Interval, IntervalAnswer, Linear
from treesolve.analysis.unknown_solution import Finding, Obstacle, UnknownSolution, largest_integer, smallest_integer
from treesolve.notation.json_text import convention_to_json
from treesolve.rendering.document import (
    Block,
    Document,
    Drawing,
    Heading,
    Listing,
    Opening,
    Paragraph,
    Points,
    Table,
    listing,
)
from treesolve.rendering.json.encoding import as_json, encode, fields
from treesolve.rendering.page_tree import DrawnTree
from treesolve.rendering.picture_label import labels
from treesolve.rendering.solution_page import convention_opening
from treesolve.rendering.template_environment import Wording, limit_names, words
from treesolve.search.search_frames import blank_frame

MAX_ORDER_LENGTH = 20
"""Maximum number of evaluated leaves listed. If there are more, the page only says how many."""

_NOTHING = "–"


def unknown_page(*solutions: UnknownSolution, language: str = "en", **look: Any) -> Document:
    """Return the intervals with their results, and the values for which each node is pruned; `look` as for UnknownPage.

    There must be at least one solution. All solutions must be of the same tree, each for a different letter.
    """
    pages = [UnknownPage(solution, language, **look) for solution in solutions]
    answered = (block for page in pages for block in _answer_blocks(page))
    return Document([pages[0].opening, Drawing(pages[0].drawn), *answered], language)


def _answer_blocks(page: "UnknownPage") -> Iterator[Block]:
    """Yield the question about a letter, and the answer to it."""
    say, heading, solution = page.say, page.say.heading, page.solution
    yield Heading(say.asked(page.asked))
    if solution.convention.perspective != "minimax":
        yield Paragraph([say.view()])
    pieces = solution.findings
    rows = Listing(len(pieces), lambda: map(page.row_of_piece, pieces), "intervals")
    yield Table([page.letter, *map(heading, ("value", "best", "pruned", "evaluated"))], rows)
    if notes := page.notes:
        yield Points(listing(notes))
    nothing = [] if solution.prunable_ids or solution.obstacles else [say.nothing_pruned(page.asked)]
    yield Paragraph([say.values(page.facts), say.matters(page.facts).strip(), *nothing])
    if prunable := solution.prunable_ids:
        head = [*map(heading, ("node", "where", *(("smallest", "largest") if page.integers else ())))]
        yield Table(head, Listing(len(prunable), lambda: map(page.prunable, prunable)))


class UnknownPage(Wording):
    """The page about a tree that is searched for all values of a letter.

    The tree is drawn as an exercise; `look` is as for DrawnTree. `chosen` is false if the user named no convention,
    even if the tree names one.
    """

    def __init__(self, solution: UnknownSolution, language: str = "en", *, chosen: bool = True, **look: Any) -> None:
        super().__init__(solution.tree, language)
        self.solution = solution
        self.chosen = chosen or solution.tree.convention is not None
        self.letter = solution.letter
        self.integers = solution.integers
        self.words = words(language)
        self.say = words(language, "unknown.jinja")
        self.drawn = DrawnTree(self.tree, lambda: labels(self.tree, blank_frame(self.tree), language), language, **look)

    def interval(self, interval: Interval) -> str:
        """Return an interval as an inequality, such as x = 3, x ≤ 3 or 3 < x < 7."""
        if interval.is_unbounded:
            return self.say.every(self.asked)
        return interval.compared(self.letter, self.number(interval.low), self.number(interval.high))

    def where(self, intervals: tuple[Interval, ...]) -> str:
        """Return several intervals as inequalities, such as x < 3 or x > 7."""
        if not intervals:
            return self.say.nowhere(self.asked)
        return self.say.either(limit_names(map(self.interval, intervals), len(intervals), self.language))

    def formula(self, value: Linear | None) -> str:
        """Return a value as a formula of the letter, or the word "undetermined" if it depends on other unknowns."""
        if value is None:
            return self.words.undetermined()
        if not value.slope:
            return self.number(value.offset)
        size = -value.slope if value.slope < 0 else value.slope
        shown = self.letter if size == 1 else f"{self.number(size)}·{self.letter}"
        if value.slope < 0:
            return f"{self.number(value.offset)} − {shown}" if value.offset else f"−{shown}"
        if not value.offset:
            return shown
        sign, size = ("+", value.offset) if value.offset > 0 else ("−", -value.offset)
        return f"{shown} {sign} {self.number(size)}"

    @property
    def opening(self) -> Opening:
        """Title, source, convention and warnings about its pitfalls."""
        return convention_opening(self.tree, self.solution.convention, self.words, self.words.game_tree(), self.chosen)

    @cached_property
    def asked(self) -> dict[str, Any]:
        """Facts about the letter: its leaves or its chance node, and its domain."""
        found, node = self.solution, self.solution.chance_id
        shares = () if node is None else conditional_probabilities(self.tree, node)
        return {
            "root": self.name(0),
            "letter": self.letter,
            "integers": self.integers,
            "leaves": self.names(found.leaf_ids),
            "chance_node": "" if node is None else self.name(node),
            "outcomes": self.names(found.outcome_ids),
            "shares_equal": len(set(shares)) == 1,
            "low": self.limit(found.domain.low),
            "high": self.limit(found.domain.high),
        }

    @cached_property
    def facts(self) -> dict[str, Any]:
        """The facts in `asked` and the results: the root's value, where this value changes, and the other unknowns."""
        pieces, others = self.solution.values, self.others
        is_open = any(piece.answer.value is None for piece in pieces)
        needed = is_open or any(each.code == "unknown-leaf-needed" for each in self.solution.obstacles)
        formulas = [(self.formula(found.value), self.interval(interval)) for interval, found in pieces]
        changing = self.where(self.solution.matters) if self.solution.matters else ""
        return self.asked | {
            "formulas": formulas,
            "changing": changing,
            "open": is_open,
            "others": others,
            "others_needed": needed,
        }

    def row_of_piece(self, piece: IntervalAnswer[Finding]) -> list[str]:
        """Return the row of an interval in which the results do not change."""
        found = piece.answer
        best = _NOTHING if found.best_id is None else self.name(found.best_id)
        pruned = " ".join(self.names(found.pruned_root_ids)) or _NOTHING
        order = " ".join(map(self.name, found.evaluated_ids)) or _NOTHING
        if len(found.evaluated_ids) > MAX_ORDER_LENGTH:
            order = f"{len(found.evaluated_ids)}/{len(self.tree.leaf_ids)}"
        return [self.interval(piece.interval), self.formula(found.value), best, pruned, order]

    @property
    def notes(self) -> list[str]:
        """Notes on what the table does not show: obstacles, mere bounds as results, a forced move, other unknowns."""
        notes = [self._sentence_on_obstacle(*item) for item in self.solution.obstacles.items()]
        notes += [self._sentence_on_bound(*bound, where) for bound, where in self.solution.bounds.items()]
        if self.solution.is_forced:
            notes.append(self.words.forced(self.asked))
        return [*notes, self.say.others(self.facts)] if self.others else notes

    def _sentence_on_obstacle(self, obstacle: Obstacle, intervals: tuple[Interval, ...]) -> str:
        other = getattr(self.tree.values[obstacle.node], "letter", "")
        facts = {"code": obstacle.code, "where": self.where(intervals), "name": self.name(obstacle.node)}
        return self.say.obstacle({**facts, "other": other})

    def _sentence_on_bound(self, result: str, returned: Linear, intervals: tuple[Interval, ...]) -> str:
        facts = {"result": result, "where": self.where(intervals), "root": self.name(0)}
        return self.say.bound({**facts, "returned": self.formula(returned)})

    @property
    def others(self) -> list[str]:
        """The leaves that contain other unknowns, each with its letter."""
        values, others = self.tree.values, self.solution.other_ids
        leaf_texts = (f"{self.name(leaf)} ({getattr(values[leaf], 'letter', '')})" for leaf in others)
        return limit_names(leaf_texts, len(others), self.language)

    def prunable(self, node: int) -> list[str]:
        """Return the row of a node that is a topmost pruned node for some values, with all values that prune it."""
        intervals = self.solution.pruned_where(node)
        row = [self.name(node), self.where(intervals)]
        if self.integers:
            ends = smallest_integer(intervals), largest_integer(intervals)
            row += [_NOTHING if end is None else self.number(end) for end in ends]
        return row


def unknown_document(solution: UnknownSolution, source: str) -> str:
    """Return the document treesolve/unknown/1; `source` is the file name."""
    tree, node = solution.tree, solution.chance_id
    document = {
        "schema": "treesolve/unknown/1",
        "source": source,
        "title": tree.title,
        "convention": convention_to_json(solution.convention),
        "names": tree.names,
        "letter": solution.letter,
        "leaves": solution.leaf_ids,
        **({} if node is None else {"chance_node": node, "outcome": solution.outcome_ids[0]}),
        "others": [{"leaf": leaf, "letter": tree.values[leaf]} for leaf in solution.other_ids],
        "integers": solution.integers,
        "pieces": [{**piece.interval._asdict(), **_finding_as_json(piece.answer)} for piece in solution.findings],
        "value": [{**piece.interval._asdict(), "value": piece.answer.value} for piece in solution.values],
        "matters": solution.matters,
        "prunable": [_prunable_as_json(solution, node) for node in solution.prunable_ids],
    }
    return encode(as_json(document))


def _finding_as_json(finding: Finding) -> dict[str, Any]:
    return {
        **fields(finding, "value", "result", "returned"),
        "best": finding.best_id,
        "pruned": finding.pruned_root_ids,
        "evaluated": finding.evaluated_ids,
        "obstacle": finding.obstacle,
    }


def _prunable_as_json(solution: UnknownSolution, node: int) -> dict[str, Any]:
    where = solution.pruned_where(node)
    ends = {"smallest_integer": smallest_integer(where), "largest_integer": largest_integer(where)}
    return {"node": node, "where": where, **ends}
