"""The reference pages, made from the program: commands, JSON, wishes, rules of lectures, formats, messages.

python docs/reference.py             tell which pages are not what the program says
python docs/reference.py --update    write them
"""

import json
import re
import sys
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import click
from click.testing import CliRunner
from jinja2 import Environment, nodes
from python_names import python_names

from treesolve.analysis.misconception import CODES
from treesolve.analysis.payoff_misconceptions import PAYOFF_CODES
from treesolve.cli import treesolve
from treesolve.cli.list import WRITERS
from treesolve.drawing.markup import markdown_escaped
from treesolve.model.convention import CHOICES, CONVENTIONS, CUT_WORDS, RULES
from treesolve.model.resources import schema_text
from treesolve.pages.environment import words

DOCS = Path(__file__).parent
WIDTH = 78
MADE = "This page is made from the program by `python docs/reference.py --update`."

Schema = Mapping[str, Any]


# Commands


def commands() -> str:
    """All commands and their options, as `--help` shows them."""
    context = click.Context(treesolve)
    names = ["", *treesolve.list_commands(context)]
    titles = [f"treesolve {name}".strip() for name in names]
    contents = "\n".join(f"- [{title}](#{title.replace(' ', '-')})" for title in titles)
    sections = "\n".join(f"## {title}\n\n{_help(name)}" for title, name in zip(titles, names, strict=True))
    told = "How files are read, what is written where, and what exit codes mean: [Running treesolve](running.md)."
    return f"# The command line\n\n{MADE} {told}\n\n{contents}\n\n{sections}"


def _help(name: str) -> str:
    line = [*([name] if name else []), "--help"]
    return f"```console\n$ treesolve {' '.join(line)}\n{_printed(*line)}```\n"


def _printed(*line: str) -> str:
    """What a command prints."""
    return CliRunner().invoke(treesolve, line, prog_name="treesolve", terminal_width=WIDTH).output


# JSON

FEWEST_FIELDS = 3
"""An object with fewer fields than these is described wherever it stands."""


def fields() -> str:
    """All fields of all documents, with their types and what the schemas say of them."""
    schemas = {kind: json.loads(schema_text(kind)) for kind in WRITERS}
    described, told_in = dict[tuple[Field, ...], str](), dict[Field, str]()
    contents = ", ".join(f"[{kind}](#{kind})" for kind in schemas)
    sections = "\n".join(_document(kind, schema, described, told_in) for kind, schema in schemas.items())
    told = "What the documents are for, what a number is, and examples: [JSON](json.md). "
    told += "Fields of one type that mean the same stand in one row. `x[]` is each entry of a list, `NAME` each key; "
    told += "`number[]` is a list of numbers, and what stands between strokes is one or the other."
    return f"# Fields of JSON documents\n\n{MADE} {told}\n\n{contents}\n\n{sections}"


class Field(NamedTuple):
    """A field of a document: its path, its type, and what is said of it."""

    path: str
    kind: str
    told: str


def _document(kind: str, schema: Schema, described: dict[tuple[Field, ...], str], told_in: dict[Field, str]) -> str:
    """The section of a document; what another one has described refers to it, fields and objects with theirs."""
    fields = _without_repeated(_fields(schema), kind, described)
    paths, as_there = defaultdict[tuple[str, str], list[str]](list), defaultdict[str, list[str]](list)
    for field in fields:
        there = told_in.setdefault(field, kind)
        same = paths[field.kind, field.told] if there == kind else as_there[there]
        same.append(f"`{field.path}`")
    rows = [f"- {', '.join(same)} {one}: {told}\n" for (one, told), same in paths.items()]
    rows += [f"- {', '.join(same)}: as in [{there}](#{there})\n" for there, same in as_there.items()]
    said = f"{schema['title']}. {schema.get('description', '')}".strip()
    return f"## {kind}\n\n`{schema['$id']}`: {said}\n\n{''.join(rows)}"


def _fields(schema: Schema) -> list[Field]:
    """The fields of a document, each once, with all types that it has; what keys lead to is part of their object."""
    kinds = defaultdict[tuple[str, str], dict[str, None]](dict)
    for path, one in _walk(schema, schema):
        if path != "schema" and not path.endswith("NAME"):
            kinds[path, _told(one, schema)].update(dict.fromkeys(_kinds(one, schema)))
    return [Field(path, "/".join(found), told) for (path, told), found in kinds.items()]


def _without_repeated(fields: list[Field], kind: str, described: dict[tuple[Field, ...], str]) -> list[Field]:
    """The fields without those below an object that was described before, which says where instead."""
    kept, inside = list[Field](), None
    for field in fields:
        if inside and field.path.startswith(inside):
            continue
        inside = None
        below = _below(field.path, fields)
        if len(below) >= FEWEST_FIELDS and below in described:
            inside, told = f"{field.path}{_opening(field.path, fields)}", f"{field.told} {described[below]}"
            field = field._replace(told=told)
        elif below:
            described[below] = f"Its fields: those of `{field.path}` in [{kind}](#{kind})."
        kept.append(field)
    return kept


def _below(path: str, fields: list[Field]) -> tuple[Field, ...]:
    """The fields below one, with their paths from there."""
    before = f"{path}{_opening(path, fields)}"
    return tuple(one._replace(path=one.path.removeprefix(before)) for one in fields if one.path.startswith(before))


def _opening(path: str, fields: list[Field]) -> str:
    """What stands between the path of a field and those of the fields below it."""
    return "[]." if any(one.path.startswith(f"{path}[].") for one in fields) else "."


def _walk(part: Schema, whole: Schema, path: str = "", above: tuple[str, ...] = ()) -> Iterator[tuple[str, Schema]]:
    """Each field below a part of a schema, with its path; what contains itself is entered once."""
    for one in _ways(part):
        reference = one.get("$ref", "")
        if reference in above:
            continue
        found, below = _resolved(one, whole), (*above, *([reference] if reference else []))
        if found is not one and _ways(found) != [found]:
            yield from _walk(found, whole, path, below)
        for name, field in found.get("properties", {}).items():
            yield f"{path}{name}", field
            yield from _walk(field, whole, f"{path}{name}.", below)
        if "items" in found and isinstance(found["items"], dict):
            yield from _walk(found["items"], whole, f"{path.removesuffix('.')}[].", below)
        if isinstance(found.get("additionalProperties"), dict):
            yield f"{path}NAME", found["additionalProperties"]
            yield from _walk(found["additionalProperties"], whole, f"{path}NAME.", below)


def _ways(part: Schema) -> list[Schema]:
    """The part itself, or the alternatives it has."""
    return [way for key in ("oneOf", "anyOf", "allOf") for way in part.get(key, ())] or [part]


def _resolved(part: Schema, whole: Schema) -> Schema:
    """The part, or what it refers to."""
    for step in part.get("$ref", "#").split("/")[1:]:
        part = whole["$defs"][step] if step != "$defs" else part
    return part


def _kinds(part: Schema, whole: Schema) -> list[str]:
    """The types that a field can have."""
    return [kind for way in _ways(part) for kind in _kinds_of_way(way, whole)]


def _kinds_of_way(part: Schema, whole: Schema) -> list[str]:
    if "$ref" in part:
        name = part["$ref"].rpartition("/")[2]
        return [name] if name in ("number", "value") else _kinds(_resolved(part, whole), whole)
    if "const" in part or "enum" in part:
        return [f"`{json.dumps(choice)}`" for choice in part.get("enum", [part.get("const")])]
    told = part.get("type", "anything")
    return [_holding(kind, part, whole) for kind in (told if isinstance(told, list) else [told])]


def _holding(kind: str, part: Schema, whole: Schema) -> str:
    """A type; of a list or an object with any keys, with what it holds."""
    held = part.get({"array": "items", "object": "additionalProperties"}.get(kind, ""))
    if not isinstance(held, dict):
        return kind
    kinds = "/".join(dict.fromkeys(_kinds(held, whole)))
    return f"object of {kinds}" if kind == "object" else f"({kinds})[]" if "/" in kinds else f"{kinds}[]"


def _told(part: Schema, whole: Schema) -> str:
    """What the schema says of a field; what a number is stands on the page about JSON."""
    is_number = part.get("$ref", "").endswith("/number")
    said = part.get("description") or ("" if is_number else _resolved(part, whole).get("description", ""))
    return str(said)


# Lists


def rules() -> str:
    """What lectures decide, in which words a convention says so, and every lecture with what it decided."""
    say = words("en", "conventions.jinja")
    rows = "".join(f"| `{rule.replace('_', '-')}` | {_choices(rule)} | {say.meaning(rule)} |\n" for rule in RULES)
    table = f"| Rule | Can be | Says |\n|---|---|---|\n{rows}"
    told = "What follows from each rule, with examples: [Lectures](lectures.md)."
    written = "A convention names a lecture and the rules that are different: `-c aima:cut=strict,order=right-left`."
    lectures = "\n".join("#" + _listed("lectures", name).partition("\n|")[0] for name in CONVENTIONS)
    return f"# Rules of the lectures\n\n{MADE} {told}\n\n{written}\n\n{table}\n{_listed('lectures')}\n{lectures}"


def _choices(rule: str) -> str:
    """What a rule can be, as conventions write it."""
    shown = {sign: word for word, sign in CUT_WORDS.items()}
    return ", ".join(f"`{shown.get(choice, choice)}`" for choice in CHOICES.get(rule, ("-3..5", "-inf..inf")))


def wishes() -> str:
    """Every wish with its meaning."""
    told = "How trees are made that meet them: [Trees made to measure](generate.md)."
    written = 'On the command line `--want pruned=5`, in a sheet `want = ["pruned=5"]`.'
    return f"# Wishes\n\n{MADE} {told}\n\n{written}\n\n{_listed('wishes')}"


def formats() -> str:
    """All forms of files that are written and read."""
    told = "What is written where: [Running treesolve](running.md); how trees in other notations are read: "
    told += "[Notation](notation.md#trees-that-were-written-for-something-else)."
    return f"# Formats\n\n{MADE} {told}\n\n{_listed('formats')}"


def _listed(*what: str) -> str:
    return _printed("list", *what, "--format", "markdown")


# Messages

FEWEST_WORDS, MOST_WORDS = 3, 6
"""So many words of a message are told on its page."""

_SENTENCES = DOCS.parent / "templates" / "en" / "problems.jinja"
_SENTENCE_BEFORE = re.compile(r"\[[^][/]*\.\] ")
_LONG_CASES = re.compile(r"\[(?P<first>.*?) / ")
_SECTION = re.compile(r"^\{# ([^\n]*[^.]) #\}\n(.*?)(?=^\{#|\Z)", re.MULTILINE | re.DOTALL)


def messages() -> str:
    """Every sentence about what can be wrong, with the code it has in JSON and in Python."""
    text = _SENTENCES.read_text("utf-8")
    sentences = Sentences(text)
    told = (
        "Each code, as JSON and Python have it, with how its message begins; the message itself goes on with what to "
        "do. What stands in ‹these marks› depends on the case; codes in one row begin alike. Where text in another "
        "notation was taken for a tree, the message first says what it looks like. How messages look, and what exit "
        "codes mean: "
        "[Running treesolve](running.md#problems-and-exit-codes)."
    )
    sections = (f"\n## {title}\n\n{sentences.entries(part)}" for title, part in _SECTION.findall(text))
    return f"# Messages\n\n{MADE} {told}\n{''.join(sections)}"


def _beginning(message: str) -> str:
    """The first sentence of a message if that is short, else its first words; short cases in brackets stay whole."""
    found, depth = list[str](), 0
    for word in _first_case(message).split():
        found.append(word)
        depth += word.count("[") - word.count("]")
        if depth <= 0 and len(found) >= FEWEST_WORDS and word[-1] in ".:;?,":
            return " ".join(found).rstrip(".:;,")
        if depth <= 0 and len(found) >= MOST_WORDS:
            return f"{' '.join(found)}…"
    return " ".join(found)


def _first_case(message: str) -> str:
    """The message without a sentence that it may begin with; of long cases that it begins with the first."""
    message = _SENTENCE_BEFORE.sub("", message.strip())
    cases = _LONG_CASES.match(message)
    return cases["first"] if cases and len(cases["first"].split()) > MOST_WORDS else message


def _escaped(text: str) -> str:
    """A text as Markdown, in signs that every reader of Markdown takes."""
    return markdown_escaped(text).replace("\\<", "&lt;")


class Sentences:
    """What the macros of a template can say, with facts in marks and cases in brackets."""

    def __init__(self, text: str) -> None:
        self._macros = {macro.name: macro for macro in Environment().parse(text).find_all(nodes.Macro)}
        calls = (call.node for macro in self._macros.values() for call in macro.find_all(nodes.Call))
        self._called = {called.name for called in calls if isinstance(called, nodes.Name)}

    def names(self, text: str) -> list[str]:
        """The macros defined in a part of the template, without those that are parts of other sentences."""
        return [name for name in re.findall(r"macro (\w+)\(f\)", text) if name not in self._called]

    def entries(self, text: str) -> str:
        """The macros defined in a part of the template as a list: how each begins, behind the codes that begin so."""
        codes = defaultdict[str, list[str]](list)
        for name in self.names(text):
            codes[_beginning(self._told(self._macros[name].body))].append(f"`{name.replace('_', '-')}`")
        return "".join(f"- {', '.join(same)} {_escaped(told)}\n" for told, same in codes.items())

    def _told(self, parts: Iterable[nodes.Node]) -> str:
        return "".join(map(self._part, parts))

    def _part(self, part: nodes.Node) -> str:
        match part:
            case nodes.TemplateData(data=text) | nodes.Const(value=text):
                return str(text)
            case nodes.Name(name=fact) | nodes.Getattr(attr=fact):
                return f"‹{fact}›"
            case nodes.CondExpr(expr1=one, expr2=other):
                return self._cases([one], [other] if other else [])
            case nodes.If(body=body, elif_=others, else_=last):
                return self._cases(body, *(other.body for other in others), last)
            case nodes.Call(node=nodes.Name(name=name)) if name in self._macros:
                return self._told(self._macros[name].body)
            case nodes.Call(args=[*_, one]) | nodes.Getitem(arg=one) | nodes.For(iter=one):
                return self._part(one)
            case nodes.Filter(name="format", args=[one]) | nodes.Filter(node=one):
                return self._part(one)
            case nodes.Or(left=one) | nodes.Sub(left=one) | nodes.Add(left=one):
                return self._part(one)
            case nodes.Assign():
                return ""
            case _:
                return self._told(part.iter_child_nodes())

    def _cases(self, *cases: list[nodes.Node]) -> str:
        """What is told in each case; a blank that begins or ends it stands outside of the brackets."""
        told = "\n".join(filter(None, map(self._told, cases)))
        before, behind = (" " * (told[end : end + 1 or None] == " ") for end in (0, -1))
        return f"{before}[{' / '.join(map(str.strip, told.splitlines()))}]{behind}"


# Misconceptions


def misconceptions() -> str:
    """Every misconception with its code, and what the feedback says of it."""
    say = words("en", "grading.jinja")
    rows = "".join(
        f"| `{code}` | {say.misconception(code)} | {say.explained(code)} |\n" for code in (*CODES, *PAYOFF_CODES)
    )
    told = "When one is told: [How answers are marked](marking.md#what-marks-do-not-depend-on)."
    return (
        f"# Misconceptions\n\n{MADE} {told}\n\n| Code | What the student does | What is told |\n|---|---|---|\n{rows}"
    )


# Python


def names() -> str:
    """All public names of the package."""
    told = "What functions take, and what can be saved: [Python](python.md)."
    return f"# Names of the Python package\n\n{MADE} {told}\n\n{python_names()}"


PAGES: Mapping[str, Callable[[], str]] = {
    "cli.md": commands,
    "json-fields.md": fields,
    "python-names.md": names,
    "rules.md": rules,
    "wishes.md": wishes,
    "misconceptions.md": misconceptions,
    "formats.md": formats,
    "messages.md": messages,
}
"""The pages, and what makes each."""


def main() -> int:
    """Write the pages, or tell which are not up to date."""
    stale = [name for name, made in PAGES.items() if not (DOCS / name).is_file() or (DOCS / name).read_text() != made()]
    for name in stale:
        if "--update" in sys.argv:
            (DOCS / name).write_text(PAGES[name](), "utf-8")
        print(f"docs/{name}: {'written' if '--update' in sys.argv else 'not what the program says'}")
    return 1 if stale and "--update" not in sys.argv else 0


if __name__ == "__main__":
    sys.exit(main())
