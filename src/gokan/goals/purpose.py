"""What a move is for: a fact of the board where there is one, else what the goals say of it.

That a move works is proved elsewhere. That it joins two blocks or takes stones can be seen on the
board and is *exact*; which goal it serves is *judged*.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from gokan.go import PASS, Color, Position
from gokan.goals.graph import Goal, GoalGraph, Kind, Suggestion
from gokan.goals.sentence import listed
from gokan.goals.state import State
from gokan.goals.ways import Remark, ways

__all__ = ["graph_of", "purpose"]

_LIBERTIES = {
    "gains liberties",
    "takes liberties",
    "gains or keeps liberties",
    "takes a liberty",
    "is in its eye space",
    "gains liberties for the race",
    "takes liberties in the race",
}
"""What a move does where nothing better can be said of it."""
_SAYS_NOTHING = {"makes life", "kills", "captures the stones", "gets the stones out of danger"}
"""That a move works is known already."""
_TWO = {"joins the two": "joins {}", "cuts the two apart": "cuts {} apart"}
_STONES = {"saves stones": "saves", "catches stones": "catches"}
"""What is said with the name of the stones."""
_PLAIN, _LAST = 4, 5
_DEEPEST = 3
"""Goals in a chain that a player would still follow."""


def graph_of(position: Position, target: Collection[int]) -> GoalGraph | None:
    """The goals of the side to move about what is left of a target; None if nothing is. Of several
    blocks the largest is at the root.
    """
    left = [p for p in target if position.board[p]]
    if not left:
        return None
    state = State(position)
    owner = position.color_at(left[0])
    kind: Kind = "save" if position.to_play == owner else "capture"
    called: dict[int, int] = {}
    for point in left:
        called.setdefault(state.block_at[point], point)
    largest = max(called, key=lambda block: len(state.blocks[block].stones))
    root = Goal(kind, position.to_play, largest)
    return GoalGraph(position, root, state=state, called=called, asked=True)


def purpose(
    graph: GoalGraph, move: int, *, rule: bool = False, race: bool = False
) -> tuple[Remark, ...]:
    """What a move of the side to move is for; with `rule`, with the words of the rule behind it.
    In a `race` the liberties count.

    >>> position = Position.from_diagram('''
    ...     . O O O O O O O .
    ...     . O X X X X X O .
    ...     . O X . . . X O .
    ... ''', to_play="black")
    >>> graph = graph_of(position, [position.point("C1")])
    >>> purpose(graph, position.point("E1"))
    (Remark(text='makes eyes', certainty='judged'),)
    """
    if move == PASS or not graph.position.play_forced(move).board[move]:  # a pass, or suicide
        return ()
    fact = _taken(graph, move) or _joined(graph, move) or (_race(graph, move) if race else ())
    if fact:
        return fact
    asked = [s for s in graph.asking(move) if len(s.chain) <= _DEEPEST]
    best = min(asked, key=lambda said: _rank(graph, said), default=None)
    rank = _LAST if best is None else _rank(graph, best)
    if rank >= _PLAIN:
        fact = _out_of_atari(graph, move) or _atari(graph, move)
    if fact or best is None or (rank >= _PLAIN and not (rule and best.rule)):
        return fact
    return (_judged(graph, best, rule=rule),)


def _judged(graph: GoalGraph, said: Suggestion, *, rule: bool) -> Remark:
    goal = said.chain[-1]
    if said.why in _TWO:
        two = f"{graph.vertex(goal.block)} and {graph.vertex(goal.other)}"
        return Remark(_TWO[said.why].format(two), "judged")
    if said.why in _STONES and goal.block not in ways(graph).group:
        quoted = f' ("{said.rule}")' if rule and said.rule else ""
        text = f"{_STONES[said.why]} {_stones(graph, [goal.block])}{quoted}"
        return Remark(text, "judged")
    return Remark(f"{said.full if rule else said.why}{_toward(graph, said)}", "judged")


def _rank(graph: GoalGraph, said: Suggestion) -> int:
    """How much a player is told by it: connections that matter, eyes, stones, liberties."""
    goal = said.chain[-1]
    if goal.other >= 0:
        seen = ways(graph)
        return 0 if goal.block in seen.group and goal.other in seen.homes else 2
    if said.why in _SAYS_NOTHING or (said.why in _STONES and goal.block in ways(graph).group):
        return _LAST
    return _PLAIN if said.why in _LIBERTIES else min(len(said.chain), 3)


def _toward(graph: GoalGraph, said: Suggestion) -> str:
    goal = said.chain[-1]
    if goal.other >= 0:
        two = f"{graph.vertex(goal.block)} and {graph.vertex(goal.other)}"
        return f", to join {two}" if goal.kind == "connect" else f", to keep {two} apart"
    if goal.block in ways(graph).group:
        return ""
    return f", to {goal.kind} {_stones(graph, [goal.block])}"


def _taken(graph: GoalGraph, move: int) -> tuple[Remark, ...]:
    before, after = graph.position, graph.position.play_forced(move)
    enemy = before.to_play.opponent
    gone = {graph.state.block_at[p] for p in before.stones(enemy) if not after.board[p]}
    if not gone:
        return ()
    return (Remark(f"takes {_stones(graph, sorted(gone))}", "exact"),)


def _joined(graph: GoalGraph, move: int) -> tuple[Remark, ...]:
    """Stones of the target's owner that a move joins to friends that live."""
    position, state = graph.position, graph.state
    owner = state.blocks[graph.root.block].color
    if position.to_play != owner:
        return ()
    beside = {state.block_at[n] for n in position.neighbors(move) if n in state.block_at}
    own = {block for block in beside if state.blocks[block].color == owner}
    group = set(ways(graph).group)
    lives = [b for b in sorted(own - group) if state.life.owner(b) == owner]
    joined = sorted(own & group)
    if not joined or not lives:
        return ()
    them = "them" if own >= graph.called.keys() else _stones(graph, joined)
    return (Remark(f"joins {them} to {graph.vertex(lives[0])}, which lives", "exact"),)


def _race(graph: GoalGraph, move: int) -> tuple[Remark, ...]:
    """In a race, the liberty that a move takes or gains there."""
    seen = ways(graph)
    position, state = graph.position, graph.state
    if not seen.race:
        return ()
    sides: tuple[tuple[tuple[int, ...], Color], ...] = (
        (seen.race, seen.owner.opponent),
        (seen.group, seen.owner),
    )
    mine, theirs = sides if position.to_play != seen.owner else sides[::-1]
    taken = [b for b in theirs[0] if move in state.blocks[b].liberties]
    if taken:
        which = f"takes a liberty of {_stones(graph, taken)}"
        return (Remark(which, "exact"), Remark("in the race", "judged"))
    own = [b for b in mine[0] if move in state.blocks[b].liberties]
    after = position.play_forced(move)
    if any(len(after.block(b).liberties) > len(state.blocks[b].liberties) for b in own):
        return (Remark("gains liberties", "exact"), Remark("in the race", "judged"))
    return ()


def _out_of_atari(graph: GoalGraph, move: int) -> tuple[Remark, ...]:
    position, state = graph.position, graph.state
    after = position.play_forced(move)
    for near in position.neighbors(move):
        block = state.block_at.get(near)
        if block is None or state.blocks[block].color != position.to_play:
            continue
        if len(state.blocks[block].liberties) == 1 and len(after.block(near).liberties) > 1:
            return (Remark(f"gets {_stones(graph, [block])} out of atari", "exact"),)
    return ()


def _atari(graph: GoalGraph, move: int) -> tuple[Remark, ...]:
    position, state = graph.position, graph.state
    after = position.play_forced(move)
    for near in position.neighbors(move):
        block = state.block_at.get(near)
        enemy = block is not None and state.blocks[block].color != position.to_play
        if block is not None and enemy and len(after.block(near).liberties) == 1:
            return (Remark(f"puts {_stones(graph, [block])} in atari", "exact"),)
    return ()


def _stones(graph: GoalGraph, blocks: Sequence[int]) -> str:
    """Blocks of one side by their colour and their names."""
    found = [graph.state.blocks[block] for block in blocks]
    word = "stones" if sum(len(block.stones) for block in found) > 1 else "stone"
    return f"the {found[0].color} {word} at {listed([graph.vertex(block) for block in blocks])}"
