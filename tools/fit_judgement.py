"""Fit the weights of the judgements on lives and races; say how well they do on unseen games.

Labelled questions are GNU Go's tests of life and death and of races. First the evidence for each is
gathered with a fixed number of nodes and kept in a file; a run that was stopped goes on there. Then
models are fitted to it: logistic ones for the verdicts, and choices between moves (conditional
logistic ones), each with and without a network. Folds keep all questions of one game record
together, so the figures printed, pass or fail of whole tests, verdict and move, are for games that
the weights have not seen. They stand beside GNU Go's own on the same tests, with a bootstrap over
game records. Captures and connections have no weights; their tests are asked as they are.

    python tools/fit_judgement.py evidence.jsonl            # gather what is missing, fit, report
    python tools/fit_judgement.py evidence.jsonl --write    # and write the weights
    python tools/fit_judgement.py evidence.jsonl --also longer.jsonl
                # learn from evidence gathered with another budget, too, so that weights fit both

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
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any
from unittest import mock

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from gokan.assess.choices import choices
from gokan.go import PASS, Color, Position
from gokan.gtp.commands import tactics
from gokan.gtp.engine import Engine
from gokan.reading.budget import Budget
from gokan.reading.deciding.evidence import UNASKED, Evidence
from gokan.reading.deciding.lives import Judgement, decide, features, ko_features, move_features
from gokan.reading.deciding.races import (
    RaceEvidence,
    certain_codes,
    decide_race,
    race_features,
    race_move_features,
)
from gokan.reading.groups.gathering import group_of
from gokan.reading.judging.race_judgement import gather_race_evidence
from gokan.reading.judging.witnesses import gather_evidence
from gokan.reading.weights import (
    KO_FEATURES,
    LIFE_FEATURES,
    MOVE_FEATURES,
    RACE_FEATURES,
    RACE_MOVE_FEATURES,
    Weights,
    read_weights,
    write_weights,
)
from gokan.strength import expect
from tools.newton import choice, logistic

ROOT = Path(__file__).resolve().parent.parent
FOLDS = 10
RIDGES = {"ko": 1.0, "life": 10.0, "moves": 10.0, "race": 1.0, "race_moves": 10.0}
"""How strongly weights are drawn to zero, in questions."""
NETWORK = {
    "policy",
    "denied",
    "race-policy",
    "race-denied",
}
"""What only a network knows."""
TACTICS = ("reading", "connection")
_TWIN = " by side"
_SWAPPED = {0: 1, 1: 0, 2: 3, 3: 2}
_WORD = re.compile(r"\([^)]*\)|\S+")
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

    def without_network(self) -> Test:
        """The same evidence as where there is no network."""
        left = tuple(replace(one, policy={}, denied={}) for one in self.evidence)
        return replace(self, evidence=left)


def main() -> None:
    """Gather, fit, report."""
    options = read_options()
    tests = list(gathered(options))
    again = [test for file in options.also for test in with_evidence(tests, _evidence(file))]
    for category in ("life_death", "semeai"):
        some, more = ([t for t in ts if t.data["category"] == category] for ts in (tests, again))
        if some:
            report(category, some, more, asked_of_gnugo(some, options.evidence))
    for category in TACTICS:
        report_tactics(category, options)
    if options.write:
        write_weights(fitted([*tests, *again]))
        print("weights written")


def report(category: str, tests: list[Test], again: list[Test], gnugo: dict[str, str]) -> None:
    """The figures of one kind of test, `again` with evidence of other budgets."""
    number = len(tests)
    print(f"{category}: {number} tests of {len({t.game for t in tests})} games")
    theirs = {t.name: _fits(t.data["expected"], gnugo[t.name]) for t in tests if t.name in gnugo}
    if len(theirs) == number:
        print(f"  GNU Go                     {sum(theirs.values())}/{number}")
    for network in (False, True):
        seen = [t if network else t.without_network() for t in tests]
        more = [t if network else t.without_network() for t in again]
        told = crossed([*seen, *more])
        ours = {t.name: passed(t, told[t.name]) for t in seen}
        right = sum(verdict_right(t, told[t.name]) for t in seen)
        print(f"  with{'' if network else 'out'} a network, cross-validated")
        print(f"    passed                   {sum(ours.values())}/{number}")
        print(f"    ... verdicts alone       {right}/{number}")
        _margins(seen, ours, theirs)
        if more:
            other = {t.name: passed(t, told[t.name]) for t in more}
            print(f"    passed with other budgets {sum(other.values())}/{number}")
            _margins(more, other, theirs)
    apart = [t for t in tests if refuted(t)]
    print(f"  expected answers that a proof of ours refutes: {len(apart)}")
    print("   ", " ".join(t.name for t in apart))
    if apart:
        left = [t for t in seen if not refuted(t)]
        print(f"    passed of the others     {sum(ours[t.name] for t in left)}/{len(left)}")
        _margins(left, ours, theirs)


def report_tactics(category: str, options: argparse.Namespace) -> None:
    """Captures or connections, asked as over GTP."""
    lines = (options.data / "gnugo_regression.jsonl").read_text(encoding="utf-8").splitlines()
    rows = [data for data in map(json.loads, lines) if data["category"] == category]
    tests = [Test(data, Position.empty(), ()) for data in rows]
    said = _kept(options.evidence, "said")
    for test in tests:
        if test.name not in said:
            said[test.name] = _asked(test.data, options.nodes)
            _keep(options.evidence, {"id": test.name, "said": said[test.name]})
    gnugo = asked_of_gnugo(tests, options.evidence)
    ours = {t.name: _fits(t.data["expected"], said[t.name]) for t in tests}
    theirs = {t.name: _fits(t.data["expected"], gnugo[t.name]) for t in tests if t.name in gnugo}
    print(f"{category}: {len(tests)} tests of {len({t.game for t in tests})} games")
    print(f"  GNU Go                     {sum(theirs.values())}/{len(tests)}")
    print(f"  passed                     {sum(ours.values())}/{len(tests)}")
    _margins(tests, ours, theirs)


def _asked(data: dict[str, Any], nodes: int) -> str:
    """What the GTP command answers within so many nodes."""
    engine = loaded(data)
    with mock.patch.object(tactics, "reading_budget", return_value=Budget(nodes=nodes)):
        return engine.respond(data["command"]).lstrip("=? ").strip()


def _margins(tests: list[Test], ours: dict[str, bool], theirs: dict[str, bool]) -> None:
    if all(t.name in theirs for t in tests):
        low, high = bootstrap(tests, ours, theirs)
        print(f"    margin over GNU Go, 95 % {100 * low:+.1f} to {100 * high:+.1f} points")


def refuted(test: Test) -> bool:
    """Whether a proof says otherwise than the test about a verdict."""
    wanted = labels(test.data)
    said = [one.read for one in test.evidence if isinstance(one, Evidence)]
    for one in test.evidence:
        if isinstance(one, RaceEvidence):
            said = [one.life, one.death if wanted[0] else UNASKED]
    return any(
        one.proved and label is not None and (one.code != 0) != label
        for one, label in zip(said, wanted, strict=False)
    )


def read_options() -> argparse.Namespace:
    """What the user asked for."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("evidence", type=Path, help="where evidence is kept")
    parser.add_argument("--nodes", type=int, default=1_500_000, help="for each question")
    parser.add_argument(
        "--also", type=Path, nargs="*", default=[], help="evidence of the same, other budgets"
    )
    parser.add_argument("--write", action="store_true", help="write the weights fitted to all")
    default = Path(os.environ.get("GOKAN_DATA", ROOT.parent / "shared" / "data"))
    parser.add_argument("--data", type=Path, default=default)
    return parser.parse_args()


# --- evidence ------------------------------------------------------------------------------------


def gathered(options: argparse.Namespace) -> Iterator[Test]:
    """The tests with their evidence, gathered now where it is not in the file."""
    known = _evidence(options.evidence)
    file = options.data / "gnugo_regression.jsonl"
    for line in file.read_text(encoding="utf-8").splitlines():
        data = json.loads(line)
        if data["command"].split()[0] not in _ASKED.get(data["category"], ()):
            continue
        position = loaded(data).game.position
        name, number = data["id"], 1 + data["command"].startswith("dragon_status")
        if any((name, part) not in known for part in range(number)):
            for i, part in enumerate(parts_of(data, position)):
                known[name, i] = found = _gather(part, options.nodes)
                _keep(options.evidence, {"id": name, "part": i, "evidence": found.to_dict()})
        evidence = [known[name, part] for part in range(number) if (name, part) in known]
        if evidence:
            yield Test(data, position, tuple(evidence))


def with_evidence(
    tests: list[Test], known: dict[tuple[str, int], Evidence | RaceEvidence]
) -> list[Test]:
    """The same tests with this evidence; with their own where there is no other."""
    return [
        replace(t, evidence=tuple(known.get((t.name, i), one) for i, one in enumerate(t.evidence)))
        for t in tests
    ]


def _evidence(file: Path) -> dict[tuple[str, int], Evidence | RaceEvidence]:
    """What a file holds of it, by the test and its part."""
    known: dict[tuple[str, int], Evidence | RaceEvidence] = {}
    if file.exists():
        for line in file.read_text(encoding="utf-8").splitlines():
            kept = json.loads(line)
            if "evidence" not in kept:
                continue
            kind = Evidence if "read" in kept["evidence"] else RaceEvidence
            known[kept["id"], kept["part"]] = kind.from_dict(kept["evidence"])
    return known


def _gather(part: Part, nodes: int) -> Evidence | RaceEvidence:
    position, budget = part.position, Budget(nodes=nodes)
    if part.race:
        return gather_race_evidence(position, *part.target, budget=budget, network=choices)
    turned = position
    if turned.to_play != part.mover:
        turned = turned.setup(to_play=part.mover)
    expected = {one.move: one.chance for one in expect(turned).moves}
    return gather_evidence(
        position, part.target, part.mover, budget=budget, expected=expected, network=choices
    )


def loaded(data: dict[str, Any]) -> Engine:
    """An engine with the position of a test."""
    engine = Engine(player="random", seed=1)
    with tempfile.NamedTemporaryFile("w", suffix=".sgf", encoding="utf-8") as file:
        file.write(data["sgf_text"])
        file.flush()
        until = f" {data['move']}" if data["move"] else ""
        for line in [f"loadsgf {file.name}{until}", *data["pre"]]:
            engine.respond(line)
    return engine


def parts_of(data: dict[str, Any], position: Position) -> list[Part]:
    """The questions of a test; the attack comes first."""
    command, *words = data["command"].split()
    stone = position.point(words[-1])
    color = position.color_at(stone)
    if color == Color.EMPTY:
        return []
    if command == "analyze_semeai":
        return [Part(position, (position.point(words[0]), stone), color.opponent, race=True)]
    target = group_of(position, stone).blocks(position)
    if command == "dragon_status":
        return [Part(position, target, color.opponent), Part(position, target, color)]
    mover = color.opponent if "attack" in command else color
    if "does" in command:
        position = position.play(position.point(words[0]), mover)
        target = tuple(p for p in target if position.color_at(p) == color)
        mover = mover.opponent
    return [Part(position, target, mover)] if target else []


def _kept(file: Path, what: str) -> dict[str, str]:
    """What the file holds of one kind."""
    lines = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    return {kept["id"]: kept[what] for kept in lines if what in kept}


def _keep(file: Path, row: dict[str, Any]) -> None:
    with file.open("a", encoding="utf-8") as sink:
        sink.write(json.dumps(row) + "\n")


def asked_of_gnugo(tests: list[Test], file: Path) -> dict[str, str]:
    """What GNU Go says, asked now where that is not in the file; nothing where it is missing."""
    known = _kept(file, "gnugo")
    program = shutil.which("gnugo") or shutil.which("gnugo", path="/usr/games")
    for test in tests if program else ():
        if test.name not in known:
            known[test.name] = _gnugo(str(program), test.data)
            _keep(file, {"id": test.name, "gnugo": known[test.name]})
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
    """The weights that fit these tests, each model by its own labels. Where a test is there several
    times, with evidence of several budgets, ridges count as often.
    """
    old, rows = read_weights(), _rows(tests)
    times = len(tests) / len({t.name for t in tests})
    ridges = {key: ridge * times for key, ridge in RIDGES.items()}
    made: dict[str, Any] = {}
    for key, names, columns in (
        ("life", LIFE_FEATURES, ("attack", "defend")),
        ("race", RACE_FEATURES, ("save", "take")),
    ):
        made[key] = tuple(
            dict(zip(names, logistic(rows[side], ridges[key]), strict=True))
            if rows[side]
            else getattr(old, key)[i]
            for i, side in enumerate(columns)
        )
    made["moves"] = _for_both_sides(rows["moves"], ridges["moves"]) if rows["moves"] else old.moves
    made["race_moves"] = old.race_moves
    if rows["race_moves"]:
        made["race_moves"] = tuple(
            choice(rows["race_moves"], RACE_MOVE_FEATURES, ridges["race_moves"], without=unknown)
            for unknown in (NETWORK, ())
        )
    ko = logistic(rows["ko"], ridges["ko"]) if rows["ko"] else list(old.ko.values())
    return Weights(**made, ko=dict(zip(KO_FEATURES, ko, strict=True)))


def _for_both_sides(rows: list[Any], ridge: float) -> tuple[dict[str, float], ...]:
    """Weights for an attacker and for a defender, which are drawn to each other: every number has
    a twin with the sign of the side, so that what both have in common is learned from both.
    """
    twins = tuple(f"{name}{_TWIN}" for name in MOVE_FEATURES)
    made: list[dict[str, float]] = []
    for unknown in ({*NETWORK, *(f"{name}{_TWIN}" for name in NETWORK)}, ()):
        found = choice(rows, (*MOVE_FEATURES, *twins), ridge, without=unknown)
        for sign in (1, -1):
            of_side = {n: found[n] + sign * found[f"{n}{_TWIN}"] for n in MOVE_FEATURES}
            made.append({name: round(weight, 3) for name, weight in of_side.items()})
    attack, defend, attack_with, defend_with = made
    return attack, attack_with, defend, defend_with


def _rows(tests: list[Test]) -> dict[str, list[Any]]:
    """Numbers with labels: of verdicts yes or no, of moves which of them are right."""
    rows: dict[str, list[Any]] = defaultdict(list)
    for test in tests:
        wanted = labels(test.data)
        for part, one in enumerate(test.evidence):
            if isinstance(one, RaceEvidence):
                for name, label, certain in zip(
                    ("save", "take"), wanted, certain_codes(one), strict=True
                ):
                    if label is not None and certain is None:
                        rows[name].append((race_features(one), label))
                found, key = race_move_features(one), "race_moves"
            else:
                label = wanted[part]
                if label is not None and not one.read.proved:
                    rows["attack" if one.attacks else "defend"].append((features(one), label))
                ko = wants_ko(test.data)
                if ko is not None and not one.read.proved:
                    rows["ko"].append((ko_features(one), ko))
                found, key = move_features(one), "moves"
                if one.read.proved or (one.read.code or 0) > 1:  # one of these will be played
                    found = {move: row for move, row in found.items() if move in one.read.moves}
                sign = 1 if one.attacks else -1
                found = {move: [*row, *(sign * x for x in row)] for move, row in found.items()}
            right = right_moves(test, part, list(found))
            if any(right) and not all(right) and wanted[0] is not False:
                rows[key].append((list(found.values()), right))
    return rows


def wants_ko(data: dict[str, Any]) -> bool | None:
    """Whether the mover succeeds by ko; None where he fails or the test does not say."""
    expected, command = data["expected"], data["command"].split()[0]
    codes = set(re.findall(r"(?<![A-Z0-9])[0-3](?![0-9])", expected))
    if "does" in command:
        codes = {str(_SWAPPED[int(code)]) for code in codes}
    if expected.startswith("!") or not codes or "0" in codes or {"1"} < codes:
        return None
    return codes != {"1"}


def right_moves(test: Test, part: int, moves: list[int]) -> list[bool]:
    """Which of the moves the test would take, whatever the code."""
    expected = test.data["expected"]
    number = {"dragon_status": part + 1, "analyze_semeai": 2}
    words = _WORD.findall(expected)
    place = number.get(test.data["command"].split()[0], 1)
    if expected.startswith("!") or len(words) <= place:
        return [False] * len(moves)
    names = ["PASS" if move == PASS else test.position.vertex(move) for move in moves]
    return [re.fullmatch(words[place], name) is not None for name in names]


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
