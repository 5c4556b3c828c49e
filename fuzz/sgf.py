"""Fuzz the reader of game records: what it accepts must replay or say why, and survive writing."""

from __future__ import annotations

import json

from gokan.errors import GokanError
from gokan.go.game import Game, Node
from gokan.go.sgf import Limits, Properties, Record, parse, write

LIMITS = Limits(nodes=2000, values=5000, depth=200)


def one_input(data: bytes) -> None:
    try:
        records = parse(data, limits=LIMITS)
    except GokanError:
        return
    again = parse(write(records))
    if data.isascii() or not any(record.warnings for record in records):
        assert _trees(again) == _trees(records)
    else:
        # Skipped characters may have told the charset; what was written once is stable.
        assert _trees(parse(write(again))) == _trees(again)
    for record in records[:3]:
        _use(Game(record))


def _trees(records: list[Record]) -> list[tuple[list[Properties], list[int]]]:
    return [(record.nodes, record.parents) for record in records]


def _use(game: Game) -> None:
    """Ask everything that a viewer would ask."""
    assert isinstance(game.warnings, tuple)
    _ = game.rules, game.black, game.result, len(game), repr(game)
    for node in list(game.root.walk())[:50]:
        assert game.node(node.address) is node
        _ = node.comment, node.name, node.value, repr(node)
        for ask in (_marks, _move):
            try:
                ask(node)
            except GokanError:
                continue
    try:
        json.dumps(game.to_dict())
        game.position(len(game) // 2)
        game.root.add_comment("五感 [x]")
        game.root.play("pass")
    except GokanError:
        return
    assert Game.parse(game.to_sgf()).root.comment == game.root.comment


def _marks(node: Node) -> None:
    _ = node.marks, node.labels, node.arrows, node.lines, node.points("TB")


def _move(node: Node) -> None:
    _ = node.move, node.position
