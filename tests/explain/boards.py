"""Boards that several tests of explanations look at."""

RACE = """
    . . . . .
    O O O O O
    . . O O O
    X X X X X
    O O O O O
    . . X X X
    X X X X X
    . . . . .
"""
