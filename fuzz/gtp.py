"""Fuzz the GTP engine: whatever the lines say, each gets one well-formed response or none."""

from __future__ import annotations

from gokan.gtp.engine import Engine
from gokan.gtp.protocol import parse

_MOST_LINES = 40
_FILES = {"loadsgf", "printsgf"}  # these would read and write the files of the machine


def one_input(data: bytes) -> None:
    engine = Engine("random", size=5, seed=1, log=lambda said: None)
    for line in data.decode("utf-8", "surrogateescape").split("\n")[:_MOST_LINES]:
        request = parse(line)
        if request is not None and request.name in _FILES and request.arguments:
            continue
        response = engine.respond(line)
        if request is None:
            assert response == ""
            continue
        assert response[:1] in ("=", "?")
        assert response[1:].startswith(request.id)
        assert response.endswith("\n\n")
        assert "\n\n" not in response[:-1]
        assert "internal error" not in response, response
