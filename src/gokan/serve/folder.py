"""The folder that keeps a player's games: where it is, who may read it, and who is using it."""

from __future__ import annotations

import contextlib
import hashlib
import hmac
import json
import os
import secrets
import sys
from pathlib import Path
from typing import Any

from gokan.errors import InvalidInput

__all__ = ["DataFolder", "usual_folder"]

_SECRET_BYTES = 32
_COOKIE_SALT = b"gokan cookie 1"


def usual_folder() -> Path:
    """Where the system keeps a program's data for this user.

    >>> usual_folder().name.lower()
    'gokan'
    """
    home = Path.home()
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or home / "AppData" / "Local") / "Gokan"
    if sys.platform == "darwin":
        return home / "Library" / "Application Support" / "Gokan"
    return Path(os.environ.get("XDG_DATA_HOME") or home / ".local" / "share") / "gokan"


class DataFolder:
    """A folder of one user's data, in use by one server at a time.

    >>> import tempfile
    >>> place = tempfile.TemporaryDirectory()
    >>> folder = DataFolder(Path(place.name) / "data")
    >>> folder.take(port=4661)
    >>> DataFolder(folder.path).take(port=4662)  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    ...
    gokan.errors.InvalidInput: Gokan is serving ... already, at http://127.0.0.1:4661 (process ...
    >>> folder.leave()
    >>> place.cleanup()
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._lock: int | None = None
        try:
            path.mkdir(parents=True, exist_ok=True, mode=0o700)
        except OSError as error:
            raise InvalidInput(f"Cannot make the folder {path}: {error.strerror}.") from None
        if not os.access(path, os.W_OK | os.X_OK):
            raise InvalidInput(f"Cannot write to the folder {path}; choose another with --data.")

    @property
    def library(self) -> Path:
        """The database."""
        return self.path / "library.sqlite3"

    # --- one server at a time -------------------------------------------------------------------

    def take(self, *, port: int) -> None:
        """Keep other servers out until `leave`, or until this process ends, however it ends."""
        lock = os.open(self.path / "lock", os.O_RDWR | os.O_CREAT, 0o600)
        if not _locked(lock):
            with contextlib.suppress(OSError, ValueError):
                holder = json.loads(os.read(lock, 200))
                os.close(lock)
                raise InvalidInput(
                    f"Gokan is serving {self.path} already, at http://127.0.0.1:{holder['port']} "
                    f"(process {holder['process']}); end it, or choose another folder with --data."
                )
            raise InvalidInput(f"Another Gokan is using {self.path}; choose another with --data.")
        os.ftruncate(lock, 0)
        os.write(lock, json.dumps({"process": os.getpid(), "port": port}).encode())
        self._lock = lock

    def leave(self) -> None:
        """Let other servers in."""
        if self._lock is not None:
            os.ftruncate(self._lock, 0)
            os.close(self._lock)
            self._lock = None

    # --- the secret -----------------------------------------------------------------------------

    def secret(self, *, renew: bool = False) -> str:
        """What opens the workbench: made once, in a file that only its owner reads."""
        path = self.path / "secret"
        if renew:
            path.unlink(missing_ok=True)
        try:
            file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        except FileExistsError:
            path.chmod(0o600)
            found = path.read_text("ascii", errors="replace").strip()
            if len(found) >= _SECRET_BYTES and found.isascii() and found.isprintable():
                return found
            return self.secret(renew=True)
        made = secrets.token_urlsafe(_SECRET_BYTES)
        with os.fdopen(file, "w") as out:
            out.write(made + "\n")
        return made


def cookie_of(secret: str) -> str:
    """What a browser that knows the secret is given to keep; the secret cannot be told from it.

    >>> cookie_of("a") == cookie_of("a"), "a" in cookie_of("a") and len(cookie_of("a")) < 9
    (True, False)
    """
    return hmac.new(secret.encode(), _COOKIE_SALT, hashlib.sha256).hexdigest()


def _locked(file: int) -> bool:
    """Lock a file for as long as this process lives; False where somebody else has."""
    lock: Any
    try:
        if sys.platform == "win32":
            import msvcrt as lock

            os.lseek(file, 4096, os.SEEK_SET)
            lock.locking(file, lock.LK_NBLCK, 1)
            os.lseek(file, 0, os.SEEK_SET)
        else:
            import fcntl as lock

            lock.flock(file, lock.LOCK_EX | lock.LOCK_NB)
    except OSError:
        if sys.platform == "win32":
            os.lseek(file, 0, os.SEEK_SET)
        return False
    return True
