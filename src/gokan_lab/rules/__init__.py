"""Rules of goals that are generated: about eyes, connections and small rooms.

`windows` decides every filling of a window by play, `generate` draws rules from them,
`generate_rooms` those about eye spaces, `exemplify` gives each a board on which it speaks.
"""
