"""Tests of treesolve.model."""
