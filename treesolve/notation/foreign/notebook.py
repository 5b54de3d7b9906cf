"""Notebooks of Jupyter: the program that their cells of code are."""

import json
import re

_LONGEST = 5_000_000
_SHELL = re.compile(r"^[ \t]*[%!?][^\n]*", re.MULTILINE)
"""Lines for the notebook itself."""


def code_of_notebook(text: str) -> str | None:
    """The code in the cells of a notebook, one cell behind the other; None where a text is no notebook.

    >>> code_of_notebook('{"cells": [{"cell_type": "code", "source": ["tree = 3"]}], "nbformat": 4}')
    'tree = 3'
    """
    if not text.lstrip().startswith("{") or '"cells"' not in text or '"nbformat"' not in text or len(text) > _LONGEST:
        return None
    try:
        notebook = json.loads(text)
    except (ValueError, RecursionError):
        return None
    cells = notebook.get("cells")
    found = [each for each in cells if isinstance(each, dict)] if isinstance(cells, list) else []
    sources = [each.get("source", "") for each in found if each.get("cell_type") == "code"]
    codes = ("".join(map(str, source)) if isinstance(source, list) else str(source) for source in sources)
    return _SHELL.sub("", "\n".join(codes))
