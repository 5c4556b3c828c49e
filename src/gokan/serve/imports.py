"""Files that come into the library: those a page sends, and folders that `gokan serve` was given.

Files are read where nothing waits for it, and kept some at a time, so that the board stays quick
and an import that is ended keeps what it has read.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import Any

from gokan.errors import GokanError
from gokan.go import sgf
from gokan.serve import messages
from gokan.serve.records import Brought, Read, files_in, kept_of, read_record
from gokan.serve.store import Store

__all__ = ["Imports"]

_TOGETHER = 20  # files that are kept in one go
_TROUBLES = 20  # that are told of a folder

Files = Sequence[tuple[str, bytes]]


class Imports:
    """What comes into a library; `changed` hears how far a folder is, `over` what became of it."""

    def __init__(
        self,
        store: Store,
        reach: Callable[..., Awaitable[Any]],
        changed: Callable[[messages.Folder], None],
        over: Callable[[messages.Folder], None],
    ) -> None:
        self._store = store
        self._reach = reach
        self._changed = changed
        self._over = over
        self._tasks: set[asyncio.Task[None]] = set()
        self._told: dict[Path, messages.Folder] = {}

    @property
    def folders(self) -> tuple[messages.Folder, ...]:
        """How far each folder is."""
        return tuple(self._told.values())

    async def take(self, files: Files) -> list[Brought]:
        """Put the games of some files into the library."""
        read = await asyncio.to_thread(_read_all, files)
        new = await self._reach(self._store.add_all, [one for games, _ in read for one in games])
        return kept_of(files, read, new)

    def begin(self, folders: Sequence[Path]) -> None:
        """Read folders, one after the other, while other things go on."""
        if folders:
            task = asyncio.get_running_loop().create_task(self._all(folders))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    def close(self) -> None:
        """Leave the rest unread."""
        for task in self._tasks:
            task.cancel()

    async def _all(self, folders: Sequence[Path]) -> None:
        for folder in folders:
            await self._one(folder)

    async def _one(self, folder: Path) -> None:
        paths = await asyncio.to_thread(files_in, folder)
        told = messages.Folder(
            name=folder.resolve().name,
            done=0,
            of=len(paths),
            new=0,
            known=0,
            troubles=[],
            bad=0,
            over=False,
        )
        for at in range(0, len(paths), _TOGETHER):
            part = paths[at : at + _TOGETHER]
            files, bad = await asyncio.to_thread(_opened, folder, part)
            try:
                brought = [*await self.take(files), *bad]
            except GokanError as error:  # the disk is full: there is no point in going on
                told = _with(told, 0, [Brought(told.name, (), trouble=str(error))])
                break
            told = _with(told, len(part), brought)
            self._told[folder] = told
            self._changed(told)
        told = told.model_copy(update={"over": True})
        self._told[folder] = told
        self._changed(told)
        self._over(told)


def _with(told: messages.Folder, done: int, brought: Sequence[Brought]) -> messages.Folder:
    troubles = [one.trouble for one in brought if one.trouble]
    return told.model_copy(
        update={
            "done": told.done + done,
            "new": told.new + sum(one.new for one in brought),
            "known": told.known + sum(len(one.games) - one.new for one in brought),
            "bad": told.bad + len(troubles),
            "troubles": [*told.troubles, *troubles][-_TROUBLES:],
        }
    )


def _read_all(files: Files) -> list[tuple[Read, str]]:
    return [read_record(data, name) for name, data in files]


def _opened(folder: Path, paths: Sequence[Path]) -> tuple[list[tuple[str, bytes]], list[Brought]]:
    """The content of some files, and those that cannot be read."""
    files: list[tuple[str, bytes]] = []
    bad: list[Brought] = []
    for path in paths:
        name = f"{folder.resolve().name}/{path.relative_to(folder).as_posix()}"
        try:
            files.append((name, sgf.read_file(path)))
        except GokanError as error:
            bad.append(Brought(name, (), trouble=str(error)))
    return files, bad
