"""Answers, in this very Python, each line of its input, a request to the playground, with a line, as answers.mjs does."""

import sys

from tests.playground.site import SOURCES

sys.path.insert(0, str(SOURCES))
from work import answer

for request in sys.stdin:
    print(answer(request), flush=True)
