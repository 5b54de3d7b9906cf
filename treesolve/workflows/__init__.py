"""Multi-step workflows: grading a class, printing sheets, reviewing pending answers, exporting to other systems."""
