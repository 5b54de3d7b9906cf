"""Tests of treesolve.authoring."""
