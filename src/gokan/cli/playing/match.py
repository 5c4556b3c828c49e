"""`gokan match`: two programs against each other."""

from __future__ import annotations

import json as json_format
import sys
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from gokan.play.matches.match import GameResult, MatchResult
    from gokan.play.matches.statistics import Question


def match(
    a: Annotated[
        str,
        typer.Argument(metavar="A", help="A player ('gokan players') or a GTP command line."),
    ],
    b: Annotated[str, typer.Argument(metavar="B", help="The opponent, likewise.")],
    games: Annotated[int, typer.Option(help="How many games.")] = 10,
    size: Annotated[str, typer.Option(help="Board size, such as 9 or 7x9.")] = "9",
    rules: Annotated[str, typer.Option(help="Rule set; see 'gokan rules'.")] = "chinese",
    komi: Annotated[float | None, typer.Option(help="Komi; that of the rules if omitted.")] = None,
    handicap: Annotated[int, typer.Option(help="Handicap stones for Black.")] = 0,
    colors: Annotated[str, typer.Option(help="alternate, a-black or b-black.")] = "alternate",
    seed: Annotated[
        int, typer.Option(help="Seed of the first game; each later game adds one.")
    ] = 1,
    time: Annotated[float, typer.Option(help="Seconds per side and game; 0 = no limit.")] = 0.0,
    move_time: Annotated[float, typer.Option(help="Seconds for each move; 0 = no limit.")] = 0.0,
    visits: Annotated[
        int, typer.Option(help="Visits for each move, for programs that count them.")
    ] = 0,
    openings: Annotated[
        str | None,
        typer.Option(help="Openings: an SGF file, or lines of vertices; two games from each."),
    ] = None,
    opening_moves: Annotated[
        int, typer.Option(help="How many moves of each opening; 0 = all.")
    ] = 0,
    question: Annotated[
        str,
        typer.Option(help="LOW:HIGH in Elo: stop once the games clearly favour one."),
    ] = "",
    judge: Annotated[
        str, typer.Option(help="Who names dead stones: agree, black, white, estimate or none.")
    ] = "agree",
    jobs: Annotated[int, typer.Option(help="Games to play at once.")] = 1,
    timeout: Annotated[
        float, typer.Option(help="Seconds before a silent program counts as failed.")
    ] = 600,
    output: Annotated[
        str | None, typer.Option(help="Folder for records; an unfinished match there continues.")
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="Machine-readable.")] = False,
) -> None:
    """Play A against B and say how certain the result is."""
    from gokan.play.matches.match import Match

    played = Match(
        a,
        b,
        games=games,
        settings=replace(
            _settings(size, rules, komi, handicap, judge, openings, opening_moves),
            main_time=_not_negative("time", time),
            move_time=_not_negative("move-time", move_time),
            visits=int(_not_negative("visits", visits)),
        ),
        question=_question(question),
        colors=_one_of("colors", colors, "alternate", "a-black", "b-black"),
        seed=seed,
        folder=output,
        jobs=jobs,
        timeout=timeout,
    ).play(_Progress())
    typer.echo(json_format.dumps(played.to_dict(), indent=2) if json else played.text())


def _settings(
    size: str,
    rules: str,
    komi: float | None,
    handicap: int,
    judge: str,
    openings: str | None,
    opening_moves: int,
) -> Any:
    from gokan.errors import InvalidInput
    from gokan.go import Position, Rules, fixed_handicap
    from gokan.play.matches.openings import read_openings
    from gokan.play.matches.referee import GameSettings

    law = Rules.named(rules)
    if komi is not None:
        law = law.with_(komi=komi)
    words = size.lower().split("x")
    if not 1 <= len(words) <= 2 or not all(word.isascii() and word.isdigit() for word in words):
        raise InvalidInput(f"--size is {size!r} but must look like 9 or 7x9.")
    width, height = int(words[0]), int(words[-1])
    Position.empty(width, height, rules=law)  # complains about impossible sizes
    if handicap not in (0, 1):
        fixed_handicap(handicap, width, height)
        if openings:
            raise InvalidInput(
                "Openings start from an empty board, so they cannot be combined with a handicap."
            )
    given: tuple[tuple[int, ...], ...] = ()
    if openings:
        moves = int(_not_negative("opening-moves", opening_moves))
        given = read_openings(openings, width, height, rules=law, moves=moves)
    return GameSettings(
        width=width,
        height=height,
        rules=law,
        handicap=handicap,
        openings=given,
        judge=_one_of("judge", judge, "agree", "black", "white", "estimate", "none"),
    )


def _question(text: str) -> Question | None:
    from gokan.errors import InvalidInput
    from gokan.play.matches.statistics import Question

    if not text:
        return None
    low, _, high = text.partition(":")
    try:
        asked = Question(float(low), float(high))
    except ValueError:
        asked = Question(0, 0)
    if not -2000 <= asked.low < asked.high <= 2000:
        raise InvalidInput(f"--question is {text!r} but must look like 0:50, the lower first.")
    return asked


def _not_negative(option: str, value: float) -> float:
    from gokan.errors import InvalidInput

    if not 0 <= value < 1e9:
        raise InvalidInput(f"--{option} cannot be {value:g}.")
    return value


def _one_of(option: str, value: str, *allowed: str) -> Any:
    from gokan.errors import InvalidInput

    if value not in allowed:
        raise InvalidInput(f"--{option} is {value!r} but must be one of {', '.join(allowed)}.")
    return value


class _Progress:
    """A line on stderr for each game, by its number, in the order in which they end."""

    def __init__(self) -> None:
        self.told: set[int] | None = None

    def __call__(self, result: MatchResult) -> None:
        numbers = {game.game for game in result.games}
        before = self.told if self.told is not None else numbers - {result.games[-1].game}
        self.told = numbers
        for game in result.games:
            if game.game not in before:
                self._tell(result, game)

    def _tell(self, result: MatchResult, last: GameResult) -> None:
        low, high = result.interval
        count = len(result.counted)
        share = f"A {100 * result.points / max(count, 1):.0f} %"
        share += f" ({100 * low:.0f} to {100 * high:.0f})"
        black = result.a if last.black == "A" else result.b
        sys.stderr.write(
            f"game {last.game}: {black} (black) {last.result} in {last.moves} moves; "
            f"{share if count else 'not counted'}\n"
        )
        sys.stderr.flush()
