"""Reviews in files: written now and then while they are made, so that nothing is lost."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gokan.errors import GokanError, InvalidInput
from gokan.files import read_json, write_whole
from gokan.stopping import stopping

if TYPE_CHECKING:
    from gokan.explain.reviews.answer import Review
    from gokan.explain.reviews.reviewing import Progress
    from gokan.explain.reviews.times import Times
    from gokan.go import Game

__all__ = ["read_review", "review_folder", "review_one"]

_SAYING = "stopping; writing what is known so far"


def review_one(
    game: Game,
    name: str,
    folder: Path | None,
    *,
    resume: bool,
    problems: bool,
    stopped: Callable[[], bool] | None = None,
    **options: Any,
) -> Review:
    """Review a game; where there is a folder, into its files NAME.review.html, .sgf and .json."""
    from gokan.explain.reviews.ledger import keep_review, kept_review
    from gokan.explain.reviews.reviewing import review
    from gokan.explain.reviews.times import Times

    old = _old(folder, name) if resume and folder is not None else None
    if folder is not None:
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise InvalidInput(f"Cannot make the folder {folder}: {error.strerror}.") from None

    told = False

    def save(answer: Review) -> None:
        nonlocal told
        if folder is not None:
            _write(game, answer, folder, name, problems=problems)
            if not told and not answer.complete:
                page = folder / f"{name}.review.html"
                show.say(f"a first page with the score of every move is ready: {page}")
            told = True

    name_kept = _kept_as(game, old, **options)
    known = kept_review(name_kept) if name_kept is not None else None
    if known is not None:
        save(known)
        print(
            f"gokan: {name}: reviewed before, so quoted; --no-cache reviews anew", file=sys.stderr
        )
        return known
    times = Times()
    heard = stopping(_SAYING) if stopped is None else nullcontext(stopped)
    with heard as stop, _progress(name) as show:
        answer = review(
            game,
            progress=show,
            checkpoint=save,
            stop=stop,
            resume=old,
            times=times,
            **options,
        )
        save(answer)
        show.say(_spent(times))
    if name_kept is not None:
        keep_review(answer, name_kept)
    return answer


def _kept_as(game: Game, old: Review | None, **options: Any) -> str | None:
    """Under which name the review is kept, where it may be: not with --no-cache, and not where an
    earlier one is continued, which has what was found then.
    """
    from gokan.explain.reviews.reviewing import kept_as

    if options.get("store") is None or old is not None:
        return None
    return kept_as(game, **{key: value for key, value in options.items() if key != "store"})


def review_folder(
    source: Path, folder: Path, *, resume: bool, problems: bool, **options: Any
) -> bool:
    """Review every record of a folder, with an index page over all; False where stopped."""
    from json import dumps

    from gokan import pages
    from gokan.cli.records import mention_others, read_game
    from gokan.explain.reviews import page as review_page
    from gokan.explain.reviews.reviewing import continues

    records = sorted(path for path in source.iterdir() if _is_record(path))
    below = _below(source)
    if not records:
        more = f"; folders below it have {below}" if below else ""
        raise InvalidInput(f"There is no game record (.sgf) in {source}{more}.")
    if below:
        print(
            f"gokan: records in folders below {source} are left out ({below}); "
            "review each folder by itself",
            file=sys.stderr,
        )
    made: list[tuple[str, Review]] = []
    failed: dict[str, str] = {}
    with stopping(_SAYING) as stopped:
        for path in records:
            try:
                game, games = read_game(str(path), salvage=True)
                mention_others(path.name, 1, games)
                if not len(game):
                    raise InvalidInput("There are no moves to review.")
                old = _old(folder, path.stem) if resume else None
                asked = {name: value for name, value in options.items() if name != "store"}
                fits = old is not None and continues(old, game, **asked)
                if old is not None and not fits:
                    print(
                        f"gokan: {path.name}: the earlier review is of another record, or was "
                        "made with other options; starting over",
                        file=sys.stderr,
                    )
                if old is not None and fits and old.complete:
                    answer = old
                else:
                    answer = review_one(
                        game,
                        path.stem,
                        folder,
                        resume=fits,
                        problems=problems,
                        stopped=stopped,
                        **options,
                    )
                made.append((f"{path.stem}.review.html", answer))
            except GokanError as error:
                failed[path.name] = str(error)
                print(f"gokan: {path.name} left out: {error}", file=sys.stderr)
            if stopped():
                break
    data = {**review_page.index(made), "failed": failed, "records": len(records)}
    write_whole(folder / "index.html", pages.fill("reviews", data, title="Reviews").encode())
    write_whole(folder / "index.json", (dumps(data, ensure_ascii=False) + "\n").encode())
    print(f"{len(made)} of {len(records)} games reviewed; see {folder / 'index.html'}")
    return not stopped()


def _is_record(path: Path) -> bool:
    """Whether a file is a game record, and not one that a review has written."""
    ours = path.name.endswith((".review.sgf", ".problems.sgf"))
    return path.suffix.lower() == ".sgf" and not ours and path.is_file()


def _below(source: Path) -> int:
    """How many records there are in folders below one, which are not reviewed with it."""
    return sum(_is_record(path) for path in source.rglob("*") if path.parent != source)


def _write(game: Game, answer: Review, folder: Path, name: str, *, problems: bool) -> None:
    from json import dumps

    from gokan.explain.reviews import page as review_page
    from gokan.explain.reviews import sgf as review_sgf

    write_whole(
        folder / f"{name}.review.json",
        (dumps(answer.to_dict(), ensure_ascii=False) + "\n").encode(),
    )
    write_whole(folder / f"{name}.review.html", review_page.page(answer).encode())
    write_whole(folder / f"{name}.review.sgf", review_sgf.annotate(game, answer).to_sgf())
    if problems:
        found = review_sgf.problems(game, answer)
        if found:
            write_whole(folder / f"{name}.problems.sgf", found)


def read_review(path: Path) -> Review:
    """A review that was written as JSON; a sentence where it is none."""
    from gokan.explain.reviews.answer import Review

    try:
        return Review.from_dict(read_json(path.read_text("utf-8")))
    except OSError as error:
        raise InvalidInput(f"Cannot read {path}: {error.strerror}.") from None
    except (KeyError, TypeError, ValueError) as error:
        raise InvalidInput(f"{path} is not a review that Gokan wrote: {error}.") from None


def _old(folder: Path | None, name: str) -> Review | None:
    """The review that was written before, if there is one that can be read."""
    from gokan.explain.reviews.answer import Review

    if folder is None:
        return None
    path = folder / f"{name}.review.json"
    try:
        return Review.from_dict(read_json(path.read_text("utf-8")))
    except FileNotFoundError:
        return None
    except (OSError, KeyError, TypeError, ValueError) as error:
        raise InvalidInput(
            f"{path} cannot be continued: {error}; run it without --resume."
        ) from None


class _Progress:
    """Reports on stderr: one line that changes on a terminal, else a line for each stage."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.begin: float | None = None
        self.stage = ""
        self.terminal = sys.stderr.isatty()

    def __call__(self, now: Progress) -> None:
        if self.begin is None:  # what came before is the same for long and short games
            self.begin, self.share = time.monotonic(), now.share
        spent, done = time.monotonic() - self.begin, now.share - self.share
        rest = f"; about {_time(spent / done * (1 - now.share))} left" if done > _ENOUGH else ""
        if self.terminal:
            line = f"{self.name}: {now.stage}, {now.done} of {now.of}{rest}"
            print(f"\r\x1b[K{line}", end="", file=sys.stderr, flush=True)
        elif now.stage != self.stage:
            print(f"{self.name}: {now.stage}{rest}", file=sys.stderr, flush=True)
        self.stage = now.stage

    def say(self, text: str) -> None:
        """A line that stays."""
        start = "\r\x1b[K" if self.terminal else ""
        print(f"{start}{self.name}: {text}", file=sys.stderr, flush=True)


@contextmanager
def _progress(name: str) -> Iterator[_Progress]:
    show = _Progress(name)
    yield show
    if show.terminal and show.stage:
        print("\r\x1b[K", end="", file=sys.stderr, flush=True)


def _spent(times: Times) -> str:
    """Where the processor time went."""
    parts = ", ".join(f"{name} {times.of(part):.1f}" for part, name in _PARTS.items())
    close, total = times.on_close_up, times.total
    return (
        f"{total:.1f} s of processor time ({parts}); {close:.1f} of them, "
        f"{100 * close / max(total, 1e-9):.0f} %, on the {len(times.close_up)} moves looked at most"
        " closely"
    )


_PARTS = {
    "glance": "every move at a glance",
    "ledger": "every position searched",
    "think": "long searches",
    "tell": "reasons",
    "groups": "groups",
}
_ENOUGH = 0.01
"""Of the work must be done before the rest is guessed."""


def _time(seconds: float) -> str:
    if seconds < 100:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min"
