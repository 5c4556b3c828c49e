"""Training, small: records, planes on a batch, steps that repeat, a checkpoint that goes on."""

from __future__ import annotations

import json
import signal
import threading
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from gokan import _core
from gokan.go import Position, area_komi

torch = pytest.importorskip("torch", reason="training needs torch (the extra `train`)")
torch.set_num_threads(1)
np = pytest.importorskip("numpy")

from gokan.errors import InvalidInput  # noqa: E402
from gokan_lab.training import loop, records  # noqa: E402
from gokan_lab.training import self_play as playing  # noqa: E402
from gokan_lab.training.ablation import ablate  # noqa: E402
from gokan_lab.training.loop import Plan, train  # noqa: E402
from gokan_lab.training.muon import orthogonal  # noqa: E402
from gokan_lab.training.own_games import Lessons, load_own_games  # noqa: E402
from gokan_lab.training.planes import Symmetries, unpack  # noqa: E402
from gokan_lab.training.self_play import SelfPlay, self_play  # noqa: E402
from tests.lab.training.plans import small  # noqa: E402


def test_records_unpack_into_the_planes_of_play(table: Path) -> None:
    games = records.read_games(table)
    chunk = next(iter(records.chunks(games, playouts=0, threads=1)))
    assert chunk is not None
    rows = torch.from_numpy(chunk.records)
    owners = torch.full((len(rows), 361), records.NO_OWNER, dtype=torch.int8)
    way = torch.zeros(len(rows), dtype=torch.long)
    batch = unpack(rows, rows.roll(-1, 0), owners, way, Symmetries("cpu"))
    at = 0
    for line in games:
        # Komi of 6.5 is territory's; the network is told what makes a count by area agree.
        position, moves = Position.empty(19, rules="japanese"), line.rsplit(b"\t", 1)[1].decode()
        for k in range(0, len(moves), 2):
            komi = area_komi(position) * (-1 if position.to_play == 1 else 1)
            data = _core.intuition_planes([position.core], [komi])
            want = np.frombuffer(data, np.float32).reshape(-1, 19, 19)
            assert np.array_equal(batch.planes[at].numpy(), want)
            point = -1 if moves[k] == "." else (ord(moves[k + 1]) - 97) * 19 + ord(moves[k]) - 97
            assert batch.move[at] == (361 if point < 0 else point)
            position = position.play(point)
            at += 1
    assert at == len(rows)


@pytest.mark.slow
def test_a_compiler_alone_makes_the_same_records(table: Path) -> None:
    """For a training machine without the compiled module: the core is built as plain C++."""
    games = records.read_games(table)
    made = []
    for write in (records.kernel(), records._plain_kernel()):
        rows = np.zeros((records.positions_in(games), records.RECORD), np.uint8)
        owners = np.zeros((len(games), records.POINTS), np.int8)
        counts = write(b"\n".join(games), 0, 20, rows, owners)
        made.append((counts, rows.tobytes(), owners.tobytes()))
    assert made[0] == made[1]


def test_turned_batches_are_the_planes_of_the_turned_board(table: Path) -> None:
    chunk = next(iter(records.chunks(records.read_games(table), playouts=0, threads=1)))
    assert chunk is not None
    rows = torch.from_numpy(chunk.records[30:38])
    owners = torch.full((8, 361), records.NO_OWNER, dtype=torch.int8)
    symmetries = Symmetries("cpu")
    straight = unpack(rows, rows, owners, torch.zeros(8, dtype=torch.long), symmetries)
    turned = unpack(rows, rows, owners, torch.arange(8), symmetries)
    for k in range(8):
        flat = straight.planes[k].flatten(1)[:, symmetries.source[k]]
        assert torch.equal(turned.planes[k].flatten(1), flat)
        assert symmetries.source[k][turned.move[k]] == straight.move[k]


def test_the_same_seed_gives_the_same_weights(table: Path, tmp_path: Path) -> None:
    results = []
    for name in ("a", "b"):
        result = train(small(table, tmp_path / name))
        state = torch.load(tmp_path / f"{name}.pt", weights_only=True)
        results.append((result["validation"], state["weights"]))
    (first, weights), (second, others) = results
    assert first == second
    assert all(torch.equal(weights[key], others[key]) for key in weights)
    told = json.loads((tmp_path / "a.json").read_text())
    assert told["games"]["games"] == 6
    assert told["validation"]["positions"] == 6 * 61


def test_threads_that_replay_change_no_weights(
    table: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The games come in their order, though a later one is ready first."""
    monkeypatch.setattr(records, "_GAMES_A_CHUNK", 2)
    usual, ready = records.kernel(), threading.Event()

    def kernel() -> records.Write:
        def write(text: bytes, game: int, *rest: Any) -> records.Counts:
            if game == 0:
                assert ready.wait(60)
            told = usual(text, game, *rest)
            ready.set()
            return told

        return write

    ready.set()
    monkeypatch.setattr(records, "kernel", kernel)
    weights = []
    for threads in (1, 2):
        train(small(table, tmp_path / f"{threads}", threads=threads, validation=""))
        weights.append(torch.load(tmp_path / f"{threads}.pt", weights_only=True)["weights"])
        ready.clear()
    assert all(torch.equal(weights[0][key], weights[1][key]) for key in weights[0])


@pytest.mark.parametrize(("in_order", "made"), [(True, 9), (False, 11)])
def test_games_that_nobody_waits_for_hold_nothing_up(
    in_order: bool, made: int, table: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Before, a run that ended before all games were replayed never came to its end."""
    monkeypatch.setattr(records, "_GAMES_A_CHUNK", 1)
    usual, begun = records.kernel(), threading.Semaphore(0)

    def write(*given: Any) -> records.Counts:
        begun.release()
        return usual(*given)

    monkeypatch.setattr(records, "kernel", lambda: write)
    before = set(threading.enumerate())
    games = 8 * records.read_games(table)
    found = records.chunks(games, playouts=0, threads=2, in_order=in_order)
    while next(found) is None:
        pass
    assert all(begun.acquire(timeout=60) for _ in range(made))  # as many as wait to be taken
    workers = set(threading.enumerate()) - before
    found.close()  # type: ignore[attr-defined]
    for worker in workers:
        worker.join(60)
        assert not worker.is_alive()


def in_pieces(plan: Plan, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Train as planned, but broken off after three steps and gone on with: the weights."""
    descend = loop._descend

    def broken(network: Any, optimisers: Any, losses: Any, step: int, lost: int) -> bool:
        if step == 3:
            raise KeyboardInterrupt
        return descend(network, optimisers, losses, step, lost)

    with monkeypatch.context() as once:
        once.setattr(loop, "_descend", broken)
        with pytest.raises(KeyboardInterrupt):
            train(replace(plan, save_every=0))
    assert torch.load(f"{plan.output}.pt", weights_only=True)["step"] == 3
    train(plan)
    return torch.load(f"{plan.output}.pt", weights_only=True)["weights"]


def test_a_run_that_was_broken_off_ends_with_the_same_weights(
    table: Path, problems: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plan = small(table, tmp_path / "a", channels=32, problems=str(problems))
    train(plan)
    whole = torch.load(tmp_path / "a.pt", weights_only=True)["weights"]
    pieces = in_pieces(replace(plan, output=str(tmp_path / "b")), monkeypatch)
    assert all(torch.equal(whole[key], pieces[key]) for key in whole)


def test_ctrl_c_ends_with_the_step_and_loses_nothing(
    table: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Before, everything since the last checkpoint, up to two minutes, was lost."""
    train(small(table, tmp_path / "whole"))
    step, many = loop._descend, 0

    def pressed(*asked: Any) -> bool:
        nonlocal many
        many += 1
        if many == 2:
            signal.raise_signal(signal.SIGINT)
        return step(*asked)

    monkeypatch.setattr(loop, "_descend", pressed)
    with pytest.raises(KeyboardInterrupt):
        train(small(table, tmp_path / "a"))
    assert "Stopped after step 2; the same command goes on from there." in capsys.readouterr().err
    assert not (tmp_path / "a.json").exists()
    assert train(small(table, tmp_path / "a"))["step"] == 6
    whole, pieces = (
        torch.load(tmp_path / f"{name}.pt", weights_only=True)["weights"] for name in ("whole", "a")
    )
    assert all(torch.equal(whole[key], pieces[key]) for key in whole)


def test_a_finished_checkpoint_is_not_trained_further(table: Path, tmp_path: Path) -> None:
    train(small(table, tmp_path / "a"))
    before = torch.load(tmp_path / "a.pt", weights_only=True)["weights"]
    assert train(small(table, tmp_path / "a"))["step"] == 6
    after = torch.load(tmp_path / "a.pt", weights_only=True)["weights"]
    assert all(torch.equal(before[key], after[key]) for key in before)
    assert train(small(table, tmp_path / "a", steps=9))["step"] == 9


def test_what_cannot_be_trained_is_refused(table: Path, tmp_path: Path) -> None:
    with pytest.raises(InvalidInput, match="how long"):
        train(small(table, tmp_path / "a", steps=0))
    with pytest.raises(InvalidInput, match="cannot be read"):
        train(small(tmp_path / "none.tsv", tmp_path / "a"))
    train(small(table, tmp_path / "a"))
    with pytest.raises(InvalidInput, match="another shape"):
        train(small(table, tmp_path / "a", channels=16))
    with pytest.raises(InvalidInput, match="how long"):
        train(small(table, tmp_path / "b", steps=0, seconds=-1))
    with pytest.raises(InvalidInput, match="no folder"):
        train(small(table, tmp_path / "none" / "b"))


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ("--batch 0", "positions in a step must lie between 1 and"),
        ("--blocks 0", "number of blocks must lie between 1 and 64, not at 0"),
        ("--channels 40", "multiple of 32, not 40"),
        ("--jobs 0", "number of jobs must lie between 1 and 256"),
        ("--rate nan", "--rate and --own-share must lie between 0 and 1"),
        ("--own-share 1.5", "--rate and --own-share must lie between 0 and 1"),
        ("--device abacus", "--device is 'abacus' but must be cpu or cuda"),
        ("--seed 99999999999999999999", "The seed must lie between 0 and 4294967295"),
        ("--validation none.tsv", "The games in none.tsv cannot be read"),  # before, at the end
    ],
)
def test_what_could_not_be_used_in_the_end_is_refused_at_once(
    options: str, said: str, table: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Before, these trained a network that cannot be loaded, or ended in a traceback."""
    from gokan.cli import run

    output = tmp_path / "a"
    assert run(["train", "network", str(table), str(output), "--steps", "1", *options.split()]) == 2
    told = capsys.readouterr().err
    assert said in told
    assert told.count("\n") == 1
    assert not output.with_suffix(".pt").exists()


def test_a_gpu_that_is_not_there_is_told_in_one_sentence(
    table: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from gokan.cli import run

    monkeypatch.setattr(torch.cuda, "is_available", lambda: False)
    plan = ["train", "network", str(table), str(tmp_path / "a"), "--steps", "1"]
    assert run([*plan, "--device", "cuda"]) == 2
    assert capsys.readouterr().err == "gokan: --device is cuda, but torch finds no GPU here.\n"


def test_a_checkpoint_of_another_version_gives_its_weights_only(
    table: Path, tmp_path: Path
) -> None:
    train(small(table, tmp_path / "a"))
    state = torch.load(tmp_path / "a.pt", weights_only=True)
    weights = {k: v for k, v in state["weights"].items() if not k.startswith("vital")}
    torch.save({**state, "weights": weights}, tmp_path / "b.pt")
    with pytest.raises(InvalidInput, match=r"cannot go on from .*b.pt"):
        train(small(table, tmp_path / "b"))
    assert train(small(table, tmp_path / "c", start=str(tmp_path / "b.pt")))["step"] == 6
    torch.save({**state, "weights": {**weights, "nose": torch.zeros(1)}}, tmp_path / "b.pt")
    with pytest.raises(InvalidInput, match="no part nose"):
        train(small(table, tmp_path / "d", start=str(tmp_path / "b.pt")))


def test_senses_are_left_out_on_equal_positions(table: Path, tmp_path: Path) -> None:
    plan = small(table, tmp_path / "a", steps=2)
    alone = ablate(plan, ["ladders+life"], seeds=1)
    assert [row["without"] for row in alone] == ["nothing", "ladders,life"]
    assert [row["steps"] for row in alone] == [2, 2]
    together = ablate(plan, ["ladders+life"], seeds=1, together=2)
    assert sorted(together, key=lambda row: row["without"], reverse=True) == alone
    assert json.loads((tmp_path / "a.json").read_text()) == together
    with pytest.raises(InvalidInput, match="no sense 'smell'"):
        ablate(plan, ["smell"])
    with pytest.raises(InvalidInput, match="how long"):
        ablate(replace(plan, steps=0), ["life"])


def test_what_is_left_out_reaches_the_network_in_no_way(table: Path, problems: Path) -> None:
    from gokan_lab.training.life import Life
    from gokan_lab.training.life_rows import life_rows
    from gokan_lab.training.loop import Store, _losses
    from gokan_lab.training.model import Network
    from gokan_lab.training.records import read_games

    store = Store(read_games(table), playouts=2, threads=1, device="cpu")
    store.fill()
    symmetries, generator = Symmetries("cpu"), torch.Generator().manual_seed(1)
    life = Life(life_rows(problems, copies=1), "cpu")
    network = Network(2, 8)
    seen = []

    def forward(planes: Any) -> Any:
        seen.append(planes)
        return network(planes)

    rows = torch.arange(0, 240, 10)
    for without in ("", "komi,influence"):
        batch = store.batch(rows, torch.zeros_like(rows), symmetries)
        some = life.some(5, generator, symmetries)
        noise = torch.rand((2, len(rows)), generator=generator)
        _losses(forward, batch, noise, life=some, plan=Plan("", "", "", without=without))
    assert len(seen[1]) == len(rows) + 5
    for plane in (27, 28):
        assert seen[0][:, plane].any()
        assert not seen[1][:, plane].any()
    assert seen[1][:, 26].any()


def test_own_games_end_and_are_counted(table: Path, tmp_path: Path) -> None:
    train(small(table, tmp_path / "a"))
    plan = SelfPlay(games=3, visits=6, brief_visits=2, positions=40)
    some, again = tmp_path / "some", tmp_path / "again"
    self_play(tmp_path / "a.pt", some, (5,), plan)
    self_play(tmp_path / "a.pt", again, (5,), replace(plan, threads=2))
    assert np.array_equal(
        Lessons.load(some / "00001-5.npz").records, Lessons.load(again / "00001-5.npz").records
    )
    self_play(tmp_path / "a.pt", some, (5,), replace(plan, seed=2))
    assert len(list(some.iterdir())) == 2  # each run adds a file
    (games,) = load_own_games(some, "cpu")
    assert len(games.records) > 80
    (newest,) = load_own_games(some, "cpu", window=1)
    assert 40 <= len(newest.records) < len(games.records)
    batch, visits = games.batch(64, torch.Generator().manual_seed(1))
    count = (2 * batch.owner - 1).sum(1)
    area = batch.komi.remainder(1) == 0.5  # where territory counts, the komi told is whole
    assert 0 < area.sum() < len(area)
    assert torch.allclose((count + batch.komi)[area], batch.lead[area])
    assert torch.equal(batch.win, (batch.lead > 0).float())
    searched = visits[visits.sum(1) > 0]
    assert 0 < len(searched) < 64
    assert torch.allclose(searched.sum(1), torch.ones(len(searched)), atol=1e-4)
    with pytest.raises(InvalidInput, match="No game on 19×19 ended"):
        self_play(tmp_path / "a.pt", some, (19,), SelfPlay(games=1, visits=2, seconds=0.01))
    stones = batch.planes[:, 1:3].sum(1).flatten(1)
    assert not (visits[:, :-1] * stones).any()  # the shares are turned as the boards are


def test_ctrl_c_stops_own_games_and_keeps_those_that_ended(
    table: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Before, they went on until the time was up; then, where no game had ended on one of the
    boards, nothing was said of the others.
    """
    train(small(table, tmp_path / "a"))
    pressed, lessons = threading.Event(), Lessons.of

    def press(*ended: Any) -> Lessons:
        if not pressed.is_set():
            pressed.set()
            signal.raise_signal(signal.SIGINT)
        return lessons(*ended)

    def play(network: Any, *, side: int, plan: SelfPlay, **options: Any) -> Lessons:
        if side == 19:
            plan = replace(plan, visits=10**4, brief_visits=10**4)  # for ever
        played: Lessons = games_on(network, side=side, plan=plan, **options)
        return played

    monkeypatch.setattr(Lessons, "of", press)
    games_on = playing.play_games
    monkeypatch.setattr(playing, "play_games", play)
    plan = SelfPlay(games=3, visits=6, brief_visits=2, seconds=600)
    with pytest.raises(KeyboardInterrupt):
        self_play(tmp_path / "a.pt", tmp_path / "own", (5, 19), plan)
    assert capsys.readouterr().err.endswith("own/00001-5.npz.\n")
    (games,) = load_own_games(tmp_path / "own", "cpu")
    assert len(games.records) > 0


def test_the_network_learns_from_its_own_games(
    table: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    train(small(table, tmp_path / "a"))
    self_play(tmp_path / "a.pt", tmp_path / "own", (5, 6), SelfPlay(games=2, visits=4, positions=9))
    plan = small(table, tmp_path / "b", start=str(tmp_path / "a.pt"), own=str(tmp_path / "own"))
    before = torch.load(tmp_path / "a.pt", weights_only=True)["weights"]
    train(plan)
    after = torch.load(tmp_path / "b.pt", weights_only=True)["weights"]
    mean = "stem_norm.running_mean"
    assert torch.equal(before[mean], after[mean])  # statistics of the large board stay
    assert not torch.equal(before["stem.weight"], after["stem.weight"])
    # What it expected before it learned is what it began with, also after a break.
    pieces = in_pieces(replace(plan, output=str(tmp_path / "p")), monkeypatch)
    assert all(torch.equal(after[key], pieces[key]) for key in after)
    with pytest.raises(InvalidInput, match="train selfplay"):
        train(replace(plan, own=str(tmp_path), output=str(tmp_path / "c")))


def test_the_export_is_the_same_network(table: Path, tmp_path: Path) -> None:
    from gokan.intuition.network import Network as Loaded
    from gokan_lab.training.export import export
    from gokan_lab.training.model import Network

    train(small(table, tmp_path / "a", channels=32))
    export(tmp_path / "a.pt", tmp_path / "a.safetensors", {"name": "small"})
    if find_spec("onnx"):  # before, its card took the place of the other one's
        export(tmp_path / "a.pt", tmp_path / "a.onnx", {"name": "small"})
        assert (tmp_path / "a.onnx.json").exists()
    state = torch.load(tmp_path / "a.pt", weights_only=True)
    net = Network(*state["shape"])
    net.load_state_dict(state["weights"])
    net.eval()
    position = Position.empty(9, 7).play("C3")
    data = _core.intuition_planes([position.core], [7.5])
    planes = torch.from_numpy(np.frombuffer(data, np.float32).reshape(1, -1, 7, 9).copy())
    with torch.no_grad():
        _, numbers, owner, groups = net(planes)
    output = Loaded(tmp_path / "a.safetensors").evaluate([position.with_rules("chinese")])[0]
    assert output.lead == pytest.approx(numbers[0, 1].item(), abs=0.05)
    assert np.allclose(output.ownership, torch.tanh(owner[0] / 2).numpy(), atol=0.01)
    assert np.allclose(output.vital, groups[0, 0].numpy(), atol=0.02)
    assert np.allclose(output.fate, torch.softmax(groups[0, 1:], 0).numpy(), atol=0.01)
    state["weights"]["move_out.bias"][0] = 1e6  # half precision ends at 65,504
    torch.save(state, tmp_path / "b.pt")
    with pytest.raises(InvalidInput, match=r"half precision: move_out\.bias holds a number"):
        export(tmp_path / "b.pt", tmp_path / "b.safetensors", {})
    assert not (tmp_path / "b.safetensors").exists()


def test_muon_steps_are_nearly_orthogonal() -> None:
    torch.manual_seed(1)
    made = orthogonal(torch.randn(2, 12, 40))
    for matrix in made:
        values = torch.linalg.svdvals(matrix)
        assert values.min() > 0.5
        assert values.max() < 1.5


@pytest.mark.parametrize("shape", [(3, 12), (6, 8), (12, 12)])
def test_a_larger_network_begins_where_the_old_one_ended(
    table: Path, tmp_path: Path, shape: tuple[int, int]
) -> None:
    from gokan_lab.training.model import Network, widened

    train(small(table, tmp_path / "a"))
    state = torch.load(tmp_path / "a.pt", weights_only=True)
    old, new = Network(3, 8).eval(), Network(*shape).eval()
    old.load_state_dict(state["weights"])
    new.load_state_dict(widened(state, new))
    planes = torch.rand(2, 30, 9, 7)
    with torch.no_grad():
        for was, now in zip(old(planes), new(planes), strict=True):
            assert torch.allclose(was, now, atol=1e-4)
    more = {"blocks": shape[0], "channels": shape[1]}
    assert train(small(table, tmp_path / "b", start=str(tmp_path / "a.pt"), **more))
    later = torch.load(tmp_path / "b.pt", weights_only=True)["weights"]
    assert all(value.isfinite().all() for value in later.values())
    last = f"body.{shape[0] - 1}.second.weight"
    assert shape[0] == 3 or not torch.equal(later[last], torch.zeros_like(later[last]))
    for smaller in ((3, 4), (4, 8)):
        with pytest.raises(InvalidInput, match="cannot begin"):
            widened(state, Network(*smaller))


def test_a_step_without_finite_numbers_is_left_out(
    table: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Before, one such number spread to all weights."""
    from gokan_lab.training import loop

    plain, steps = loop._losses, iter(range(1000))

    def losses(*arguments: Any, **options: Any) -> Any:
        told = plain(*arguments, **options)
        return {**told, "all": told["all"] * (torch.nan if next(steps) in lost else 1.0)}

    monkeypatch.setattr(loop, "_losses", losses)
    lost: Any = {1}
    train(small(table, tmp_path / "a"))
    weights = torch.load(tmp_path / "a.pt", weights_only=True)["weights"]
    assert all(value.isfinite().all() for value in weights.values())
    lost = range(1000)
    with pytest.raises(InvalidInput, match=r"numbers are not finite any more: all\."):
        train(small(table, tmp_path / "b", steps=30))


def test_training_can_begin_with_a_network_in_use(table: Path, tmp_path: Path) -> None:
    from gokan_lab.training.checkpoint import read_state
    from gokan_lab.training.export import export, folded
    from gokan_lab.training.model import Network

    train(small(table, tmp_path / "a"))
    export(tmp_path / "a.pt", tmp_path / "a.safetensors", {})
    state = read_state(tmp_path / "a.safetensors")
    again = Network(*state["shape"]).eval()
    again.load_state_dict(state["weights"])
    planes = torch.rand(2, 30, 9, 7)
    with torch.no_grad():
        for was, now in zip(folded(tmp_path / "a.pt")(planes), again(planes), strict=True):
            assert torch.allclose(was, now, atol=0.02)
    assert train(small(table, tmp_path / "b", start=str(tmp_path / "a.safetensors")))
    (tmp_path / "c.safetensors").write_bytes(b"no weights")
    with pytest.raises(InvalidInput, match="cannot be read"):
        train(small(table, tmp_path / "c", start=str(tmp_path / "c.safetensors")))
