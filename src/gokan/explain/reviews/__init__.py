"""Reviews of games: `reviewing` makes one, `answer` is what it says; page, record and words."""
