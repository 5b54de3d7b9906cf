"""Long work: a whole class marked, a whole sheet printed, by several processes and with checkpoints."""
