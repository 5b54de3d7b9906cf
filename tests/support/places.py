"""Where the tests find the project's files."""

from hashlib import sha256
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent
EXERCISES = ROOT / "exercises"
TESTS = ROOT / "tests"


def exercise_files() -> list[Path]:
    """All tree files that ship with the project, but for those with payoffs for several players."""
    return sorted(path for path in EXERCISES.glob("**/*.tree") if "maxn" not in path.relative_to(EXERCISES).parts)


def broken_files() -> list[Path]:
    """Return the inputs with syntax errors; `tests/golden/messages/tree-syntax.txt` has their messages."""
    return sorted((TESTS / "broken").glob("*.tree"))


def digests(folder: str | Path) -> dict[str, str]:
    """Return the digest of each file in a folder, by its path there."""
    paths = sorted(path for path in Path(folder).rglob("*") if path.is_file())
    return {str(path.relative_to(folder)): sha256(path.read_bytes()).hexdigest() for path in paths}


def named(path: Path) -> str:
    """Return a file as a test id: its folder and its name."""
    return f"{path.parent.name}/{path.stem}"
