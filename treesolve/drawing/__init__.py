"""Drawings of trees, with one shared layout and a writer for each picture format."""
