"""The core's network against slow twins: direct convolutions, one number at a time in numpy."""

from __future__ import annotations

from typing import Any

import pytest

from gokan import _core
from gokan.go import Position
from gokan.intuition.weights_file import BadFile, pack, unpack

np = pytest.importorskip("numpy")

PLANES, HEAD = _core.INTUITION_PLANES, 32


def shapes(
    blocks: int, channels: int, vital: int = 0, taught: bool = True
) -> dict[str, tuple[int, ...]]:
    """Every tensor that a network has, with a wider head for vital points or without."""
    made: dict[str, tuple[int, ...]] = {"stem.weight": (channels, PLANES, 3, 3)}
    for i in range(blocks):
        for name in ("first", "second"):
            made[f"body.{i}.{name}.weight"] = (channels, channels, 3, 3)
        if i % 3 == 2:
            made[f"body.{i}.pooled.mix.weight"] = (channels, 2 * channels)
    made |= {f"{head}_in.weight": (HEAD, channels) for head in ("move", "value", "group")}
    made |= {"group_out.weight": (_core.INTUITION_GROUP_ROWS, HEAD)}
    rows = 3 if taught else 2
    made |= {"move_pooled.mix.weight": (HEAD, 2 * HEAD), "move_out.weight": (rows, HEAD)}
    made |= {"move_pass.weight": (rows, 2 * HEAD), "owner_out.weight": (1, HEAD)}
    made |= {"value_mid.weight": (64, 2 * HEAD), "value_out.weight": (rows + 1, 64)}
    if vital:
        made |= {"vital_in.weight": (vital, channels), "vital_out.weight": (1, vital)}
    biases = {name.replace("weight", "bias"): (shape[0],) for name, shape in made.items()}
    return made | biases


def random_weights(
    blocks: int, channels: int, seed: int, vital: int = 0, taught: bool = True
) -> dict[str, Any]:
    dice = np.random.default_rng(seed)
    return {
        name: (dice.normal(size=shape) / np.sqrt(np.prod(shape[1:]) or 1)).astype(np.float16)
        for name, shape in shapes(blocks, channels, vital, taught).items()
    }


def convolved(x: Any, weights: Any, bias: Any) -> Any:
    """Direct: the sum over the window, in double precision."""
    _, rows, columns = x.shape
    wide = np.pad(x.astype(float), ((0, 0), (1, 1), (1, 1)))
    total = np.zeros((len(weights), rows, columns)) + bias.astype(float)[:, None, None]
    for v in range(3):
        for u in range(3):
            part = wide[:, v : v + rows, u : u + columns]
            total += np.einsum("oi,irc->orc", weights[:, :, v, u].astype(float), part)
    return total


def pooled(x: Any) -> Any:
    flat = x.reshape(len(x), -1)
    return np.concatenate([flat.mean(1), flat.max(1)])


def twin(w: dict[str, Any], blocks: int, planes: Any) -> tuple[Any, ...]:
    """The network as `training.model` writes it, without torch."""

    def linear(name: str, x: Any) -> Any:
        return np.tensordot(w[f"{name}.weight"].astype(float), x, 1) + (
            w[f"{name}.bias"].astype(float).reshape(-1, *[1] * (x.ndim - 1))
        )

    x = np.maximum(convolved(planes, w["stem.weight"], w["stem.bias"]), 0)
    for i in range(blocks):
        name = f"body.{i}"
        y = np.maximum(convolved(x, w[f"{name}.first.weight"], w[f"{name}.first.bias"]), 0)
        if i % 3 == 2:
            y = y + linear(f"{name}.pooled.mix", pooled(y))[:, None, None]
        x = np.maximum(x + convolved(y, w[f"{name}.second.weight"], w[f"{name}.second.bias"]), 0)
    move = linear("move_in", x)
    move = np.maximum(move + linear("move_pooled.mix", pooled(move))[:, None, None], 0)
    points, passing = linear("move_out", move), linear("move_pass", pooled(move))
    rows = [np.append(points[k].reshape(-1), passing[k]) for k in (0, len(points) - 2)]
    value = np.maximum(linear("value_in", x), 0)
    owner = linear("owner_out", value)[0].reshape(-1)
    numbers = linear("value_out", np.maximum(linear("value_mid", pooled(value)), 0))
    lead = np.tanh(owner / 2).sum() + 16 * planes[28].mean() + 8 * numbers[1]
    spread = 2 + 8 * np.log1p(np.exp(numbers[2]))
    groups = linear("group_out", np.maximum(linear("group_in", x), 0))
    if "vital_in.weight" in w:
        groups[0] += linear("vital_out", np.maximum(linear("vital_in", x), 0))[0]
    groups = groups.reshape(-1)
    error = 0.1 + 4 * np.log1p(np.exp(numbers[3])) if len(numbers) > 3 else 1.8138 * spread
    told = np.array([2 * numbers[0] + 1.5 * lead / spread, lead, spread, error])
    return *rows, told, owner, groups


def parts(told: _core.NetworkAnswer) -> list[bytes]:
    return [told.moves, told.professional, told.numbers, told.owner, told.groups]


@pytest.mark.parametrize("kernels", _core.network_kernels())
@pytest.mark.parametrize("size", [(19, 19), (9, 9), (13, 6), (3, 25), (5, 2), (1, 1)])
@pytest.mark.parametrize("taught", [False, True])
def test_the_fast_network_is_the_slow_one(
    kernels: str, size: tuple[int, int], taught: bool
) -> None:
    rows, columns = size
    w = random_weights(3, 32, seed=rows, vital=64 * (columns % 2), taught=taught)
    halves = {name: values.tobytes() for name, values in w.items()}
    runner = _core.NetworkRunner(3, 32, PLANES, halves, kernels)
    assert runner.kernels == kernels
    dice = np.random.default_rng(columns)
    planes = dice.random((2, PLANES, rows, columns)).astype(np.float32)
    asked = (planes.tobytes(), 2, rows, columns)
    told = [np.frombuffer(part, np.float32) for part in parts(runner.run(*asked))]
    at_once = runner.run(*asked, 2)
    assert [part.tobytes() for part in told] == parts(at_once)
    for i in range(2):
        for part, slow in zip(told, twin(w, 3, planes[i].astype(float)), strict=True):
            fast = part.reshape(2, -1)[i]
            assert np.allclose(fast, slow, rtol=1e-3, atol=2e-3 * max(1, np.abs(slow).max()))


def test_weights_that_do_not_fit_are_refused() -> None:
    halves = {name: values.tobytes() for name, values in random_weights(1, 32, seed=1).items()}
    for wrong, said in (
        ({**halves, "stem.bias": b"12"}, "stem.bias has another size"),
        ({**halves, "tail": b""}, "nothing is known of tail"),
        ({**halves, "stem.bias": b"\0\x7e" * 32}, "stem.bias holds a number that is not finite"),
        ({**halves, "move_in.bias": b"\0\xfc" * 32}, "move_in.bias holds a number that is not"),
        ({**halves, "vital_in.bias": bytes(66)}, "vital_in.bias has another size"),
        ({**halves, "vital_in.bias": bytes(64)}, "no vital_in.weight"),
        (
            {name: data for name, data in halves.items() if name != "move_in.bias"},
            "no move_in.bias",
        ),
    ):
        with pytest.raises(_core.BadWeights, match=said):
            _core.NetworkRunner(1, 32, PLANES, wrong)
    with pytest.raises(_core.BadWeights, match="multiple of 32"):
        _core.NetworkRunner(1, 33, PLANES, halves)
    runner = _core.NetworkRunner(1, 32, PLANES, halves)
    with pytest.raises(ValueError, match="another size"):
        runner.run(b"", 1, 9, 9)


def test_a_file_is_read_as_it_was_written_or_not_at_all() -> None:
    tensors = {"a": ((2, 3), bytes(range(12))), "b": ((), b"xy"), "c": ((0,), b"")}
    data = pack(tensors)
    assert unpack(data) == tensors
    for wrong in (data[:-1], data + b"x", data[:7], b"\xff" * 20, data.replace(b"F16", b"F32")):
        with pytest.raises(BadFile):
            unpack(wrong)
    with pytest.raises(BadFile, match="cut short"):
        unpack(pack({"a": ((2,), b"four")})[:-2])
    with pytest.raises(BadFile):
        pack({"a": ((2,), b"x")})


def test_half_precision_is_widened_exactly() -> None:
    """Every number that half precision has: through a bias to the output."""
    w = {name: values * 0 for name, values in random_weights(1, 32, seed=1).items()}
    for value in (0.0, 6e-8, -6.1e-5, 1.0, -0.333, 65504.0):
        half = np.array([value, 0, 0], np.float16)
        w["move_out.bias"] = half
        runner = _core.NetworkRunner(1, 32, PLANES, {k: v.tobytes() for k, v in w.items()})
        moves = np.frombuffer(runner.run(bytes(4 * PLANES * 9), 1, 3, 3).moves, np.float32)
        assert moves[0] == np.float32(half[0])


def test_threads_change_nothing() -> None:
    from gokan.intuition import load

    boards = [Position.empty(9).play("E5"), Position.empty(9), Position.empty(9).play("C3")]
    for one, several in zip(
        load().evaluate(boards), load().evaluate(boards, threads=3), strict=True
    ):
        assert (one.policy == several.policy).all()
        assert one.lead == several.lead


@pytest.mark.parametrize("kernels", _core.network_kernels())
@pytest.mark.parametrize("side", [9, 13])
def test_half_precision_changes_no_judgement(kernels: str, side: int) -> None:
    """The shipped network: the fast loops against the plain ones, which keep every bit."""
    from gokan.intuition.network import Network

    boards = [Position.empty(side).play("E5"), Position.empty(side).play("C3").play("C4")]
    fast, plain = (Network(kernels=name).evaluate(boards) for name in (kernels, "plain"))
    for one, other in zip(fast, plain, strict=True):
        assert np.abs(one.policy - other.policy).max() < 0.01
        assert abs(one.win - other.win) < 0.01
        assert abs(one.lead - other.lead) < 0.1
        assert np.abs(one.ownership - other.ownership).max() < 0.02
        assert np.abs(one.fate - other.fate).max() < 0.1


@pytest.mark.parametrize("size", [(19, 19), (9, 9), (3, 25), (1, 1)])
def test_loops_for_bytes_say_the_same_to_the_last_bit(size: tuple[int, int]) -> None:
    rows, columns = size
    halves = {name: w.tobytes() for name, w in random_weights(3, 32, seed=rows).items()}
    planes = np.random.default_rng(columns).random((2, PLANES, rows, columns)).astype(np.float32)
    asked = (planes.tobytes(), 2, rows, columns)
    runners = [
        _core.NetworkRunner(3, 32, PLANES, halves, name)
        for name in ("bytes", *_core.byte_kernels())
    ]
    told = [parts(runner.run(*asked)) for runner in runners]
    assert all(one == told[0] for one in told)
    assert runners[-1].kernels == "bytes plain"
    assert told[0] != parts(_core.NetworkRunner(3, 32, PLANES, halves).run(*asked))


@pytest.mark.parametrize("name", ["bytes of stone", "bytes7", "bytesplain", "bytes ", "stone"])
def test_a_wrong_name_of_loops_is_told_with_the_right_ones(name: str) -> None:
    halves = {name: w.tobytes() for name, w in random_weights(3, 32, seed=1).items()}
    with pytest.raises(ValueError, match=f"no loops called '{name}', but bytes, .*bytes plain"):
        _core.NetworkRunner(3, 32, PLANES, halves, name)


@pytest.mark.parametrize("side", [9, 13])
def test_rounding_to_bytes_changes_little(side: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """The shipped network, with margins far above what was measured."""
    from gokan.intuition.network import Network, load

    boards = [Position.empty(side).play("E5"), Position.empty(side).play("C3").play("C4")]
    monkeypatch.setenv("GOKAN_KERNELS", "bytes")
    load.cache_clear()
    whole = load().evaluate(boards)
    load.cache_clear()
    for one, other in zip(whole, Network().evaluate(boards), strict=True):
        assert np.abs(one.policy - other.policy).max() < 0.2
        assert abs(one.win - other.win) < 0.15
        assert abs(one.lead - other.lead) < 2
        assert np.abs(one.ownership - other.ownership).mean() < 0.1
