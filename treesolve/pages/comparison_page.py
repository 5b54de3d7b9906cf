"""One tree under many lectures, as a page."""

from functools import cached_property
from typing import Any

from treesolve.pages.document import Block, Document, Opening, Paragraph, Points, Table, listing
from treesolve.pages.environment import words
from treesolve.pages.problem import problem_sentence, refusal_problem
from treesolve.pages.shown import shown_title
from treesolve.pages.wording import Wording
from treesolve.search.comparison import Comparison, Group, Row


def comparison_page(comparison: Comparison, language: str = "en") -> Document:
    """All lectures side by side, why some cannot search the tree, and how the answers differ."""
    page = ComparisonPage(comparison, language)
    blocks: list[Block] = [Opening(shown_title(comparison.tree), page.words.untitled())]
    if page.rows:
        head = map(page.words.heading, ("lecture", "value", "best", "evaluated", "pruned", "cuts"))
        blocks.append(Table([*head], listing(page.rows)))
    if page.refusals:
        blocks.append(Points(listing(page.reasons)))
    if len(page.answers) > 1:
        answers = [str(page.words.answer(answer, not place)).strip() for place, answer in enumerate(page.answers)]
        blocks.append(Points(listing(answers), lead=page.words.several_answers(len(answers))))
    else:
        blocks.append(Paragraph([page.words.answers(page).strip()]))
    return Document(blocks, language)


def answers_sentence(comparison: Comparison, language: str = "en") -> str:
    """Whether the lectures give different answers for a tree, and which, as plain text."""
    page = ComparisonPage(comparison, language)
    return (str(page.words.answers(page)).strip() + str(page.words.left_out(page))).strip()


class ComparisonPage(Wording):
    """A comparison with everything its templates name, each as text."""

    def __init__(self, comparison: Comparison, language: str) -> None:
        super().__init__(comparison.tree, language)
        self.comparison = comparison
        self.words = words(language, "comparison.jinja")

    @property
    def rows(self) -> list[list[str]]:
        """A row for each lecture that can search the tree."""
        return [self._row_of_lecture(row) for row in self.comparison.rows if row.solution]

    def _row_of_lecture(self, row: Row) -> list[str]:
        solution = row.solution
        assert solution is not None
        value = "?" if solution.value is None else self.number(solution.value)
        evaluated = f"{len(solution.evaluated)}/{len(self.tree.leaves)}"
        best = "–" if solution.best is None else self.name(solution.best)
        pruned = " ".join(self.names(solution.pruned_roots)) or "–"
        return [row.convention.id, value, best, evaluated, pruned, str(len(solution.shown_cuts))]

    @cached_property
    def refusals(self) -> list[tuple[str, str]]:
        """The lectures that cannot search the tree, each with the reason as a sentence."""
        return [
            (row.convention.id, self._reason_of_refusal(row)) for row in self.comparison.rows if row.refusal is not None
        ]

    @property
    def reasons(self) -> list[str]:
        """Why lectures cannot search the tree, each reason once."""
        lectures: dict[str, list[str]] = {}
        for lecture, reason in self.refusals:
            lectures.setdefault(reason, []).append(lecture)
        return [f"{words(self.language).list(names)}: {reason}" for reason, names in lectures.items()]

    def _reason_of_refusal(self, row: Row) -> str:
        assert row.refusal is not None
        return problem_sentence(refusal_problem(row.refusal, self.tree, row.convention), self.language)

    @property
    def answers(self) -> list[dict[str, Any]]:
        """The different answers, each with its lectures and how it differs from the first."""
        return [self._facts_of_group(group) for group in self.comparison.groups]

    def _facts_of_group(self, group: Group) -> dict[str, Any]:
        return {
            "conventions": list(group.conventions),
            "pruned": self.names(group.pruned_roots),
            "best": None if group.best is None else self.name(group.best),
            "more": self.names(self.comparison.only_in(group)),
            "fewer": self.names(self.comparison.missing_in(group)),
        }
