"""Shape: what the stones are becoming, after Scrimger's structural representation of Go (2007)."""
