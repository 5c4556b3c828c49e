"""Positions that several tests of goals look at."""

THREE = """
    . . . O X . .
    O O O O X . .
    X X X X X . .
    . . . . . . .
    . . . . . . .
"""
FOUR = """
    . . . . O X .
    O O O O O X .
    X X X X X X .
    . . . . . . .
    . . . . . . .
"""
OPEN = """
    . . . . . . O X .
    . O . O O O O X .
    . O O X X X X X .
    O O X X . . . . .
    X X X . . . . . .
    . . . . . . . . .
"""
