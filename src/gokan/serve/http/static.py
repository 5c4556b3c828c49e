"""The application's files, as the build made them: read once, handed out from memory."""

from __future__ import annotations

import gzip
import hashlib
from collections.abc import Mapping
from dataclasses import dataclass

from starlette.responses import Response

from gokan import pages

__all__ = ["Pages"]

_KINDS = {
    "html": "text/html; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "css": "text/css; charset=utf-8",
    "svg": "image/svg+xml",
    "png": "image/png",
}


@dataclass(frozen=True, slots=True)
class _File:
    body: bytes
    packed: bytes
    kind: str
    tag: str


class Pages:
    """The files by their names, nothing else of this machine.

    >>> page = Pages({"index.html": b"<!doctype html>"})
    >>> page.response("", {}).status_code, page.response("../secret", {}).status_code
    (200, 404)
    """

    def __init__(self, files: Mapping[str, bytes]) -> None:
        self._files = {name: _file(name, body) for name, body in files.items()}

    @staticmethod
    def built() -> Pages:
        """Those of the build; raises PageNotBuilt where there are none."""
        return Pages(pages.application())

    def response(self, path: str, headers: Mapping[str, str]) -> Response:
        """The answer to somebody who asks for a path; the empty one is the page itself."""
        name = path or "index.html"
        file = self._files.get(name)
        if file is None:
            return Response("There is no such page.\n", 404, media_type="text/plain")
        told = {
            "etag": file.tag,
            "vary": "accept-encoding",
            "cache-control": (
                "no-cache" if name == "index.html" else "public, max-age=31536000, immutable"
            ),
        }
        if headers.get("if-none-match") == file.tag:
            return Response(None, 304, headers=told)
        body = file.body
        if "gzip" in headers.get("accept-encoding", ""):
            body, told["content-encoding"] = file.packed, "gzip"
        return Response(body, headers=told, media_type=file.kind)


def _file(name: str, body: bytes) -> _File:
    kind = _KINDS.get(name.rpartition(".")[2], "application/octet-stream")
    tag = f'"{hashlib.sha256(body).hexdigest()[:16]}"'
    return _File(body, gzip.compress(body, mtime=0), kind, tag)
