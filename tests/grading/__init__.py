"""Tests of treesolve.grading."""
