def f(game):
    return 1


def g(game):
    return 2
