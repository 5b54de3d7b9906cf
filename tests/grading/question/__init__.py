"""Tests of treesolve.grading.question."""
