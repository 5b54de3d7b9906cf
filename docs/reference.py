"""The reference pages, made from the program: every command with its options, every field of every JSON document.

python docs/reference.py             tell which pages are not what the program says
python docs/reference.py --update    write them
"""

import json
import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import click
from click.testing import CliRunner
from python_names import python_names

from treesolve.cli import treesolve
from treesolve.notation.schemas import SCHEMAS, schema_text

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
    words = [*([name] if name else []), "--help"]
    shown = CliRunner().invoke(treesolve, words, prog_name="treesolve", terminal_width=WIDTH).output
    return f"```console\n$ treesolve {' '.join(words)}\n{shown}```\n"


# JSON


def fields() -> str:
    """All fields of all documents, with their types and what the schemas say of them."""
    schemas = {kind: json.loads(schema_text(kind)) for kind in SCHEMAS}
    contents = "\n".join(f"- [{kind}](#{kind})" for kind in schemas)
    sections = "\n".join(_document(kind, schema) for kind, schema in schemas.items())
    told = "What the documents are for, what a number is, and examples: [JSON](json.md)."
    return f"# Fields of JSON documents\n\n{MADE} {told}\n\n{contents}\n\n{sections}"


def _document(kind: str, schema: Schema) -> str:
    rows = "".join(
        f"| `{path}` | {_kind(one, schema)} | {_told(one, schema)} |\n" for path, one in _walk(schema, schema)
    )
    said = f"{schema['title']}. {schema.get('description', '')}".strip()
    return f"## {kind}\n\n`{schema['$id']}`: {said}\n\n| Field | Type | Tells |\n|---|---|---|\n{rows}"


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


def _kind(part: Schema, whole: Schema) -> str:
    """The type of a field, in a few words."""
    return " or ".join(dict.fromkeys(_one_kind(way, whole) for way in _ways(part)))


def _one_kind(part: Schema, whole: Schema) -> str:
    if "$ref" in part:
        name = part["$ref"].rpartition("/")[2]
        return name if name in ("number", "value") else _kind(_resolved(part, whole), whole)
    if "const" in part:
        return f"`{json.dumps(part['const'])}`"
    if "enum" in part:
        return " or ".join(f"`{json.dumps(choice)}`" for choice in part["enum"])
    if part.get("type") == "array":
        return f"list of {_kind(part['items'], whole)}" if isinstance(part.get("items"), dict) else "list"
    told = part.get("type", "anything")
    return " or ".join(told) if isinstance(told, list) else str(told)


def _told(part: Schema, whole: Schema) -> str:
    """What the schema says of a field; what a number is stands at the head of the page."""
    is_number = part.get("$ref", "").endswith("/number")
    said = part.get("description") or ("" if is_number else _resolved(part, whole).get("description", ""))
    return str(said).replace("|", "\\|")


# Python


def names() -> str:
    """All public names of the package."""
    told = "What functions take, and what can be saved: [Python](python.md)."
    return f"# Names of the Python package\n\n{MADE} {told}\n\n{python_names()}"


PAGES: Mapping[str, Callable[[], str]] = {"cli.md": commands, "json-fields.md": fields, "python-names.md": names}
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
