from treesolve.games.game import Game


class One(Game):
    name = "one"
