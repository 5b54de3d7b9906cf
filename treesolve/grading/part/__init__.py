"""The parts that ask about the search itself: what they leave to write, and how an answer to each is marked."""
