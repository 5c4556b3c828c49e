"""Parse, write, parse gives the same tree with the same bytes: random trees and real records."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gokan.errors import GokanError, InvalidSgf
from gokan.go import Game
from gokan.go.sgf import Properties, Record, parse, write
from gokan.go.sgf.text import encode_text

names = st.from_regex(r"\A[A-Z]{1,8}\Z").filter(lambda name: name not in ("B", "W", "CA"))
texts = st.text(st.characters(blacklist_characters="\r\0", blacklist_categories=["Cs"]))
properties = st.dictionaries(names, st.lists(texts.map(encode_text), min_size=1, max_size=3))
plain = st.sampled_from([{"B": [b"aa"]}, {"W": [b""]}, {"C": [b"x"]}, {}, {"GM": [b"1"]}])
nodes = st.one_of(plain, properties)


@st.composite
def records(draw: st.DrawFn) -> Record:
    """A random tree in file order: each new node hangs on the branch to the last one."""
    found: list[Properties] = draw(st.lists(nodes, min_size=1, max_size=30))
    parents = [-1]
    branch = [0]
    for index in range(1, len(found)):
        up = draw(st.integers(0, 3))
        branch = branch[: max(1, len(branch) - up)]
        parents.append(branch[-1])
        branch.append(index)
    return Record([dict(node) for node in found], parents)


@given(st.lists(records(), min_size=1, max_size=3))
def test_random_trees_survive(games: list[Record]) -> None:
    again = parse(write(games))
    assert [(game.nodes, game.parents) for game in again] == [
        (game.nodes, game.parents) for game in games
    ]


@given(st.lists(records(), min_size=1, max_size=3))
def test_random_games_survive(games: list[Record]) -> None:
    for record in games:
        game = Game(record)
        first = game.to_sgf()
        assert len(list(game.root.walk())) == len(record.nodes)  # grows the nodes
        assert game.to_sgf() == first


@given(st.binary(max_size=300))
def test_any_bytes_are_read_or_refused(data: bytes) -> None:
    try:
        games = parse(b"(;" + data)
    except InvalidSgf:
        return
    again = parse(write(games))
    assert [game.parents for game in again] == [game.parents for game in games]


@given(st.text(alphabet="(;)[]\\ABC:\n x9", max_size=200))
def test_any_near_miss_is_stable_once_read(text: str) -> None:
    try:
        games = parse("(;" + text)
    except InvalidSgf:
        return
    assert [(g.nodes, g.parents) for g in parse(write(games))] == [
        (g.nodes, g.parents) for g in games
    ]


# --- real records -----------------------------------------------------------------------------


VALUE = re.compile(r"\[((?:[^\]\\]|\\.)*)\]", re.DOTALL)


def real_records(folder: Path) -> Iterator[tuple[str, str]]:
    """Every record in the data folder, with a name for messages."""
    for file in sorted(folder.rglob("*.jsonl")):
        with file.open(encoding="utf-8") as lines:
            for number, line in enumerate(lines, 1):
                item = json.loads(line)
                text = item.get("sgf_text") or item.get("sgf")
                if text and "(" in text:
                    yield f"{file.name}:{number}", text


def test_real_records_survive(data_dir: Path) -> None:
    seen: set[str] = set()
    for name, text in real_records(data_dir):
        if text in seen:
            continue
        seen.add(text)
        games = parse(text)
        again = parse(write(games))
        assert [(g.nodes, g.parents) for g in again] == [(g.nodes, g.parents) for g in games], name
        if not any(game.warnings for game in games):
            kept = [raw for g in games for node in g.nodes for v in node.values() for raw in v]
            assert sorted(kept) == sorted(value.encode() for value in VALUE.findall(text)), name
    assert len(seen) > 10_000


def test_real_records_replay(data_dir: Path) -> None:
    failed = {}
    count = 0
    for name, text in real_records(data_dir):
        game = Game.parse(text)
        count += 1
        try:
            game.position()
        except GokanError as error:
            failed[name] = str(error)
    assert count > 15_000
    assert failed == {}


def test_recorded_captures_agree(data_dir: Path) -> None:
    """The scored games tell how many prisoners each side took."""
    with (data_dir / "kgs_scored.jsonl").open(encoding="utf-8") as lines:
        for line in lines:
            item = json.loads(line)
            end = Game.parse(item["sgf"]).position()
            assert end.core.prisoners(2) == item["captures_by_black"], item["id"]
            assert end.core.prisoners(1) == item["captures_by_white"], item["id"]


def test_the_moves_agree_with_the_peer(data_dir: Path) -> None:
    sgfmill = pytest.importorskip("sgfmill.sgf")
    for count, (name, text) in enumerate(real_records(data_dir)):
        if count % 20:
            continue
        game = Game.parse(text)
        try:
            peer = sgfmill.Sgf_game.from_bytes(text.encode())
        except ValueError:
            continue
        theirs = [node.get_move() for node in peer.get_main_sequence()]
        width, height = game.size
        assert [
            (color.letter.lower(), None if move < 0 else (height - 1 - move // width, move % width))
            for color, move in game.moves()
        ] == [(color, move) for color, move in theirs if color], name
