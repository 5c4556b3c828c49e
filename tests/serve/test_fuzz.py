"""Whatever is sent, there is an answer with a sentence, and never an error of our own."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from tests.serve.running import SECRET, Client

scalars = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-(2**70), 2**70),
    st.floats(allow_nan=False, allow_infinity=False),
    st.text(max_size=12),
    st.sampled_from(["D4", "pass", "play", "undo", "gokan", "person", "a-request-1", "(;SZ[9])"]),
)
NAMES = (
    "request",
    "revision",
    "do",
    "vertex",
    "size",
    "rules",
    "komi",
    "handicap",
    "black",
    "white",
    "player",
    "level",
    "name",
    "sgf",
    "at",
    "line",
    "visits",
    "game",
    "search",
    "attempt",
    "hinted",
    "give_up",
    "skip",
    "key",
    "files",
    "data",
    "deck",
    "color",
    "stone",
    "first",
    "lens",
)
bodies = st.recursive(
    scalars,
    lambda inner: st.one_of(
        st.lists(inner, max_size=4), st.dictionaries(st.sampled_from(NAMES), inner, max_size=6)
    ),
    max_leaves=12,
)
NOBODY = "0" * 16


def routes(client: Client) -> list[tuple[str, str]]:
    """Every method and path, those that last for ever left out."""
    found = client.get("/openapi.json")["paths"]
    return [
        (method.upper(), path)
        for path, methods in found.items()
        for method in methods
        if path != "/api/v1/events"
    ]


@settings(
    max_examples=250, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(st.data())
def test_any_body_gets_a_sentence(client: Client, data: st.DataObject) -> None:
    known = _known(client)
    method, path = data.draw(st.sampled_from(known["routes"]))
    id = data.draw(st.sampled_from([*known["ids"], NOBODY, "x", "%00", "../.."]))
    body = None if method == "GET" else data.draw(bodies)
    if isinstance(body, dict) and data.draw(st.booleans()):  # nearly what is wanted
        game = client.get(f"/games/{known['ids'][0]}")
        body = {"request": client.request(), "revision": game["revision"], **body}
    _check(client, method, path.replace("{id}", id), body)


@settings(
    max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(st.binary(max_size=200))
@example(b"[" * 50_000)
@example(b'{"request": "a-request-1", "size": 1e400}')
@example(b'{"sgf": "\\ud800", "request": "a-request-2"}')
@example("\ufeff{}".encode())
def test_any_bytes_get_a_sentence(client: Client, body: bytes) -> None:
    for path in ("/api/v1/games", "/api/v1/records", "/api/v1/session"):
        status, _, said = client.raw(
            "POST",
            path,
            body,
            authorization=f"Bearer {SECRET}",
            content_type="application/json",
        )
        assert status < 500, (path, body)
        if status >= 400:
            assert json.loads(said)["error"].endswith((".", "!", "?"))


_seen: dict[int, dict[str, Any]] = {}


def _known(client: Client) -> dict[str, Any]:
    if client.port not in _seen:
        ids = [client.game()["id"], client.post("/problems/next", {})["id"]]
        _seen[client.port] = {"routes": routes(client), "ids": ids}
    return _seen[client.port]


def _check(client: Client, method: str, path: str, body: Any) -> None:
    if method == "DELETE":
        path = path.replace(_known(client)["ids"][0], NOBODY)
    headers = {"authorization": f"Bearer {SECRET}", "content_type": "application/json"}
    sent = None if body is None and method == "GET" else json.dumps(body).encode()
    status, _, said = client.raw(method, path, sent, **headers)
    assert status < 500, (method, path, body, said)
    if status >= 400 and path.startswith("/api/"):
        failure = json.loads(said)
        assert failure["code"], failure
        assert failure["error"].endswith((".", "!", "?")), failure
