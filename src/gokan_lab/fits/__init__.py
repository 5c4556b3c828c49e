"""Fits to professional games: `strength` the model of moves, `sight` the weights of templates."""
