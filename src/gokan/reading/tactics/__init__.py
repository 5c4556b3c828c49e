"""Tactics on the open board: capture and escape, connect and cut."""
