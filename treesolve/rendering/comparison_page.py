"""Pages and JSON documents that compare conventions on one tree, or check a tree."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from treesolve.model.convention import Convention
from treesolve.model.problem import Problem
from treesolve.model.tree import Tree
from treesolve.notation.json_text import number_to_json
from treesolve.rendering.document import Block, Document, Opening, Paragraph, Points, Table, listing
from treesolve.rendering.json.encoding import encode
from treesolve.rendering.problem_sentence import problem_sentence, unsolvable_problem
from treesolve.rendering.template_environment import Wording, display_title, words
from treesolve.search.comparison import AnswerGroup, Comparison, ComparisonRow
from treesolve.search.solution import Solution

if TYPE_CHECKING:
    from treesolve.grading.published_solution import PublishedCheck


def comparison_page(comparison: Comparison, language: str = "en") -> Document:
    """Return a page with all conventions, the reasons why some cannot search the tree, and the different answers."""
    page = ComparisonPage(comparison, language)
    blocks: list[Block] = [Opening(display_title(comparison.tree), page.words.untitled())]
    if page.rows:
        head = map(page.words.heading, ("convention", "value", "best", "evaluated", "pruned", "cuts"))
        blocks.append(Table([*head], listing(page.rows)))
    if page.refusals:
        blocks.append(Points(listing(list(page.reasons))))
    if len(page.answers) > 1:
        answers = [page.words.answer(answer, not index).strip() for index, answer in enumerate(page.answers)]
        blocks.append(Points(listing(answers), lead=page.words.several_answers(len(answers))))
    else:
        blocks.append(Paragraph([page.words.answers(page).strip()]))
    return Document(blocks, language)


def answers_sentence(comparison: Comparison, language: str = "en") -> str:
    """Return in plain text whether the conventions give different answers for a tree, and which ones."""
    page = ComparisonPage(comparison, language)
    return (page.words.answers(page).strip() + page.words.left_out(page)).strip()


class ComparisonPage(Wording):
    """A comparison with all texts for its templates.

    `rows` has a row for each convention that can search the tree. `refusals` are the other conventions, each with its
    problem. `answers` are the different answers, each with its conventions and its differences from the first answer.
    """

    def __init__(self, comparison: Comparison, language: str) -> None:
        super().__init__(comparison.tree, language)
        self.comparison, self.words = comparison, words(language, "comparison.jinja")
        self.rows = [self._row(row.convention, row.solution) for row in comparison.rows if row.solution]
        self.refusals = [
            (row.convention.id, unsolvable_problem(row.refusal, self.tree, row.convention))
            for row in comparison.rows
            if row.refusal
        ]
        self.answers = list(map(self._facts_of_group, comparison.groups))

    @property
    def reasons(self) -> Iterator[str]:
        """Why conventions cannot search the tree; reasons that differ only in the step of the search are grouped."""
        alike: dict[str, list[tuple[str, Problem]]] = {}
        for convention, problem in self.refusals:
            key = repr((problem.code, {**problem.facts, "step": None}))
            alike.setdefault(key, []).append((convention, problem))
        for found in alike.values():
            steps = dict.fromkeys(str(problem.facts.get("step")) for _, problem in found)
            problem = found[0][1]._replace(facts={**found[0][1].facts, "step": "/".join(steps)})
            conventions = words(self.language).list([convention for convention, _ in found])
            yield f"{conventions}: {problem_sentence(problem, self.language)}"

    def _row(self, convention: Convention, solution: Solution) -> list[str]:
        value = "?" if solution.value is None else self.number(solution.value)
        evaluated = f"{len(solution.evaluated_ids)}/{len(self.tree.leaf_ids)}"
        best = "–" if solution.best_id is None else self.name(solution.best_id)
        pruned = " ".join(self.names(solution.pruned_root_ids)) or "–"
        return [convention.id, value, best, evaluated, pruned, str(len(solution.shown_cut_events))]

    def _facts_of_group(self, group: AnswerGroup) -> dict[str, Any]:
        return {
            "conventions": list(group.conventions),
            "pruned": self.names(node.id for node in group.pruned_roots),
            "best": None if group.best is None else self.name(group.best.id),
            "more": self.names(self.comparison.only_in(group)),
            "fewer": self.names(self.comparison.missing_in(group)),
        }


def comparison_document(comparison: Comparison, source: str) -> str:
    """Return the document treesolve/comparison/1; `source` is the file name."""
    tree = comparison.tree
    return encode(
        {
            "schema": "treesolve/comparison/1",
            "source": source,
            "title": tree.title,
            "leaves": len(tree.leaf_ids),
            "names": tree.names,
            "lectures": [_convention_as_json(row) for row in comparison.rows],
            "answers": _answers_json(comparison),
        }
    )


def _answers_json(comparison: Comparison) -> list[dict[str, Any]]:
    """Return the different answers of the conventions, with their cuts."""
    return [
        {
            "conventions": group.conventions,
            "pruned": [node.id for node in group.pruned_roots],
            "best": group.best.id if group.best else None,
        }
        for group in comparison.groups
    ]


def _convention_as_json(row: ComparisonRow) -> dict[str, Any]:
    solution = row.solution
    return {
        "convention": row.convention.id,
        "value": number_to_json(solution.value) if solution else None,
        "best": solution.best_id if solution else None,
        "evaluated": solution.evaluated_ids if solution else [],
        "pruned": solution.pruned_root_ids if solution else [],
        "cuts": len(solution.shown_cut_events) if solution else 0,
        "refusal": row.refusal.code if row.refusal else None,
    }


def check_document(
    tree: Tree, comparison: Comparison | None, published: "PublishedCheck | None", source: str, language: str
) -> str:
    """Return the document treesolve/check/1; `source` is the file name. Trees with payoffs have no comparison."""
    return encode(
        {
            "schema": "treesolve/check/1",
            "source": source,
            "title": tree.title,
            "names": tree.names,
            "answers": [] if comparison is None else _answers_json(comparison),
            "published": published and _published_json(published, language),
        }
    )


def _published_json(found: "PublishedCheck", language: str) -> dict[str, Any]:
    """Return the result of checking a published solution."""
    from treesolve.rendering.answer_feedback import published_reasons, published_sentence

    reasons = published_reasons(found, language)
    return {
        "convention": found.own.name,
        "right": found.own.is_right,
        "wrong": found.own.wrong,
        "lectures": [{"convention": trial.name, "wrong": trial.wrong} for trial in found.conventions],
        "rules": found.rules,
        "misconceptions": found.misconceptions,
        "partly": found.partly,
        "levels": [[kind.value for kind in levels] for levels in found.levels],
        "message": published_sentence(found, language),
        "reasons": [{"part": part, "message": message} for part, message in reasons],
    }
