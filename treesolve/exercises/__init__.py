"""Trees and sheets made to measure."""
