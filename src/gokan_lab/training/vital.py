"""Fit the head for vital points alone (`gokan train vital`): everything else stays as it is.

The features that the network has of each point are frozen, so each board is looked at once, from
all eight sides, and only what is seen at the points in question is kept. A small head on top of
that is then fitted to problems, which takes seconds on a GPU. Moves, winner, score, ownership and
fates remain bit for bit what they were.
"""

from __future__ import annotations

import json
import math
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch
from torch.nn import functional as fn

from gokan.errors import InvalidInput
from gokan.stopping import stopping
from gokan_lab.training.checkpoint import read_state, write_state
from gokan_lab.training.life import CANDIDATE, WINS, Life, LifeRows
from gokan_lab.training.life_rows import life_rows
from gokan_lab.training.loop import check_plan, say
from gokan_lab.training.model import Network, widened
from gokan_lab.training.planes import Symmetries
from gokan_lab.training.twins import Twins

__all__ = ["VitalPlan", "fit_vital"]

_WAYS = (0, 3, 5, 6)  # as `intuition.life` looks
_WARM = 50  # steps
_LOOK = 512  # boards at once
_NEVER = -1e4  # the logit of a point that is not in question


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
    drop: float = 0.0  # share of what the head has seen that it must do without, each time anew
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
    if not (0 <= plan.drop < 1 and 0 <= plan.decay < math.inf):
        raise InvalidInput("What is dropped is a share below 1, and the decay not below 0.")
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
    seen = [_look(network, _asked(Path(path), plan, without)) for path in plan.problems]
    before = [_held_out(network, one) for one in seen]
    sizes = [max(1, round(plan.batch * share / sum(shares))) for share in shares]
    with stopping() as stopped:
        step = _descend(network, plan, list(zip(seen, sizes, strict=True)), stopped)
    if stopped():
        _write(network, plan)
        say(f"Stopped after step {step}; {plan.output}.pt holds what was learned, to begin with.")
        raise KeyboardInterrupt
    after = [_held_out(network, one) for one in seen]
    told = {
        path: {"rows": len(one.wins), "before": was, "after": now}
        for path, one, was, now in zip(plan.problems, seen, before, after, strict=True)
    }
    say(json.dumps(told))
    _write(network, plan)
    return told


def _write(network: Network, plan: VitalPlan) -> None:
    state = {"shape": network.shape, "weights": network.state_dict()}
    write_state(Path(plan.output + ".pt"), state | {"optimisers": [], "step": 0, "done": 1.0})


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


@dataclass(frozen=True, slots=True)
class _Seen:
    """What the network sees at the points in question, from each side; rows held out come last."""

    features: Any  # [rows, 8, points, channels], in half precision
    known: Any  # [rows, 8, points], what the head for fates adds
    asked: Any  # [rows, points]: is it a point in question, or only there to fill up
    wins: Any  # [rows, points]
    learned: int


@torch.no_grad()
def _look(network: Network, life: Life) -> _Seen:
    symmetries = Symmetries(life.records.device)
    candidate, wins = (life.points & CANDIDATE) > 0, (life.points & WINS) > 0
    rows, most = len(candidate), int(candidate.sum(1).max())
    place = candidate.int().topk(most, 1).indices
    shape = (rows, 8, most)
    channels = network.vital_in.in_channels
    features = torch.empty((*shape, channels), dtype=torch.float16, device=place.device)
    known = torch.empty(shape, device=place.device)
    for some in torch.arange(rows, device=place.device).split(_LOOK):
        for way in range(8):
            batch = life.batch(some, torch.full_like(some, way), symmetries)
            y = network.body(fn.relu(network.stem_norm(network.stem(batch.planes))))
            fates = network.group_out(fn.relu(network.group_in(y)))[:, 0].flatten(1)
            at = symmetries.target[way][place[some]]
            features[some, way] = (
                y.flatten(2).gather(2, at[:, None].expand(-1, channels, -1)).transpose(1, 2).half()
            )
            known[some, way] = fates.gather(1, at)
    asked = candidate.gather(1, place)
    return _Seen(features, known, asked, wins.gather(1, place) & asked, life.learned)


def _vital(network: Network, seen: _Seen, rows: Any, way: Any, drop: float = 0.0) -> Any:
    """How vital each point in question is; only the head learns."""
    inside = fn.linear(
        seen.features[rows, way].float(), network.vital_in.weight.flatten(1), network.vital_in.bias
    )
    inside = fn.dropout(fn.relu(inside), drop, training=drop > 0)
    out = fn.linear(inside, network.vital_out.weight.flatten(1), network.vital_out.bias)[..., 0]
    return (seen.known[rows, way] + out).masked_fill(~seen.asked[rows], _NEVER)


def _descend(
    network: Network,
    plan: VitalPlan,
    lessons: Sequence[tuple[_Seen, int]],
    stopped: Callable[[], bool],
) -> int:
    """Learn until the steps or the seconds are over, or Ctrl-C is pressed; say how many steps."""
    head = [*network.vital_in.parameters(), *network.vital_out.parameters()]
    optimiser = torch.optim.AdamW(head, lr=plan.rate, weight_decay=plan.decay)
    generator = torch.Generator(device=plan.device).manual_seed(plan.seed)
    begun, step = time.monotonic(), 0
    while True:
        done = max(
            step / (plan.steps or math.inf),
            (time.monotonic() - begun) / (plan.seconds or math.inf),
        )
        if done >= 1 or stopped():
            return step
        loss = torch.zeros((), device=plan.device)
        for seen, size in lessons:
            draw = {"size": (size,), "device": plan.device, "generator": generator}
            rows, way = torch.randint(seen.learned, **draw), torch.randint(8, **draw)
            vital = _vital(network, seen, rows, way, plan.drop)
            won = vital.masked_fill(~seen.wins[rows], _NEVER).logsumexp(1)
            loss = loss + (vital.logsumexp(1) - won).sum()
        loss = loss / sum(size for _, size in lessons)
        for group in optimiser.param_groups:
            warm = min(1.0, (step + 1) / _WARM)
            group["lr"] = plan.rate * warm * 0.5 * (1 + math.cos(math.pi * done))
        optimiser.zero_grad(set_to_none=True)
        loss.backward()
        optimiser.step()
        step += 1
        if step in (1, 10) or step % 300 == 0:
            say(f"step {step}, {100 * done:.1f} %: {loss.item():.3f}")


@torch.no_grad()
def _held_out(network: Network, seen: _Seen) -> dict[str, float]:
    """On problems held out, from several sides: first choices that win, and log loss."""
    hits = loss = 0.0
    rows = torch.arange(seen.learned, len(seen.wins), device=seen.wins.device)
    for some in rows.split(_LOOK):
        ways = [_vital(network, seen, some, torch.full_like(some, way)) for way in _WAYS]
        mean = torch.stack([way.softmax(1) for way in ways]).mean(0)
        wins = seen.wins[some]
        hits += wins.gather(1, mean.argmax(1, keepdim=True)).sum().item()
        loss -= (mean * wins).sum(1).clamp(min=1e-6).log().sum().item()
    return {"first": hits / max(1, len(rows)), "log_loss": loss / max(1, len(rows))}
