"""Matrices, as programs for mathematics write them: `[6 5; 2 9]`."""

import re

MATRIX = re.compile(r"\[((?:[ \t]*[+\-−]?[0-9./]+){2,}[ \t]*(?:;(?:[ \t]*[+\-−]?[0-9./]+){2,}[ \t]*)+)\]")
"""Rows of numbers between semicolons."""
