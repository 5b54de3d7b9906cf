def f(game):
    return 1 / 0
