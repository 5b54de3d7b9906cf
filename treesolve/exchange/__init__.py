"""Other systems' files: what goes out to them and what comes in from them, a module each."""
