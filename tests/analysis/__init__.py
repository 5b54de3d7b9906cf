"""Tests of treesolve.analysis."""
