"""`gokan status`: every group of a position, alive or dead."""

from __future__ import annotations

import sys
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, Any

import typer

from gokan.cli.options import (
    Effort,
    File,
    GameNumber,
    MoveNumber,
    Theme,
    Variation,
    check_seconds,
    chosen_effort,
)
from gokan.cli.records import find, read_game
from gokan.cli.writing import as_json, check_theme, ending_of, tell, write, write_beside

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gokan.assess.assessor import Survey
    from gokan.assess.groups import Assessed
    from gokan.assessment import GroupAssessment
    from gokan.go import Position
    from gokan.reading.life.status import Status

    Shown = tuple[Status, GroupAssessment]

_NAMED = 3  # moves, and stones between which a group is joined


def status(
    file: File,
    move: MoveNumber = None,
    variation: Variation = None,
    game: GameNumber = 1,
    effort: Effort = "usual",
    time: Annotated[
        float | None,
        typer.Option(help="Stop after so many seconds; the answer then depends on the clock."),
    ] = None,
    network: Annotated[
        bool, typer.Option(help="Ask the network where reading has no answer.")
    ] = True,
    json: Annotated[bool, typer.Option("--json", help="Print JSON only.")] = False,
    output: Annotated[
        str | None,
        typer.Option(help="Also write the board with the words beside it: .svg, .png or .html."),
    ] = None,
    theme: Theme = "light",
    proof: Annotated[
        str | None, typer.Option(help="Write a proof of each group that was read into this folder.")
    ] = None,
) -> None:
    """Say of every group on the board whether it is alive."""
    from json import dumps

    from gokan.assess.assessor import survey

    limit = chosen_effort(effort)
    if time is not None:
        check_seconds(time)
    kind = ending_of(output, ("text", "svg", "png", "html", "json")) if output is not None else ""
    check_theme(theme)
    _, position = find(read_game(file, game)[0], move, variation)
    ownership = _expected(position) if network else None
    seen = survey(position, limit, ownership, seconds=time, details=True, progress=_progress)
    found = [(shown(one), one.group) for one in seen.groups]
    if json:
        typer.echo(dumps(_to_dict(seen, found)))
    else:
        tell(line for one in _urgent_first(found) for line in report(*one))
        if not found:
            typer.echo("There is no stone on this board.")
    if not seen.complete:
        print("gokan: the time was over; groups read last got less of it.", file=sys.stderr)
    if output is not None:
        _write(seen, found, kind, output, theme)
    for answer, _ in found:
        if proof is not None and answer.read:
            _write_proof(answer, proof)


def shown(one: Assessed) -> Status:
    """The reading of a group under the word that the assessment has for it."""
    from gokan.certainty import Certainty

    group, read = one.group, one.reading
    if group.kills is not None:
        return replace(read, word="part of the killing")
    if group.certainty is Certainty.LEARNED:
        return replace(read, word="unknown", learned=group.chance)
    word = _AS_READ.get(group.word, group.word)
    return read if read.word == word else replace(read, word=word)


_AS_READ: dict[str, Any] = {"seki": "alive in seki", "open": "unknown"}


def _to_dict(seen: Survey, found: Sequence[Shown]) -> dict[str, Any]:
    """Stable JSON; `grade` and `status` are the former names of `certainty` and `word`."""
    groups = []
    for answer, group in found:
        told = group.to_dict(seen.board.position)
        sure = str(group.certainty)
        groups.append(
            {
                **answer.to_dict(),
                **{key: told[key] for key in ("word", "certainty", "chance", "evidence")},
                "grade": "unknown" if answer.word == "unknown" else sure,
                "proved": group.certainty.absolute,
            }
        )
    board = seen.board.to_dict()
    return {key: board[key] for key in ("effort", "nodes")} | {
        "complete": seen.complete,
        "groups": groups,
    }


def _write(seen: Survey, found: Sequence[Shown], kind: str, output: str, theme: str) -> None:
    """The board with every group on it, beside the words."""
    from functools import partial

    from gokan.reading.life.pictures import draw_groups

    lines = [line for one in _urgent_first(found) for line in report(*one)]
    if kind == "json":
        write(as_json(_to_dict(seen, found)) + "\n", output)
    elif kind == "text":
        write("\n".join(lines) + "\n", output)
    else:
        draw = partial(draw_groups, seen.board.position, [answer for answer, _ in found])
        write_beside(draw, "Every group on the board", lines, kind, output, theme)


def _urgent_first(found: Sequence[Shown]) -> list[Shown]:
    """Groups that hang on the move, then what is open, dead, and alive; the larger before."""
    words = ("unsettled", "ko", "open", "dead")

    def rank(one: Shown) -> tuple[int, int]:
        word = one[1].word
        return words.index(word) if word in words else len(words), -len(one[1].stones)

    return sorted(found, key=rank)


def _expected(position: Position) -> Sequence[float] | None:
    """The owner of each point by the network, from all sides; nothing where there is none."""
    from gokan import intuition
    from gokan.assess.assessor import forecast

    if lacking := intuition.missing():
        print(f"gokan: {lacking} So groups that reading leaves open get no word.", file=sys.stderr)
        return None
    return forecast(position)


def _progress(done: int, total: int) -> None:
    if sys.stderr.isatty():
        print(f"\r{done} of {total} stones", end="" if done < total else "\n", file=sys.stderr)


_UNKNOWN = {
    "budget": "not settled in time",
    "open edge": "there is too much open space around it",
    "trials": "readings and trial games disagree",
    "contradicted": "the defence that was read is refuted",
}


def _first(answer: Status, group: GroupAssessment | None, what: str) -> str:
    """The first moves of a side by name; beside a word that is proved, one that was read says so.
    The assessment names them where there is one.
    """
    position = answer.defence.problem.position
    solution = answer.defence if what == "defence" else answer.attack
    if group is None:
        moves = answer.defences if what == "defence" else answer.attacks
        read = [answer.proved and solution.grade_of(p) != "proved" for p in moves]
        ko = bool(solution.ko)
    else:
        found = group.defence if what == "defence" else group.attack
        moves = tuple(one.move for one in found)
        read = [group.certainty.absolute and not one.certainty.absolute for one in found]
        ko = any(one.ko for one in found)
    named = [
        position.vertex(p) + (" (read)" if doubt else "")
        for p, doubt in zip(moves[:_NAMED], read, strict=False)
    ]
    return " ".join(named) + (" (ko)" if ko and named else "")


def report(answer: Status, group: GroupAssessment | None = None) -> list[str]:
    """One group for a person: a line, what was judged, and what the rules say where that is
    something else. The assessment says how its word is known; without one the reading does.
    """
    position = answer.defence.problem.position
    owner, enemy = (str(c).capitalize() for c in (answer.color, answer.color.opponent))
    grade = answer.grade if group is None else str(group.certainty)
    if answer.word == "unknown":
        grade = _UNKNOWN.get(answer.why, "not settled")
    name = position.vertex(answer.target[0])
    word = f"{answer.likely}, learned" if answer.likely else f"{answer.word}, {grade}"
    stones = "1 stone" if len(answer.target) == 1 else f"{len(answer.target)} stones"
    text = f"{owner} {name} ({stones}): {word}"
    for what in ("defence", "attack"):
        if first := _first(answer, group, what):
            text += f"; {what} {first}"
    killed = None if answer.kills is None else answer.kills.target[0]
    killed = killed if group is None else group.kills
    if killed is not None:
        text += f"; it kills {position.vertex(killed)}"
    elif answer.may_ignore:
        text += f"; {'two attacks' if answer.may_ignore == 2 else 'one attack'} may be ignored"
    lines = [text]
    lines += [f"  {reason}" for reason in answer.judged]
    lines += [
        f"  {mover} first: {solution.ko.explain(mover, other)}"
        for solution, mover, other in (
            (answer.defence, owner, enemy),
            (answer.attack, enemy, owner),
        )
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
