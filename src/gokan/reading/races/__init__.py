"""Races (semeai) between two groups that cannot both live: read, or counted."""
