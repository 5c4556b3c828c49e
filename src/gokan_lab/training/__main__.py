"""`python -m gokan_lab.training GAMES …`: train without the command line of Gokan."""

from __future__ import annotations

import argparse
from dataclasses import fields
from typing import Any

from gokan_lab.training.ablation import ablate, compared
from gokan_lab.training.loop import Plan, train


def main() -> None:
    """Every field of `Plan` is an option."""
    parser = argparse.ArgumentParser(description="Train the whole-board network.")
    for field in fields(Plan):
        kind: Any = {"str": str, "int": int, "float": float, "bool": int}[str(field.type)]
        required = field.name in {"games", "output"}
        default = None if required else ("" if field.name == "validation" else field.default)
        parser.add_argument(f"--{field.name}", type=kind, required=required, default=default)
    parser.add_argument("--ablate", default="", help="senses to leave out in turn, with commas")
    parser.add_argument("--together", type=int, default=1, help="networks trained at once")
    parser.add_argument("--seeds", type=int, default=2, help="networks of each kind")
    options = vars(parser.parse_args())
    senses = [sense for sense in options.pop("ablate").split(",") if sense]
    together, seeds = options.pop("together"), options.pop("seeds")
    plan = Plan(**options)
    if senses:
        for row in compared(ablate(plan, senses, seeds=seeds, together=together)):
            print(row)
    else:
        train(plan)


if __name__ == "__main__":
    main()
