"""The command line. Each command is a thin file; this one finds it and turns errors into sentences.

A command is listed in `COMMANDS` and imported only when it is called. `gokan gtp` does not even
load the command-line library, because boards and tournament programs start it many times; nor does
`gokan --version`.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from gokan.errors import GokanError

if TYPE_CHECKING:
    import typer

__all__ = ["COMMANDS", "main", "run"]

COMMANDS: dict[str, str] = {
    # name: module with a function of the same name (a trailing underscore avoids Python's words)
    "show": "gokan.cli.games.show",
    "look": "gokan.cli.games.look",
    "serve": "gokan.cli.playing.serve",
    "play": "gokan.cli.playing.play",
    "review": "gokan.cli.games.review",
    "gtp": "gokan.cli.playing.gtp",
    "analysis": "gokan.cli.playing.analysis",
    "match": "gokan.cli.playing.match",
    "study": "gokan_lab.cli.study",
    "train": "gokan_lab.cli.train",
    "solve": "gokan.cli.problems.solve",
    "check": "gokan.cli.problems.check",
    "status": "gokan.cli.games.status",
    "sheet": "gokan.cli.problems.sheet",
    "explain": "gokan.cli.games.explain",
    "goals": "gokan.cli.research.goals",
    "logic": "gokan.cli.research.logic",
    "knowledge": "gokan.cli.research.knowledge",
    "shape": "gokan.cli.research.shape",
    "rules": "gokan.cli.playing.rules",
    "players": "gokan.cli.playing.players",
}

_GROUPS = {
    "The workbench": ("serve",),
    "A game": ("review", "explain", "status", "look", "show"),
    "Problems": ("solve", "check", "sheet"),
    "Play, and other programs": ("play", "gtp", "analysis", "match", "players", "rules"),
}
"""The commands as the help shows them; those that are not here come under `_OTHERS`."""
_OTHERS = "Research"

_INTERRUPTED = 130
_NOBODY_READS = 141


def main() -> None:
    """The program: exits with 0, or 2 after one sentence on stderr."""
    _replace_closed_streams()
    status = run(sys.argv[1:])
    if status == _INTERRUPTED:  # whoever presses Ctrl-C twice means the same
        import signal

        signal.signal(signal.SIGINT, signal.SIG_IGN)
    sys.exit(status)


def run(arguments: Sequence[str]) -> int:
    """Run one command line and give its exit status.

    >>> run(["rules", "--names"])  # doctest: +ELLIPSIS
    tromp-taylor
    chinese
    ...
    0
    """
    try:
        status = _dispatch(list(arguments))
        sys.stdout.flush()
    except GokanError as error:
        return _complain(str(error))
    except KeyboardInterrupt:
        return _INTERRUPTED
    except BrokenPipeError:
        _forget_stdout()
        return _NOBODY_READS
    except OSError as error:
        return _complain(_os_sentence(error))
    return status


def _dispatch(arguments: list[str]) -> int:
    if arguments == ["--version"]:
        sys.stdout.write(_version())
        return 0
    if arguments[:1] == ["gtp"]:
        options = _plain_gtp_options(arguments[1:])
        if options is not None:
            from gokan.gtp.start import start

            start(**options)
            return 0
    return _with_typer(arguments)


def _version() -> str:
    from gokan.version import __version__

    return f"gokan {__version__}\n"


def _with_typer(arguments: list[str]) -> int:
    import typer
    from typer.main import get_command

    app = _app(arguments[0] if arguments else "")
    try:
        status = get_command(app).main(
            args=arguments or ["--help"], prog_name="gokan", standalone_mode=False
        )
    except typer.Abort:
        return _INTERRUPTED
    except typer.Exit as leave:
        return int(leave.exit_code)
    except SystemExit:
        # The library leaves this way only when nobody reads its output any more.
        raise BrokenPipeError from None
    except Exception as error:
        # A wrong option. The library's error classes have moved between versions.
        message = getattr(error, "format_message", None)
        if message is None:
            raise
        text = _plainly(str(message()))
        if not text:  # a group of commands without a command: its help has been shown
            return 2
        about = f" {arguments[0]}" if arguments and arguments[0] in COMMANDS else ""
        return _complain(f"{text} Try 'gokan{about} --help'.")
    if not arguments and sys.stdout.isatty():
        print("To sit down and play, try moves and have games reviewed: gokan serve")
    return status if isinstance(status, int) else 0


def _plainly(message: str) -> str:
    """What the library says about a wrong option, in our words.

    >>> _plainly("Invalid value for '--move': Input should be a valid integer, unable to parse")
    "Invalid value for '--move': it must be a whole number."
    """
    text = " ".join(message.split())
    text = re.sub(r"Input should be a valid integer.*", "it must be a whole number", text)
    text = re.sub(r"Input should be a valid number.*", "it must be a number", text)
    return text if not text or text.endswith((".", "?")) else f"{text}."


def _app(wanted: str) -> typer.Typer:
    """The application, with the wanted command only where its name is known."""
    import importlib

    import typer

    app = typer.Typer(
        name="gokan",
        help="Gokan: an explainable Go engine and analysis workbench.",
        no_args_is_help=True,
        pretty_exceptions_enable=False,
        context_settings={"help_option_names": ["-h", "--help"]},
    )

    def show_version(asked: bool) -> None:
        if asked:
            typer.echo(_version(), nl=False)
            raise typer.Exit

    @app.callback()
    def options(
        version: bool = typer.Option(
            False,
            "--version",
            callback=show_version,
            is_eager=True,
            help="Show the version and exit.",
        ),
    ) -> None:
        """Gokan: an explainable Go engine and analysis workbench."""

    panels = {name: panel for panel, names in _GROUPS.items() for name in names}
    ordered = [*panels, *(name for name in COMMANDS if name not in panels)]
    for name in [wanted] if wanted in COMMANDS else ordered:
        panel = panels.get(name, _OTHERS)
        module = importlib.import_module(COMMANDS[name])
        command = getattr(module, name)
        if isinstance(command, typer.Typer):
            app.add_typer(command, name=name, rich_help_panel=panel)
        else:
            app.command(name, rich_help_panel=panel)(command)
    return app


_GTP_OPTIONS: dict[str, Any] = {
    "--player": str,
    "--size": int,
    "--rules": str,
    "--komi": float,
    "--seed": int,
    "--oracle": str,
}


def _plain_gtp_options(words: list[str]) -> dict[str, Any] | None:
    """The options of `gokan gtp`; None where the careful reader should look at them instead.

    >>> _plain_gtp_options(["--player", "random:seed=1", "--size=9"])
    {'player': 'random:seed=1', 'size': 9}
    >>> _plain_gtp_options(["--help"]) is None
    True
    """
    options: dict[str, Any] = {}
    rest: list[str] = []
    for word in words:
        rest += word.split("=", 1) if word.startswith("--") else [word]
    if len(rest) % 2:
        return None
    for name, value in zip(rest[::2], rest[1::2], strict=True):
        if name not in _GTP_OPTIONS:
            return None
        try:
            options[name[2:]] = _GTP_OPTIONS[name](value)
        except ValueError:
            return None
    return options


def _replace_closed_streams() -> None:
    """A stream that was closed before we started is None: nothing comes from it or goes to it.

    Writing to such a stdout is an error with a sentence, as for other programs.
    """
    for name, mode, access in (
        ("stdin", "r", os.O_RDONLY),
        ("stdout", "w", os.O_RDONLY),
        ("stderr", "w", os.O_WRONLY),
    ):
        if getattr(sys, name) is None:
            setattr(sys, name, os.fdopen(os.open(os.devnull, access), mode))


def _complain(sentence: str) -> int:
    try:
        sys.stdout.flush()
    except OSError:  # stdout is what the complaint is about
        _forget_stdout()
    sentence = sentence.strip()
    if not sentence.endswith((".", "!", "?")):
        sentence += "."
    sys.stderr.write(f"gokan: {sentence}\n")
    return 2


def _os_sentence(error: OSError) -> str:
    what = f"{error.filename}: " if error.filename else ""
    return f"{what}{error.strerror or error}"


def _forget_stdout() -> None:
    """Python flushes stdout at exit; give it somewhere harmless to go."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
