"""The model checker: where a formula is true, within which time, and by which moves."""
