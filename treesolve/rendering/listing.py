"""Tables that list the available conventions, games, formats etc., and the page of one convention."""

from collections.abc import Iterable, Mapping, Sequence

from treesolve.model.convention import Convention
from treesolve.model.input_file import read_input
from treesolve.model.reading_point import AT_ENTRY
from treesolve.model.resources import schema_text
from treesolve.rendering.document import Document, Opening, Paragraph, Table, Verbatim, listing
from treesolve.rendering.template_engine import capitalized
from treesolve.rendering.template_environment import window_text, words

Rows = Iterable[Sequence[str]]


def lists_page(what: Iterable[str], language: str = "en") -> Document:
    """Return a page with all available lists, and with the command that shows the details of an entry."""
    say = words(language, "listing.jinja")
    rows = [(f"treesolve list {name}", say.about(name)) for name in what]
    return _page_of_list("lists", ("what", "meaning"), rows, language, say.more())


def constraints_page(name: str | None = None, language: str = "en") -> Document:
    """Return all constraints on generated trees, with examples and meaning.

    If `name` is given, return all notations of this constraint instead.
    """
    from treesolve.authoring.constraint import CONSTRAINTS, examples

    say = words(language, "constraints.jinja")
    most = len(examples(name)) if name else 2
    rows = [("  ".join(examples(each)[:most]), say.meaning(each)) for each in ([name] if name else CONSTRAINTS)]
    return _page_of_list("constraints", ("constraint", "meaning"), rows, language)


def examples_page(name: str | None = None, language: str = "en") -> Document:
    """Return all bundled exercises with their titles. If `name` is given, return the file of this exercise instead."""
    from treesolve.authoring.bundled_exercise import example_title, examples

    if name is None:
        rows = [(each, example_title(each)) for each in examples()]
        return _page_of_list("examples", ("example", "title"), rows, language)
    return Document([Opening(None, example_title(name)), Verbatim(read_input(str(examples()[name])).text)], language)


def games_page(name: str | None = None, language: str = "en") -> Document:
    """Return all games with their rules. If `name` is given, return this game with start position and heuristics."""
    from treesolve.games.registry import GAMES, game_class, heuristic_names

    say = words(language, "listing.jinja")
    if name is None:
        return _page_of_list("games", ("game", "rules"), [(each, say.rules(each)) for each in GAMES], language)
    game = game_class(name)
    row = (name, say.rules(name), game.start, " ".join(heuristic_names(game)))
    return _page_of_list("games", ("game", "rules", "start", "heuristics"), [row], language)


def schemas_page(writers: Mapping[str, str], language: str = "en") -> Document:
    """Return the JSON documents, each with the command that writes it."""
    import json

    rows = [(name, json.loads(schema_text(name))["$id"], f"treesolve {command}") for name, command in writers.items()]
    return _page_of_list("schemas", ("document", "schema", "writer"), rows, language)


def formats_page(
    forms: Mapping[str, tuple[Sequence[str], Sequence[str]]],
    language: str = "en",
    *,
    with_notations: bool = False,
    systems: Mapping[str, Sequence[str]] = {},
) -> Document:
    """Return the output formats with their extensions and commands.

    `with_notations` adds the input notations. `systems` maps each course system whose submissions can be read
    to the options that write files for this system.
    """
    rows = [(name, " ".join(endings), " ".join(commands)) for name, (endings, commands) in forms.items()]
    page = _page_of_list("formats", ("form", "endings", "writers"), rows, language)
    more = []
    if with_notations:
        from treesolve.notation.importers.format_capabilities import notations

        say = words(language, "problems.jinja").notation
        read = [(say(name), " ".join(f".{ending}" for ending in endings)) for name, endings in notations()]
        more.append(_table(("notation", "written"), read, language))
    if systems:
        more.append(_table(("system", "back"), ((name, " ".join(each)) for name, each in systems.items()), language))
    return page._replace(blocks=[*page.blocks, *more])


def _page_of_list(what: str, columns: Sequence[str], rows: Rows, language: str, note: str = "") -> Document:
    notes = [Paragraph([note], "note")] if note else []
    title = words(language, "listing.jinja").title(what)
    return Document([Opening(None, title), _table(columns, rows, language), *notes], language)


def _table(columns: Sequence[str], rows: Rows, language: str) -> Table:
    say = words(language, "listing.jinja")
    return Table(list(map(say.heading, columns)), listing([list(map(str, row)) for row in rows]))


_MEANING_WIDTH = 60
"""Width of the column of field meanings in a terminal, in characters."""

_TABLE = ("id", "cut", "bounds", "returns", "test", "perspective", "source")


def conventions_page(conventions: Iterable[Convention], language: str = "en") -> Document:
    """Return the table of conventions, with a note on how to see the details of a convention."""
    rows = [[_value_of_field(convention, name, language) for name in _TABLE] for convention in conventions]
    say = words(language, "conventions.jinja")
    table = Table([say.heading(name) for name in _TABLE], listing(rows))
    return Document([Opening(None, say.title()), table, Paragraph([say.more()], "note")], language)


def convention_page(convention: Convention, language: str = "en") -> Document:
    """Return a convention with its rules in words, its remarks and pitfalls, and the meaning of every field."""
    say, general = words(language, "conventions.jinja"), words(language)
    hidden = ("id", "title", "source", *(["alpha_beta"] if convention.alpha_beta == AT_ENTRY else []))
    fields = [name for name in Convention._fields if name not in hidden]
    rows = [[name.replace("_", "-"), _value_of_field(convention, name, language), say.meaning(name)] for name in fields]
    rules = capitalized(general.rules(convention).strip()) + "."
    traps = [general.trap(code) for code in convention.traps]
    head = [say.heading(name) for name in ("field", "value", "meaning")]
    return Document(
        [
            Opening(f"{convention.id}: {convention.title}", source=convention.source),
            Paragraph([each for each in (rules, say.remark(convention.id), *traps) if each]),
            Table(head, listing(rows), widest=_MEANING_WIDTH),
        ],
        language,
    )


def _value_of_field(convention: Convention, name: str, language: str) -> str:
    if name == "window":
        return window_text(*convention.window, language)
    return str(getattr(convention, name))
