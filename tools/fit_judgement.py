"""Fit the weights of the judgements on lives and races; say how well they do on unseen games.

Labelled questions are GNU Go's tests of life and death and of races. First the evidence for each is
gathered with a fixed number of nodes and kept in a file; a run that was stopped goes on there. Then
logistic models are fitted to it. Folds keep all questions of one game record together, so the
figures printed, pass or fail of whole tests, verdict and move, are for games that the weights have
not seen. They stand beside GNU Go's own on the same tests, with a bootstrap over game records.

    python tools/fit_judgement.py evidence.jsonl            # gather what is missing, fit, report
    python tools/fit_judgement.py evidence.jsonl --write    # and write the weights

No data is part of the repository; `--data` or GOKAN_DATA names its folder.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import random
import re
import shutil
import subprocess
import tempfile
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from gokan.go import PASS, Color, Position
from gokan.gtp.engine import Engine
from gokan.reading.budget import Budget
from gokan.reading.judging.evidence import Evidence, gather_evidence
from gokan.reading.judging.judgement import Judgement, decide, features
from gokan.reading.judging.race_judgement import (
    RaceEvidence,
    decide_race,
    gather_race_evidence,
    race_features,
)
from gokan.reading.judging.weights import (
    LIFE_FEATURES,
    RACE_FEATURES,
    Weights,
    read_weights,
    write_weights,
)
from gokan.reading.life.status import group_of
from gokan.strength import expect

ROOT = Path(__file__).resolve().parent.parent
FOLDS = 10
RIDGE = 10.0
"""How strongly weights are drawn to zero, in questions."""
_SWAPPED = {0: 1, 1: 0, 2: 3, 3: 2}
_ASKED = {
    "life_death": (
        "owl_attack",
        "owl_defend",
        "owl_does_attack",
        "owl_does_defend",
        "dragon_status",
    ),
    "semeai": ("analyze_semeai",),
}


@dataclass(frozen=True, slots=True)
class Part:
    """One question to the judgement; a test of `dragon_status` has two."""

    position: Position
    target: tuple[int, ...]
    """Of a race a stone of each group."""
    mover: Color
    race: bool = False


@dataclass(frozen=True, slots=True)
class Test:
    """A test with the evidence for its parts."""

    data: dict[str, Any]
    position: Position
    evidence: tuple[Evidence | RaceEvidence, ...]

    @property
    def game(self) -> str:
        """The record that it is about."""
        return str(self.data["sgf"])

    @property
    def name(self) -> str:
        """Of the test."""
        return str(self.data["id"])


def main() -> None:
    """Gather, fit, report."""
    options = read_options()
    tests = list(gathered(options))
    for category in ("life_death", "semeai"):
        some = [t for t in tests if t.data["category"] == category]
        if some:
            report(category, some, asked_of_gnugo(some, options.evidence))
    if options.write:
        write_weights(fitted(tests))
        print("weights written")


def report(category: str, tests: list[Test], gnugo: dict[str, str]) -> None:
    """The figures of one kind of test."""
    told = crossed(tests)
    number = len(tests)
    ours = {t.name: passed(t, told[t.name]) for t in tests}
    hand = {t.name: passed(t, read_weights()) for t in tests}
    theirs = {t.name: _fits(t.data["expected"], gnugo[t.name]) for t in tests if t.name in gnugo}
    right = sum(verdict_right(t, told[t.name]) for t in tests)
    print(f"{category}: {number} tests of {len({t.game for t in tests})} games")
    print(f"  cross-validated            {sum(ours.values())}/{number}")
    print(f"    ... verdicts alone       {right}/{number}")
    print(f"  the weights in the file    {sum(hand.values())}/{number} (may have seen the games)")
    if len(theirs) == number:
        low, high = bootstrap(tests, ours, theirs)
        print(f"  GNU Go                     {sum(theirs.values())}/{number}")
        print(f"  margin over GNU Go, 95 %   {100 * low:+.1f} to {100 * high:+.1f} points")


def read_options() -> argparse.Namespace:
    """What the user asked for."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("evidence", type=Path, help="where evidence is kept")
    parser.add_argument("--nodes", type=int, default=300_000, help="for each question")
    parser.add_argument("--write", action="store_true", help="write the weights fitted to all")
    default = Path(os.environ.get("GOKAN_DATA", ROOT.parent / "shared" / "data"))
    parser.add_argument("--data", type=Path, default=default)
    return parser.parse_args()


# --- evidence ------------------------------------------------------------------------------------


def gathered(options: argparse.Namespace) -> Iterator[Test]:
    """The tests with their evidence, gathered now where it is not in the file."""
    known: dict[tuple[str, int], Evidence | RaceEvidence] = {}
    if options.evidence.exists():
        for line in options.evidence.read_text(encoding="utf-8").splitlines():
            kept = json.loads(line)
            if "evidence" not in kept:
                continue
            kind = Evidence if "read" in kept["evidence"] else RaceEvidence
            known[kept["id"], kept["part"]] = kind.from_dict(kept["evidence"])
    file = options.data / "gnugo_regression.jsonl"
    for line in file.read_text(encoding="utf-8").splitlines():
        data = json.loads(line)
        if data["command"].split()[0] not in _ASKED.get(data["category"], ()):
            continue
        parts = parts_of(data)
        for number, part in enumerate(parts):
            if (data["id"], number) not in known:
                found = _gather(part, options.nodes)
                known[data["id"], number] = found
                with options.evidence.open("a", encoding="utf-8") as sink:
                    kept = {"id": data["id"], "part": number, "evidence": found.to_dict()}
                    sink.write(json.dumps(kept) + "\n")
        evidence = tuple(known[data["id"], number] for number in range(len(parts)))
        if parts:
            yield Test(data, parts[0].position, evidence)


def _gather(part: Part, nodes: int) -> Evidence | RaceEvidence:
    if part.race:
        return gather_race_evidence(part.position, *part.target, budget=Budget(nodes=nodes))
    turned = part.position
    if turned.to_play != part.mover:
        turned = turned.setup(to_play=part.mover)
    expected = {one.move: one.chance for one in expect(turned).moves}
    budget = Budget(nodes=nodes)
    return gather_evidence(part.position, part.target, part.mover, budget=budget, expected=expected)


def parts_of(data: dict[str, Any]) -> list[Part]:
    """The questions of a test; the attack comes first."""
    engine = Engine(player="random", seed=1)
    with tempfile.NamedTemporaryFile("w", suffix=".sgf", encoding="utf-8") as file:
        file.write(data["sgf_text"])
        file.flush()
        until = f" {data['move']}" if data["move"] else ""
        for line in [f"loadsgf {file.name}{until}", *data["pre"]]:
            engine.respond(line)
    position = engine.game.position
    command, *words = data["command"].split()
    stone = position.point(words[-1])
    color = position.color_at(stone)
    if color == Color.EMPTY:
        return []
    if command == "analyze_semeai":
        return [Part(position, (position.point(words[0]), stone), color.opponent, race=True)]
    target = group_of(position, stone)
    if command == "dragon_status":
        return [Part(position, target, color.opponent), Part(position, target, color)]
    mover = color.opponent if "attack" in command else color
    if "does" in command:
        position = position.play(position.point(words[0]), mover)
        target = tuple(p for p in target if position.color_at(p) == color)
        mover = mover.opponent
    return [Part(position, target, mover)] if target else []


def asked_of_gnugo(tests: list[Test], file: Path) -> dict[str, str]:
    """What GNU Go says, asked now where that is not in the file; nothing where it is missing."""
    lines = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    known = {kept["id"]: kept["gnugo"] for kept in lines if "gnugo" in kept}
    program = shutil.which("gnugo") or shutil.which("gnugo", path="/usr/games")
    for test in tests if program else ():
        if test.name not in known:
            known[test.name] = _gnugo(str(program), test.data)
            with file.open("a", encoding="utf-8") as sink:
                sink.write(json.dumps({"id": test.name, "gnugo": known[test.name]}) + "\n")
    return known


def _gnugo(program: str, data: dict[str, Any]) -> str:
    with tempfile.NamedTemporaryFile("w", suffix=".sgf", encoding="utf-8") as file:
        file.write(data["sgf_text"])
        file.flush()
        until = f" {data['move']}" if data["move"] else ""
        asked = [f"loadsgf {file.name}{until}", *data["pre"], data["command"], "quit"]
        said = subprocess.run(
            [program, "--mode", "gtp"],
            input="\n".join(asked) + "\n",
            capture_output=True,
            text=True,
            check=False,
        ).stdout.split("\n\n")
    return said[len(data["pre"]) + 1].lstrip("=? ").strip()


# --- answers -------------------------------------------------------------------------------------


def passed(test: Test, weights: Weights) -> bool:
    """Whether the answer of the GTP command would fit the test's expression."""
    return _fits(test.data["expected"], answer(test, weights))


def _fits(expected: str, said: str) -> bool:
    fits = re.fullmatch(expected.removeprefix("!"), said) is not None
    return fits is not expected.startswith("!")


def answer(test: Test, weights: Weights) -> str:
    """What the GTP command would say."""
    one = test.evidence[0]
    if isinstance(one, RaceEvidence):
        told = decide_race(one, weights)
        move = "PASS" if told.move == PASS else test.position.vertex(told.move)
        return f"{told.save} {told.take} {move}"
    found = [decide(one, weights) for one in test.evidence if isinstance(one, Evidence)]
    command = test.data["command"].split()[0]
    if command == "dragon_status":
        attack, defence = found
        if attack.code in (0, 3):
            return "alive"
        if defence.code in (0, 3):
            return "dead"
        return f"critical {_vertex(test, attack)} {_vertex(test, defence)}"
    if "does" in command:
        return str(_SWAPPED[found[0].code])
    return "0" if found[0].code == 0 else f"{found[0].code} {_vertex(test, found[0])}"


def _vertex(test: Test, found: Judgement) -> str:
    move = found.move
    return "PASS" if move is None or move == PASS else test.position.vertex(move)


def verdict_right(test: Test, weights: Weights) -> bool:
    """Whether it fits apart from the move: yes for yes and no for no."""
    wanted = labels(test.data)
    said: list[bool] = []
    for one in test.evidence:
        if isinstance(one, RaceEvidence):
            told = decide_race(one, weights)
            said += [told.save > 0, told.take > 0]
        else:
            said.append(decide(one, weights).code > 0)
    return all(label in (None, yes) for label, yes in zip(wanted, said, strict=True))


def labels(data: dict[str, Any]) -> list[bool | None]:
    """Of each part whether the mover succeeds, as far as the test says so."""
    expected, command = data["expected"], data["command"].split()[0]
    if command == "dragon_status":
        attack = None if expected.startswith("!") else "alive" not in expected
        if "|" in expected.split()[0] or "(" in expected.split()[0]:
            attack = None
        return [attack, None if attack is None else "dead" not in expected]
    if command == "analyze_semeai":
        codes = re.match(r"([0-3]) ([0-3])(?: |$)", expected)
        return [None, None] if codes is None else [code != "0" for code in codes.groups()]
    if expected.startswith("!"):
        return [None]
    found = set(re.findall(r"(?<![A-Z0-9])[0-3](?![0-9])", expected))
    if not found or {"0"} < found:
        return [None]
    success = found != {"0"}
    return [success != ("does" in command)]


# --- fitting -------------------------------------------------------------------------------------


def crossed(tests: list[Test]) -> dict[str, Weights]:
    """For each test the weights fitted without its game."""
    games = sorted({t.game for t in tests})
    random.Random(1).shuffle(games)
    fold = {game: number % FOLDS for number, game in enumerate(games)}
    made = [fitted([t for t in tests if fold[t.game] != number]) for number in range(FOLDS)]
    return {t.name: made[fold[t.game]] for t in tests}


def fitted(tests: list[Test]) -> Weights:
    """The weights that fit these tests, one set for an attacking mover and one for a defending."""
    rows: dict[str, list[tuple[list[float], bool]]] = defaultdict(list)
    for test in tests:
        wanted = labels(test.data)
        one = test.evidence[0]
        if isinstance(one, RaceEvidence):
            for name, code, label in zip(
                ("save", "take"), (one.save, one.take), wanted, strict=True
            ):
                if code is None and label is not None:
                    rows[name].append((race_features(one), label))
            continue
        for one, label in zip(test.evidence, wanted, strict=True):
            if isinstance(one, Evidence) and label is not None and not one.read.proved:
                rows["attack" if one.attacks else "defend"].append((features(one), label))
    kept = read_weights()

    def side(name: str, names: tuple[str, ...], old: Mapping[str, float]) -> Mapping[str, float]:
        if not rows[name]:
            return old
        made = dict(zip(names, logistic(rows[name]), strict=True))
        if "network" in made:  # nobody handed one in, so it is believed as it is
            made["network"] = old["network"]
        return made

    return Weights(
        attack=side("attack", LIFE_FEATURES, kept.attack),
        defend=side("defend", LIFE_FEATURES, kept.defend),
        save=side("save", RACE_FEATURES, kept.save),
        take=side("take", RACE_FEATURES, kept.take),
        moves=kept.moves,
    )


def logistic(rows: list[tuple[list[float], bool]]) -> list[float]:
    """Weights of a logistic regression with a ridge, by Newton's method."""
    import numpy as np

    x = np.array([row for row, _ in rows])
    y = np.array([label for _, label in rows], dtype=float)
    weights = np.zeros(x.shape[1])
    ridge = RIDGE * np.eye(x.shape[1])
    for _ in range(30):
        p = 1 / (1 + np.exp(-np.clip(x @ weights, -30, 30)))
        slope = x.T @ (y - p) - ridge @ weights
        curve = (x * (p * (1 - p))[:, None]).T @ x + ridge
        step = np.linalg.solve(curve, slope)
        weights += step
        if float(np.abs(step).max()) < 1e-9:
            break
    return [round(float(w), 3) for w in weights]


def bootstrap(
    tests: list[Test], ours: dict[str, bool], theirs: dict[str, bool], *, rounds: int = 4000
) -> tuple[float, float]:
    """The middle 95 % of the difference in passed tests, games drawn with replacement."""
    games: dict[str, list[str]] = defaultdict(list)
    for test in tests:
        games[test.game].append(test.name)
    counts = [
        (sum(ours[i] for i in ids) - sum(theirs[i] for i in ids), len(ids))
        for ids in games.values()
    ]
    dice = random.Random(2)
    found = []
    for _ in range(rounds):
        drawn = dice.choices(counts, k=len(counts))
        found.append(sum(d for d, _ in drawn) / sum(n for _, n in drawn))
    found.sort()
    return found[math.floor(0.025 * rounds)], found[math.floor(0.975 * rounds)]


if __name__ == "__main__":
    main()
