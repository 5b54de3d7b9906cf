"""Tests of treesolve.exercises."""
