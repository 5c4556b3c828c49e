"""GNU Go's command for races, with its argument order and its result codes.

`analyze_semeai A B`: the owner of A moves first. The answer is the code of saving A, the code of
taking B, and a move (`PASS` where none helps or none is needed). Where the budget ends first, the
answer is a judgement (see `gokan.reading.judging.race_judgement`): GTP has no word for "unknown".
"""

from __future__ import annotations

from gokan.assess.choices import choices
from gokan.go import PASS
from gokan.gtp.arguments import Arguments
from gokan.gtp.commands.budget import reading_budget
from gokan.gtp.engine import Engine
from gokan.gtp.protocol import GtpError
from gokan.gtp.registry import command
from gokan.reading.judging.race_judgement import judge_race


@command("analyze_semeai", "VERTEX VERTEX", help="a race, the owner of the first group to move")
def analyze_semeai(engine: Engine, args: Arguments) -> str:
    """Two codes and a move."""
    position = engine.game.position
    one, other = args.stone(position), args.stone(position)
    args.end()
    if position.color_at(one) == position.color_at(other):
        raise GtpError("dragons must have opposite colors")
    meter = reading_budget(engine).start()
    answer = judge_race(position, one, other, budget=meter, network=choices)
    move = "PASS" if answer.move == PASS else position.vertex(answer.move)
    return f"{answer.save} {answer.take} {move}"
