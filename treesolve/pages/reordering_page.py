"""A tree in its best or worst order, as a page and as JSON, whose ids are those of the tree as it was given."""

from typing import Any

from treesolve.analysis.reordering import Reordering, knuth_moore
from treesolve.notation.json_text import convention_json
from treesolve.notation.writer import write
from treesolve.pages.document import Block, Document, Drawing, Listing, Paragraph, Table, Verbatim
from treesolve.pages.environment import Wording, Words, words
from treesolve.pages.json.encoding import encode, fields
from treesolve.pages.solution_page import SolutionPage


def reordering_page(found: Reordering, language: str = "en", **look: Any) -> Document:
    """The tree in its new order, solved, and its notation; `look` as for SolutionPage."""
    solved, given = SolutionPage(found.solution, language=language, **look), Wording(found.before.tree, language)
    say = words(language, "reordering.jinja")
    blocks: list[Block] = [solved.opening, Paragraph(_sentences(found, say)), Drawing(solved.drawn)]
    if changed := found.changed:
        head = [*map(say.heading, ("node", "before", "now"))]
        rows = Listing(len(changed), lambda: (_row_of_node(node, found, given) for node in changed))
        blocks += [Table(head, rows), Paragraph([say.names()], "note")]
    return Document([*blocks, Verbatim(write(found.tree).rstrip("\n"))], language)


def _sentences(found: Reordering, say: Words) -> list[str]:
    """What was found, and what it is to be held against."""
    convention, expected = found.solution.convention, knuth_moore(found.tree)
    compared = None
    if found.least is not None and expected is not None and found.least != expected:
        compared = "more" if found.least > expected else "fewer"
    facts = {
        **fields(found, "goal", "evaluated", "exact", "limit", "least"),
        "always": "forced" if found.solution.is_forced else None if convention.cuts else "never-cuts",
        "unchanged": not found.changed,
        "given": len(found.before.evaluated_ids),
        "leaves": len(found.tree.leaf_ids),
        "width": len(found.tree.children[0]),
        "depth": max(found.tree.depths),
        "knuth_moore": expected,
        "compared": compared,
        "shallow": convention.bounds == "shallow",
    }
    sentences = [say.result(facts)]
    if not facts["always"] and found.goal == "worst" and found.least is not None:
        sentences.append(say.least(facts))
    if not facts["always"] and expected is not None:
        sentences.append(say.knuth_moore(facts))
    return sentences


def _row_of_node(node: int, found: Reordering, given: Wording) -> list[str]:
    """A node with a new order, and its children before and now."""
    orders = given.tree.children[node], found.order[node]
    return [given.name(node), *(" ".join(given.names(children)) for children in orders)]


def reordering_document(found: Reordering, source: str) -> str:
    """The document treesolve/reordering/1; `source` is the name of the file."""
    given = found.before.tree
    document = {
        "schema": "treesolve/reordering/1",
        "source": source,
        "title": given.title,
        "convention": convention_json(found.solution.convention),
        **fields(found, "goal", "exact", "limit", "least"),
        "knuth_moore": knuth_moore(given),
        "leaves": len(given.leaf_ids),
        "names": given.names,
        "children": found.order,
        "before": found.before.evaluated_ids,
        "evaluated": [found.origins[leaf] for leaf in found.solution.evaluated_ids],
        "tree": write(found.tree),
    }
    return encode(document)
