"""The one place where evidence becomes a word, a code, a move and a confidence.

Nothing here searches or plays: whoever has gathered evidence asks. The word for a group
(`lives.word_for`) may be "unknown"; a program that must have an answer gets one, about a group
(`lives.decide`), about a race (`races.decide_race`) or about a connection (`links.decide_link`).
"""
