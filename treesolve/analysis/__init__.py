"""Analyses of a tree: unknown leaves, best child orders, counterexamples, misconceptions, reference answers."""
