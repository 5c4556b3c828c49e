"""Commands about a game: review, explain, status, look, show."""
