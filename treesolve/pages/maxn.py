"""A tree with payoffs, solved by max^n, as a page."""

from functools import cached_property
from itertools import count
from typing import Any

from treesolve.drawing.label import Label
from treesolve.model.number import INFINITY, Value
from treesolve.model.tree import Kind
from treesolve.pages.document import Block, Drawing, Listing, Opening, Paragraph, Points, Table
from treesolve.pages.drawn import DrawnTree
from treesolve.pages.environment import number_text, words
from treesolve.pages.excerpt import named
from treesolve.pages.inline import Strong
from treesolve.pages.label import labels
from treesolve.pages.shown import shown_title
from treesolve.search.frames import Frame, maxn_frame
from treesolve.search.maxn import MaxnSolution, MaxnStep
from treesolve.search.trace import Cut


class MaxnPage:
    """What there is to say of a solution, as text; `look` as for SolutionPage."""

    def __init__(
        self,
        solution: MaxnSolution,
        *,
        language: str = "en",
        width: int = 100,
        paper: str = "a4",
        shapes: str = "triangles",
        height: float | None = None,
        **_: Any,
    ) -> None:
        self.solution, self.tree, self.language = solution, solution.tree, language
        look: dict[str, Any] = {"width": width, "paper": paper, "shapes": shapes, "height": height}
        self.drawn = DrawnTree(self.tree, self._labels, language, **look)
        self.words, self.say = words(language), words(language, "maxn.jinja")

    @cached_property
    def finished(self) -> Frame:
        """The tree as it stands in the end."""
        return maxn_frame(self.solution)

    def _labels(self) -> list[Label]:
        return labels(self.tree, self.finished, self.language, still=True)

    @property
    def opening(self) -> Opening:
        """Title and source, and by which rule it is solved."""
        return Opening(shown_title(self.tree), self.words.untitled(), self.tree.source, self.say.intro())

    def blocks(self, *, steps: bool = True) -> list[Block]:
        """The tree with what comes out, and the steps; or without these, and with the reasons for cuts."""
        why = self.say.why({"shallow": self.solution.shallow})
        found: list[Block] = [Drawing(self.drawn), Paragraph([Strong(self.result), self.evaluated, why])]
        if steps and self.solution.arrivals:
            found.append(Table(self.head, self.steps, self.words.steps_title(), (1, 2, 3)))
        elif self.reasons:
            found.append(Points(Listing(len(self.reasons), lambda: self.reasons, "cuts"), self.words.cuts_title()))
        return found

    def payoffs(self, node: int) -> str:
        """The payoffs of a node that was visited."""
        return self._number_as_text(self.solution.returned(node) or ())

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
        player, own = self._player(step.node), self._number_as_text(self.solution.worth(step.payoffs, step.node))
        facts = {"child": self.tree.names[step.child], "player": player, "own": own, "chosen": step.chosen}
        sentence = str(self.say.arrives(facts))
        if step.cut:
            sentence += str(
                self.say.cut(self._facts_of_bound(step.node, step.cut) | {"names": self.names(step.cut.skipped)})
            )
        return [str(number), self.tree.names[step.node], player, sentence, self._number_as_text(step.payoffs)]

    @cached_property
    def reasons(self) -> list[str]:
        """The reason for each cut, in one sentence."""
        return [str(self.say.reason(self._facts_of_cut(cut))) for cut in self.solution.shown_cuts]

    def _facts_of_cut(self, cut: Cut) -> dict[str, Any]:
        return self._facts_of_bound(cut.node, self.solution.reason(cut)) | {
            "node": self.tree.names[cut.node],
            "after": self.tree.names[cut.after],
            "names": self.names(cut.skipped),
        }

    def _facts_of_bound(self, node: int, bound: Any) -> dict[str, Any]:
        """What a player is sure of, what that leaves for the player above, and what this one has."""
        numbers = {name: self._number_as_text(getattr(bound, name)) for name in ("own", "left", "has")}
        return {**numbers, "player": self._player(node), "above": self._player(self.tree.parents[node] or 0)}

    def _player(self, node: int) -> str:
        kind: Kind = self.tree.kinds[node]
        return kind.value.upper()

    def _number_as_text(self, number: Value | tuple[Value, ...]) -> str:
        return number_text(number, self.language)


def why_visited(solution: MaxnSolution, node: int, language: str = "en") -> str:
    """Why a node other than the root must be looked at, as a sentence; empty for one that was pruned."""
    page, parent = MaxnPage(solution, language=language), solution.tree.parents[node] or 0
    if node not in solution.visit_of:
        return ""
    bound = solution.bound_before(node)
    facts: dict[str, Any] = {"node": solution.tree.names[node], "shallow": solution.shallow, "has": ""}
    if bound is not None and bound.has > -INFINITY:
        facts |= page._facts_of_bound(parent, bound)
    return str(page.say.visited(facts)).strip()
