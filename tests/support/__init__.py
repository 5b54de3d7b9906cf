"""What tests share: oracles that know nothing of treesolve, random trees, a browser, a TeX."""
