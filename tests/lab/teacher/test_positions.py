"""Positions as people make them: the same for a seed, legal, and with an end."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from gokan.errors import InvalidInput
from gokan.go import Position
from gokan_lab.teacher.failings import at_level, two_players
from gokan_lab.teacher.lines import GameLine, read_games
from gokan_lab.teacher.openings import begin, recorded
from tests.lab.teacher.helping import replayed

pytest.importorskip("numpy")

from gokan_lab.teacher.kernel import Crowd
from gokan_lab.teacher.positions import Making, make
from gokan_lab.teacher.rows import is_held_out
from gokan_lab.teacher.weakened import as_played, weakened


@pytest.fixture(scope="module")
def games() -> list[bytes]:
    """Random games in the form of the table."""
    rng = random.Random(3)
    lines = []
    for number in range(12):
        position, moves = Position.empty(19), ""
        for _ in range(120):
            move = rng.choice([m for m in position.legal_moves() if m >= 0])
            moves += chr(97 + move % 19) + chr(97 + move // 19)
            position = position.play(move)
        lines.append(f"gö{number}\t2000\t6.5\tB+R\t{moves}..".encode())
    return lines


@pytest.fixture
def table(games: list[bytes], tmp_path: Path) -> str:
    path = tmp_path / "games.tsv"
    path.write_bytes(b"\n".join(games) + b"\n")
    return str(path)


def test_failings_and_openings_hang_on_the_seed_alone(games: list[bytes]) -> None:
    def made(seed: int) -> list[Any]:
        rng = random.Random(seed)
        return [
            (two_players(rng, k % 4), begin(19, k, rng, games), begin(9, k, rng, ()))
            for k in range(50)
        ]

    assert made(1) == made(1)
    assert made(1) != made(2)


def test_a_weaker_player_fails_more() -> None:
    rng = random.Random(1)
    strong, weak = ([at_level(level, rng) for _ in range(200)] for level in (0.95, 0.1))
    for failing in ("temperature", "blind", "nearby", "greedy", "astray"):
        means = [sum(getattr(f, failing) for f in some) / 200 for some in (strong, weak)]
        assert means[0] < means[1]


@pytest.mark.parametrize("side", [5, 7, 9, 13, 19])
def test_openings_can_be_played_on(side: int, games: list[bytes]) -> None:
    rng = random.Random(2)
    crowd = Crowd(side, 1)
    handicaps = set()
    for number in range(150):
        line, handicap = begin(side, number, rng, games)
        crowd.start(0, line.text())
        assert len(line.black) == 2 * handicap
        assert line.first == ("W" if handicap else "B")
        assert abs(line.komi) <= 60.5
        assert GameLine.parse(line.text()) == line
        handicaps.add(handicap)
    assert len(handicaps) > 3


def test_records_that_are_not_whole_are_cut_off() -> None:
    assert recorded(b"a\t2000\t6.5\tB+R\tccddzz") == ("a", 7.0, "ccdd")
    assert recorded(b"a\t2000\tnan\tB+R\tccd") == ("a", 0.5, "cc")
    assert recorded(b"a\t2000\t7.5\tB+R\t.x") == ("a", 7.5, "")


@pytest.mark.parametrize("kind", [weakened, as_played])
def test_records_hang_on_the_seed_and_are_legal(kind: Any, games: list[bytes]) -> None:
    made = list(kind(games, 5))
    assert made == list(kind(games, 5)) != list(kind(games, 6))
    assert len(made) >= 10
    for line in made:
        positions = replayed(line)
        assert line.turns == tuple(sorted(set(line.turns)))
        assert max(line.turns) < len(positions)
        assert ".." * 2 not in [line.moves[i : i + 4] for i in range(0, len(line.moves) - 4, 2)]


def test_games_end_before_a_forbidden_move() -> None:
    """Professionals have lost by one; the whole game was labelled and then thrown away."""
    ko = "cbdbbceccdddqqccdc"  # White may not retake at once
    lines = [f"{name}\t2000\t6.5\tW+F\t{ko}{more}".encode() for name, more in
             (("ko", "cc"), ("passes", "aa....qqqr"), ("point", "aadcpp"))]  # fmt: skip
    for line in as_played(lines, 1, gap=2):
        positions = replayed(line)
        assert len(line.turns) > 3
        assert not any(position.is_over for position in positions)


def test_weakened_games_are_not_those_that_were_played(games: list[bytes]) -> None:
    played = {f"weak-{name}": moves for name, _, moves in map(recorded, games)}
    made = list(weakened(games, 5))
    assert sum(line.moves not in played[line.id] for line in made) > len(made) / 2


def test_files_are_made_until_there_are_enough(table: str, tmp_path: Path) -> None:
    folder = tmp_path / "out"
    plan = Making(folder, "weakened", recorded=table, turns=100, seed=4)
    assert make(plan) >= 100
    one = read_games(folder / "weakened-19-000001.games.gz")
    assert {line.side for line in one} == {19}
    (folder / "weakened-19-notes.games.gz").write_bytes(b"somebody else's")
    assert make(plan) >= 100
    two = read_games(folder / "weakened-19-000002.games.gz")
    assert not {line.text() for line in one} & {line.text() for line in two}
    again = tmp_path / "again"
    make(replace(plan, folder=again))
    first = "weakened-19-000001.games.gz"
    assert (again / first).read_bytes() == (folder / first).read_bytes()


def test_two_runs_in_one_folder_overwrite_nothing(table: str, tmp_path: Path) -> None:
    folder = tmp_path / "out"
    other: list[bytes] = []

    def meanwhile() -> bool:
        """Another run begins and ends while this one is at work."""
        if not other:
            make(Making(folder, "as-played", recorded=table, turns=5, seed=9))
            other.append((folder / "as-played-19-000001.games.gz").read_bytes())
        return False

    make(Making(folder, "as-played", recorded=table, turns=50, seed=4), meanwhile)
    assert (folder / "as-played-19-000001.games.gz").read_bytes() == other[0]
    assert (folder / "as-played-19-000002.games.gz").exists()


def test_what_was_made_of_one_record_is_held_out_together(
    games: list[bytes], tmp_path: Path
) -> None:
    """The same game as played was measured with that was learned from with mistakes put in."""
    table, folder = tmp_path / "games.tsv", tmp_path / "out"
    renamed = (b"g%d\t" % (k + 12) + line.split(b"\t", 1)[1] for k, line in enumerate(games))
    table.write_bytes(b"\n".join(renamed))  # of g12 to g23 it is g20
    for kind, seed in (("as-played", 1), ("weakened", 2), ("weakened", 3)):
        make(Making(folder, kind, recorded=str(table), turns=90, seed=seed))
    records: dict[bool, set[str]] = {False: set(), True: set()}
    for path in folder.glob("*.games.gz"):
        records[is_held_out(path)] |= {game.id.split("-")[1] for game in read_games(path)}
    assert records[True] == {"g20"}
    assert len(records[False]) > 5
    assert "g20" not in records[False]


def test_openings_are_called_by_their_record(games: list[bytes]) -> None:
    rng = random.Random(2)
    begun = [begin(19, number, rng, games)[0] for number in range(100)]
    names = {recorded(line)[0]: recorded(line)[2] for line in games}
    for number, line in enumerate(begun):
        source = line.id.removeprefix("19-")
        assert names[source].startswith(line.moves) if line.moves else source == str(number)
    assert sum(bool(line.moves) for line in begun) > 20


def test_stopped_games_are_kept(table: str, tmp_path: Path) -> None:
    count = iter(range(10**6))
    plan = Making(tmp_path / "out", "as-played", recorded=table, turns=10**6)
    made = make(plan, lambda: next(count) >= 5)
    assert made == sum(
        len(line.turns) for line in read_games(tmp_path / "out" / "as-played-19-000001.games.gz")
    )


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"turns": 0}, "Say how much to make"),
        ({"seconds": -1.0}, "Say how much to make"),
        ({"kind": "dreamt"}, "There is no kind 'dreamt': players, weakened, as-played"),
        ({"kind": "players"}, "Name the network that the players are made from"),
        ({"kind": "players", "start": "x", "sides": (4,)}, "sides from 5 to 19"),
        ({"kind": "players", "start": "x", "sides": ()}, "sides from 5 to 19"),
        ({"recorded": ""}, "Name a table of recorded games"),
        ({"recorded": "nowhere"}, "The games in nowhere cannot be read: No such file"),
        ({"tables": 0}, "number of games at once"),
        ({"share": 0.0}, "The share of the files"),
        ({"threads": 0}, "number of threads"),
        ({"seed": -1}, "The seed must lie between"),
    ],
)
def test_bad_plans_are_refused_in_a_sentence(
    table: str, tmp_path: Path, change: dict[str, Any], told: str
) -> None:
    plan = Making(tmp_path / "out", "weakened", recorded=table, turns=10)
    with pytest.raises(InvalidInput, match=told) as error:
        make(replace(plan, **change))
    assert "\n" not in str(error.value)


def test_games_too_short_to_ask_about(tmp_path: Path) -> None:
    path = tmp_path / "short.tsv"
    path.write_text("a\t2000\t6.5\tB+R\tcc\n")
    with pytest.raises(InvalidInput, match="too short"):
        make(Making(tmp_path / "out", "as-played", recorded=str(path), turns=10))


def test_what_another_kind_has_too_much_of_holds_nothing_up(table: str, tmp_path: Path) -> None:
    """A maker waits for the labels of its own files, not for those of a backlog of others."""
    folder, labels = tmp_path / "games", tmp_path / "labels"
    folder.mkdir()
    labels.mkdir()
    for number in range(30):
        (folder / f"as-played-19-{number:06d}.games.gz").touch()
    plan = Making(
        folder, kind="weakened", recorded=table, labels=str(labels), ahead=10, share=0.3,
        seconds=20, turns=5, gap=30,
    )  # fmt: skip
    assert make(plan) >= 5
