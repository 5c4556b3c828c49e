"""Trial games: how often a group lives when its surroundings are played out at random."""
