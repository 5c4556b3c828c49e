"""Who won, what is dead, and who owns what: estimates, as `gokan.play.ending` explains."""

from __future__ import annotations

import time
from collections.abc import Iterator

from gokan.go import EMPTY, area_komi, playouts
from gokan.gtp.arguments import Arguments
from gokan.gtp.engine import Engine
from gokan.gtp.protocol import GtpError
from gokan.gtp.registry import command
from gokan.play.ending import Ending, judge


@command("final_score", help="who wins and by how much, with dead stones taken off")
def final_score(engine: Engine, args: Arguments) -> str:
    """`B+3.5`, `W+0.5`, or `0` for a draw."""
    args.end()
    return engine.game.score(_ending(engine).dead).text


@command("final_status", "VERTEX", help="what becomes of a stone or a point")
def final_status(engine: Engine, args: Arguments) -> str:
    """One of the words of `final_status_list`."""
    point = args.point(engine.game.position)
    args.end()
    ending = _ending(engine)
    for status in ("dead", "seki", "alive", "black_territory", "white_territory"):
        if point in getattr(ending, status):
            return status
    return "dame"


@command("final_status_list", "STATUS", help="the stones that are alive, dead or in seki")
def final_status_list(engine: Engine, args: Arguments) -> str:
    """One block per line; for `black_territory`, `white_territory` and `dame` one line."""
    status = args.word("a status").lower()
    args.end()
    position = engine.game.position
    if status in ("alive", "dead", "seki"):
        stones = getattr(_ending(engine), status)
        blocks = [block.stones for block in position.blocks() if block.stones[0] in stones]
        return "\n".join(" ".join(map(position.vertex, block)) for block in blocks)
    ending = _ending(engine) if status in ("black_territory", "white_territory", "dame") else None
    if ending is None:
        raise GtpError("invalid status", "say alive, dead, seki, black_territory, ... or dame")
    territory = ending.black_territory | ending.white_territory
    if status == "dame":
        points = {point for point, color in enumerate(position.board) if color == EMPTY} - territory
    else:
        points = set(getattr(ending, status))
    return " ".join(position.vertex(point) for point in sorted(points))


@command(
    "gokan-ownership", "[GAMES]", help="who owns each point in random games: 1 Black, -1 White"
)
def ownership(engine: Engine, args: Arguments) -> str:
    """One row of the board per line."""
    games = args.integer("a number of games") if args.more() else 200
    args.end()
    if not 1 <= games <= 10_000:
        raise GtpError("syntax error", "play 1 to 10000 games")
    position = engine.game.position
    owner = playouts.run(position, games, seed=engine.seed).owner
    rows = range(0, len(owner), position.width)
    return "\n".join(
        " ".join(f"{value:.2f}" for value in owner[row : row + position.width]) for row in rows
    )


@command(
    "gokan-playouts",
    "[CENTISECONDS]",
    help="play random games and report the result so far",
)
def live_playouts(engine: Engine, args: Arguments) -> Iterator[str]:
    """Lines such as `games 800 blackwins 0.512 score 1.3` until any input comes."""
    interval = args.integer("an interval in centiseconds") if args.more() else 100
    args.end()
    if not 1 <= interval <= 100_000:
        raise GtpError("syntax error", "the interval is 1 to 100000 centiseconds")
    position = engine.game.position
    games, wins, score = 0, 0.0, 0.0
    seed = engine.seed
    while True:
        until = time.monotonic() + interval / 100
        while True:
            some = playouts.run(position, 20, seed=seed)
            seed += 1
            games += some.games
            wins += some.black_wins + some.draws / 2
            score += some.mean_score * some.games
            if time.monotonic() >= until or engine.input_pending():
                break
        margin = score / games - area_komi(position)
        yield f"games {games} blackwins {wins / games:.3f} score {margin:.1f}"


def _ending(engine: Engine) -> Ending:
    game = engine.game
    dead = frozenset() if game.all_alive else engine.player.dead_stones(game.position)
    return judge(game.position, dead=dead)
