"""Documents for machines, one module each; their schemas stand in `treesolve/schemas`."""
