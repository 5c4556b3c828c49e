"""`gokan match`: two programs against each other."""

from __future__ import annotations

import json as json_format
import sys
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from gokan.play.match import MatchResult


def match(
    a: Annotated[
        str,
        typer.Argument(metavar="A", help="A player ('gokan players') or a GTP command line."),
    ],
    b: Annotated[str, typer.Argument(metavar="B", help="The opponent, likewise.")],
    games: Annotated[int, typer.Option(help="How many games.")] = 10,
    size: Annotated[int, typer.Option(help="Board size.")] = 9,
    rules: Annotated[str, typer.Option(help="Rule set; see 'gokan rules'.")] = "chinese",
    komi: Annotated[float | None, typer.Option(help="Komi; that of the rules if left out.")] = None,
    handicap: Annotated[int, typer.Option(help="Handicap stones for Black.")] = 0,
    colors: Annotated[str, typer.Option(help="alternate, a-black or b-black.")] = "alternate",
    seed: Annotated[int, typer.Option(help="Seed of the first game; the next has one more.")] = 1,
    time: Annotated[float, typer.Option(help="Seconds per side and game; 0 = no limit.")] = 0.0,
    judge: Annotated[
        str, typer.Option(help="Who names dead stones: agree, black, white, estimate or none.")
    ] = "agree",
    jobs: Annotated[int, typer.Option(help="Games at the same time.")] = 1,
    timeout: Annotated[float, typer.Option(help="Seconds until a silent program has lost.")] = 600,
    output: Annotated[
        str | None, typer.Option(help="Folder for records; an unfinished match there goes on.")
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="Machine-readable.")] = False,
) -> None:
    """Play A against B, and say how sure the result is."""
    from gokan.play.match import Match

    played = Match(
        a,
        b,
        games=games,
        settings=_settings(size, rules, komi, handicap, time, judge),
        colors=_one_of("colors", colors, "alternate", "a-black", "b-black"),
        seed=seed,
        folder=output,
        jobs=jobs,
        timeout=timeout,
    ).play(_show_progress)
    typer.echo(json_format.dumps(played.to_dict(), indent=2) if json else played.text())


def _settings(
    size: int, rules: str, komi: float | None, handicap: int, time: float, judge: str
) -> Any:
    from gokan.errors import InvalidInput
    from gokan.go import Position, Rules, fixed_handicap
    from gokan.play.referee import GameSettings

    law = Rules.named(rules)
    if komi is not None:
        law = law.with_(komi=komi)
    Position.empty(size, rules=law)  # complains about impossible sizes
    if handicap not in (0, 1):
        fixed_handicap(handicap, size, size)
    if time < 0:
        raise InvalidInput("The time for a game cannot be negative.")
    return GameSettings(
        width=size,
        height=size,
        rules=law,
        handicap=handicap,
        main_time=time,
        judge=_one_of("judge", judge, "agree", "black", "white", "estimate", "none"),
    )


def _one_of(option: str, value: str, *allowed: str) -> Any:
    from gokan.errors import InvalidInput

    if value not in allowed:
        raise InvalidInput(f"--{option} is {value!r} but must be one of {', '.join(allowed)}.")
    return value


def _show_progress(result: MatchResult) -> None:
    last = max(result.games, key=lambda game: game.game)
    low, high = result.interval
    names = {"A": result.a, "B": result.b}
    sys.stderr.write(
        f"game {len(result.games)}: {names[last.black]} (black) {last.result} in {last.moves} "
        f"moves; A {100 * result.points / len(result.games):.0f} % "
        f"({100 * low:.0f} to {100 * high:.0f})\n"
    )
    sys.stderr.flush()
