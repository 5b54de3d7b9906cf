"""Answers that are taken as they stand, from their key to the next one: each question reads its own.

Vocabulary

    text        such an answer
    gathering   the question whose text goes on; empty where none does
"""

import re

from treesolve.answers.choices import Choices
from treesolve.answers.node_words import Nodes
from treesolve.answers.part_words import nearest_key

_COMMENT = re.compile(r"(?:(?<=\s)|^)#[^\n]*")


class Texts(Choices):
    """The texts found so far, by question, each by where it begins and ends."""

    def __init__(self, text: str, nodes: Nodes) -> None:
        super().__init__(text, nodes)
        self.texts: dict[str, tuple[int, int]] = {}
        self.gathering = ""

    def begin_text(self, question: str, item: str, start: int) -> bool:
        """Begin a text with what stands in the line of its key; False, and noted, where there is one already."""
        label = item.partition(":")[0]
        self.part, self.gathering = question, ""
        if question in self.texts:
            self.note("answer-key-twice", start, start + len(label.strip(" \t*")), text=label.strip(" \t*"))
            return False
        self.gathering = question
        self.texts[question] = start + len(label) + 1, start + len(item)
        return True

    def gather(self, end: int) -> None:
        """Let the text go on up to there."""
        self.texts[self.gathering] = self.texts[self.gathering][0], end

    def is_of_node(self, item: str, start: int) -> bool:
        """Whether a key of one letter is a node that is given a window; it is taken up then."""
        label = item.partition(":")[0].strip()
        if len(label) > 1 or not self.nodes.named(label) or "[" not in item:
            return False
        self.window(item.rstrip(), start)
        return True

    def is_misspelt(self, item: str) -> bool:
        """Whether a line within a text rather begins with a misspelt key."""
        label = item.partition(":")[0].strip(" \t*")
        return len(label) > 3 and not self.nodes.named(label) and nearest_key(label) is not None

    def as_they_stand(self) -> dict[str, tuple[str, int]]:
        """The texts without comments, each with its place; those in which nothing is said are left out."""
        found = {}
        for question, (start, end) in self.texts.items():
            text = _COMMENT.sub(lambda comment: " " * len(comment[0]), self.text[start:end])
            if text.strip(" \t\r\n*_?"):
                found[question] = text, start
        return found
