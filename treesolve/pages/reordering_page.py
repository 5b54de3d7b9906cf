"""A tree in its best or worst order, as a page."""

from functools import cached_property
from typing import Any

from treesolve.analysis.reordering import Reordering, knuth_moore
from treesolve.notation.writer import write
from treesolve.pages.document import Block, Document, Drawing, Listing, Paragraph, Table, Verbatim
from treesolve.pages.environment import Wording, words
from treesolve.pages.solution_page import SolutionPage


def reordering_page(reordering: Reordering, language: str = "en", **look: Any) -> Document:
    """The tree in its new order, solved, and its notation; `look` as for SolutionPage."""
    page = ReorderingPage(reordering, language, **look)
    blocks: list[Block] = [page.opening, Paragraph(page.sentences), Drawing(page.drawn)]
    if page.changed:
        head = [*map(page.say.heading, ("node", "before", "now"))]
        rows = Listing(len(page.changed), lambda: map(page.row_of_node, page.changed))
        blocks += [Table(head, rows), Paragraph([page.say.names()], "note")]
    return Document([*blocks, Verbatim(write(reordering.tree).rstrip("\n"))], language)


class ReorderingPage(Wording):
    """A reordering with everything its templates name, each as plain text."""

    def __init__(self, reordering: Reordering, language: str = "en", **look: Any) -> None:
        super().__init__(reordering.before.tree, language)
        self.reordering = reordering
        self.say = words(language, "reordering.jinja")
        solved = SolutionPage(reordering.solution, language=language, **look)
        self.opening, self.drawn = solved.opening, solved.drawn
        self.changed = reordering.changed

    @cached_property
    def facts(self) -> dict[str, Any]:
        """What there is to say about the numbers of leaves."""
        found, convention = self.reordering, self.reordering.solution.convention
        least, expected = found.least, knuth_moore(found.tree)
        compared = None
        if least is not None and expected is not None and least != expected:
            compared = "more" if least > expected else "fewer"
        return {
            "goal": found.goal,
            "always": "forced" if found.solution.is_forced else None if convention.cuts else "never-cuts",
            "unchanged": not found.changed,
            "evaluated": found.evaluated,
            "given": len(found.before.evaluated),
            "leaves": len(found.tree.leaves),
            "exact": found.exact,
            "limit": found.limit,
            "least": least,
            "width": len(found.tree.children[0]),
            "depth": max(found.tree.depths),
            "knuth_moore": expected,
            "compared": compared,
            "shallow": convention.bounds == "shallow",
        }

    @property
    def sentences(self) -> list[str]:
        """What was found, and what it is to be held against."""
        facts = self.facts
        sentences = [self.say.result(facts)]
        if facts["always"]:
            return sentences
        if facts["goal"] == "worst" and facts["least"] is not None:
            sentences.append(self.say.least(facts))
        if facts["knuth_moore"] is not None:
            sentences.append(self.say.knuth_moore(facts))
        return sentences

    def row_of_node(self, node: int) -> list[str]:
        """A node with a new order, and its children before and now."""
        orders = self.tree.children[node], self.reordering.order[node]
        return [self.name(node), *(" ".join(self.names(children)) for children in orders)]
