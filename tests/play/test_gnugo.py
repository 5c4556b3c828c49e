"""Complete games against GNU Go, on three sizes and with both colours."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest

from gokan.go import BLACK, WHITE, Color, Position, Rules
from gokan.play.matches.controller import GtpProgram, gokan_command
from gokan.play.matches.referee import GameSettings, PlayedGame, play_game

# GNU Go thinks long about the weak groups of a random opponent on 19x19, so there our player
# stops adding stones early and the game ends by passes all the same.
GAMES = [
    (9, BLACK, "random"),
    (9, WHITE, "random"),
    (13, BLACK, "random:polite=1"),
    (19, WHITE, "random:polite=1,until=30"),
]


@pytest.fixture(scope="module")
def games(program: Callable[[str], str]) -> dict[tuple[int, Color], list[str]]:
    """What is wrong with each game; two are played at a time."""
    gnugo = program("gnugo")
    with ThreadPoolExecutor(2) as pool:
        work = {
            (size, ours): pool.submit(_play_and_compare, gnugo, size, ours, player)
            for size, ours, player in reversed(GAMES)
        }
        return {key: future.result() for key, future in work.items()}


@pytest.mark.parametrize(("size", "ours", "player"), GAMES)
def test_complete_game(
    games: dict[tuple[int, Color], list[str]], size: int, ours: Color, player: str
) -> None:
    assert games[size, ours] == []


@pytest.mark.slow
@pytest.mark.parametrize("ours", [BLACK, WHITE])
def test_19x19_to_the_last_move(program: Callable[[str], str], ours: Color) -> None:
    assert _play_and_compare(program("gnugo"), 19, ours, "random") == []


def _play_and_compare(gnugo: str, size: int, ours: Color, player: str) -> list[str]:
    """Our referee checks every move; at the end all three boards must be the same."""
    settings = GameSettings(width=size, height=size, rules=Rules.named("chinese"), judge="none")
    with (
        GtpProgram(gokan_command(player, seed=size)) as gokan,
        GtpProgram([gnugo, "--mode", "gtp", "--level", "1", "--chinese-rules"]) as other,
    ):
        black, white = (gokan, other) if ours == BLACK else (other, gokan)
        played = play_game(black, white, settings, seed=size)
        wrong = _problems(played)
        for color in (BLACK, WHITE):
            stones = {played.final.vertex(point) for point in played.final.stones(color)}
            wrong += [
                f"{who} sees other {color} stones"
                for who, program in (("gokan", gokan), ("gnugo", other))
                if set(program.send(f"list_stones {color}").split()) != stones
            ]
            taken = played.final.prisoners(color.opponent)
            wrong += [
                f"{who} counts other captures by {color}"
                for who, program in (("gokan", gokan), ("gnugo", other))
                if int(program.send(f"captures {color}")) != taken
            ]
    return wrong


def _problems(played: PlayedGame) -> list[str]:
    wrong = []
    if played.end != "passes":
        wrong.append(f"the game ended by {played.end}: {played.note}")
    if len(played.moves) < 20:
        wrong.append(f"only {len(played.moves)} moves were played")
    replayed = Position.empty(played.final.width, rules=played.final.rules)
    for color, move in played.moves:
        replayed = replayed.play(move, color)
    if replayed != played.final or not replayed.is_over:
        wrong.append("the moves do not lead to the final position")
    return wrong
