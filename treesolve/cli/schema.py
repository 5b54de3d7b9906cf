"""treesolve schema"""

import click

from treesolve.notation.schemas import SCHEMAS, schema_text


@click.command("schema")
@click.argument("kind", type=click.Choice(SCHEMAS), metavar="KIND")
def command(kind: str) -> None:
    """Print the JSON Schema of a document treesolve writes with --format json.

    KIND is solution, maxn, comparison, unknown, reordering, conventions, key, grades, regrade, cost,
    play or match.

    \b
    Examples:
      treesolve schema solution
      treesolve schema comparison > comparison.schema.json
    """
    click.echo(schema_text(kind), nl=False)
