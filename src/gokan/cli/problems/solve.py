"""`gokan solve`: life and death, one problem or a whole collection."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated, Any

import typer

from gokan.cli.options import Cluster, Theme, Variation
from gokan.cli.problems.asking import (
    FORMATS,
    Limit,
    expectation,
    make_problem,
    may_ask,
    read_position,
    report,
    write_answer,
)
from gokan.cli.problems.collections import find_collection
from gokan.cli.problems.interrupt import ended_at_once
from gokan.cli.writing import check_theme, ending_of, tell
from gokan.errors import InvalidInput

if TYPE_CHECKING:
    from gokan.goals.telling import Why
    from gokan.reading.budget import Budget
    from gokan.reading.life.solution import Solution
    from gokan.reading.problem import Problem

TACTICS = ("capture", "escape", "connect", "cut", "race")


def solve(
    source: Annotated[
        str,
        typer.Argument(
            metavar="PROBLEM",
            help="A record (SGF), a text diagram, a folder, a .jsonl, or - for stdin.",
        ),
    ],
    move: Annotated[
        int | None, typer.Option(help="In a game: after this many moves; the start if omitted.")
    ] = None,
    variation: Variation = None,
    game: Annotated[
        int | None, typer.Option(help="Which game of a file with several; all if omitted.")
    ] = None,
    first: Annotated[
        str | None, typer.Option("--to-play", "--first", help="Who moves: B or W.")
    ] = None,
    target: Annotated[
        str | None, typer.Option(help="A stone of the target, or several: C3,E1.")
    ] = None,
    goal: Annotated[
        str | None,
        typer.Option(help="live or kill; or capture, escape, connect, cut or race."),
    ] = None,
    effort: Annotated[
        str | None,
        typer.Option(help="Count each problem in nodes: quick, usual, deep, or a number of them."),
    ] = None,
    time: Annotated[
        float | None,
        typer.Option(help="Seconds for each problem; 10 where no --effort is named."),
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="One line of JSON per problem.")] = False,
    output: Annotated[
        str | None,
        typer.Option(
            help="Also write the board with the answer beside it: .svg, .png or .html; "
            "for a collection .html, or .jsonl, which is appended to."
        ),
    ] = None,
    sgf: Annotated[
        str | None,
        typer.Option(
            help="Also write the answer with its variations as SGF; for a collection, to a folder."
        ),
    ] = None,
    proof: Annotated[str | None, typer.Option(help="Write the proof to this file.")] = None,
    why: Annotated[
        bool,
        typer.Option(
            "--why", help="Tell the solution in terms of goals, following a checked proof."
        ),
    ] = False,
    network: Annotated[
        bool,
        typer.Option(
            help="Let the network say what to read first. It changes how long that takes, never "
            "what is proved."
        ),
    ] = True,
    theme: Theme = "light",
    jobs: Annotated[int, typer.Option(help="For a collection: processes; 0 for one per core.")] = 0,
    cluster: Cluster = None,
) -> None:
    """Solve life-and-death problems: the status, every winning first move, a proof."""
    files = {"sgf": sgf, "proof": proof, "output": output}
    limit = Limit.chosen(time, effort)
    _check(goal, jobs, files, {"target": target, "to-play": first})
    check_theme(theme)
    records, data = find_collection(source) if game is None else (None, None)
    if records is not None:
        one = {"move": move, "variation": variation, "to-play": first, "target": target}
        for name, given in {**one, "proof": proof, "why": why or None}.items():
            if given is not None:
                raise InvalidInput(f"--{name} is for one problem, and {source} is a collection.")
        if goal in TACTICS:
            raise InvalidInput(f"--goal {goal} is for one position, and {source} is a collection.")
        from gokan.cli.problems.solve_batch import Task, run_batch

        page = output is not None and output.lower().endswith(".html")
        task = Task(limit, goal, sgf is not None, page, "auto", network)
        run_batch(records, task, output=output, json=json, sgf=sgf, jobs=jobs, cluster=cluster)
        return
    kind = ending_of(output, FORMATS) if output is not None else ""
    position = read_position(source, move, variation, game or 1, data)
    if first is not None:
        from gokan.go import Color

        position = position.setup(to_play=Color.parse(first))
    if goal in TACTICS:
        from gokan.cli.problems.solve_tactics import run_tactics

        for name, value in (("to-play", first), ("sgf", sgf), ("why", "yes" if why else None)):
            if value is not None:
                raise InvalidInput(f"--{name} does not go with --goal {goal}.")
        run_tactics(
            position, goal, target, limit.budget, json=json, proof=proof, output=output, theme=theme
        )
        return
    problem = make_problem(position, target, goal, limit, id=source)
    with ended_at_once():
        answer = _watched(problem, limit.left_of(problem), network=network)
        from gokan.assess.problems import headline

        told = headline(answer, limit.assessing, network=may_ask(position, network=network))
    if sgf is not None:
        from gokan.reading.life.answer_sgf import to_game

        to_game(answer).save(sgf)
    if output is not None:
        write_answer(told, kind, output, theme)
    if json:
        from json import dumps

        said = {"why": _in_goals_json(answer, limit.budget)} if why else {}
        typer.echo(dumps(told.to_dict() | said))
    else:
        tell([*report(told), *(in_goals(answer, limit.budget) if why else [])])
    if proof is not None:
        from gokan.cli.problems.solve_tactics import save_proof

        save_proof(answer, proof)


def _check(
    goal: str | None,
    jobs: int,
    files: dict[str, str | None],
    values: dict[str, str | None],
) -> None:
    """Refuse options that cannot be meant."""
    if goal not in (None, "live", "kill", *TACTICS):
        raise InvalidInput(
            f"--goal is {goal!r} but must be live or kill, or one of {', '.join(TACTICS)}."
        )
    if jobs < 0:
        raise InvalidInput("--jobs must be 0 or more.")
    for name, value in (files | values).items():
        if value is not None and not value.strip(", "):
            raise InvalidInput(
                f"--{name} needs {'the name of a file' if name in files else 'a value'}."
            )


def in_goals(answer: Solution, budget: Budget) -> list[str]:
    """The solution told in goals; without a proof there is nothing to tell, and that is said."""
    told = _told(answer, budget)
    return (
        [f"(Cannot be told in goals: {told})"]
        if isinstance(told, str)
        else told.explain().splitlines()
    )


def _in_goals_json(answer: Solution, budget: Budget) -> dict[str, Any]:
    told = _told(answer, budget)
    return {"sentences": [], "missing": told} if isinstance(told, str) else told.to_dict()


def _told(answer: Solution, budget: Budget) -> Why | str:
    """The solution in goals, or why it cannot be told."""
    from gokan.goals.telling import why
    from gokan.reading.proof.write import NoProof

    try:
        return why(answer, budget=budget)
    except NoProof as error:
        return str(error)


def _watched(problem: Problem, budget: Budget, *, network: bool) -> Solution:
    """Solve; on a terminal, a long solve shows how time goes by."""
    from gokan.reading.life.solve import solve

    expected = expectation(problem.position, network=network)
    if not sys.stderr.isatty():
        return solve(problem, budget=budget, details=True, expected=expected)
    import threading
    import time

    done = threading.Event()

    def watch() -> None:
        begun = time.monotonic()
        shown = False
        while not done.wait(1.0):
            shown = True
            most = "" if budget.seconds is None else f" of {budget.seconds:.0f}"
            sys.stderr.write(f"\rreading, {time.monotonic() - begun:.0f}{most} s ")
            sys.stderr.flush()
        if shown:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()

    watcher = threading.Thread(target=watch, daemon=True)
    watcher.start()
    try:
        return solve(problem, budget=budget, details=True, expected=expected)
    finally:
        done.set()
        watcher.join()
