"""Answers each line of its input, a request to the playground, with a line; answers.mjs does it in Pyodide."""

import sys

from tests.playground.site import SOURCES

sys.path.insert(0, str(SOURCES))
from work import answer

for request in sys.stdin:
    print(answer(request), flush=True)
