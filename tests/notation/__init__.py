"""Tests of treesolve.notation."""
