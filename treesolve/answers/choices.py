"""What an answer says about the root: the best move, and its value."""

from treesolve.answers.node_lists import Lists, Mention
from treesolve.answers.node_words import Nodes
from treesolve.answers.number_words import student_number
from treesolve.model.number import Number


class Choices(Lists):
    """What has been read about the root so far; what is spoilt was answered more than once."""

    def __init__(self, text: str, nodes: Nodes) -> None:
        super().__init__(text, nodes)
        self.spoilt: set[str] = set()
        self.best: int | None = None
        self.value: Number | None = None

    def choose(self, item: str, start: int) -> None:
        """The chosen child of the root."""
        self._choose_one(item, self.nodes.chosen(item), start)

    def choose_range(self, item: str, start: int) -> None:
        """A name or a move with a hyphen in it, or an edge."""
        whole = self.nodes.chosen(item)
        if whole:
            self._choose_one(item, whole, start)
        else:
            self._choose_last(item, self.ranged(item, start)[0], start)

    def choose_path(self, item: str, start: int) -> None:
        """`A -> B`, or a move and the node it leads to."""
        self._choose_last(item, self.path(item, start), start)

    def _choose_last(self, item: str, mentions: list[Mention], start: int) -> None:
        """The child that a path leads to: past the root, and a move and its node are one child."""
        if 0 in self.nodes.named(mentions[0].text):
            mentions = mentions[1:]
        chosen = {self.nodes.chosen(text) for text in {mention.text for mention in mentions}}
        if len(chosen) == 1:
            self._choose_one(mentions[0].text, chosen.pop(), mentions[0].start)
        else:
            end = start + len(item)
            self.note("answer-one-only", start, end, text=self.quoted(start, end))

    def _choose_one(self, mention: str, candidates: tuple[int, ...], start: int) -> None:
        if len(candidates) == 1:
            self.best = candidates[0]
        elif candidates:
            self.note_ambiguous(mention, start, candidates)
        elif self.nodes.found(mention):
            end = start + len(mention)
            known = self.nodes.listed(self.children[0])
            self.note("answer-not-a-child", start, end, text=self.quoted(start, end), known=known)
        else:
            self.note_unknown(mention, start)

    def take_value(self, number: str, start: int) -> None:
        """Take up the root's value."""
        try:
            self.value = student_number(number)
        except ValueError as error:
            self.note_number(number, start, error.args[0])
