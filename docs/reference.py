"""Generate the reference pages: commands, Python names, constraints, rules of conventions, formats, misconceptions.

python docs/reference.py             report outdated pages
python docs/reference.py --update    write them
"""

import sys
from collections.abc import Callable, Mapping
from inspect import getsource
from pathlib import Path

import click
from click.testing import CliRunner
from python_names import python_names

from treesolve.analysis.misconception import CODES
from treesolve.analysis.payoff_misconceptions import PAYOFF_CODES
from treesolve.cli import treesolve
from treesolve.model.convention import CHOICES, CONVENTIONS, CUT_WORDS, RULES
from treesolve.rendering.template_environment import words
from treesolve.search.search import alpha_beta

DOCS = Path(__file__).parent
WIDTH = 78
MADE = "This page is made from the program by `python docs/reference.py --update`."

# Commands


def commands() -> str:
    """Return the page of all commands and their options, with the output of `--help`."""
    context = click.Context(treesolve)
    names = ["", *treesolve.list_commands(context)]
    titles = [f"treesolve {name}".strip() for name in names]
    contents = "\n".join(f"- [{title}](#{title.replace(' ', '-')})" for title in titles)
    sections = "\n".join(f"## {title}\n\n{_help(name)}" for title, name in zip(titles, names, strict=True))
    links = "How files are read, what is written where, and what exit codes mean: [Running treesolve](running.md)."
    return f"# The command line\n\n{MADE} {links}\n\n{contents}\n\n{sections}"


def _help(name: str) -> str:
    line = [*([name] if name else []), "--help"]
    return f"```console\n$ treesolve {' '.join(line)}\n{_printed(*line)}```\n"


def _printed(*line: str) -> str:
    """Return the output of a command."""
    return CliRunner().invoke(treesolve, line, prog_name="treesolve", terminal_width=WIDTH).output


# Lists


def rules() -> str:
    """Return the page of the rules of conventions with their values, and of all named conventions."""
    say = words("en", "conventions.jinja")
    rows = "".join(f"| `{rule.replace('_', '-')}` | {_choices(rule)} | {say.meaning(rule)} |\n" for rule in RULES)
    table = f"| Rule | Can be | Says |\n|---|---|---|\n{rows}"
    examples = "Examples of what follows from each rule: [Conventions](lectures.md)."
    syntax = "A convention names a convention and the rules that differ: `-c aima:cut=strict,order=right-left`."
    conventions = "\n".join("#" + _listed("conventions", name).partition("\n|")[0] for name in CONVENTIONS)
    listed = f"{_listed('conventions')}\n{_search()}\n{conventions}"
    return f"# Rules of the conventions\n\n{MADE} {examples}\n\n{syntax}\n\n{table}\n{listed}"


def _search() -> str:
    """Return the section with the source of the search that all conventions share."""
    explained = (
        "All conventions are this one recursion; its rules are made from the fields above: `order`, `window` (from\n"
        "`bounds`), `stops` (from `cut`) and `result` (from `returns`). `visit` evaluates a leaf and searches any\n"
        "other node; `end` and `cut` record what happened."
    )
    return f"## The search\n\n{explained}\n\n```python\n{getsource(alpha_beta)}```\n"


def _choices(rule: str) -> str:
    """Return the values of a rule in the notation of convention expressions."""
    shown = {sign: word for word, sign in CUT_WORDS.items()}
    return ", ".join(f"`{shown.get(choice, choice)}`" for choice in CHOICES.get(rule, ("-3..5", "-inf..inf")))


def constraints() -> str:
    """Return the page of all constraints on generated trees."""
    links = "How to generate trees that meet them: [Generating trees](generate.md)."
    syntax = 'On the command line `--want pruned=5`, in a sheet `want = ["pruned=5"]`.'
    return f"# Constraints\n\n{MADE} {links}\n\n{syntax}\n\n{_listed('constraints')}"


def formats() -> str:
    """Return the page of all input and output formats."""
    links = "What is written where: [Running treesolve](running.md); how trees in other notations are read: "
    links += "[Notation](notation.md#trees-that-were-written-for-something-else)."
    return f"# Formats\n\n{MADE} {links}\n\n{_listed('formats')}"


def _listed(*what: str) -> str:
    return _printed("list", *what, "--format", "markdown")


# Misconceptions


def misconceptions() -> str:
    """Return the page of all misconceptions with their codes and feedback."""
    say = words("en", "grading.jinja")
    rows = "".join(
        f"| `{code}` | {say.misconception(code)} | {say.explained(code)} |\n" for code in (*CODES, *PAYOFF_CODES)
    )
    links = "When one is reported: [How answers are marked](marking.md#what-marks-do-not-depend-on)."
    return f"# Misconceptions\n\n{MADE} {links}\n\n| Code | What the student does | Feedback |\n|---|---|---|\n{rows}"


# Python


def names() -> str:
    """Return the page of all public names of the package."""
    links = "What functions take, and what can be saved: [Python](python.md)."
    return f"# Names of the Python package\n\n{MADE} {links}\n\n{python_names()}"


PAGES: Mapping[str, Callable[[], str]] = {
    "cli.md": commands,
    "python-names.md": names,
    "rules.md": rules,
    "constraints.md": constraints,
    "misconceptions.md": misconceptions,
    "formats.md": formats,
}
"""The generator of each page, by file name."""


def main() -> int:
    """Report outdated pages or, with --update, write them; return 1 if pages are outdated."""
    stale = [name for name, made in PAGES.items() if not (DOCS / name).is_file() or (DOCS / name).read_text() != made()]
    for name in stale:
        if "--update" in sys.argv:
            (DOCS / name).write_text(PAGES[name](), "utf-8")
        print(f"docs/{name}: {'written' if '--update' in sys.argv else 'not what the program says'}")
    return 1 if stale and "--update" not in sys.argv else 0


if __name__ == "__main__":
    sys.exit(main())
