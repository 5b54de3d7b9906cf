"""Exercise parts about the search: their answer forms, and how their answers are marked."""
