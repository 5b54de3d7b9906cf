"""Where the tests find the project's files."""

from pathlib import Path

ROOT = Path(__file__).parent.parent.parent
EXERCISES = ROOT / "exercises"
TESTS = ROOT / "tests"


def exercise_files() -> list[Path]:
    """All tree files that ship with the project, but for those with payoffs for several players."""
    return sorted(path for path in EXERCISES.glob("**/*.tree") if "maxn" not in path.relative_to(EXERCISES).parts)


def broken_files() -> list[Path]:
    """The inputs with syntax errors; `tests/golden/messages/tree-syntax.txt` has their messages."""
    return sorted((TESTS / "broken").glob("*.tree"))


def named(path: Path) -> str:
    """A file as a test id: its folder and its name."""
    return f"{path.parent.name}/{path.stem}"
