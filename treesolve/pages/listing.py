"""What there is to choose from, as tables in "text" or "markdown"; each function returns one without a line feed."""

from collections.abc import Iterable, Mapping, Sequence

from treesolve.pages.environment import TABLES, words

Rows = Iterable[Sequence[str]]


def lists_page(what: Iterable[str], form: str = "text", language: str = "en") -> str:
    """The lists there are, and how one thing of them is told at length."""
    say = words(language, "listing.jinja")
    rows = [(f"treesolve list {name}", say.about(name)) for name in what]
    return f"{_table(('what', 'meaning'), rows, form, language)}\n\n{say.more()}"


def wishes_page(name: str | None = None, form: str = "text", language: str = "en") -> str:
    """All wishes, each as it can be written, with what it means; of a single one every way to write it."""
    from treesolve.exercises.constraint import WANTS, examples

    say = words(language, "generating.jinja")
    most = len(examples(name)) if name else 2
    rows = [("  ".join(examples(each)[:most]), say.meaning(each)) for each in ([name] if name else WANTS)]
    return _table(("wish", "meaning"), rows, form, language)


def games_page(name: str | None = None, form: str = "text", language: str = "en") -> str:
    """All games with their rules; of a single one how it begins, and by which heuristics it can be estimated."""
    from treesolve.games.registry import GAMES, game_class, heuristic_names

    say = words(language, "listing.jinja")
    if name is None:
        return _table(("game", "rules"), [(each, say.rules(each)) for each in GAMES], form, language)
    game = game_class(name)
    row = (name, say.rules(name), game.start, " ".join(heuristic_names(game)))
    return _table(("game", "rules", "start", "heuristics"), [row], form, language)


def schemas_page(writers: Mapping[str, str], form: str = "text", language: str = "en") -> str:
    """The documents for machines, each with the command that writes it."""
    import json

    from treesolve.notation.schemas import schema_text

    rows = [(name, json.loads(schema_text(name))["$id"], f"treesolve {command}") for name, command in writers.items()]
    return _table(("document", "schema", "writer"), rows, form, language)


def formats_page(
    forms: Mapping[str, tuple[Sequence[str], Sequence[str]]], form: str = "text", language: str = "en"
) -> str:
    """The forms, each with the endings that stand for it and the commands that write it."""
    rows = [(name, " ".join(endings), " ".join(commands)) for name, (endings, commands) in forms.items()]
    return _table(("form", "endings", "writers"), rows, form, language)


def notations_page(form: str = "text", language: str = "en") -> str:
    """The other notations in which trees are read, each with its name."""
    from treesolve.notation.foreign.recognise import notation_names

    say = words(language, "problems.jinja")
    return _table(("notation",), [(say.notation(name),) for name in notation_names()], form, language)


def _table(columns: Sequence[str], rows: Rows, form: str, language: str) -> str:
    say = words(language, "listing.jinja")
    return TABLES[form]([str(say.heading(column)) for column in columns], [list(map(str, row)) for row in rows])
