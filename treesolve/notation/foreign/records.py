"""Nodes as records, each with the name of its parent; edges as records beside them; and facts, as in Prolog.

    [{"id": "A", "parent": null}, {"id": "D", "parent": "A", "value": 3}]
    {"nodes": [{"id": "A", "label": "MAX"}], "edges": [{"from": "A", "to": "B"}]}
    INSERT INTO nodes (id, parent, value) VALUES (1, NULL, NULL), (2, 1, 3);
    edge(a, b). edge(a, c). value(b, 3).

Vocabulary

    record      what is said of one node, or of one edge, by the names of columns
"""

import re
from collections.abc import Iterator

from treesolve.model.problem import Span
from treesolve.notation.foreign.dictionary_entries import Entry, entries_of
from treesolve.notation.foreign.edge_table import column, in_order, say
from treesolve.notation.foreign.fields import NOTHING
from treesolve.notation.foreign.graph import Graph
from treesolve.notation.foreign.label import KIND_WORDS, number, read_label
from treesolve.notation.foreign.refusal import refusal
from treesolve.notation.foreign.sketch import Sketch
from treesolve.notation.foreign.table_cells import NOBODY
from treesolve.notation.foreign.terms import Group, Term, only_group, read_terms, without_marks

NAME = "records"

_NODES = ("nodes", "vertices", "knoten")
_ENDS = ("target", "to")
"""What the end of an edge is called, which may have a name of its own."""
_EDGES = ("edges", "links", "arcs", "kanten")
_INSERT = re.compile(
    r"\s*INSERT\s+INTO\s+[\w.`\"]+\s*(?:\((?P<columns>[^()]*)\)\s*)?VALUES\s*(?P<rows>(?:\([^()]*\)[\s,]*)+);?\s*",
    re.IGNORECASE,
)
_ROW = re.compile(r"\(([^()]*)\)")
_FACT = re.compile(
    r"(?P<word>[a-z]\w*)\(\s*(?P<node>[\w']+)\s*(?:,\s*(?:\[(?P<list>[^\[\]()]*)\]|(?P<other>[+\-]?[\w.']+))\s*)?\)\s*\.\s*"
)
_COMMENT = re.compile(r"%[^\n]*|/\*.*?\*/|^[ \t]*(?:\?-|:-)[^.]*\.[ \t]*$", re.DOTALL | re.MULTILINE)
"""What says nothing of a tree among facts: comments, questions, directives."""
_RULE = re.compile(
    r"^(?!(?:move|value|edge|child|utility)\w*\()[a-z]\w*\([^:.\n]*\)[ \t]*:-.*?\.[ \t]*$", re.DOTALL | re.MULTILINE
)
"""A rule, which says nothing of a node; one for moves or values would."""
_CHILD_WORDS = {
    "edge",
    "arc",
    "child",
    "children",
    "moves",
    "move",
    "succ",
    "successor",
    "successors",
    "node",
    "next",
    "parent",
    "arrow",
}
_VALUE_WORDS = {"value", "val", "staticval", "heuristic", "utility", "leaf", "eval", "score", "payoff", "h", "terminal"}
_KIND_WORDS = {"max", "min", "player", "type", "turn"}


def recognises(text: str) -> bool:
    """Whether a text is a list of records with parents or edges, or facts of nodes and their children."""
    return _records_in_text(text) is not None or _facts_in_text(text) is not None


def read(text: str) -> Sketch:
    """The tree. Raises InputError where it is none, or a value is no number."""
    graph = Graph()
    facts = _facts_in_text(text)
    for fact in facts or []:
        _add_fact_to_graph(graph, fact)
    records = [] if facts else _records_in_text(text) or []
    for record, span in sorted(records, key=lambda record: in_order(record[0].get("order", ""))):
        say(graph, record, span, semicolons=False)
    return graph.sketch()


Record = tuple[dict[str, str], Span]


def _records_in_text(text: str) -> list[Record] | None:
    """The records of a text; None where it has none that name a parent, or an edge."""
    inserted = _INSERT.fullmatch(text)
    found = list(_records_of_sql_insert(inserted)) if inserted else _records_in_lists(text)
    if not found or not (
        any("parent" in record for record, _ in found) or _are_children_records([record for record, _ in found])
    ):
        return None
    return found if all(record.get("child") for record, _ in found) else None


def _are_children_records(records: list[dict[str, str]]) -> bool:
    """Whether all children of records are other records, by their names."""
    names = [record.get("child", "") for record in records]
    below = [child for record in records for child in record.get("children", "").split()]
    return bool(below) and set(below) <= set(names) and len(set(names)) == len(names) == len(below) + 1


def _records_of_sql_insert(found: re.Match[str]) -> Iterator[Record]:
    columns = [column(word.strip(' `"')) for word in (found["columns"] or "id,parent,value").split(",")]
    for row in _ROW.finditer(found["rows"]):
        cells = [cell.strip(" '\"\n\t") for cell in row[1].split(",")]
        start = found.start("rows") + row.start()
        yield _record_of_cells(zip(columns, cells, strict=False)), Span(start, start + len(row[0]))


def _records_in_lists(text: str) -> list[Record]:
    """The records of a list in square brackets, or of the lists of nodes and edges in an object."""
    whole = only_group(text)
    terms = read_terms(text)
    if terms is None:
        return []
    entries = (entries_of(whole) or []) if whole else _named_lists_of_program(terms)
    lists = {entry.key.text.lower(): entry.value for entry in entries if isinstance(entry.value, Group)}
    if whole is None and len(lists) == 1 == len(entries):
        whole = next(iter(lists.values()))
    nodes = [lists[word] for word in _NODES if word in lists]
    edges = [lists[word] for word in _EDGES if word in lists]
    groups = [*nodes, *edges] if len(lists) > 1 else [whole] if whole else []
    records = [_record_of_object(item) for each in groups for item in without_marks(each.items)]
    if None in records and nodes and edges:
        named = [_record_of_object(item) for each in nodes for item in without_marks(each.items)]
        records = [*named, *(_edge_of_pair(item) for each in edges for item in without_marks(each.items))]
    return [] if any(record is None for record in records) else [record for record in records if record]


def _named_lists_of_program(terms: Group) -> list[Entry]:
    """The lists of a program that have names."""
    triples = zip(terms.items, terms.items[1:], terms.items[2:], strict=False)
    return [Entry(name, value) for name, mark, value in triples if name.sort == "word" and mark.text == "="]


def _record_of_object(item: Term) -> Record | None:
    """What a record says; None where it is none, or has something in brackets."""
    entries = (entries_of(item) or []) if isinstance(item, Group) and item.bracket == "{" else []
    data = next((entry.value for entry in entries if entry.key.text == "data"), None)
    if isinstance(data, Group):
        inside = entries_of(data) or []
        outside = [entry for entry in entries if not isinstance(entry.value, Group) and column(entry.key.text)]
        entries = [entry for entry in outside if entry.key.text not in {each.key.text for each in inside}] + inside
    if any(entry.key.text in _ENDS for entry in entries):
        entries = [entry for entry in entries if entry.key.text != "id"]
    plain = [(entry.key.text, _text_in_field(entry)) for entry in entries]
    if not entries or any(cell is None for _, cell in plain):
        return None
    return _record_of_cells((column(key), "" if cell in NOTHING else cell or "") for key, cell in plain), item.span


def _edge_of_pair(item: Term) -> Record | None:
    """The edge that two names in brackets are."""
    pair = without_marks(item.items) if isinstance(item, Group) and item.bracket in "([" else []
    plain = len(pair) == 2 and not any(isinstance(each, Group) for each in pair)
    return ({"parent": pair[0].text, "child": pair[1].text}, item.span) if plain else None


def _text_in_field(entry: Entry) -> str | None:
    """What stands in a field, the names of children parted by blanks; None where it is something in brackets."""
    if not isinstance(entry.value, Group):
        return entry.value.text
    items = without_marks(entry.value.items)
    plain = not any(isinstance(item, Group) for item in items) and column(entry.key.text) == "children"
    return " ".join(item.text for item in items) if plain or not items else None


def _record_of_cells(cells: "Iterator[tuple[str, str]] | zip[tuple[str, str]]") -> dict[str, str]:
    """The cells by their columns; a label says a kind or a value."""
    told: dict[str, str] = {}
    for key, cell in cells:
        words = "" if cell.lower() in NOBODY and key in ("parent", "value") else cell
        if key == "label" and words:
            label = read_label(words, inner=False)
            key = (
                "kind"
                if label.kind
                else "value"
                if number(words) is not None
                else "child"
                if "child" not in told
                else "name"
            )
            words = label.kind.value if label.kind else words
        if key == "child" and KIND_WORDS.get(words.lower()):
            key = "kind"
        if key and words:
            told.setdefault(key, words)
    return told


def _facts_in_text(text: str) -> list[re.Match[str]] | None:
    """The facts of a text; None where it is anything else."""
    plain = text
    for apart in (_COMMENT, _RULE):
        plain = apart.sub(lambda found: re.sub(r"[^\n]", " ", found[0]), plain)
    found, at = list[re.Match[str]](), len(plain) - len(plain.lstrip())
    while at < len(plain):
        fact = _FACT.match(plain, at)
        if not fact or not _subject_of_fact(fact["word"]):
            return None
        found.append(fact)
        at = fact.end()
    return found if len(found) > 1 and any(_subject_of_fact(fact["word"]) == "child" for fact in found) else None


def _subject_of_fact(word: str) -> str:
    """What a fact with that word is about: "kind", "value", "child"; nothing where nobody knows."""
    parts = {word, *word.split("_")}
    sorts = (
        ("root", {"root", "start", "initial"}),
        ("kind", _KIND_WORDS),
        ("value", _VALUE_WORDS),
        ("child", _CHILD_WORDS),
    )
    return next((sort for sort, words in sorts if parts & words), "")


def _add_fact_to_graph(graph: Graph, fact: re.Match[str]) -> None:
    """What a fact says of a node."""
    word, key, span = fact["word"], fact["node"].strip("'"), Span(*fact.span())
    entry = graph.node(key, span)
    other = (fact["other"] or "").strip("'")
    sort = _subject_of_fact(word)
    if sort == "kind":
        entry.kind = read_label(other or word.partition("_")[0], inner=True).kind or entry.kind
    elif sort == "root":
        return
    elif sort == "value":
        if (value := number(other)) is None:
            raise refusal("value-no-number", span, name=key, text=other)
        entry.value = value
    for child in re.findall(r"[\w'.+\-]+", fact["list"] or other) if sort == "child" else []:
        graph.edge(key, child.strip("'"), span)
