"""`gokan analysis`: KataGo's analysis engine, as its clients know it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from gokan.gtp.analysis.query import Settings


def analysis(
    config: Annotated[
        str | None,
        typer.Option(
            "-config",
            "--config",
            help="A KataGo configuration file; settings that apply here are used.",
        ),
    ] = None,
    model: Annotated[
        str | None,
        typer.Option("-model", "--model", help="Accepted but ignored: Gokan has its own network."),
    ] = None,
    human_model: Annotated[
        str | None,
        typer.Option("-human-model", "--human-model", help="Accepted but ignored."),
    ] = None,
    override: Annotated[
        str,
        typer.Option("-override-config", "--override-config", help="name=value,name=value"),
    ] = "",
    threads: Annotated[
        int,
        typer.Option(
            "-analysis-threads", "--analysis-threads", help="How many positions to analyse at once."
        ),
    ] = 0,
    leave: Annotated[
        bool,
        typer.Option(
            "-quit-without-waiting",
            "--quit-without-waiting",
            help="When the input ends, drop what is still queued.",
        ),
    ] = False,
    values: Annotated[str, typer.Option(help="What judges positions, such as network.")] = "",
    priors: Annotated[str, typer.Option(help="What suggests moves, such as own.")] = "",
    seed: Annotated[int, typer.Option(help="Seed for anything random.")] = 0,
) -> None:
    """Answer KataGo's JSON queries on stdin and stdout."""
    import json
    import sys

    from gokan.gtp.analysis.server import AnalysisServer
    from gokan.play.tree.evaluators import make_evaluator

    settings = _settings(config, override)
    if threads:
        settings = settings.changed("numAnalysisThreads", threads)
    for path in filter(None, (model, human_model)):
        sys.stderr.write(f"gokan: {path} is ignored; Gokan uses its own network.\n")

    def write(said: dict[str, Any]) -> None:
        sys.stdout.write(json.dumps(said, separators=(",", ":")) + "\n")
        sys.stdout.flush()

    evaluator = make_evaluator(values, priors, seed=seed)
    server = AnalysisServer(write, settings=settings, evaluator=evaluator, wait=not leave)
    sys.stderr.write("Started, ready to begin handling requests\n")
    sys.stderr.flush()
    server.serve(line.decode("utf-8", "replace") for line in sys.stdin.buffer)


def _settings(config: str | None, override: str) -> Settings:
    from pathlib import Path

    from gokan.gtp.analysis.query import Settings

    lines = override.split(",")
    if config is not None:
        lines = Path(config).read_text("utf-8", "replace").splitlines() + lines
    settings = Settings()
    for line in lines:
        name, equals, value = line.partition("#")[0].partition("=")
        if equals:
            settings = settings.changed(name.strip(), value.strip())
    return settings
