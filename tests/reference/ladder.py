"""The ladder game, solved as a graph game without any cleverness.

The rules of the ladder game are those of core/go/ladder.h, written down a second time: the attacker
may only capture the target or leave it with exactly one liberty; the defender, whose target is in
atari, may only fill that liberty or capture a block that touches the target (nothing else keeps
it from being captured at once). Three liberties are an escape. Simple ko holds for both (but not
for a side with threats for every occasion), suicide is barred for both. Whoever cannot move loses
the argument: the attacker has failed, the target falls. An endless line is a failed attack.
"""

from __future__ import annotations

from .board import Board, block, ko_point, liberties, neighbors, place

PASS = -1
State = tuple[frozenset[tuple[int, int]], int | None, bool]  # stones, ko point, attacker to move


def captured(
    width: int,
    height: int,
    board: Board,
    target: int,
    *,
    first: str,
    ko: int | None = None,
) -> bool:
    """Whether the attacker takes the target; `ko` is where the side to move may not play."""
    return LadderGame(width, height, board, target).captured(board, first=first, ko=ko)


class LadderGame:
    """Everything that can happen to one target stone."""

    def __init__(
        self, width: int, height: int, board: Board, target: int, *, threats: str = "none"
    ) -> None:
        self.width, self.height, self.target = width, height, target
        self.defender = board[target]
        self.attacker = 3 - self.defender
        self.ko_free = {"none": 0, "attack": self.attacker, "defend": self.defender}[threats]

    def captured(self, board: Board, *, first: str, ko: int | None = None) -> bool:
        """Whether the attacker wins from here."""
        if first == "attack":
            return self.wins((frozenset(board.items()), ko, True))
        if len(self.target_liberties(board)) == 1:
            return self.wins((frozenset(board.items()), ko, False))
        # The defender is not in atari: any move at all, or a pass, may come first.
        return not self.defences(board, ko=ko)

    def defences(self, board: Board, *, ko: int | None = None) -> list[int]:
        """Every move (and perhaps a pass) after which the attacker cannot take the target."""
        found = []
        for p in [*range(self.width * self.height), PASS]:
            after = (
                (frozenset(board.items()), None)
                if p == PASS
                else self.legal_play(board, p, self.defender, ko)
            )
            if after is not None and not self.wins((*after, True)):
                found.append(p)
        return found

    def wins(self, start: State) -> bool:
        """Least fixed point: the states from which the attacker can force the capture."""
        graph: dict[State, list[State]] = {}
        won: set[State] = set()
        frontier = [start]
        while frontier:
            state = frontier.pop()
            if state in graph:
                continue
            graph[state] = self.moves(state)
            for after in graph[state]:
                if self.target not in dict(after[0]):
                    won.add(after)
                elif after not in graph:
                    frontier.append(after)
        changed = True
        while changed:
            changed = False
            for state, following in graph.items():
                if state in won:
                    continue
                attacking = state[2]
                if attacking:
                    good = any(s in won for s in following)
                else:
                    good = len(self.target_liberties(dict(state[0]))) == 1 and all(
                        s in won for s in following
                    )
                if good:
                    won.add(state)
                    changed = True
        return start in won

    def moves(self, state: State) -> list[State]:
        """What the ladder game allows in a state; nothing once the target has escaped."""
        stones, ko, attacking = state
        board = dict(stones)
        open_points = self.target_liberties(board)
        following: list[State] = []
        if attacking:
            if len(open_points) > 2:
                return []
            for p in open_points:
                after = self.legal_play(board, p, self.attacker, ko)
                if after is not None:
                    following.append((*after, False))
            return following
        assert len(open_points) == 1
        candidates = set(open_points)
        own = block(self.width, self.height, board, self.target)
        for p in own:
            for q in neighbors(self.width, self.height, p):
                if board.get(q) == self.attacker:
                    enemy = block(self.width, self.height, board, q)
                    last = liberties(self.width, self.height, board, enemy)
                    if len(last) == 1:
                        candidates |= last
        for p in candidates:
            after = self.legal_play(board, p, self.defender, ko)
            if after is not None:
                following.append((*after, True))
        return following

    def target_liberties(self, board: Board) -> set[int]:
        """The liberties of the block that holds the target stone."""
        own = block(self.width, self.height, board, self.target)
        return liberties(self.width, self.height, board, own)

    def legal_play(
        self, board: Board, point: int, color: int, ko: int | None
    ) -> tuple[frozenset[tuple[int, int]], int | None] | None:
        """Stones and ko point after a legal play, or None."""
        if point in board or (point == ko and color != self.ko_free):
            return None
        after = place(self.width, self.height, board, point, color)
        if point not in after:
            return None
        new_ko = ko_point(self.width, self.height, board, point, color, after)
        return frozenset(after.items()), new_ko
