"""The files of other systems, in and out, a module each: what students handed in there, and what goes back."""
