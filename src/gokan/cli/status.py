"""`gokan status`: every group of a position, alive or dead."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gokan.go import Position
    from gokan.reading.life.status import Status

_NAMED = 3  # moves, and stones between which a group is joined


def status(
    file: Annotated[
        str, typer.Argument(metavar="FILE", help="A game record (SGF), or - for stdin.")
    ],
    move: Annotated[
        int | None, typer.Option(help="After this many moves; 0 is the start. Last if left out.")
    ] = None,
    time: Annotated[float, typer.Option(help="Seconds for all groups together.")] = 5.0,
    network: Annotated[
        bool, typer.Option(help="Let the network speak where reading has no word.")
    ] = True,
    json: Annotated[bool, typer.Option("--json", help="Machine output only.")] = False,
    proof: Annotated[
        str | None, typer.Option(help="Write a proof for each group that was read to this folder.")
    ] = None,
) -> None:
    """Say of every group on the board whether it lives."""
    from json import dumps

    from gokan.cli.show import _read
    from gokan.errors import InvalidInput
    from gokan.reading.life.status import statuses

    if not 0 < time < 1e6:
        raise InvalidInput("--time must be more than 0 seconds (and less than a million).")
    game, _ = _read(file, 1)
    position = game.position(move)
    ownership = _expected(position) if network else None
    found = statuses(position, seconds=time, progress=_progress, ownership=ownership)
    if json:
        typer.echo(dumps({"groups": [answer.to_dict() for answer in found]}))
    else:
        for answer in found:
            for line in report(answer):
                typer.echo(line)
    for answer in found:
        if proof is not None and answer.read:
            _write_proof(answer, proof)


def _expected(position: Position) -> Sequence[float] | None:
    """The owner of each point by the network, from all sides; nothing where there is none."""
    from gokan import intuition
    from gokan.errors import GokanError

    if not intuition.available():
        return None
    try:
        return intuition.judge(position, ways=range(8)).ownership
    except GokanError:  # a board it does not look at
        return None


def _progress(done: int, total: int) -> None:
    if sys.stderr.isatty():
        print(f"\r{done} of {total} groups", end="" if done < total else "\n", file=sys.stderr)


_UNKNOWN = {
    "budget": "not settled in time",
    "open edge": "too much lies open around it",
    "trials": "readings and trial games disagree",
    "contradicted": "what was read to save it does not",
}


def report(answer: Status) -> list[str]:
    """One group for a person: a line, what was judged, and what the rules say where that is
    something else.
    """
    position = answer.defence.problem.position
    grade = _UNKNOWN.get(answer.why, "not settled") if answer.word == "unknown" else answer.grade
    name = position.vertex(answer.target[0])
    word = f"{answer.likely}, not proved" if answer.likely else f"{answer.word}, {grade}"
    text = f"{answer.color} {name} ({len(answer.target)}): {word}"
    for what, moves in (("defence", answer.defences), ("attack", answer.attacks)):
        solution = answer.defence if what == "defence" else answer.attack
        if moves:
            first = " ".join(position.vertex(p) for p in moves[:_NAMED])
            text += f"; {what} {first}" + (" (ko)" if solution.ko else "")
    if answer.kills is not None:
        text += f"; it kills {position.vertex(answer.kills.target[0])}"
    elif answer.may_ignore:
        text += f"; {'two attacks' if answer.may_ignore == 2 else 'one attack'} may be ignored"
    lines = [text]
    lines += [f"  judged: {reason}" for reason in answer.judged]
    lines += [
        f"  {what}: {solution.ko.explain('the first', 'the second')}"
        for what, solution in (("defence", answer.defence), ("attack", answer.attack))
        if solution.ko
    ]
    if answer.by_rule:
        lines.append(f"  {answer.by_rule.why}")
    return lines


def _write_proof(answer: Status, folder: str) -> None:
    from pathlib import Path

    from gokan.files import write_whole
    from gokan.reading.proof.write import NoProof, prove_status

    position = answer.defence.problem.position
    try:
        lines = prove_status(answer)
    except NoProof:  # one of the two readings came to no end
        return
    Path(folder).mkdir(parents=True, exist_ok=True)
    name = f"{answer.color}-{position.vertex(answer.target[0])}.proof"
    write_whole(Path(folder) / name, ("\n".join(lines) + "\n").encode())
