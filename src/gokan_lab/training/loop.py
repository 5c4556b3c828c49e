"""The training loop: short pieces that begin with a checkpoint and end in one."""

from __future__ import annotations

import json
import math
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import torch
from torch.nn import functional as fn

from gokan.errors import InvalidInput
from gokan.files import write_whole
from gokan.stopping import stopping
from gokan_lab.training.checkpoint import in_use, read_state, write_state
from gokan_lab.training.life import Life, life_losses, measure_life, outcome_loss
from gokan_lab.training.model import BEST, PROFESSIONAL, REPLY, Network, widened
from gokan_lab.training.muon import Muon
from gokan_lab.training.own_games import OwnGames, load_own_games
from gokan_lab.training.planes import SENSES, Batch, Symmetries, gather
from gokan_lab.training.records import (
    NO_OWNER,
    POINTS,
    RECORD,
    Counts,
    chunks,
    positions_in,
    read_games,
)

__all__ = ["Plan", "Store", "check_plan", "measure", "train"]

_FIRST = 1_500_000  # positions before the first step
_MOST_LOST = 10  # steps one after the other without finite gradients, before it gives up


@dataclass(frozen=True, slots=True)
class Plan:
    """What is trained, on what, for how long. `steps` or `seconds` is the length of the whole
    schedule; `piece` ends this run earlier, to be gone on with from its checkpoint.
    """

    games: str
    validation: str
    output: str
    blocks: int = 8
    channels: int = 128
    batch: int = 2048
    steps: int = 0
    seconds: float = 0
    piece: float = 0  # seconds, or all
    rate: float = 0.02  # of Muon
    rate_rest: float = 2e-3  # of AdamW
    optimiser: str = "muon"
    since: int = 1900
    most_games: int = 0
    playouts: int = 200
    threads: int = 1
    seed: int = 1
    device: str = "cpu"
    compiled: bool = False
    every: float = 60  # seconds between reports
    start: str = ""  # a checkpoint or a network in use, whose weights begin a new schedule
    without: str = ""  # senses left out, with commas
    own: str = ""  # a folder of games against itself, to learn small boards from
    own_share: float = 0.3  # of the steps
    own_window: int = 1_000_000  # positions of each size, the newest
    problems: str = ""  # solved problems to learn life and death from
    life_batch: int = 256  # rows of them in a step
    vital_weight: float = 0.1  # of their first moves; fates have 0.1
    owners: str = ""  # of `gokan train ownership`; otherwise random endings say who owned what
    save_every: float = 120  # seconds between checkpoints


_USUAL = Plan("", "", "")


class Store:
    """All records in the device's memory; it grows while training goes on.

    On a CPU they come in the order of the games and all before the first step, so that what is
    drawn from them hangs on the seed alone, however many threads replay. Who owned what at the end
    of a game is looked up by its name, or random endings say it.
    """

    def __init__(
        self,
        games: Sequence[bytes],
        *,
        playouts: int,
        threads: int,
        device: str,
        owners: Mapping[bytes, bytes] | None = None,
    ) -> None:
        self.records = torch.empty((positions_in(games), RECORD), dtype=torch.uint8, device=device)
        self.owners = torch.full((len(games), POINTS), NO_OWNER, dtype=torch.int8, device=device)
        self._known = owners is not None
        if owners is not None:
            playouts = 0
            for number, line in enumerate(games):
                if found := owners.get(line.split(b"\t", 1)[0]):
                    self.owners[number] = torch.frombuffer(bytearray(found), dtype=torch.int8)
        self.count = 0
        self.counts = Counts()
        self.whole = False
        self._chunks: Iterator[Any] = chunks(
            games, playouts=playouts, threads=threads, in_order=device == "cpu"
        )

    @classmethod
    def of(cls, records: Any, owners: Any, count: int) -> Store:
        """One that is full."""
        made = cls.__new__(cls)
        made.records, made.owners, made.count = records, owners, count
        made.counts, made.whole = Counts(), True
        return made

    def grow(self) -> bool:
        """Take in some more games if they are ready."""
        try:
            chunk = next(self._chunks)
        except StopIteration:
            self.whole = True
            return False
        if chunk is None:
            return False
        rows = len(chunk.records)
        self.records[self.count : self.count + rows] = torch.from_numpy(chunk.records)
        if not self._known:
            games = slice(chunk.first_game, chunk.first_game + len(chunk.owners))
            self.owners[games] = torch.from_numpy(chunk.owners)
        self.count += rows
        self.counts += chunk.counts
        return True

    def fill(self, least: int | None = None) -> None:
        """Take in all games, or at least so many positions."""
        while not self.whole and (least is None or self.count < least):
            if not self.grow():
                time.sleep(0.01)

    def batch(self, rows: Any, way: Any, symmetries: Symmetries) -> Batch:
        """The records of these numbers, turned."""
        return gather(self.records, self.owners, self.count, rows, way, symmetries)


def train(plan: Plan) -> dict[str, Any]:
    """Train as planned; what was measured at the end. Writes OUTPUT.pt and OUTPUT.json."""
    check_plan(plan.steps, plan.seconds, plan.output)
    games = read_games(Path(plan.games), seed=plan.seed, since=plan.since)
    if plan.most_games:
        games = games[: plan.most_games]
    store = Store(
        games,
        playouts=plan.playouts,
        threads=plan.threads,
        device=plan.device,
        owners=_known_owners(plan),
    )
    if plan.validation:
        read_games(Path(plan.validation))  # what cannot be read is told before hours of training
    store.fill(_FIRST)
    life = _life(plan)
    with stopping() as stopped:
        network, step, done = fit(plan, store, life, stopped)
    if stopped():
        say(f"Stopped after step {step}; the same command goes on from there.")
        raise KeyboardInterrupt
    result: dict[str, Any] = {"plan": asdict(plan), "step": step, "done": done}
    result["games"] = asdict(store.counts)
    if plan.validation:
        result["validation"] = measure(network, validation_store(plan), plan)
        say(json.dumps(result["validation"]))
    if life is not None:
        mixed = plan.device != "cpu"
        result["life"] = measure_life(network, life, size=plan.batch, mixed=mixed)
        say(json.dumps(result["life"]))
    write_whole(Path(plan.output + ".json"), json.dumps(result, indent=1).encode())
    return result


def check_plan(steps: int, seconds: float, output: str = "") -> None:
    """Refuse what would never end, or could not be kept at the end."""
    if not (steps > 0 or 0 < seconds < math.inf) or min(steps, seconds) < 0:
        raise InvalidInput("Say how long to train: a number of steps or of seconds.")
    if not (folder := Path(output).parent).is_dir():
        raise InvalidInput(f"There is no folder {folder} for what is learned.")


def _known_owners(plan: Plan) -> dict[bytes, bytes] | None:
    if not plan.owners:
        return None
    from gokan_lab.training.owners import read_owners  # needs the compiled core

    return read_owners(Path(plan.owners))


def _life(plan: Plan) -> Life | None:
    if not plan.problems:
        return None
    from gokan_lab.training.life_rows import life_rows

    rows = life_rows(Path(plan.problems), seed=plan.seed, jobs=plan.threads)
    say(f"{len(rows.status)} boards of life and death")
    return Life(rows, plan.device)


def validation_store(plan: Plan) -> Store:
    """All positions of the validation games."""
    games = read_games(Path(plan.validation))
    store = Store(games, playouts=plan.playouts, threads=plan.threads, device=plan.device)
    store.fill()
    return store


def fit(
    plan: Plan,
    store: Store,
    life: Life | None = None,
    stopped: Callable[[], bool] = lambda: False,
) -> tuple[Any, int, float]:
    """Train on the positions of a store, from the checkpoint if there is one; network, step, and
    how much of the schedule is done. Without an output nothing is written.
    """
    torch.manual_seed(plan.seed)
    if plan.device != "cpu":
        torch.backends.cuda.matmul.allow_tf32 = True
        torch.backends.cudnn.benchmark = True
    network = Network(plan.blocks, plan.channels).to(plan.device)
    network = network.to(memory_format=torch.channels_last)
    optimisers = _optimisers(network, plan)
    step, spent = _resume(plan, network, optimisers)
    say(f"{sum(p.numel() for p in network.parameters())} weights; from step {step}")
    symmetries = Symmetries(plan.device)
    generator = torch.Generator(device=plan.device)
    forward = torch.compile(network) if plan.compiled else network
    own = _own_games(plan)
    # Small boards are judged with the statistics of the large one, so these stay as they are; those
    # of a network in use are no longer known.
    network.train(not own and not (plan.start and in_use(Path(plan.start))))
    teacher = _as_begun(network, plan) if own else None
    started = reported = saved = time.monotonic()
    done, lost = 0.0, 0
    while True:
        now = time.monotonic() - started
        done = max(
            step / plan.steps if plan.steps else 0.0,
            (spent + now) / plan.seconds if plan.seconds else 0.0,
        )
        if done >= 1 or (plan.piece and now >= plan.piece) or stopped():
            break
        while not store.whole and store.grow():
            pass
        _set_rates(optimisers, plan, done, step)
        generator.manual_seed(plan.seed * 1000003 + step)  # the same in one piece or in several
        noise = torch.rand((2, plan.batch), device=plan.device, generator=generator)
        small = bool(own) and (step * plan.own_share) % 1 < plan.own_share
        visits = None
        if small:
            batch, visits = own[int(step * plan.own_share) % len(own)].batch(plan.batch, generator)
            visits = _with_memory(teacher, batch, visits)
        else:
            size = (plan.batch,)
            rows = torch.randint(store.count, size, device=plan.device, generator=generator)
            way = torch.randint(8, size, device=plan.device, generator=generator)
            batch = store.batch(rows, way, symmetries)
        extra = None
        if life is not None and not small:
            extra = life.some(plan.life_batch, generator, symmetries)
        with torch.autocast(plan.device, torch.bfloat16, enabled=plan.device != "cpu"):
            asked = network if small else forward
            losses = _losses(asked, batch, noise, visits=visits, life=extra, plan=plan)
        lost = 0 if _descend(network, optimisers, losses, step, lost) else lost + 1
        step += 1
        if time.monotonic() - reported > plan.every or step in (1, 10, 100, 500):
            reported = time.monotonic()
            told = f"{now:.0f} s, step {step}, {100 * done:.1f} %: {_told(losses)}"
            told += " (own games)" if small else ""
            say(f"{told}; {store.counts.records} positions of {store.counts.games} games")
        if plan.output and time.monotonic() - saved > plan.save_every:
            saved = time.monotonic()
            _save(Path(plan.output + ".pt"), network, optimisers, step, done)
    if plan.output:
        _save(Path(plan.output + ".pt"), network, optimisers, step, done)
    return network, step, done


def _told(losses: dict[str, Any]) -> str:
    return ", ".join(f"{name} {value.item():.3f}" for name, value in losses.items())


def _own_games(plan: Plan) -> list[OwnGames]:
    if not plan.own:
        return []
    own = load_own_games(Path(plan.own), plan.device, window=plan.own_window)
    say(", ".join(f"{len(g.records)} own positions on {g.side}×{g.side}" for g in own))
    return own


def _as_begun(network: Any, plan: Plan) -> Any:
    """The network that the schedule began with, also where a run goes on in its middle."""
    made = deepcopy(network)
    if plan.start:
        made.load_state_dict(widened(read_state(Path(plan.start), plan.device), made))
    return made


@torch.no_grad()
def _with_memory(teacher: Any, batch: Batch, visits: Any) -> Any:
    """Shares of visits half and half with what the network expected before; where the search was
    brief that alone. Own games are few, and without it moves are learned from them by heart.
    """
    device = batch.planes.device.type
    with torch.autocast(device, torch.bfloat16, enabled=device != "cpu"):
        moves = teacher(batch.planes.contiguous(memory_format=torch.channels_last))[0]
    expected = moves[:, BEST].float().softmax(1)
    return (visits + expected) / (visits.sum(1, keepdim=True) + 1)


def _descend(
    network: Any, optimisers: list[Any], losses: dict[str, Any], step: int, lost: int
) -> bool:
    """One step, unless a gradient is not finite: then the weights stay as they are.

    `lost` says how many steps before this one were lost that way, one after the other.
    """
    for optimiser in optimisers:
        optimiser.zero_grad(set_to_none=True)
    losses["all"].backward()
    gradients = [p.grad for p in network.parameters() if p.grad is not None]
    if not torch.stack(torch._foreach_norm(gradients)).sum().isfinite():
        if lost >= _MOST_LOST:
            raise InvalidInput(_not_finite(network, losses, step))
        return False
    for optimiser in optimisers:
        optimiser.step()
    return True


def _blank(planes: Any, without: str) -> Any:
    """The planes with those of some senses blank."""
    for sense in filter(None, without.split(",")):
        for plane in SENSES[sense]:
            planes[:, plane] = 0
    return planes


def say(text: str) -> None:
    """Progress, on stderr."""
    print(text, file=sys.stderr, flush=True)


def _optimisers(network: Any, plan: Plan) -> list[Any]:
    inside = [
        p for name, p in network.named_parameters() if p.dim() == 4 and name.startswith("body")
    ]
    if plan.optimiser == "adamw":
        inside = []
    chosen = {id(p) for p in inside}
    rest = [p for p in network.parameters() if id(p) not in chosen]
    fused = plan.device != "cpu"
    adam = torch.optim.AdamW(
        [
            {"params": [p for p in rest if p.dim() > 1], "weight_decay": 0.02},
            {"params": [p for p in rest if p.dim() <= 1], "weight_decay": 0.0},
        ],
        lr=plan.rate_rest,
        betas=(0.9, 0.98),
        fused=fused,
    )
    return [adam, Muon(inside, lr=plan.rate)] if inside else [adam]


def _set_rates(optimisers: list[Any], plan: Plan, done: float, step: int) -> None:
    """Up in 500 steps, then down to nothing along a cosine."""
    share = min(1.0, (step + 1) / 500) * 0.5 * (1 + math.cos(math.pi * min(1.0, done)))
    for optimiser, rate in zip(optimisers, (plan.rate_rest, plan.rate), strict=False):
        for group in optimiser.param_groups:
            group["lr"] = rate * share


def _losses(
    forward: Any,
    batch: Batch,
    noise: Any,
    *,
    visits: Any = None,
    life: Any = None,
    plan: Plan = _USUAL,
) -> dict[str, Any]:
    """What is wrong, in the parts that are added up.

    With `visits`, chances of all moves, moves are learned from those. `life` is a batch of problems
    that goes along. Nothing of the senses that are left out reaches the network: no komi, no
    changes of it either.
    """
    planes, win, lead = batch.planes, batch.win, batch.lead
    if "komi" not in plan.without.split(","):
        planes, win, lead = _other_komi(batch, noise)
    n = len(planes)
    if life is not None:
        planes = torch.cat([planes, life.planes])
    planes = _blank(planes, plan.without)
    moves, numbers, owner, groups = forward(planes.contiguous(memory_format=torch.channels_last))
    moves, numbers, owner = moves[:n], numbers[:n], owner[:n]
    outcome = outcome_loss(groups[:n], batch)
    moves = moves.float()
    if visits is None:
        # Without a teacher what professionals play stands for what is best.
        move = fn.cross_entropy(moves[:, PROFESSIONAL], batch.move)
        move = (move + fn.cross_entropy(moves[:, BEST], batch.move)) / 2
    else:
        move = fn.cross_entropy(moves[:, BEST], visits)
    reply = fn.cross_entropy(moves[:, REPLY], batch.reply.clamp(min=0), reduction="none")
    answered = (batch.reply >= 0).float()
    reply = (reply * answered).sum() / answered.sum().clamp(min=1)
    known = (win >= 0).float()
    winner = fn.binary_cross_entropy_with_logits(numbers[:, 0], win.clamp(min=0), reduction="none")
    winner = (winner * known).sum() / known.sum().clamp(min=1)
    counted = (~lead.isnan()).float()
    miss = (lead.nan_to_num() - numbers[:, 1]) / numbers[:, 2]
    # The logistic distribution: its shape fits margins, and its tails forgive strange games.
    margin = miss + 2 * fn.softplus(-miss) + torch.log(numbers[:, 2])
    margin = (margin * counted).sum() / counted.sum().clamp(min=1)
    labelled = (batch.owner >= 0).float()
    owned = fn.binary_cross_entropy_with_logits(
        owner.float(), batch.owner.clamp(min=0), reduction="none"
    )
    owned = (owned * labelled).sum() / labelled.sum().clamp(min=1)
    reply_weight = 0.15 if visits is None else 0.0
    total = move + reply_weight * reply + 0.4 * winner + 0.5 * owned + 0.05 * margin
    more = {} if life is None else life_losses(groups[n:], life)
    if more:
        total = total + 0.1 * more["status"] + plan.vital_weight * more["vital"]
    total = total + 0.1 * outcome
    return {
        "all": total,
        **{name: value.detach() for name, value in more.items()},
        "move": move.detach(),
        "reply": reply.detach(),
        "winner": winner.detach(),
        "owner": owned.detach(),
        "outcome": outcome.detach(),
        "margin": margin.detach(),
    }


def _other_komi(batch: Batch, noise: Any) -> tuple[Any, Any, Any]:
    """In a third of the counted games another komi, with the result that it would have given."""
    counted = ~batch.lead.isnan()
    shift = torch.round((noise[1] - 0.5) * 40)
    shift = torch.where(counted & (noise[0] < 0.33), shift, torch.zeros_like(shift))
    lead = batch.lead + shift
    win = torch.where(shift == 0, batch.win, torch.where(lead == 0, -1.0, (lead > 0).float()))
    planes = torch.cat(
        [
            batch.planes[:, :28],
            batch.planes[:, 28:29] + (shift / 16)[:, None, None, None],
            batch.planes[:, 29:],
        ],
        1,
    )
    return planes, win, lead


def _not_finite(network: Any, losses: dict[str, Any], step: int) -> str:
    """Where it went wrong: losses, or else gradients."""
    bad = [name for name, value in losses.items() if not value.isfinite()]
    bad = bad or [
        name
        for name, p in network.named_parameters()
        if p.grad is not None and not torch.isfinite(p.grad).all()
    ]
    return f"At step {step} numbers are not finite any more: {', '.join(bad[:5])}."


@torch.no_grad()
def measure(network: Any, store: Store, plan: Plan, *, most: int = 0) -> dict[str, float]:
    """Shares of moves found, log loss, winner, calibration, margins, ownership."""
    network.eval()
    symmetries = Symmetries(plan.device)
    total = store.count if not most else min(most, store.count)
    order = torch.arange(store.count, device=plan.device)
    if most:
        generator = torch.Generator(device=plan.device).manual_seed(5)
        order = torch.randperm(store.count, device=plan.device, generator=generator)[:most]
    sums = dict.fromkeys(
        ("first", "ten", "loss", "win", "wins", "miss", "counted", "owned", "points"), 0.0
    )
    bins = torch.zeros(3, 20, device=plan.device)
    for start in range(0, total, plan.batch):
        rows = order[start : start + plan.batch]
        batch = store.batch(rows, torch.zeros_like(rows), symmetries)
        batch.planes = _blank(batch.planes, plan.without)
        with torch.autocast(plan.device, torch.bfloat16, enabled=plan.device != "cpu"):
            moves, numbers, owner, _ = network(
                batch.planes.contiguous(memory_format=torch.channels_last)
            )
        logits = moves[:, PROFESSIONAL].float()
        illegal = (batch.planes[:, 1] + batch.planes[:, 2] + batch.planes[:, 25]).flatten(1) > 0
        logits[:, :POINTS] = logits[:, :POINTS].masked_fill(illegal, -1e9)
        sums["loss"] += fn.cross_entropy(logits, batch.move, reduction="sum").item()
        hits = logits.topk(10, 1).indices == batch.move[:, None]
        sums["first"] += hits[:, 0].sum().item()
        sums["ten"] += hits.any(1).sum().item()
        known = batch.win >= 0
        chance = torch.sigmoid(numbers[:, 0])
        sums["wins"] += known.sum().item()
        sums["win"] += (((chance > 0.5) == (batch.win > 0.5)) & known).sum().item()
        bucket = (chance * 20).long().clamp(0, 19)
        for k, value in enumerate((torch.ones_like(chance), chance, batch.win)):
            bins[k].scatter_add_(0, bucket[known], value[known])
        counted = ~batch.lead.isnan()
        sums["counted"] += counted.sum().item()
        sums["miss"] += (batch.lead - numbers[:, 1]).abs()[counted].sum().item()
        sure = (batch.owner == 0) | (batch.owner == 1)
        sums["points"] += sure.sum().item()
        sums["owned"] += (((owner > 0) == (batch.owner > 0.5)) & sure).sum().item()
    network.train()
    n = max(1, total)
    return {
        "positions": total,
        "first": sums["first"] / n,
        "ten": sums["ten"] / n,
        "log_loss": sums["loss"] / n,
        "winner": sums["win"] / max(1, sums["wins"]),
        "calibration_error": ((bins[1] - bins[2]).abs().sum() / bins[0].sum().clamp(min=1)).item(),
        "lead_off_by": sums["miss"] / max(1, sums["counted"]),
        "owner": sums["owned"] / max(1, sums["points"]),
    }


def _save(path: Path, network: Any, optimisers: list[Any], step: int, done: float) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    momenta = [optimiser.state_dict() for optimiser in optimisers]
    on_cpu = next(network.parameters()).device.type == "cpu"  # where a run is the same in pieces
    state = {
        "shape": network.shape,
        "weights": network.state_dict(),
        "optimisers": momenta if on_cpu else _halved(momenta),
        "step": step,
        "done": done,
    }
    write_state(path, state)


def _halved(state: Any) -> Any:
    """Large momenta in half the room."""
    if isinstance(state, dict):
        return {key: _halved(value) for key, value in state.items()}
    if isinstance(state, list):
        return [_halved(value) for value in state]
    if isinstance(state, torch.Tensor) and state.numel() > 10000:
        return state.bfloat16()
    return state


def _resume(plan: Plan, network: Any, optimisers: list[Any]) -> tuple[int, float]:
    """Step and seconds so far, from a checkpoint of the same network if there is one."""
    path = Path(plan.output + ".pt") if plan.output else None
    if path is not None and path.exists():
        state = _load(path, plan, network, optimisers)
        return int(state["step"]), float(state["done"]) * plan.seconds
    if plan.start:
        network.load_state_dict(widened(read_state(Path(plan.start), plan.device), network))
    return 0, 0.0


def _load(path: Path, plan: Plan, network: Any, optimisers: list[Any]) -> Any:
    state = read_state(path, plan.device)
    if tuple(state["shape"][:2]) != network.shape:
        raise InvalidInput(f"The checkpoint {path} holds a network of another shape.")
    try:
        network.load_state_dict(state["weights"])
        for optimiser, saved in zip(optimisers, state["optimisers"], strict=True):
            optimiser.load_state_dict(saved)
    except (RuntimeError, ValueError, KeyError):
        raise InvalidInput(
            f"Training cannot go on from {path}, which is of another kind or version; --start "
            f"begins with its weights."
        ) from None
    return state
