"""Players made from a tiny network, and learning from labels: a few steps of everything."""

from __future__ import annotations

import itertools
import json
import math
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from gokan.errors import InvalidInput
from gokan_lab.teacher.lines import read_games, write_games
from tests.lab.teacher.helping import fake, replayed, some_games

torch = pytest.importorskip("torch", reason="training needs torch (the extra `train`)")
torch.set_num_threads(1)
np = pytest.importorskip("numpy")

from gokan_lab.teacher import lessons as lessons_module  # noqa: E402
from gokan_lab.teacher.labelling import DONE, Labelling, label  # noqa: E402
from gokan_lab.teacher.learn import Learning, learn, measured  # noqa: E402
from gokan_lab.teacher.lessons import Lessons  # noqa: E402
from gokan_lab.teacher.players import Table  # noqa: E402
from gokan_lab.teacher.positions import Making, make  # noqa: E402
from gokan_lab.teacher.rows import is_held_out, rows_of, watch  # noqa: E402
from gokan_lab.teacher.shards import Shard, unpack_owners  # noqa: E402
from gokan_lab.training.checkpoint import read_state, write_state  # noqa: E402
from gokan_lab.training.model import BEST, Network  # noqa: E402
from gokan_lab.training.planes import Symmetries  # noqa: E402


@pytest.fixture(scope="module")
def network(tmp_path_factory: pytest.TempPathFactory) -> Path:
    torch.manual_seed(1)
    made = Network(1, 32)
    path = tmp_path_factory.mktemp("network") / "tiny.pt"
    write_state(path, {"shape": made.shape, "weights": made.state_dict()})
    return path


@pytest.fixture(scope="module")
def labels(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two shards of 19×19, one to be held out, and one of 9×9."""
    folder = tmp_path_factory.mktemp("teacher")
    games = folder / "games"
    games.mkdir()
    for number, side in ((1, 19), (2, 9), (25, 19)):
        some = some_games(30, seed=number, side=side, turns=6)
        write_games(games / f"players-{side:02d}-{number:06d}.games.gz", some)
    label(Labelling(games, folder / "labels", fake()))
    (folder / "labels" / DONE).touch()
    return folder / "labels"


@pytest.fixture
def plan(labels: Path, network: Path, tmp_path: Path) -> Learning:
    return Learning(
        labels=(str(labels),), output=str(tmp_path / "out"), start=str(network), steps=6,
        blocks=1, channels=32, batch=48, room=1000, small_room=1000, least=1, readers=0,
        rate=0.002,
    )  # fmt: skip


def test_games_of_players_are_legal_and_end(network: Path, tmp_path: Path) -> None:
    plan = Making(tmp_path, start=str(network), sides=(7, 5), tables=12, turns=150, seed=3, gap=4)
    assert make(plan) >= 150
    for side in (7, 5):
        games = [g for path in tmp_path.glob(f"*-{side:02d}-*") for g in read_games(path)]
        assert games
        for game in games:
            positions = replayed(game)
            assert max(game.turns) < len(positions)
            assert positions[-1].is_over or len(positions) >= 0.9 * side * side


def test_the_same_seed_plays_the_same_games(network: Path) -> None:
    state = read_state(network)
    made = Network(*state["shape"])
    made.load_state_dict(state["weights"])

    def played(seed: int) -> list[str]:
        table = Table(made.eval(), side=5, games=8, seed=seed, device="cpu", threads=2)
        lines = []
        for _ in range(40):
            table.step()
            lines += [line.text() for line in table.finished()]
        return lines

    assert played(1) == played(1) != played(2)
    assert len(played(1)) > 3


def test_rows_are_the_same_from_other_processes(labels: Path) -> None:
    here = [rows for rows in watch([labels]) if rows is not None]
    there = [rows for rows in watch([labels], processes=2) if rows is not None]
    assert len(here) == len(there) == 3
    by_name = {(rows.side, rows.held): rows for rows in there}
    for rows in here:
        other = by_name[rows.side, rows.held]
        assert (rows.records == other.records).all()
        assert rows.labels.tobytes() == other.labels.tobytes()


def test_reading_ends_with_its_generator(labels: Path) -> None:
    source = watch([labels], processes=1, ended=lambda: False)
    assert next(rows for rows in source if rows is not None).side in (9, 19)
    source.close()


def test_held_out_shards_are_never_learned_from(labels: Path) -> None:
    held = {path.name for path in labels.glob("*.labels") if is_held_out(path)}
    assert held == {"players-19-000025.labels"}
    assert [(rows.side, rows.held) for rows in watch([labels]) if rows is not None] == [
        (9, False),
        (19, False),
        (19, True),
    ]


def test_games_that_cannot_be_replayed_are_left_out(labels: Path) -> None:
    shard = Shard.read(labels / "players-09-000002.labels")
    bad = replace(shard.games[3], moves=shard.games[3].moves[:2] * 20)
    komi = replace(shard.games[5], komi=-60.5)  # more than the network is told
    games = (*shard.games[:3], bad, shard.games[4], komi, *shard.games[6:])
    rows = rows_of(replace(shard, games=games))
    assert not {3, 5} & set(rows.labels["game"].tolist())
    assert len(rows.records) == len(rows.labels) == len(shard.labels) - 12


def test_a_lesson_shows_the_teachers_numbers_for_the_side_to_move(labels: Path) -> None:
    shard = Shard.read(labels / "players-09-000002.labels")
    lessons = Lessons(9, 1000, "cpu")
    lessons.add(rows_of(shard))
    symmetries = Symmetries("cpu", 9)
    for way in range(8):
        turned = torch.full((lessons.count,), way)
        lesson = lessons.batch(torch.arange(lessons.count), turned)
        for at, row in enumerate(shard.labels[:20]):
            black = int(row["turn"]) % 2 == 0
            sign = 1 if black else -1
            assert lesson.lead[at].item() == pytest.approx(sign * float(row["lead"]))
            win = float(row["win"])
            assert lesson.win[at].item() == pytest.approx(win if black else 1 - win, abs=1e-6)
            owners = (sign * unpack_owners(row["owners"][None], 81)[0] + 1) / 2
            source = symmetries.source[way].numpy()
            assert lesson.owner[at].numpy() == pytest.approx(owners[source], abs=1e-6)
            best = int(row["moves"][int(row["shares"].argmax())])
            there = lesson.moves[at][int(lesson.shares[at].argmax())].item()
            assert there == symmetries.target[way][best].item()


def test_a_full_store_takes_no_more(labels: Path) -> None:
    rows = rows_of(Shard.read(labels / "players-09-000002.labels"))
    lessons = Lessons(9, 100, "cpu")
    lessons.add(rows)
    lessons.add(rows)
    assert lessons.count == 100


def test_a_store_takes_memory_as_it_fills(labels: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The usual room would be 20 gigabytes before the first position."""
    monkeypatch.setattr(lessons_module, "_ROOM", 50)
    rows = rows_of(Shard.read(labels / "players-09-000002.labels"))
    lessons, whole = Lessons(9, 10**9, "cpu"), Lessons(9, 540, "cpu")
    for _ in range(3):
        lessons.add(rows)
        whole.add(rows)
    assert lessons.count == whole.count == 3 * len(rows.labels)
    for one, other in zip(lessons.in_order(100), whole.in_order(100), strict=True):
        assert torch.equal(one.planes, other.planes)
        assert torch.equal(one.lead, other.lead)
        assert torch.equal(one.moves, other.moves)
    twice = torch.cat([one.lead for one in lessons.in_order(len(rows.labels))]).view(3, -1)
    assert torch.equal(twice[0], twice[2])


def losses(plan: Learning, name: str) -> float:
    """What the network of a file makes wrong on what it learned from, in moves and lead."""
    state = read_state(Path(name))
    network = Network(*state["shape"])
    network.load_state_dict(state["weights"])
    lessons = Lessons(19, 1000, "cpu")
    lessons.add(rows_of(Shard.read(Path(plan.labels[0]) / "players-19-000001.labels")))
    return float(measured(network.eval(), lessons, plan)["lead"])


def test_a_few_steps_learn_something(plan: Learning, capsys: pytest.CaptureFixture[str]) -> None:
    long = replace(plan, steps=40, batch=24, small=0.1, rate=0.01, rate_rest=0.004)
    before = losses(plan, plan.start)
    told = learn(long)
    assert losses(plan, plan.output + ".pt") < 0.9 * before
    assert told["steps"] == 40
    assert told["labels"] == {9: 180, 19: 180}
    assert told["held_out after"][19]["positions"] == 180
    assert not Path(plan.output + ".resume.pt").exists()
    assert json.loads(Path(plan.output + ".json").read_text())["steps"] == 40
    assert "a second" in capsys.readouterr().err
    raw, averaged = (read_state(Path(plan.output + name)) for name in (".pt", ".averaged.pt"))
    assert raw["weights"].keys() == averaged["weights"].keys()
    assert not torch.equal(raw["weights"]["stem.weight"], averaged["weights"]["stem.weight"])
    with pytest.raises(InvalidInput, match="is learned already; name another output"):
        learn(long)


def test_what_was_stopped_goes_on_as_if_it_had_not_been(plan: Learning) -> None:
    learn(plan)
    parts = replace(plan, output=plan.output + "2")
    steps = iter(range(10**6))
    with pytest.raises(KeyboardInterrupt):
        learn(parts, lambda: next(steps) >= 6)
    kept = read_state(Path(parts.output + ".resume.pt"))
    assert 0 < kept["step"] < 6
    assert kept["optimisers"][1]["state"]  # the momentum of Muon
    told = learn(parts)
    assert told["steps"] == 6
    for name in (".pt", ".averaged.pt"):
        one, two = (read_state(Path(p.output + name))["weights"] for p in (plan, parts))
        for key, values in one.items():
            assert torch.allclose(values, two[key], atol=1e-6), key


def test_a_checkpoint_of_something_else_is_refused(plan: Learning) -> None:
    steps = iter(range(10**6))
    with pytest.raises(KeyboardInterrupt):
        learn(plan, lambda: next(steps) >= 6)
    with pytest.raises(InvalidInput, match="holds a network of another shape"):
        learn(replace(plan, channels=64))
    with pytest.raises(InvalidInput, match="began with another network or seed"):
        learn(replace(plan, seed=7))
    Path(plan.output + ".resume.pt").write_bytes(b"nonsense")
    with pytest.raises(InvalidInput, match="is no checkpoint of training"):
        learn(plan)


def test_a_deadline_ends_it(plan: Learning, monkeypatch: pytest.MonkeyPatch) -> None:
    """And a clock that is set while it runs does not."""
    jumps = itertools.count(time.time(), 3600)
    monkeypatch.setattr(time, "time", lambda: next(jumps))
    told = learn(replace(plan, steps=0, deadline=time.monotonic() + 6))
    assert told["steps"] > 0


def test_small_boards_alone_can_be_learned_from(plan: Learning, tmp_path: Path) -> None:
    folder = tmp_path / "small"
    folder.mkdir()
    source = Path(plan.labels[0]) / "players-09-000002.labels"
    (folder / source.name).write_bytes(source.read_bytes())
    (folder / DONE).touch()
    told = learn(replace(plan, labels=(str(folder),), steps=2))
    assert told["labels"] == {9: 180}


def test_measured_agrees_with_a_slow_twin(plan: Learning, network: Path) -> None:
    state = read_state(network)
    made = Network(*state["shape"])
    made.load_state_dict(state["weights"])
    made.eval()
    lessons = Lessons(9, 1000, "cpu")
    lessons.add(rows_of(Shard.read(Path(plan.labels[0]) / "players-09-000002.labels")))
    told = measured(made, lessons, plan)
    off, close, wins, firsts, owned, within, pairs = [], [], [], [], [], [], []
    for at in range(lessons.count):
        one = lessons.batch(torch.tensor([at]), torch.tensor([0]))
        with torch.no_grad():
            moves, numbers, owner, _ = made(one.planes)
        win, lead, _, error = numbers[0].tolist()
        theirs = one.lead.item()
        off.append(abs(lead - theirs))
        if abs(theirs) < 15:
            close.append(abs(lead - theirs))
        wins.append(abs(1 / (1 + math.exp(-win)) - one.win.item()))
        wanted = one.moves[0][int(one.shares[0].argmax())].item()
        firsts.append(int(moves[0, BEST].argmax()) == wanted)
        chances = [1 / (1 + math.exp(-x)) for x in owner[0].tolist()]
        owned.append(
            sum(abs(a - b) for a, b in zip(chances, one.owner[0].tolist(), strict=True)) / 81
        )
        within.append(off[-1] <= error)
        pairs.append([max(-60.0, min(60.0, x)) for x in (lead, theirs)])

    def mean(values: list[Any]) -> float:
        return float(sum(values) / len(values))

    ours, theirs_ = (np.array(values) for values in zip(*pairs, strict=True))
    want = {
        "positions": 180,
        "lead": mean(off),
        "close": mean(close),
        "win": mean(wins),
        "first": mean(firsts),
        "owner": mean(owned),
        "within_one": mean(within),
        "theirs_on_ours": np.polyfit(ours, theirs_, 1)[0],
        "ours_on_theirs": np.polyfit(theirs_, ours, 1)[0],
    }
    for name, value in want.items():
        assert told[name] == pytest.approx(value, rel=1e-3, abs=1e-4), name


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"steps": 0}, "Say how long to train"),
        ({"steps": -1, "seconds": 5.0}, "Say how long to train"),
        ({"labels": ()}, "Name a folder of labels"),
        ({"labels": ("nowhere",)}, "There is no folder nowhere of labels"),
        ({"development": ("nowhere",)}, "There is no folder nowhere of labels"),
        ({"output": "nowhere/out"}, "There is no folder nowhere for what is learned"),
        ({"start": "nowhere.pt"}, "The network nowhere.pt cannot be read"),
        ({"problems": "nowhere.npz"}, "nowhere.npz is no file of problems"),
        ({"professional": "nowhere.tsv"}, "The games in nowhere.tsv cannot be read"),
        ({"batch": 0}, "The batch must lie between"),
        ({"readers": -1}, "number of readers"),
        ({"average": 1.0}, "must lie between 0 and 1"),
        ({"rate": 0.0}, "rates of learning"),
        ({"device": "abacus"}, "There is no device abacus here"),
    ],
)
def test_bad_plans_are_refused_in_a_sentence(
    plan: Learning, change: dict[str, Any], told: str
) -> None:
    with pytest.raises(InvalidInput, match=told) as error:
        learn(replace(plan, **change))
    assert "\n" not in str(error.value)


def test_what_is_learned_from_is_not_measured_with(plan: Learning) -> None:
    with pytest.raises(InvalidInput, match="cannot be learned from and measured with"):
        learn(replace(plan, development=(plan.labels[0] + "/../labels",)))


def test_a_full_disk_is_told_in_a_sentence_and_keeps_what_was_there(network: Path) -> None:
    resource = pytest.importorskip("resource")
    before = network.read_bytes()
    state, limits = read_state(network), resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (5000, limits[1]))
    try:
        with pytest.raises(InvalidInput, match=r"^Cannot write .*tiny\.pt: "):
            write_state(network, state)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert network.read_bytes() == before
    assert list(network.parent.iterdir()) == [network]


@pytest.mark.parametrize(
    "change",
    [
        {"shape": "ab"},
        {"shape": (1,)},
        {"shape": (1.5, 32)},
        {"shape": (0, 32)},
        {"shape": (10**9, 32)},
        {"weights": [1.0]},
        {"weights": {"stem.weight": 3}},
    ],
)
def test_checkpoints_of_other_programs_are_refused(
    plan: Learning, network: Path, tmp_path: Path, change: dict[str, Any]
) -> None:
    torch.save(read_state(network) | change, tmp_path / "other.pt")
    with pytest.raises(InvalidInput, match=r"is no checkpoint of training\.$"):
        learn(replace(plan, start=str(tmp_path / "other.pt")))


@pytest.mark.parametrize("size", [(64, 30, 3, 3), (32,)])
def test_weights_that_do_not_fit_their_shape_are_refused(
    plan: Learning, network: Path, tmp_path: Path, size: tuple[int, ...]
) -> None:
    state = read_state(network)
    state["weights"]["stem.weight"] = torch.zeros(size)
    write_state(tmp_path / "other.pt", state)
    with pytest.raises(InvalidInput, match=r"The part stem\.weight of a network is not"):
        learn(replace(plan, start=str(tmp_path / "other.pt")))


def test_folders_without_labels_are_refused(plan: Learning, tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    (tmp_path / "empty" / DONE).touch()
    with pytest.raises(InvalidInput, match="There are no labels to learn from"):
        learn(replace(plan, labels=(str(tmp_path / "empty"),)))
