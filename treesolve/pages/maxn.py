"""A tree with payoffs, solved by max^n, as a page."""

from itertools import count
from typing import Any

from treesolve.drawing.label import Label
from treesolve.model.number import Value
from treesolve.model.tree import PLAYERS, Kind
from treesolve.pages.document import Block, Document, Drawing, Listing, Opening, Paragraph, Table
from treesolve.pages.drawn import DrawnTree
from treesolve.pages.environment import number_text, words
from treesolve.pages.excerpt import named
from treesolve.pages.inline import Strong
from treesolve.pages.label import labels
from treesolve.pages.shown import shown_title
from treesolve.search.frames import DONE, Frame, State
from treesolve.search.maxn import MaxnSolution, MaxnStep
from treesolve.search.solution import PRUNED


def maxn_page(solution: MaxnSolution, language: str = "en", **look: Any) -> Document:
    """The worked solution; `look` says what it looks like, see MaxnPage."""
    page = MaxnPage(solution, language, **look)
    why = page.say.why({"shallow": solution.shallow})
    opening = Opening(shown_title(page.tree), words(language).untitled(), page.tree.source, page.say.intro())
    blocks: list[Block] = [opening, Drawing(page.drawn), Paragraph([Strong(page.result), page.evaluated, why])]
    if solution.arrivals:
        blocks.append(Table(page.head, page.steps, words(language).steps_title(), (1, 2, 3)))
    return Document(blocks, language)


def solved_frame(solution: MaxnSolution) -> Frame:
    """The tree as max^n leaves it: payoffs in the nodes, what was cut struck out, the chosen path marked."""
    states = tuple(
        State(PRUNED if payoffs is None else DONE, value=payoffs or value)  # type: ignore[arg-type]
        for payoffs, value in zip(solution.payoffs, solution.tree.values, strict=True)
    )
    return Frame(
        len(solution.arrivals), None, None, states, frozenset(solution.pruned_roots), solution.principal_variation
    )


class MaxnPage:
    """What there is to say of a solution, as text; `look` as for SolutionPage."""

    def __init__(
        self,
        solution: MaxnSolution,
        language: str = "en",
        *,
        width: int = 100,
        paper: str = "a4",
        shapes: str = "triangles",
        **_: Any,
    ) -> None:
        self.solution, self.tree, self.language = solution, solution.tree, language
        self.drawn = DrawnTree(self.tree, self._labels, language, width=width, paper=paper, shapes=shapes)
        self.say = words(language, "maxn.jinja")

    def _labels(self) -> list[Label]:
        return labels(self.tree, solved_frame(self.solution), self.language, still=True)

    def payoffs(self, node: int) -> str:
        """The payoffs of a node that was visited."""
        return number_text(self.solution.payoffs[node] or (), self.language)

    def names(self, nodes: tuple[int, ...]) -> list[str]:
        """The names of several nodes; of very many the first."""
        return named((self.tree.names[node] for node in nodes), len(nodes), self.language)

    @property
    def result(self) -> str:
        """What the root brings each player, the move to choose, and the path all players take."""
        best = self.solution.best
        move = None if best is None else self.tree.moves.get(best)
        path = self.names(self.solution.principal_variation)
        chosen = None if best is None else self.tree.names[best]
        facts = {"root": self.tree.names[0], "payoffs": self.payoffs(0), "best": chosen, "move": move, "path": path}
        return str(self.say.result(facts))

    @property
    def evaluated(self) -> str:
        """How many leaves were looked at, and what was cut."""
        count, leaves = len(self.solution.evaluated), len(self.tree.leaves)
        pruned = self.names(self.solution.pruned_roots)
        return str(self.say.evaluated({"count": count, "leaves": leaves, "pruned": pruned}))

    @property
    def head(self) -> list[str]:
        """The headings of the steps."""
        return [str(self.say.heading({"column": one})) for one in ("step", "node", "player", "what", "payoffs")]

    @property
    def steps(self) -> Listing:
        """The steps."""
        steps = self.solution.arrivals
        return Listing(len(steps), lambda: map(self.row, count(1), steps), "steps")

    def row(self, number: int, step: MaxnStep) -> list[str]:
        """The cells of a step: its number, the node, the player, a sentence, the payoffs."""
        kind = self.tree.kinds[step.node]
        own = self._number_as_text(step.payoffs[PLAYERS.index(kind)])
        facts = {"child": self.tree.names[step.child], "player": kind.value.upper(), "own": own, "chosen": step.chosen}
        sentence = str(self.say.arrives(facts))
        if step.cut:
            sentence += str(self._cut_sentence(step))
        return [str(number), self.tree.names[step.node], kind.value.upper(), sentence, self._payoffs_text(step)]

    def _payoffs_text(self, step: MaxnStep) -> str:
        return number_text(step.payoffs, self.language)

    def _cut_sentence(self, step: MaxnStep) -> str:
        assert step.cut is not None
        parent = self.tree.parents[step.node]
        above = self.tree.kinds[parent or 0].value.upper()
        numbers = [self._number_as_text(number) for number in (step.cut.own, step.cut.left, step.cut.has)]
        facts = dict(zip(("own", "left", "has"), numbers, strict=True))
        kind: Kind = self.tree.kinds[step.node]
        names = self.names(step.cut.skipped)
        return str(self.say.cut({**facts, "player": kind.value.upper(), "above": above, "names": names}))

    def _number_as_text(self, number: Value) -> str:
        return number_text(number, self.language)
