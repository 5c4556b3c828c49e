"""Shape: what the stones are becoming, after Scrimger's structural representation of Go (2007).

    from gokan import shape
    print(shape.parse(game).explain())

`parse` names the shapes of a game with the moves that formed them. Below it lie `shape.ets`, the
formalism for any domain, and `shape.go`, Go written in it.
"""

from __future__ import annotations

from gokan.shape.parse import PICTURES, Shape, Shapes, parse

__all__ = ["PICTURES", "Shape", "Shapes", "parse"]
