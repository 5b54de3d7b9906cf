"""JSON documents, one module for each; the schemas are in `treesolve/schemas`."""
