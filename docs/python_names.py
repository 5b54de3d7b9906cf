"""The reference of the Python package, made from its docstrings, for `docs/reference.py`."""

import inspect
import re
from collections.abc import Iterator
from typing import Any

import treesolve

ORDER = ("read", "solve", "compare", "check", "unknown", "reorder", "draw", "grade", "generate", "unfold", "convention")
"""What most people call comes first; all other functions follow, then classes."""


def python_names() -> str:
    """A section for each public name: how it is called, what its docstring says, and what its objects hold."""
    return "\n".join(f"## {name}\n\n{_section(name, getattr(treesolve, name))}" for name in _names())


def _names() -> list[str]:
    functions = [name for name in treesolve.__all__ if inspect.isfunction(getattr(treesolve, name))]
    others = [name for name in treesolve.__all__ if name not in functions]
    return [*ORDER, *(name for name in functions if name not in ORDER), *others]


def _section(name: str, value: Any) -> str:
    if inspect.isfunction(value):
        return f"`{name}{_signature(value)}`\n\n{_said(value)}"
    if not inspect.isclass(value):
        return f"{', '.join(f'`{key}`' for key in value)}: the known lectures by id, in the order of their table.\n"
    held = "".join(f"- `{one}` {told}\n" for one, told in _members(value))
    return _said(value) + (f"\n{held}" if held else "")


def _signature(function: Any) -> str:
    """How a function or method is called, without types."""
    found = inspect.signature(function)
    plain = [
        one.replace(annotation=inspect.Parameter.empty) for name, one in found.parameters.items() if name != "self"
    ]
    return str(found.replace(parameters=plain, return_annotation=inspect.Signature.empty))


def _said(value: Any) -> str:
    """The first paragraph of a docstring as Markdown; `help()` and the page on Python show the rest."""
    words = " ".join((inspect.getdoc(value) or "").partition("\n\n")[0].split())
    return re.sub(r"Source: docs/([\w-]+)\.md", r"See [\1](\1.md)", words) + "\n"


def _members(kind: type) -> Iterator[tuple[str, str]]:
    """What the objects of a class hold, with the first paragraph of what is said of each."""
    for name, value in inspect.getmembers_static(kind):
        is_ours = any(name in vars(one) for one in kind.__mro__ if one.__module__.startswith("treesolve"))
        if is_ours and not name.startswith("_") and (_is_attribute(value) or inspect.isfunction(value)):
            said = (inspect.getdoc(value) or "").partition("\n\n")[0].replace("\n", " ")
            yield (name if _is_attribute(value) else f"{name}{_signature(value)}"), said


def _is_attribute(value: Any) -> bool:
    return isinstance(value, property) or type(value).__name__ == "cached_property"
