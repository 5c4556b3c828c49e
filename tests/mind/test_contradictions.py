"""What any two commands say about one position at one effort must be possible together.

`counts.json` holds what was measured last (`python tools/contradictions.py --write`). The number of
contradictions may only fall, and saying less must not pass for truth: each voice tells nine tenths
of what it told then, and no larger share of groups is left open.
"""

from __future__ import annotations

from functools import cache

import pytest

from gokan.certainty import Certainty
from gokan.intuition import available
from tests.mind.statements import LIFE, LINK, Fact, contradictions, lines
from tests.mind.taking import Sums, known, take

needs_network = pytest.mark.skipif(not available(), reason="needs the network's weights")


@cache
def taken() -> Sums:
    return take()


@needs_network
def test_contradictions_only_become_fewer() -> None:
    found, before = taken(), known()
    said = "\n".join(f"{name}: {line}" for name, one in found.found for line in lines([one]))
    assert sum(found.kinds.values()) <= before["contradictions"], said
    assert found.sure <= before["exact or proved"], said


@needs_network
def test_no_voice_falls_silent() -> None:
    found, before = taken(), known()
    for voice, count in before["told"].items():
        if not voice.endswith("(open)"):
            assert found.told[voice] >= 0.9 * count, f"{voice}: {found.told[voice]} of {count}"


@needs_network
def test_no_voice_leaves_more_open() -> None:
    found, before = taken().told, known()["told"]
    for voice in before:
        if voice.startswith("life") and not voice.endswith("(open)"):
            left, was = found[f"{voice} (open)"], before.get(f"{voice} (open)", 0)
            share, old = left / (left + found[voice]), was / (was + before[voice])
            assert share <= old + 0.01, f"{voice}: {share:.3f} open, {old:.3f} before"


def _fact(topic: str, about: tuple[int, ...], says: str, voice: str, after: int = 0) -> Fact:
    return Fact(topic, about, says, Certainty.READ, voice, (after,))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("one", "other", "exclude"),
    [
        (("life", (1, 2), "alive"), ("life", (1, 2), "dead"), True),
        (("life", (1, 2), "alive"), ("life", (2,), "dead"), True),
        (("life", (1, 2), "alive"), ("life", (3,), "dead"), False),
        (("life", (1,), "alive"), ("life", (1,), "seki"), False),
        (("life", (1,), "alive"), ("life", (1,), "unsettled"), True),
        (("life", (1,), "unsettled"), ("life", (1,), "falls, owner first"), True),
        (("life", (1,), "unsettled"), ("life", (1,), "is taken off"), False),
        (("life", (1,), "unsettled"), ("life", (1,), "stays"), False),
        (("life", (1,), "alive"), ("life", (1,), "is taken off"), True),
        (("life", (1,), "dead"), ("life", (1,), "stays"), True),
        (("life", (1,), "dead"), ("life", (1,), "open"), False),
        (("life", (1,), "killing"), ("life", (1,), "dead"), False),
        (("life", (1,), "ko"), ("life", (1,), "critical without threats"), False),
        (("life", (1,), "ko"), ("life", (1,), "alive"), True),
        (("life", (1,), "stands, enemy first"), ("life", (1,), "falls, owner first"), True),
        (("link", (1, 2), "connected"), ("link", (2, 1), "cut"), True),
        (("link", (1, 2), "connected"), ("link", (1, 3), "cut"), False),
        (("link", (1, 2), "cut"), ("link", (1, 2), "stands, owner first"), True),
        (("link", (1, 2), "cuttable"), ("link", (1, 2), "stands, owner first"), False),
        (("score", (), "black"), ("score", (), "white"), True),
        (("score", (), "even"), ("score", (), "white"), False),
        (("better", (1, 2), "first"), ("better", (2, 1), "first"), True),
        (("better", (1, 2), "first"), ("better", (2, 1), "second"), False),
        (("better", (1, 2), "first"), ("better", (1, 2), "second"), True),
        (("move", (5, 1, 2), "works"), ("move", (5, 1, 2), "fails"), True),
        (("move", (5, 1, 2), "works"), ("move", (6, 1, 2), "fails"), False),
        (("life", (1,), "alive"), ("link", (1, 2), "cut"), False),
    ],
)
def test_the_table_of_pairs(
    one: tuple[str, tuple[int, ...], str], other: tuple[str, tuple[int, ...], str], exclude: bool
) -> None:
    facts = [_fact(*one, "one voice"), _fact(*other, "another")]
    assert bool(contradictions(facts)) is exclude
    assert bool(contradictions(facts[::-1])) is exclude
    moved = [facts[0], _fact(*other, "another", after=7)]
    assert not contradictions(moved), "they are about different positions"


def test_every_word_leaves_something_possible() -> None:
    assert all(LIFE.values())
    assert all(LINK.values())
