"""Tests of treesolve.search."""
