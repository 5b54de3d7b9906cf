"""A tree in its best or worst order, as a page."""

import re
from functools import cached_property
from typing import Any

from treesolve.analysis.reordering import Reordering, knuth_moore
from treesolve.notation.writer import write
from treesolve.pages.environment import render, words
from treesolve.pages.excerpt import Excerpt, excerpt, named
from treesolve.pages.solution import SolutionPage


def reordering_page(reordering: Reordering, form: str = "text", language: str = "en", width: int = 100) -> str:
    """The tree in its new order, solved, as "text" or "markdown"; `width` is the most columns a drawing may take."""
    return render("reordering", form, language, r=ReorderingPage(reordering, language, width, form))


class ReorderingPage:
    """A reordering with everything its templates name, each as plain text."""

    def __init__(self, reordering: Reordering, language: str = "en", width: int = 100, form: str = "text") -> None:
        self.reordering, self.language, self.form = reordering, language, form
        self.say = words(language, "reordering.jinja")
        solved = SolutionPage(reordering.solution, language=language, width=width)
        self.title, self.source, self.lecture, self.traps = solved.title, solved.source, solved.lecture, solved.traps
        self.drawn = solved.drawn

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

    @property
    def head(self) -> list[str]:
        """The headings of the table of nodes with a new order."""
        return [self.say.heading(column) for column in ("node", "before", "now")]

    @cached_property
    def nodes(self) -> Excerpt:
        """The nodes with a new order, and their children before and now."""
        changed = self.reordering.changed
        return excerpt(map(self._row, changed), len(changed), "nodes", self.form, self.language)

    def _row(self, node: int) -> list[str]:
        tree = self.reordering.before.tree
        return [tree.names[node], self._listed(tree.children[node]), self._listed(self.reordering.order[node])]

    def _listed(self, nodes: tuple[int, ...]) -> str:
        names = self.reordering.before.tree.names
        return " ".join(named((names[node] for node in nodes), len(nodes), self.language))

    @property
    def names(self) -> str:
        """That names stay with their nodes."""
        return self.say.names()

    @cached_property
    def notation(self) -> str:
        """The text of the tree in its new order."""
        return write(self.reordering.tree).rstrip("\n")

    @property
    def fence(self) -> str:
        """A fence that nothing in the drawing or in the notation can close."""
        runs = re.findall("`+", "\n".join([*(self.drawn.lines or []), self.notation]))
        return "`" * max(3, *(len(run) + 1 for run in runs), 3)
