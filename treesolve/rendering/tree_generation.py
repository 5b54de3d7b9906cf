"""Generation of random trees, and unfolding of game trees."""

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, overload

from treesolve.authoring.chance_weights import read_chances
from treesolve.authoring.constraint import read_constraints
from treesolve.authoring.tree_generator import MAX_COUNT, NoTreeFound, TreeGenerator
from treesolve.authoring.tree_request import DISTINCT, TIES, TreeRequest
from treesolve.authoring.value_range import read_value_range
from treesolve.games import tree_expansion
from treesolve.games.evaluation import INFINITE_OUTCOMES, Scoring
from treesolve.games.game import Game
from treesolve.games.game_plugin import report_user_file_errors
from treesolve.games.lazy_tree import DEPTH_UNITS, Horizon, Positions
from treesolve.games.registry import game_class, read_outcomes, scoring_for
from treesolve.model.convention import DEFAULT
from treesolve.model.kind import Kind
from treesolve.model.problem import InputError, Problem
from treesolve.model.tree import Tree
from treesolve.model.tree_shape import read_players, read_shape
from treesolve.rendering.python_arguments import (
    convention_argument,
    count_argument,
    is_file_name,
    refusal,
    solved,
    tree_and_convention,
)
from treesolve.rendering.saving import chosen
from treesolve.rendering.unfold_page import default_title, unfold_within_limit

if TYPE_CHECKING:
    from treesolve.authoring.tree_generator import TreeGenerator
    from treesolve.games.evaluation import Scoring
    from treesolve.games.game import Game
    from treesolve.games.lazy_tree import Budget, Positions


def generate(
    shape: str | Sequence[int] | None = None,
    *,
    want: str | Iterable[str] = (),
    count: int = 1,
    seed: object = None,
    like: Any = None,
    values: str | None = None,
    root: str = "MAX",
    levels: str | None = None,
    chances: str | None = None,
    leaves: str | None = None,
    convention: Any = None,
) -> "Trees":
    """Return different random trees that meet constraints; each tree is generated on first access.

    `shape` is the number of children by depth, "3x3" or (3, 3), or ranges such as "2..3x1..3". Instead of a shape,
    `like` can be a tree; the new trees then have the same shape, range of values, and numbers of pruned leaves and cuts
    as this tree. `want` is one or more constraints, such as "pruned=3"; `treesolve list constraints` lists all
    constraints. `values` is a range such as "0..20", and `leaves` is "distinct" or "ties". `levels` names the player of
    each level, such as "MAX CHANCE MIN" or "P1 P2 P3". `chances` are the weights at every chance node, such as
    "1/2,1/2". The same seed gives the same trees, here and on the command line. Values are in MAX's view.

    Raises InputError for an unknown or impossible constraint. Accessing a tree raises InputError if no such tree is
    found within a fixed number of tries. Source: docs/generate.md.

    >>> from treesolve import generate, solve
    >>> [len(solve(tree).pruned_leaves) for tree in generate("3x3", want="pruned=3", seed=7, count=2)]
    [3, 3]
    >>> str(generate("2x2", seed=7)[0])
    '((1 16) (19 10))\\n'
    """
    from secrets import randbelow

    if (shape is None) is (like is None):
        raise InputError((Problem("shape-or-like"),))
    shape_text = "x".join(map(str, shape)) if isinstance(shape, Sequence) and not isinstance(shape, str) else shape
    request = TreeRequest(
        shape=None if shape_text is None else read_shape(str(shape_text)),
        root=Kind[chosen("root", root, ("MAX", "MIN"))],
        levels=read_players(levels) if levels else (),
        chances=read_chances(chances) if chances else (),
        values=None if values is None else read_value_range(values),
        leaves=None if leaves is None else chosen("leaves", leaves, (DISTINCT, TIES)),
        constraints=read_constraints([want] if isinstance(want, str) else tuple(want)),
        convention=DEFAULT if convention is None else convention_argument(convention),
    )
    if like is not None:
        tree, chosen_convention = tree_and_convention(like, convention)
        solved(tree, chosen_convention)
        request = request._replace(like=tree, convention=chosen_convention)
    seed_text = str(randbelow(10**9) if seed is None else seed)
    if request.payoffs and convention is not None:
        raise InputError((Problem("payoffs-only-maxn"),))
    if request.payoffs:
        request = request.by_max_n()
    return Trees(TreeGenerator(request, seed_text), count_argument("count", count, MAX_COUNT))


class Trees(Sequence[Tree]):
    """A sequence of trees, each generated on first access. A loop starts after the last tree returned by `next`.

    Accessing a tree raises InputError if no such tree can be found.
    """

    def __init__(self, generator: "TreeGenerator", count: int) -> None:
        self._found, self._count, self._consumed = iter(generator), count, 0
        self._generated: list[Tree] = []
        self._refusal: InputError | None = None

    def __len__(self) -> int:
        return self._count

    @overload
    def __getitem__(self, index: int) -> Tree: ...
    @overload
    def __getitem__(self, index: slice) -> list[Tree]: ...
    def __getitem__(self, index: int | slice) -> Tree | list[Tree]:
        wanted = range(self._count)[index]
        return self._tree_at(wanted) if isinstance(wanted, int) else list(map(self._tree_at, wanted))

    def _tree_at(self, tree_index: int) -> Tree:
        while len(self._generated) <= tree_index:
            if self._refusal:
                raise self._refusal
            try:
                self._generated.append(next(self._found))
            except NoTreeFound as error:
                facts = {"asked": self._count, **error.facts}
                self._refusal = InputError((Problem("no-tree-found", None, facts),))
        return self._generated[tree_index]

    def __iter__(self) -> Iterator[Tree]:
        return map(self._tree_at, range(self._consumed, self._count))

    def __next__(self) -> Tree:
        if self._consumed == self._count:
            raise StopIteration
        self._consumed += 1
        return self._tree_at(self._consumed - 1)

    def __repr__(self) -> str:
        return f"<Trees: {self._count} asked for, {len(self._generated)} found>"


def unfold(
    game: "str | os.PathLike[str] | type[Game] | Game",
    position: str | None = None,
    *,
    depth: int | None = None,
    heuristic: "str | os.PathLike[str] | Callable[[Game], Any] | None" = None,
    count: str = "plies",
    seed: object = "",
    outcomes: str | Sequence[Any] | None = None,
    root: str | None = None,
    symmetric: bool = False,
    title: str | None = None,
    named: bool = True,
) -> Tree:
    """Return the game tree below a position, to a depth in plies; without a depth, to the end of all games.

    `game` is a name such as "tictactoe", a Path to a file with a game, or a Game. The default position is the start of
    the game. Positions at the depth limit get the value of the heuristic, which is a name or a function, in the view of
    the player who moves first. `count` is the unit of the depth ("plies", "choices", "moves"), `outcomes` are the
    values of a win, draw and loss for MAX, and `root` is the player who moves first. With `symmetric`, only the first
    of several moves to mirrored positions is kept. Nodes are named after positions unless `named` is False. Values are
    in MAX's view.

    Raises InputError if the game is unknown, if the position is invalid, or if the tree would have more than a million
    nodes. Source: docs/unfolding.md.

    >>> from treesolve import unfold
    >>> tree = unfold("tictactoe", "X.O/.X./..O", depth=2)
    >>> len(tree), [node.move for node in tree.root.children]
    (26, ['2', '4', '6', '7', '8'])
    """
    plies = None if depth is None else count_argument("depth", depth, 1_000)
    horizon = Horizon(plies, chosen("count", count, DEPTH_UNITS))
    with report_user_file_errors():
        found = _game_in_position(game, position)
        scoring = _scoring_of_positions(found, heuristic, str(seed), outcomes)
        flipped = root is not None and chosen("root", root, ("MAX", "MIN")) != found.mover.name

        def make_positions(horizon: Horizon, budget: "Budget | None" = None) -> "Positions":
            return Positions(found, scoring, horizon, flipped=flipped, symmetric=symmetric, budget=budget)

        heuristic_name = heuristic if isinstance(heuristic, str) and depth else None
        heading = default_title(found, horizon, heuristic_name) if title is None else title
        build = partial(tree_expansion.unfold, named=named, title=heading)
        return unfold_within_limit(found.name, make_positions, horizon, build, in_python=True)


def _game_in_position(game: Any, position: str | None) -> "Game":
    """Return the game in the given position.

    Raises InputError if the game or position does not exist, or if the game is over.
    """
    if isinstance(game, str) and is_file_name(game):
        raise InputError((Problem("argument-file-name", None, {"text": game}),))
    kind = game_class(str(game)) if isinstance(game, str | os.PathLike) else game
    if isinstance(kind, type) and issubclass(kind, Game):
        found = kind(kind.start if position is None else position)
    elif isinstance(kind, Game):
        found = kind
    else:
        raise refusal("argument-no-game", game)
    if found.is_over():
        raise InputError((Problem("game-over", None, {"position": found.show()}),))
    return found


def _scoring_of_positions(game: "Game", heuristic: Any, seed: str, outcomes: Any) -> "Scoring":
    """Return the scoring of positions. Raises InputError if the heuristic is unknown or the outcomes are invalid."""
    outcomes_text = outcomes if outcomes is None or isinstance(outcomes, str) else " ".join(map(str, outcomes))
    worth = None if outcomes_text is None else read_outcomes(outcomes_text)
    if callable(heuristic):
        return Scoring(worth or INFINITE_OUTCOMES, heuristic)
    if isinstance(heuristic, str) and is_file_name(heuristic):
        raise InputError((Problem("argument-file-name", None, {"text": heuristic}),))
    return scoring_for(
        type(game), str(Path(heuristic)) if isinstance(heuristic, os.PathLike) else heuristic, seed, worth
    )
