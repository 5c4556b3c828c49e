"""What trial games must say before they are believed: every limit in one place.

Trial games have a say in three answers: the word for a group (`gokan.reading.trials.outlook` and
`gokan.reading.life.status`), a group in the open that moves first, and a kill in the open
(`gokan.reading.life.second_opinion` and `gokan.reading.life.put_to_trial`). These limits were
chosen by hand: those of words on games with even numbers, and checked on games with odd ones
(`benchmarks/bench_status.py`). Answers that must be given go by fitted weights instead
(`judgement.txt`, beside `gokan.reading.judging.judgement`).

Shares are of games, unless something else is said.
"""

from __future__ import annotations

__all__ = [
    "ALIVE",
    "ANSWERED",
    "BEFORE_RIVAL",
    "CLEAR",
    "CLEAR_CHOICE",
    "CONTRADICTED",
    "DEAD",
    "ENOUGH",
    "FEW",
    "FEWEST",
    "GAMES",
    "HOLDS",
    "LEFT_OUT",
    "NOT_DEAD",
    "OPEN",
    "PATIENT",
    "STANDS_OUT",
    "TO_STAND",
    "TURNED",
    "WELL",
    "WORSE",
]

# --- the word for a group -------------------------------------------------------------------------

GAMES = 1_500
"""For either side first; ten thousand change the word of few groups."""
FEWEST = 100
"""Games, for either side first, that say anything unless all lines were settled."""
ALIVE = 0.15
"""A group that is taken in at most this share, its enemy moving first, is alive."""
DEAD = 0.08
"""And one that is saved in at most this share, its owner moving first, is dead."""
CLEAR = 0.85
"""Taken with the enemy first and saved with the owner first at least this often: unsettled."""
TURNED = 0.4
"""With the loser's ko threats the share falls to this: it is a ko."""
FEW = 3
"""A defender's ko threats: with more, dead stones hold out too long."""
OPEN = 0.3
"""Of the games end outside the surroundings: worth a word."""
CONTRADICTED = 0.3
"""A reading with a judged edge does not stand if more than this share contradicts it."""

# --- a group in the open that moves first ---------------------------------------------------------

NOT_DEAD = 0.6
"""Saved in more than this share, it is not called dead, whatever was read."""
WELL = 0.62
"""A move that saves it this often is worth a closer look,"""
STANDS_OUT = 0.4
"""if at least this share went to it."""
CLEAR_CHOICE = 0.6
"""If less than this share did, the next move must do"""
WORSE = 0.12
"""worse by so much,"""
BEFORE_RIVAL = 0.75
"""and this part of the time is for the first of the two."""
TO_STAND = 20_000
"""Games after a move that is put to the answers that reading found;"""
ENOUGH = 6_000
"""so many say enough."""
HOLDS = 0.7
"""The move must save the group in so many though the attacker chooses his answer,"""
ANSWERED = 0.75
"""and in so many after each answer that was read, or that he likes best."""

# --- a kill in the open ---------------------------------------------------------------------------

LEFT_OUT = (8_000, 0.08), (30_000, 0.03)
"""Games, and a share that is next to nothing: moves that were read to kill and get less of both are
doubted."""
PATIENT = 4.0
"""Who gives less time than this, in seconds, gets a kill without a second opinion."""
