"""What the fuzzer mutates, and the commands that read it.

Vocabulary

    target      something the program reads, and the commands that read it
    original    a good input that is mutated
    piece       what may get into an input by an accident
    effort      work that a command says beforehand it may do (trees looked for, sheets printed, games played)
"""

import re
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import NamedTuple

from click.testing import CliRunner

from tests.support.course_systems import TREE as COURSE_TREE
from tests.support.course_systems import forty, moodle_zip, worksheet
from tests.support.foreign import examples
from tests.support.places import EXERCISES, ROOT, broken_files, exercise_files
from tests.support.readers import corpus
from treesolve.cli import treesolve
from treesolve.notation.foreign.found import NOTATIONS

TREE = b"S: MAX (A: MIN (6 5) B: MIN (2 9))"
ANSWER = b"student: 4711\nvalues: S=5 A=5 B=2\nwindows: B=[5, inf]\npruned: L4\norder: 6 5 2\nbest: A\nvalue: 5\n"

FILES: Mapping[str, bytes] = {
    "key.tree": TREE,
    "4711.txt": ANSWER,
    "moodle.zip": moodle_zip(forty()[:2]),
    "named.txt": b"exercise: key\n" + ANSWER,
    "open.tree": b"((6 x) (2 9))",
    "course.tree": COURSE_TREE.encode(),
    "sheet.toml": b'title = "T"\n[[task]]\nfile = "key.tree"\nask = ["values", "pruned"]\n',
}
"""The files that command lines name, and what is in them."""

OWN_LOOK: Mapping[str, bytes] = {
    "treesolve.toml": b'templates = "look"\n',
    "look/letterhead.toml": b'header = "Department"\nlogo = "logo.svg"\naccent = "#004f8a"\n',
    "look/logo.svg": (ROOT / "docs" / "examples" / "own-look" / "course" / "logo.svg").read_bytes(),
    "look/en/sheet.jinja": b"{% macro variant(h) %}Group {{ h.code }}{% endmacro %}\n",
    "look/fonts/own.ttf": b"\x00\x01\x00\x00"
    + b"\x00\x01\x00\x10\x00\x00\x00\x00"
    + b"cmap"
    + bytes(7)
    + b"\x1c"
    + bytes(3)
    + b"\x04"
    + bytes(4),
}
"""A lecturer's defaults and own templates."""


class Target(NamedTuple):
    """Something that is read: good inputs, the readers whose corpus has more of them, pieces, and command lines.

    A command line is run in a folder of its own, which has FILES and those of `beside`. In it `@` is the input as the
    file that is called so, `-` the input as standard input, `{}` within a word the input itself as an argument.
    """

    name: str
    commands: tuple[str, ...]
    originals: tuple[bytes, ...]
    pieces: tuple[bytes, ...] = ()
    kept: tuple[str, ...] = ()
    file: str = "input.txt"
    beside: Mapping[str, bytes] = {}
    has_effort: bool = False


@contextmanager
def scratch(beside: Mapping[str, bytes] = {}) -> Iterator[Path]:
    """A folder of its own with the files that command lines name, and more of them."""
    with tempfile.TemporaryDirectory() as name:
        for called, content in {**FILES, **beside}.items():
            path = Path(name) / called
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
        yield Path(name)


@cache
def targets() -> dict[str, Target]:
    """All targets by name."""
    found = (*_trees(), *_answers(), *_of_lecturers(), *_documents(), *_exchanged(), *_own_looks(), *_arguments())
    return {target.name: _with_corpus(target) for target in found}


def _with_corpus(target: Target) -> Target:
    kept = (content for name in target.kept for content in corpus(name))
    return target._replace(originals=(*target.originals, *kept))


def _lines(text: str) -> tuple[str, ...]:
    """Command lines, one a line."""
    return tuple(line.strip() for line in text.strip().splitlines())


def _pieces(*texts: str) -> tuple[bytes, ...]:
    """Pieces, with two blanks between them."""
    return tuple(piece.encode() for text in texts for piece in text.split("  "))


def _small(paths: list[Path]) -> tuple[bytes, ...]:
    """What is in small files."""
    return tuple(path.read_bytes() for path in paths if path.is_file() and path.stat().st_size < 3000)


def _written(*arguments: str) -> bytes:
    """What a command prints: the original of something that the program itself has written."""
    return CliRunner().invoke(treesolve, arguments).stdout_bytes


TREE_PIECES = _pieces(
    "1/2 *  MAX   chance  tree:  title:  levels: MAX  levels: MIN  shape: 2 2\n  shape: ,\n  leaves: 1 2  chance(  0 *",
    "convention: lang\n  convention: unit\n  points: best 1\n  points: best 1e-999\n  bounds: 0 10\n  <1, 2, 6>",
    "shape:" + " 9" * 2000,
)

FOREIGN_PIECES = _pieces(
    "max   Node(  Leaf 3  {'A': [  \"children\": [  \\Tree [.  child {node {  )A;  tree =   ->  -->   |   -   |--   = ",
    "= max(  //   /*  %  None  float('inf')  1,5  –",
)

ANSWER_PIECES = _pieces(
    "values:  A=5  pruned:  L4..L6  studnt: 2\n  tree: ((6 5) (2 9))\n  windows:  [5, inf]  Reihenfolge:  Bester Zug:",
    "none  keine  exercise: 1\n  variant: B\n  nam: x\n  none: 5\n  for which x: x<5\n  line: S A L2\n  mistake: A\n",
    "reordered: ((5 6))\n  statements: 1 true\n",
)

TOML_PIECES = _pieces(
    '[points]\n  = 1e-999\n  = 1e999\n  = [  = {  = "x"\n  [[task]]\n  = true\n  values = 4\n  """  = 1979-05-27\n',
)


def _trees() -> tuple[Target, ...]:
    originals = (*_small([*exercise_files(), *broken_files()]), b"")
    quick = _lines("""
        solve -
        solve - --format json -c aima
        solve - --format markdown --language de
        solve - --format latex -c lang
        solve - -c all
        solve - --unknown
        solve - --best-order
        solve - --worst-order
        check -
        check --fix -
        check --diff -
        check - --self-test
        draw - --format svg
        draw - --solved --format dot
        draw - --solved --format text
        draw - --style boards
        grade @ 4711.txt --format csv
        explain @ 4711.txt
    """)
    pages = _lines("""
        solve - --format html
        solve - --format pdf
        solve - --slides --format typst
        draw - --format png
        practice -
        sheet @ --seed 1 --jobs 1 --replace -o exam.html
        sheet @ --save-plan plan.toml --replace
    """)
    foreign = _lines("""
        solve -
        solve - --quiet --format json
        check -
        check --fix -
        check --diff -
        check --fix @ -o other.json
        draw - --format dot
    """)
    trees, notations = ("tree", "payoffs"), ("any-notation", *NOTATIONS)
    return (
        Target("trees", quick, originals, TREE_PIECES, trees, "input.tree"),
        Target("pages", pages, originals, TREE_PIECES, file="input.tree"),
        Target("foreign trees", foreign, tuple(one.text.encode() for one in examples()), FOREIGN_PIECES, notations),
        Target(
            "trees to be like", ("generate --like @ --seed 1 --effort 20000",), originals, TREE_PIECES, has_effort=True
        ),
    )


def _answers() -> tuple[Target, ...]:
    answers = sorted((EXERCISES / "answers").glob("*/submissions/*"))
    texts = (ANSWER, *_small([path for path in answers if path.suffix == ".txt"]))
    tables = _small([path for path in answers if path.suffix == ".csv"])
    objects = _small([path for path in answers if path.suffix in (".json", ".jsonl")])
    in_tables = _pieces(',  ;  "  student,  sep=;\n  ="')
    in_objects = _pieces('"A": 5  {  [  "values":  "student":')
    grading = _lines("""
        grade key.tree @
        grade key.tree @ --format json --language de
        grade key.tree @ --format csv
        grade key.tree @ --format markdown -c lang
        grade key.tree -
    """)
    explaining = _lines("""
        explain key.tree @
        explain key.tree @ --format html
        explain key.tree - --feedback hints --language de
    """)
    return (
        Target("grade", grading, texts, ANSWER_PIECES, ("answer", "answers-txt")),
        Target("reports", ("grade key.tree @ --report reports",), texts, ANSWER_PIECES),
        Target("explain", explaining, texts, ANSWER_PIECES),
        Target("tables", grading[:-1], tables, ANSWER_PIECES + in_tables, ("answers-csv",), "input.csv"),
        Target("objects", grading, objects, ANSWER_PIECES + in_objects, ("answers-json",), "input.json"),
    )


def _of_lecturers() -> tuple[Target, ...]:
    """What lecturers write in TOML and in tables."""
    bild, waiting = EXERCISES / "lang" / "bild-2.tree", ROOT / "docs" / "examples" / "waiting"
    rubrics = _lines("""
        grade key.tree 4711.txt --rubric @
        explain key.tree 4711.txt --rubric @
        check key.tree --self-test --rubric @
        convert key.tree --rubric @ -o quiz.xml
    """)
    lectures = _lines("""
        solve key.tree -c @
        draw key.tree --solved -c @ --format dot
        grade key.tree 4711.txt --accept @
        list lectures @
    """)
    defaults = _lines("""
        solve key.tree
        solve key.tree --format html
        check key.tree
        draw key.tree --format svg
        grade key.tree 4711.txt --format json
        practice key.tree
        list lectures
        sheet key.tree --seed 1 --jobs 1 --replace -o exam.html
    """)
    in_decisions = _pieces('[[decision]]\n  student = "4711"\n  points = 1\n  part = "best"\n  reason =   text = "x"')
    in_defaults = _pieces('templates = "look"\n  style = "boards"\n  convention = "lang"\n  language = "de"\n  ../look')
    own_lectures = (b'id = "x"\nbase = "aima"\ncut = ">"\n', b'id = "x"\ntitle = "X"\nbounds = "shallow"\n')
    own_defaults = (OWN_LOOK["treesolve.toml"], b'language = "de"\nconvention = "lang"\n')
    rosters = (b"id,name\n4711,Ada\n4712,Bo\n", b"Matrikelnummer;Vorname;Nachname\n4711;Eins;Muster\n")
    printed = _small(sorted((EXERCISES / "sheets").glob("*.toml")))
    sheets = (*(re.sub(rb'"\.\./[^"]*"', b'"key.tree"', sheet) for sheet in printed), FILES["sheet.toml"])
    printing = "sheet {} --seed 1 --jobs 1 --replace -o sheets"
    return (
        Target(
            "rubrics", rubrics, _small([EXERCISES / "answers" / "rubric.toml"]), TOML_PIECES, ("rubric",), "input.toml"
        ),
        Target(
            "decisions",
            (f"grade {bild} {waiting} --decisions @", f"grade {bild} {waiting} --decisions @ --report reports"),
            _small([ROOT / "docs" / "examples" / "decisions.toml"]),
            TOML_PIECES + in_decisions,
            ("decisions",),
            "input.toml",
        ),
        Target(
            "lectures", lectures, own_lectures, TOML_PIECES + _pieces("window = [  order ="), ("lecture",), "input.toml"
        ),
        Target(
            "defaults", defaults, own_defaults, TOML_PIECES + in_defaults, ("defaults",), "treesolve.toml", OWN_LOOK
        ),
        Target(
            "rosters",
            (printing.format("sheet.toml --roster @"),),
            rosters,
            _pieces(',  ;  "  4711  id'),
            ("roster",),
            "input.csv",
            has_effort=True,
        ),
        Target("sheets", (printing.format("@"),), sheets, TOML_PIECES, ("sheet",), "input.toml", has_effort=True),
    )


def _documents() -> tuple[Target, ...]:
    """What the program has written itself."""
    with scratch() as folder:
        tree, answer = str(folder / "key.tree"), str(folder / "4711.txt")
        grades = _written("grade", tree, answer, "--format", "json")
        key = _written("check", tree, "-o", "-")
    regrading = _lines("""
        grade --against @
        grade key.tree --against @ --format json
        grade key.tree 4711.txt --against @ --grades new.json
        grade --against @ --accept cs188 --format csv
    """)
    binding = _lines("""
        grade @ 4711.txt
        explain @ 4711.txt --format html
        explain @ named.txt --exercise key
        check @ -o -
        convert @ -o quiz.xml
        convert @ --for r-exams -o exams
    """)
    return (
        Target(
            "grades", regrading, (grades,), _pieces('"points":  "student"  []  {}  "-inf"'), ("grades",), "old.json"
        ),
        Target("keys", binding, (key,), _pieces('"tree":  []  {}  "exercises"  "points":'), ("key",), "key.json"),
    )


def _exchanged() -> tuple[Target, ...]:
    """What other systems send, and what they are sent."""
    written = ("quiz.xml", "exam.Rmd", "x.efg", "x.test", "x.tex", "x.dot", "x.qtree", "x.mmd", "x.tikz")
    converting = (*(f"convert @ -o {name}" for name in written), "convert @ --for canvas -o exam.Rmd --language de")
    in_conversions = _pieces('1/2 *  CHANCE   title: <b>&amp;\n  points: best 1, values 4, order 2\n  "a}b"  \\')
    in_archives = (b"PK\x03\x04", b"PK\x01\x02", b"PK\x05\x06", b"../", b"_assignsubmission_file/")
    unpacking = ("grade course.tree @", "grade course.tree @ --feedback-zip back.zip --format csv")
    handing_back = _lines("""
        grade course.tree moodle.zip --worksheet @ -o filled.csv
        grade course.tree moodle.zip --worksheet @ --language de -o filled.csv
    """)
    worksheets = tuple(worksheet(forty()[:2], language).encode() for language in ("en", "de"))
    in_worksheets = _pieces(',  ;  "  Participant   \n  Grade  ID')
    return (
        Target("conversions", converting, (TREE,), in_conversions, ("tree",), "input.tree"),
        Target("archives", unpacking, (moodle_zip(forty()[:2], "flat"),), in_archives, ("archive",), "input.zip"),
        Target("worksheets", handing_back, worksheets, in_worksheets, ("gradebook",), "input.csv"),
    )


def _own_looks() -> tuple[Target, ...]:
    """What lies in a folder of own templates."""
    pages = _lines("""
        solve key.tree --format html
        solve key.tree --format latex
        solve key.tree --format pdf
        explain key.tree 4711.txt --format typst
        practice key.tree
        sheet key.tree --seed 1 --jobs 1 --replace -o exam.html
        sheet key.tree --seed 1 --jobs 1 --replace -o exam.pdf
    """)
    in_letterheads = _pieces(
        'header =  footer = {  en =  font = "  accent = "#  logo = "../  logo.png  #000  #[x]  $  \\u{1}'
    )
    in_sentences = _pieces(
        "{{ h.code }}  {% if h.code %}  {% endif %}  {% for x in h %}  {% endfor %}  | join  h.  (h)  {#"
    )
    in_logos = _pieces(
        "<svg  <script>  </svg>  <image href=  &lt;  &x;  <!DOCTYPE  <![CDATA[  width=  1e9  url(#a)  id="
    )
    look, logo, font = "look/letterhead.toml", "look/logo.svg", "look/fonts/own.ttf"
    sentence = "look/en/sheet.jinja"
    return (
        Target("letterheads", pages, (OWN_LOOK[look],), TOML_PIECES + in_letterheads, ("letterhead",), look, OWN_LOOK),
        Target("logos", pages, (OWN_LOOK[logo],), in_logos, ("logo",), logo, OWN_LOOK),
        Target("fonts", pages[-3:], (OWN_LOOK[font],), (), (), font, OWN_LOOK),
        Target("sentences", pages[-2:], (OWN_LOOK[sentence],), in_sentences, ("sentences",), sentence, OWN_LOOK),
    )


def _arguments() -> tuple[Target, ...]:
    """What is typed at the prompt, within a line and after it."""
    expressions = _lines("""
        solve key.tree -c {}
        solve key.tree -c haw:{}
        solve key.tree -c {} -c haw
        grade key.tree 4711.txt --accept {}
        check key.tree -c :{}
        list lectures {}
    """)
    naming = _lines("""
        practice key.tree --ask {}
        draw key.tree --style {}
        draw key.tree --step {}
        solve open.tree --unknown --letter {}
        solve key.tree --format {}
        explain key.tree 4711.txt --student {}
        explain key.tree named.txt --exercise {}
        check key.tree --exercise {} -o key.json
        convert key.tree --for {} -o -
        list {}
        list wishes {}
        list games {}
        list schemas {}
        list formats {}
        {} key.tree
        solve {}
        solve key.tree {}
    """)
    drawing = _lines("""
        generate {} --seed 1 --effort 20000
        generate --shape 2x2 --values {} --seed 1 --effort 20000
        generate --shape 2x2 --levels {} --seed 1 --effort 20000
        generate --shape 2x2 --levels CHANCE --chances {} --seed 1 --effort 20000
        generate --shape 2x2 --seed {} --count 2
        sheet --shape {} --seed 1 --jobs 1 --replace -o exam.txt
        sheet --shape 2x2 --style {} --seed 1 --jobs 1 --replace -o exam.txt
        study --branching {} --depth 2 --seed 1 --effort 5000
        study --branching 2 --depth {} --seed 1 --effort 5000
        study --branching 2 --depth 2 --orders {} --seed 1 --effort 5000
        study --game {} --depth 2 --seed 1 --effort 5000
        study --game grundy --position {} --depth 2 --heuristic random --seed 1 --effort 5000
        study --game tictactoe --heuristic {} --depth 2 --seed 1 --effort 5000
    """)
    wishing = _lines("""
        generate 3x3 --want {} --seed 1 --effort 20000
        generate 2x2x2 --want {} --want best=last --table --seed 1 --effort 20000
        sheet --shape 2x2 --want {} --seed 1 --jobs 1 --replace -o exam.txt
    """)
    positions = _lines("""
        unfold tictactoe {} --depth 2 --heuristic lines
        unfold connect-four {} --depth 1 --heuristic none
        unfold grundy {} --depth 2 --heuristic none
        unfold heap-nim {} --depth 2 --heuristic none
        unfold tictactoe X.O/.X./..O --moves {} --dag
        unfold grundy 7 --outcomes {}
        unfold grundy 7 --header {}
        unfold tictactoe --depth 2 --heuristic {} --seed 1
        unfold tictactoe --depth 2 --heuristic lines --swing {}
    """)
    playing = _lines("""
        play grundy {} --first random --second random --seed 1
        play simple-nim {} --first random --second random --games 2 --seed 1
        play tictactoe --first {} --second random --seed 1
        play tictactoe --first random --second {} --seed 1 --games 1
        play tictactoe --moves {} --first random --second random --seed 1
    """)
    typing = tuple(
        f"play {game} --second random --seed 1"
        for game in ("tictactoe", "connect-four", "grundy", "simple-nim", "heap-nim", "misere-nim")
    )
    words = _pieces(
        "3x2..3  0..20  0..1/20  pruned=3  best=last  MAX MIN MIN  2..4  2,4  7  1 2 3  aima  lines  1/2,1/2"
    )
    names = _pieces(
        "values,pruned  boards  1  x  json  4711  key  dot  lectures  pruned  grundy  moodle  solve  key.tree  -q"
    )
    boards = _pieces(
        "......./......./......./......./......./.......  random",
        "X.O/.X./..O  7  21  3 4 5  .......  X  1 1/2 0  title: x  5 1 9  prune:depth=3  limit:depth=2,swing=1",
    )
    moves = (
        b"1\n2\n3\n4\n"
        + b"7=6+1\n6=5+1\n6=4+2\n5=4+1\n5=3+2\n4=3+1\n3=2+1\n"
        + b"5:5\n4:4\n3:3\n5:1\n4:1\n3:1\n2:1\n1:1\n"
    )
    lines = (moves * 7, b"5\n1\n?\n3\n", b"q\n", b"?\n", b"1\n2\n3\n4\n", b"X.O/.X./..O")
    anything = _pieces("..  x  %  ,  =  all  10000000  -  /  :")
    return (
        Target("expressions", expressions, words, anything, ("expression",)),
        Target("names", naming, names, anything, ("style",)),
        Target(
            "drawn",
            drawing,
            (*words, b"large-print", b"best,random", b"grundy"),
            anything,
            ("shape", "values", "players", "chances", "range"),
            has_effort=True,
        ),
        Target("wishes", wishing, words, anything, ("wish",), has_effort=True),
        Target("positions", positions, boards, anything, ("board", "heaps", "outcomes")),
        Target("players", playing, boards, anything, ("player",), has_effort=True),
        Target("play", typing, lines, _pieces("?  q  \x04")),
    )
