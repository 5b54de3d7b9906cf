"""Tests of treesolve.analysis.cost."""
