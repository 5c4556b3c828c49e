"""Which stones belong together, and which group a problem is about."""
