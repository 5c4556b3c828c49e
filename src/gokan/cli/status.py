"""`gokan status`: every group of a position, alive or dead."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from gokan.reading.groups import Status


def status(
    file: Annotated[
        str, typer.Argument(metavar="FILE", help="A game record (SGF), or - for stdin.")
    ],
    move: Annotated[
        int | None, typer.Option(help="After this many moves; 0 is the start. Last if left out.")
    ] = None,
    time: Annotated[float, typer.Option(help="Seconds for each group.")] = 2.0,
    json: Annotated[bool, typer.Option("--json", help="Machine output only.")] = False,
    proof: Annotated[
        str | None, typer.Option(help="Write a proof for each settled group into this folder.")
    ] = None,
) -> None:
    """Say of every group on the board whether it lives."""
    from json import dumps

    from gokan.cli.show import _read
    from gokan.errors import InvalidInput
    from gokan.reading.groups import status as read_status

    if not 0 < time < 1e6:
        raise InvalidInput("--time must be more than 0 seconds (and less than a million).")
    game, _ = _read(file, 1)
    position = game.position(move)
    found: list[Status] = []
    seen: set[int] = set()
    for block in position.blocks():
        if block.stones[0] in seen:
            continue
        answer = read_status(position, block.stones[0], seconds=time)
        seen.update(answer.target)
        found.append(answer)
        if not json:
            for line in report(answer):
                typer.echo(line)
        if proof is not None and answer.word != "unknown":
            _write_proof(answer, proof)
    if json:
        typer.echo(dumps({"groups": [answer.to_dict() for answer in found]}))


def report(answer: Status) -> list[str]:
    """One group for a person: a line, and what the rules say where that is something else."""
    position = answer.defence.problem.position
    grade = "proved" if answer.proved else "read"
    if answer.word == "unknown":
        grade = "not settled in time"
    name = position.vertex(answer.target[0])
    text = f"{answer.color} {name} ({len(answer.target)}): {answer.word}, {grade}"
    moves = {"defence": answer.defence, "attack": answer.attack}
    if answer.word in ("unsettled", "ko"):
        for what, solution in moves.items():
            good = solution.winning_moves or solution.ko_moves
            first = [position.vertex(p) for p in good[:3]]
            if first:
                text += f"; {what} {' '.join(first)}" + (" (ko)" if solution.ko else "")
    if answer.may_ignore:
        text += f"; {'two attacks' if answer.may_ignore == 2 else 'one attack'} may be ignored"
    lines = [text]
    lines += [
        f"  {what}: {solution.ko.explain('the first', 'the second')}"
        for what, solution in moves.items()
        if solution.ko
    ]
    if answer.by_rule:
        lines.append(f"  {answer.by_rule.why}")
    return lines


def _write_proof(answer: Status, folder: str) -> None:
    from pathlib import Path

    from gokan.files import write_whole
    from gokan.reading.proof import prove_status

    position = answer.defence.problem.position
    Path(folder).mkdir(parents=True, exist_ok=True)
    name = f"{answer.color}-{position.vertex(answer.target[0])}.proof"
    write_whole(Path(folder) / name, ("\n".join(prove_status(answer)) + "\n").encode())
