"""Matrices, as programs for mathematics write them: `[6 5; 2 9]`."""

import re

_ROW = r"[ \t]*[+\-−]?[0-9./]+(?:[ \t]+[+\-−]?[0-9./]+)+[ \t]*"
MATRIX = re.compile(rf"\[({_ROW}(?:;{_ROW})+)\]")
"""Rows of numbers between semicolons."""
