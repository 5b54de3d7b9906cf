"""Makes what is built and kept in no repository: parse tables of the grammars, and templates compiled.

A wheel gets both. An editable installation writes the tables into the checkout, and uses the templates' sources.
"""

import shutil
import sys
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CompiledSources(BuildHookInterface[Any]):
    """Adds `tables.py` of each grammar and `treesolve/compiled` to a wheel."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile into a folder of its own and have it included; for an editable installation into the checkout."""
        sys.path.insert(0, self.root)
        from treesolve.notation import compile_grammar

        if version == "editable":
            compile_grammar.main()
            return
        self.folder = Path(tempfile.mkdtemp())
        self._add_tables(build_data["force_include"])
        self._add_templates(build_data["force_include"])

    def _add_tables(self, included: dict[str, str]) -> None:
        from treesolve.notation.compile_grammar import compiled, tables_source
        from treesolve.notation.grammar import GRAMMARS

        for grammar in GRAMMARS:
            file = self.folder / f"{grammar.room}.py"
            file.write_text(tables_source(grammar, compiled(grammar)), encoding="utf-8")
            included[str(file)] = str(grammar.tables_file().relative_to(self.root))

    def _add_templates(self, included: dict[str, str]) -> None:
        from treesolve.pages import engine

        engine.compile_templates(Path(self.root) / "templates", self.folder)
        included[str(self.folder / engine.COMPILED)] = f"treesolve/{engine.COMPILED}"

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Clean up."""
        if version != "editable":
            shutil.rmtree(self.folder)
