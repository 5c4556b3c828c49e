"""Commands about problems: solve, check, sheet."""
