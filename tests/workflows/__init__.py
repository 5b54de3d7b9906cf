"""Tests of treesolve.workflows."""
