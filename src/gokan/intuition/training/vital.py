"""Fit the head for vital points alone (`gokan train vital`): everything else stays as it is.

The features that the network has of each point are frozen, and a small head on top of them is
fitted to problems, which takes a minute on a GPU. Moves, winner, score, ownership and fates remain
bit for bit what they were.
"""

from __future__ import annotations

import json
import math
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch
from torch.nn import functional as fn

from gokan.errors import InvalidInput
from gokan.intuition.training.checkpoint import read_state
from gokan.intuition.training.life import Life, vital_loss
from gokan.intuition.training.life_rows import CANDIDATE, WINS, LifeRows, life_rows
from gokan.intuition.training.loop import check_plan, say
from gokan.intuition.training.model import Network, widened
from gokan.intuition.training.planes import Symmetries
from gokan.intuition.training.twins import Twins

__all__ = ["VitalPlan", "fit_vital"]

_WAYS = (0, 3, 5, 6)  # as `intuition.life` looks
_WARM = 50  # steps


@dataclass(frozen=True, slots=True)
class VitalPlan:
    """A network, files of problems or groups and how much of a batch each fills, for how long."""

    start: str
    problems: Sequence[str]
    output: str
    shares: Sequence[float] = ()
    steps: int = 0
    seconds: float = 0
    batch: int = 1536
    rate: float = 2e-3
    decay: float = 0.3
    seed: int = 1
    device: str = "cpu"
    threads: int = 1
    fresh: bool = False  # forget the head there is
    without: Sequence[str] = ()  # files of problems to measure with: nothing like them is learned


def fit_vital(plan: VitalPlan) -> dict[str, Any]:
    """Fit, write OUTPUT.pt for `gokan train export`, and say what is right of problems held out.

    One problem in twenty is held out, by its name.
    """
    check_plan(plan.steps, plan.seconds, plan.output)
    shares = plan.shares or [1.0] * len(plan.problems)
    usable = [share for share in shares if 0 < share < math.inf]
    if not len(usable) == len(shares) == len(plan.problems) > 0:
        raise InvalidInput("Give each file of problems one share above 0.")
    torch.manual_seed(plan.seed)
    if plan.device != "cpu":
        torch.backends.cuda.matmul.allow_tf32 = True
        torch.backends.cudnn.allow_tf32 = True
    state = read_state(Path(plan.start), plan.device)
    network = Network(*state["shape"][:2]).to(plan.device)
    network.load_state_dict(widened(state, network))
    network.eval()
    _begin(network, fresh=plan.fresh)
    without = Twins.of(plan.without)
    lives = [_asked(Path(path), plan, without) for path in plan.problems]
    symmetries = Symmetries(plan.device)
    before = [_held_out(network, life, symmetries) for life in lives]
    sizes = [max(1, round(plan.batch * share / sum(shares))) for share in shares]
    _descend(network, plan, list(zip(lives, sizes, strict=True)), symmetries)
    after = [_held_out(network, life, symmetries) for life in lives]
    told = {
        path: {"rows": len(life.status), "before": was, "after": now}
        for path, life, was, now in zip(plan.problems, lives, before, after, strict=True)
    }
    say(json.dumps(told))
    torch.save(
        {"shape": network.shape, "weights": network.state_dict(), "optimisers": [], "step": 0}
        | {"done": 1.0},
        plan.output + ".pt",
    )
    return told


@torch.no_grad()
def _begin(network: Network, *, fresh: bool) -> None:
    """A head that adds nothing yet takes over what the head for fates says of vital points.

    A `fresh` one begins with chance alone, so it hangs on nothing that was learned before.
    """
    if fresh:
        network.vital_in.reset_parameters()
        network.vital_out.weight[:] = 0
        network.vital_out.bias[:] = 0
        network.group_out.weight[0] = 0
        network.group_out.bias[0] = 0
        return
    if network.vital_out.weight.any():
        return
    old = len(network.group_in.bias)
    network.vital_in.weight[:old] = network.group_in.weight
    network.vital_in.bias[:old] = network.group_in.bias
    network.vital_out.weight[:, :old] = network.group_out.weight[:1]
    network.vital_out.bias[:] = network.group_out.bias[:1]
    network.group_out.weight[0] = 0
    network.group_out.bias[0] = 0


def _asked(path: Path, plan: VitalPlan, without: Twins) -> Life:
    """The rows of a file that have a right first move."""
    rows = life_rows(path, seed=plan.seed, copies=0, jobs=plan.threads, without=without)
    some = ((rows.points & WINS) > 0).any(1)
    kept = LifeRows(rows.records[some], rows.points[some], rows.status[some], rows.held[some])
    if kept.held.all():
        raise InvalidInput(f"No problem in {path} has a first move to learn.")
    return Life(kept, plan.device)


def _descend(
    network: Network, plan: VitalPlan, lives: Sequence[tuple[Life, int]], symmetries: Symmetries
) -> None:
    head = [*network.vital_in.parameters(), *network.vital_out.parameters()]
    optimiser = torch.optim.AdamW(head, lr=plan.rate, weight_decay=plan.decay)
    generator = torch.Generator(device=plan.device).manual_seed(plan.seed)
    begun, step = time.monotonic(), 0
    while True:
        done = step / plan.steps if plan.steps else (time.monotonic() - begun) / plan.seconds
        if done >= 1:
            return
        batches = [life.some(size, generator, symmetries) for life, size in lives]
        vital = _vital(network, torch.cat([batch.planes for batch in batches]))
        loss = vital_loss(vital, torch.cat([batch.points for batch in batches]))
        for group in optimiser.param_groups:
            warm = min(1.0, (step + 1) / _WARM)
            group["lr"] = plan.rate * warm * 0.5 * (1 + math.cos(math.pi * done))
        optimiser.zero_grad(set_to_none=True)
        loss.backward()
        optimiser.step()
        step += 1
        if step in (1, 10) or step % 300 == 0:
            say(f"step {step}, {100 * done:.1f} %: {loss.item():.3f}")


def _vital(network: Network, planes: Any) -> Any:
    """How vital each point is; only the head learns."""
    with torch.no_grad():
        y = network.body(fn.relu(network.stem_norm(network.stem(planes))))
        known = network.group_out(fn.relu(network.group_in(y)))[:, :1]
    return (known + network.vital_out(fn.relu(network.vital_in(y)))).flatten(1).float()


@torch.no_grad()
def _held_out(network: Network, life: Life, symmetries: Symmetries) -> dict[str, float]:
    """On problems held out, from several sides: first choices that win, and log loss."""
    hits = loss = 0.0
    rows = torch.arange(life.learned, len(life.status), device=life.records.device)
    for some in rows.split(512):
        mean = torch.zeros(len(some), life.points.shape[1], device=rows.device)
        for way in _WAYS:
            batch = life.batch(some, torch.full_like(some, way), symmetries)
            vital = _vital(network, batch.planes)
            chances = vital.masked_fill((batch.points & CANDIDATE) == 0, -1e4).softmax(1)
            source = symmetries.source[way].expand_as(chances)
            mean += torch.zeros_like(mean).scatter_(1, source, chances) / len(_WAYS)
        wins = (life.points[some] & WINS) > 0
        hits += wins.gather(1, mean.argmax(1, keepdim=True)).sum().item()
        loss -= (mean * wins).sum(1).clamp(min=1e-6).log().sum().item()
    return {"first": hits / max(1, len(rows)), "log_loss": loss / max(1, len(rows))}
