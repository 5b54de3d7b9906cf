"""Exercise parts about the search: their answer forms and how answers to them are marked."""
