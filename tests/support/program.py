"""The program as a user runs it, in this process."""

from click.testing import CliRunner, Result

from treesolve.cli import treesolve


def run(*words: object, stdin: str | bytes | None = None, **environment: str | None) -> Result:
    """Return a command's exit code, stdout and stderr; an exception that it does not handle is raised."""
    arguments = [str(word) for word in words]
    return CliRunner(env=environment).invoke(treesolve, arguments, input=stdin, catch_exceptions=False)
