"""Tests of treesolve.games."""
