from treesolve.games.tictactoe import TicTacToe


class One(TicTacToe):
    pass


class Two(TicTacToe):
    pass
