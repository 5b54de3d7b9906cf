"""How fast trees are made to measure: searching many at once, drawing and testing them, counting all there are."""

import random
import sys
from collections.abc import Callable, Sequence
from functools import partial
from itertools import count, islice
from time import perf_counter
from typing import Any, NamedTuple

from measure import Row, Section, ratios, timed_rounds, watched
from trees import SEED

from treesolve.exercises.chances import drawn_form
from treesolve.exercises.feasibility import prepared
from treesolve.exercises.generator import Generation
from treesolve.exercises.generator_spec import Request, read_values
from treesolve.exercises.leaf_permutations import Orders, all_orders
from treesolve.exercises.want import Condition, read_wants
from treesolve.model.convention import CONVENTIONS, Convention
from treesolve.model.hash_random import Randomness
from treesolve.model.number import INFINITY
from treesolve.model.tree import Kind, Tree
from treesolve.model.tree_shape import read_shape, with_leaves
from treesolve.search.lecture_rules import same_search
from treesolve.search.solution import solve
from treesolve.search.vectorized import Batch

SHAPES = ("2x2x2x2", "3x2x3x2", "3x3x3x3")

ROUNDS, QUICK_ROUNDS = 9, 3

LANES = 32_768
"""So many trees are searched at once."""

PLAIN = 400
"""So many trees the plain search does in a round."""

WANTED = (Condition("pruned", 5, 5), Condition("alpha-cuts", 1, INFINITY), Condition("beta-cuts", 1, INFINITY))

TOLD, TOLD_SINGLY = 200, 3
"""So many trees are made to measure in a round, and so many found one by one."""


class Wish(NamedTuple):
    """What is wanted of trees of a shape: where it can be, so that about one random tree in a hundred is as wanted."""

    want: str
    shape: str = "3x3x3x3"
    values: str | None = None
    levels: tuple[Kind, ...] = ()
    told: int = TOLD


_CHANCE = (Kind.MAX, Kind.CHANCE, Kind.MIN)

WISHES = (
    Wish("pruned=10%..12%", "3x2x3x2"),
    Wish("subtree-cut=0"),
    Wish("alpha-cut=0..3"),
    Wish("beta-cut=5.."),
    Wish("deep-cut=0"),
    Wish("last-level-only"),
    Wish("uncut-first"),
    Wish("unique-best", "5x3x3", "0..1"),
    Wish("best=last", "100x2"),
    Wish("value=..172"),
    Wish("lectures-agree", "4x3x3x3"),
    Wish("lectures-differ=haw,cs188", values="0..79"),
    Wish("separates=all", "3x2x3x2", told=10),
    Wish("events=..76"),
    Wish("changes=..22"),
    Wish("distractors=..20"),
    Wish("difficulty=99%..100%"),
    Wish("star1-cut=2", "3x2x3", levels=_CHANCE, told=10),
    Wish("star2-cut=2", "3x2x3", levels=_CHANCE, told=10),
    Wish("integer-values", "3x2x3", levels=_CHANCE, told=10),
    Wish("best-differs-from-unweighted", "3x2x3", levels=_CHANCE, told=10),
)
"""Every kind of wish once."""


def measured(quick: bool) -> list[Section]:
    """Searches a lecture, the same with drawing and testing, and what a user waits for."""
    rounds = QUICK_ROUNDS if quick else ROUNDS
    searches = [
        Row(f"{shape}, {named}", _searching(shape, one, rounds), 1, " %")
        for shape in SHAPES
        for named, one in _lectures()
    ]
    drawn = [Row(shape, _drawing(shape, rounds), 3.3, " %") for shape in SHAPES]
    return [
        ("Search of given trees: many at once / one by one in plain Python", searches),
        ("The same with drawing leaves, testing pruned=5 and for both kinds of cuts", drawn),
        ("Trees made to measure / drawn, searched and tested one by one", [_wishing(wish, rounds) for wish in WISHES]),
        ("Making trees", _making(rounds)),
    ]


def _lectures() -> list[tuple[str, Convention]]:
    """One lecture of those that search alike, with all their names."""
    found: list[list[Convention]] = []
    for convention in CONVENTIONS.values():
        group = next((group for group in found if same_search(group[0], convention)), None)
        if group is None:
            found.append([convention])
        else:
            group.append(convention)
    return [(" ".join(one.id for one in group), group[0]) for group in found]


# Plain Python: the shortest function that does each lecture's search


def maximum(node: Any, alpha: Any, beta: Any) -> Any:
    """Cuts on equality, bounds handed down and up."""
    for child in node:
        value = child if child.__class__ is int else minimum(child, alpha, beta)
        if value > alpha:
            alpha = value
            if alpha >= beta:
                break
    return alpha


def minimum(node: Any, alpha: Any, beta: Any) -> Any:
    """The other player."""
    for child in node:
        value = child if child.__class__ is int else maximum(child, alpha, beta)
        if value < beta:
            beta = value
            if alpha >= beta:
                break
    return beta


def strict_maximum(node: Any, alpha: Any, beta: Any) -> Any:
    """Cuts where a bound is passed, values handed up."""
    best = -INFINITY
    for child in node:
        value = child if child.__class__ is int else strict_minimum(child, alpha, beta)
        if value > best:
            best = value
            if value > beta:
                break
            if value > alpha:
                alpha = value
    return best


def strict_minimum(node: Any, alpha: Any, beta: Any) -> Any:
    """The other player."""
    best = INFINITY
    for child in node:
        value = child if child.__class__ is int else strict_maximum(child, alpha, beta)
        if value < best:
            best = value
            if value < alpha:
                break
            if value < beta:
                beta = value
    return best


def shallow_maximum(node: Any, _alpha: Any, beta: Any) -> Any:
    """Hands down only what it has found itself."""
    best = -INFINITY
    for child in node:
        value = child if child.__class__ is int else shallow_minimum(child, best, 0)
        if value > best:
            best = value
            if best >= beta:
                break
    return best


def shallow_minimum(node: Any, alpha: Any, _beta: Any) -> Any:
    """The other player."""
    best = INFINITY
    for child in node:
        value = child if child.__class__ is int else shallow_maximum(child, 0, best)
        if value < best:
            best = value
            if best <= alpha:
                break
    return best


def full_maximum(node: Any, _alpha: Any, _beta: Any) -> Any:
    """Cuts nothing."""
    return max(child if child.__class__ is int else full_minimum(child, 0, 0) for child in node)


def full_minimum(node: Any, _alpha: Any, _beta: Any) -> Any:
    """The other player."""
    return min(child if child.__class__ is int else full_maximum(child, 0, 0) for child in node)


def plain(convention: Convention) -> Callable[[Any, Any, Any], Any]:
    """The function that searches as the lecture does."""
    if not convention.cuts:
        return full_maximum
    if convention.bounds == "shallow":
        return shallow_maximum
    return strict_maximum if convention.cut == ">" else maximum


class Counting:
    """The search that cuts on equality, once more, counting what is pruned and cut."""

    def __init__(self) -> None:
        self.seen = self.alpha_cuts = self.beta_cuts = 0

    def maximum(self, node: Any, alpha: Any, beta: Any) -> Any:
        """The maximising player."""
        left = len(node)
        for child in node:
            left -= 1
            if child.__class__ is int:
                self.seen += 1
                value = child
            else:
                value = self.minimum(child, alpha, beta)
            if value > alpha:
                alpha = value
                if alpha >= beta:
                    self.beta_cuts += left > 0
                    break
        return alpha

    def minimum(self, node: Any, alpha: Any, beta: Any) -> Any:
        """The minimising player."""
        left = len(node)
        for child in node:
            left -= 1
            if child.__class__ is int:
                self.seen += 1
                value = child
            else:
                value = self.maximum(child, alpha, beta)
            if value < beta:
                beta = value
                if alpha >= beta:
                    self.alpha_cuts += left > 0
                    break
        return beta


def nested(leaves: Sequence[int], widths: Sequence[int]) -> Any:
    """The leaves as lists of lists, for a uniform shape."""
    level: list[Any] = list(leaves)
    for width in reversed(widths):
        level = [level[start : start + width] for start in range(0, len(level), width)]
    return level[0]


# What is compared


def _form(shape: str) -> tuple[Tree, list[int]]:
    read = read_shape(shape)
    return read.draw(Randomness(SEED)), [least for least, _ in read.levels]


def _searching(shape: str, convention: Convention, rounds: int) -> tuple[float, ...]:
    """Seconds a tree, in percent of those of plain Python."""
    form, widths = _form(shape)
    batch = Batch(form, convention)
    names = ("pruned",) if convention.cuts else ("root",)
    ranks = Orders(SEED).dealt(range(len(form.leaves)), LANES)
    given = [nested(column, widths) for column in ranks.T[:PLAIN].tolist()]
    search = plain(convention)
    roots = batch.search(ranks, ("root",))["root"][:PLAIN].tolist()
    if [search(tree, -INFINITY, INFINITY) for tree in given] != roots:
        raise SystemExit(f"{convention.id}: the searches of {shape} do not agree")
    seconds = timed_rounds(
        {
            "batch": lambda: batch.search(ranks, names),
            "plain": lambda: [search(tree, -INFINITY, INFINITY) for tree in given],
        },
        rounds,
    )
    return _percent(seconds, LANES, PLAIN)


def _drawing(shape: str, rounds: int) -> tuple[float, ...]:
    form, widths = _form(shape)
    batch, orders, rng = Batch(form, CONVENTIONS["haw"]), Orders(SEED), random.Random(SEED)
    leaves = len(form.leaves)

    def many() -> Any:
        numbers = batch.search(orders.dealt(range(leaves), LANES), [one.measure for one in WANTED])
        return sum(one.distance(numbers[one.measure]) for one in WANTED).nonzero()

    def singly() -> list[Any]:
        found, drawn = [], list(range(leaves))
        for _ in range(PLAIN):
            rng.shuffle(drawn)
            tree, counting = nested(drawn, widths), Counting()
            counting.maximum(tree, -INFINITY, INFINITY)
            if leaves - counting.seen == 5 and counting.alpha_cuts and counting.beta_cuts:
                found.append(tree)
        return found

    return _percent(timed_rounds({"batch": many, "plain": singly}, rounds), LANES, PLAIN)


def _wishing(wish: Wish, rounds: int) -> Row:
    """Seconds a tree as wanted, each round with seeds of its own."""
    asked = _request(wish.shape, [wish.want], wish.values)._replace(levels=wish.levels)
    seeds = count()
    seconds = timed_rounds(
        {
            "batch": lambda: list(islice(Generation(asked, next(seeds)), wish.told)),
            "plain": lambda: found_singly(prepared(asked), random.Random(next(seeds)), TOLD_SINGLY),
        },
        rounds,
    )
    return Row(f"{wish.want}, {wish.shape}", _percent(seconds, wish.told, TOLD_SINGLY), 3.3, " %")


def found_singly(asked: Request, rng: random.Random, wanted: int) -> list[Tree]:
    """So many trees as a prepared request has them, found by drawing, solving and testing one after the other."""
    found: list[Tree] = []
    weights, places = Randomness(rng.random()), list(range(asked.numbers.size))
    while len(found) < wanted:
        form = drawn_form(asked, weights)
        often, more = divmod(len(form.leaves), len(places))
        deck = places * often + rng.sample(places, more)
        rng.shuffle(deck)
        tree = with_leaves(form, map(asked.numbers.number, deck), bounds=asked.limits)
        solution = solve(tree, asked.convention)
        if all(want.holds(solution) for want in asked.wants):
            found.append(tree)
    return found


def _percent(seconds: dict[str, list[float]], lanes: int, count: int) -> tuple[float, ...]:
    return tuple(100 * count / lanes * ratio for ratio in ratios(seconds["batch"], seconds["plain"]))


def _making(rounds: int) -> list[Row]:
    census = tuple(_seconds(_census) for _ in range(rounds))
    wanted = ("separates=all",)
    separating = tuple(_seconds(partial(_first, "3x2x3x2", wanted, seed)) for seed in range(3 * rounds))
    rare = tuple(_seconds(partial(_first, "3x3x3x3", ("pruned=5",), seed, None)) for seed in range(rounds))
    thousand, ten = _seconds(partial(_many, 1000)), _seconds(partial(_many, 10_000))
    command = [sys.executable, "-m", "treesolve", "generate", "--shape", "3x2x3x2", "--seed", "7"]
    small, large = (watched([*command, "--count", str(count)]) for count in (1000, 10_000))
    wholly = tuple(watched([*command, "--want", "separates=all"]).seconds for _ in range(rounds))
    return [
        Row("a census: all 362,880 orders of 3x3, leaves pruned and scores", census, 0.5, " s"),
        Row("a tree of 3x2x3x2 that separates all misconceptions", separating, 1, " s"),
        Row("the same as a whole process", wholly, None, " s"),
        Row("a tree of 3x3x3x3 with pruned=5", rare, None, " s"),
        Row("time for 10,000 trees / ten times that for 1,000", (ten / 10 / thousand,), 1.25),
        Row("peak memory for 10,000 trees / for 1,000", (large.mebibytes / small.mebibytes,), 1.25),
    ]


def _seconds(piece: Callable[[], object]) -> float:
    begin = perf_counter()
    piece()
    return perf_counter() - begin


def _census() -> object:
    form, _ = _form("3x3")
    return Batch(form, CONVENTIONS["haw"]).search(all_orders(9), ("pruned", "score"))


def _request(shape: str, wants: Sequence[str], values: str | None) -> Request:
    return Request(read_shape(shape), wants=read_wants(wants), values=read_values(values) if values else None)


def _first(shape: str, wants: Sequence[str], seed: int, values: str | None = "0..20") -> Tree:
    return next(iter(Generation(_request(shape, wants, values), seed)))


def _many(count: int) -> int:
    asked = _request("3x2x3x2", ("pruned=5..8", "deep-cut"), "0..99")
    return len({tree.values for tree in islice(Generation(asked, count), count)})
