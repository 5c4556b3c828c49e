"""The whole-board network at work: planes in, judgement out, on one core of the processor.

The convolutions are our own (`core/intuition/winograd.h`). One network serves every size of board.
Loading checks the file against the checksum on its card, so that a damaged file is refused whole.
"""

from __future__ import annotations

import hashlib
import math
import os
import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gokan import _core
from gokan.errors import GokanError, InvalidInput
from gokan.files import read_json
from gokan.go import Color, Position, area_komi
from gokan.intuition.calibration import Calibration, calibrated_error, calibration_of
from gokan.intuition.weights_file import BadFile, unpack

if TYPE_CHECKING:
    import numpy as np

__all__ = [
    "LARGEST",
    "LEARNED",
    "SMALLEST",
    "MissingNetwork",
    "Network",
    "Output",
    "available",
    "load",
    "missing",
]

WEIGHTS = Path(__file__).parent / "weights" / "gokan.safetensors"
_NAMED = "GOKAN_NETWORK"
SMALLEST, LARGEST = 3, 25
"""Sides of the boards that the network looks at."""
LEARNED = (7, 9, 11, 13, 15, 17, 19)
"""The sides of the square boards that games were learned from."""
WAYS = 8
FORMAT = 2
"""Of the card: 1 has one row of moves, 2 tells the best move from a professional's."""
_HISTORY = slice(10, 15)  # planes of the last five moves
_NO_NUMPY = "The network needs the package numpy; install it with: pip install numpy"
_MANY = 2**31
_STEEP = 1.5  # by which the lead in spreads adds to the logarithm of the odds, as in training


class MissingNetwork(GokanError):
    """There is no network here: a package or its weights are missing or damaged."""


@dataclass(frozen=True, slots=True, eq=False)
class Output:
    """What the network says of one position, everything from the side to move.

    Attributes:
        policy: the chance of each move to be best, point by point and then a pass; illegal moves
            have none.
        professional: the chance of each move to be a professional's, likewise. A network that had
            no teacher does not tell the two apart.
        win: the chance to win.
        lead: points ahead at the end, komi counted.
        spread: how far from the lead the game may end (the scale of a logistic distribution).
        error: by how much the lead itself may be wrong, as a long search would have it (a standard
            deviation).
        ownership: per point, from -1 (the opponent's) to 1 (own).
        vital: per point, how vital it is in the fight around it; larger is more.
        fate: for the stone on a point the chances of alive, dead, ko and seki if the side to move
            plays first; one row each.
    """

    policy: np.ndarray[Any, np.dtype[np.float32]]
    professional: np.ndarray[Any, np.dtype[np.float32]]
    win: float
    lead: float
    spread: float
    error: float
    ownership: np.ndarray[Any, np.dtype[np.float32]]
    vital: np.ndarray[Any, np.dtype[np.float32]]
    fate: np.ndarray[Any, np.dtype[np.float32]]


class Network:
    """A loaded network. It may be used by several threads at once."""

    def __init__(self, path: Path = WEIGHTS, *, kernels: str = "", calibrated: bool = True) -> None:
        """Load a file and the card beside it; `kernels` names one of the sets of loops compiled
        for this processor, if not the fastest in floats is wanted. `bytes` rounds the inside of
        the network to whole numbers of eight bits, which is faster where the processor has an
        instruction for that. What is `calibrated` is corrected by what was measured of this
        network (`gokan.intuition.calibration`).
        """
        self.path = path
        self.card, data = _checked(path)
        self.runner = _runner(path, self.card, data, kernels)
        sha256 = str(self.card.get("sha256", ""))
        self.calibration = calibration_of(path, sha256) if calibrated else Calibration()

    def __repr__(self) -> str:
        return f"<Network {self.card.get('name', '')} of {self.card.get('date', 'no date')}>"

    def evaluate(
        self,
        positions: Sequence[Position],
        *,
        way: int | Sequence[int] = 0,
        threads: int = 1,
        ladders: bool = True,
        history: bool = True,
    ) -> list[Output]:
        """Judge positions, with the board turned in one of the eight ways, or each in a `way` of
        its own.

        With several `threads` as many positions of one size are judged at the same time. Without
        `ladders` nothing is read: the network is not told which blocks fall in a ladder. Without
        `history` it is not told the last moves.

        >>> output = load().evaluate([Position.empty(9)])[0]
        >>> output.policy.shape, output.ownership.shape, 0 < output.win < 1
        ((82,), (81,), True)
        """
        ways = [way] * len(positions) if isinstance(way, int) else way
        if wrong := [one for one in ways if not 0 <= one < WAYS]:
            raise InvalidInput(
                f"A board can be turned in 8 ways, 0 to 7; there is no way {wrong[0]}."
            )
        results: list[Output | None] = [None] * len(positions)
        alike: dict[tuple[int, int, bool], list[int]] = {}  # of one size, and of one when turned
        for number, position in enumerate(positions):
            size = (position.height, position.width)
            if min(size) < SMALLEST or max(size) > LARGEST:
                raise InvalidInput(
                    f"The network looks at boards from {SMALLEST}×{SMALLEST} to "
                    f"{LARGEST}×{LARGEST}, not at {position.width}×{position.height}."
                )
            lies = ways[number] & 4 > 0 and size[0] != size[1]
            alike.setdefault((*size, lies), []).append(number)
        for numbers in alike.values():
            some = [positions[number] for number in numbers]
            sides = [ways[number] for number in numbers]
            judged = self._judge(some, sides, threads, ladders, history)
            for number, output in zip(numbers, judged, strict=True):
                results[number] = output
        return [result for result in results if result is not None]

    def each_way(
        self,
        position: Position,
        ways: Sequence[int],
        *,
        ladders: bool = True,
        history: bool = True,
    ) -> list[Output]:
        """Judge one position once for each way to turn it; for their mean there must be one."""
        if not ways:
            raise InvalidInput("Name at least one way to turn the board, 0 to 7.")
        asked: dict[str, bool] = {"ladders": ladders, "history": history}
        return [self.evaluate([position], way=way, **asked)[0] for way in ways]

    def _judge(
        self,
        positions: list[Position],
        ways: Sequence[int],
        threads: int,
        ladders: bool,
        history: bool,
    ) -> list[Output]:
        import numpy as np

        rows, columns = positions[0].height, positions[0].width
        komi = [area_komi(p) if p.to_play == Color.WHITE else -area_komi(p) for p in positions]
        data = _core.intuition_planes([p.core for p in positions], komi, ladders)
        if not history:
            planes = np.frombuffer(data, np.float32).reshape(len(positions), -1, rows, columns)
            planes = planes.copy()
            planes[:, _HISTORY] = 0
            data = planes.tobytes()
        if any(ways):
            planes = np.frombuffer(data, np.float32).reshape(len(positions), -1, rows, columns)
            turned = _each_way(planes, ways, _turn)
            rows, columns = turned.shape[2:]
            data = turned.tobytes()
        told = self.runner.run(data, len(positions), rows, columns, threads)
        best, professional, numbers, owner, groups = (
            np.frombuffer(part, np.float32).reshape(len(positions), -1)
            for part in (told.moves, told.professional, told.numbers, told.owner, told.groups)
        )
        board = (rows, columns)
        moves, usual = (
            np.concatenate([_turned_back(logits[:, :-1], board, ways), logits[:, -1:]], 1)
            for logits in (best, professional)
        )
        owned = np.tanh(_turned_back(owner, board, ways) / 2)
        about = _turned_back(groups, board, ways)
        about = about.reshape(len(positions), _core.INTUITION_GROUP_ROWS, -1)
        fates = _softmax(about[:, 1:])
        chances, usual_chances = _chances(positions, moves, usual)
        outputs = []
        most = _core.INTUITION_MOST_KOMI
        for i, (win, lead, spread, error) in enumerate(numbers.tolist()):
            beyond = komi[i] - min(most, max(-most, komi[i]))  # which it is not told
            lead, win = lead + beyond, win + _STEEP * beyond / spread
            outputs.append(
                Output(
                    policy=chances[i],
                    professional=usual_chances[i],
                    win=1 / (1 + math.exp(-min(30.0, max(-30.0, win)))),
                    lead=lead,
                    spread=spread,
                    error=calibrated_error(self.calibration, error, lead),
                    ownership=owned[i],
                    vital=about[i, 0],
                    fate=fates[i],
                )
            )
        return outputs


def _chances(positions: Sequence[Position], *rows: Any) -> Iterator[Any]:
    """For each row of logits the chances of the legal moves; the others have none."""
    import numpy as np

    legal = np.zeros(rows[0].shape, bool)
    legal[:, -1] = True
    for row, position in zip(legal, positions, strict=True):
        row[position.legal_moves()] = True
    for logits in rows:
        chances = np.exp(np.where(legal, logits, -np.inf) - logits.max(1, keepdims=True))
        yield chances / chances.sum(1, keepdims=True)


def _softmax(rows: Any) -> Any:
    import numpy as np

    chances = np.exp(rows - rows.max(1, keepdims=True))
    return chances / chances.sum(1, keepdims=True)


def _turn(planes: Any, way: int) -> Any:
    """Mirror left and right, up and down, and along the diagonal, by the bits of `way`."""
    if way & 1:
        planes = planes[..., ::-1]
    if way & 2:
        planes = planes[..., ::-1, :]
    return planes.swapaxes(-1, -2) if way & 4 else planes


def _each_way(boards: Any, ways: Sequence[int], turn: Callable[[Any, int], Any]) -> Any:
    """Every board turned in its own way, those of one way at once."""
    import numpy as np

    if len(set(ways)) == 1:
        return turn(boards, ways[0])
    groups = {way: [i for i, one in enumerate(ways) if one == way] for way in set(ways)}
    parts = [turn(boards[numbers], way) for way, numbers in groups.items()]
    turned = np.empty((len(ways), *parts[0].shape[1:]), boards.dtype)
    for numbers, part in zip(groups.values(), parts, strict=True):
        turned[numbers] = part
    return turned


def _turned_back(rows: Any, board: tuple[int, int], ways: Sequence[int]) -> Any:
    """Rows of one or several boards each, as the positions lie."""
    if not any(ways):
        return rows
    boards = _each_way(rows.reshape(len(ways), -1, *board), ways, _back)
    return boards.reshape(len(ways), -1)


def _back(boards: Any, way: int) -> Any:
    if way & 4:
        boards = boards.swapaxes(-1, -2)
    if way & 2:
        boards = boards[..., ::-1, :]
    return boards[..., ::-1] if way & 1 else boards


@cache
def load(path: Path | None = None) -> Network:
    """The network that comes with Gokan, or one from a file. Loaded once.

    `$GOKAN_NETWORK` names another file, and `$GOKAN_KERNELS` other loops, such as `bytes`.

    >>> load().card["planes"]
    30
    """
    with _LOADING:
        return Network(
            path or Path(os.environ.get(_NAMED) or WEIGHTS),
            kernels=os.environ.get("GOKAN_KERNELS", ""),
        )


_LOADING = threading.Lock()


def available() -> bool:
    """Can the network be used here: are its weights and the package numpy there?

    >>> available()
    True
    """
    return not missing()


def missing() -> str:
    """A sentence on what is missing to use the network here; empty if nothing is.

    >>> missing()
    ''
    """
    from importlib.util import find_spec

    if not find_spec("numpy"):
        return f"{_NO_NUMPY}."
    # One that is named and cannot be read is told of by `load`: nobody should do without it unsaid.
    there = os.environ.get(_NAMED) or WEIGHTS.exists()
    return "" if there else f"The network {WEIGHTS.name} is not there."


def read_checked(path: Path, what: str) -> tuple[dict[str, Any], bytes]:
    """A file of weights with its card, by whose checksum it is held; `what` it is to be called."""
    try:
        card = read_json(path.with_suffix(".json").read_text("utf-8"))
        data = path.read_bytes()
    except OSError as error:
        told = f"{error.strerror}: {error.filename}"
        raise MissingNetwork(f"{what} {path.name} cannot be read: {told}.") from None
    except ValueError:
        raise MissingNetwork(f"{what} {path.name} cannot be read: its card is damaged.") from None
    if not isinstance(card, dict) or hashlib.sha256(data).hexdigest() != card.get("sha256"):
        raise MissingNetwork(
            f"{what} {path.name} is damaged: it does not fit the checksum on its card."
        )
    return card, data


def _checked(path: Path) -> tuple[dict[str, Any], bytes]:
    card, data = read_checked(path, "The network")
    form = card.get("format", 1)
    if not isinstance(form, int) or form > FORMAT:
        raise MissingNetwork(
            f"The network {path.name} was made for a newer version of Gokan (its card says format "
            f"{form}, and this version knows {FORMAT})."
        )
    if (planes := card.get("planes")) != _core.INTUITION_PLANES or type(planes) is not int:
        raise MissingNetwork(
            f"The network {path.name} takes in {planes} planes, but this version of "
            f"Gokan makes {_core.INTUITION_PLANES}."
        )
    return card, data


def _runner(path: Path, card: dict[str, Any], data: bytes, kernels: str) -> _core.NetworkRunner:
    try:
        import numpy  # noqa: F401
    except ImportError:
        raise MissingNetwork(_NO_NUMPY) from None
    try:
        halves = {name: values for name, (_, values) in unpack(data).items()}
        return _core.NetworkRunner(
            _number(card, "blocks"), _number(card, "channels"), card["planes"], halves, kernels
        )
    except (BadFile, _core.BadWeights, ValueError) as error:
        raise MissingNetwork(f"The network {path.name} cannot be loaded: {error}.") from None


def _number(card: dict[str, Any], name: str) -> int:
    number = card.get(name)
    if not isinstance(number, int) or not 0 < number < _MANY:
        raise BadFile("its card does not say how large it is")
    return number
