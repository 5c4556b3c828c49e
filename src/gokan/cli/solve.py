"""`gokan solve`: life and death, one problem or a whole collection."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from gokan.cli.interrupt import ended_at_once
from gokan.errors import InvalidInput

if TYPE_CHECKING:
    from gokan.go import Position
    from gokan.reading.life.solve import Solution
    from gokan.reading.problem import Goal, Problem

TACTICS = ("capture", "escape", "connect", "cut", "race")
FOR_TARGET = 0.5
"""Of the time at most, to guess the target."""
_LONGEST_TEXT = 1 << 20


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
    goal: Annotated[
        str | None,
        typer.Option(help="live or kill; or capture, escape, connect, cut or race."),
    ] = None,
    time: Annotated[float, typer.Option(help="Seconds for each problem.")] = 10.0,
    json: Annotated[bool, typer.Option("--json", help="One line of JSON per problem.")] = False,
    sgf: Annotated[
        str | None, typer.Option(help="Write the answer with its variations to this SGF file.")
    ] = None,
    proof: Annotated[str | None, typer.Option(help="Write the proof to this file.")] = None,
    output: Annotated[
        str | None, typer.Option(help="Of a batch: add lines here, skip what is there already.")
    ] = None,
    jobs: Annotated[int, typer.Option(help="Of a batch: processes; 0 is one per core.")] = 0,
) -> None:
    """Solve life-and-death problems: the status, every winning first move, a proof."""
    if goal not in (None, "live", "kill", *TACTICS):
        raise InvalidInput(
            f"--goal is {goal!r} but must be live or kill, or one of {', '.join(TACTICS)}."
        )
    if not 0 < time < 1e6:
        raise InvalidInput("--time must be more than 0 seconds (and less than a million).")
    for name, value in (("sgf", sgf), ("proof", proof), ("output", output)):
        if value == "":
            raise InvalidInput(f"--{name} needs the name of a file.")
    path = Path(source)
    if source != "-" and (path.is_dir() or path.suffix == ".jsonl"):
        from gokan.cli.solve_batch import run_batch

        for name, value in (("first", first), ("target", target), ("sgf", sgf), ("proof", proof)):
            if value is not None:
                raise InvalidInput(f"--{name} is for one problem, and {source} is a collection.")
        if goal in TACTICS:
            raise InvalidInput(f"--goal {goal} is for one position, and {source} is a collection.")
        run_batch(path, goal, time, output, jobs)
        return
    if goal in TACTICS:
        from gokan.cli.solve_tactics import run_tactics

        for name, value in (("first", first), ("sgf", sgf)):
            if value is not None:
                raise InvalidInput(f"--{name} does not go with --goal {goal}.")
        run_tactics(read_position(source), goal, target, time, json, proof)
        return
    problem = read_problem(source, first, target, goal, time)  # type: ignore[arg-type]
    with ended_at_once():
        answer = _watched(problem, left_of(time, problem))
    if sgf is not None:
        from gokan.reading.life.answer_sgf import to_game

        to_game(answer).save(sgf)
    if json:
        from json import dumps

        typer.echo(dumps(answer.to_dict()))
    else:
        typer.echo("\n".join(report(answer)))
    if proof is not None:
        from gokan.cli.solve_tactics import save_proof

        save_proof(answer, proof)


def report(answer: Solution) -> list[str]:
    """The answer for a person: a sentence, the main line, the refutations."""

    def name(move: int) -> str:
        return "elsewhere" if move < 0 else answer.problem.position.vertex(move)

    lines = [answer.explain()]
    if answer.pv:
        lines.append("  line: " + " ".join(name(p) for p in answer.pv))
    for refutation in answer.refutations:
        reply = " ".join(name(p) for p in refutation.line) or "needs no answer"
        lines.append(f"  {name(refutation.move)} fails ({refutation.grade}): {reply}")
    if answer.undecided_moves:
        open_ = [p for p in answer.undecided_moves if p >= 0]
        lines += ["  not settled: " + " ".join(map(name, open_))] if open_ else []
    if answer.problem.how != "given":
        lines.append(f"({answer.problem.how})")
    return lines


def _watched(problem: Problem, seconds: float) -> Solution:
    """Solve; on a terminal, a long solve shows how time goes by."""
    from gokan.reading.life.solve import solve

    if not sys.stderr.isatty():
        return solve(problem, seconds=seconds)
    import threading
    import time

    done = threading.Event()

    def watch() -> None:
        begun = time.monotonic()
        shown = False
        while not done.wait(1.0):
            shown = True
            sys.stderr.write(f"\rreading, {time.monotonic() - begun:.0f} of {seconds:.0f} s ")
            sys.stderr.flush()
        if shown:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()

    watcher = threading.Thread(target=watch, daemon=True)
    watcher.start()
    try:
        return solve(problem, seconds=seconds)
    finally:
        done.set()
        watcher.join()


def left_of(seconds: float, problem: Problem) -> float:
    """What is left of the time for a problem once its target was guessed."""
    return max(seconds - problem.spent, 0.01 * seconds)


def read_problem(
    source: str, first: str | None, target: str | None, goal: Goal | None, seconds: float
) -> Problem:
    """The problem in a file or on stdin, with what the options say. It has so many seconds."""
    from gokan.go import Color
    from gokan.reading.budget import Budget
    from gokan.reading.problem import Problem

    position = read_position(source)
    if first is not None:
        position = position.setup(to_play=Color.parse(first))
    points = [position.point(word.strip()) for word in (target or "").split(",") if word.strip()]
    most = Budget(seconds=FOR_TARGET * seconds)
    return Problem.make(position, target=points, goal=goal, id=source, budget=most)


def read_position(source: str) -> Position:
    """The position in a file or on stdin."""
    from gokan.cli.show import _read
    from gokan.go import Position

    if source == "-":
        text = sys.stdin.read(_LONGEST_TEXT + 1)
        if len(text) > _LONGEST_TEXT:
            raise InvalidInput("The problem on stdin is longer than a problem can be.")
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
