"""Counting down from three, by someone who forgot what undo is for."""

from treesolve import Game


class Forgetful(Game):
    """Who counts to zero wins."""

    name = "forgetful"
    start = "3"

    def __init__(self, text):
        self.count = int(text)

    def moves(self):
        return [1]

    def make(self, move):
        self.count -= move
        self.mover = self.mover.opponent

    def undo(self, move):
        self.mover = self.mover.opponent

    def is_over(self):
        return self.count == 0

    def result(self):
        return 1

    def show(self):
        return str(self.count)
