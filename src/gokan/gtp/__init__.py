"""The Go Text Protocol: an engine other programs and graphical boards can drive.

Where to start reading: `protocol` (lines in, responses out), `providers` (which module offers
which command), `engine` (one line in, one response out), `serve` (the loop over two pipes).
"""
