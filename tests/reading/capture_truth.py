"""The whole truth about one question on a tiny board: can White's stone on a point be captured?

Every position, either side to move, every ko: a graph. Black wins exactly on his attractor, the
least set closed under "some move of mine, every move of his". Nothing is shared with the core.
"""

from __future__ import annotations

from functools import lru_cache

Board = tuple[int, ...]
State = tuple[Board, int, int]
"""The stones (0 empty, 1 black, 2 white), who is to move, and the point barred by ko (or -1)."""
PASS = -1


class Truth:
    """The attractor of Black's capture of the white stone on `target`, without ko threats."""

    def __init__(self, width: int, height: int, target: int) -> None:
        self.width, self.height, self.target = width, height, target
        self.near = [
            [
                (row + dr) * width + col + dc
                for dr, dc in ((-1, 0), (0, -1), (0, 1), (1, 0))
                if 0 <= row + dr < height and 0 <= col + dc < width
            ]
            for row in range(height)
            for col in range(width)
        ]
        self._play = lru_cache(maxsize=None)(self._play_once)
        self.boards = self._legal_boards()
        self.won = self._attractor()

    def captured(self, board: Board, to_play: int) -> bool:
        """Is the target lost, with this side to move and no ko on the board?"""
        return (board, to_play, PASS) in self.won

    def _legal_boards(self) -> list[Board]:
        count = self.width * self.height
        boards = []
        for number in range(3**count):
            board = tuple(number // 3**i % 3 for i in range(count))
            if board[self.target] == 2 and all(
                self._breathes(board, point) for point in range(count) if board[point]
            ):
                boards.append(board)
        return boards

    def _breathes(self, board: Board, point: int) -> bool:
        return any(
            board[near] == 0 for stone in self._block(board, point) for near in self.near[stone]
        )

    def _block(self, board: Board, point: int) -> list[int]:
        block, seen = [point], {point}
        for stone in block:
            for near in self.near[stone]:
                if near not in seen and board[near] == board[point]:
                    seen.add(near)
                    block.append(near)
        return block

    def _play_once(self, board: Board, color: int, point: int) -> tuple[Board, int] | None:
        """The board and the ko point after a move; None where it is suicide."""
        after = list(board)
        after[point] = color
        taken: list[int] = []
        for near in self.near[point]:
            if after[near] == 3 - color and not self._breathes(tuple(after), near):
                block = self._block(tuple(after), near)
                taken += block
                for stone in block:
                    after[stone] = 0
        result = tuple(after)
        if not self._breathes(result, point):
            return None
        own = self._block(result, point)
        free = sum(result[near] == 0 for near in self.near[point])
        ko = taken[0] if len(taken) == 1 and len(own) == 1 and free == 1 else PASS
        return result, ko

    def _successors(self, state: State) -> list[State | None]:
        """The states after each move; None for one that captures the target."""
        board, color, ko = state
        found: list[State | None] = [(board, 3 - color, PASS)]
        for point, stone in enumerate(board):
            if stone or point == ko:
                continue
            played = self._play(board, color, point)
            if played is None:
                continue
            after, banned = played
            found.append((after, 3 - color, banned) if after[self.target] == 2 else None)
        return found

    def _attractor(self) -> set[State]:
        graph: dict[State, list[State | None]] = {}
        todo: list[State] = [(board, color, PASS) for board in self.boards for color in (1, 2)]
        while todo:
            state = todo.pop()
            if state in graph:
                continue
            graph[state] = self._successors(state)
            todo += [after for after in graph[state] if after is not None and after not in graph]
        won: set[State] = set()
        changed = True
        while changed:
            changed = False
            for state, successors in graph.items():
                if state in won:
                    continue
                test = any if state[1] == 1 else all
                if test(after is None or after in won for after in successors):
                    won.add(state)
                    changed = True
        return won
