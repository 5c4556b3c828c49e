"""Who may ask: this machine under its own names, our own page, and programs with the secret."""

from __future__ import annotations

import http.client
import json
import socket
import stat
import time
from pathlib import Path

import pytest

from gokan.errors import InvalidInput
from gokan.serve.folder import DataFolder, cookie_of
from gokan.serve.http import program
from tests.serve.running import SECRET, Client, running

GAMES = "/api/v1/games"
JSON = "application/json"


def test_data_needs_the_secret_and_the_page_does_not(client: Client) -> None:
    assert client.raw("GET", "/")[0] == 200
    status, headers, body = client.raw("GET", GAMES)
    assert status == 401
    assert json.loads(body)["code"] == "locked"
    assert client.raw("GET", GAMES, authorization="Bearer wrong")[0] == 401
    assert client.raw("GET", GAMES, authorization=f"Bearer {SECRET}")[0] == 200
    assert client.raw("GET", "/api/v1/openapi.json")[0] == 200
    assert headers["x-content-type-options"] == "nosniff"


def test_a_browser_exchanges_the_key_for_a_cookie(client: Client) -> None:
    path, body = "/api/v1/session", json.dumps({"key": SECRET}).encode()
    status, headers, answer = client.raw("POST", path, body, content_type=JSON)
    assert (status, json.loads(answer)["open"]) == (200, True)
    cookie = headers["set-cookie"]
    assert cookie.startswith(f"gokan-{client.port}=")
    assert "HttpOnly" in cookie
    assert "SameSite=Strict" in cookie
    assert SECRET not in cookie
    sent = cookie.partition(";")[0]
    assert client.raw("GET", GAMES, cookie=sent)[0] == 200
    assert json.loads(client.raw("GET", path, cookie=sent)[2])["open"] is True
    wrong = json.dumps({"key": "no"}).encode()
    status, headers, answer = client.raw("POST", path, wrong, content_type=JSON)
    assert json.loads(answer)["open"] is False
    assert "set-cookie" not in headers
    forged = f"gokan-{client.port}={cookie_of('another')}"
    assert client.raw("GET", GAMES, cookie=forged)[0] == 401


@pytest.mark.parametrize(
    "headers",
    [
        {"host": "evil.example"},
        {"host": "127.0.0.1:1"},
        {"host": "127.0.0.1"},
        {"origin": "https://evil.example"},
        {"origin": "null"},
        {"sec_fetch_site": "cross-site"},
        {"sec_fetch_site": "same-site"},
    ],
)
def test_other_sites_are_refused_even_with_the_secret(
    client: Client, headers: dict[str, str]
) -> None:
    key = {"authorization": f"Bearer {SECRET}"}
    assert client.raw("GET", GAMES, None, **key, **headers)[0] == 403
    status, _, body = client.raw("POST", GAMES, b"{}", **{**key, **headers, "content_type": JSON})
    assert status == 403
    assert json.loads(body)["error"].endswith(".")


def test_forms_of_other_pages_cannot_post(client: Client) -> None:
    key = {"authorization": f"Bearer {SECRET}"}
    for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data"):
        assert client.raw("POST", GAMES, b"{}", **key, content_type=kind)[0] == 415


def test_the_page_runs_only_its_own_scripts(client: Client) -> None:
    _, headers, _ = client.raw("GET", "/")
    policy = headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "script-src 'self'" in policy
    assert "unsafe" not in policy
    assert "frame-ancestors 'none'" in policy
    _, headers, _ = client.raw("GET", "/app-1.js", accept_encoding="gzip")
    assert headers["content-encoding"] == "gzip"
    assert "immutable" in headers["cache-control"]
    tag = headers["etag"]
    assert client.raw("GET", "/app-1.js", if_none_match=tag)[0] == 304


@pytest.mark.parametrize(
    "path", ["/secret", "/../secret", "/%2e%2e/secret", "/etc/passwd", "//etc/passwd", "/app-1.js/"]
)
def test_no_path_of_the_machine_is_served(client: Client, path: str) -> None:
    assert client.raw("GET", path)[0] == 404


def test_what_is_too_large_is_refused(client: Client) -> None:
    key = {"authorization": f"Bearer {SECRET}", "content_type": JSON}
    for path, length in ((GAMES, 100_000), ("/api/v1/records", 6_000_000)):
        status, _, body = client.raw("POST", path, b"{}", **key, content_length=str(length))
        assert (status, json.loads(body)["code"]) == (413, "too-large")


def test_a_body_without_a_length_is_bounded_too(client: Client) -> None:
    connection = http.client.HTTPConnection("127.0.0.1", client.port, timeout=20)
    headers = {"authorization": f"Bearer {SECRET}", "content-type": JSON}
    pieces = (b"x" * 10_000 for _ in range(20))
    connection.request("POST", GAMES, pieces, headers, encode_chunked=True)
    assert connection.getresponse().status == 413
    connection.close()


def test_a_request_that_trickles_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(program, "REQUEST_SECONDS", 0.4)
    with running() as client, socket.create_connection(("127.0.0.1", client.port)) as slow:
        slow.settimeout(5)
        begin = time.monotonic()
        slow.sendall(b"GET / HTTP/1.1\r\n")
        time.sleep(0.2)
        slow.sendall(b"Host: ")
        assert slow.recv(100) == b""
        assert 0.3 < time.monotonic() - begin < 3
        body = b'POST /api/v1/session HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 99\r\n\r\n{"k'
        with socket.create_connection(("127.0.0.1", client.port)) as other:
            other.settimeout(5)
            other.sendall(body)
            while other.recv(4000):
                pass  # an answer or none: the connection ends


def test_two_hundred_slow_clients_do_not_keep_the_owner_waiting(client: Client) -> None:
    slow = []
    try:
        for _ in range(200):
            one = socket.create_connection(("127.0.0.1", client.port))
            one.sendall(b"GET / HTTP/1.1\r\nHost:")
            slow.append(one)
        times = []
        for _ in range(10):
            begin = time.perf_counter()
            client.get("/games")
            times.append(time.perf_counter() - begin)
        assert sorted(times)[5] < 0.3
    finally:
        for one in slow:
            one.close()


def test_the_secret_is_a_file_of_its_owner_that_survives_and_is_renewed(tmp_path: Path) -> None:
    folder = DataFolder(tmp_path / "data")
    first = folder.secret()
    path = tmp_path / "data" / "secret"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    path.chmod(0o644)
    assert DataFolder(tmp_path / "data").secret() == first
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert folder.secret(renew=True) != first
    path.write_text("")
    assert len(folder.secret()) > 40


def test_a_second_server_on_a_folder_says_so(tmp_path: Path) -> None:
    folder = DataFolder(tmp_path / "data")
    folder.take(port=1234)
    with pytest.raises(InvalidInput, match=r"already, at http://127\.0\.0\.1:1234 \(process \d+\)"):
        DataFolder(tmp_path / "data").take(port=1)
    folder.leave()
    again = DataFolder(tmp_path / "data")
    again.take(port=1)
    again.leave()


def test_a_taken_port_is_told() -> None:
    listener = program.listening(0)
    with pytest.raises(InvalidInput, match="choose another with --port"):
        program.listening(listener.getsockname()[1])
    listener.close()
