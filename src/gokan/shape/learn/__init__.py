"""Classes learned from games, and moves chosen by them (Section 5.3, left undone in the thesis).

`formation` is what is learned: a few stones, their ties, and which came last. `gokan_lab.classes`
finds those that recur and writes them down as generating systems; `learned` holds the shipped ones;
`ranking` puts moves in order by the elements they would begin, end and further.
"""
