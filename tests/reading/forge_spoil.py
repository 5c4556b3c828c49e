"""True proofs, and small changes that spoil them."""

from __future__ import annotations

import copy
import json
import random
from typing import Any

from gokan.reading.check import bundle
from gokan.reading.check.graph import position_hash

from .forge_build import REAL, Lines, build, worth
from .forge_claims import block_of, claim

__all__ = ["Table", "bundled", "spoil", "true_files"]


def true_files() -> list[Lines]:
    """Files that the checker accepts, of every kind."""
    found: list[Lines] = []
    rng = random.Random(3)
    seen: dict[tuple[str, str, str], int] = {}
    for _ in range(900):
        head = claim(rng)
        key = (head["verdict"], head.get("goal", ""), head["model"])
        if seen.get(key, 0) >= 3:
            continue
        lines = build(REAL, head)
        if lines is not None and 2 < len(lines) < 60 and worth(REAL, lines) > 0:
            seen[key] = seen.get(key, 0) + 1
            found.append(lines)
    words: dict[str, int] = {}
    for _ in range(120):
        table = Table(rng)
        for lines in (table.status(), table.result(), table.race()):
            if lines is None or len(lines) > 120 or worth(REAL, lines) <= 0:
                continue
            said = json.dumps(lines[0])
            word = "".join(c for c in said if not c.isdigit())
            if words.get(word, 0) < 2:
                words[word] = words.get(word, 0) + 1
                found.append(lines)
    return found


class Table:
    """Bundles about a random position of a small board."""

    def __init__(self, rng: random.Random) -> None:
        self.width, self.height = rng.choice([(3, 2), (4, 2), (3, 3), (4, 1), (5, 1), (2, 2)])
        size = self.width * self.height
        self.board = rng.choices([0, 1, 2], [4, 3, 3], k=size)
        self.rng = rng

    def _group(self, color: int) -> list[int]:
        stones = [p for p, c in enumerate(self.board) if c == color]
        block = block_of(self.width, self.board, self.rng.choice(stones)) if stones else set()
        return sorted(block)

    def _part(
        self, target: list[int], turn: int, kill: bool, threats: tuple[int, int], goal: str = ""
    ) -> Lines | None:
        head: dict[str, Any] = {
            "format": "gokan-proof 1",
            "verdict": "killed" if kill else "stands",
            "model": "kill" if kill else "stand",
            "width": self.width,
            "height": self.height,
            "board": "".join(map(str, self.board)),
            "turn": turn,
            "hash": position_hash(self.width, self.board, turn),
            "defender": self.board[target[0]],
            "target": target,
            "region": list(range(len(self.board))),
            "ko": -1,
            "threats": list(threats),
        }
        if goal:
            head["goal"] = goal
        return build(REAL, head)

    def _result(
        self, target: list[int], mover: int, prefix: str
    ) -> tuple[dict[str, Any], list[tuple[str, Lines]]] | None:
        attacks = self.board[target[0]] != mover
        for kill, threats in ((True, (0, 126)), (False, (127, 0))):
            part = self._part(target, mover, kill, threats)
            if part is None:
                continue
            said: dict[str, Any] = {"result": "win" if kill == attacks else "loss", "mover": mover}
            parts = [(f"{prefix}verdict", part)]
            if not kill and self.rng.random() < 0.8:
                for how, needed in bundle._STANDS.items():
                    more = [
                        (
                            f"{prefix}{name}",
                            self._part(target, mover, verdict == "killed", (6, 0), goal),
                        )
                        for name, goal, verdict in needed
                    ]
                    whole = [(name, lines) for name, lines in more if lines is not None]
                    if len(whole) == len(more):
                        said[how] = True
                        parts += whole
                        break
            return said, parts
        for first in (True, False):
            for number in (1, 2):
                less = (number - 1, number) if first else (number, number - 1)
                found = []
                for name, wins, n in (("won", True, less[0]), ("lost", False, less[1])):
                    pair = (0, n) if first else (n, 0)
                    threats = pair if attacks else (pair[1], pair[0])
                    found.append((name, self._part(target, mover, wins == attacks, threats)))
                whole = [(f"{prefix}{name}", lines) for name, lines in found if lines is not None]
                if len(whole) == 2:
                    said = {"result": "ko", "mover": mover, "first": first, "threats": number}
                    return said, whole
        return None

    def result(self) -> Lines | None:
        """One result."""
        target = self._group(self.rng.choice([1, 2]))
        found = self._result(target, self.rng.choice([1, 2]), "") if target else None
        return None if found is None else bundled(*found)

    def status(self) -> Lines | None:
        """A group with either side first."""
        defender = self.rng.choice([1, 2])
        target = self._group(defender)
        attack = self._result(target, 3 - defender, "attack: ") if target else None
        defence = self._result(target, defender, "defence: ") if attack else None
        if attack is None or defence is None:
            return None
        words = {"eyes": "alive", "seki": "alive in seki", "repetition": "alive by repetition"}
        if attack[0]["result"] == "loss":
            word = next((words[how] for how in words if how in attack[0]), "safe from capture")
        elif defence[0]["result"] == "loss":
            word = "dead"
        else:
            kos = "ko" in (attack[0]["result"], defence[0]["result"])
            word = "ko" if kos else "unsettled"
        said = {"status": word, "attack": attack[0], "defence": defence[0]}
        return bundled(said, attack[1] + defence[1])

    def race(self) -> Lines | None:
        """Two groups."""
        mover = self.rng.choice([1, 2])
        ours, theirs = self._group(mover), self._group(3 - mover)
        if not ours or not theirs:
            return None
        save = self._result(ours, mover, "save: ")
        take = self._result(theirs, mover, "take: ")
        if save is None or take is None:
            return None
        results = save[0]["result"], take[0]["result"]
        seki = all(found[0].get("seki") for found in (save, take))
        outcome = "ko" if "ko" in results else "seki" if seki else "both live"
        outcome = "loses" if results[0] == "loss" else outcome
        said = {"race": outcome, "mover": mover, "groups": [ours, theirs]}
        return bundled({**said, "save": save[0], "take": take[0]}, save[1] + take[1])


def bundled(said: dict[str, Any], parts: list[tuple[str, Lines]]) -> Lines:
    rows: Lines = [{"format": "gokan-proofs 1", "claim": said}]
    for name, lines in parts:
        rows += [{"part": name, "lines": len(lines)}, *lines]
    return rows


def spoil(rng: random.Random, lines: Lines) -> Lines:
    """One or two small changes."""
    lines = copy.deepcopy(lines)
    for _ in range(rng.choice([1, 1, 2])):
        heads = [i for i, line in enumerate(lines) if isinstance(line, dict)]
        nodes = [i for i, line in enumerate(lines) if isinstance(line, list)]
        if not nodes:
            break
        parts = [i for i in heads if "part" in lines[i]]
        if parts and rng.random() < 0.35:
            _spoil_parts(rng, lines, parts)
        elif rng.random() < 0.6:
            _spoil_words(rng, lines, lines[rng.choice([heads[0], heads[0], *heads])])
        else:
            _spoil_node(rng, lines, lines[rng.choice(nodes)], len(nodes))
    return lines


def _spoil_parts(rng: random.Random, lines: Lines, parts: list[int]) -> None:
    """Drops a part, has one twice, gives it another name or to each the other's lines."""
    at = rng.choice(parts)
    size = lines[at]["lines"] + 1
    choice = rng.randrange(4)
    if choice == 0:
        del lines[at : at + size]
    elif choice == 1:
        again = copy.deepcopy(lines[at : at + size])
        if rng.random() < 0.5:
            again[0]["part"] = rng.choice(
                ["more", "attack: seki", lines[rng.choice(parts)]["part"]]
            )
        lines += again
    else:
        to = rng.choice(parts)
        lines[at]["part"], lines[to]["part"] = lines[to]["part"], lines[at]["part"]


def _spoil_words(rng: random.Random, lines: Lines, head: dict[str, Any]) -> None:
    inside = head.get("claim", head)
    inner = [c for c in inside.values() if isinstance(c, dict)] if "claim" in head else []
    where = rng.choice([inside, *inner])
    if not where:
        return
    key = rng.choice(sorted(where))
    value = where[key]
    other: dict[str, list[Any]] = {
        "verdict": ["killed", "stands"],
        "model": ["kill", "stand", "open"],
        "threats": [[0, 0], [0, 6], [6, 0], [0, 126], [126, 126], [127, 0], [1, 0], [0, 1]],
        "turn": [1, 2],
        "mover": [1, 2],
        "defender": [1, 2],
        "ko": list(range(-1, 12)),
        "format": ["gokan-proof 2"],
        "goal": ["two-eyes", "end", "joined", "reached", "taken", "glory"],
        "result": ["win", "loss", "ko"],
        "race": ["wins", "loses", "seki", "ko"],
        "status": ["alive", "dead", "ko", "unsettled", "alive in seki", "safe from capture"],
        "first": [True, False],
        "hash": ["0" * 16],
        "height": [1, 2, 3, 4, 5, 6],
        "target": [[]],
        "replies": ["near"],
    }
    choices = other.get(key, [])
    if key == "threats" and isinstance(value, int):
        choices = [0, 1, 2, 3, 126]
    if isinstance(value, list) and key in ("target", "region", "marks", "strong", "groups"):
        choices = [
            *choices,
            [p for p in value if rng.random() < 0.7],
            [*value, rng.randrange(-1, 9)],
        ]
    if key == "board":
        at, stone = rng.randrange(len(value)), rng.choice("0123")
        choices = [value[:at] + stone + value[at + 1 :]]
    if isinstance(value, bool):
        choices = [not value, 1]
    if not choices or rng.random() < 0.1:
        more = {"eyes": True, "seki": True, "up_to": rng.choice([0, 6]), "goal": "taken"}
        if rng.random() < 0.5:
            name = rng.choice(sorted(more))
            where[name] = more[name]
        elif key not in ("format", "part", "lines"):
            del where[key]
        return
    where[key] = rng.choice(choices)
    if key in ("board", "turn") and {"hash", "width", "board", "turn"} <= set(where):
        board = [int(c) for c in where["board"]]
        where["hash"] = position_hash(where["width"], board, where["turn"])


def _spoil_node(rng: random.Random, lines: Lines, node: list[Any], nodes: int) -> None:
    choice = rng.randrange(6)
    if choice == 0 or len(node) == 1:
        node[0] = rng.randrange(9)
        if rng.random() < 0.3:
            del node[1:]
    elif choice == 1:
        del node[rng.randrange(1, len(node))]
    elif choice in (2, 3):
        node[rng.randrange(1, len(node))][1] = rng.randrange(-3, nodes)
    elif choice == 4:
        node[rng.randrange(1, len(node))][0] = rng.randrange(-1, 12)
    else:
        del node[1:]
