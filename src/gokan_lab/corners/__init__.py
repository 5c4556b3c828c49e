"""Corners: the thesis's own networks for living and dead groups in an 8×8 corner (Wong, 2004)."""
