"""The reference of the Python package, made from its docstrings, for `docs/reference.py`."""

import inspect
import re
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from typing import Any

import treesolve
from treesolve.model.tree_columns import TreeColumns
from treesolve.search.search_result import SearchResult

ORDER = (
    *("read", "solve", "compare", "check", "unknown", "reorder", "draw", "grade"),
    *("sheet", "practice", "convert", "generate", "unfold", "convention"),
)
"""What most people call comes first; all other functions follow, then classes."""

BY_ID = (TreeColumns, SearchResult)
"""Bases whose members take and give the ids of nodes; the program itself works with them."""

SHARED = "Members of several classes"
"""The title of the section about what objects of several classes hold."""


def python_names() -> str:
    """Return a section for each public name: how it is called, what its docstring says, and what its objects hold."""
    sections = (f"## {name}\n\n{_section(name, getattr(treesolve, name))}" for name in _names())
    return "\n".join([*sections, f"## {SHARED}\n\n{_shared_members()}"])


def _names() -> list[str]:
    functions = [name for name in treesolve.__all__ if inspect.isfunction(getattr(treesolve, name))]
    others = [name for name in treesolve.__all__ if name not in functions]
    return [*ORDER, *(name for name in functions if name not in ORDER), *others]


def _section(name: str, value: Any) -> str:
    if inspect.isfunction(value):
        return f"`{name}{_signature(value)}`\n\n{_said(value)}"
    if not inspect.isclass(value):
        return f"{', '.join(f'`{key}`' for key in value)}: the known conventions by id, in the order of their table.\n"
    own = [member for member in _members(value) if len(_holders()[member]) == 1]
    others = ", ".join(f"`{one.partition('(')[0]}`" for one, told in _members(value) if (one, told) not in own)
    held = "".join(f"- `{one}` {told}\n" for one, told in own)
    held += f"- {others}: [{SHARED.lower()}](#{SHARED.lower().replace(' ', '-')})\n" if others else ""
    return _said(value) + (f"\n{held}" if held else "")


def _shared_members() -> str:
    """What the objects of several classes hold, each with these classes."""
    shared = {member: holders for member, holders in _holders().items() if len(holders) > 1}
    return "".join(f"- `{one}` {told} ({', '.join(holders)})\n" for (one, told), holders in shared.items())


@cache
def _holders() -> dict[tuple[str, str], list[str]]:
    """What objects hold, each with the public classes that hold it."""
    found = defaultdict[tuple[str, str], list[str]](list)
    for name in _names():
        if inspect.isclass(getattr(treesolve, name)):
            for member in _members(getattr(treesolve, name)):
                found[member].append(name)
    return dict(found)


def _signature(function: Any) -> str:
    """How a function or method is called, without types."""
    found = inspect.signature(function)
    plain = [
        one.replace(annotation=inspect.Parameter.empty) for name, one in found.parameters.items() if name != "self"
    ]
    return str(found.replace(parameters=plain, return_annotation=inspect.Signature.empty))


def _said(value: Any) -> str:
    """Return the first paragraph of a docstring as Markdown; `help()` and the page on Python show the rest."""
    words = " ".join((inspect.getdoc(value) or "").partition("\n\n")[0].split())
    return re.sub(r"Source: docs/([\w-]+)\.md", r"See [\1](\1.md)", words) + "\n"


def _members(kind: type) -> Iterator[tuple[str, str]]:
    """What the objects of a class hold, with the first paragraph of what is said of each."""
    for name, value in inspect.getmembers_static(kind):
        home = next((one for one in kind.__mro__ if name in vars(one)), object)
        is_ours = home.__module__.startswith("treesolve") and (home not in BY_ID or name in ("value", "result"))
        if is_ours and not name.startswith("_") and (_is_attribute(value) or inspect.isfunction(value)):
            said = (inspect.getdoc(value) or "").partition("\n\n")[0].replace("\n", " ")
            yield (name if _is_attribute(value) else f"{name}{_signature(value)}"), said


def _is_attribute(value: Any) -> bool:
    return isinstance(value, property) or type(value).__name__ == "cached_property"
