"""Slow, obviously right twins of the C++ core. They share no code with the package.

Everything here is written for a reader with the rules in one hand: sets of points, no incremental
anything. Tests play the same games on both and compare every answer.
"""
