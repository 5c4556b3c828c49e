"""`gokan solve --goal capture|escape|connect|cut|race`: questions of tactics on the whole board."""

from __future__ import annotations

from typing import TYPE_CHECKING

import typer

from gokan.cli.problems.interrupt import ended_at_once
from gokan.errors import InvalidInput

if TYPE_CHECKING:
    from gokan.go import Position
    from gokan.reading import Capture, Connection, Race, Solution
    from gokan.reading.budget import Budget

_STONES = {"capture": (1, 2), "escape": (1, 2), "connect": (2,), "cut": (2,), "race": (2,)}

_TITLES = {
    "capture": "Can it be captured?",
    "escape": "Can it be saved?",
    "connect": "Can they be connected?",
    "cut": "Can they be cut?",
    "race": "Who wins the race?",
}


def run_tactics(
    position: Position,
    goal: str,
    target: str | None,
    budget: Budget,
    *,
    json: bool = False,
    proof: str | None = None,
    output: str | None = None,
    theme: str = "light",
) -> None:
    """Answer the question, print it, and write its picture and its proof if that is wanted."""
    from gokan.cli.problems.asking import FORMATS
    from gokan.cli.writing import as_json, ending_of, tell, write, write_beside

    kind = ending_of(output, FORMATS) if output is not None else ""
    with ended_at_once():
        answer = _ask(position, goal, target, budget)
    lines = [answer.explain()]
    if getattr(answer, "line", ()):
        played = (position.vertex(p) if p >= 0 else "elsewhere" for p in answer.line)  # type: ignore[union-attr]
        lines.append("  line: " + " ".join(played))
    if json:
        from json import dumps

        typer.echo(dumps(answer.to_dict()))
    else:
        tell(lines)
    if kind == "json":
        write(as_json(answer.to_dict()) + "\n", output)
    elif kind == "text":
        write("\n".join(lines) + "\n", output)
    elif kind:
        write_beside(answer.draw, _TITLES[goal], lines, kind, output, theme)
    if proof is not None:
        save_proof(answer, proof)


def save_proof(answer: Solution | Capture | Connection | Race, path: str) -> None:
    """Write the proof of an answer, and say what in it is judged.

    It may take long, or fail, so the answer is printed before.
    """
    from gokan.files import write_whole
    from gokan.reading.check.bundle import check_file
    from gokan.reading.proof.write import prove

    with ended_at_once():
        lines = prove(answer)
        write_whole(path, ("\n".join(lines) + "\n").encode())
        checked = check_file(lines)
    if checked.verdict == "judged":
        typer.echo(f"gokan: the proof in {path} is {checked.text}.", err=True)


def _ask(
    position: Position, goal: str, target: str | None, budget: Budget
) -> Capture | Connection | Race:
    from gokan.go import PASS
    from gokan.reading import capture, connect, cut, escape, race

    points = [position.point(word.strip()) for word in (target or "").split(",") if word.strip()]
    if len(points) not in _STONES[goal]:
        number = " or ".join(map(str, _STONES[goal]))
        raise InvalidInput(f"--goal {goal} needs --target with {number} points, such as C3,E1.")
    stones = [p for p in points if p != PASS and position.board[p]]
    if len(stones) == 2 and stones[1] in position.block(stones[0]).stones:
        raise InvalidInput(f"--goal {goal} needs two blocks, and both points lie in one.")
    if goal == "race":
        return race(position, *points, budget=budget)
    first, *more = points
    other = more[0] if more else None
    if goal == "capture":
        return capture(position, first, either=other, budget=budget)
    if goal == "escape":
        return escape(position, first, both=other, budget=budget)
    ask = connect if goal == "connect" else cut
    return ask(position, *points, budget=budget)
