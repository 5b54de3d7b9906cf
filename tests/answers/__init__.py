"""Tests of treesolve.answers."""
