"""Reading a query: which positions, how long, and what the answer should hold."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from gokan.errors import GokanError, InvalidInput
from gokan.go import BLACK, PASS, WHITE, Color, Position
from gokan.go.vertex import MAX_SIDE
from gokan.gtp import kata_rules
from gokan.gtp.protocol import GtpError
from gokan.play.players.gokan_player import KATA_NAMES
from gokan.play.tree.searching import MOST_VISITS, Ban, SearchOptions

__all__ = ["Query", "QueryError", "Settings", "View", "read_query"]

View = Literal["BLACK", "WHITE", "SIDETOMOVE"]
MAX_KOMI = 400.0
_PLACE = re.compile(r"\(\s*([0-9]{1,3})\s*,\s*([0-9]{1,3})\s*\)")
_KNOWN = frozenset(
    {
        "id",
        "moves",
        "initialStones",
        "initialPlayer",
        "rules",
        "komi",
        "whiteHandicapBonus",
        "boardXSize",
        "boardYSize",
        "analyzeTurns",
        "maxVisits",
        "rootPolicyTemperature",
        "rootFpuReductionMax",
        "analysisPVLen",
        "includeOwnership",
        "includeOwnershipStdev",
        "includeMovesOwnership",
        "includeMovesOwnershipStdev",
        "includePolicy",
        "includePVVisits",
        "includeReasons",
        "avoidMoves",
        "allowMoves",
        "overrideSettings",
        "reportDuringSearchEvery",
        "priority",
        "priorities",
        "action",
    }
)

USUAL_REASONS = 3
"""Moves that are explained where a query says only that some should be."""


class QueryError(GokanError):
    """A query that cannot be served; `field` says where."""

    def __init__(self, message: str, field: str | None = None) -> None:
        super().__init__(message)
        self.field = field


@dataclass(frozen=True, slots=True)
class Settings:
    """What a configuration says for all queries."""

    visits: int = 500
    seconds: float | None = None
    view: View = "BLACK"
    threads: int = 1
    temperature: float = 1.0
    """Above 1 the moves at the root are searched more evenly."""
    ways: int = 1
    """From so many sides the moves at the root are guessed."""
    longest: int = 1000
    """Moves of a line after its first."""
    options: SearchOptions = field(default_factory=SearchOptions)

    def changed(self, name: str, value: object) -> Settings:
        """With one of KataGo's settings; those that mean nothing here are passed over.

        >>> Settings().changed("maxVisits", "40").visits
        40
        >>> Settings().changed("nnCacheSizePowerOfTwo", 21) == Settings()
        True
        """
        if name == "reportAnalysisWinratesAs":
            view = str(value).strip().upper()
            if view not in ("BLACK", "WHITE", "SIDETOMOVE"):
                raise QueryError(f"{value!r} is not BLACK, WHITE or SIDETOMOVE.", name)
            return replace(self, view=view)  # type: ignore[arg-type]
        if name == "maxVisits":
            return replace(self, visits=_whole(name, value, 1, MOST_VISITS))
        if name == "maxTime":
            return replace(self, seconds=min(1e8, max(0.0, _number(name, value))))
        if name == "numAnalysisThreads":
            return replace(self, threads=_whole(name, value, 1, 64))
        if name == "rootPolicyTemperature":
            temperature = _number(name, value)
            if not 0.01 <= temperature <= 100:
                raise QueryError("A temperature lies between 0.01 and 100.", name)
            return replace(self, temperature=temperature)
        if name == "rootNumSymmetriesToSample":
            return replace(self, ways=_whole(name, value, 1, 8))
        if name == "analysisPVLen":
            return replace(self, longest=_whole(name, value, 1, 1000))
        if name in KATA_NAMES:
            change: dict[str, Any] = {KATA_NAMES[name]: _number(name, value)}
            options = replace(self.options, **change)
            try:
                options.core()
            except InvalidInput as error:
                raise QueryError(str(error), name) from None
            return replace(self, options=options)
        return self


@dataclass(frozen=True, slots=True)
class Turn:
    """One position of a query, and how urgent it is."""

    number: int
    position: Position
    priority: int


@dataclass(frozen=True, slots=True)
class Query:
    """A query that can be served."""

    id: str
    turns: tuple[Turn, ...]
    settings: Settings
    bans: tuple[Ban, ...] = ()
    ownership: bool = False
    moves_ownership: bool = False
    ownership_scatter: bool = False
    moves_ownership_scatter: bool = False
    policy: bool = False
    line_visits: bool = False
    reasons: int = 0
    """Of so many of the best moves it is said why; a field of our own."""
    every: float | None = None
    warnings: tuple[str, ...] = ()
    """Fields that mean nothing here."""


def read_query(data: dict[str, Any], settings: Settings) -> Query:
    """The query in a JSON object, or QueryError saying what is wrong with which field.

    >>> query = read_query({"id": "a", "moves": [["B", "C3"]], "rules": "tromp-taylor",
    ...                     "boardXSize": 5, "boardYSize": 5, "analyzeTurns": [0, 1]}, Settings())
    >>> [turn.number for turn in query.turns]
    [0, 1]
    """
    start = _start(data)
    positions = _positions(data, start)
    settings = _settings(data, settings)
    every = data.get("reportDuringSearchEvery")
    return Query(
        id=data["id"],
        turns=_turns(data, positions),
        settings=settings,
        bans=_bans(data, start),
        ownership=_flag(data, "includeOwnership"),
        moves_ownership=_flag(data, "includeMovesOwnership"),
        ownership_scatter=_flag(data, "includeOwnershipStdev"),
        moves_ownership_scatter=_flag(data, "includeMovesOwnershipStdev"),
        policy=_flag(data, "includePolicy"),
        line_visits=_flag(data, "includePVVisits"),
        reasons=_reasons(data),
        every=None if every is None else max(0.01, _number("reportDuringSearchEvery", every)),
        warnings=tuple(name for name in data if name not in _KNOWN),
    )


def _reasons(data: dict[str, Any]) -> int:
    """How many moves are explained: a number, or true for the usual few."""
    wish = data.get("includeReasons", False)
    if isinstance(wish, bool):
        return USUAL_REASONS if wish else 0
    return _whole("includeReasons", wish, 0, 30)


def _start(data: dict[str, Any]) -> Position:
    """The board before the first move, with the rules and komi in force."""
    width = _whole("boardXSize", _needed(data, "boardXSize"), 1, MAX_SIDE)
    height = _whole("boardYSize", _needed(data, "boardYSize"), 1, MAX_SIDE)
    try:
        rules = kata_rules.read(_needed(data, "rules"))
    except GtpError as error:
        raise QueryError(error.detail or error.message, "rules") from None
    if "komi" in data:
        komi = _number("komi", data["komi"])
        if abs(komi) > MAX_KOMI or (2 * komi) % 1:
            raise QueryError("Komi is a whole or half number up to 400.", "komi")
        rules = rules.with_(komi=komi)
    if "whiteHandicapBonus" in data:
        try:
            rules = rules.with_(handicap_bonus=str(data["whiteHandicapBonus"]))
        except GokanError as error:
            raise QueryError(str(error), "whiteHandicapBonus") from None
    position = Position.empty(width, height, rules=rules)
    stones: dict[Color, list[int]] = {BLACK: [], WHITE: []}
    for color, move in _pairs(data, "initialStones", position):
        if move == PASS:
            raise QueryError("A stone cannot stand on a pass.", "initialStones")
        stones[color].append(move)
    first = BLACK
    handicap = len(stones[BLACK]) if not stones[WHITE] else 0
    moves = _list(data, "moves")
    if "initialPlayer" in data:
        first = _color("initialPlayer", data["initialPlayer"])
    elif moves:
        first = _color("moves", moves[0][0] if isinstance(moves[0], list) and moves[0] else None)
    elif handicap >= 2:
        first = WHITE
    bonus = rules.handicap_points(handicap)
    if bonus:
        position = position.with_rules(rules.with_(komi=rules.komi + bonus))
    try:
        return position.setup(black=stones[BLACK], white=stones[WHITE], to_play=first)
    except GokanError as error:
        raise QueryError(str(error), "initialStones") from None


def _positions(data: dict[str, Any], start: Position) -> list[Position]:
    _needed(data, "moves")
    positions = [start]
    for number, (color, move) in enumerate(_pairs(data, "moves", start)):
        try:
            positions.append(positions[-1].play(move, color))
        except GokanError as error:
            raise QueryError(f"Illegal move {number}: {error}", "moves") from None
    return positions


def _turns(data: dict[str, Any], positions: list[Position]) -> tuple[Turn, ...]:
    last = len(positions) - 1
    numbers = [
        _whole("analyzeTurns", turn, 0, last)
        for turn in (_list(data, "analyzeTurns") if "analyzeTurns" in data else [last])
    ]
    if "priorities" in data:
        priorities = [_whole("priorities", p, -(10**9), 10**9) for p in _list(data, "priorities")]
        if len(priorities) != len(numbers) or "priority" in data:
            raise QueryError("One priority for each turn, or one for all.", "priorities")
    else:
        priority = _whole("priority", data.get("priority", 0), -(10**9), 10**9)
        priorities = [priority] * len(numbers)
    return tuple(
        Turn(number, positions[number], priority)
        for number, priority in zip(numbers, priorities, strict=True)
    )


def _settings(data: dict[str, Any], settings: Settings) -> Settings:
    overrides = data.get("overrideSettings", {})
    if not isinstance(overrides, dict):
        raise QueryError("This must be an object of names and values.", "overrideSettings")
    for name, value in overrides.items():
        settings = settings.changed(name, value)
    for name in ("maxVisits", "rootFpuReductionMax", "rootPolicyTemperature", "analysisPVLen"):
        if name in data:
            settings = settings.changed(name, data[name])
    return settings


def _bans(data: dict[str, Any], start: Position) -> tuple[Ban, ...]:
    def read(name: str, entry: object) -> tuple[Color, frozenset[int], int]:
        if not isinstance(entry, dict) or not isinstance(entry.get("moves"), list):
            raise QueryError("Each entry has player, moves and untilDepth.", name)
        moves = frozenset(_move(name, start, move) for move in entry["moves"])
        depth = _whole(name, entry.get("untilDepth"), 1, 10**6)
        return _color(name, entry.get("player")), moves, depth

    avoided = [read("avoidMoves", entry) for entry in _list(data, "avoidMoves")]
    allowed = [read("allowMoves", entry) for entry in _list(data, "allowMoves")]
    if len({color for color, _, _ in allowed}) < len(allowed) or (allowed and avoided):
        raise QueryError("One entry a player, and none of avoidMoves beside it.", "allowMoves")
    every = {PASS, *range(len(start.board))}
    avoided += [(color, frozenset(every - moves), depth) for color, moves, depth in allowed]
    return tuple(Ban(color, moves, depth) for color, moves, depth in avoided)


def _needed(data: dict[str, Any], name: str) -> Any:
    if name not in data:
        raise QueryError(f"The field {name} is missing.", name)
    return data[name]


def _list(data: dict[str, Any], name: str) -> list[Any]:
    value = data.get(name, [])
    if not isinstance(value, list):
        raise QueryError("This must be a list.", name)
    return value


def _pairs(data: dict[str, Any], name: str, position: Position) -> list[tuple[Color, int]]:
    found = []
    for entry in _list(data, name):
        if not isinstance(entry, list) or len(entry) != 2:
            raise QueryError("Each entry is a pair of player and location.", name)
        found.append((_color(name, entry[0]), _move(name, position, entry[1])))
    return found


def _color(name: str, value: object) -> Color:
    found = {"b": BLACK, "black": BLACK, "w": WHITE, "white": WHITE}.get(str(value).lower())
    if found is None:
        raise QueryError(f"{value!r} is not a player; say B or W.", name)
    return found


def _move(name: str, position: Position, value: object) -> int:
    place = _PLACE.fullmatch(str(value).strip())
    if place:
        x, y = int(place[1]), int(place[2])
        if x < position.width and y < position.height:
            return y * position.width + x
    try:
        return position.point(str(value))
    except GokanError as error:
        raise QueryError(str(error), name) from None


def _flag(data: dict[str, Any], name: str) -> bool:
    value = data.get(name, False)
    if not isinstance(value, bool):
        raise QueryError("This must be true or false.", name)
    return value


def _whole(name: str, value: object, low: int, high: int) -> int:
    number = _number(name, value)
    if number % 1 or not low <= number <= high:
        raise QueryError(f"This must be a whole number from {low} to {high}.", name)
    return int(number)


def _number(name: str, value: object) -> float:
    try:
        number = float(str(value)) if not isinstance(value, bool) else float("nan")
    except ValueError:
        number = float("nan")
    if not abs(number) < 1e12:
        raise QueryError(f"{value!r} is not a number.", name)
    return number
