"""Tests of treesolve.runs."""
