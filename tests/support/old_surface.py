"""What command lines said before the surface had twelve commands, said anew: one row for every option there was.

`renewed` turns the words of an old command line into those of a new one; the record is kept in the old words, so that
whatever they answered is still answered.

Vocabulary

    row         an old option, and what says the same now
    rule        an option that became a key in the expression of a convention
    look        an option that became a key of --style
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice
from typing import NamedTuple

COMMANDS: Mapping[str, tuple[str, ...]] = {
    "compare": ("solve",),
    "reorder": ("solve",),
    "format": ("check",),
    "key": ("check",),
    "conventions": ("list", "lectures"),
    "schema": ("list", "schemas"),
    "regrade": ("grade",),
    "match": ("play",),
    "tree": ("unfold",),
    "cost": ("study",),
}
"""The commands that have another name now; the others have kept theirs."""

RULES: Mapping[str, str] = {
    "--algorithm": "",
    "--alpha": "window",
    "--beta": "window",
    "--cut": "cut",
    "--bounds": "bounds",
    "--returns": "returns",
    "--test": "test",
    "--order": "order",
    "--ties": "ties",
    "--chance": "chance",
    "--perspective": "perspective",
    "--forced-move": "forced-move",
    "--empty-cuts": "empty-cuts",
    "--wording": "wording",
}
"""The options that are keys of an expression now."""

CONVENTION = ("-c", "--convention")
SEARCHING = ("solve", "draw", "practice", "grade", "explain", "regrade", "key", "generate", "reorder")
"""The commands that had all rules as options."""

LOOKS: Mapping[str, tuple[str, ...]] = {
    "solve": ("shapes", "paper", "width", "boards"),
    "draw": ("shapes", "paper", "width", "boards"),
    "practice": ("shapes",),
    "sheet": ("paper", "shapes", "large-print", "two-up", "steps"),
    "grade": ("report-format", "shapes", "paper", "width"),
    "explain": ("shapes", "paper", "width"),
    "tree": ("boards", "letters", "shapes"),
    "reorder": ("width",),
    "cost": ("paper",),
}
"""The options about looks that each command had, and that are keys of its --style now."""

RENAMED: Mapping[str, str] = {"report-format": "pages"}
"""The looks that have another name now."""

VALUES: Mapping[str, int] = {
    **dict.fromkeys(("--unknown", "--integers", "--slides", "--boards", "--watch", "--solved", "--large-print"), 0),
    **dict.fromkeys(("--two-up", "--steps", "--replace", "--strict", "--quiet", "-q", "--self-test", "--table"), 0),
    **dict.fromkeys(("--list-wants", "--swap", "--times", "--no-times", "--symmetric", "--letters", "--dag"), 0),
    **dict.fromkeys(("--best", "--worst", "--check", "--diff", "--help", "-h", "--version"), 0),
}
"""How many values an option took, where it was not one."""

KEPT: Mapping[str, str] = {
    "solve": "--language --unknown --letter --integers --slides --watch --format -o --output",
    "draw": "--solved --step --language --format -o --output",
    "practice": "--ask --language -o --output",
    "sheet": "--roster --variants --seed -o --output --source --sheet-language --fonts --replace --jobs --language",
    "grade": "--rubric --feedback --report --jobs --language --format -o --output",
    "explain": "--student --exercise --rubric --feedback --language --format -o --output",
    "regrade": "--key --rubric --feedback --grades --language --format -o --output",
    "key": "--exercise --language -o --output",
    "check": "--strict -q --quiet --self-test --rubric --language",
    "compare": "--language --format -o --output",
    "generate": "--language --shape --like --values --root --levels --leaves --want --count --seed --effort --table "
    "--replace -o --output",
    "play": "--first --second --moves --seed --language --format -o --output",
    "match": "--first --second --games --swap --opening --seed --times --no-times --language --format -o --output",
    "tree": "--depth --count --heuristic --seed --outcomes --root --symmetric --moves --swing --limit --dag "
    "--language --format -o --output",
    "reorder": "--language --format -o --output",
    "cost": "-c --convention --language --branching --depth --game --position --heuristic --orders --trials --effort "
    "--seed --format -o --output",
    "conventions": "--language --format -o --output",
    "format": "--language",
    "schema": "",
}
"""The options that each command had and that are called the same where it is now."""


GONE: Mapping[str, tuple[str, ...]] = {
    "grade": ("--accept",),
    "explain": ("--accept",),
    "regrade": ("--accept",),
    "compare": ("-c", "--conventions"),
    "generate": ("--list-wants",),
    "tree": ("-c", "--convention", "--title"),
    "reorder": ("--best", "--worst", "--effort"),
    "format": ("--check", "--diff"),
}
"""The options that are said in other words now."""


class Given(NamedTuple):
    """An option of a command line, with its value."""

    option: str
    values: tuple[str, ...]

    @property
    def value(self) -> str:
        """Its value, or its values."""
        return " ".join(self.values)


def renewed(words: Sequence[str]) -> list[str]:
    """The words of a command line, without the program's name, as they are said now.

    Where an option is none of the old ones, they are said so already.
    """
    if not words or words[0] not in KEPT:
        return [*words]
    command, options, files = words[0], *_parsed(words[1:])
    if not {given.option for given in options} <= {*options_of(command), "--help", "-h"}:
        return [*words]
    special = _SPECIAL.get(command, _unchanged)
    lecture, looks, kept = [], [], []
    for given in options:
        if command in SEARCHING and (given.option in CONVENTION or given.option in RULES):
            lecture.append(given)
        elif given.option.removeprefix("--") in LOOKS.get(command, ()):
            looks.append("=".join((RENAMED.get(given.option[2:], given.option[2:]), *given.values)))
        else:
            kept += special(given)
    style = ["--style", ",".join(looks)] if looks else []
    # What names the command comes first, so that mistakes are told in the right place.
    return [*_named(command, [given.option for given in options], files), *kept, *_convention(lecture), *style]


def options_of(command: str) -> list[str]:
    """All options that a command had, the names of one each by itself."""
    rules = [*CONVENTION, *RULES] if command in SEARCHING else []
    return [*KEPT[command].split(), *rules, *(f"--{look}" for look in LOOKS.get(command, ())), *GONE.get(command, ())]


def _parsed(words: Sequence[str]) -> tuple[list[Given], list[str]]:
    """The options of a command line, and its arguments."""
    options, files, rest = [], [], iter(words)
    for word in rest:
        if not word.startswith("-") or word == "-" or word[1].isdigit():
            files.append(word)
        elif "=" in word and word.startswith("--"):
            option, value = word.split("=", 1)
            options.append(Given(option, (value,)))
        else:
            options.append(Given(word, tuple(islice(rest, VALUES.get(word, 1)))))
    return options, files


def _named(command: str, options: Sequence[str], files: list[str]) -> list[str]:
    """The command, with what its old name said beside its arguments."""
    words = [*COMMANDS.get(command, (command,))]
    if command == "regrade":
        return [*words, *(["--against", *files] if files else [])]
    if command == "conventions":
        return [*words, *(name for name in files if name != "show")]
    if command == "generate" and "--list-wants" in options:
        return ["list", "wishes"]
    said = {
        "compare": [] if {"-c", "--conventions"} & {*options} else ["-c", "all"],
        "reorder": [] if {"--best", "--worst"} & {*options} else ["--best-order"],
        "format": [] if {"--check", "--diff"} & {*options} else ["--fix"],
        "key": [] if {"-o", "--output"} & {*options} else ["-o", "-"],
        "match": [] if "--games" in options else ["--games", "10"],
    }
    return [*words, *files, *said.get(command, ())]


def _unchanged(given: Given) -> list[str]:
    return [given.option, *given.values]


def _each_apart(option: str) -> Callable[[Given], list[str]]:
    """One option for each of the values that were separated by commas."""

    def special(given: Given) -> list[str]:
        if given.option not in (option, "-c", "--conventions", "--accept"):
            return _unchanged(given)
        name = "-c" if given.option in ("-c", option) and option == "--conventions" else given.option
        return [word for value in given.value.split(",") for word in (name, value.strip())]

    return special


def _instead(names: Mapping[str, tuple[str, ...]]) -> Callable[[Given], list[str]]:
    """Other words for some options."""
    return lambda given: [*names[given.option]] if given.option in names else _unchanged(given)


def _as_header(given: Given) -> list[str]:
    """What stands in the head of a tree file."""
    key = "title" if given.option == "--title" else "convention" if given.option in CONVENTION else None
    return ["--header", f"{key}: {given.value}"] if key else _unchanged(given)


_SPECIAL: Mapping[str, Callable[[Given], list[str]]] = {
    "compare": _each_apart("--conventions"),
    "grade": _each_apart("--accept"),
    "explain": _each_apart("--accept"),
    "regrade": _each_apart("--accept"),
    "reorder": _instead({"--best": ("--best-order",), "--worst": ("--worst-order",), "--effort": ()}),
    "format": _instead({"--check": ("--diff", "--quiet")}),
    "generate": _instead({"--list-wants": ()}),
    "tree": _as_header,
}


def _convention(given: Sequence[Given]) -> list[str]:
    """The expression of a convention, as an option; nothing where nothing was said."""
    named = [one.value for one in given if one.option in CONVENTION]
    rules = [one for one in given if one.option not in CONVENTION]
    algorithm = next((one.value for one in rules if one.option == "--algorithm"), None)
    if algorithm == "maxn" or not given:
        return []
    keys = [*_algorithm_keys(algorithm), *_keys(rules, named)]
    return ["-c", (named[-1] if named else "") + (":" + ",".join(keys) if keys else "")] if named or keys else []


def _algorithm_keys(algorithm: str | None) -> list[str]:
    """What an algorithm says as rules."""
    if algorithm in (None, "alphabeta"):
        return []
    return ["cut=never", f"perspective={algorithm}"]


def _keys(rules: Sequence[Given], named: Sequence[str]) -> Iterator[str]:
    """The rules of an expression."""
    ends = {one.option: one.value for one in rules if RULES[one.option] == "window"}
    if ends:
        widest = ("-1", "2") if named[-1:] == ["unit"] else ("-inf", "inf")
        yield f"window={ends.get('--alpha', widest[0])}..{ends.get('--beta', widest[1])}"
    for one in rules:
        if RULES[one.option] not in ("", "window"):
            yield f"{RULES[one.option]}={ {'>=': 'weak', '>': 'strict'}.get(one.value, one.value) }"
