"""Claims derived again by an independent path: `second` leads, `twin` is another, slow board."""
