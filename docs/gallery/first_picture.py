"""Draw the first picture of the README: one tree, two conventions, two right answers.

    python docs/gallery/first_picture.py FOLDER     write its versions to a folder

The order of events comes from the two searches; only positions, colors and texts are given here. The pictures are
animated by CSS, restart after a pause, and are static and complete if the user prefers reduced motion.
"""

import sys
from collections.abc import Iterable, Iterator
from html import escape
from pathlib import Path
from typing import NamedTuple

import treesolve as ts

TREE = Path(__file__).parents[2] / "exercises" / "textbook" / "two-answers.tree"
SEARCHED_CONVENTIONS = ("aima", "cs188")

PANEL, HEIGHT, MARGIN = 420, 372, 26
ROWS = (114, 204, 286)
"""Vertical positions of MAX's node, MIN's nodes and the leaves."""

SECONDS_PER_MOMENT = 0.8
REST = 9
"""Pause before the animation restarts, in moments."""

COLORS = {
    "": {"ink": "#1f2328", "paper": "#ffffff", "faint": "#767e87", "mark": "#ffd866", "cut": "#cf222e"},
    "-dark": {"ink": "#e6edf3", "paper": "#0d1117", "faint": "#8b949e", "mark": "#845306", "cut": "#ff7b72"},
}
"""Colors of light and dark pages, by the suffix of the file's name."""

WORDS = {
    "": {
        "label": "One tree, searched as two courses teach it. Russell and Norvig: C stops at equality, two leaves are "
        "pruned. CS 188 of Berkeley: C goes on, nothing is pruned. Both answers are right.",
        "aima": "Russell & Norvig",
        "aima rule": "MIN stops once its value ≤ α",
        "cs188": "CS 188, Berkeley",
        "cs188 rule": "MIN stops once its value < α",
        "question": "MAX has {value} already: does C stop?",
        "cut": "{value} ≤ {value}: stop",
        "on": "{value} < {value} is false: go on",
        "count": "{evaluated} of {leaves} leaves evaluated",
        "end": "One exam tree, two right answers.",
    },
    "-de": {
        "label": "Ein Baum, durchsucht, wie zwei Vorlesungen es lehren. Russell und Norvig: C endet bei Gleichheit, "
        "zwei Blätter fallen weg. CS 188 aus Berkeley: C geht weiter, nichts fällt weg. Beide Antworten sind richtig.",
        "aima": "Russell & Norvig",
        "aima rule": "MIN endet, sobald sein Wert ≤ α ist",
        "cs188": "CS 188, Berkeley",
        "cs188 rule": "MIN endet, sobald sein Wert < α ist",
        "question": "MAX hat schon {value}: Endet C hier?",
        "cut": "{value} ≤ {value}: Ende",
        "on": "{value} < {value} ist falsch: weiter",
        "count": "{evaluated} von {leaves} Blättern bewertet",
        "end": "Ein Klausurbaum, zwei richtige Antworten.",
    },
}
"""Texts in each language, by the suffix of the file's name."""


class Story(NamedTuple):
    """The timing of a search, in moments from the start.

    `known` maps each node to the moment when its value is known or it is pruned; `bounded` maps the root and the node
    in question to the moment when a bound is known. The conventions diverge at `question`, after the leaf `parting`.
    """

    solution: ts.Solution
    known: dict[str, int]
    bounded: dict[str, int]
    parting: str
    question: int
    end: int


def story(solution: ts.Solution, parting: str) -> Story:
    """Return the timing of the search of a tree of two plies, with a pause after the leaf `parting`."""
    known, moment, question = dict[str, int](), 0, 0
    for leaf in solution.evaluated:
        moment += 1
        known[leaf.name] = known[leaf.parent.name] = moment
        if leaf.name == parting:
            question, moment = moment + 1, moment + 4
    known |= dict.fromkeys((node.name for node in solution.pruned), question + 2)
    first, root = solution.root.children[0].name, solution.root.name
    bounded = {root: known[first], solution[parting].parent.name: question - 1}
    return Story(solution, known | {root: moment + 1}, bounded, parting, question, moment + 1)


def pictures() -> dict[str, str]:
    """Return the versions of the picture as SVG, by file name: light, dark and German."""
    versions = ("", ""), ("", "-dark"), ("-de", "")
    return {
        f"two-answers{language}{theme}.svg": _picture(WORDS[language], COLORS[theme]) for language, theme in versions
    }


def _picture(words: dict[str, str], colors: dict[str, str]) -> str:
    solutions = [ts.solve(TREE, convention) for convention in SEARCHED_CONVENTIONS]
    stories = [story(solution, solutions[0].cuts[0].after.name) for solution in solutions]
    end = max(each.end for each in stories) + 1
    width, description = PANEL * len(SEARCHED_CONVENTIONS), escape(words["label"])
    spans = {(since, each.known[name]) for each in stories for name, since in each.bounded.items()}
    panels = "".join(
        f'<g transform="translate({PANEL * number} 0)">\n{"".join(_panel(each, convention, words))}</g>\n'
        for number, (each, convention) in enumerate(zip(stories, SEARCHED_CONVENTIONS, strict=True))
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-label="{description}" '
        f'viewBox="0 0 {width} {HEIGHT}">\n'
        f"<title>{description}</title>\n<style>{_style(colors, end, spans)}</style>\n"
        f'<rect class="ground" width="{width}" height="{HEIGHT}"/>\n'
        f'<path class="edge" d="M{PANEL} 18V{HEIGHT - 48}"/>\n{panels}'
        f"{_text(width / 2, HEIGHT - 14, words['end'], f'title from{end}')}</svg>\n"
    )


# A search


def _panel(story: Story, convention: str, words: dict[str, str]) -> Iterator[str]:
    """Yield the elements of a search: the name and rule of its convention, the tree, and the captions."""
    solution, below = story.solution, ROWS[2] + 46
    facts = {"value": solution.value, "evaluated": len(solution.evaluated), "leaves": len(solution.leaves)}
    yield _text(PANEL / 2, 30, words[convention], "title")
    yield _text(PANEL / 2, 54, words[f"{convention} rule"])
    yield from _tree(story)
    yield _text(PANEL / 2, below, words["question"].format(**facts), f"during{story.question}")
    yield _text(
        PANEL / 2, below, words["cut" if solution.cuts else "on"].format(**facts), f"said during{story.question + 2}"
    )
    yield _text(PANEL / 2, below, words["count"].format(**facts), f"said from{story.end}")


def _tree(story: Story) -> Iterator[str]:
    """Yield the edges and then the nodes, with the moments when they change."""
    positions = _positions(story.solution)
    for name, (x, y) in positions.items():
        parent = story.solution[name].parent
        if parent:
            above, top = positions[parent.name]
            yield f'<path class="{_line("edge", name, story)}" d="M{above:g} {top + 23}L{x:g} {y - 23}"/>\n'
    for name, position in positions.items():
        yield _node(story.solution[name], *position, story)


def _node(node: ts.Node, x: float, y: float, story: Story) -> str:
    """Return a leaf, or an inner node with its name, its bound and, once known, its value."""
    moment, solution = story.known[node.name], story.solution
    if not node.children:
        box = f'x="{x - 17:g}" y="{y - 23}" width="34" height="30" rx="5"'
        number = _text(x, y - 2, str(node.value), f"faded{moment}" if node in solution.pruned else "")
        return f'<rect class="{_line("shape", node.name, story)}" {box}/>{number}'
    is_max, is_cut = node.kind is ts.Kind.MAX, any(cut.node == node for cut in solution.cuts)
    outline, down = ("m0 -23l30 46h-60z", 17) if is_max else ("m0 23l30 -46h-60z", -4)
    value = _text(x, y + down, f"{'≤' if is_cut else ''}{node.returned}", f"value from{moment}")
    name = _text(x - 32, y + down / 2, node.name, "name")
    since = story.bounded.get(node.name, moment)
    bound = f"{'≥' if is_max else '≤'}{solution.value}"
    before = _text(x, y + down, bound, f"value until{since}-{moment}") if since < moment else ""
    return f'<path class="shape" d="M{x:g} {y}{outline}"/>{name}{before}{value}'


def _line(kind: str, name: str, story: Story) -> str:
    """Return the CSS classes of the edge above a node, or of a leaf's box, which is marked when it is evaluated."""
    node = story.solution[name]
    if node in story.solution.pruned:
        return f"{kind} pruned{story.known[name]}"
    if kind == "edge":
        return kind
    return f"{kind} visited{story.known[name]}{'-held' if name == story.parting else ''}"


def _positions(solution: ts.Solution) -> dict[str, tuple[float, float]]:
    """Return the position of each node: leaves side by side, inner nodes centered above their children."""
    step = (PANEL - 2 * MARGIN) / len(solution.leaves)
    across = {leaf.name: MARGIN + step * (number + 0.5) for number, leaf in enumerate(solution.leaves)}
    for node in (*solution.root.children, solution.root):
        below = [across[child.name] for child in node.children]
        across[node.name] = (below[0] + below[-1]) / 2
    return {name: (x, ROWS[min(2, solution[name].depth)]) for name, x in across.items()}


def _text(x: float, y: float, text: str, classes: str = "") -> str:
    return f'<text class="{classes}" x="{x:g}" y="{y:g}">{escape(text)}</text>\n'


# Animation


def _style(colors: dict[str, str], end: int, spans: Iterable[tuple[int, int]]) -> str:
    """Return the style sheet: the final state, and animations for each moment."""
    moments = end + REST
    loop = f"{moments * SECONDS_PER_MOMENT:g}s step-end infinite"
    rules = "".join(_moment(moment, moments, loop, colors) for moment in range(1, end + 1))
    rules += "".join(_rule(f"until{since}-{to}", _shown(since, to, moments), loop) for since, to in sorted(spans))
    return f"""
text{{font:16px Arial,Helvetica,"Liberation Sans",sans-serif;text-anchor:middle;fill:{colors["ink"]}}}
.ground,.shape{{fill:{colors["paper"]}}} .shape,.edge{{stroke:{colors["ink"]};stroke-width:1.5;fill-rule:nonzero}}
.edge{{fill:none}} .title{{font-size:21px;font-weight:bold}} .value{{font-weight:bold}} .said{{font-weight:bold}}
.name{{font-size:14px;font-style:italic}} [class*=during],[class*=until]{{opacity:0}} [class*=faded]{{opacity:.5}}
[class*=pruned]{{stroke:{colors["cut"]};stroke-dasharray:4 4}}
{rules}@media (prefers-reduced-motion:reduce){{*{{animation:none!important}}}}
"""


def _moment(moment: int, moments: int, loop: str, colors: dict[str, str]) -> str:
    """Return the animations that start at a moment: of values, captions, marked leaves and pruned nodes."""
    start = _percent(moment, moments)
    solid = f"stroke:{colors['ink']};stroke-dasharray:none"
    marked = f"0%{{fill:{colors['paper']}}}{start}{{fill:{colors['mark']}}}"
    frames = {
        "from": f"0%{{opacity:0}}{start}{{opacity:1}}",
        "during": _shown(moment, moment + 2, moments),
        "visited": f"{marked}{_percent(moment + 1, moments)}{{fill:{colors['paper']}}}",
        "faded": f"0%{{opacity:1}}{start}{{opacity:.5}}",
        "pruned": f"0%{{{solid}}}{start}{{stroke:{colors['cut']};stroke-dasharray:4 4}}",
    }
    held = f"{marked}{_percent(moment + 3, moments)}{{fill:{colors['paper']}}}"
    rules = (_rule(f"{name}{moment}", changes, loop) for name, changes in frames.items())
    return "".join(rules) + _rule(f"visited{moment}-held", held, loop)


def _rule(name: str, changes: str, loop: str) -> str:
    return f"@keyframes {name}{{{changes}}}.{name}{{animation:{name} {loop}}}\n"


def _shown(since: int, to: int, moments: int) -> str:
    return f"0%{{opacity:0}}{_percent(since, moments)}{{opacity:1}}{_percent(to, moments)}{{opacity:0}}"


def _percent(moment: int, moments: int) -> str:
    return f"{100 * moment / moments:.2f}%"


def main() -> None:
    """Write all versions to the folder given as argument."""
    for name, drawn in pictures().items():
        (Path(sys.argv[1]) / name).write_text(drawn, "utf-8")


if __name__ == "__main__":
    main()
