"""A reordering as JSON for machines: the document treesolve/reordering/1.

Like the other documents it is plain ASCII on one line; ids are those of the tree as it was given.
"""

from treesolve.analysis.reordering import Reordering, knuth_moore
from treesolve.notation.json_text import convention_json
from treesolve.notation.writer import write
from treesolve.pages.json.encoding import encode


def reordering_document(found: Reordering, source: str) -> str:
    """The document treesolve/reordering/1; `source` is the name of the file."""
    given = found.before.tree
    document = {
        "schema": "treesolve/reordering/1",
        "source": source,
        "title": given.title,
        "convention": convention_json(found.solution.convention),
        "goal": found.goal,
        "exact": found.exact,
        "limit": found.limit,
        "least": found.least,
        "knuth_moore": knuth_moore(given),
        "leaves": len(given.leaves),
        "names": given.names,
        "children": found.order,
        "before": found.before.evaluated,
        "evaluated": [found.origins[leaf] for leaf in found.solution.evaluated],
        "tree": write(found.tree),
    }
    return encode(document)
