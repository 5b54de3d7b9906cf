"""Build the playground as a folder of static files for any web server.

    python docs/playground/build.py -o FOLDER [--wheel treesolve-….whl]

The build needs node and npm. Pyodide, Python for browsers, is downloaded from npm in a fixed version, whose hash is
checked. The packages that treesolve needs are copied from the Python that runs the build.
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

from trainers import TRAINED, submit_trainers

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent

PYODIDE = "314.0.7"
INTEGRITY = "0YvXxEhfEdpLfb/XkM2BFAeMROq0iMUX2bzzH9pOttyMcWkwq+HbE5uyuGD82LN7y2q+SNvi/6V5JEsOlD2R1A=="
"""SHA-512 of the Pyodide package in base64, as in npm's lock files."""

RUNTIME = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip")
"""Files of Pyodide that a browser needs."""

PACKAGES = ("click", "jinja2", "lark", "markupsafe")
"""Packages that solving and drawing import besides treesolve."""

SCRIPTS = (
    *("page.js", "state.js", "editor.js", "views.js", "training.js", "saving.js"),
    *("computer.js", "worker.js", "python.js"),
)
LOOK = ("style.css", "icon.svg")

TRAINERS = "trainer"
"""Folder of the trainers. Its name must not change, because other pages link to it."""

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
"""Exercises offered as examples; the page opens with the first one."""

INVALID_TREE = "((6 5) (2,, 9)"
"""A tree with errors, for which all parsers of notations are tried, so that all are compiled."""


def main() -> None:
    """Build the playground and print its size."""
    parser = argparse.ArgumentParser(description="Build the playground.")
    parser.add_argument("-o", "--output", type=Path, required=True, metavar="FOLDER", help="a folder, made anew")
    parser.add_argument("--wheel", type=Path, metavar="FILE", help="treesolve's wheel; built where none is given")
    options = parser.parse_args()
    if shutil.which("node") is None or shutil.which("npm") is None:
        raise SystemExit("The playground is built with node and npm: install them first.")
    clear(options.output)
    with tempfile.TemporaryDirectory() as folder, ProcessPoolExecutor() as executor:
        site = Path(folder) / "site"
        trainers = submit_trainers(site / TRAINERS, executor)
        build(site, options.wheel or build_wheel(Path(folder)), Path(folder))
        for trainer in trainers:
            trainer.result()
        finish(site)
        shutil.move(site, options.output)
    print(size(options.output))


def clear(site: Path) -> None:
    """Delete an earlier build. Raises SystemExit if the folder has other contents."""
    if site.is_dir() and any(site.iterdir()) and not (site / "site.js").is_file():
        raise SystemExit(f"{site} holds something else than a playground: name a new folder.")
    shutil.rmtree(site, ignore_errors=True)


def build(site: Path, wheel: Path, folder: Path) -> None:
    """Build the site with a wheel, without its trainers; `folder` is for temporary files."""
    runtime = site / f"pyodide-{PYODIDE}"
    page = site / "page"
    page.mkdir(parents=True)
    add_runtime(runtime, folder)
    shutil.copy(packages(wheel, folder / "packages"), page)
    for name in (*SCRIPTS, *LOOK):
        shutil.copy(HERE / name, page / name)
    shutil.copy(ROOT / "templates" / "pages" / "style.css", page / "pages.css")
    facts = facts_of_page(runtime.name)
    compile_modules(runtime, page / "packages.tar.gz", [*facts["answers"], request(INVALID_TREE, "en", "picture")])
    (page / "site.json").write_text(json.dumps(facts, ensure_ascii=False), "utf-8")


def build_wheel(folder: Path) -> Path:
    """Build a wheel of this checkout in a folder and return its path."""
    command = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", folder, ROOT]
    subprocess.run(command, check=True)
    return next(folder.glob("*.whl"))


# Python and its packages


def add_runtime(runtime: Path, folder: Path) -> None:
    """Download Pyodide and add it to the site."""
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
    """Return the path of an archive of all packages that the page imports; `folder` receives its contents."""
    shutil.unpack_archive(wheel, folder, "zip")
    shutil.copy(HERE / "work.py", folder)
    for name in PACKAGES:
        for file in filter(_is_needed, files(name) or ()):
            (folder / file).parent.mkdir(parents=True, exist_ok=True)
            (folder / file).write_bytes(file.read_binary())
    for metadata in folder.glob("*.dist-info"):
        shutil.rmtree(metadata)
    return shutil.make_archive(str(folder), "gztar", folder)


def _is_needed(file: PackagePath) -> bool:
    return file.suffix not in (".pyc", ".so", ".c", ".pyi") and file.parts[0] in PACKAGES


def compile_modules(runtime: Path, packed: Path, requests: Iterable[str]) -> None:
    """Compile the modules that answer the requests, with the Python version that will run them."""
    subprocess.run(["node", HERE / "compile.mjs", runtime, packed, *requests], check=True)


# Initial data of the page


def facts_of_page(runtime: str) -> dict[str, Any]:
    """Return the page's texts, conventions, examples, and the answers about the first example.

    The page shows these answers before Python has started.
    """
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
    """Return the ids and titles of the conventions in the output of `treesolve list conventions`."""
    listed = subprocess.run(
        [sys.executable, "-m", "treesolve", "list", "conventions", "--format", "json"],
        check=True,
        capture_output=True,
        text=True,
    )
    return [{"id": each["id"], "title": each["title"]} for each in json.loads(listed.stdout)["conventions"]]


def example(name: str) -> dict[str, str]:
    """Return the title and the text of an exercise."""
    text = (ROOT / "exercises" / f"{name}.tree").read_text("utf-8")
    title = re.search(r"^title: (.*)$", text, re.MULTILINE)
    return {"title": title[1] if title else name, "text": text}


def first_answers(tree: str) -> Iterator[tuple[str, Any]]:
    """Yield the requests of the page about its first example, with the answers."""
    sys.path.insert(0, str(HERE))
    from work import answer

    for language in ("en", "de"):
        for wanted in (["picture", "exercise"], ["page"], ["comparison"]):
            text = request(tree, language, *wanted)
            yield text, json.loads(answer(text))


def request(tree: str, language: str, *wanted: str) -> str:
    """Return a request, character by character as the page writes it."""
    fields = {"tree": tree, "conventions": [""], "language": language, "wanted": wanted}
    return json.dumps(fields, ensure_ascii=False, separators=(",", ":"))


# The site as a whole


def finish(site: Path) -> None:
    """Name the page's folder after a hash of its contents, and write the start page and the service worker.

    The hash includes the trainers, so that the service worker updates cached trainers when one has changed.
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
    cached = [name for name in found if name not in opened]
    facts = json.dumps({"version": version, "files": ["./", *cached], "opened": opened})
    (site / "site.js").write_text(f"self.SITE = {facts};\n", "utf-8")
    shutil.copy(HERE / "service-worker.js", site / "service-worker.js")


def script_hash(answers: Mapping[str, Any]) -> str:
    """Return the hash of the player's script, which the page's content security policy has to allow."""
    page = next(answer["results"][0]["text"] for request, answer in answers.items() if '["page"]' in request)
    script = page.rpartition("<script>")[2].partition("</script>")[0]
    return f"'sha256-{base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()}'"


def size(site: Path) -> str:
    """Return a line with the number of bytes that a browser loads, raw and compressed, and the size of the trainers."""
    files = {path for path in site.rglob("*") if path.is_file()}
    trainers = {path for path in files if path.parent.name == TRAINERS}
    return f"{site}: {_size(files - trainers)}; {len(trainers)} trainers, loaded when opened: {_size(trainers)}"


def _size(paths: Iterable[Path]) -> str:
    contents = [path.read_bytes() for path in paths]
    raw, packed = sum(map(len, contents)), sum(len(gzip.compress(content)) for content in contents)
    return f"{raw / 1e6:.1f} MB, packed {packed / 1e6:.1f} MB"


if __name__ == "__main__":
    main()
