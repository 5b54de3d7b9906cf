"""What a check of a tree comes to, as JSON for machines: the document treesolve/check/1."""

from typing import Any

from treesolve.grading.published import Published
from treesolve.model.tree import Tree
from treesolve.pages.json.comparison_document import answers_json
from treesolve.pages.json.encoding import encode
from treesolve.pages.published_page import published_reasons, published_sentence
from treesolve.search.comparison import Comparison


def check_document(
    tree: Tree, comparison: Comparison | None, published: Published | None, source: str, language: str
) -> str:
    """The document treesolve/check/1; `source` is the name of the file. Payoffs leave nothing to compare."""
    return encode(
        {
            "schema": "treesolve/check/1",
            "source": source,
            "title": tree.title,
            "names": tree.names,
            "answers": [] if comparison is None else answers_json(comparison),
            "published": published and _published_json(published, language),
        }
    )


def _published_json(found: Published, language: str) -> dict[str, Any]:
    """What came of a published solution."""
    reasons = published_reasons(found, language)
    return {
        "convention": found.own.name,
        "right": found.own.is_right,
        "wrong": found.own.wrong,
        "lectures": [{"convention": trial.name, "wrong": trial.wrong} for trial in found.lectures],
        "rules": found.rules,
        "misconceptions": found.misconceptions,
        "message": published_sentence(found, language),
        "reasons": [{"part": part, "message": message} for part, message in reasons],
    }
