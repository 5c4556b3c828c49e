"""Commands to play with, and for other programs: play, gtp, analysis, match, players, rules."""
