"""Tests of treesolve.rendering.json."""
