"""`gokan study thesis-networks`: Wong's experiments with corner networks."""

from __future__ import annotations

import json as json_format
import math
import sys
import time
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from gokan.checks import whole
from gokan.errors import InvalidInput
from gokan_lab.cli.training import check_device, check_seed, need

if TYPE_CHECKING:
    from gokan_lab.corners.experiments import Regime

_SECONDS_BETWEEN_REPORTS = 5.0


def thesis_networks(
    samples: Annotated[
        list[str] | None,
        typer.Option(
            help="Tables from `gokan train corners`; if none, samples are made. The test of"
            " growth comes from the first."
        ),
    ] = None,
    part: Annotated[
        list[str] | None,
        typer.Option(
            help="tables, alternatives, map (these if none), limits, growth, search or made."
        ),
    ] = None,
    networks: Annotated[int, typer.Option(help="Networks of each design; ten in the thesis.")] = 10,
    epochs: Annotated[int, typer.Option(help="At most; 0 is the usual number.")] = 0,
    small: Annotated[int, typer.Option(help="Divide the numbers of samples by this.")] = 1,
    seed: Annotated[int, typer.Option(help="Seed for the draw, the split and the weights.")] = 1,
    number: Annotated[
        int, typer.Option(help="For `made` and `search`: how many corners to make.")
    ] = 20_000,
    seconds: Annotated[
        float, typer.Option(help="For `made`: how long the residual network learns.")
    ] = 60,
    device: Annotated[str, typer.Option(help="For `made`: where it learns, cpu or cuda.")] = "cpu",
    jobs: Annotated[int, typer.Option(help="Threads that make corners; 0 for one per core.")] = 0,
    regime: Annotated[
        list[str] | None,
        typer.Option(
            help="thesis (to the digit on any number of threads) or modern; both if none."
        ),
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="Machine-readable.")] = False,
) -> None:
    """Tell living corners from dead ones with Wong's networks: his tables beside ours."""
    need("numpy", "The study of networks", "pip install numpy")
    check_device(device)
    if samples:
        need("polars", "A table of corners", "pip install 'gokan[study]'")
    from gokan_lab.study.thesis_networks import PARTS
    from gokan_lab.study.thesis_networks import thesis_networks as study

    wanted = _parts(part, number)
    check_seed(seed)
    whole("number of jobs", jobs, 0, 256)
    if min(networks, small) < 1 or epochs < 0 or not 0 <= seconds < math.inf:
        raise InvalidInput(
            "--networks and --small must be 1 or more, --epochs and --seconds 0 or more."
        )
    tables = [Path(one) for one in samples or ()]
    found: list[Any] = []
    if usual := [one for one in wanted if one in PARTS]:
        found.append(
            study(
                *tables,
                parts=usual,
                networks=networks,
                epochs=epochs,
                small=small,
                seed=seed,
                regimes=_regimes(regime),
                progress=_say,
            )
        )
    found += _compared(tables, wanted, networks=networks, epochs=epochs, small=small, seed=seed)
    if "search" in wanted:
        from gokan_lab.study.thesis_more import study_search

        found.append(
            study_search(
                taught_on=max(30, number // small),
                cases=max(1, 200 // small),
                generations=max(1, 40 // small),
                epochs=epochs or 20,
                seed=seed,
                jobs=jobs,
                say=_say,
            )
        )
    if "made" in wanted:
        from gokan_lab.corners.made import make_corners
        from gokan_lab.study.thesis_more import Held, study_made

        made = make_corners(number, seed=seed, jobs=jobs, progress=_Counting())
        families: tuple[Held, ...] = ("walks", "outlines")
        asked = partial(study_made, made, seed=seed, epochs=epochs or 12, say=_say)
        found += [asked(held=held, seconds=seconds, device=device) for held in families]
    if json:
        plain = [one.to_dict() for one in found]
        typer.echo(json_format.dumps(plain[0] if len(plain) == 1 else {"parts": plain}))
    else:
        typer.echo("\n\n".join(one.explain() for one in found))


def _compared(tables: list[Path], wanted: list[str], *, small: int, **options: int) -> list[Any]:
    """The parts that compare: rules for the hard limit, and numbers of samples."""
    if not {"limits", "growth"} & set(wanted):
        return []
    from gokan_lab.corners.comparing import study_growth, study_limits
    from gokan_lab.corners.samples import read_samples, read_tables

    if not tables:
        raise InvalidInput("--part limits and --part growth need --samples.")
    found: list[Any] = []
    if "limits" in wanted:
        found.append(study_limits(read_tables(tables), small=small, say=_say, **options))
    if "growth" in wanted:
        his, more = read_samples(tables[0]), read_tables(tables[1:])
        found.append(study_growth(his, more=more, small=small, say=_say, **options))
    return found


def _regimes(asked: list[str] | None) -> list[Regime]:
    known: dict[str, Regime] = {"thesis": "thesis", "modern": "modern"}
    if wrong := [one for one in asked or () if one not in known]:
        raise InvalidInput(f"--regime is {wrong[0]!r} but must be thesis or modern.")
    return list(dict.fromkeys(known[one] for one in asked or known))


def _parts(asked: list[str] | None, number: int) -> list[str]:
    """The parts of the study to run, each once; there must be corners enough for them."""
    from gokan_lab.study.thesis_more import FEWEST
    from gokan_lab.study.thesis_networks import PARTS

    known = (*PARTS, "limits", "growth", "search", "made")
    wanted = list(dict.fromkeys(asked or PARTS))
    if wrong := [one for one in wanted if one not in known]:
        raise InvalidInput(f"There is no part {wrong[0]!r}; the parts are {', '.join(known)}.")
    whole("number of corners", number, FEWEST if "made" in wanted else 1, 100_000_000)
    return wanted


def _say(what: str) -> None:
    sys.stderr.write(what + "\n")
    sys.stderr.flush()


class _Counting:
    """How many corners there are, now and then."""

    def __init__(self) -> None:
        self.next = 0.0

    def __call__(self, have: dict[str, int]) -> None:
        now = time.monotonic()
        if now >= self.next:
            self.next = now + _SECONDS_BETWEEN_REPORTS
            _say(", ".join(f"{number} {fate}" for fate, number in have.items()))
