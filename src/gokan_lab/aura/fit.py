"""Fits the aura's weights to samples. Needs torch; used once, by hand:

python -m gokan_lab.aura.fit SAMPLES.npz... --seconds 300 --out aura.npz
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path
from typing import Any

import numpy as np

from gokan_lab.aura.planes import PLANES, spread

__all__ = ["main"]


def main(arguments: list[str] | None = None) -> None:
    """Reads samples, fits, writes the weights and prints how good they are on those held out."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("samples", nargs="+", type=Path)
    options.add_argument("--out", type=Path, required=True)
    options.add_argument("--seconds", type=float, default=300.0)
    options.add_argument(
        "--start", type=Path, help="what to go on from: a checkpoint, or weights (.npz)"
    )
    options.add_argument("--rate", type=float, default=3e-3)
    options.add_argument("--channels", type=int, default=64)
    options.add_argument("--blocks", type=int, default=6)
    options.add_argument("--decay", type=float, default=0.05)
    options.add_argument("--batch", type=int, default=2048)
    options.add_argument(
        "--settle", type=Path, help="samples of other problems, to which the chances are settled"
    )
    chosen = options.parse_args(arguments)
    data, held = _load(chosen.samples)
    print(f"{len(data['stands'])} samples, {len(held['stands'])} held out", flush=True)
    fitted = _fit(data, held, chosen)
    np.savez_compressed(chosen.out, **fitted)


def _load(files: list[Path]) -> tuple[dict[str, Any], dict[str, Any]]:
    """All samples, a twentieth of them (whole problems) held out."""
    parts = [dict(np.load(file)) for file in files]
    whole = {key: np.concatenate([part[key] for part in parts]) for key in parts[0]}
    out = whole["problem"] % 20 == 7
    kept = {key: value[~out] for key, value in whole.items()}
    return kept, {key: value[out] for key, value in whole.items()}


def _network(channels: int, blocks: int) -> Any:
    import torch
    from torch import nn

    def conv(i: int, o: int) -> Any:
        return nn.Sequential(nn.Conv2d(i, o, 3, padding=1, bias=False), nn.BatchNorm2d(o))

    class Aura(nn.Module):  # type: ignore[misc]
        def __init__(self) -> None:
            super().__init__()
            self.first = conv(PLANES, channels)
            self.one = nn.ModuleList(conv(channels, channels) for _ in range(blocks))
            self.two = nn.ModuleList(conv(channels, channels) for _ in range(blocks))
            self.heads = nn.Conv2d(channels, 3, 1)
            self.bias = nn.Parameter(torch.zeros(2))

        def forward(self, x: Any) -> Any:
            board = x[:, :1]
            h = torch.relu(self.first(x)) * board
            for one, two in zip(self.one, self.two, strict=True):
                h = torch.relu(h + two(torch.relu(one(h)) * board)) * board
            maps = self.heads(h) * board
            return maps[:, :2].sum((2, 3)) * 0.1 + self.bias, maps[:, 2]

    return Aura()


def _turned(x: Any, k: int) -> Any:
    import torch

    if k & 1:
        x = torch.flip(x, (-1,))
    if k & 2:
        x = torch.flip(x, (-2,))
    return x.transpose(-1, -2) if k & 4 else x


def _planes(part: dict[str, Any]) -> Any:
    """As `spread`, for tensors."""
    import torch

    view, turn = part["view"], part["defends"]
    what, breath = view[:, 0], view[:, 1]
    own, enemy = (what == 2) | (what == 4), what == 3
    found = [what != 0, (what == 1) | (what == 5), own, enemy, what == 4]
    for stones in (own, enemy):
        found += [stones & (breath == n) for n in (1, 2, 3, 4)]
    found += [what == 5]
    turn = turn[:, None, None].expand_as(what)
    return torch.stack([*found, turn, ~turn], 1).float()


def _loss(net: Any, part: dict[str, Any], x: Any, good: Any) -> Any:
    """How badly life, death and moves are told."""
    from torch.nn import functional

    values, moves = net(x)
    total = 0.0
    for k, key in enumerate(("stands", "falls")):
        label = part[key]
        mask = (label >= 0).float()
        each = functional.binary_cross_entropy_with_logits(
            values[:, k], label.clamp(min=0).float(), reduction="none"
        )
        total = total + (each * mask).sum() / mask.sum()
    # A point that was not asked about lies outside: hardly ever a move.
    asked = (good >= 0).flatten(1).any(1)[:, None, None].float()
    outside = (good < 0) & (x[:, 1] > 0)
    mask = (good >= 0).float() + 0.3 * outside.float() * asked
    each = functional.binary_cross_entropy_with_logits(
        moves, good.clamp(min=0).float(), reduction="none"
    )
    return total + (each * mask).sum() / mask.sum().clamp(min=1) * 0.7


def _fit(data: dict[str, Any], held: dict[str, Any], chosen: Any) -> dict[str, Any]:
    import torch

    device = "cuda" if torch.cuda.is_available() else "cpu"
    print(f"on {device}", flush=True)
    net = _network(chosen.channels, chosen.blocks).to(device)
    if chosen.start:
        _begin(net, chosen.start, data, device)
    net = net.to(memory_format=torch.channels_last)
    mean = torch.optim.swa_utils.AveragedModel(
        net, multi_avg_fn=torch.optim.swa_utils.get_ema_multi_avg_fn(0.998), use_buffers=True
    )
    best = torch.optim.AdamW(net.parameters(), lr=chosen.rate, weight_decay=chosen.decay)
    tensors = {
        key: torch.from_numpy(np.ascontiguousarray(value)).to(device)
        for key, value in data.items()
        if key != "problem"
    }

    least, kept = np.inf, mean.module.state_dict()
    checkpoint = chosen.out.with_suffix(".pt")

    def keep() -> None:
        """Remembers the weights that were best on the problems held out, in a checkpoint too."""
        nonlocal least, kept
        now = _show(mean.module, held, device)
        if now < least:
            least = now
            kept = {name: value.clone() for name, value in mean.module.state_dict().items()}
            torch.save(kept, checkpoint)

    size = len(tensors["stands"])
    begun, step, shown = time.time(), 0, 0.0
    dtype = torch.bfloat16 if device == "cuda" else torch.float32
    while (done := (time.time() - begun) / chosen.seconds) < 1:
        warm = min(1.0, (step + 1) / 200)
        for group in best.param_groups:
            group["lr"] = chosen.rate * warm * 0.5 * (1 + np.cos(np.pi * done)) + 1e-5
        index = torch.randint(size, (chosen.batch,), device=device)
        part = {key: value[index] for key, value in tensors.items()}
        turn = step % 8
        x = _turned(_planes(part), turn).contiguous(memory_format=torch.channels_last)
        good = _turned(part["good"], turn)
        net.train()
        best.zero_grad()
        with torch.autocast(device, dtype=dtype, enabled=device == "cuda"):
            value = _loss(net, part, x, good)
        value.backward()
        torch.nn.utils.clip_grad_norm_(net.parameters(), 1.0)
        best.step()
        mean.update_parameters(net)
        step += 1
        if time.time() - shown > chosen.seconds / 12:
            shown = time.time()
            print(f"{time.time() - begun:.0f} s, step {step}, loss {value.item():.4f}", flush=True)
            keep()
    keep()
    net.load_state_dict(kept)
    settle = dict(np.load(chosen.settle)) if chosen.settle else held
    seen = [_told(net, settle, device, side)[0] for side in range(8)]
    return _folded(net, *_settled(np.mean(seen, 0), settle))


def _begin(net: Any, start: Path, data: dict[str, Any], device: str) -> None:
    """Goes on from a checkpoint or from weights; blocks that these lack begin as nothing."""
    import torch

    for two in net.two:
        torch.nn.init.zeros_(two[1].weight)
    if start.suffix == ".npz":
        some = slice(None, None, max(1, len(data["stands"]) // 4096))
        views = spread(data["view"][some], data["defends"][some])
        _take_over(net, dict(np.load(start)), torch.from_numpy(views).to(device))
    else:
        net.load_state_dict(torch.load(start, map_location=device), strict=False)


def _take_over(net: Any, told: dict[str, Any], x: Any) -> None:
    """Begins with finished weights, in which the normalisation is folded in: it is unfolded so that
    on these views nothing changes. Channels and blocks that they do not have add nothing at first.
    """
    import torch

    known = sum(name.startswith("w") for name in told)
    old = told["heads"].shape[1]
    layers = [net.first]
    for one, two in zip(net.one, net.two, strict=True):
        layers += [one, two]

    def through(k: int, at: Any) -> Any:
        conv, norm = layers[k]
        if k < known:
            weight = torch.from_numpy(told[f"w{k}"].astype(np.float32)).to(x.device)
            conv.weight[:old, weight.shape[1] :] = 0
            conv.weight[:old, : weight.shape[1]] = weight
        out = conv(at)
        mean, var = out.mean((0, 2, 3)), out.var((0, 2, 3))
        norm.running_mean.copy_(mean)
        norm.running_var.copy_(var)
        if k < known:
            norm.weight.fill_(1.0)
            norm.weight[:old] = (var[:old] + norm.eps).sqrt()
            norm.bias[:old] = mean[:old] + torch.from_numpy(told[f"b{k}"]).to(x.device)
        return norm(out)

    net.eval()
    with torch.no_grad():
        board = x[:, :1]
        h = torch.relu(through(0, x)) * board
        for k in range(1, len(layers), 2):
            h = torch.relu(h + through(k + 1, torch.relu(through(k, h)) * board)) * board
        heads = torch.from_numpy(told["heads"]).to(x.device)
        net.heads.weight.zero_()
        net.heads.weight[:, :old, 0, 0] = heads
        net.heads.bias.copy_(torch.from_numpy(told["heads_bias"]).to(x.device))
        net.bias.copy_(torch.from_numpy(told["bias"]).to(x.device))


def _settled(values: Any, samples: dict[str, Any]) -> tuple[list[float], list[float]]:
    """By what the logits of standing and falling are multiplied, and what is added, so that the
    chances are those found on problems kept out: a network is surer of what it has not seen than it
    should be, and the problems it was fitted to may fall more often than others.
    """
    scales, shifts = [], []
    for k, key in enumerate(("stands", "falls")):
        scale, shift = _line(values[:, k], samples[key])
        scales.append(scale)
        shifts.append(shift)
        print(f"{key}: logits times {scale:.3f}, plus {shift:.3f}", flush=True)
    return scales, shifts


def _line(values: Any, labels: Any) -> tuple[float, float]:
    """The logistic regression of labels on logits: factor and constant."""
    known = labels >= 0
    x = np.stack([values[known].astype(np.float64), np.ones(int(known.sum()))], 1)
    truth = labels[known] == 1
    found = np.array([1.0, 0.0])
    for _ in range(30):
        chance = 1 / (1 + np.exp(-(x @ found)))
        slope = (x * (chance * (1 - chance))[:, None]).T @ x + 1e-6 * np.eye(2)
        found -= np.linalg.solve(slope, x.T @ (chance - truth))
    return float(found[0]), float(found[1])


def _best_scale(values: Any, labels: Any) -> tuple[float, float]:
    """The scale of logits with the least loss, and that loss."""
    known = labels >= 0
    logits, truth = values[known].astype(np.float64), labels[known] == 1
    tried = np.arange(0.2, 1.51, 0.02)
    losses = [np.logaddexp(0, np.where(truth, -t * logits, t * logits)).mean() for t in tried]
    return float(tried[int(np.argmin(losses))]), float(min(losses))


def _told(net: Any, held: dict[str, Any], device: str, side: int = 0) -> tuple[Any, Any]:
    """Logits of standing and falling, and of moves, for the samples held out, seen from a side."""
    import torch

    net.eval()
    outs, moves = [], []
    with torch.no_grad():
        for k in range(0, len(held["stands"]), 4096):
            x = spread(held["view"][k : k + 4096], held["defends"][k : k + 4096])
            values, good = net(_turned(torch.from_numpy(x).to(device), side))
            outs.append(values.float().cpu().numpy())
            moves.append(good.float().cpu().numpy())
    return np.concatenate(outs), np.concatenate(moves)


def _show(net: Any, held: dict[str, Any], device: str) -> float:
    """How often the held-out samples are told right; the loss of both sums at their best scale."""
    values, good = _told(net, held, device)
    said, total = [], 0.0
    for k, key in enumerate(("stands", "falls")):
        known = held[key] >= 0
        chance = 1 / (1 + np.exp(-values[known, k]))
        truth = held[key][known] == 1
        right = (chance > 0.5) == truth
        sure = chance > 0.97
        said.append(
            f"{key} {right.mean():.4f}, above 97 %: {sure.sum() / max(1, truth.sum()):.3f} of them"
            f" at {truth[sure].mean():.4f}"
        )
    asked = (held["good"] >= 0).reshape(len(good), -1)
    some = asked.any(1) & (held["good"] == 1).reshape(len(good), -1).any(1)
    ranked = np.where(asked, good.reshape(len(good), -1), -1e9)[some].argmax(1)
    hit = (held["good"].reshape(len(good), -1)[some][np.arange(some.sum()), ranked] == 1).mean()
    for k, key in enumerate(("stands", "falls")):
        total += _best_scale(values[:, k], held[key])[1]
    print(f"  held out: {'; '.join(said)}; first move works {hit:.4f} of {some.sum()}", flush=True)
    print(f"  loss {total:.4f}", flush=True)
    return total


def _rounded(weights: Any) -> Any:
    """Half precision with eight significant bits instead of eleven: a file a sixth smaller."""
    bits = weights.view(np.uint16).astype(np.uint32)
    even = (bits >> 3) & 1
    return ((bits + 3 + even) >> 3 << 3).astype(np.uint16).view(np.float16)


def _folded(net: Any, scales: list[float], shifts: list[float]) -> dict[str, Any]:
    """The weights with the normalisation and what settles the two sums folded in."""
    net = net.cpu().eval()
    times = np.array([*scales, 1.0], np.float32)

    def fold(pair: Any) -> tuple[Any, Any]:
        conv, norm = pair
        scale = norm.weight / (norm.running_var + norm.eps).sqrt()
        weight = conv.weight * scale[:, None, None, None]
        return weight.detach().numpy(), (norm.bias - norm.running_mean * scale).detach().numpy()

    found: dict[str, Any] = {}
    layers = [net.first]
    for one, two in zip(net.one, net.two, strict=True):
        layers += [one, two]
    for k, layer in enumerate(layers):
        weight, bias = fold(layer)
        found[f"w{k}"] = _rounded(weight.astype(np.float16))
        found[f"b{k}"] = bias.astype(np.float32)
    heads = net.heads.weight.detach().numpy()[:, :, 0, 0].astype(np.float32)
    found["heads"] = heads * times[:, None]
    found["heads_bias"] = net.heads.bias.detach().numpy().astype(np.float32) * times
    bias = net.bias.detach().numpy().astype(np.float32)
    found["bias"] = bias * times[:2] + np.array(shifts, np.float32)
    return found


if __name__ == "__main__":
    main()
