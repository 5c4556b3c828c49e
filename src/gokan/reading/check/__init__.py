"""The proof checker: it shares no code with the search, and knows the rules by itself."""
