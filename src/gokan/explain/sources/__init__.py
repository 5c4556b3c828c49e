"""Where claims come from: one module per sense, each a function from a `Scene` to claims."""
