"""Drawings of trees: one layout, and a writer for each picture format."""
