"""Compiles the templates into the wheel; an editable installation and a checkout use their sources."""

import importlib.util
import shutil
import tempfile
from pathlib import Path
from types import ModuleType
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CompiledTemplates(BuildHookInterface[Any]):
    """Adds `treesolve/compiled` to a wheel."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile into a folder of its own and have it included."""
        if version == "editable":
            return
        root = Path(self.root)
        self.folder = Path(tempfile.mkdtemp())
        engine = _engine(root / "treesolve" / "pages" / "engine.py")
        engine.compile_templates(root / "templates", self.folder)
        build_data["force_include"][str(self.folder / engine.COMPILED)] = f"treesolve/{engine.COMPILED}"

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Clean up."""
        if version != "editable":
            shutil.rmtree(self.folder)


def _engine(path: Path) -> ModuleType:
    """The module that knows how templates are compiled, without the package around it."""
    spec = importlib.util.spec_from_file_location("engine", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
