"""Export of trees to other notations, and the features of trees that each notation supports.

The result of an export is checked: a tree is only exported if importing the text returns the same tree.
"""

from fractions import Fraction
from importlib import import_module
from typing import Any, NamedTuple

from treesolve.model.kind import Kind
from treesolve.model.number import Unknown
from treesolve.model.problem import InputError, Problem, nearest
from treesolve.model.tree import Tree
from treesolve.notation.importers.exported_text import unique_names
from treesolve.notation.importers.format_detection import NOTATIONS
from treesolve.notation.number_text import format_number
from treesolve.notation.reader import read


class ExportFormat(NamedTuple):
    """A notation for export: its module and function, its file extensions, and the features that it cannot express."""

    module: str
    extensions: tuple[str, ...]
    unsupported: tuple[str, ...] = ()
    writer: str = "write"


_ANONYMOUS = ("names", "captions", "moves", "weights")

EXPORT_FORMATS = (
    ExportFormat("nested_data", ("json",)),
    ExportFormat("dot_graph", ("dot", "gv")),
    ExportFormat("mermaid_graph", ("mmd", "mermaid")),
    ExportFormat("outline_text", ("md",), ("leaf",)),
    ExportFormat("outline_text", ("txt",), (), "write_drawn"),
    ExportFormat("latex", ("tex", "forest"), (), "forest"),
    ExportFormat("latex", ("qtree",), ("leaf",), "qtree"),
    ExportFormat("latex", ("tikz",), ("leaf",), "tikz"),
    ExportFormat("edge_tables", ("csv",), ("captions",)),
    ExportFormat("edge_lines", ("adjlist",), ("leaf", "captions", "moves", "weights")),
    ExportFormat("gambit_file", ("efg",), ("unknown", "infinity")),
    ExportFormat("cs188_test", ("test",), ("leaf", "captions", "unknown", "infinity")),
    ExportFormat("brackets", ("lisp", "scm"), _ANONYMOUS, "write_heads"),
    ExportFormat("brackets", ("py",), (*_ANONYMOUS, "kinds", "chance", "unknown", "fractions"), "write_lists"),
)
"""All notations for export, with the features of trees that they do not support. No notation supports headers.

    leaf        a tree that is a single leaf
    kinds       kinds that do not alternate beginning with MAX
    chance      chance nodes
    names       names of nodes; "captions": names that are not unique or look like numbers
    moves       names of moves
    weights     probabilities at chance nodes
    unknown     leaves without a value
    infinity    infinite values
    fractions   numbers without a finite decimal expansion
"""

FORMATS_BY_EXTENSION = {
    extension: export_format for export_format in EXPORT_FORMATS for extension in export_format.extensions
}

_MAX_SAFE_LENGTH = 100_000
"""Length of text above which a failed import is attributed to the size of the text."""


def write(tree: Tree, extension: str) -> str:
    """Return the tree in the notation with this file extension. Importing the text returns the same tree.

    Headers are omitted. Unnamed nodes get their default names if the notation requires names. Raises InputError if the
    extension is unknown or the notation does not support a feature of the tree.

    >>> from treesolve.notation.reader import read
    >>> print(write(read("((6 5) (2 9))"), "lisp"), end="")
    (max (min 6 5) (min 2 9))
    """
    export_format = FORMATS_BY_EXTENSION.get(extension.lower())
    if export_format is None:
        known = {"known": ", ".join(FORMATS_BY_EXTENSION), "nearest": nearest(extension, tuple(FORMATS_BY_EXTENSION))}
        raise InputError((Problem("notation-unknown", None, {"ending": extension, **known}),))
    features, text = _uncommon_features(tree), ""
    losses = [what for what in features if what in (*export_format.unsupported, _NEVER_SUPPORTED)]
    if not losses:
        try:
            text = getattr(import_module(f"treesolve.notation.importers.{export_format.module}"), export_format.writer)(
                tree
            )
            losses = _lost_in_round_trip(tree, text)
        except InputError as error:
            losses = [str(problem.facts["what"]) for problem in error.problems]
    if losses:
        needed = {*features, *losses}
        others = [
            one.extensions[0]
            for one in EXPORT_FORMATS
            if one is not export_format and not needed & {*one.unsupported, _NEVER_SUPPORTED}
        ]
        facts = {"ending": export_format.extensions[0], "what": losses, "others": ", .".join(others[:5])}
        raise InputError((Problem("foreign-cannot-carry", None, facts),))
    return text


def notations() -> list[tuple[str, tuple[str, ...]]]:
    """Return the names of all notations other than ours, each with the file extensions to which it can be exported."""
    extensions: dict[str, tuple[str, ...]] = dict.fromkeys(NOTATIONS, ())
    for export_format in EXPORT_FORMATS:
        reader = "edge_lines" if export_format.module == "edge_tables" else export_format.module
        extensions[reader] += export_format.extensions
    return [(import_module(f"treesolve.notation.importers.{name}").NAME, used) for name, used in extensions.items()]


def header_names(tree: Tree) -> list[str]:
    """Return the names of the headers that the tree has. Exports to other notations omit these headers.

    >>> from treesolve.notation.reader import read
    >>> header_names(read("title: Two plies\\ntree: (6 5)"))
    ['title']
    """
    headers = ("title", "source", "convention", "alpha_beta", "points", "bounds")
    return [header.replace("_", "-") for header in headers if getattr(tree, header)] + ["sum"] * bool(tree.total)


_NEVER_SUPPORTED = "payoffs"
"""The feature that no notation except ours supports."""

_TURNS = (Kind.MAX, Kind.MIN)


def _uncommon_features(tree: Tree) -> list[str]:
    """Return the features of the tree that some notation does not support."""
    numbers: list[Any] = [*tree.values, *tree.weights.values()]
    by_turns = zip(tree.kinds, (_TURNS[depth % 2] for depth in tree.depths), strict=True)
    has = {
        "payoffs": tree.has_payoffs,
        "leaf": len(tree) == 1,
        "kinds": Kind.CHANCE not in tree.kinds and not all(kind in (turn, Kind.LEAF) for kind, turn in by_turns),
        "chance": Kind.CHANCE in tree.kinds,
        "names": bool(tree.given_names),
        "captions": bool(tree.captions),
        "moves": bool(tree.moves),
        "weights": bool(tree.weights),
        "unknown": any(isinstance(value, Unknown) for value in tree.values),
        "infinity": any(isinstance(value, float) for value in tree.values),
        "fractions": any(isinstance(value, Fraction) and "/" in format_number(value) for value in numbers),
    }
    return [what for what, found in has.items() if found]


def _lost_in_round_trip(tree: Tree, text: str) -> list[str]:
    """Return the features of the tree that are lost if the exported text is imported.

    The list is empty if importing the text returns the same tree.
    """
    try:
        back = read(text)
    except InputError:
        return ["size" if len(text) > _MAX_SAFE_LENGTH or max(tree.depths) > 90 else "words"]
    named = back.names == tree.names or back.given_names in (tree.given_names, unique_names(tree.given_names))
    return [] if named and _content_without_names(back) == _content_without_names(tree) else ["words"]


def _content_without_names(tree: Tree) -> tuple[Any, ...]:
    """Return everything that the tree contains except names. Missing weights count as equal weights."""
    return tree.kinds, tree.values, tree.children, tree.moves, [tree.weight(node) for node in range(len(tree))]
