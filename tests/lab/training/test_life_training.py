"""Life and death beside the games: rows of problems and groups, and what is learned from them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

torch = pytest.importorskip("torch", reason="training needs torch (the extra `train`)")
torch.set_num_threads(1)
np = pytest.importorskip("numpy")

from gokan_lab.training.loop import train  # noqa: E402
from tests.lab.training.plans import small  # noqa: E402


def test_rows_of_life_and_death_hold_what_was_proved(problems: Path) -> None:
    from gokan_lab.training.life import CANDIDATE, FATES, GROUP, WINS
    from gokan_lab.training.life_rows import life_rows

    rows = life_rows(problems, seed=3, copies=1)
    told = [json.loads(line) for line in problems.read_text().splitlines()]
    settled = [row for row in told if row["result"]["verdict"] != "ko"]
    assert len(rows.status) == len(told) + len(settled)
    assert len({FATES[status] for status in rows.status} & {"alive", "dead", "ko"}) == 3
    at = 0
    for row in told:
        ko = row["result"]["verdict"] == "ko"
        want = FATES.index("ko" if ko else "dead" if row["goal"] == "kill" else "alive")
        for step in range(1 if ko else 2):
            assert rows.status[at] == want
            wins = np.flatnonzero(rows.points[at] & WINS)
            moves = {19 * y + x for x, y in row["first_moves"]} if step == 0 else set()
            assert set(wins.tolist()) == moves
            stones = rows.records[at][:361] & 3  # 1 own, 2 the enemy's
            owners = {int(stones[p]) for p in np.flatnonzero(rows.points[at] & GROUP)}
            own_first = (row["goal"] == "live") == (step == 0)
            assert owners == {1 if own_first else 2}
            assert not stones[np.flatnonzero(rows.points[at] & CANDIDATE)].any()
            at += 1


def test_last_moves_do_not_tell_what_is_settled(problems: Path) -> None:
    """Only boards after a winning move had a last move, so that a network took any for such a one:
    of exact problems its log loss was 2.23 with the last move told and 0.66 without.
    """
    from gokan_lab.training.life_rows import life_rows

    rows = life_rows(problems, seed=3, copies=60)
    told = [json.loads(line) for line in problems.read_text().splitlines()]
    settled = np.array(
        [step for row in told for _ in range(60)
         for step in range(1 if row["result"]["verdict"] == "ko" else 2)]
    )  # fmt: skip
    recent = rows.records[:, -24:-14].copy().view("<u2")
    shares = [float((recent[settled == step, 0] < 361).mean()) for step in (0, 1)]
    assert shares == [pytest.approx(0.5, abs=0.08)] * 2
    for record, last in zip(rows.records, recent[:, 0], strict=True):
        assert last == 361 or record[last] & 3 == 2  # the enemy's


def test_life_and_death_is_learned_beside_the_games(
    table: Path, problems: Path, tmp_path: Path
) -> None:
    plan = small(table, tmp_path / "a", problems=str(problems), life_batch=4)
    first, again = (
        train(plan),
        train(small(table, tmp_path / "b", problems=str(problems), life_batch=4)),
    )
    assert first["life"] == again["life"]
    assert first["life"]["rows"] > 0
    assert 0 <= first["life"]["vital_first"] <= 1


def test_groups_bring_fates_and_the_moves_that_were_read(tmp_path: Path) -> None:
    from gokan.reading.generate import make_problems
    from gokan_lab.training.life import CANDIDATE, FATES, GROUP, WINS
    from gokan_lab.training.life_rows import life_rows
    from gokan_lab.training.proved_groups import Effort, from_corners, from_problem

    record = next(make_problems(5, jobs=1, nodes=2000))
    lines = [*from_problem(record, Effort(20_000, 100_000)), *from_corners(5, seed=2)]
    path = tmp_path / "groups.jsonl"
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), "utf-8")
    rows = life_rows(path, seed=3, copies=1)
    first = lines[0]
    assert first["grade"] == "proved"
    assert sorted(first["first_moves"]) == sorted(record["first_moves"])
    points = {name: np.flatnonzero(rows.points[0] & bit).tolist() for name, bit in (
        ("wins", WINS), ("candidates", CANDIDATE), ("group", GROUP)
    )}  # fmt: skip
    numbers = {name: {19 * y + x for x, y in first[name]} for name in ("first_moves", "failing")}
    assert set(points["wins"]) == numbers["first_moves"]
    assert set(points["candidates"]) == numbers["first_moves"] | numbers["failing"]
    assert len(points["group"]) == len(first["group"])
    assert {"seki", "dead", "alive", "ko"} == {FATES[s] for s in rows.status[2:]}


def test_where_the_fate_is_open_only_moves_are_learned(tmp_path: Path) -> None:
    from gokan_lab.training.life import GROUP, OPEN, WINS, LifeBatch, life_losses
    from gokan_lab.training.life_rows import life_rows

    row = {"id": "p", "size": 19, "black": [[2, 2]], "white": [[3, 2]], "to_play": "W"}
    row |= {"group": [[2, 2]], "fate": None, "first_moves": [[2, 3]]}
    path = tmp_path / "groups.jsonl"
    path.write_text(json.dumps(row) + "\n", "utf-8")
    rows = life_rows(path, seed=3, copies=1)
    assert rows.status.tolist() == [OPEN]  # and no row after the move
    points = torch.from_numpy(rows.points).int()
    assert (points & WINS).sum() == WINS
    groups = torch.randn(1, 5, 361, requires_grad=True)
    losses = life_losses(groups, LifeBatch(None, points, torch.tensor([OPEN])))
    assert losses["status"].item() == 0
    assert losses["vital"].item() > 0
    sum(losses.values()).backward()
    assert not groups.grad[:, 1:].any()
    assert ((points & GROUP) > 0).sum() == 1


def test_what_is_held_out_hangs_on_the_name_alone(problems: Path, tmp_path: Path) -> None:
    from gokan_lab.training.life_rows import life_rows

    turned = tmp_path / "turned.jsonl"
    lines = problems.read_text("utf-8").splitlines(keepends=True)
    turned.write_text("".join(reversed(lines)), "utf-8")
    first, again = (
        life_rows(path, seed=seed, copies=2) for path, seed in ((problems, 1), (turned, 2))
    )
    assert first.held.any()
    assert not first.held.all()
    assert first.held.sum() == again.held.sum()


def test_outcomes_teach_most_where_the_side_to_move_could_not_help_it() -> None:
    from gokan_lab.training.life import FATES, outcome_loss
    from gokan_lab.training.planes import PLANES, Batch

    planes = torch.zeros(1, PLANES, 5, 5)
    planes[0, 1, 0, 0] = planes[0, 2, 4, 4] = 1  # an own stone, and one of the enemy
    sure = torch.zeros(1, 5, 25)
    sure[0, 1 + FATES.index("alive"), 0] = sure[0, 1 + FATES.index("dead"), 24] = 20

    def wrong(own_lives: bool, enemy_lives: bool) -> float:
        owner = torch.full((1, 25), -1.0)
        owner[0, 0], owner[0, 24] = float(own_lives), float(not enemy_lives)
        none = torch.zeros(1)
        batch = Batch(planes, none, none, none, none, none, owner)
        return float(outcome_loss(sure, batch))

    assert wrong(True, False) < 1e-3
    assert 6 < wrong(False, False) < wrong(False, True) < 21
