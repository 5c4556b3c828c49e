"""Writing files, complete or not at all; and reading JSON that somebody else may have written."""

from __future__ import annotations

import json
import os
from itertools import accumulate
from typing import Any

from gokan.errors import InvalidInput

__all__ = ["read_json", "write_whole"]


def write_whole(path: str | os.PathLike[str], data: bytes) -> None:
    """Write a file so that it is either complete or untouched, whatever happens on the way.

    A link stays a link, and its target keeps its permissions. A pipe or a device, such as
    /dev/stdout, cannot be replaced by a new file and is written to.
    """
    from pathlib import Path

    try:
        if Path(path).exists() and not Path(path).is_file():
            with Path(path).open("wb") as file:
                file.write(data)
            return
        target = Path(os.path.realpath(path))
        temporary = target.with_name(f".gokan-{os.getpid()}-{os.urandom(4).hex()}")
        try:
            with temporary.open("xb") as file:
                file.write(data)
            if target.exists():
                temporary.chmod(target.stat().st_mode & 0o777)
            temporary.replace(target)
        except BaseException:
            temporary.unlink(missing_ok=True)
            raise
    except (OSError, ValueError) as error:  # ValueError: a name that no file can have
        reason = error.strerror if isinstance(error, OSError) else error
        raise InvalidInput(f"Cannot write {os.fspath(path)}: {reason}.") from None


_DEEPEST = 200  # brackets inside each other; what Gokan writes has fewer than twenty


def read_json(text: str) -> Any:
    """What a text of JSON says. What is nested too deeply is refused as no JSON at all, for the
    reader calls itself for every level, and a raised recursion limit would let it run out of stack.

    >>> read_json('{"a": [1, 2]}')
    {'a': [1, 2]}
    >>> read_json("[" * 100_000)
    Traceback (most recent call last):
        ...
    ValueError: too many brackets inside each other
    """
    steps = ((mark in "[{") - (mark in "]}") for mark in text if mark in "[{]}")
    if max(accumulate(steps), default=0) > _DEEPEST:
        raise ValueError("too many brackets inside each other")
    return json.loads(text)
