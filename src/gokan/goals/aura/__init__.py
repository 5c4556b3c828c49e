"""Aura (Klinger 3.8): how much the space around a target is worth to it, point by point.

The thesis counts the space with weights "determined by the presence of friendly vs. enemy
surrounding cores" and finds its numbers by trial and error. Here the weights are fitted: a small
network looks at the stones around the target and gives every point its worth; the sum over
the points says whether the target is judged to live, and a second picture says where either side
should play. It was fitted to positions that reading had decided, never to an even item of the
book problems that it is measured on. What it says is *judged*.

`gokan_lab.aura` is how the weights were made.
"""
