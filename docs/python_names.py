"""The reference of the Python package for `docs/reference.py`, generated from its docstrings."""

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
"""Most-used functions, listed first; other functions and then classes follow."""

BY_ID = (TreeColumns, SearchResult)
"""Internal base classes, whose members use node ids."""

SHARED = "Members of several classes"
"""Title of the section about members that several classes share."""


def python_names() -> str:
    """Return a Markdown section for each public name, with signature, docstring and members."""
    sections = (f"## {name}\n\n{_section(name, getattr(treesolve, name))}" for name in _names())
    return "\n".join([*sections, f"## {SHARED}\n\n{_shared_members()}"])


def _names() -> list[str]:
    functions = [name for name in treesolve.__all__ if inspect.isfunction(getattr(treesolve, name))]
    others = [name for name in treesolve.__all__ if name not in functions]
    return [*ORDER, *(name for name in functions if name not in ORDER), *others]


def _section(name: str, value: Any) -> str:
    if inspect.isfunction(value):
        return f"`{name}{_signature(value)}`\n\n{_summary(value)}"
    if not inspect.isclass(value):
        return f"{', '.join(f'`{key}`' for key in value)}: the known conventions by id, in the order of their table.\n"
    own = [member for member in _members(value) if len(_classes_by_member()[member]) == 1]
    others = ", ".join(f"`{one.partition('(')[0]}`" for one, summary in _members(value) if (one, summary) not in own)
    members = "".join(f"- `{one}` {summary}\n" for one, summary in own)
    members += f"- {others}: [{SHARED.lower()}](#{SHARED.lower().replace(' ', '-')})\n" if others else ""
    return _summary(value) + (f"\n{members}" if members else "")


def _shared_members() -> str:
    """Return the list of members that several classes share, with these classes."""
    shared = {member: classes for member, classes in _classes_by_member().items() if len(classes) > 1}
    return "".join(f"- `{one}` {summary} ({', '.join(classes)})\n" for (one, summary), classes in shared.items())


@cache
def _classes_by_member() -> dict[tuple[str, str], list[str]]:
    """Return the names of the public classes that have each member."""
    found = defaultdict[tuple[str, str], list[str]](list)
    for name in _names():
        if inspect.isclass(getattr(treesolve, name)):
            for member in _members(getattr(treesolve, name)):
                found[member].append(name)
    return dict(found)


def _signature(function: Any) -> str:
    """Return the signature of a function or method, without types."""
    found = inspect.signature(function)
    plain = [
        one.replace(annotation=inspect.Parameter.empty) for name, one in found.parameters.items() if name != "self"
    ]
    return str(found.replace(parameters=plain, return_annotation=inspect.Signature.empty))


def _summary(value: Any) -> str:
    """Return the first paragraph of a docstring as Markdown; `help()` and the page on Python have the rest."""
    words = " ".join((inspect.getdoc(value) or "").partition("\n\n")[0].split())
    return re.sub(r"Source: docs/([\w-]+)\.md", r"See [\1](\1.md)", words) + "\n"


def _members(kind: type) -> Iterator[tuple[str, str]]:
    """Yield the signature of each public member of a class, and the first paragraph of its docstring."""
    for name, value in inspect.getmembers_static(kind):
        home = next((one for one in kind.__mro__ if name in vars(one)), object)
        is_ours = home.__module__.startswith("treesolve") and (home not in BY_ID or name in ("value", "result"))
        if is_ours and not name.startswith("_") and (_is_attribute(value) or inspect.isfunction(value)):
            summary = (inspect.getdoc(value) or "").partition("\n\n")[0].replace("\n", " ")
            yield (name if _is_attribute(value) else f"{name}{_signature(value)}"), summary


def _is_attribute(value: Any) -> bool:
    return isinstance(value, property) or type(value).__name__ == "cached_property"
