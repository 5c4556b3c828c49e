"""Learning from labels while more of them arrive."""

from __future__ import annotations

import json
import math
import time
import zipfile
from collections.abc import Callable, Sequence
from copy import deepcopy
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch.nn import functional as fn

from gokan.checks import whole
from gokan.errors import GokanError, InvalidInput
from gokan.files import write_whole
from gokan_lab.teacher.labelling import DONE, duration
from gokan_lab.teacher.lessons import Lesson, Lessons
from gokan_lab.teacher.rows import watch
from gokan_lab.training.checkpoint import check_device, read_state, write_state
from gokan_lab.training.life import Life, LifeRows, life_losses
from gokan_lab.training.loop import Store, say
from gokan_lab.training.model import BEST, PROFESSIONAL, REPLY, Network, widened
from gokan_lab.training.muon import Muon
from gokan_lab.training.planes import Symmetries
from gokan_lab.training.records import read_games

__all__ = ["Learning", "learn"]

_DEVIATION = math.pi / math.sqrt(3)  # of a logistic distribution of scale 1
_WARM_UP = 200  # steps
_MEASURED = 60_000  # positions of each kind, at the most
_MOST_LOST = 20  # steps one after the other without finite gradients, before it gives up


@dataclass(frozen=True, slots=True)
class Learning:
    """What is learned, from what, for how long. What is not done when it is stopped or killed is
    gone on with by the same plan, from OUTPUT.resume.pt.

    Attributes:
        labels: folders of shards; while one has no file `done`, more are awaited.
        output: weights go to OUTPUT.pt, their moving average to OUTPUT.averaged.pt, figures to
            OUTPUT.json.
        start: a checkpoint or a network in use to begin with.
        seconds, steps, deadline: the length of the schedule, of which one must be given; a deadline
            is a reading of `time.monotonic()` on this machine, which no change of its clock moves.
        professional: a table of games (`pro_train`), for the moves that professionals play.
        development: folders of shards that are measured with and never learned from.
        problems: a `.npz` of `life_rows`, so that groups and vital points are not forgotten.
        shares: of a batch, positions of professionals and of problems.
        small: of the steps, on boards under 19×19.
        least: labels on 19×19 before the first step.
        readers: processes that read shards; 0 reads them between two steps.
        average: how much of the moving average stays in each step.
    """

    labels: tuple[str, ...]
    output: str
    start: str = ""
    seconds: float = 0
    steps: int = 0
    deadline: float = 0
    professional: str = ""
    since: int = 1950
    development: tuple[str, ...] = ()
    problems: str = ""
    blocks: int = 8
    channels: int = 128
    batch: int = 1536
    professional_batch: int = 512
    problem_batch: int = 384
    small: float = 0.15
    rate: float = 0.01
    rate_rest: float = 1e-3
    room: int = 12_000_000
    small_room: int = 1_500_000
    least: int = 100_000
    device: str = "cpu"
    threads: int = 1
    readers: int = 1
    compiled: bool = False
    every: float = 30
    save_every: float = 60
    average: float = 0.999
    seed: int = 1


def learn(plan: Learning, stopped: Callable[[], bool] = lambda: False) -> dict[str, Any]:
    """Train as planned; what was measured on the held-out labels and the development set."""
    _check(plan)
    return _Course(plan, stopped).run()


def _check(plan: Learning) -> None:
    """Refuse what could only fail after a long while."""
    lengths = (plan.seconds, plan.steps, plan.deadline)
    if not max(lengths) > 0 or not max(lengths) < math.inf or min(lengths) < 0:
        raise InvalidInput("Say how long to train: a number of steps or of seconds.")
    if not plan.labels:
        raise InvalidInput("Name a folder of labels to learn from.")
    for name in (*plan.labels, *plan.development):
        if not Path(name).is_dir():
            raise InvalidInput(f"There is no folder {name} of labels.")
    learned, measuring = (
        {Path(name).resolve() for name in names} for names in (plan.labels, plan.development)
    )
    if both := learned & measuring:
        raise InvalidInput(f"The labels in {both.pop()} cannot be learned from and measured with.")
    if not (folder := Path(plan.output).parent).is_dir():
        raise InvalidInput(f"There is no folder {folder} for what is learned.")
    for what, value, low in (
        ("number of blocks", plan.blocks, 1),
        ("number of channels", plan.channels, 1),
        ("batch", plan.batch, 2),
        ("batch of professional positions", plan.professional_batch, 1),
        ("batch of problems", plan.problem_batch, 1),
        ("number of positions kept", plan.room, 1),
        ("number of positions kept of a small board", plan.small_room, 1),
        ("number of threads", plan.threads, 1),
        ("number of readers", plan.readers, 0),
    ):
        whole(what, value, low, 10**9)
    if not 0 <= plan.small <= 1 or not 0 <= plan.average < 1:
        raise InvalidInput("The share of small boards and the average must lie between 0 and 1.")
    if not (0 < plan.rate < 10 and 0 < plan.rate_rest < 10):
        raise InvalidInput("The rates of learning must be more than 0.")
    ended = all(Path(plan.output + name).exists() for name in (".json", ".pt"))
    if ended and not _resume_file(plan).exists():
        raise InvalidInput(f"{plan.output}.pt is learned already; name another output.")
    check_device(plan.device)


def _resume_file(plan: Learning) -> Path:
    return Path(plan.output + ".resume.pt")


class _Course:
    def __init__(self, plan: Learning, stopped: Callable[[], bool]) -> None:
        self.plan, self.stopped = plan, stopped
        torch.manual_seed(plan.seed)
        if plan.device != "cpu":
            torch.backends.cuda.matmul.allow_tf32 = True
            torch.backends.cudnn.benchmark = True
        network = Network(plan.blocks, plan.channels).to(plan.device)
        if plan.start:
            network.load_state_dict(widened(read_state(Path(plan.start), plan.device), network))
        self.network = network.to(memory_format=torch.channels_last)
        # The statistics of the layers stay as they are: boards of all sizes share them.
        self.network.train(not plan.start)
        self.before, self.averaged = (
            deepcopy(network).eval().requires_grad_(requires_grad=False) for _ in range(2)
        )
        self.optimisers = _optimisers(self.network, plan)
        self.generator = torch.Generator(device=plan.device)
        self.step, self.spent, self.lost = 0, 0.0, 0
        if _resume_file(plan).exists():
            self._resume()
        self.lessons: dict[int, Lessons] = {}
        self.held: dict[int, Lessons] = {}
        self.source: Any = watch(
            [Path(folder) for folder in plan.labels], processes=plan.readers, ended=self._ended
        )
        self.professional = self._professional()
        self.symmetries = Symmetries(plan.device)
        self.life = _life(plan)

    def _ended(self) -> bool:
        return all((Path(folder) / DONE).exists() for folder in self.plan.labels)

    def _professional(self) -> Store | None:
        plan = self.plan
        if not plan.professional:
            return None
        games = read_games(Path(plan.professional), seed=plan.seed, since=plan.since)
        return Store(games, playouts=0, threads=plan.threads, device=plan.device)

    def run(self) -> dict[str, Any]:
        try:
            self._course()
        finally:
            if self.source is not None:
                self.source.close()
        self._save()
        if self.stopped() and self._done() < 1:
            say(f"Stopped after step {self.step}; the same command goes on from there.")
            raise KeyboardInterrupt
        return self._finish()

    def _course(self) -> None:
        plan = self.plan
        self.begun = time.monotonic()
        say(f"{sum(p.numel() for p in self.network.parameters())} weights; waiting for labels")
        self._fill(plan.least)
        if not any(one.count for one in self.lessons.values()):
            if self.stopped() or self._done() >= 1:
                return
            raise InvalidInput(f"There are no labels to learn from in {', '.join(plan.labels)}.")
        if self.professional is not None:
            self.professional.fill(500_000)
        forward = torch.compile(self.network) if plan.compiled else self.network
        taught = torch.compile(self.before) if plan.compiled else self.before
        if not plan.deadline:  # the schedule begins with the first step
            self.begun = time.monotonic()
        reported = saved = time.monotonic()
        first = self.step
        while (done := self._done()) < 1 and not self.stopped():
            self._fill(0)
            if self.professional is not None and not self.professional.whole:
                self.professional.grow()
            self.generator.manual_seed(plan.seed * 1000003 + self.step)
            _set_rates(self.optimisers, plan, done, self.step)
            small = self._is_small()
            losses = self._small_step() if small else self._large_step(forward, taught)
            self._descend(losses)
            self.step += 1
            now = time.monotonic()
            if now - reported > plan.every or self.step in (1, 20, 100):
                reported = now
                self._report(losses, done, (self.step - first) / (now - self.begun), small=small)
            if now - saved > plan.save_every:
                saved = now
                self._save()

    def _is_small(self) -> bool:
        """Whether the next step is on a small board; all are while there is nothing else."""
        if 19 not in self.lessons or not self.lessons[19].count:
            return True
        return bool(self._small()) and (self.step * self.plan.small) % 1 < self.plan.small

    def _report(self, losses: dict[str, Any], done: float, rate: float, *, small: bool) -> None:
        told = ", ".join(f"{k} {float(v.detach()):.3f}" for k, v in losses.items())
        counts = ", ".join(f"{k}: {v.count}" for k, v in sorted(self.lessons.items()))
        kind = " (small)" if small else ""
        spent = time.monotonic() - self.begun
        left = duration((self.spent + spent) * (1 / max(done, 1e-6) - 1)) if done else "?"
        where = f"step {self.step}{kind}, {rate:.2f} a second, {100 * done:.1f} %, {left} left"
        say(f"{spent:.0f} s, {where}: {told}; {counts}")

    def _save(self) -> None:
        """What has been learned, its average, and all that is needed to go on."""
        shape, step = self.network.shape, self.step
        with torch.no_grad():
            for kept, value in zip(self.averaged.buffers(), self.network.buffers(), strict=True):
                kept.copy_(value)
        weights, averaged = self.network.state_dict(), self.averaged.state_dict()
        plan = self.plan
        more = {
            "averaged": averaged,
            "optimisers": [optimiser.state_dict() for optimiser in self.optimisers],
            "spent": self.spent + time.monotonic() - self.begun,
            "begun_with": (plan.start, plan.seed),
        }
        for name, state in (
            ("", {"weights": weights}),
            (".averaged", {"weights": averaged}),
            (".resume", {"weights": weights, **more}),
        ):
            path = Path(f"{plan.output}{name}.pt")
            write_state(path, {"shape": shape, "step": step, **state})

    def _resume(self) -> None:
        plan, path = self.plan, _resume_file(self.plan)
        state = read_state(path, plan.device)
        if tuple(state["shape"][:2]) != tuple(self.network.shape):
            raise InvalidInput(f"The checkpoint {path} holds a network of another shape.")
        try:
            if tuple(state["begun_with"]) != (plan.start, plan.seed):
                raise InvalidInput(f"The checkpoint {path} began with another network or seed.")
            self.network.load_state_dict(state["weights"])
            self.averaged.load_state_dict(state["averaged"])
            for optimiser, saved in zip(self.optimisers, state["optimisers"], strict=True):
                optimiser.load_state_dict(saved)
            self.step, self.spent = int(state["step"]), float(state["spent"])
        except (RuntimeError, ValueError, KeyError, TypeError):
            raise InvalidInput(
                f"Learning cannot go on from {path}, which is of another kind or version; delete "
                f"it to begin anew."
            ) from None
        say(f"Going on after step {self.step}.")

    def _done(self) -> float:
        plan = self.plan
        spent = self.spent + time.monotonic() - self.begun
        whole_time = plan.seconds
        if plan.deadline:
            whole_time = self.spent + max(1e-3, plan.deadline - self.begun)
        by_time = spent / whole_time if whole_time else 0.0
        return max(by_time, self.step / plan.steps if plan.steps else 0.0)

    def _fill(self, least: int) -> None:
        """Take in the shards that are ready, and wait for the first ones."""
        if self.source is None:
            return
        for rows in self.source:
            if rows is not None:
                self._take(rows)
            have = self.lessons[19].count if 19 in self.lessons else 0
            if self.stopped() or (self.plan.deadline and self._done() >= 1):
                return
            if have >= least and rows is None and self.lessons:
                return
            if rows is None:
                time.sleep(0.05)
            elif not least:
                return  # one at a time between two steps
        self.source = None

    def _take(self, rows: Any) -> None:
        plan, side = self.plan, rows.side
        if side not in self.lessons:
            room = plan.room if side == 19 else plan.small_room
            self.lessons[side] = Lessons(side, room, plan.device)
            self.held[side] = Lessons(side, max(1000, room // 12), plan.device)
        (self.held if rows.held else self.lessons)[side].add(rows)

    def _small(self) -> list[Lessons]:
        return [one for side, one in sorted(self.lessons.items()) if side < 19 and one.count > 2000]

    def _small_step(self) -> dict[str, Any]:
        """A batch of one of the small sizes, the larger ones of them oftener."""
        among = self._small() or [one for one in self.lessons.values() if one.count]
        weights = torch.tensor([float(one.count) for one in among]) ** 0.5
        at = int(torch.multinomial(weights, 1, generator=_on_cpu(self.step)))
        lesson = among[at].some(self.plan.batch, self.generator)
        with self._mixed():
            outputs = self.network(lesson.planes.contiguous(memory_format=torch.channels_last))
            with torch.no_grad():
                before = self.before(lesson.planes.contiguous(memory_format=torch.channels_last))
        losses = lesson_losses(outputs, lesson)
        losses["kept"] = fn.smooth_l1_loss(outputs[3].float(), before[3].float())
        return _total(losses)

    def _large_step(self, forward: Any, taught: Any) -> dict[str, Any]:
        plan = self.plan
        lesson = self.lessons[19].some(plan.batch, self.generator)
        planes, n = [lesson.planes], plan.batch
        games = extra = None
        if self.professional is not None:
            size = (plan.professional_batch,)
            count = self.professional.count
            rows = torch.randint(count, size, device=plan.device, generator=self.generator)
            way = torch.randint(8, size, device=plan.device, generator=self.generator)
            games = self.professional.batch(rows, way, self.symmetries)
            planes.append(games.planes)
        if self.life is not None:
            extra = self.life.some(plan.problem_batch, self.generator, self.symmetries)
            planes.append(extra.planes)
        x = torch.cat(planes).contiguous(memory_format=torch.channels_last)
        few = x[n // 2 :]  # enough to hold what is said of groups where it was
        with self._mixed():
            outputs = forward(x)
            with torch.no_grad():
                before = taught(few)
        moves, _, _, groups = outputs
        losses = lesson_losses(tuple(part[:n] for part in outputs), lesson)
        losses["kept"] = fn.smooth_l1_loss(groups[n // 2 :].float(), before[3].float())
        if games is not None:
            some = moves[n : n + len(games.move)].float()
            losses["professional"] = fn.cross_entropy(some[:, PROFESSIONAL], games.move)
            known = games.reply >= 0
            reply = fn.cross_entropy(some[:, REPLY], games.reply.clamp(min=0), reduction="none")
            losses["reply"] = (reply * known).sum() / known.sum().clamp(min=1)
        if extra is not None:
            last = groups[-len(extra.points) :]
            losses |= life_losses(last, extra)
        return _total(losses)

    def _mixed(self) -> Any:
        return torch.autocast(self.plan.device, torch.bfloat16, enabled=self.plan.device != "cpu")

    def _descend(self, losses: dict[str, Any]) -> None:
        for optimiser in self.optimisers:
            optimiser.zero_grad(set_to_none=True)
        losses["all"].backward()
        gradients = [p.grad for p in self.network.parameters() if p.grad is not None]
        if not torch.stack(torch._foreach_norm(gradients)).sum().isfinite():
            self.lost += 1
            if self.lost >= _MOST_LOST:
                raise GokanError(f"The gradients are not finite any more after step {self.step}.")
            return
        self.lost = 0
        for optimiser in self.optimisers:
            optimiser.step()
        # At first the average forgets fast, or it would remember how it began.
        keep = min(self.plan.average, (1 + self.step) / (10 + self.step))
        with torch.no_grad():
            kept, values = list(self.averaged.parameters()), list(self.network.parameters())
            torch._foreach_lerp_(kept, values, 1 - keep)

    def _finish(self) -> dict[str, Any]:
        plan = self.plan
        self.network.eval()
        networks = {"before": self.before, "after": self.network, "averaged": self.averaged}
        told: dict[str, Any] = {"plan": asdict(plan), "steps": self.step}
        told["labels"] = {side: one.count for side, one in sorted(self.lessons.items())}
        for name, network in networks.items():
            told[f"held_out {name}"] = {
                side: measured(network, one, plan)
                for side, one in sorted(self.held.items())
                if one.count
            }
        for folder in plan.development:
            found: dict[int, Lessons] = {}
            for rows in watch([Path(folder)]):
                if rows is not None:
                    one = found.setdefault(rows.side, Lessons(rows.side, 100_000, plan.device))
                    one.add(rows)
            told[f"development {Path(folder).name}"] = {
                f"{side} {name}": measured(network, one, plan)
                for side, one in sorted(found.items())
                for name, network in networks.items()
            }
        say(json.dumps({k: v for k, v in told.items() if k != "plan"}, indent=1))
        write_whole(Path(plan.output + ".json"), json.dumps(told, indent=1).encode())
        _resume_file(plan).unlink(missing_ok=True)
        say(f"Learned in {self.step} steps: {plan.output}.pt")
        return told


_WEIGHTS = {
    "best": 1.0,
    "lead": 0.12,
    "error": 0.03,
    "win": 0.6,
    "owner": 1.0,
    "spread": 0.05,
    "kept": 0.3,
    "professional": 0.35,
    "reply": 0.03,
    "status": 0.1,
    "vital": 0.1,
}


def _total(losses: dict[str, Any]) -> dict[str, Any]:
    return {"all": sum(_WEIGHTS[name] * value for name, value in losses.items()), **losses}


def lesson_losses(outputs: Sequence[Any], lesson: Lesson) -> dict[str, Any]:
    """How far the network is from the teacher."""
    moves, numbers, owner, _ = outputs
    chances = moves[:, BEST].float().log_softmax(1).gather(1, lesson.moves)
    win, lead, spread, error = numbers.float().unbind(1)
    scale = error / _DEVIATION
    miss = (lesson.lead - lead.detach()) / scale
    # The logistic distribution: its tails forgive strange positions.
    doubt = miss + 2 * fn.softplus(-miss) + torch.log(scale)
    wanted = (lesson.spread / _DEVIATION).clamp(min=0.5)
    return {
        "best": -(lesson.shares * chances).sum(1).mean(),
        "lead": fn.smooth_l1_loss(lead, lesson.lead, beta=1.0),
        "error": doubt.mean(),
        "win": fn.binary_cross_entropy_with_logits(win, lesson.win),
        "owner": fn.binary_cross_entropy_with_logits(owner.float(), lesson.owner),
        "spread": fn.smooth_l1_loss(torch.log(spread), torch.log(wanted), beta=0.1),
    }


@torch.no_grad()
def measured(network: Any, lessons: Lessons, plan: Learning) -> dict[str, float]:
    """Errors against the teacher, of lead, win, moves and owners."""
    rows: list[Any] = []
    for lesson in lessons.in_order(plan.batch, _MEASURED):
        with torch.autocast(plan.device, torch.bfloat16, enabled=plan.device != "cpu"):
            x = lesson.planes.contiguous(memory_format=torch.channels_last)
            moves, numbers, owner, _ = network(x)
        win, lead, spread, error = numbers.float().unbind(1)
        best = moves[:, BEST].float()
        first = best.argmax(1) == lesson.moves.gather(1, lesson.shares.argmax(1)[:, None])[:, 0]
        owned = (torch.sigmoid(owner.float()) - lesson.owner).abs().mean(1)
        win = torch.sigmoid(win)
        rows.append(
            torch.stack(
                [lead, lesson.lead, win, lesson.win, error, first.float(), owned, spread], 1
            ).cpu()
        )
    if not rows:
        return {}
    lead, theirs, win, won, error, first, owned, spread = torch.cat(rows).double().unbind(1)
    ours_c, theirs_c = lead.clamp(-60, 60), theirs.clamp(-60, 60)
    off = (lead - theirs).abs()
    close = theirs.abs() < 15
    return {
        "positions": float(len(lead)),
        "lead": off.mean().item(),
        "close": off[close].mean().item(),
        "win": (win - won).abs().mean().item(),
        "theirs_on_ours": _slope(ours_c, theirs_c),
        "ours_on_theirs": _slope(theirs_c, ours_c),
        "first": first.mean().item(),
        "owner": owned.mean().item(),
        "within_one": (off <= error).double().mean().item(),
        "within_two": (off <= 2 * error).double().mean().item(),
        "spread": spread.mean().item(),
    }


def _slope(x: Any, y: Any) -> float:
    x, y = x - x.mean(), y - y.mean()
    return ((x * y).sum() / (x * x).sum().clamp(min=1e-9)).item()


def _life(plan: Learning) -> Life | None:
    if not plan.problems:
        return None
    try:
        with np.load(plan.problems) as found:
            rows = LifeRows(found["records"], found["points"], found["status"], found["held"])
    except (OSError, ValueError, KeyError, TypeError, zipfile.BadZipFile):
        raise InvalidInput(f"{plan.problems} is no file of problems (.npz).") from None
    return Life(rows, plan.device)


def _optimisers(network: Any, plan: Learning) -> list[Any]:
    inside = [
        p for name, p in network.named_parameters() if p.dim() == 4 and name.startswith("body")
    ]
    chosen = {id(p) for p in inside}
    rest = [p for p in network.parameters() if id(p) not in chosen]
    groups = [
        {"params": [p for p in rest if p.dim() > 1], "weight_decay": 0.02},
        {"params": [p for p in rest if p.dim() <= 1], "weight_decay": 0.0},
    ]
    adam = torch.optim.AdamW(
        groups, lr=plan.rate_rest, betas=(0.9, 0.98), fused=plan.device != "cpu"
    )
    return [adam, Muon(inside, lr=plan.rate)]


def _set_rates(optimisers: list[Any], plan: Learning, done: float, step: int) -> None:
    share = min(1.0, (step + 1) / _WARM_UP) * 0.5 * (1 + math.cos(math.pi * min(1.0, done)))
    for optimiser, rate in zip(optimisers, (plan.rate_rest, plan.rate), strict=True):
        for group in optimiser.param_groups:
            group["lr"] = rate * share


def _on_cpu(step: int) -> Any:
    return torch.Generator().manual_seed(step)
