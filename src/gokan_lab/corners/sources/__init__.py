"""Where corner patterns come from: finished games, problem books, and answers of the solver."""
