"""A max^n solution of a tree with payoffs, as a page and as JSON."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from itertools import count, islice
from typing import TYPE_CHECKING, Any

from treesolve.drawing.label import Label
from treesolve.model.number import INFINITY
from treesolve.rendering.document import Block, Drawing, Listing, Opening, Paragraph, Points, Search, Table, listing
from treesolve.rendering.inline_text import Strong
from treesolve.rendering.json.encoding import as_json, encode, fields
from treesolve.rendering.page_tree import DrawnTree
from treesolve.rendering.picture_label import labels
from treesolve.rendering.template_environment import Wording, display_title, number_text, words
from treesolve.search.backward_induction import Tie, equilibria, possible_payoffs, ties
from treesolve.search.maxn import MaxnSolution, MaxnStep, Payoffs
from treesolve.search.search_frames import Animation, Frame
from treesolve.search.trace import CutEvent

if TYPE_CHECKING:
    from treesolve.rendering.player_animation import AnimationPlayer

MAX_TIES, MAX_TOLD = 12, 8
"""Maximum number of ties listed, and of payoffs and equilibria listed for them."""

MAX_NODES_FOR_TIES = 200
"""Maximum number of nodes of a tree that is searched for ties."""

TWO = 2
"""The number of players for which strategies and equilibria are listed."""


class MaxnPage(Wording):
    """The texts about a max^n solution; `look` holds the style options of SolutionPage, without boards."""

    boards = False

    def __init__(self, solution: MaxnSolution, *, language: str = "en", **look: Any) -> None:
        super().__init__(solution.tree, language)
        self.solution, self.animation = solution, Animation(solution)
        drawn = {name: look[name] for name in ("width", "paper", "shapes", "orientation") if name in look}
        self.drawn = DrawnTree(self.tree, self._labels, language, **drawn)
        self.words, self.say = words(language), words(language, "maxn.jinja")

    @cached_property
    def finished(self) -> Frame:
        """The state of the tree after the search."""
        return self.animation.last

    def _labels(self) -> list[Label]:
        return labels(self.tree, self.finished, self.language, still=True)

    def player(self, step_count: int) -> "AnimationPlayer":
        """Return the steps as an animation for an HTML page, next to a table with `step_count` steps."""
        from treesolve.rendering.player_animation import AnimationPlayer  # most formats have no animation

        return AnimationPlayer(self.animation, self.language, self.drawn.shapes, step_count=step_count)

    @property
    def opening(self) -> Opening:
        """Title, source, and the rule of the search."""
        convention = self.say.intro(self.solution.players)
        return Opening(display_title(self.tree), self.words.untitled(), self.tree.source, convention)

    def blocks(self, *, steps: bool = True) -> list[Block]:
        """Return the tree with its result and steps. Without `steps`, return the reasons for cuts instead of steps."""
        arrivals, cuts = self.solution.arrivals, self.solution.shown_cut_events
        if steps and arrivals:
            head = [self.say.heading({"column": one}) for one in ("step", "node", "what", "payoffs")]
            rows = Listing(len(arrivals), lambda: map(self.row, count(1), arrivals), "steps")
            table = Table(head, rows, self.words.steps_title(), (1, 2))
            return [Search(self.drawn, self.player, self._outcome, table), *self._blocks_on_ties()]
        found: list[Block] = [Drawing(self.drawn), self._outcome, *self._blocks_on_ties()]
        if cuts:
            found.append(Points(Listing(len(cuts), lambda: self.reasons, "cuts"), self.words.cuts_title()))
        return found

    @property
    def _outcome(self) -> Paragraph:
        """The result, the number of evaluated leaves, and the pruned nodes."""
        facts = self._facts
        return Paragraph([Strong(self.result), self.say.evaluated(facts), self.say.why(facts)])

    @property
    def result(self) -> str:
        """The root's payoffs, the best move and the principal variation."""
        return str(self.say.result(self._facts))

    @property
    def _facts(self) -> dict[str, Any]:
        found, best = self.solution, self.solution.best_id
        return {
            "root": self.name(0),
            "payoffs": self.number(found.returned(0) or ()),
            "best": None if best is None else self.name(best),
            "move": None if best is None else self.tree.moves.get(best),
            "path": self.names(found.principal_variation_ids),
            "count": len(found.evaluated_ids),
            "leaves": len(self.tree.leaf_ids),
            "pruned": self.names(found.pruned_root_ids),
            "shallow": found.shallow,
        }

    def _blocks_on_ties(self) -> Iterator[Block]:
        """Yield the ties and their consequences, and for two players the equilibria; yield nothing for large trees."""
        if len(self.tree) > MAX_NODES_FOR_TIES:
            return
        found = list(islice(ties(self.solution), MAX_TIES + 1))
        if found:
            shown = [self.say.tie(self._facts_of_tie(tie)) for tie in found[:MAX_TIES]]
            shown += [self.say.more_ties()] * (len(found) > MAX_TIES)
            possible = _format_payoffs(possible_payoffs(self.tree)[0], self.language)
            yield Points(listing(shown), lead=self.say.ties({"possible": possible}))
        if self.solution.players == TWO and self.tree.children[0]:
            number, profiles = equilibria(self.tree, MAX_TOLD)
            lead = self.say.strategies({"count": number, "told": len(profiles)})
            yield Points(listing(list(map(self._profile_as_text, profiles))), lead=lead)

    def _facts_of_tie(self, tie: Tie) -> dict[str, str]:
        return {
            "node": self.name(tie.node),
            "player": self.kind(tie.node),
            "own": self.number(self.solution.worth(self.solution.values[tie.node], tie.node)),
            "chosen": self.name(tie.chosen),
            "other": self.name(tie.other),
            "root": self.name(0),
            "payoffs": self.number(tie.payoffs),
        }

    def _profile_as_text(self, profile: Mapping[int, int]) -> str:
        """Return the strategies of both players as text: `P1: {A: left}, P2: {B: r, C: l}`."""
        choices_of: dict[str, list[str]] = {"P1": [], "P2": []}
        for node in self.tree.level_order:
            if node in profile:
                move = self.tree.moves.get(profile[node]) or self.name(profile[node])
                choices_of[self.kind(node)].append(f"{self.name(node)}: {move}")
        return "; ".join(f"{player}: {{{', '.join(choices)}}}" for player, choices in choices_of.items())

    def row(self, number: int, step: MaxnStep) -> list[str]:
        """Return the cells of a step: its number, the node with its player, a sentence, and the payoffs."""
        player, own = self.kind(step.node), self.number(self.solution.worth(step.payoffs, step.node))
        facts = {"child": self.name(step.child), "player": player, "own": own, "chosen": step.chosen}
        sentence = self.say.arrives(facts)
        if step.cut:
            cut = self._facts_of_bound(step.node, step.cut)
            sentence += self.say.cut(cut | {"names": self.names(step.cut.skipped)})
        return [str(number), f"{self.name(step.node)} ({player})", sentence, self.number(step.payoffs)]

    @cached_property
    def reasons(self) -> list[str]:
        """The reason for each cut, one sentence each."""
        return list(map(self._reason_of_cut, self.solution.shown_cut_events))

    def _reason_of_cut(self, cut: CutEvent) -> str:
        facts = {"node": self.name(cut.node), "after": self.name(cut.after), "names": self.names(cut.skipped)}
        return self.say.reason(self._facts_of_bound(cut.node, self.solution.reason(cut)) | facts)

    def _facts_of_bound(self, node: int, bound: Any) -> dict[str, Any]:
        """Return a player's guaranteed payoff, what it leaves for the player above, and what that player has."""
        numbers = {name: self.number(getattr(bound, name)) for name in ("own", "left", "has")}
        return {**numbers, "player": self.kind(node), "above": self.kind(self.tree.parents[node] or 0)}


def _format_payoffs(found: Sequence[Payoffs], language: str) -> list[str]:
    """Return payoffs as strings, at most MAX_TOLD of them."""
    return [number_text(payoffs, language) for payoffs in found[:MAX_TOLD]] + ["…"] * (len(found) > MAX_TOLD)


def root_payoffs_sentence(possible: Sequence[Payoffs], language: str = "en") -> str:
    """Return the possible payoffs of the root, and whether they depend on how ties are broken."""
    return words(language, "maxn.jinja").checked({"possible": _format_payoffs(possible, language)})


def why_visited(solution: MaxnSolution, node: int, language: str = "en") -> str:
    """Return a sentence on why a node other than the root must be visited, or an empty string for pruned nodes."""
    page, parent = MaxnPage(solution, language=language), solution.tree.parents[node] or 0
    if node not in solution.visit_of:
        return ""
    bound = solution.bound_before(node)
    facts: dict[str, Any] = {"node": solution.tree.names[node], "shallow": solution.shallow, "has": ""}
    if bound is not None and bound.has > -INFINITY:
        facts |= page._facts_of_bound(parent, bound)
    return page.say.visited(facts).strip()


MAX_TIES_LISTED, MAX_EQUILIBRIA = 1000, 100
"""Maximum number of ties, and of equilibria, in the JSON document."""


def maxn_document(solution: MaxnSolution, source: str) -> str:
    """Return the document treesolve/maxn/1, in which payoffs are arrays with one number per player.

    `source` is the file name.
    """
    tree = solution.tree
    document = {
        "schema": "treesolve/maxn/1",
        "source": source,
        "title": tree.title,
        "algorithm": "maxn",
        **fields(solution, "players", "shallow"),
        "value": solution.payoffs[0],
        "best": solution.best_id,
        "principal_variation": solution.principal_variation_ids,
        "nodes": [_node_as_json(solution, node) for node in range(len(tree))],
        "evaluated": solution.evaluated_ids,
        "pruned": solution.pruned_root_ids,
        "steps": solution.arrivals,
        "ties": [*islice(ties(solution), MAX_TIES_LISTED)],
        "equilibria": _equilibria_as_json(solution),
    }
    return encode(as_json(document))


def _equilibria_as_json(solution: MaxnSolution) -> dict[str, Any] | None:
    """Return the number of subgame-perfect equilibria and the first ones.

    Returns None for large trees, and unless there are exactly two players.
    """
    if solution.players != TWO or len(solution.tree) > MAX_NODES_FOR_TIES:
        return None
    found = equilibria(solution.tree, MAX_EQUILIBRIA)
    shown = [[{"node": node, "child": profile[node]} for node in sorted(profile)] for profile in found.profiles]
    return {"count": found.number, "profiles": shown}


def _node_as_json(solution: MaxnSolution, node: int) -> dict[str, Any]:
    tree = solution.tree
    return {
        "id": node,
        "name": tree.names[node],
        "kind": tree.kinds[node].value,
        "parent": tree.parents[node],
        "children": tree.children[node],
        "move": tree.moves.get(node),
        "payoffs": solution.payoffs[node] or tree.values[node],
        "best": solution.chosen(node),
        "visited": solution.payoffs[node] is not None,
    }
