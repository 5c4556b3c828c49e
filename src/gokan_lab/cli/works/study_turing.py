"""`gokan study turing`: whose move is it, a person's or a program's?"""

from __future__ import annotations

import json as json_format
from typing import Annotated

import typer


def turing(
    file: Annotated[
        str, typer.Argument(help="Games to take positions from, or the .json that the page saved.")
    ],
    output: Annotated[str, typer.Option(help="Where to write the page.")] = "turing.html",
    program: Annotated[str, typer.Option(help="The player to tell apart from a person.")] = "ets",
    count: Annotated[int, typer.Option(help="How many positions.")] = 20,
    seed: Annotated[int, typer.Option(help="Another seed picks other positions.")] = 0,
    json: Annotated[bool, typer.Option("--json", help="Machine-readable.")] = False,
) -> None:
    """Can you tell a program's move from a professional's? A page to try it, and the score."""
    from pathlib import Path

    from gokan.files import write_whole
    from gokan.pages import fill
    from gokan_lab.study.turing import judge, make_test

    if file.endswith(".json"):
        verdict = judge(file)
        typer.echo(json_format.dumps(verdict.to_dict()) if json else verdict.explain())
        return
    test = make_test(file, program=program, count=count, seed=seed)
    if json:
        typer.echo(json_format.dumps(test.to_dict()))
        return
    write_whole(Path(output), fill("turing", test.to_dict(), title="Whose move is it?").encode())
    typer.echo(
        f"{len(test.questions)} positions; in {test.agreed} of {test.asked} drawn {program} chose"
        " what was played."
    )
    typer.echo(
        f"Open {output} in a browser, answer, save, and give the saved file to this command."
    )
