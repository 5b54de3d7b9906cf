"""The foreign notations by the names of their modules, in the order in which they are tried."""

from typing import Protocol

from treesolve.notation.foreign.sketch import Sketch

NOTATIONS = (
    *(
        "toml_tables",
        "paths",
        "records",
        "associations",
        "dictionaries",
        "gambit",
        "cs188",
        "dot",
        "mermaid",
        "graph_elements",
        "graph_text",
        "xml_elements",
        "items",
        "istgame",
        "forest",
        "qtree",
        "pstree",
        "tikz",
        "newick",
    ),
    *(
        "merged_cells",
        "drawn_sideways",
        "drawn_tree",
        "edge_dictionary",
        "statements",
        "yaml_maps",
        "yaml_nodes",
        "outline",
        "constructors",
    ),
    *("levels", "lists", "equations", "edge_table", "adjacency", "leaf_rows", "calls"),
)
"""The modules of the foreign notations, in the order in which they are tried; the most unmistakable first."""

LAST = ("flat_array", "program_text", "drawing_in_text", "prose", "brackets_alone")
"""The modules of what many texts look like, and of what is told only so that it can be said what to write."""

SET_IN = ("outline",)
"""The modules of what programs look like, too."""

LINES = ("merged_cells", "adjacency", "outline", "edge_table", "equations")
"""The modules of what stands line by line, and begins with no bracket."""

INDENTED = ("outline", "drawn_tree", "yaml_nodes", "merged_cells")
"""The modules of what says by blanks where a node stands."""

SIGNS = ("records", "associations", "dictionaries", "forest", "lists", "calls")
"""The modules of what our grammar reads, too, as another tree."""

SLOW = ("records", "associations", "dictionaries", "constructors", "lists", "calls")
"""The modules that long texts are not given to: nobody writes that much in brackets by hand."""


class Notation(Protocol):
    """A module that reads a foreign notation."""

    NAME: str

    def recognises(self, text: str) -> bool:
        """Whether a text has the signs of this notation."""

    def read(self, text: str) -> Sketch:
        """What the text says. Raises InputError where that is no tree."""
