"""Who may ask: only this machine, only our own page or a program that knows the secret.

A page of another site can make a browser send requests here. It is refused by the name it used for
us (Host), by where it comes from (Origin, Sec-Fetch-Site), and because it has no cookie: ours is
for our own pages alone (SameSite=Strict) and cannot be read by scripts (HttpOnly).
"""

from __future__ import annotations

import hmac
from collections.abc import Awaitable, Callable, MutableMapping
from http.cookies import CookieError, SimpleCookie
from typing import Any

from starlette.exceptions import HTTPException

from gokan.serve.folder import cookie_of
from gokan.serve.messages import Failure

__all__ = ["Guard", "TooLarge"]

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

MOST_BYTES = 64 << 10
MOST_UPLOADED = 5 << 20
UPLOADS = ("/api/v1/records", "/api/v1/imports", "/api/v1/problems/files")
ANYBODY = ("/api/v1/session", "/api/v1/openapi.json")
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
HEADERS = (
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"x-frame-options", b"DENY"),
)


class TooLarge(HTTPException):
    """More was sent than is taken."""

    def __init__(self) -> None:
        super().__init__(413, "That is more than is taken at once.")


class Guard:
    """Stands before the application."""

    def __init__(self, app: App, *, secret: str, port: int) -> None:
        self._app = app
        self._secret = secret
        self._cookie = cookie_of(secret)
        self.cookie_name = f"gokan-{port}"
        self._hosts = {f"{host}:{port}" for host in ("127.0.0.1", "localhost", "[::1]")}
        if port == 80:
            self._hosts |= {"127.0.0.1", "localhost", "[::1]"}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        headers = {name: value.decode("latin-1") for name, value in scope["headers"]}
        send = _with_headers(send)
        refusal = self._refusal(scope, headers)
        if refusal is not None:
            await _refuse(send, *refusal)
            return
        most = MOST_UPLOADED if scope["path"] in UPLOADS else MOST_BYTES
        told = headers.get(b"content-length", "0")
        if not told.isdigit() or int(told) > most:
            await _refuse(send, 413, "too-large", "That is more than is taken at once.")
            return
        await self._app(scope, _bounded(receive, most), send)

    def knows(self, key: str) -> bool:
        """Is it the secret?"""
        return hmac.compare_digest(key.encode(), self._secret.encode())

    def is_open(self, headers: MutableMapping[bytes, str]) -> bool:
        """Does a request bring the cookie, or the secret itself as a program would?"""
        bearer = headers.get(b"authorization", "")
        if bearer.startswith("Bearer ") and self.knows(bearer.removeprefix("Bearer ")):
            return True
        try:
            cookies = SimpleCookie(headers.get(b"cookie", ""))
        except CookieError:
            return False
        found = cookies.get(self.cookie_name)
        return found is not None and hmac.compare_digest(
            found.value.encode(), self._cookie.encode()
        )

    @property
    def cookie(self) -> str:
        """The header that lets a browser in, from now on."""
        return (
            f"{self.cookie_name}={self._cookie}; Path=/; HttpOnly; SameSite=Strict; "
            f"Max-Age={180 * 24 * 3600}"
        )

    def _refusal(
        self, scope: Scope, headers: MutableMapping[bytes, str]
    ) -> tuple[int, str, str] | None:
        """Status, code and sentence for what is not let through."""
        host = headers.get(b"host", "").lower()
        if host not in self._hosts:
            return 403, "forbidden", "Gokan answers only to this machine's own names."
        origin = headers.get(b"origin")
        if origin is not None and origin.lower() != f"http://{host}":
            return 403, "forbidden", "Another site's page may not ask."
        path = scope["path"]
        if not path.startswith("/api/"):
            return None
        if headers.get(b"sec-fetch-site", "none") not in ("same-origin", "none"):
            return 403, "forbidden", "Another site's page may not ask."
        kind = headers.get(b"content-type", "").partition(";")[0].strip().lower()
        if scope["method"] in ("POST", "PUT", "PATCH") and kind != "application/json":
            return 415, "invalid", "Send JSON."
        if path not in ANYBODY and not self.is_open(headers):
            return 401, "locked", "Open the address that gokan serve printed."
        return None


def _bounded(receive: Receive, most: int) -> Receive:
    taken = 0

    async def bounded() -> MutableMapping[str, Any]:
        nonlocal taken
        message = await receive()
        taken += len(message.get("body", b""))
        if taken > most:
            raise TooLarge
        return message

    return bounded


def _with_headers(send: Send) -> Send:
    async def sending(message: MutableMapping[str, Any]) -> None:
        if message["type"] == "http.response.start":
            message["headers"] = [*message.get("headers", []), *HEADERS]
        await send(message)

    return sending


async def _refuse(send: Send, status: int, code: Any, sentence: str) -> None:
    body = Failure(error=sentence, code=code).model_dump_json().encode()
    headers = [
        (b"content-type", b"application/json"),
        (b"content-length", str(len(body)).encode()),
        (b"cache-control", b"no-store"),
        (b"connection", b"close"),
    ]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
