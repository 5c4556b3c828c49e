"""`gokan solve`: life and death, one problem or a whole collection."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from gokan.errors import GokanError, InvalidInput

if TYPE_CHECKING:
    from gokan.go import Position
    from gokan.reading.problem import Goal, Problem


def solve(
    source: Annotated[
        str,
        typer.Argument(
            metavar="PROBLEM", help="An SGF, a text diagram, a folder, a .jsonl, or - for stdin."
        ),
    ],
    first: Annotated[str | None, typer.Option(help="Who moves: B or W.")] = None,
    target: Annotated[
        str | None, typer.Option(help="A stone of the target, or several: C3,E1.")
    ] = None,
    goal: Annotated[str | None, typer.Option(help="live or kill.")] = None,
    time: Annotated[float, typer.Option(help="Seconds for each problem.")] = 10.0,
    json: Annotated[bool, typer.Option("--json", help="One line of JSON per problem.")] = False,
    proof: Annotated[str | None, typer.Option(help="Write the proof to this file.")] = None,
    output: Annotated[
        str | None, typer.Option(help="Of a batch: add lines here, skip what is there already.")
    ] = None,
    jobs: Annotated[int, typer.Option(help="Of a batch: processes; 0 is one per core.")] = 0,
) -> None:
    """Solve life-and-death problems: the status, every winning first move, a proof."""
    if goal not in (None, "live", "kill"):
        raise InvalidInput(f"--goal is {goal!r} but must be live or kill.")
    if time <= 0:
        raise InvalidInput("--time must be more than 0 seconds.")
    path = Path(source)
    if source != "-" and (path.is_dir() or path.suffix == ".jsonl"):
        _batch(path, time, output, jobs or os.cpu_count() or 1)
        return
    from gokan.reading.life import solve

    problem = _problem(source, first, target, goal)  # type: ignore[arg-type]
    answer = solve(problem, seconds=time)
    if json:
        from json import dumps

        typer.echo(dumps(answer.to_dict()))
    else:
        typer.echo(answer.explain())
        if problem.how != "given":
            typer.echo(f"({problem.how})")
    if proof is not None:
        from gokan.reading.proof import write_proof

        lines = write_proof(answer)
        Path(proof).write_text("\n".join(lines) + "\n", encoding="utf-8")


def _problem(source: str, first: str | None, target: str | None, goal: Goal | None) -> Problem:
    from gokan.go import Color
    from gokan.reading.problem import Problem

    position = _position(source)
    if first is not None:
        position = position.setup(to_play=Color.parse(first))
    points = [position.point(word) for word in (target or "").split(",") if word]
    return Problem.make(position, target=points, goal=goal, id=source)


def _position(source: str) -> Position:
    from gokan.cli.show import _read
    from gokan.go import Position

    if source == "-":
        text = sys.stdin.read()
        if text.lstrip().startswith("("):
            from gokan.go.game import Game

            return Game.parse(text).position(0)
        return Position.from_diagram(text)
    if not Path(source).is_file():
        raise InvalidInput(f"There is no problem {source}; give a file, a folder or -.")
    if source.endswith(".txt"):
        return Position.from_diagram(Path(source).read_text(encoding="utf-8"))
    game, _ = _read(source, 1)
    return game.position(0)


# --- batches -----------------------------------------------------------------------------------


def _batch(path: Path, seconds: float, output: str | None, jobs: int) -> None:
    from concurrent.futures import ProcessPoolExecutor
    from json import dumps, loads

    done: set[str] = set()
    if output is not None and Path(output).exists():
        for line in Path(output).read_text(encoding="utf-8").splitlines():
            try:
                done.add(loads(line)["id"])
            except (ValueError, KeyError):
                continue  # a line cut short by an interruption
    work = [record for record in _records(path) if record["id"] not in done]
    sink = open(output, "a", encoding="utf-8") if output else sys.stdout  # noqa: SIM115, PTH123
    try:
        with ProcessPoolExecutor(max_workers=jobs) as pool:
            for count, answer in enumerate(
                pool.map(_solve_record, work, [seconds] * len(work)), start=1
            ):
                sink.write(dumps(answer) + "\n")
                sink.flush()
                if count % 10 == 0 or count == len(work):
                    sys.stderr.write(f"\r{count} of {len(work)} problems")
                    sys.stderr.flush()
        sys.stderr.write("\n")
    finally:
        if output:
            sink.close()


def _records(path: Path) -> Iterator[dict[str, Any]]:
    from json import loads

    if path.is_dir():
        for file in sorted(path.rglob("*.sgf")):
            yield {"id": str(file), "file": str(file)}
        return
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        if not line.strip():
            continue
        try:
            record = loads(line)
            record.setdefault("id", f"{path}:{number}")
        except (ValueError, AttributeError):
            raise InvalidInput(f"{path} line {number} is not a JSON object.") from None
        yield record


def _solve_record(record: dict[str, Any], seconds: float) -> dict[str, Any]:
    from gokan.reading.life import solve
    from gokan.reading.problem import Problem

    try:
        if "file" in record:
            problem = _problem(record["file"], None, None, None)
        else:
            problem = Problem.from_record(record)
        return {**solve(problem, seconds=seconds).to_dict(), "id": record["id"]}
    except GokanError as error:
        return {"id": record["id"], "result": "unknown", "error": str(error)}
