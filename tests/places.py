"""Where the tests find the project's files."""

from pathlib import Path

ROOT = Path(__file__).parent.parent
EXERCISES = ROOT / "exercises"
TESTS = ROOT / "tests"


def exercise_files() -> list[Path]:
    """All tree files that ship with the project."""
    return sorted(EXERCISES.glob("**/*.tree"))


def named(path: Path) -> str:
    """A file as a test id: its folder and its name."""
    return f"{path.parent.name}/{path.stem}"
