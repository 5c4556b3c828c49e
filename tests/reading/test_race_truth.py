"""What is said of races against the truth on small boards: both groups, all first moves.

    python -m tests.reading.test_race_truth [FIRST [NUMBER]]

asks about as many boards as one likes and prints how often each outcome was said and how its proof
fared; the test asks about a few.
"""

from __future__ import annotations

import random
import sys
from collections import Counter

from gokan.errors import IllegalPosition
from gokan.go import Position
from gokan.reading import Race, prove, race
from gokan.reading.check.bundle import check_file
from gokan.reading.proof.write import NoProof
from tests.reading.race_truth import RaceTruth

_MOST = 12_000  # positions of a truth that is worked out


def made(seed: int) -> tuple[Position, int, int] | None:
    """A small board with a stone of each side."""
    rng = random.Random(seed)
    width, height = rng.choice([(3, 2), (4, 2), (5, 2), (6, 2), (3, 3), (4, 3)])
    empty = rng.choice([2, 3, 4])
    for _ in range(100):
        board = bytes(rng.choices([0, 1, 2], [empty, 4, 4], k=width * height))
        try:
            position = Position.from_board(board, width)
        except IllegalPosition:
            continue
        stones = [[p for p, c in enumerate(board) if c == color] for color in (1, 2)]
        if all(stones):
            return position, rng.choice(stones[0]), rng.choice(stones[1])
    return None


def falsehood(found: Race) -> str | None:
    """What is untrue of the outcome; empty if nothing is, None where the truth is too large."""
    board = [int(c) for c in found.position.board]
    truth = RaceTruth(found.position.width, board, found.first, found.second)
    if not truth.explore(_MOST):
        return None
    if found.outcome == "wins" and not truth.wins():
        return "no plan wins"
    if found.outcome == "loses" and truth.saves():
        return "the group can be saved"
    if found.outcome in ("seki", "both live") and not (truth.saves() and not truth.takes()):
        return "one of them falls"
    return ""


def asked(seed: int, nodes: int = 30_000) -> tuple[str, str, str | None]:
    """The outcome, how its proof fares, and what is untrue of it."""
    question = made(seed)
    if question is None:
        return "", "", None
    found = race(*question, nodes=nodes)
    if found.outcome == "no race":
        return "no race", "", ""
    untrue = falsehood(found)
    if untrue and found.judged:
        untrue = f"judged: {untrue}"  # liberties were left out, or stones around taken as safe
    if untrue is None:
        return found.outcome, "", None
    try:
        return found.outcome, check_file(prove(found, seconds=10)).verdict, untrue
    except NoProof:
        return found.outcome, "none", untrue


def test_no_outcome_is_untrue_on_small_boards() -> None:
    said = Counter[str]()
    for seed in range(30):
        outcome, verdict, untrue = asked(seed)
        assert not untrue or verdict != "accepted", (seed, outcome, untrue)
        assert not untrue or untrue.startswith("judged"), (seed, outcome, untrue)
        assert verdict != "rejected", seed
        said[outcome] += untrue is not None
    assert said["wins"] > 5
    assert said["loses"] > 2


if __name__ == "__main__":
    first, number = (int(word) for word in [*sys.argv[1:], *("0", "1000")[len(sys.argv) - 1 :]])
    counts = Counter[tuple[str, str, str | None]]()
    for number_asked, one in enumerate(range(first, first + number), 1):
        counts[asked(one)] += 1
        if number_asked % 100 == 0:
            print(number_asked, dict(counts), flush=True)
    print(dict(counts))
