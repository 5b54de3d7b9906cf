"""Hatch build hook that adds compiled templates and the trees of exercises to wheels.

Editable installations use the sources.
"""

import shutil
import sys
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CompiledSources(BuildHookInterface[Any]):
    """Build hook that adds `treesolve/compiled` and `treesolve/examples` to a wheel."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile the templates into a temporary folder and include the results."""
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
        """Delete the temporary folder."""
        if version != "editable":
            shutil.rmtree(self.folder)
