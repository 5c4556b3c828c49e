"""By which rules is read: simple ko, no suicide. Under others nothing is called proved."""

from __future__ import annotations

from gokan.go import Rules

__all__ = ["left_out"]

_SUPERKO = ("positional", "situational")


def left_out(rules: Rules) -> str:
    """What these rules have and reading leaves out, as a reason; empty where that is nothing.

    Under superko a target that stands by repetition may fall, and a move of a proof may be
    forbidden, by the moves before it or those before the position.

    >>> left_out(Rules.named("chinese")), left_out(Rules.named("aga"))
    ('', 'the rules forbid every repetition, which was left out')
    """
    if rules.suicide:
        return "the rules allow suicide, which was left out"
    if rules.ko in _SUPERKO:
        return "the rules forbid every repetition, which was left out"
    return ""
