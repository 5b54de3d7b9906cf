"""What there is to choose from, as tables."""

from collections.abc import Iterable, Mapping, Sequence

from treesolve.pages.document import Document, Opening, Paragraph, Table, Verbatim, listing
from treesolve.pages.environment import words

Rows = Iterable[Sequence[str]]


def lists_page(what: Iterable[str], language: str = "en") -> Document:
    """The lists there are, and how one thing of them is told at length."""
    say = words(language, "listing.jinja")
    rows = [(f"treesolve list {name}", say.about(name)) for name in what]
    return _page_of_list("lists", ("what", "meaning"), rows, language, say.more())


def wishes_page(name: str | None = None, language: str = "en") -> Document:
    """All wishes, each as it can be written, with what it means; of a single one every way to write it."""
    from treesolve.exercises.want import WANTS, examples

    say = words(language, "generating.jinja")
    most = len(examples(name)) if name else 2
    rows = [("  ".join(examples(each)[:most]), say.meaning(each)) for each in ([name] if name else WANTS)]
    return _page_of_list("wishes", ("wish", "meaning"), rows, language)


def examples_page(name: str | None = None, language: str = "en") -> Document:
    """All exercises that travel with the program, each with its title; of a single one its file."""
    from treesolve.exercises.example import example_title, examples
    from treesolve.model.input_file import read_input

    if name is None:
        rows = [(each, example_title(each)) for each in examples()]
        return _page_of_list("examples", ("example", "title"), rows, language)
    return Document([Opening(None, example_title(name)), Verbatim(read_input(str(examples()[name])).text)], language)


def games_page(name: str | None = None, language: str = "en") -> Document:
    """All games with their rules; of a single one how it begins, and by which heuristics it can be estimated."""
    from treesolve.games.registry import GAMES, game_class, heuristic_names

    say = words(language, "listing.jinja")
    if name is None:
        return _page_of_list("games", ("game", "rules"), [(each, say.rules(each)) for each in GAMES], language)
    game = game_class(name)
    row = (name, say.rules(name), game.start, " ".join(heuristic_names(game)))
    return _page_of_list("games", ("game", "rules", "start", "heuristics"), [row], language)


def schemas_page(writers: Mapping[str, str], language: str = "en") -> Document:
    """The documents for machines, each with the command that writes it."""
    import json

    from treesolve.model.resources import schema_text

    rows = [(name, json.loads(schema_text(name))["$id"], f"treesolve {command}") for name, command in writers.items()]
    return _page_of_list("schemas", ("document", "schema", "writer"), rows, language)


def formats_page(
    forms: Mapping[str, tuple[Sequence[str], Sequence[str]]],
    language: str = "en",
    *,
    notations: bool = False,
    systems: Mapping[str, Sequence[str]] = {},
) -> Document:
    """The forms, each with its endings and the commands that write it; if asked, the notations that are read.

    `systems` are course systems whose submissions are read, each with the options that write what goes back.
    """
    rows = [(name, " ".join(endings), " ".join(commands)) for name, (endings, commands) in forms.items()]
    page = _page_of_list("formats", ("form", "endings", "writers"), rows, language)
    more = [_table_of_notations(language)] if notations else []
    more += [_table_of_systems(systems, language)] if systems else []
    return page._replace(blocks=[*page.blocks, *more])


def _table_of_notations(language: str) -> Table:
    """The other notations in which trees are read, each with its name and the endings of files written in it."""
    from treesolve.notation.foreign.carried import notations

    headings = [words(language, "listing.jinja").heading(column) for column in ("notation", "written")]
    say = words(language, "problems.jinja").notation
    rows = [(say(name), " ".join(f".{ending}" for ending in endings)) for name, endings in notations()]
    return Table(headings, listing(list(map(list, rows))))


def _table_of_systems(systems: Mapping[str, Sequence[str]], language: str) -> Table:
    headings = [words(language, "listing.jinja").heading(column) for column in ("system", "back")]
    return Table(headings, listing([[name, " ".join(options)] for name, options in systems.items()]))


def _page_of_list(what: str, columns: Sequence[str], rows: Rows, language: str, note: str = "") -> Document:
    say = words(language, "listing.jinja")
    table = Table([say.heading(column) for column in columns], listing([list(map(str, row)) for row in rows]))
    notes = [Paragraph([note], "note")] if note else []
    return Document([Opening(None, say.title(what)), table, *notes], language)
