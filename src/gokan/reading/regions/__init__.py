"""Where a question is read: a region, the walls around it, and yes-or-no questions about it."""
