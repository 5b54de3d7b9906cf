"""The playground as a folder of files that any web server can hand out; nothing runs there.

    python docs/playground/build.py -o FOLDER [--wheel treesolve-….whl]

Needs node and npm. Pyodide, Python for browsers, comes from npm in the version that stands here, and is refused where
it is not what it was. The packages that treesolve needs are those of the Python that runs this.
"""

import argparse
import base64
import gzip
import hashlib
import io
import json
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from importlib.metadata import PackagePath, files
from pathlib import Path
from typing import Any

from trainers import TRAINED, begin_trainers

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent

PYODIDE = "314.0.7"
INTEGRITY = "0YvXxEhfEdpLfb/XkM2BFAeMROq0iMUX2bzzH9pOttyMcWkwq+HbE5uyuGD82LN7y2q+SNvi/6V5JEsOlD2R1A=="
"""The SHA-512 of that version, as npm writes it."""

RUNTIME = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip")
"""What a browser needs of it."""

PACKAGES = ("click", "jinja2", "lark", "markupsafe")
"""What solving and drawing import besides treesolve."""

SCRIPTS = (
    *("page.js", "state.js", "editor.js", "views.js", "training.js", "saving.js"),
    *("computer.js", "worker.js", "python.js"),
)
LOOK = ("style.css", "icon.svg")

TRAINERS = "trainer"
"""The folder of the trainers. Their addresses stay, as other pages lead there."""

EXAMPLES = (
    "aima/fig-5-2",
    "textbook/deep-cut",
    "luger/alpha-beta",
    "lang/bild-2",
    "matey/minimax",
    "stackexchange/why-equals",
    "uml/pruning",
    "chance/taking-a-risk",
    "chance/eight-leaves-limits",
    "games/tictactoe-three-moves",
    "maxn/aima/three-players",
)
"""The first of them is what the page begins with."""

MISTAKEN = "((6 5) (2,, 9)"
"""A tree with mistakes, about which every reader of trees is asked."""


def main() -> None:
    """Build the site, and say how large it is."""
    parser = argparse.ArgumentParser(description="Build the playground.")
    parser.add_argument("-o", "--output", type=Path, required=True, metavar="FOLDER", help="a folder, made anew")
    parser.add_argument("--wheel", type=Path, metavar="FILE", help="treesolve's wheel; built where none is given")
    asked = parser.parse_args()
    if shutil.which("node") is None or shutil.which("npm") is None:
        raise SystemExit("The playground is built with node and npm: install them first.")
    clear(asked.output)
    with tempfile.TemporaryDirectory() as folder, ProcessPoolExecutor() as executor:
        site = Path(folder) / "site"
        made = begin_trainers(site / TRAINERS, executor)
        build(site, asked.wheel or built_wheel(Path(folder)), Path(folder))
        for trainer in made:
            trainer.result()
        finish(site)
        shutil.move(site, asked.output)
    print(size(asked.output))


def clear(site: Path) -> None:
    """Take away what was built before. Ends the program where a folder holds something else."""
    if site.is_dir() and any(site.iterdir()) and not (site / "site.js").is_file():
        raise SystemExit(f"{site} holds something else than a playground: name a new folder.")
    shutil.rmtree(site, ignore_errors=True)


def build(site: Path, wheel: Path, folder: Path) -> None:
    """Make the site of a wheel, but for its trainers; `folder` is for what is needed meanwhile."""
    runtime = site / f"pyodide-{PYODIDE}"
    page = site / "page"
    page.mkdir(parents=True)
    add_runtime(runtime, folder)
    shutil.copy(packages(wheel, folder / "packages"), page)
    for name in (*SCRIPTS, *LOOK):
        shutil.copy(HERE / name, page / name)
    shutil.copy(ROOT / "templates" / "pages" / "style.css", page / "pages.css")
    facts = facts_of_page(runtime.name)
    compile_modules(runtime, page / "packages.tar.gz", [*facts["answers"], request(MISTAKEN, "en", "picture")])
    (page / "site.json").write_text(json.dumps(facts, ensure_ascii=False), "utf-8")


def built_wheel(folder: Path) -> Path:
    """Return the wheel of this checkout."""
    command = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", folder, ROOT]
    subprocess.run(command, check=True)
    return next(folder.glob("*.whl"))


# Python and its packages


def add_runtime(runtime: Path, folder: Path) -> None:
    """Put Python for browsers into the site."""
    fetched = subprocess.run(
        ["npm", "pack", "--silent", f"pyodide@{PYODIDE}"], cwd=folder, check=True, capture_output=True, text=True
    )
    packed = (folder / fetched.stdout.split()[-1]).read_bytes()
    if base64.b64encode(hashlib.sha512(packed).digest()).decode() != INTEGRITY:
        raise SystemExit(f"pyodide {PYODIDE} is not what it was: its hash is another one than build.py says.")
    runtime.mkdir()
    with tarfile.open(fileobj=io.BytesIO(packed)) as found:
        for name in RUNTIME:
            (runtime / name).write_bytes(_read(found, f"package/{name}"))
        lock = json.loads(_read(found, "package/pyodide-lock.json"))
    (runtime / "pyodide-lock.json").write_text(json.dumps({**lock, "packages": {}}), "utf-8")


def _read(found: tarfile.TarFile, name: str) -> bytes:
    file = found.extractfile(name)
    assert file is not None
    return file.read()


def packages(wheel: Path, folder: Path) -> str:
    """Return an archive of everything that Python imports in the page; the folder is for what is in it."""
    shutil.unpack_archive(wheel, folder, "zip")
    shutil.copy(HERE / "work.py", folder)
    for name in PACKAGES:
        for file in filter(_is_needed, files(name) or ()):
            (folder / file).parent.mkdir(parents=True, exist_ok=True)
            (folder / file).write_bytes(file.read_binary())
    for told in folder.glob("*.dist-info"):
        shutil.rmtree(told)
    return shutil.make_archive(str(folder), "gztar", folder)


def _is_needed(file: PackagePath) -> bool:
    return file.suffix not in (".pyc", ".so", ".c", ".pyi") and file.parts[0] in PACKAGES


def compile_modules(runtime: Path, packed: Path, requests: Iterable[str]) -> None:
    """Have the modules that answer the requests compiled by the Python that will run them."""
    subprocess.run(["node", HERE / "compile.mjs", runtime, packed, *requests], check=True)


# What the page knows from the start


def facts_of_page(runtime: str) -> dict[str, Any]:
    """Texts, conventions, examples, and the answers about the first example, which are there before Python is."""
    from treesolve.notation.convention_expression import VALUES

    examples = [example(name) for name in EXAMPLES]
    return {
        "pyodide": runtime,
        "texts": json.loads((HERE / "texts.json").read_text("utf-8")),
        "conventions": conventions(),
        "trained": TRAINED,
        "rules": [f"{rule.replace('_', '-')}={value}" for rule, values in VALUES.items() for value in values],
        "examples": examples,
        "answers": dict(first_answers(examples[0]["text"])),
    }


def conventions() -> list[dict[str, str]]:
    """Return the conventions, as `treesolve list conventions` tells them."""
    told = subprocess.run(
        [sys.executable, "-m", "treesolve", "list", "conventions", "--format", "json"],
        check=True,
        capture_output=True,
        text=True,
    )
    return [{"id": each["id"], "title": each["title"]} for each in json.loads(told.stdout)["conventions"]]


def example(name: str) -> dict[str, str]:
    """Return an exercise: its title and its text."""
    text = (ROOT / "exercises" / f"{name}.tree").read_text("utf-8")
    title = re.search(r"^title: (.*)$", text, re.MULTILINE)
    return {"title": title[1] if title else name, "text": text}


def first_answers(tree: str) -> Iterator[tuple[str, Any]]:
    """What the page asks about the first example, as it asks it, with the answers."""
    sys.path.insert(0, str(HERE))
    from work import answer

    for language in ("en", "de"):
        for wanted in (["picture", "exercise"], ["page"], ["comparison"]):
            asked = request(tree, language, *wanted)
            yield asked, json.loads(answer(asked))


def request(tree: str, language: str, *wanted: str) -> str:
    """Return a request to the character as the page makes it."""
    asked = {"tree": tree, "conventions": [""], "language": language, "wanted": wanted}
    return json.dumps(asked, ensure_ascii=False, separators=(",", ":"))


# The site as a whole


def finish(site: Path) -> None:
    """Call the page's folder after what is in it, and have the start page and the service worker lead there.

    Its name changes with a trainer, too: then the service worker asks for the trainers it keeps once more.
    """
    page, trainers = site / "page", site / TRAINERS
    contents = [file.read_bytes() for folder in (page, trainers) for file in sorted(folder.iterdir())]
    version = hashlib.sha256(b"".join(contents)).hexdigest()[:12]
    answers = json.loads((page / "site.json").read_text("utf-8"))["answers"]
    page.rename(site / f"page-{version}")
    start = (HERE / "index.html").read_text("utf-8").replace('"page/', f'"page-{version}/')
    (site / "index.html").write_text(start.replace("PLAYER", script_hash(answers)), "utf-8")
    found = [file.relative_to(site).as_posix() for file in sorted(site.rglob("*")) if file.is_file()]
    opened = [name for name in found if name.startswith(f"{TRAINERS}/")]
    kept = [name for name in found if name not in opened]
    told = json.dumps({"version": version, "files": ["./", *kept], "opened": opened})
    (site / "site.js").write_text(f"self.SITE = {told};\n", "utf-8")
    shutil.copy(HERE / "service-worker.js", site / "service-worker.js")


def script_hash(answers: Mapping[str, Any]) -> str:
    """Return the hash of the player's script, without which the page's policy would not let it run."""
    page = next(answer["results"][0]["text"] for asked, answer in answers.items() if '["page"]' in asked)
    script = page.rpartition("<script>")[2].partition("</script>")[0]
    return f"'sha256-{base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()}'"


def size(site: Path) -> str:
    """How much a browser loads, as it lies there and as a server that packs it sends it; and the trainers beside."""
    files = {path for path in site.rglob("*") if path.is_file()}
    trainers = {path for path in files if path.parent.name == TRAINERS}
    return f"{site}: {_size(files - trainers)}; {len(trainers)} trainers, loaded when opened: {_size(trainers)}"


def _size(paths: Iterable[Path]) -> str:
    contents = [path.read_bytes() for path in paths]
    raw, packed = sum(map(len, contents)), sum(len(gzip.compress(content)) for content in contents)
    return f"{raw / 1e6:.1f} MB, packed {packed / 1e6:.1f} MB"


if __name__ == "__main__":
    main()
