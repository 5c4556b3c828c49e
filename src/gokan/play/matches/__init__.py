"""Games between programs: the referee, the match, and how sure its result is."""
