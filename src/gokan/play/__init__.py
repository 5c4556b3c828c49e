"""Where the senses become moves: players, their clocks, and matches between programs.

`player` says what a player is, `players` lists those there are, `match` lets two programs
play against each other.
"""
