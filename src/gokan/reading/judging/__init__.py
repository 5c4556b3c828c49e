"""Judgements for programs that must have an answer where no search came to an end."""
