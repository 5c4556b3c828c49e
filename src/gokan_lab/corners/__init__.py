"""Corners: the thesis's own networks for groups in an 8×8 corner (Wong Wai Hung, 2004)."""
