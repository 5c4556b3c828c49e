"""The network knows the score: 300 of our own positions with a teacher's numbers, kept for good.

The games were made by the network itself at several temperatures, and KataGo gave the numbers; the
limits are what the shipped network reaches with some room. They guard what was once lost unseen.
"""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from statistics import mean

import pytest

from gokan.go import Color, Position
from gokan.intuition import load

TAUGHT = Path(__file__).parent / "taught.jsonl"
COLUMNS = "ABCDEFGHJKLMNOPQRST"


def vertices(letters: str, side: int) -> list[str]:
    pairs = [letters[i : i + 2] for i in range(0, len(letters), 2)]
    return [
        "pass" if pair == ".." else f"{COLUMNS[ord(pair[0]) - 97]}{side - ord(pair[1]) + 97}"
        for pair in pairs
    ]


def positions(line: str, turns: list[int]) -> list[Position]:
    _, side_text, komi, stones, first, moves = line.split("\t")
    side = int(side_text)
    position = Position.empty(side)
    position = position.with_rules(replace(position.rules, komi=float(komi)))
    if black := vertices(stones.removeprefix("-"), side):
        position = position.setup(black=black)
    position = position.with_to_play(Color.BLACK if first == "B" else Color.WHITE)
    played = [position]
    for vertex in vertices(moves, side):
        played.append(played[-1].play(vertex))
    return [played[turn] for turn in turns]


@pytest.fixture(scope="module")
def looks() -> dict[int, list[tuple[float, float, float, float, float]]]:
    """By side: our lead and theirs, our win and theirs, and the error that we state."""
    found: dict[int, list[tuple[float, float, float, float, float]]] = {}
    for row in TAUGHT.read_text("utf-8").splitlines()[1:]:
        line, told = json.loads(row)
        asked = positions(line, [turn for turn, _, _ in told])
        for position, output, (_, lead, win) in zip(
            asked, load().evaluate(asked), told, strict=True
        ):
            black = position.to_play == Color.BLACK
            ours = output.lead if black else -output.lead
            chance = output.win if black else 1 - output.win
            side = position.width
            found.setdefault(side, []).append((ours, lead, chance, win, output.error))
    return found


@pytest.mark.parametrize(
    ("side", "lead_off", "win_off"), [(9, 3.5, 0.085), (13, 4.0, 0.055), (19, 9.5, 0.1)]
)
def test_lead_and_win_are_near_the_teachers(
    looks: dict[int, list[tuple[float, float, float, float, float]]],
    side: int,
    lead_off: float,
    win_off: float,
) -> None:
    rows = looks[side]
    assert mean(abs(ours - theirs) for ours, theirs, *_ in rows) < lead_off
    assert mean(abs(ours - theirs) for _, _, ours, theirs, _ in rows) < win_off


def test_leads_are_not_shrunk(
    looks: dict[int, list[tuple[float, float, float, float, float]]],
) -> None:
    """The teacher's on ours, both capped: 1 is right, the network that had no teacher has 1.2."""
    capped = [
        tuple(max(-60.0, min(60.0, value)) for value in row[:2])
        for rows in looks.values()
        for row in rows
    ]
    slope = sum(a * b for a, b in capped) / sum(a * a for a, _ in capped)
    assert 0.9 < slope < 1.1


def test_the_error_that_is_told_is_the_error(
    looks: dict[int, list[tuple[float, float, float, float, float]]],
) -> None:
    rows = [row for some in looks.values() for row in some]
    within = [abs(ours - theirs) / error for ours, theirs, _, _, error in rows]
    assert 0.55 < mean(far < 1 for far in within) < 0.85
    assert mean(far < 2 for far in within) > 0.82


def test_a_network_of_a_newer_kind_is_refused_in_a_sentence(tmp_path: Path) -> None:
    from gokan.intuition.network import WEIGHTS, MissingNetwork, Network

    card = json.loads(WEIGHTS.with_suffix(".json").read_text("utf-8"))
    (tmp_path / "later.safetensors").write_bytes(WEIGHTS.read_bytes())
    (tmp_path / "later.json").write_text(json.dumps({**card, "format": 3}))
    with pytest.raises(MissingNetwork, match="made for a newer version of Gokan"):
        Network(tmp_path / "later.safetensors")
