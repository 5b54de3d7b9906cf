"""Line charts over a logarithmic scale as TikZ, for pages of LaTeX: the lines, marks and labels of the same SVG.

Lengths are in points, y upwards.
"""

from collections.abc import Iterator, Sequence
from math import log10

from treesolve.drawing.markup import latex_escaped
from treesolve.pages.line_chart import Line, Scales, highest_power, power_of_ten, powers_of_ten_on_scale

_WIDTH, _HEIGHT = 300.0, 190.0
_LINE, _SIZE = 10.0, 3.0

_MARKS = {
    "square": "(-1,-1) rectangle (1,1)",
    "circle": "(0,0) circle[radius=1.1]",
    "triangle": "(0,1.3) -- (1.2,-1) -- (-1.2,-1) -- cycle",
    "diamond": "(0,1.5) -- (1.2,0) -- (0,-1.5) -- (-1.2,0) -- cycle",
    "plus": "(-.4,1.3) -| (.4,.4) -| (1.3,-.4) -| (.4,-1.3) -| (-.4,-.4) -| (-1.3,.4) -| cycle",
}


def tikz_chart(lines: Sequence[Line], scales: Scales) -> str:
    """The lines as a picture. Every line has at least one point."""
    return "\n".join(
        [
            r"\begin{tikzpicture}[x=1pt,y=1pt,font=\footnotesize]",
            *_commands_of_scales(lines, scales),
            *(drawn for line in lines for drawn in _commands_of_curve(line, lines)),
            *_commands_of_labels(lines),
            r"\end{tikzpicture}",
        ]
    )


def _horizontal_place(at: int, lines: Sequence[Line]) -> float:
    places = [point.at for line in lines for point in line.points]
    return _WIDTH * (at - min(places) + 0.5) / (max(places) - min(places) + 1)


def _vertical_place(number: float, lines: Sequence[Line]) -> float:
    return _HEIGHT * log10(max(1.0, number)) / highest_power(lines)


def _point_in_tikz(at: int, number: float, lines: Sequence[Line]) -> str:
    return f"({_horizontal_place(at, lines):.1f},{_vertical_place(number, lines):.1f})"


def _commands_of_scales(lines: Sequence[Line], scales: Scales) -> Iterator[str]:
    """The title, the two scales with what they tell, and a guide for each number at the left."""
    yield rf"\node[above] at ({_WIDTH / 2:g},{_HEIGHT + 6:g}) {{{latex_escaped(scales.title)}}};"
    for power in powers_of_ten_on_scale(lines):
        y, number = f"{_vertical_place(10.0**power, lines):.1f}", latex_escaped(power_of_ten(power))
        yield rf"\draw[black!20] (0,{y}) -- ({_WIDTH:g},{y}) (0,{y}) node[left,black] {{{number}}};"
    for at in sorted({point.at for line in lines for point in line.points}):
        yield rf"\node[below] at ({_horizontal_place(at, lines):.1f},0) {{{at}}};"
    yield rf"\draw (0,{_HEIGHT:g}) |- ({_WIDTH:g},0);"
    yield rf"\node[below] at ({_WIDTH / 2:g},-14) {{{latex_escaped(scales.below)}}};"
    yield rf"\node[rotate=90,above] at (-30,{_HEIGHT / 2:g}) {{{latex_escaped(scales.left)}}};"


def _commands_of_curve(line: Line, lines: Sequence[Line]) -> Iterator[str]:
    """A line through its points, and the mark at each: filled where the number was counted."""
    colour, points = _colour_in_tikz(line), [_point_in_tikz(point.at, point.number, lines) for point in line.points]
    yield rf"\draw[draw={colour},line width=1pt{_dashes_in_tikz(line)}] {' -- '.join(points)};"
    for point, place in zip(line.points, points, strict=True):
        if line.mark:
            fill = colour if point.counted else "white"
            yield rf"\filldraw[shift={{{place}}},scale={_SIZE:g},fill={fill},draw={colour}] {_MARKS[line.mark]};"


def _commands_of_labels(lines: Sequence[Line]) -> Iterator[str]:
    """What each line is called, at its end and none over another."""
    ends = [
        (_vertical_place(line.points[-1].number, lines), _horizontal_place(line.points[-1].at, lines), line)
        for line in lines
    ]
    highest = _HEIGHT + _LINE
    for y, x, line in sorted(ends, key=lambda end: -end[0]):
        highest = height = min(y, highest - _LINE)
        start, end = f"({x + 4:.1f},{y:.1f})", f"({_WIDTH + 4:g},{height:.1f})"
        label = rf"node[right,text={_colour_in_tikz(line)}] {{{latex_escaped(line.label)}}}"
        yield rf"\draw[black!40] {start} -- {end} {label};"


def _colour_in_tikz(line: Line) -> str:
    red, green, blue = bytes.fromhex(line.colour.removeprefix("#"))
    return f"{{rgb,255:red,{red};green,{green};blue,{blue}}}"


def _dashes_in_tikz(line: Line) -> str:
    if line.dashes == "none":
        return ""
    lengths = line.dashes.split()
    told = (f"{'off' if number % 2 else 'on'} {length}pt" for number, length in enumerate(lengths))
    return f",dash pattern={' '.join(told)}"
