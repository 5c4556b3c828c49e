"""Where the senses become moves: the search, players, their clocks, and matches between programs.

`search` looks into a position. `tree` is how it does that, `player` says what a player is,
`players` lists those there are, `matches` lets two programs play against each other; `clock`,
`ending` and `seki` are what they need besides, `session` and `table` a game with a person.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from gokan.go import Position
    from gokan.play.tree.answer import Search
    from gokan.play.tree.evaluation import Evaluator

__all__ = ["search"]


def search(
    position: Position,
    *,
    visits: int | None = None,
    seconds: float | None = None,
    evaluator: Evaluator | None = None,
    seed: int = 0,
    progress: Callable[[Search], None] | None = None,
    stop: Callable[[], bool] | None = None,
) -> Search:
    """Search a position: candidates with visits, win chance, lead and line; Black's view.

    Args:
        position: any position.
        visits: how many positions to look at; 160 where neither this nor `seconds` is given.
        seconds: when to stop; an evaluation under way is finished first.
        evaluator: who judges positions: see `gokan.play.tree.evaluation`. By default the network,
            or, where its weights are missing, random games with the likelihood of moves.
        seed: of whatever dice the evaluator throws.
        progress: hears of the search about ten times a second, and of its end.
        stop: asked after every evaluation; once it says yes, what is known by then is the answer.

    >>> from gokan.go import Position
    >>> from gokan.play.tree.evaluators import make_evaluator
    >>> position = Position.from_diagram('''
    ...     . X O . .
    ...     X O . O .
    ...     X O O . .
    ...     X X X . .
    ...     . . . . .''', rules="tromp-taylor")
    >>> found = search(position, visits=150, evaluator=make_evaluator("playouts", "even"))
    >>> found.visits, 0 <= found.win <= 1, len(found.ownership)
    (150, True, 25)
    >>> found.candidates[0].line[0] == found.move
    True
    """
    from gokan.play.tree.searching import search as run

    return run(
        position,
        visits=visits,
        seconds=seconds,
        evaluator=evaluator,
        seed=seed,
        progress=progress,
        stop=stop,
    )
