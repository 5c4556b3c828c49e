"""One game between two programs, watched by our own rules."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import Literal

from gokan.errors import GokanError, IllegalMove
from gokan.go import BLACK, PASS, WHITE, Color, Position, Rules, fixed_handicap
from gokan.play.ending import likely_dead
from gokan.play.matches.controller import GtpFailure, GtpProgram, ProgramDied

__all__ = ["GameSettings", "Judge", "PlayedGame", "play_game"]

_GRACE = 0.5  # seconds for pipes and a busy machine, where each move has its time
Judge = Literal["agree", "black", "white", "estimate", "none"]


@dataclass(frozen=True, slots=True)
class GameSettings:
    """What both programs are told before a game."""

    width: int = 9
    height: int = 9
    rules: Rules = field(default_factory=lambda: Rules.named("chinese"))
    handicap: int = 0
    main_time: float = 0.0  # seconds for a whole game; 0 = no limit
    move_time: float = 0.0  # seconds for each move; 0 = no limit
    visits: int = 0  # for each move, of programs that count them; 0 = their own
    openings: tuple[tuple[int, ...], ...] = ()  # moves that are given, in turn from Black
    max_moves: int = 0  # 0 = three times the points of the board
    judge: Judge = "agree"  # who says which stones are dead

    @property
    def longest(self) -> int:
        """Moves after which a game is stopped and counted."""
        return self.max_moves or 3 * self.width * self.height


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """How a game went. `end` says why it ended, `note` adds what people should know."""

    moves: tuple[tuple[Color, int], ...]
    handicap: tuple[int, ...]
    final: Position
    result: str  # as in SGF: B+3.5, W+R, B+F, 0, Void
    end: Literal["passes", "resign", "illegal", "failure", "time", "length"]
    note: str = ""
    dead: tuple[int, ...] = ()
    seconds: tuple[float, float] = (0.0, 0.0)

    @property
    def winner(self) -> Color | None:
        """Who won, if anybody did."""
        return {"B": BLACK, "W": WHITE}.get(self.result[0])


def play_game(
    black: GtpProgram,
    white: GtpProgram,
    settings: GameSettings,
    *,
    seed: int | None = None,
    opening: tuple[int, ...] = (),
) -> PlayedGame:
    """Play one game. A program that breaks the rules loses it; one that fails makes it void."""
    return _Game(black, white, settings, seed, opening).play()


class _Game:
    def __init__(
        self,
        black: GtpProgram,
        white: GtpProgram,
        settings: GameSettings,
        seed: int | None,
        opening: tuple[int, ...],
    ) -> None:
        self.programs = {BLACK: black, WHITE: white}
        self.settings = settings
        self.seed = seed
        self.opening = opening
        self.position = Position.empty(settings.width, settings.height, rules=settings.rules)
        self.moves: list[tuple[Color, int]] = []
        self.handicap: tuple[int, ...] = ()
        self.seconds = {BLACK: 0.0, WHITE: 0.0}

    def play(self) -> PlayedGame:
        color = BLACK
        try:
            if self.settings.handicap >= 2:
                self.handicap = tuple(
                    fixed_handicap(
                        self.settings.handicap, self.settings.width, self.settings.height
                    )
                )
                self.position = self.position.setup(black=self.handicap, to_play=WHITE)
            for color in (BLACK, WHITE):
                self._prepare(self.programs[color])
            for move in self.opening:
                self._given(move)
            while not self.position.is_over and len(self.moves) < self.settings.longest:
                color = self.position.to_play
                ended = self._one_move(color)
                if ended is not None:
                    return ended
        except (GtpFailure, ProgramDied) as error:
            return self._void(color, error)
        return self._counted()

    def _prepare(self, program: GtpProgram) -> None:
        settings = self.settings
        if settings.width == settings.height:
            program.send(f"boardsize {settings.width}")
        else:
            program.send(f"rectangular_boardsize {settings.width} {settings.height}")
        program.send("clear_board")
        rules = settings.rules
        if program.knows("kata-set-rules"):
            program.send_if_known(f"kata-set-rules {rules.name}")
        else:
            program.send_if_known(f"kgs-rules {rules.name.replace('-', '_')}")
        program.send(f"komi {rules.komi:g}")
        if self.seed is not None:
            program.send_if_known(f"set_random_seed {self.seed}")
        if settings.visits:
            program.send_if_known(f"kata-set-param maxVisits {settings.visits}")
        if settings.move_time:
            program.send_if_known(f"time_settings 0 {settings.move_time:g} 1")
        elif settings.main_time:
            program.send_if_known(f"time_settings {settings.main_time:g} 0 0")
        if self.handicap:
            vertices = [self.position.vertex(point) for point in self.handicap]
            if program.knows("set_free_handicap"):
                program.send(f"set_free_handicap {' '.join(vertices)}")
            else:
                for vertex in vertices:
                    program.send(f"play b {vertex}")

    def _given(self, move: int) -> None:
        """A move of the opening, told to both sides."""
        color = self.position.to_play
        self.position = self.position.play(move)
        self.moves.append((color, move))
        for program in self.programs.values():
            program.send(f"play {color} {self.position.vertex(move)}")

    def _one_move(self, color: Color, command: str = "genmove") -> PlayedGame | None:
        """Ask for a move, check it, and tell the other side."""
        program, other = self.programs[color], self.programs[color.opponent]
        limit = self.settings.main_time
        timeout = None
        if self.settings.move_time:
            limit = 0.0
            timeout = max(5.0, 10 * self.settings.move_time)
        if limit:
            left = limit - self.seconds[color]
            program.send_if_known(f"time_left {color} {max(0, int(left))} 0")
            timeout = left + 5
        begin = time.monotonic()
        answer = program.send(f"{command} {color}", timeout=timeout).strip().lower()
        took = time.monotonic() - begin
        self.seconds[color] += took
        if self.settings.move_time and took > self.settings.move_time + _GRACE:
            return self._lost(color, "time", f"{color} used {took:.2f} s for a move")
        if limit and self.seconds[color] > limit:
            return self._lost(color, "time", f"{color} used {self.seconds[color]:.1f} s")
        if answer == "resign":
            return self._ended(f"{color.opponent.letter}+R", "resign")
        try:
            move = self.position.point(answer)
            after = self.position.play(move, color)
        except IllegalMove as error:
            return self._lost(color, "illegal", str(error))
        except GokanError as error:
            return self._lost(color, "illegal", f"{color} answered {answer[:40]!r}: {error}")
        self.position = after
        self.moves.append((color, move))
        try:
            other.send(f"play {color} {self.position.vertex(move)}")
        except (GtpFailure, ProgramDied) as error:
            return self._void(color.opponent, error)
        return None

    def _void(self, color: Color, error: GokanError) -> PlayedGame:
        """A program that died, fell silent or refused says nothing about who plays better."""
        return self._ended("Void", "failure", f"{color} failed: {error}")

    def _lost(self, color: Color, end: Literal["illegal", "time"], note: str) -> PlayedGame:
        letter = "T" if end == "time" else "F"
        return self._ended(f"{color.opponent.letter}+{letter}", end, note)

    def _counted(self) -> PlayedGame:
        end: Literal["passes", "length"] = "passes" if self.position.is_over else "length"
        dead, note = self._dead()
        score = self.position.score(dead=sorted(dead))
        margin = score.margin - self.settings.rules.handicap_points(len(self.handicap))
        result = "0" if margin == 0 else f"{'B' if margin > 0 else 'W'}+{abs(margin):g}"
        return self._ended(result, end, note, tuple(sorted(dead)))

    def _ended(
        self,
        result: str,
        end: Literal["passes", "resign", "illegal", "failure", "time", "length"],
        note: str = "",
        dead: tuple[int, ...] = (),
    ) -> PlayedGame:
        seconds = self.seconds[BLACK], self.seconds[WHITE]
        return PlayedGame(
            tuple(self.moves), self.handicap, self.position, result, end, note, dead, seconds
        )

    def _dead(self) -> tuple[frozenset[int], str]:
        """The dead stones, by the word of the judge."""
        judge = self.settings.judge
        if judge == "none":
            return frozenset(), ""
        if judge == "estimate":
            return likely_dead(self.position), ""
        if judge in ("black", "white"):
            said = self._dead_by(BLACK if judge == "black" else WHITE)
            if said is None:
                return likely_dead(self.position), f"{judge} does not say which stones are dead"
            return said, ""
        opinions = [self._dead_by(color) for color in (BLACK, WHITE)]
        given = [opinion for opinion in opinions if opinion is not None]
        if len(given) == 2 and given[0] == given[1]:
            return given[0], ""
        if len(given) == 1:
            return given[0], "only one side says which stones are dead"
        if self._clean_up():
            return frozenset(), "the sides disagreed about dead stones and played it out"
        return likely_dead(self.position), "the sides disagree about dead stones; estimated"

    def _clean_up(self) -> bool:
        """Play on until what is dead has been taken, as area rules ask for in a dispute."""
        able = all(program.knows("kgs-genmove_cleanup") for program in self.programs.values())
        if not able or self.settings.rules.scoring == "territory":
            return False
        passes = 0
        while passes < 2:
            if len(self.moves) >= 2 * self.settings.longest:
                return False
            color = self.position.to_play
            ended = self._one_move(color, "kgs-genmove_cleanup")
            if ended is not None:
                return False
            passes = passes + 1 if self.moves[-1][1] == PASS else 0
        return True

    def _dead_by(self, color: Color) -> frozenset[int] | None:
        try:
            answer = self.programs[color].send_if_known("final_status_list dead")
            if answer is None:
                return None
            points = {self.position.point(vertex) for vertex in answer.split()} - {PASS}
        except GokanError:
            return None
        board = self.position.board
        return frozenset(point for point in points if board[point])
