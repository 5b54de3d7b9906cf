"""A match: two players play many games."""

from typing import Any

from treesolve.cli.asked_game import asked_players, asked_unfinished, check_reach
from treesolve.cli.output import opened
from treesolve.cli.run import Run, told_of
from treesolve.games.player_registry import Described
from treesolve.games.tournament import Record, match
from treesolve.model.problem import InputError, Problem
from treesolve.pages.handout import bound
from treesolve.pages.playing import match_page, match_rows

RANDOM_PLIES = 2
"""So many random moves begin a game where the players leave nothing to chance."""


def play_match(
    run: Run, name: str, position: str | None, form: str, output_path: str | None, options: dict[str, Any]
) -> None:
    """Play all games, or those that are over when somebody interrupts, and write what came of them."""
    game = asked_unfinished(name, position)
    described = asked_players(options, type(game))
    if any(one.kind == "human" for one in described):
        raise InputError((Problem("match-human"),))
    check_reach(described, [one.player(type(game), "") for one in described], game)
    determined = all(one.is_determined for one in described)
    opening = options["opening"]
    if opening is None:
        opening = RANDOM_PLIES if determined and options["games"] > 1 else 0
    seed = "" if determined and not opening else run.seed(options["seed"])
    facts = {
        **{key: options[key] for key in ("first", "second")},
        "game": name,
        "position": game.show(),
        "asked": options["games"],
        "opening": opening,
        "seed": seed,
        "swapping": bool(options["swap"]),
        "times": options["times"] is not False,
    }
    records: list[Record] = []
    with opened(output_path, form) as file:
        with run.until_interrupted():
            _play_all_games(run, type(game), described, facts, records)
        facts["interrupted"] = run.interrupted
        with run.progress.aside():
            file.write(_match_in_form(records, facts, form, run.language))


def _play_all_games(
    run: Run, game_class: Any, described: list[Described], facts: dict[str, Any], records: list[Record]
) -> None:
    """Play the games, adding each to the records when it is over."""
    seed, run.progress.total = facts["seed"], facts["asked"]
    pairs = (
        [one.player(game_class, f"{seed}:{number}:{seat}") for seat, one in enumerate(described)]
        for number in range(1, facts["asked"] + 1)
    )
    played = match(
        game_class, facts["position"], pairs, opening=facts["opening"], seed=seed, swapping=facts["swapping"]
    )
    with told_of(facts["game"]):
        for one in played:
            records.append(one)
            run.progress.done += 1


def _match_in_form(records: list[Record], facts: dict[str, Any], form: str, language: str) -> str | bytes:
    if form == "json":
        from treesolve.pages.json.playing_document import match_document

        return match_document(records, facts)
    return match_rows(records, facts, language) if form == "csv" else bound(match_page(records, facts, language), form)
