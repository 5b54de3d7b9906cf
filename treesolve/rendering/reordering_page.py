"""A tree in its best or worst order, as a page, and as JSON with the IDs of the original tree."""

from typing import Any

from treesolve.analysis.reordering import Reordering, knuth_moore
from treesolve.notation.json_text import convention_to_json
from treesolve.notation.writer import write
from treesolve.rendering.document import Block, Document, Drawing, Listing, Paragraph, Table, Verbatim
from treesolve.rendering.json.encoding import encode, fields
from treesolve.rendering.solution_page import SolutionPage
from treesolve.rendering.template_environment import Wording, Words, words


def reordering_page(reorder_result: Reordering, language: str = "en", **look: Any) -> Document:
    """Return a page with the reordered tree, its solution and its notation; `look` as for SolutionPage."""
    solved, given = (
        SolutionPage(reorder_result.solution, language=language, **look),
        Wording(reorder_result.before.tree, language),
    )
    say = words(language, "reordering.jinja")
    blocks: list[Block] = [solved.opening, Paragraph(_sentences(reorder_result, say)), Drawing(solved.drawn)]
    if changed := reorder_result.changed:
        head = [*map(say.heading, ("node", "before", "now"))]
        rows = Listing(len(changed), lambda: (_row_of_node(node, reorder_result, given) for node in changed))
        blocks += [Table(head, rows), Paragraph([say.names()], "note")]
    return Document([*blocks, Verbatim(write(reorder_result.tree).rstrip("\n"))], language)


def _sentences(reorder_result: Reordering, say: Words) -> list[str]:
    """Return sentences on the result, and on the Knuth-Moore minimum for comparison."""
    convention, expected = reorder_result.solution.convention, knuth_moore(reorder_result.tree)
    compared = None
    if reorder_result.least is not None and expected is not None and reorder_result.least != expected:
        compared = "more" if reorder_result.least > expected else "fewer"
    facts = {
        **fields(reorder_result, "goal", "evaluated", "exact", "limit", "least"),
        "always": "forced" if reorder_result.solution.is_forced else None if convention.cuts else "never-cuts",
        "unchanged": not reorder_result.changed,
        "given": len(reorder_result.before.evaluated_ids),
        "leaves": len(reorder_result.tree.leaf_ids),
        "width": len(reorder_result.tree.children[0]),
        "depth": max(reorder_result.tree.depths),
        "knuth_moore": expected,
        "compared": compared,
        "shallow": convention.bounds == "shallow",
    }
    sentences = [say.result(facts)]
    if not facts["always"] and reorder_result.goal == "worst" and reorder_result.least is not None:
        sentences.append(say.least(facts))
    if not facts["always"] and expected is not None:
        sentences.append(say.knuth_moore(facts))
    return sentences


def _row_of_node(node: int, reorder_result: Reordering, given: Wording) -> list[str]:
    """Return the row of a reordered node, with its children in the old and in the new order."""
    orders = given.tree.children[node], reorder_result.order[node]
    return [given.name(node), *(" ".join(given.names(children)) for children in orders)]


def reordering_document(reorder_result: Reordering, source: str) -> str:
    """Return the document treesolve/reordering/1; `source` is the file name."""
    given = reorder_result.before.tree
    document = {
        "schema": "treesolve/reordering/1",
        "source": source,
        "title": given.title,
        "convention": convention_to_json(reorder_result.solution.convention),
        **fields(reorder_result, "goal", "exact", "limit", "least"),
        "knuth_moore": knuth_moore(given),
        "leaves": len(given.leaf_ids),
        "names": given.names,
        "children": reorder_result.order,
        "before": reorder_result.before.evaluated_ids,
        "evaluated": [reorder_result.origins[leaf] for leaf in reorder_result.solution.evaluated_ids],
        "tree": write(reorder_result.tree),
    }
    return encode(document)
