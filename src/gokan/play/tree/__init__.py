"""The search and what it asks: trees, evaluators, and analyses that are kept."""
