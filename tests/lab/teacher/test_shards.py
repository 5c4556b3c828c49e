"""Shards: the same comes out as went in; whatever is damaged, cut or foreign is refused."""

from __future__ import annotations

import hashlib
import json
import random
import zlib
from pathlib import Path
from typing import Any

import pytest

from gokan.errors import InvalidInput
from gokan_lab.teacher.lines import GameLine
from tests.lab.teacher.helping import some_games

np = pytest.importorskip("numpy")

from gokan_lab.teacher.shards import (  # noqa: E402
    LIKELIEST,
    MAGIC,
    Gathering,
    Shard,
    label_type,
    labels_in,
    pack_owners,
    unpack_owners,
)


def answer(turn: int, side: int = 9, seed: int = 1, **root: Any) -> dict[str, Any]:
    rng = random.Random(f"{seed} {turn}")
    return {
        "turnNumber": turn,
        "rootInfo": {"scoreLead": 3.5, "winrate": 0.75, "scoreStdev": 8.0, "visits": 1} | root,
        "moveInfos": [{"move": "A9", "visits": 30}, {"move": "pass", "visits": 10}],
        "policy": [rng.random() for _ in range(side * side + 1)],
        "ownership": [rng.uniform(-1, 1) for _ in range(side * side)],
    }


def gathered(games: list[GameLine], *, backwards: bool = False) -> Shard:
    made = Gathering(games)
    pairs = [(k, turn) for k, game in enumerate(games) for turn in game.turns]
    for k, turn in reversed(pairs) if backwards else pairs:
        assert made.add(k, answer(turn, games[0].side, k))
    return made.shard({"teacher": {"command": "fake"}, "settings": {"visits": 1}})


@pytest.fixture
def shard() -> Shard:
    return gathered(some_games(60))  # more than are packed at once


def test_a_shard_is_read_as_it_was_written(shard: Shard, tmp_path: Path) -> None:
    path = tmp_path / "a.labels"
    shard.write(path)
    again = Shard.read(path)
    assert again.games == shard.games
    assert again.side == 9
    assert again.labels.tobytes() == shard.labels.tobytes()
    assert again.about == {"teacher": {"command": "fake"}, "settings": {"visits": 1}}
    assert labels_in(path) == len(shard.labels) == 300


def test_labels_say_what_the_answers_said(shard: Shard) -> None:
    label = shard.labels[7]
    game, turn = int(label["game"]), int(label["turn"])
    assert turn in shard.games[game].turns
    said = answer(turn, 9, game)
    owners = unpack_owners(label["owners"][None], 81)[0]
    assert np.abs(owners - said["ownership"]).max() <= 1 / 15 + 1e-6
    likeliest = sorted(range(82), key=lambda move: -said["policy"][move])[:LIKELIEST]
    assert sorted(label["moves"].tolist()) == sorted(likeliest)
    total = sum(said["policy"][move] for move in likeliest)
    for move, share in zip(label["moves"].tolist(), label["shares"].tolist(), strict=True):
        assert share == round(255 * said["policy"][move] / total)
    assert (label["lead"], label["win"], label["spread"]) == (3.5, 0.75, 8.0)


def test_the_order_of_answers_does_not_matter() -> None:
    games = some_games(60)
    one, other = gathered(games), gathered(games, backwards=True)
    assert one.labels.tobytes() == other.labels.tobytes()


def test_after_a_search_visits_say_which_moves_are_likely() -> None:
    games = some_games(1)
    made = Gathering(games)
    turn = games[0].turns[0]
    assert made.add(0, answer(turn, visits=40))
    label = made.shard({}).labels[0]
    shares = {int(m): int(s) for m, s in zip(label["moves"], label["shares"], strict=True) if s}
    assert shares == {0: 191, 81: 64}
    assert label["visits"] == 40


@pytest.mark.parametrize(
    "change",
    [
        {"ownership": [0.0] * 80},
        {"ownership": [float("nan")] * 81},
        {"ownership": "none"},
        {"ownership": [[0.0]] * 81},
        {"policy": [0.5] * 81},
        {"policy": [-1.0] * 82},
        {"policy": None},
        {"policy": [float("inf")] * 82},
        {"turnNumber": 200},
        {"turnNumber": [1]},
        {"rootInfo": {}},
        {"rootInfo": None},
        {"rootInfo": {"scoreLead": 1e30, "winrate": 0.5, "scoreStdev": 1, "visits": 1}},
        {"rootInfo": {"scoreLead": 1, "winrate": 1.5, "scoreStdev": 1, "visits": 1}},
        {"rootInfo": {"scoreLead": 1, "winrate": 0.5, "scoreStdev": -1, "visits": 1}},
        {"rootInfo": {"scoreLead": "much", "winrate": 0.5, "scoreStdev": 1, "visits": 1}},
        {"rootInfo": {"scoreLead": 1, "winrate": 0.5, "scoreStdev": 1, "visits": 9},
         "moveInfos": [{"move": "T19", "visits": 1}]},
        {"rootInfo": {"scoreLead": 1, "winrate": 0.5, "scoreStdev": 1, "visits": 9},
         "moveInfos": []},
        {"rootInfo": {"scoreLead": 1, "winrate": 0.5, "scoreStdev": 1, "visits": 9},
         "moveInfos": [{"move": "A1", "visits": 9}, {"move": "A2", "visits": -3}]},
    ],
)  # fmt: skip
def test_answers_that_say_nothing_are_not_kept(change: dict[str, Any]) -> None:
    games = some_games(1)
    made = Gathering(games)
    assert not made.add(0, answer(games[0].turns[0]) | change)
    assert not len(made.shard({}).labels)


def test_owners_in_four_bits() -> None:
    owners = np.random.default_rng(1).uniform(-1, 1, (5, 81))
    again = unpack_owners(pack_owners(owners), 81)
    assert np.abs(again - owners).max() <= 1 / 15 + 1e-6
    assert unpack_owners(pack_owners(-owners), 81) == pytest.approx(-again)


def test_every_damage_is_noticed(shard: Shard, tmp_path: Path) -> None:
    shard.write(tmp_path / "a")
    good = (tmp_path / "a").read_bytes()
    rng = random.Random(5)
    for _ in range(150):
        at, bit = rng.randrange(len(MAGIC), len(good)), 1 << rng.randrange(8)
        bad = good[:at] + bytes([good[at] ^ bit]) + good[at + 1 :]
        with pytest.raises(InvalidInput, match=r"are damaged.*\.$"):
            Shard.parse(bad, "a")
    for end in (len(MAGIC), 100, len(good) // 2, len(good) - 1):
        with pytest.raises(InvalidInput, match="are damaged"):
            Shard.parse(good[:end], "a")
    with pytest.raises(InvalidInput, match="are damaged"):
        Shard.parse(good + b"more", "a")


def test_the_head_is_covered_by_a_checksum(shard: Shard, tmp_path: Path) -> None:
    shard.write(tmp_path / "a")
    good = (tmp_path / "a").read_bytes()
    with pytest.raises(InvalidInput, match="damaged"):
        Shard.parse(good.replace(b'"visits": 1', b'"visits": 7', 1), "a")


def test_foreign_files_and_other_versions_are_refused(shard: Shard, tmp_path: Path) -> None:
    path = tmp_path / "a"
    shard.write(path)
    newer = path.read_bytes().replace(b"gokan labels 1\n", b"gokan labels 2\n", 1)
    with pytest.raises(InvalidInput, match="were written by another version of Gokan"):
        Shard.parse(newer, "a")
    for data in (b"", b"(;GM[1])", b"gokan games 1\n"):
        with pytest.raises(InvalidInput, match="are no labels"):
            Shard.parse(data, "a")
    with pytest.raises(InvalidInput, match="cannot be read: No such file"):
        Shard.read(tmp_path / "none")


def test_what_does_not_fit_together_is_refused_though_its_sums_are_right() -> None:
    """A file made by hand: labels of games that are not there, boards of another size."""
    labels = np.zeros(1, label_type(9))
    line = some_games(1)[0]

    def file(labels: Any, games: list[str], head: dict[str, Any] | None = None) -> bytes:
        text = "\n".join(games).encode()
        body = zlib.compress(len(text).to_bytes(8, "little") + text + labels.tobytes())
        about = {"side": 9, "games": len(games), "labels": len(labels)} | (head or {})
        about["sha256"] = hashlib.sha256(body).hexdigest()
        return MAGIC + json.dumps(about).encode() + b"\n" + body

    assert len(Shard.parse(file(labels, [line.text()]), "a").labels) == 1
    for name, value in (("game", 1), ("turn", 300), ("lead", np.nan), ("moves", 82)):
        bad = labels.copy()
        bad[name] = value
        with pytest.raises(InvalidInput, match="damaged"):
            Shard.parse(file(bad, [line.text()]), "a")
    for head in ({"side": 10**9}, {"side": 19}, {"labels": 10**12}, {"games": 2}, {"side": "9"}):
        with pytest.raises(InvalidInput, match="damaged"):
            Shard.parse(file(labels, [line.text()], head), "a")
    with pytest.raises(InvalidInput, match="damaged"):
        Shard.parse(file(labels, ["nonsense"]), "a")
