"""The animation player of an HTML page, whose data a script steps through without knowing any game.

The step table of the page describes the steps. The data contains the state of the picture at each step, with the same
CSS classes and texts as in the initial picture.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, NamedTuple

from markupsafe import Markup

from treesolve.analysis.step_question import step_questions
from treesolve.drawing.arrangement import Arrangement, arrange
from treesolve.drawing.label import Label
from treesolve.drawing.size_limit import is_drawable
from treesolve.drawing.svg import css_classes, svg
from treesolve.model.kind import Kind
from treesolve.model.problem import sanitize
from treesolve.rendering.picture_label import alternative, bounds_text, labels, value_text, widest_labels
from treesolve.rendering.template_environment import number_text, shortened, words
from treesolve.search.search_frames import Animation, NodeState
from treesolve.search.solution import Solution
from treesolve.search.step_table import StepRow

MAX_TEXT_LENGTH = 200
"""Maximum length of a name or number in the label of a step, in characters. The step table has the full text."""

WIDE = 640
"""Maximum width in points of a tree that has its steps beside it. Wider trees have them below, beside the buttons."""


class FrameEntry(NamedTuple):
    """The classes and texts of a node from `step` on, until its next entry."""

    step: int
    css_classes: str
    value: str
    window: str


class AnimationPlayer:
    """The data for playing an animation, for a page template.

    `bound_head` are the headings of the bounds in the step table. `step_count` is the number of steps in the table; the
    animation cannot be played if the table is incomplete. `last` is the number of the last step.
    """

    def __init__(
        self,
        animation: Animation,
        language: str = "en",
        shapes: str = "triangles",
        bound_head: Sequence[str] = (),
        *,
        step_count: int,
        boards: bool = False,
    ) -> None:
        self.animation, self.tree, self.language = animation, animation.tree, language
        self.shapes, self.boards, self.bound_head = shapes, boards, bound_head
        self.words = words(language, "player.jinja")
        self.last = len(animation) - 1
        self.is_drawn = is_drawable(self.tree, "screen")
        self.is_played = self.is_drawn and step_count == self.last

    @cached_property
    def arrangement(self) -> Arrangement:
        """The layout shared by all frames."""
        return arrange(self.tree, widest_labels(self.animation, self.language, boards=self.boards), self.shapes)

    @property
    def is_wide(self) -> bool:
        """Whether the picture leaves too little space beside it for the steps."""
        return self.arrangement.width > WIDE

    @cached_property
    def finished(self) -> list[Label]:
        """The label of each node after the search."""
        convention = self.animation.solution.convention
        return labels(
            self.tree, self.animation.last, self.language, convention=convention, still=True, boards=self.boards
        )

    @property
    def picture(self) -> Markup:
        """The finished tree as SVG."""
        description = alternative(self.tree, self.finished, self.language)
        return Markup(svg(self.arrangement, self.finished, description, standalone=False))

    @property
    def data(self) -> Markup:
        """The animation as JSON for embedding in a page."""
        return json_embedded_in_page(
            {
                "words": self._words_of_script,
                "places": [*self.places()],
                "tracks": [*self.tracks()],
                "asked": self.asked,
            }
        )

    @property
    def _words_of_script(self) -> Mapping[str, str]:
        """The texts of the script, with placeholders such as {step}."""
        return {
            "position": self.words.position("{step}", self.last),
            "before": self.words.before(),
            "picture": self.words.picture("{step}"),
            "play": self.words.play(),
            "pause": self.words.pause(),
        }

    @cached_property
    def asked(self) -> Mapping[int, tuple[int, str]]:
        """The node and the question for each step in which the search decides whether to cut or what to return."""
        say, names = words(self.language, "play.jinja"), self.tree.names
        asking = {"cut": say.ask_cut, "return": say.ask_return}
        due = step_questions(self.animation.solution) if isinstance(self.animation.solution, Solution) else ()
        return {one.step: (one.node, asking[one.kind]({"node": names[one.node]})) for one in due if one.kind in asking}

    def places(self) -> Iterator[tuple[int | None, str]]:
        """Yield for each step, from 0 on, its node and a string that names the node and its bounds."""
        yield None, ""
        for row in self.animation.rows:
            yield row.node, self._step_label(row)

    def _step_label(self, row: StepRow) -> str:
        kind = self.tree.kinds[row.node]
        bounds = [
            (self.symbol_of_bound(head, kind), shortened(number_text(bound, self.language), MAX_TEXT_LENGTH))
            for head, bound in zip(self.bound_head, row.bounds, strict=False)
            if bound is not None
        ]
        return self.words.place(shortened(self.tree.names[row.node], MAX_TEXT_LENGTH), kind.value, bounds)

    def symbol_of_bound(self, head: str, kind: Kind) -> str:
        """Return the symbol of a bound. The heading "α / β" stands for one of the two, depending on the player."""
        return {Kind.MAX: "α", Kind.MIN: "β"}.get(kind, head) if "/" in head else head

    def tracks(self) -> Iterator[list[FrameEntry]]:
        """Yield the entries of each node, with a new entry only where something changes."""
        struck = {node: step for step, node in self.animation.struck}
        for label, track, node in zip(self.finished, self.animation.tracks, range(len(self.tree)), strict=True):
            yield list(self._entries_of_node(node, label, dict(track), struck.get(node)))

    def _entries_of_node(
        self, node: int, label: Label, states: dict[int, NodeState], struck: int | None
    ) -> Iterator[FrameEntry]:
        """Yield the entries of a node, from its states by step and from the step in which it is cut off."""
        shown, state = None, states[0]
        change_steps = {*states, *(() if struck is None else (struck,)), *((self.last,) if label.principal else ())}
        for step in sorted(change_steps):
            state = states.get(step, state)
            marks = label._replace(
                status=state.status,
                struck=struck is not None and struck <= step,
                principal=label.principal and step == self.last,
            )
            texts = value_text(state, self.language), self._bounds_in_picture(node, state)
            if (css_classes(marks), *texts) != shown:
                shown = (css_classes(marks), *texts)
                yield FrameEntry(step, *shown)

    def _bounds_in_picture(self, node: int, state: NodeState) -> str:
        return bounds_text(self.tree, node, state, self.language, self.animation.solution.convention)


def json_embedded_in_page(data: object) -> Markup:
    """Return the data as JSON that is safe inside a script element.

    >>> print(json_embedded_in_page({"name": "</script>"}))
    {"name":"\\u003c/script>"}
    """
    text = json.dumps(_with_visible_texts(data), ensure_ascii=False, separators=(",", ":"))
    return Markup(text.replace("<", "\\u003c"))


def _with_visible_texts(data: Any) -> Any:
    """Return the data with all texts sanitized."""
    if isinstance(data, str):
        return sanitize(data)
    if isinstance(data, Mapping):
        return {_with_visible_texts(key): _with_visible_texts(value) for key, value in data.items()}
    return [_with_visible_texts(one) for one in data] if isinstance(data, list | tuple) else data
