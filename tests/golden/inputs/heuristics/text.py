def f(game):
    return "x"
