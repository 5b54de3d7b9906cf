"""Answer playground requests on stdin, one per line; answers.mjs does the same in Pyodide."""

import sys

from tests.playground.site import SOURCES

sys.path.insert(0, str(SOURCES))
from work import answer

for request in sys.stdin:
    print(answer(request), flush=True)
