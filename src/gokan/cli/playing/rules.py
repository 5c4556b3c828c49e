"""`gokan rules`: the rule sets and how they differ."""

from __future__ import annotations

from typing import Annotated

import typer


def rules(
    json: Annotated[bool, typer.Option("--json", help="Machine-readable.")] = False,
    names: Annotated[bool, typer.Option("--names", help="Only the names.")] = False,
) -> None:
    """List the rule sets."""
    from gokan.go import RULE_SETS

    if json:
        from json import dumps

        typer.echo(dumps({"rules": [rule.to_dict() for rule in RULE_SETS.values()]}, indent=2))
        return
    if names:
        typer.echo("\n".join(RULE_SETS))
        return
    row = "{:16} {:12} {:8} {:10} {:>5} {:5} {}"
    typer.echo(row.format("name", "ko", "suicide", "scoring", "komi", "tax", "handicap bonus"))
    for rule in RULE_SETS.values():
        typer.echo(
            row.format(
                rule.name,
                rule.ko,
                "yes" if rule.suicide else "no",
                rule.scoring,
                f"{rule.komi:g}",
                rule.tax,
                rule.handicap_bonus,
            )
        )
