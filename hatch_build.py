"""Makes what is built and kept in no repository: templates compiled, for a wheel; and adds the exercises' trees.

An editable installation uses their sources.
"""

import shutil
import sys
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CompiledSources(BuildHookInterface[Any]):
    """Adds `treesolve/compiled` to a wheel."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile into a folder of its own and have it included."""
        if version == "editable":
            return
        sys.path.insert(0, self.root)
        self.folder = Path(tempfile.mkdtemp())
        self._add_templates(build_data["force_include"])
        self._add_examples(build_data["force_include"])

    def _add_templates(self, included: dict[str, str]) -> None:
        from treesolve.rendering import template_engine

        template_engine.compile_templates(Path(self.root) / "templates", self.folder)
        included[str(self.folder / template_engine.COMPILED)] = f"treesolve/{template_engine.COMPILED}"

    def _add_examples(self, included: dict[str, str]) -> None:
        from treesolve.authoring.bundled_exercise import example_files

        exercises = Path(self.root) / "exercises"
        for path in example_files(exercises):
            included[str(path)] = f"treesolve/examples/{path.relative_to(exercises)}"

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Clean up."""
        if version != "editable":
            shutil.rmtree(self.folder)
