"""GNU Go's command for races, with its argument order and its result codes.

`analyze_semeai A B`: the owner of A moves first. The answer is the code of saving A, the code of
taking B, and a move (`PASS` where none helps or none is needed). Where the budget ends first, the
side that the reading favours is answered: GTP has no word for "unknown".
"""

from __future__ import annotations

from gokan.go import PASS
from gokan.gtp.arguments import Arguments
from gokan.gtp.commands.budget import reading_seconds
from gokan.gtp.engine import Engine
from gokan.gtp.protocol import GtpError
from gokan.gtp.registry import command
from gokan.reading.semeai import Race, race


@command("analyze_semeai", "VERTEX VERTEX", help="a race, the owner of the first group to move")
def analyze_semeai(engine: Engine, args: Arguments) -> str:
    """Two codes and a move."""
    position = engine.game.position
    one, other = args.stone(position), args.stone(position)
    args.end()
    if position.color_at(one) == position.color_at(other):
        raise GtpError("dragons must have opposite colors")
    answer = race(position, one, other, seconds=reading_seconds(engine))
    save, take, move = judged(answer)
    return f"{save} {take} {'PASS' if move == PASS else position.vertex(move)}"


def judged(answer: Race) -> tuple[int, int, int]:
    """Both codes and the move; what was not settled is answered as it looked."""
    save = int(answer.save.favours) if answer.save.code is None else answer.save.code
    take = int(answer.take.favours) if answer.take.code is None else answer.take.code
    if take and answer.save.code is None:
        save = max(save, 1)  # what takes its enemy lives
    if save == 0 and take == 0:
        return 0, 0, PASS
    if take:
        move = PASS if answer.margin else answer.take.move
    elif answer.stands or answer.save.code is None:
        move = PASS
    else:
        move = answer.save.move
    return save, take, PASS if move is None else move
