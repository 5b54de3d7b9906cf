"""What could be typed once, and what is typed in its place."""

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

import click

from treesolve.cli.language import language_named, spoken_language
from treesolve.model.problem import Problem


class Gone(NamedTuple):
    """What stands in place of an option: words to type, and the code of the sentence that tells them.

    `needs` is the option in which they are typed: commands that do not have it say nothing of them.
    """

    instead: str
    code: str = "option-gone"
    needs: str | None = None


_RULES = (
    "bounds=shallow",
    "chance=star2",
    "cut=strict",
    "empty-cuts=shown",
    "forced-move=unseen",
    "order=right-left",
    "perspective=negamax",
    "returns=clipped",
    "test=before",
    "ties=last",
    "wording=one-bound",
)
_RULE_OF = {
    "--algorithm": "cut=never",
    "--alpha": "window=-3..inf",
    "--beta": "window=-inf..5",
    **{f"--{rule.partition('=')[0]}": rule for rule in _RULES},
}

_LOOKS = ("boards", "large-print", "letters", "two-up")

OPTIONS: dict[str, Gone] = {
    **{option: Gone(rule, "rule-gone", needs="--convention") for option, rule in _RULE_OF.items()},
    **{f"--{look}": Gone(f"--style {look}", needs="--style") for look in _LOOKS},
    "--shapes": Gone("--style shapes=circles", needs="--style"),
    "--paper": Gone("--style paper=letter", needs="--style"),
    "--width": Gone("--style width=60", needs="--style"),
    "grade --report-format": Gone("--style pages=pdf"),
    "generate --chance": Gone("chance=star2", "rule-gone", needs="--convention"),
    "generate --list-wants": Gone("treesolve list wishes"),
    "solve --effort": Gone("--best-order or --worst-order"),
    "sheet --steps": Gone("--style steps"),
    "unfold --title": Gone("--header 'title: ...'"),
    "unfold -c": Gone("--header 'convention: aima'"),
    "unfold --convention": Gone("--header 'convention: aima'"),
}
"""The options that have gone, of all commands ("--cut") or of one ("cost --paper"), the latter going before."""

COMMANDS: dict[str, str] = {
    "compare": "treesolve solve FILE -c all",
    "reorder": "treesolve solve FILE --best-order",
    "format": "treesolve check FILE --fix",
    "key": "treesolve check FILES -o key.json",
    "conventions": "treesolve list lectures",
    "schema": "treesolve list schemas NAME",
    "regrade": "treesolve grade --against GRADES",
    "match": "treesolve play GAME --games N",
    "tree": "treesolve unfold GAME",
    "cost": "treesolve study",
    "export": "treesolve convert FILE -o x.json",
}
"""The commands that have gone or are looked for here, each with what is typed in its place."""


def option_error(error: click.NoSuchOption, words: Sequence[str]) -> click.UsageError:
    """What is said about an unknown option: of one that has gone, what is typed now; `words` are the whole line.

    An option that is the beginning of another one is more likely that one, unless the table has it for the command.
    """
    command = error.ctx.command if error.ctx else None
    own = OPTIONS.get(f"{command.name} {error.option_name}") if command else None
    gone = own or OPTIONS.get(error.option_name)
    names = {name for param in command.params for name in param.opts} if command else set()
    is_shortened = not own and any(name.startswith(error.option_name) for name in names)
    if gone is None or is_shortened or (gone.needs and gone.needs not in names):
        return error
    return _usage_error(gone.code, {"option": error.option_name, "instead": gone.instead}, words, error.ctx)


def command_error(name: str, words: Sequence[str], ctx: click.Context) -> click.UsageError | None:
    """What is said about a command that has gone; None about any other."""
    if name not in COMMANDS:
        return None
    return _usage_error("command-gone", {"command": name, "instead": COMMANDS[name]}, words, ctx)


def _usage_error(
    code: str, facts: dict[str, object], words: Sequence[str], ctx: click.Context | None
) -> click.UsageError:
    from treesolve.pages.problem import problem_sentence

    return click.UsageError(problem_sentence(Problem(code, None, facts), asked_language(words)), ctx)


def asked_language(words: Sequence[str]) -> str:
    """The language that a line of words asks for, before it is known what else is in it.

    >>> asked_language(["solve", "--cut", ">", "--language", "de"]), asked_language(["--language=de", "solve"])
    ('de', 'de')
    """
    joined = [word.partition("=")[2] for word in words if word.startswith("--language=")]
    apart = [value for word, value in pairwise(words) if word == "--language"]
    return next(filter(None, map(language_named, (*apart, *joined))), None) or spoken_language()
