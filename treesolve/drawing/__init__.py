"""Trees as pictures: one layout, and a writer for each kind of picture."""
