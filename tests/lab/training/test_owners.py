"""`gokan train ownership`: counted games are finished, and learned from where the count agrees."""

from __future__ import annotations

import json
import random
import signal
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from gokan.cli import run
from gokan.errors import InvalidInput
from gokan.go import BLACK, PASS, WHITE, Position
from gokan.play.eyes import is_own_eye

torch = pytest.importorskip("torch", reason="training needs torch (the extra `train`)")
torch.set_num_threads(1)

from gokan import _core  # noqa: E402
from gokan_lab.training import endings  # noqa: E402
from gokan_lab.training.endings import EndingPlan, play_to_the_end  # noqa: E402
from gokan_lab.training.loop import Store  # noqa: E402
from gokan_lab.training.model import Network  # noqa: E402
from gokan_lab.training.owners import counted, read_owners  # noqa: E402
from gokan_lab.training.records import NO_OWNER, read_games  # noqa: E402

_WALL = 9  # Black holds the columns up to it, White the others


def wall(position: Position, *, dead: bool) -> list[int]:
    """Two walls side by side, Black's on the left, and if asked a dead white stone behind it."""
    moves = []
    for row in range(19):
        moves += [19 * row + _WALL, 19 * row + _WALL + 1]
    return [*moves, PASS, 19 * 5 + 3] if dead else moves


def letters(moves: list[int]) -> str:
    return "".join(".." if m == PASS else chr(97 + m % 19) + chr(97 + m // 19) for m in moves)


@pytest.fixture
def table(tmp_path: Path) -> Path:
    """Black has 9 columns of territory (171 points), White 8 (152), before komi."""
    plain, dead = (letters(wall(Position.empty(19), dead=one)) for one in (False, True))
    lines = [
        f"plain\t2000\t6.5\tB+12.5\t{plain}",
        f"dead\t2000\t6.5\tB+14.5\t{dead}",
        f"wrong\t2000\t6.5\tW+30.5\t{plain}",
        f"resigned\t2000\t6.5\tB+R\t{plain}",
        f"no komi\t2000\t\tB+19\t{plain}",
        "illegal\t2000\t6.5\tB+0.5\tjjjj",
    ]
    path = tmp_path / "games.tsv"
    path.write_text("\n".join(lines) + "\n", "utf-8")
    return path


@pytest.fixture
def network(tmp_path: Path) -> Path:
    torch.manual_seed(1)
    path = tmp_path / "net.pt"
    torch.save({"shape": (1, 32), "weights": Network(1, 32).state_dict()}, path)
    return path


@pytest.fixture
def passing(monkeypatch: pytest.MonkeyPatch) -> None:
    """A player who passes, and knows that the left is Black's: a game ends as it stands."""

    def judge(self: Any, positions: Any, generator: Any) -> tuple[list[int], list[list[float]]]:
        owner = [0.9 if point % 19 <= _WALL else -0.9 for point in range(361)]
        return [361] * len(positions), [owner] * len(positions)

    monkeypatch.setattr(endings._Judge, "__call__", judge)


def rows(path: Path) -> dict[str, dict[str, Any]]:
    found = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    return {row["id"]: row for row in found}


@pytest.mark.usefixtures("passing")
def test_a_count_that_agrees_says_who_owned_what(
    table: Path, network: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    output = tmp_path / "owners.jsonl"
    assert run(["train", "owners", str(table), str(network), str(output)]) == 0
    told = rows(output)
    assert set(told) == {"plain", "dead", "wrong"}
    assert {name: row["agrees"] for name, row in told.items()} == {
        "plain": True,
        "dead": True,
        "wrong": False,
    }
    assert told["dead"]["count"] == 13.5  # a prisoner, and the point where it stood
    assert told["plain"]["count"] == 12.5
    assert told["dead"]["owner"] == ("X" * 10 + "O" * 9) * 19
    assert "the count of 2 agrees with the record, of 1 exactly" in capsys.readouterr().out
    assert set(read_owners(output)) == {b"plain", b"dead"}


@pytest.mark.usefixtures("passing")
def test_a_file_cut_short_is_gone_on_with(table: Path, network: Path, tmp_path: Path) -> None:
    output = tmp_path / "owners.jsonl"
    plan = EndingPlan(str(table), str(network), str(output), batch=1)
    whole = play_to_the_end(plan)
    text = output.read_text("utf-8")
    output.write_text(text[: text.index("\n") + 20], "utf-8")
    assert play_to_the_end(plan) == whole
    assert sorted(output.read_text("utf-8").splitlines()) == sorted(text.splitlines())
    few = tmp_path / "few.jsonl"
    assert play_to_the_end(replace(plan, output=str(few), most=1))["games"] == 1


def test_ctrl_c_stops_it_and_keeps_what_is_finished(
    table: Path, network: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Before, it went on until the last game was finished."""
    output, looks = tmp_path / "owners.jsonl", 0
    usual = signal.getsignal(signal.SIGINT)

    def judge(self: Any, positions: Any, generator: Any) -> tuple[list[int], list[list[float]]]:
        nonlocal looks
        looks += 1
        if looks == 3:  # the first game is over after two passes
            signal.raise_signal(signal.SIGINT)
            while signal.getsignal(signal.SIGINT) is not usual:  # until it is heard
                time.sleep(0.01)
        return [361] * len(positions), [[0.9] * 361] * len(positions)

    monkeypatch.setattr(endings._Judge, "__call__", judge)
    plan = EndingPlan(str(table), str(network), str(output), batch=1)
    with pytest.raises(KeyboardInterrupt):
        play_to_the_end(plan)
    assert len(rows(output)) == 1
    assert play_to_the_end(plan)["games"] == 3


def test_the_network_plays_on_and_never_into_an_own_eye(
    table: Path, network: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An untrained one plays as badly as can be, but by the rules, and the same way again."""
    monkeypatch.setattr(endings, "_MOST_MOVES", 12)
    plan = EndingPlan(str(table), str(network), str(tmp_path / "a"), batch=2, most=2)
    told = play_to_the_end(plan)
    assert told["games"] == 2
    play_to_the_end(replace(plan, output=str(tmp_path / "b")))
    assert rows(tmp_path / "a") == rows(tmp_path / "b")
    assert all(row["played"] <= 12 for row in rows(tmp_path / "a").values())


def test_points_left_alone_are_own_eyes_and_what_the_rules_forbid() -> None:
    dice, found = random.Random(4), 0
    for _ in range(6):
        position = Position.empty(19)
        for _ in range(340):
            moves = position.legal_moves()
            moves = [m for m in moves if not is_own_eye(position, m, position.to_play)]
            if moves:
                position = position.play(dice.choice(moves))
            else:
                position = Position(position.play(PASS).core.with_passes(0), position.rules)
        data = bytearray(_core.intuition_planes([position.core], [6.5]))
        planes = torch.frombuffer(data, dtype=torch.float32).view(1, -1, 361)
        alone = endings._left_alone(planes)[0]
        legal = set(position.legal_moves())
        for point in range(361):
            eye = point in legal and is_own_eye(position, point, position.to_play)
            found += eye
            assert bool(alone[point]) == (point not in legal or eye)
    assert found > 10


def test_a_stone_in_the_other_sides_ground_is_dead() -> None:
    position = Position.empty(19, rules="japanese").play_all(wall(Position.empty(19), dead=True))
    ground = [BLACK if point % 19 <= _WALL else WHITE for point in range(361)]
    komi = position.rules.komi
    assert counted(position, ground, 20 - komi) == {
        "count": 20 - komi,
        "agrees": True,
        "owner": ("X" * 10 + "O" * 9) * 19,
    }
    assert not counted(position, ground, 25 - komi)["agrees"]


def test_owners_are_learned_from_by_name(table: Path, tmp_path: Path) -> None:
    path = tmp_path / "owners.jsonl"
    lines = [
        {"id": "dead", "agrees": True, "owner": "X" * 360 + "O"},
        {"id": "plain", "agrees": False, "owner": "X" * 361},
    ]
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), "utf-8")
    games = read_games(table)
    store = Store(games, playouts=5, threads=1, device="cpu", owners=read_owners(path))
    store.fill()
    names = [line.split(b"\t")[0] for line in games]
    assert store.owners[names.index(b"dead")].tolist() == [1] * 360 + [-1]
    others = [k for k, name in enumerate(names) if name != b"dead"]
    assert (store.owners[others] == NO_OWNER).all()


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("[]", "line 1 is no JSON object."),
        ('{"id": "a"}', "line 1 is not one of `gokan train ownership`."),
        ('{"id": "a", "agrees": true, "owner": "X"}', "line 1 is not one of"),
        (json.dumps({"id": "a", "agrees": True, "owner": "?" * 361}), "line 1 is not one of"),
        ('{"id": "a", "agrees": false, "owner": ""}', "has a count that agrees"),
    ],
)
def test_a_bad_file_of_owners_is_told_in_one_sentence(line: str, said: str, tmp_path: Path) -> None:
    path = tmp_path / "owners.jsonl"
    path.write_text(line + "\n", "utf-8")
    with pytest.raises(InvalidInput) as told:
        read_owners(path)
    assert said in str(told.value)


def test_what_cannot_begin_says_why(
    table: Path, network: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    output = str(tmp_path / "a.jsonl")
    for asked, said in (
        ([str(table), str(tmp_path / "none.pt"), output], "No such file or directory."),
        ([str(tmp_path / "none.tsv"), str(network), output], "No such file or directory."),
        ([str(table), str(network), str(tmp_path / "no" / "a")], "There is no folder"),
        ([str(table), str(network), output, "--seconds", "-1"], "must not be negative."),
        ([str(table), str(network), output, "--device", "moon"], "must be cpu or cuda."),
    ):
        assert run(["train", "owners", *asked]) == 2
        told = capfd.readouterr().err
        assert said in told
        assert told.count("\n") == 1
