"""Problems as sentences, with the line in which they occur and a caret below it."""

from treesolve.model.convention import Convention
from treesolve.model.problem import Problem, Span, sanitize
from treesolve.model.text_encoding import display_width
from treesolve.model.tree import Tree
from treesolve.rendering.template_environment import number_text, words
from treesolve.search.search import Unsolvable
from treesolve.search.solution import Solution

CONTEXT = 100
"""Maximum number of characters of a long line that are shown around the error."""


MAX_FACT_LENGTH = 1000
"""Maximum length of a fact in a sentence, in characters."""


TREES = ("instead", "other", "flat", "decimals")
"""Names of facts that are trees suggested as a correction."""


def problem_sentence(problem: Problem, language: str = "en") -> str:
    """Return one or two sentences on what is wrong and what to do about it."""
    macro = problem.code.replace("-", "_")
    facts = {key: _format_fact(fact, language) for key, fact in problem.facts.items()}
    sentences = words(language, "problems.jinja")
    headers = sentences.keep_headers(facts) if any(facts.get(key) for key in TREES) else ""
    return " ".join(f"{getattr(sentences, macro)(facts)} {headers}".split())


def problem_report(problem: Problem, language: str = "en") -> str:
    """Return a problem for the terminal: `source:line:column: sentence`, then the line with a caret below."""
    position = problem.place()
    sentence = problem_sentence(problem, language)
    source = sanitize(problem.source)
    if position is None or problem.span is None or problem.text is None:
        return f"{source}: {sentence}"
    line, caret = _line_with_caret(problem.text, problem.span)
    return f"{source}:{position.line}:{position.column}: {sentence}\n  {line}\n  {caret}"


def problem_excerpt(problem: Problem) -> str:
    """Return the line of a problem with a caret below, each after a line feed.

    Returns an empty string if the problem concerns the input as a whole.
    """
    if problem.span is None or problem.text is None or problem.text.strip() == problem.text[slice(*problem.span)]:
        return ""
    line, caret = _line_with_caret(problem.text, problem.span)
    return f"\n  {line}\n  {caret}"


def unsolvable_problem(refusal: Unsolvable, tree: Tree, convention: Convention, text: str | None = None) -> Problem:
    """Return the problem that a tree cannot be searched; it points at the node if the source text is known."""
    facts: dict[str, object] = {"name": tree.names[refusal.node]}
    if refusal.code == "unknown-leaf-needed":
        facts |= {"letter": refusal.facts["letter"], "step": _step_of_refusal(refusal)}
    elif refusal.code == "leaf-outside-unit":
        facts["value"] = tree.values[refusal.node]
    elif refusal.code == "empty-window":
        facts |= dict(zip(("alpha", "beta"), convention.window, strict=True))
    span = None
    if text is not None and tree.offsets:
        start = tree.offsets[refusal.node]
        span = Span(start, start + 1)
    return Problem(refusal.code, span, facts, text=text)


def _step_of_refusal(refusal: Unsolvable) -> int:
    """Return the step at which the search needs the value of an unknown leaf."""
    done = Solution(refusal.facts["log"]).step_events  # type: ignore[arg-type]
    return next(step.number for step in done if getattr(step.events[0], "node", None) == refusal.node)


def _format_fact(fact: object, language: str) -> object:
    """Return a fact as it appears in its sentence: sanitized text, or a fraction or infinity as text."""
    if isinstance(fact, str):
        return sanitize(fact if len(fact) <= MAX_FACT_LENGTH else fact[:MAX_FACT_LENGTH] + "…")
    if isinstance(fact, tuple):
        return tuple(_format_fact(one, language) for one in fact)
    is_number = isinstance(fact, float) or (hasattr(fact, "denominator") and not isinstance(fact, int))
    return number_text(fact, language) if is_number else fact  # type: ignore[arg-type]


def _line_with_caret(text: str, span: Span) -> tuple[str, str]:
    """Return the line of the span, cut to a readable length, and a line of carets below the marked characters."""
    first = text.rfind("\n", 0, span.start) + 1
    last = text.find("\n", span.start)
    last = len(text) if last < 0 else last
    begin = max(first, span.start - CONTEXT // 2)
    end = min(last, begin + CONTEXT)
    lead = ("…" if begin > first else "") + sanitize(text[begin : span.start].expandtabs(1))
    line = lead + sanitize(text[span.start : end].expandtabs(1)).rstrip("\r") + ("…" if end < last else "")
    marked = sanitize(text[span.start : min(span.end, end)])
    return line, " " * display_width(lead) + "^" * max(1, display_width(marked))
