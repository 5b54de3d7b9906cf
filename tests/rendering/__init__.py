"""Tests of treesolve.rendering."""
