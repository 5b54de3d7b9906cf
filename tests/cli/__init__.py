"""Tests of treesolve.cli."""
