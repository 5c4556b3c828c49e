"""Positions for `bench_review.py`: moves of strong and weak players, and some that are replaced.

They come from professional games as played; from the same games with the move replaced by an
unlikely one; from positions where the move played takes four stones or more, or saves them, as
exact or proved claims have it, with a move elsewhere instead, the likeliest; from positions where
a block of seven stones or more is caught or saved by who moves first, as reading proves, again
with the likeliest move elsewhere; and from games of our weak levels and of GNU Go at level 1 on
boards of 9, 13 and 19 lines, played for it. Nothing is chosen by what a move loses.

    python benchmarks/review_positions.py positions.jsonl --count 700 --games 30 --seed 1
    python benchmarks/review_positions.py positions.jsonl --count 150 --only weak --sizes 9
"""

from __future__ import annotations

import argparse
import json
import random
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

from data_folder import DATA  # type: ignore[import-not-found]  # beside this file

from gokan.explain.account import gather
from gokan.explain.scene import Scene, Table
from gokan.go import PASS, Game, Position, Rules
from gokan.intuition import network
from gokan.play.matches.controller import GtpProgram, gokan_command
from gokan.play.matches.referee import GameSettings, play_game
from gokan.reading.tactics.questions import capture

DEEDS = ("captures", "saves", "rescues", "catches", "caught", "ladder works")
MANY, ELSEWHERE = 4, 7
"""Stones that make a deed large, and steps from which on a move is elsewhere."""
SIZES = (9, 13, 19)
LARGE, SHORT = 7, 3
"""Stones of a large block, and liberties with which it may hang."""
_NODES, _ORDER = 4_000, 3
KINDS = ("professional", "weak", "hanging", "professional", "unlikely", "elsewhere", "weak")
"""In turn, so that every beginning of the file is a fair sample of it."""
Found = tuple[Position, tuple[str, ...], int, str]
"""A position, the moves that led there, the move and its source."""


def main() -> None:
    """Write the file, line by line."""
    options = read_options()
    dice = random.Random(options.seed)
    file = options.data / "pro_games.jsonl"
    if not file.is_file():
        sys.exit(f"no games at {file}; name the folder with --data or GOKAN_DATA")
    games = [json.loads(line)["sgf"] for line in file.read_text("utf-8").splitlines()]
    sources = {
        "professional": played(games, dice),
        "unlikely": unlikely(games, dice),
        "elsewhere": elsewhere(games, dice),
        "hanging": hanging(games, dice),
        "weak": weak(options.games, options.sizes, options.seed, dice),
    }
    with options.output.open("w", encoding="utf-8") as out:
        for number in range(options.count):
            found = next(sources[options.only or KINDS[number % len(KINDS)]], None)
            if found is None:
                continue
            position, moves, move, source = found
            line = {"size": position.width, "moves": moves, "move": position.vertex(move)}
            print(json.dumps({**line, "source": source}), file=out, flush=True)


def played(games: list[str], dice: random.Random) -> Iterator[Found]:
    """Moves of professional games by lot."""
    while True:
        game = Game.parse(dice.choice(games))
        moves = game.moves()
        index = dice.randrange(8, min(len(moves), 260) - 1)
        so_far = moves[:index]
        position = Position.empty(19)
        if any(color != (1 if n % 2 == 0 else 2) for n, (color, _) in enumerate(moves)):
            continue  # handicap stones, or out of turn
        vertices = tuple(position.vertex(move) for _, move in so_far)
        for _, move in so_far:
            position = position.play_forced(move)
        move = moves[index][1]
        if move != PASS and position.is_legal(move):
            yield position, vertices, move, "professional"


def unlikely(games: list[str], dice: random.Random) -> Iterator[Found]:
    """The same with a move that is not among the ten likeliest."""
    for position, moves, _, _ in played(games, dice):
        yield position, moves, dice.choice(_likeliest(position)[10:]), "unlikely move instead"


def elsewhere(games: list[str], dice: random.Random) -> Iterator[Found]:
    """A move elsewhere where the one played took four stones or more, or saved them."""
    for position, moves, move, _ in played(games, dice):
        scene = Scene(position, move, Table(position))
        large = any(
            claim.kind in DEEDS
            and claim.certainty in ("exact", "proved")
            and len(claim.points.get("stones", ())) >= MANY
            for claim in gather(scene)
        )
        far = [p for p in _likeliest(position) if scene.distance(p) >= ELSEWHERE]
        if large and far:
            yield position, moves, far[0], "elsewhere while stones hang"


def hanging(games: list[str], dice: random.Random) -> Iterator[Found]:
    """A move elsewhere while a large block hangs: whoever moves first has it. One of a game."""
    for sgf in dice.sample(games, len(games)):
        game = Game.parse(sgf)
        moves = game.moves()
        if any(color != (1 if n % 2 == 0 else 2) for n, (color, _) in enumerate(moves)):
            continue
        position = Position.empty(19)
        found: list[tuple[int, Position, int]] = []
        for index, (_, move) in enumerate(moves):
            stone = _hangs(position)
            if stone is not None:
                found.append((index, position, stone))
            position = position.play_forced(move)
        if not found:
            continue
        index, position, stone = dice.choice(found)
        block = position.block(stone)
        far = [
            p
            for p in _likeliest(position)
            if min(_steps(position, p, q) for q in (*block.stones, *block.liberties)) > 2
        ]
        if far:
            vertices = tuple(position.vertex(move) for _, move in moves[:index])
            yield position, vertices, far[0], "elsewhere while a large block hangs"


def _hangs(position: Position) -> int | None:
    """A stone of a large block that is lost if one side moves and safe if the other does."""
    for block in position.blocks():
        if len(block.stones) < LARGE or len(block.liberties) > SHORT:
            continue
        caught = capture(position, block.stones[0], first="attack", nodes=_NODES, order=_ORDER)
        if caught.captured and caught.grade == "proved":
            saved = capture(position, block.stones[0], first="defend", nodes=_NODES, order=_ORDER)
            if saved.captured is False:
                return block.stones[0]
    return None


def weak(count: int, sizes: list[int], seed: int, dice: random.Random) -> Iterator[Found]:
    """Moves of games of weak players, a few of each."""
    gnugo = shutil.which("gnugo")
    if gnugo is None:
        sys.exit("GNU Go is not installed")
    for number in range(count):
        size = sizes[number % len(sizes)]
        names = [f"level {1 + number % 3}", f"level {1 + (number // 3) % 3}"]
        if number % 2:
            names[number // 2 % 2] = "GNU Go, level 1"
        commands = [
            [gnugo, "--mode", "gtp", "--level", "1", "--seed", str(seed * 1000 + number)]
            if name.startswith("GNU")
            else gokan_command(f"gokan:level={name[-1]}", seed=seed * 1000 + number)
            for name in names
        ]
        settings = GameSettings(size, size, Rules.named("chinese"), max_moves=size * size * 3 // 4)
        with GtpProgram(commands[0]) as black, GtpProgram(commands[1]) as white:
            game = play_game(black, white, settings, seed=seed * 1000 + number)
        line = [move for _, move in game.moves]
        some = range(4, len(line) - 1)
        for index in dice.sample(some, min(len(some), size // 2)):
            position = Position.empty(size)
            vertices = tuple(position.vertex(move) for move in line[:index])
            for move in line[:index]:
                position = position.play_forced(move)
            if line[index] != PASS and position.is_legal(line[index]):
                yield position, vertices, line[index], f"{names[index % 2]}, {size} lines"


def _steps(position: Position, p: int, q: int) -> int:
    (r, c), (s, d) = divmod(p, position.width), divmod(q, position.width)
    return abs(r - s) + abs(c - d)


def _likeliest(position: Position) -> list[int]:
    chances = network.load().evaluate([position])[0].policy
    return sorted(position.legal_moves(), key=lambda p: -float(chances[p]))


def read_options() -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("output", type=Path)
    parser.add_argument("--data", type=Path, default=DATA)
    parser.add_argument("--count", type=int, default=600)
    parser.add_argument("--games", type=int, default=30, help="games of weak players")
    parser.add_argument("--only", choices=sorted(set(KINDS)), help="positions of one kind")
    parser.add_argument(
        "--sizes", type=lambda text: [int(n) for n in text.split(",")], default=SIZES
    )
    parser.add_argument("--seed", type=int, default=1)
    return parser.parse_args()


if __name__ == "__main__":
    main()
