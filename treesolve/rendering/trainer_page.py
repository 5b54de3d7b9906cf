"""The trainer, which is one HTML page with a pool of searches; its script chooses the search that is played next."""

import hashlib
import zlib
from base64 import b64encode
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from typing import Any

from treesolve.analysis.step_question import SKILLS
from treesolve.authoring.trainer_pool import SIZES, PoolTree, Trainer, skills_of_pool
from treesolve.drawing.arrangement import arrange
from treesolve.drawing.label import Label
from treesolve.drawing.shape import text_width
from treesolve.drawing.svg import svg
from treesolve.model.kind import Kind
from treesolve.model.problem import InputError, Problem
from treesolve.model.tree import Tree
from treesolve.rendering.picture_label import widest_labels
from treesolve.rendering.played_search import PlayedSearch, digest_of_search, script_texts, search_script_texts
from treesolve.rendering.player_animation import AnimationPlayer, json_embedded_in_page
from treesolve.rendering.search_rules import legend, remarks, rules
from treesolve.rendering.solution_page import SolutionPage
from treesolve.rendering.template_environment import number_text, render_chunks, words
from treesolve.search.solution import Solution

Entry = dict[str, Any]

_SCRIPTS = (
    *("practice-number", "elements", "memory", "film-picture"),
    *("play-search", "play-answers", "play-picture", "play-board"),
    *("trainer-suspicion", "trainer-rules", "trainer-choice", "trainer-days", "trainer-state"),
    *("trainer-pool", "trainer-view", "trainer-page"),
)
"""Scripts of the page; each script follows the scripts it depends on."""

VERSION = 1
"""Version of the page data, and of the files that students save."""

_FIXED = (
    *("new", "again", "skip", "next_tree", "on_page", "nothing_due", "not_yet", "one_day", "done", "saved_nothing"),
    *("loaded", "not_loaded", "file_name", "start_over", "start_over_really"),
)
"""Sentences without placeholders."""

_FILLED = ("returns", "chosen_rule", "named", "gone", "saved", "why_here", "why_before")
"""Sentences with placeholders that the script fills in."""

_BLANKS = ("day", "name", "answer", "right", "node", "text")


def trainer_document(
    trainer: Trainer, pool: Iterable[PoolTree], on_tree_done: Callable[[], None] = lambda: None
) -> Iterator[str]:
    """Return the trainer page for a pool of trees, in chunks.

    `on_tree_done` is called once for each tree. Raises InputError if the pool trains no skill.
    """
    trees = list(pool)
    data = trainer_data(trainer, trees, on_tree_done)
    if not data["skills"]:
        raise InputError((Problem("trainer-empty", None, {"convention": trainer.convention.id}),))
    language = trainer.language
    say = words(language, "trainer.jinja")
    facts = {
        "title": trainer.title or say.title(),
        "lecture": words(language).convention(trainer.convention),
        "notes": _notes(trainer, trees),
        "skills": [(skill, say.skill(skill)) for skill in data["skills"]],
        "sizes": [(size, say.size(size)) for size in SIZES],
        "packed": packed(data),
        "scripts": [f"{name}.js" for name in _SCRIPTS],
        "texts": json_embedded_in_page(_trainer_script_texts(language)),
    }
    return render_chunks("trainer", "html", language, say=say, **facts)


def packed(data: object) -> str:
    """Return data for embedding in a page, as JSON that is compressed with raw deflate and encoded in base64."""
    deflate = zlib.compressobj(9, zlib.DEFLATED, -15)
    text = json_embedded_in_page(data)
    return b64encode(deflate.compress(text.encode()) + deflate.flush()).decode()


def trainer_data(trainer: Trainer, trees: Sequence[PoolTree], on_tree_done: Callable[[], None] = lambda: None) -> Entry:
    """Return the pool with all page data, in the format that the script reads."""
    language, say = trainer.language, words(trainer.language, "grading.jinja")
    searches = [PlayedSearch(trained.solution, language) for trained in trees]
    groups: dict[Hashable, list[AnimationPlayer]] = {}
    for search in searches:
        groups.setdefault(form(search.tree), []).append(search.player)
    pictures = {shared: number for number, shared in enumerate(groups)}
    played = []
    for trained, search in zip(trees, searches, strict=True):
        data, notes = (
            search.training_data(trained.misconception_answers),
            remarks(search.tree, trainer.convention, language),
        )
        played.append({**data, "size": trained.size, "picture": pictures[form(search.tree)], "notes": notes})
        on_tree_done()
    known = dict.fromkeys(code for tree in played for code in tree["rules"])
    return {
        "version": VERSION,
        "id": digest_of_pool(trainer, trees),
        "lecture": trainer.convention.id,
        "language": language,
        "skills": list(skills_of_pool(trainer, trees)),
        "settings": {"size": trainer.size, "seed": trainer.seed, "help": trainer.help},
        "rules": {code: {"name": say.misconception(code), "said": say.explained(code)} for code in known},
        "pictures": [*map(_shared_picture, groups.values())],
        "trees": played,
    }


def digest_of_pool(trainer: Trainer, trees: Iterable[PoolTree]) -> str:
    """Return an identifier of a pool, computed from the convention and the trees."""
    digests = (digest_of_search(trained.solution) for trained in trees)
    return hashlib.sha256("\n".join([trainer.convention.id, *digests]).encode()).hexdigest()[:16]


def form(tree: Tree) -> Hashable:
    """Return a key for a tree; trees with equal keys can share a picture."""
    return tree.kinds, tree.children, tuple(tree.names), tuple(tree.weights.items()), tuple(tree.moves.items())


def _widest_label(labels: Iterable[Label]) -> Label:
    same = [*labels]
    widest = {
        name: max((getattr(label, name) for label in same), key=lambda text: text_width(text, 1))
        for name in ("value", "window")
    }
    return same[0]._replace(struck=False, principal=False, **widest)


def _shared_picture(players: Sequence[AnimationPlayer]) -> Entry:
    """Return one picture that trees with equal keys share, and that shows only names.

    The picture leaves space for the widest text in any of the animations.
    """
    shown = zip(*(widest_labels(player.animation, player.language) for player in players), strict=True)
    found = [_widest_label(node) for node in shown]
    arrangement = arrange(players[0].tree, found)
    blank = [label._replace(value="", window="", status="waiting") for label in found]
    width, height = round(arrangement.width), round(arrangement.height)
    return {"svg": svg(arrangement, blank, standalone=False), "width": width, "height": height}


def _notes(trainer: Trainer, trees: Sequence[PoolTree]) -> list[str]:
    """Return notes on bounds, players and rules, written for the tree with the most kinds of nodes."""
    solution = max(
        (trained.solution for trained in trees), key=lambda found: (len(set(found.tree.kinds)), len(found.tree))
    )
    tree, language = solution.tree, trainer.language
    bound_definitions = words(language, "trainer.jinja").definitions(_facts_of_bounds(solution, language)).strip()
    page_notes = [bound_definitions] if bound_definitions else []
    players = str(legend(tree, "triangles", language).words)
    return [*page_notes, players, rules(tree, trainer.convention, language, is_played=True)]


def _facts_of_bounds(solution: Solution, language: str) -> Entry:
    """Return the names of the bounds in a convention.

    Their initial values are included unless the convention sets its own start window.
    """
    convention = solution.convention
    first = [number_text(bound, language) for bound in convention.widest]
    return {
        **convention._asdict(),
        "symbols": SolutionPage(solution, language=language).bound_head,
        "first": first if convention.window == convention.widest else [],
        "has_chance": Kind.CHANCE in solution.tree.kinds,
        "is_limited": convention.cuts_chance(solution.tree),
    }


def _trainer_script_texts(language: str) -> Entry:
    """Return all texts of the script, with placeholders in braces."""
    say = words(language, "trainer.jinja")
    return {
        "play": search_script_texts(language),
        "skills": {skill: say.skill(skill) for skill in SKILLS},
        **script_texts(say, _FILLED, _FIXED, _BLANKS),
    }
