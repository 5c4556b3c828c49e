"""The search and what it asks: trees, evaluators, pins, and analyses that are kept."""
