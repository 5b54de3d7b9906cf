"""The program as a user runs it, in this process."""

from click.testing import CliRunner, Result

from treesolve.cli import treesolve


def run(*words: object, stdin: str | bytes | None = None, **environment: str | None) -> Result:
    """A command with its exit code, standard output and standard error."""
    return CliRunner(env=environment).invoke(treesolve, [str(word) for word in words], input=stdin)
