"""Signs in the comments of a tree that it may mean something else than our notation makes of it."""

import re

_COMMENT = re.compile("#[^\n]*")

_ORDER_OR_SIGN = (
    *("right to left", "right-to-left", "from the right", "from right", "rechts nach links", "cost", "kosten"),
    *("losses", "is better", "ist besser", "payoff", "should be", "should read", "muss heißen", "soll"),
)
_VIEW = re.compile(r"(?:view|perspective|sicht) (?:of|von|des)[ \t]+(?!max)")
"""What stands in a comment that may say in which order the children are, or what the numbers are."""

_MOVERS = (
    *("chance", "random", "dice", "average", "zufall", "würfel", "opponent", "enemy", "gegner", "second", "zweite"),
    *("player 1", "player 2", "spieler 1", "spieler 2", "player1", "player2", "coin", "münz", "lotter"),
)
_MIN = re.compile(r"\bmin(?!i-?max|us|ute)")
_PLACES = (
    *("root", "wurzel", "first", "top", "erste", "oben", "level", "ply", "depth", "ebene", "tiefe", "start", "begin"),
    *("fängt", "turn", "zug", "zuerst", "mode", "goal", "objective", "both", "all", "every", "each", "beide", "jede"),
    *("over", "über", "true"),
)
"""What stands in a comment that may say who moves: a word for who, and one for where or when."""

_ALONE = re.compile(r"#\W*min")
_OF_MAX = re.compile(
    r"max\w*[ \t]*[:=]|\b(?:both|all|alle|beide|levels?)\b[^\n]*\bmax|max\w* (?:of|von) |max[^\n]*(?:second|zweite)"
)
"""How comments begin that name MIN alone, and what they say of MAX that is not so where nobody writes it."""

_SIDES = re.compile(r"#[ \t]*(?:the[ \t]+)?(?:(left|links|linke)|(right|rechts|rechte))", re.IGNORECASE)
"""How a comment begins that says on which side a node stands."""


def has_telling_comment(text: str) -> bool:
    """Whether a comment in the text may say who moves, in which order the children are, or what the numbers are."""
    comments = "\n".join(_COMMENT.findall(text)).lower()
    if any(words in comments for words in _ORDER_OR_SIGN) or _VIEW.search(comments):
        return True
    if len({each.lastindex for each in _SIDES.finditer(text)}) > 1:
        return True
    if any(word in comments for word in _MOVERS) or "min" in comments or "max" in comments:
        return any(map(_may_tell_mover, comments.split("\n")))
    return False


def _may_tell_mover(comment: str) -> bool:
    moves = any(word in comment for word in _MOVERS) or _MIN.search(comment)
    if moves and (any(word in comment for word in _PLACES) or _ALONE.match(comment)):
        return True
    return _OF_MAX.search(comment) is not None
