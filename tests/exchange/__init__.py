"""What goes out to other systems, and comes in from them."""
