"""A match: many games between two programs, with a result that says how sure it is.

Games are numbered, and a game's number fixes its colours and its seed. With a folder for the
records, a match that was stopped goes on where it was: finished games are never played again.
"""

from __future__ import annotations

import json
import os
import threading
from collections.abc import Callable, Iterable
from concurrent.futures import FIRST_COMPLETED, CancelledError, Future, ThreadPoolExecutor, wait
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Literal

from gokan.errors import InvalidInput
from gokan.files import write_whole
from gokan.go import BLACK, Color
from gokan.play.matches.controller import GtpProgram, ProgramDied, gokan_command
from gokan.play.matches.referee import GameSettings, PlayedGame, play_game
from gokan.play.matches.statistics import Question, elo, wilson
from gokan.play.players import PLAYERS, make_player, unknown_player

__all__ = ["GameResult", "Match", "MatchResult", "program_command"]

_FOR_ELO = 10
"""Games before a difference in Elo is named."""

Colors = Literal["alternate", "a-black", "b-black"]


@dataclass(frozen=True, slots=True)
class GameResult:
    """One line of a match's results. `game` counts from 1; `black` and `white` are "A" or "B"."""

    game: int
    black: str
    white: str
    result: str
    winner: str  # "A", "B" or "" for a draw or a void game
    end: str
    moves: int
    seed: int
    black_seconds: float
    white_seconds: float
    note: str = ""

    @property
    def void(self) -> bool:
        """A program failed, so that the game counts for nobody."""
        return self.end == "failure"


@dataclass(frozen=True, slots=True)
class MatchResult:
    """All games of a match, and what they say about A against B."""

    a: str
    b: str
    games: tuple[GameResult, ...]
    question: Question | None = None

    @property
    def counted(self) -> tuple[GameResult, ...]:
        """The games that were not void."""
        return tuple(game for game in self.games if not game.void)

    @property
    def points(self) -> float:
        """A's wins, and half a point for each draw."""
        return sum(1.0 if g.winner == "A" else 0.5 if not g.winner else 0.0 for g in self.counted)

    @property
    def interval(self) -> tuple[float, float]:
        """Wilson's 95 % interval for A's share of the points."""
        return wilson(self.points, len(self.counted))

    def to_dict(self) -> dict[str, Any]:
        """Plain types, stable: see the command-line guide."""
        counted = self.counted
        count = len(counted)
        low, high = self.interval
        wins = {side: sum(g.winner == side for g in counted) for side in ("A", "B")}
        ends: dict[str, int] = {}
        for game in self.games:
            ends[game.end] = ends.get(game.end, 0) + 1
        return {
            "a": self.a,
            "b": self.b,
            "games": count,
            "a_wins": wins["A"],
            "b_wins": wins["B"],
            "draws": count - wins["A"] - wins["B"],
            "a_share": self.points / count if count else None,
            "interval_95": [low, high],
            "failures": len(self.games) - count,
            "a_wins_as_black": sum(g.winner == "A" and g.black == "A" for g in counted),
            "a_games_as_black": sum(g.black == "A" for g in counted),
            "ends": ends,
            "mean_moves": sum(g.moves for g in counted) / count if count else None,
            "question": None if self.question is None else self.question.text(self.points, count),
            "results": [asdict(game) for game in self.games],
        }

    def text(self) -> str:
        """The result in a few lines.

        >>> game = GameResult(1, "A", "B", "B+R", "A", "resign", 50, 1, 0.1, 0.1)
        >>> print(MatchResult("ann", "ben", (game,)).text())
        ann against ben: 1 of 1 games
        A wins 100.0 % (95 % interval 20.7 to 100.0 %)
        as Black 1 of 1, as White 0 of 0; ends: resign 1
        """
        data, count = self.to_dict(), len(self.counted)
        failed = next((g.note for g in self.games if g.void), None)
        failures = f"\n{data['failures']} not counted: {failed}" if failed is not None else ""
        if not count:
            return f"{self.a} against {self.b}: no games{failures}"
        low, high = self.interval
        question = "" if self.question is None else f"\n{data['question']}"
        black_games = data["a_games_as_black"]
        black_wins = data["a_wins_as_black"]
        ends = ", ".join(f"{end} {number}" for end, number in sorted(data["ends"].items()))
        draws = f" ({data['draws']} draws)" if data["draws"] else ""
        return (
            f"{self.a} against {self.b}: {data['a_wins']} of {count} games{draws}\n"
            f"A wins {100 * self.points / count:.1f} % (95 % interval {100 * low:.1f} to "
            f"{100 * high:.1f} %){_elo_text(low, high, count)}\n"
            f"as Black {black_wins} of {black_games}, "
            f"as White {data['a_wins'] - black_wins} of {count - black_games}; ends: {ends}"
            f"{failures}{question}"
        )


class Match:
    """Plays the games that are still missing.

    `a` and `b` are names of our players or command lines of GTP programs.

    >>> match = Match("random:seed=1", "random:seed=2", games=2,
    ...               settings=GameSettings(width=5, height=5))
    >>> result = match.play()
    >>> len(result.games), result.games[0].end
    (2, 'passes')
    """

    def __init__(
        self,
        a: str,
        b: str,
        *,
        games: int,
        settings: GameSettings,
        colors: Colors = "alternate",
        seed: int = 1,
        folder: str | os.PathLike[str] | None = None,
        jobs: int = 1,
        timeout: float = 600.0,
        question: Question | None = None,
    ) -> None:
        if games < 1:
            raise InvalidInput(f"{games} games: play at least one.")
        self.a, self.b = a, b
        self.games = games
        self.settings = settings
        self.colors = colors
        self.seed = seed
        self.jobs = max(1, jobs)
        self.timeout = timeout
        self.question = question
        self._commands = {"A": program_command(a), "B": program_command(b)}
        self._lock = threading.Lock()
        self._stopping = False
        self._running: list[GtpProgram] = []
        self._local = threading.local()
        self._store = _Folder(Path(folder), self._terms()) if folder is not None else None

    def play(self, progress: Callable[[MatchResult], None] | None = None) -> MatchResult:
        """Play until all games are done; `progress` hears of each one."""
        done = {game.game - 1: game for game in self._store.read()} if self._store else {}
        done = {n: game for n, game in done.items() if 0 <= n < self.games and not game.void}
        self._stopping = False
        missing = [number for number in range(self.games) if number not in done]
        if self._answered(done.values()):
            return self._result(done.values())
        try:
            for game in self._results(missing):
                done[game.game - 1] = game
                if progress is not None:
                    progress(self._result(done.values()))
                if self._answered(done.values()):
                    break
        finally:
            self._stopping = True  # games cut off now say nothing about the players
            for program in self._running:
                program.close()
            self._running.clear()
            self._local = threading.local()
        return self._result(done.values())

    def _answered(self, games: Iterable[GameResult]) -> bool:
        """Is the question of the match answered by these games?"""
        if self.question is None:
            return False
        result = self._result(games)
        return self.question.verdict(result.points, len(result.counted)) is not None

    def _results(self, numbers: list[int]) -> Iterable[GameResult]:
        if self.jobs == 1:
            yield from map(self._one_game, numbers)
            return
        pool = ThreadPoolExecutor(self.jobs)
        waiting: set[Future[GameResult]] = {pool.submit(self._one_game, n) for n in numbers}
        try:
            while waiting:
                finished, waiting = wait(waiting, return_when=FIRST_COMPLETED)
                for future in finished:
                    yield future.result()
        finally:
            pool.shutdown(wait=False, cancel_futures=True)

    def _one_game(self, number: int) -> GameResult:
        a_black = self.colors == "a-black" or (self.colors == "alternate" and number % 2 == 0)
        names = ("A", "B") if a_black else ("B", "A")
        seed = self.seed + number
        openings = self.settings.openings
        played = play_game(
            self._program(names[0]),
            self._program(names[1]),
            self.settings,
            seed=seed,
            opening=openings[number // 2 % len(openings)] if openings else (),
        )
        if self._stopping:
            raise CancelledError
        side = {BLACK: names[0], BLACK.opponent: names[1]}
        result = GameResult(
            game=number + 1,
            black=names[0],
            white=names[1],
            result=played.result,
            winner=side[played.winner] if played.winner else "",
            end=played.end,
            moves=len(played.moves),
            seed=seed,
            black_seconds=round(played.seconds[0], 3),
            white_seconds=round(played.seconds[1], 3),
            note=played.note,
        )
        if self._store is not None:
            title = {"A": self.a, "B": self.b}
            record = _sgf(played, title[names[0]], title[names[1]], number)
            with self._lock:
                self._store.add(result, record)
        return result

    def _program(self, side: str) -> GtpProgram:
        """The process of one side for the calling thread, started anew if it died."""
        mine: dict[str, GtpProgram] = self._local.__dict__.setdefault("programs", {})
        program = mine.get(side)
        if program is None or not program.alive:
            if program is not None:
                program.close()
            program = mine[side] = GtpProgram(self._commands[side], timeout=self.timeout)
            with self._lock:
                self._running.append(program)
            try:
                program.send("protocol_version", timeout=min(60.0, self.timeout))
            except ProgramDied as error:
                raise InvalidInput(f"{error}: is it a GTP program?") from None
        return program

    def _result(self, games: Iterable[GameResult]) -> MatchResult:
        ordered = tuple(sorted(games, key=lambda game: game.game))
        return MatchResult(self.a, self.b, ordered, self.question)

    def _terms(self) -> dict[str, Any]:
        """What must be the same for a stopped match to go on."""
        settings = asdict(self.settings)
        return {
            "a": self.a,
            "b": self.b,
            "colors": self.colors,
            "seed": self.seed,
            "settings": settings,
        }


def program_command(spec: str) -> list[str]:
    """The command line for a side: one of our players, or a program of its own.

    >>> program_command("gnugo --mode gtp")
    ['gnugo', '--mode', 'gtp']
    >>> program_command("random:seed=3")[-4:]
    ['gokan', 'gtp', '--player', 'random:seed=3']
    """
    import shlex
    import shutil

    if spec.partition(":")[0] in PLAYERS:
        make_player(spec)  # complain now, in our own words
        return gokan_command(spec)
    try:
        command = shlex.split(spec)
    except ValueError as error:
        raise InvalidInput(f"The command {spec!r} cannot be read: {error}.") from None
    if not command:
        raise InvalidInput("Name two players or GTP programs.")
    if len(command) == 1 and shutil.which(command[0]) is None:
        raise InvalidInput(unknown_player(spec) + " No program has that name either.")
    return command


class _Folder:
    """Records of a match: its terms, one line per finished game, one SGF file each."""

    def __init__(self, path: Path, terms: dict[str, Any]) -> None:
        self.path = path
        try:
            path.mkdir(parents=True, exist_ok=True)
            known = path / "match.json"
            if known.exists():
                if json.loads(known.read_text("utf-8")) != json.loads(json.dumps(terms)):
                    raise InvalidInput(
                        f"{path} holds a match with other programs or settings; "
                        "choose another folder."
                    )
            else:
                write_whole(known, json.dumps(terms, indent=2).encode() + b"\n")
        except OSError as error:
            raise InvalidInput(f"Cannot use {path}: {error.strerror}.") from None
        except ValueError:
            raise InvalidInput(f"{path / 'match.json'} is not the record of a match.") from None

    def read(self) -> list[GameResult]:
        """The finished games. A line cut short by a crash counts as not finished."""
        path = self.path / "results.jsonl"
        if not path.exists():
            return []
        games = []
        for line in path.read_text("utf-8", "replace").splitlines():
            try:
                games.append(GameResult(**json.loads(line)))
            except (ValueError, TypeError):
                continue
        return games

    def add(self, game: GameResult, record: bytes) -> None:
        """The record first, then the line that says it is there."""
        write_whole(self.path / f"game-{game.game:05}.sgf", record)
        with (self.path / "results.jsonl").open("ab+") as file:
            file.seek(0, os.SEEK_END)
            if file.tell() and not _ends_with_newline(self.path / "results.jsonl"):
                file.write(b"\n")
            file.write(json.dumps(asdict(game)).encode() + b"\n")


def _ends_with_newline(path: Path) -> bool:
    return path.read_bytes().endswith(b"\n")


def _sgf(played: PlayedGame, black: str, white: str, number: int) -> bytes:
    from gokan.go import Position
    from gokan.go.game import Game

    final = played.final
    start = Position.empty(final.width, final.height, rules=final.rules)
    if played.handicap:
        start = start.setup(black=played.handicap, to_play=Color.WHITE)
    game = Game.new(start)
    if played.handicap:
        game.root.set_raw("HA", [str(len(played.handicap)).encode()])
    game.black, game.white, game.result = black, white, played.result
    game.name = f"Game {number + 1}"
    node = game.root
    for color, move in played.moves:
        node = node.play(move, color, forced=True)
    if played.note:
        node.comment = played.note
    if played.dead:
        node.mark("cross", played.dead)
    return game.to_sgf()


def _elo_text(low: float, high: float, games: int) -> str:
    """The interval in Elo points; too few games say nothing worth a number."""
    if games < _FOR_ELO:
        return ""
    if low <= 0:
        return f", Elo under {elo(high):+.0f}" if high < 1 else ""
    if high >= 1:
        return f", Elo over {elo(low):+.0f}"
    return f", Elo {elo(low):+.0f} to {elo(high):+.0f}"
