"""JSON documents, one module each; their schemas are in `treesolve/schemas`."""
