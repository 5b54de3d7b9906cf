"""The trainer: one page with a pool of searches to be played, of which a script chooses the next.

Vocabulary

    form        what trees share whose pictures differ in the texts at their nodes only
    packed      JSON, deflated and in base64, as the script unpacks it
"""

import hashlib
import zlib
from base64 import b64encode
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from typing import Any

from treesolve.analysis.due_question import SKILLS
from treesolve.drawing.arrangement import arrange
from treesolve.drawing.geometry import Arrangement
from treesolve.drawing.label import Label
from treesolve.drawing.shape import text_width
from treesolve.drawing.svg import svg
from treesolve.exercises.trainer import SIZES, Trained, Trainer, skills_of_pool
from treesolve.model.problem import InputError, Problem
from treesolve.model.tree import Kind, Tree
from treesolve.pages.environment import number_text, rendered, words
from treesolve.pages.picture_label import widest_labels
from treesolve.pages.played_search import TrainedSearch, digest_of_search, said_by_script, spoken_in_play
from treesolve.pages.player_film import Player, json_embedded_in_page
from treesolve.pages.rules import legend, remarks, rules
from treesolve.pages.solution_page import SolutionPage
from treesolve.search.solution import Solution, cuts_chance

Entry = dict[str, Any]

_SCRIPTS = (
    *("practice-number", "elements", "memory", "film-picture"),
    *("play-search", "play-answers", "play-picture", "play-board"),
    *("trainer-suspicion", "trainer-rules", "trainer-choice", "trainer-days", "trainer-state"),
    *("trainer-pool", "trainer-view", "trainer-page"),
)
"""The scripts of the page, each after those it needs."""

VERSION = 1
"""The version of the data, and of the files that students save."""

_FIXED = (
    *("new", "again", "skip", "next_tree", "on_page", "nothing_due", "not_yet", "one_day", "done", "saved_nothing"),
    *("loaded", "not_loaded", "file_name", "start_over", "start_over_really"),
)
"""The sentences the script says as they are."""

_FILLED = ("returns", "chosen_rule", "named", "gone", "saved", "why_here", "why_before")
"""The sentences whose blanks the script fills in."""

_BLANKS = ("day", "name", "answer", "right", "node", "text")


def trainer_document(
    trainer: Trainer, pool: Iterable[Trained], is_made: Callable[[], None] = lambda: None
) -> Iterator[str]:
    """The page of a trainer with these trees, as texts to be written one after the other.

    `is_made` is called once for each tree. Raises InputError where nothing can be trained.
    """
    trees = list(pool)
    data = trainer_data(trainer, trees, is_made)
    if not data["skills"]:
        raise InputError((Problem("trainer-empty", None, {"lecture": trainer.convention.id}),))
    language = trainer.language
    say = words(language, "trainer.jinja")
    facts = {
        "title": trainer.title or say.title(),
        "lecture": words(language).lecture(trainer.convention),
        "notes": _notes(trainer, trees),
        "skills": [(skill, say.skill(skill)) for skill in data["skills"]],
        "sizes": [(size, say.size(size)) for size in SIZES],
        "packed": packed(data),
        "scripts": [f"{name}.js" for name in _SCRIPTS],
        "texts": json_embedded_in_page(_spoken(language)),
    }
    return rendered("trainer", "html", language, say=say, **facts)


def packed(data: object) -> str:
    """Data as text that can stand in a page: JSON, deflated without a header, in base64."""
    deflate = zlib.compressobj(9, zlib.DEFLATED, -15)
    text = json_embedded_in_page(data)
    return b64encode(deflate.compress(text.encode()) + deflate.flush()).decode()


def trainer_data(trainer: Trainer, trees: Sequence[Trained], is_made: Callable[[], None] = lambda: None) -> Entry:
    """The pool with what the script has to know, in that format which it reads."""
    language, say = trainer.language, words(trainer.language, "grading.jinja")
    players = [_player(trained.solution, language) for trained in trees]
    pictures = _Pictures(players)
    played = []
    for trained, player in zip(trees, players, strict=True):
        played.append(_tree(trained, player, pictures))
        is_made()
    known = dict.fromkeys(code for tree in played for code in tree["rules"])
    return {
        "version": VERSION,
        "id": digest_of_pool(trainer, trees),
        "lecture": trainer.convention.id,
        "language": language,
        "skills": list(skills_of_pool(trainer, trees)),
        "settings": {"size": trainer.size, "seed": trainer.seed, "help": trainer.help},
        "rules": {code: {"name": say.misconception(code), "said": say.explained(code)} for code in known},
        "pictures": pictures.entries,
        "trees": played,
    }


def digest_of_pool(trainer: Trainer, trees: Iterable[Trained]) -> str:
    """What tells the trees of a trainer from those of others."""
    digests = (digest_of_search(trained.solution) for trained in trees)
    return hashlib.sha256("\n".join([trainer.convention.id, *digests]).encode()).hexdigest()[:16]


class SharedPicture:
    """The picture of trees of one form, with room for the widest texts of all their films."""

    def __init__(self, players: Sequence[Player]) -> None:
        self.tree, language = players[0].tree, players[0].language
        shown = zip(*(widest_labels(player.film, language) for player in players), strict=True)
        self.labels = [_with_room_for(node) for node in shown]
        self.arrangement: Arrangement = arrange(self.tree, self.labels)

    @property
    def svg(self) -> str:
        """The tree with no texts at its nodes but their names."""
        blank = [label._replace(value="", window="", status="waiting") for label in self.labels]
        return svg(self.arrangement, blank, alone=False)


def form(tree: Tree) -> Hashable:
    """What is equal for trees that can share a picture."""
    return tree.kinds, tree.children, tuple(tree.names), tuple(tree.weights.items()), tuple(tree.moves.items())


def _with_room_for(labels: Iterable[Label]) -> Label:
    same = [*labels]
    widest = {name: max((getattr(label, name) for label in same), key=_width) for name in ("value", "window")}
    return same[0]._replace(struck=False, principal=False, **widest)


def _width(text: str) -> float:
    return text_width(text, 1)


class _Pictures:
    """The pictures of a pool, one for all trees of the same form."""

    def __init__(self, players: Sequence[Player]) -> None:
        groups: dict[Hashable, list[Player]] = {}
        for player in players:
            groups.setdefault(form(player.tree), []).append(player)
        self.numbers = {shared: number for number, shared in enumerate(groups)}
        self.entries = [_picture_entry(SharedPicture(group)) for group in groups.values()]

    def number(self, player: Player) -> int:
        """The place of the picture of a tree in `entries`."""
        return self.numbers[form(player.tree)]


def _picture_entry(picture: SharedPicture) -> Entry:
    width, height = picture.arrangement.width, picture.arrangement.height
    return {"svg": picture.svg, "width": round(width), "height": round(height)}


def _tree(trained: Trained, player: Player, pictures: _Pictures) -> Entry:
    """One tree with its search to be played, its picture, and what each wrong rule answers."""
    solution = trained.solution
    return {
        **TrainedSearch(solution, player, player.language, trained.wrong_answers).data(),
        "size": trained.size,
        "picture": pictures.number(player),
        "notes": remarks(solution.tree, solution.convention, player.language),
    }


def _player(solution: Solution, language: str) -> Player:
    return SolutionPage(solution, language=language).player(len(solution.steps))


def _notes(trainer: Trainer, trees: Sequence[Trained]) -> list[str]:
    """What the bounds mean, which nodes are whose, and the rules of the lecture, as the largest tree needs them."""
    solution = max(
        (trained.solution for trained in trees), key=lambda found: (len(set(found.tree.kinds)), len(found.tree))
    )
    tree, language = solution.tree, trainer.language
    said = words(language, "trainer.jinja").definitions(_facts_of_bounds(solution, language)).strip()
    told = [said] if said else []
    players = str(legend(tree, "triangles", language).words)
    return [*told, players, rules(tree, trainer.convention, language, is_played=True)]


def _facts_of_bounds(solution: Solution, language: str) -> Entry:
    """What the bounds of a lecture are called, and what they are at first where it has no start window of its own."""
    convention = solution.convention
    first = [number_text(bound, language) for bound in convention.widest]
    return {
        **convention._asdict(),
        "symbols": SolutionPage(solution, language=language).bound_head,
        "first": first if convention.window == convention.widest else [],
        "has_chance": Kind.CHANCE in solution.tree.kinds,
        "is_limited": cuts_chance(solution.tree, convention),
    }


def _spoken(language: str) -> Entry:
    """What the script says: sentences, some of them with blanks."""
    say = words(language, "trainer.jinja")
    return {
        "play": spoken_in_play(language),
        "skills": {skill: say.skill(skill) for skill in SKILLS},
        **said_by_script(say, _FILLED, _FIXED, _BLANKS),
    }
