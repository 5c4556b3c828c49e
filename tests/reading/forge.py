"""Forges proofs: for each rule of the checker a file that only a checker without it accepts.

    python -m tests.reading.forge

adds to `forged_proofs.jsonl` what is missing there. Claims about random small positions are proved
under the rules of the checker that is to be deceived, by going through all states; and true proofs
are spoilt in small ways until the one accepts what the other rejects.
"""

from __future__ import annotations

import json
import random
import sys
from pathlib import Path

from .forge_build import REAL, Lines, build, worth
from .forge_by_hand import by_hand
from .forge_claims import GOALS_OF, claim, directed
from .forge_races import about_races, forged_race
from .forge_spoil import spoil, true_files
from .mutants import modules_without, rules

FILE = Path(__file__).with_name("forged_proofs.jsonl")


def forge(rule: str, base: list[Lines], tries: int) -> Lines | None:
    """A file that deceives a checker without this rule; the smallest of a few."""
    modules = modules_without(rule)
    known = forged_race(modules, rule) if about_races(rule) else by_hand(rule)
    if known is not None and worth(modules, known) > worth(REAL, known):
        return known
    if about_races(rule):
        return None
    about_bundles = rules()[rule] == "bundle"
    base = [lines for lines in base if ("claim" in lines[0]) == about_bundles] or base
    rng = random.Random(rule)
    best: Lines | None = None
    left = tries
    while left > 0:
        left -= 1
        if not about_bundles and rng.random() < (1.0 if rule in GOALS_OF else 0.5):
            head = directed(rng, rule) if rule in GOALS_OF else claim(rng)
            lines = build(modules, head, rule)
            if lines is None:
                continue
        else:
            lines = spoil(rng, rng.choice(base))
        if best is not None and len(lines) >= len(best):
            continue
        there = worth(modules, lines)
        if there > 0 and there > worth(REAL, lines) >= 0:
            best = lines
            left = min(left, 20)
    return best


def main() -> None:
    """Writes the file again; names as arguments forge only those rules anew."""
    found: dict[str, Lines] = {}
    if FILE.exists():
        for line in FILE.read_text("utf-8").splitlines():
            entry = json.loads(line)
            found[entry["rule"]] = entry["lines"]
    first = ("edge", "smothered", "strong blocks bear", "number of a ko")  # take longest
    named = sys.argv[1:] or [rule for rule in reversed(rules()) if rule not in found]
    named.sort(key=lambda rule: rule in first)
    base = true_files()
    print(f"{len(base)} true files", flush=True)
    for rule in named:
        lines = forge(rule, base, 1500)
        print(f"{rule}: {'nothing' if lines is None else f'{len(lines)} lines'}", flush=True)
        if lines is not None:
            found[rule] = lines
            text = [json.dumps({"rule": r, "lines": found[r]}) for r in rules() if r in found]
            FILE.write_text("\n".join(text) + "\n", "utf-8")


if __name__ == "__main__":
    main()
