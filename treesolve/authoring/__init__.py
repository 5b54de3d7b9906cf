"""Generated trees with constraints; sheets, trainers and the files that describe them."""
