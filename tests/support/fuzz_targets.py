"""What the fuzzer mutates, and the commands that read it.

Vocabulary

    target      something the program reads, and the commands that read it
    original    a good input that is mutated
    effort      work that a command says beforehand it may do (trees looked for, sheets printed, games played)
"""

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import NamedTuple

from click.testing import CliRunner

from tests.golden import broken_files
from tests.support.course_systems import forty, moodle_zip, worksheet
from tests.support.foreign import examples
from tests.support.places import EXERCISES, ROOT, exercise_files
from tests.support.readers import corpus
from treesolve.cli import treesolve
from treesolve.notation.foreign.notations import LAST, NOTATIONS

TREE = b"S: MAX (A: MIN (6 5) B: MIN (2 9))"
ANSWER = b"student: 4711\nvalues: S=5 A=5 B=2\nwindows: B=[5, inf]\npruned: L4\norder: 6 5 2\nbest: A\nvalue: 5\n"


class Target(NamedTuple):
    """Something that is read: good inputs, what may get into them, and command lines.

    In a command line `@` is the input as a file with this ending, `-` the input as standard input, `{}` within a word
    the input itself as an argument, `=NAME` a place to write to; other words with a colon after them name files of
    `FILES`.
    """

    name: str
    commands: tuple[str, ...]
    originals: tuple[bytes, ...]
    pieces: tuple[bytes, ...] = ()
    ending: str = ".txt"
    has_effort: bool = False


FOREIGN = (
    "solve -",
    "solve - --quiet --format json",
    "check -",
    "check --fix -",
    "check --diff -",
    "draw - --format dot",
)
"""The commands that read trees in foreign notations: as all do."""

FOREIGN_PIECES = (
    *(b"max ", b"Node(", b"Leaf 3", b"{'A': [", b'"children": [', b"\\Tree [.", b"child {node {", b")A;", b"tree = "),
    *(
        b"->",
        b"--> ",
        b"| ",
        b"- ",
        b"|-- ",
        b"= max(",
        b"// ",
        b"/*",
        b"%",
        b"None",
        b"float('inf')",
        b"1,5",
        b"\xe2\x80\x93",
    ),
)

FILES = {
    "tree:": ("key.tree", TREE),
    "answer:": ("4711.txt", ANSWER),
    "zip:": ("moodle.zip", moodle_zip(forty()[:2])),
    "sheet:": ("sheet.toml", b'title = "T"\n[[task]]\ntree = "((6 5) (2 9))"\nask = ["values", "pruned"]\n'),
}
"""The files that command lines name: what each is called, and what is in it."""


@contextmanager
def scratch() -> Iterator[Path]:
    """A folder of its own with the files that command lines name."""
    with tempfile.TemporaryDirectory() as name:
        for called, content in FILES.values():
            (Path(name) / called).write_bytes(content)
        yield Path(name)


def _kept(paths: list[Path]) -> tuple[bytes, ...]:
    return tuple(path.read_bytes() for path in paths if path.is_file() and path.stat().st_size < 3000)


def _written(*arguments: str, typed: bytes = b"") -> bytes:
    """What a command prints: the original of something that the program itself has written."""
    return CliRunner().invoke(treesolve, arguments, input=typed).stdout_bytes


@cache
def targets() -> dict[str, Target]:
    """All targets by name."""
    answers = sorted((EXERCISES / "answers").glob("*/submissions/*"))
    tables = [path for path in answers if path.suffix == ".csv"]
    objects = [path for path in answers if path.suffix in (".json", ".jsonl")]
    texts = [path for path in answers if path.suffix == ".txt"]
    with scratch() as folder:
        tree, answer = str(folder / "key.tree"), str(folder / "4711.txt")
        grades = _written("grade", tree, answer, "--format", "json")
        key = _written("check", tree, "-o", "-")
    found = (*_trees(), *_answers(texts, tables, objects), *_others(grades, key), *_exchanged())
    return {target.name: _with_corpus(target) for target in found}


_KEPT_FOR = {
    "trees": ("tree", "payoffs"),
    "foreign trees": ("any-notation", *NOTATIONS, *LAST),
    "grade": ("answer", "answers-txt"),
    "tables": ("answers-csv",),
    "objects": ("answers-json",),
    "rubrics": ("rubric",),
    "decisions": ("decisions",),
    "lectures": ("lecture",),
    "grades": ("grades",),
    "keys": ("key",),
    "rosters": ("roster",),
    "sheets": ("sheet",),
    "conversions": ("tree",),
    "archives": ("archive",),
    "worksheets": ("gradebook",),
}
"""The readers whose corpus is mutated for a target, too."""


def _with_corpus(target: Target) -> Target:
    kept = (content for name in _KEPT_FOR.get(target.name, ()) for content in corpus(name))
    return target._replace(originals=(*target.originals, *kept))


def _trees() -> tuple[Target, ...]:
    originals = (*_kept([*exercise_files(), *broken_files()]), b"")
    pieces = (
        *(b"1/2 *", b"MAX ", b"chance", b"tree:", b"title:", b"levels: MAX", b"shape: 2 2\n", b"leaves: 1 2"),
        *(b"convention: lang\n", b"convention: unit\n", b"points: best 1\n", b"chance(", b"shape:" + b" 9" * 2000),
        *(b"0 *", b"levels: MIN", b"bounds: 0 10\n", b"<1, 2, 6>", b"shape: ,\n", b"points: best 1e-999\n"),
    )
    quick = (
        *("solve -", "solve - --format json -c aima", "check -", "solve - -c all", "check --fix -", "check --diff -"),
        *("draw - --format svg", "draw - --solved --format dot", "solve - --format markdown --language de"),
        *(
            "solve - --unknown",
            "solve - --best-order",
            "grade @ answer: --format csv",
            "explain @ answer:",
        ),
        *("solve - --format latex -c lang", "draw - --solved --format text", "check - --self-test"),
    )
    pages = (
        "solve - --format html",
        "practice -",
        "solve - --format pdf",
        "draw - --format png",
        "solve - --slides --format typst",
    )
    return (
        Target("trees", quick, originals, pieces, ".tree"),
        Target("pages", pages, originals, pieces, ".tree"),
        Target("foreign trees", FOREIGN, tuple(each.text.encode() for each in examples()), FOREIGN_PIECES, ".txt"),
    )


def _answers(texts: list[Path], tables: list[Path], objects: list[Path]) -> tuple[Target, ...]:
    words = (
        *(
            b"values:",
            b"A=5",
            b"pruned:",
            b"L4..L6",
            b"studnt: 2\n",
            b"tree: ((6 5) (2 9))\n",
            b"windows:",
            b"[5, inf]",
        ),
        *(
            b"Reihenfolge:",
            b"Bester Zug:",
            b"none",
            b"keine",
            b"exercise: 1\n",
            b"variant: B\n",
            b"nam: x\n",
            b"none: 5\n",
        ),
        *(b"for which x: x<5\n", b"line: S A L2\n", b"reordered: ((5 6))\n", b"mistake: A\n", b"statements: 1 true\n"),
    )
    grading = (
        "grade tree: @",
        "grade tree: @ --format json --language de",
        "grade tree: @ --format csv",
        "grade tree: -",
    )
    return (
        Target("grade", (*grading, "grade tree: @ --format markdown -c lang"), (ANSWER, *_kept(texts)), words),
        Target("reports", ("grade tree: @ --report =reports",), (ANSWER, *_kept(texts)), words),
        Target(
            "explain",
            ("explain tree: @", "explain tree: @ --format html", "explain tree: @ --feedback hints --language de"),
            (ANSWER, *_kept(texts)),
            words,
        ),
        Target("tables", grading, _kept(tables), (*words, b",", b";", b'"', b"student,", b"sep=;\n", b'="'), ".csv"),
        Target(
            "objects", grading, _kept(objects), (*words, b'"A": 5', b"{", b"[", b'"values":', b'"student":'), ".json"
        ),
    )


def _others(grades: bytes, key: bytes) -> tuple[Target, ...]:
    toml = (
        b"[points]\n",
        b"= 1e-999\n",
        b"= 1e999\n",
        b"= [",
        b"= {",
        b'= "x"\n',
        b"[[task]]\n",
        b"= true\n",
        b"values = 4\n",
    )
    games = ("tictactoe", "connect-four", "grundy", "simple-nim", "heap-nim", "misere-nim")
    sheets = (*_kept(sorted((EXERCISES / "sheets").glob("*.toml"))), FILES["sheet:"][1])
    roster = (b"id,name\n4711,Ada\n4712,Bo\n", b"Matrikelnummer;Vorname;Nachname\n4711;Eins;Muster\n")
    moves = (b"5\n1\n?\n3\n", b"q\n", b"?\n", b"1\n2\n3\n4\n", b"X.O/.X./..O")
    arguments = (
        *("generate --shape {} --seed 1 --effort 2000", "generate --shape 2x2 --values {} --seed 1 --effort 2000"),
        *("generate --shape 3x3 --want {} --seed 1 --effort 2000", "generate --shape 2x2 --levels {} --seed 1"),
        *(
            "study --branching {} --depth 2 --seed 1 --effort 5000",
            "study --branching 2 --depth {} --seed 1 --effort 5000",
        ),
        *("unfold tictactoe {} --depth 2 --heuristic lines", "unfold grundy {} --depth 2 --heuristic none"),
        *(
            "play grundy {} --first random --second random --seed 1",
            "solve tree: --convention {}",
            "solve tree: --convention haw:{}",
        ),
        *("play simple-nim {} --first random --second random --games 2 --seed 1", "grade tree: answer: --accept {}"),
        *("play tictactoe --first {} --second random --seed 1", "unfold heap-nim {} --depth 2 --heuristic none"),
        *(
            "practice tree: --ask {}",
            "solve tree: -c {} -c haw",
            "draw tree: --style {}",
            "solve tree: --unknown --letter {}",
        ),
        *(
            "explain tree: answer: --student {}",
            "list lectures {}",
            "list {}",
            "list schemas {}",
            "{} tree:",
            "solve {}",
        ),
    )
    values = (
        b"3x2..3",
        b"0..20",
        b"0..1/20",
        b"pruned=3",
        b"best=last",
        b"MAX MIN MIN",
        b"2..4",
        b"2,4",
        b"7",
        b"1 2 3",
        b"aima",
    )
    return (
        Target(
            "rubrics",
            ("grade tree: answer: --rubric @", "check tree: --self-test --rubric @"),
            _kept([EXERCISES / "answers" / "rubric.toml"]),
            toml,
            ".toml",
        ),
        Target(
            "decisions",
            (f"grade {EXERCISES / 'lang' / 'bild-2.tree'} {ROOT / 'docs' / 'examples' / 'waiting'} --decisions @",),
            _kept([ROOT / "docs" / "examples" / "decisions.toml"]),
            (
                *toml,
                b"[[decision]]\n",
                b"text =",
                b'means = "pruned"',
                b'reads = "L4"',
                b"points = 1",
                b'part = "best"',
            ),
            ".toml",
        ),
        Target(
            "lectures",
            ("solve tree: -c @", "list lectures @"),
            (b'base = "aima"\ncut = ">"\n', b'title = "x"\nbounds = "shallow"\n'),
            (*toml, b"window = [", b"order ="),
            ".toml",
        ),
        Target(
            "grades",
            (
                "grade --against @",
                "grade tree: --against @ --format json",
                "grade --against @ --accept cs188 --format csv",
            ),
            (grades,),
            (b'"points":', b'"student"', b"[]", b"{}", b'"-inf"'),
            ".json",
        ),
        Target(
            "keys",
            ("grade @ answer:", "check @ -o -", "explain @ answer: --format html"),
            (key,),
            (b'"tree":', b"[]", b"{}", b'"exercises"', b'"points":'),
            ".json",
        ),
        Target(
            "rosters",
            ("sheet sheet: --roster @ --seed 1 --jobs 1 --replace -o =sheets",),
            roster,
            (b",", b";", b'"', b"4711", b"id"),
            ".csv",
            has_effort=True,
        ),
        Target("sheets", ("sheet @ --seed 1 --jobs 1 --replace -o =sheets",), sheets, toml, ".toml", has_effort=True),
        Target("play", tuple(f"play {game} --second random --seed 1" for game in games), moves, (b"?", b"q", b"\x04")),
        Target("arguments", arguments, values, (b"..", b"x", b"%", b",", b"=", b"all", b"10000000"), has_effort=True),
    )


def _exchanged() -> tuple[Target, ...]:
    """What other systems send, and what they are sent."""
    written = ("quiz.xml", "exam.Rmd", "x.efg", "x.test", "x.tex", "x.dot", "x.qtree", "x.mmd", "x.tikz")
    return (
        Target(
            "conversions",
            (*(f"convert @ -o ={name}" for name in written), "convert @ --for canvas -o =exam.Rmd --language de"),
            (TREE,),
            (b"1/2 *", b"CHANCE ", b"title: <b>&amp;\n", b"points: best 1, values 4, order 2\n", b'"a}b"', b"\\"),
            ".tree",
        ),
        Target(
            "archives",
            ("grade tree: @", "grade tree: @ --feedback-zip =back.zip --format csv"),
            (moodle_zip(forty()[:2], "flat"),),
            (b"PK\x03\x04", b"PK\x01\x02", b"PK\x05\x06", b"../", b"_assignsubmission_file/", b"\x1f\x8b\x08"),
            ".zip",
        ),
        Target(
            "worksheets",
            ("grade tree: zip: --worksheet @ -o =filled.csv", "grade tree: answer: --worksheet @ -o =filled.csv"),
            tuple(worksheet(forty()[:2], language).encode() for language in ("en", "de")),
            (b",", b";", b'"', b"Participant ", b"\n", b"Grade", b"ID"),
            ".csv",
        ),
    )
