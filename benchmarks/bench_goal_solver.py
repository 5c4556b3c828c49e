"""The solver of goals on Cho's problems, next to reading, GNU Go and Klinger's own figures.

    python benchmarks/bench_goal_solver.py [--set Elementary,Intermediate] [--half even] [--most 60]
        [--nodes 100] [--arbiter 60000] [--no-second] [--gnugo] [--check 400000] [--shuffle 1]
        [--part 0 --parts 1] [--out answers.jsonl]
    python benchmarks/bench_goal_solver.py --report answers.jsonl...

Goal and target are given, as Klinger gave them. A node is any position in which a move was made.
*Right*: reading, as the opponent, cannot refute the strategy, with every reply to the first move in
its region (with `--everywhere` on the board); where it only judges that it can, it has to carry
that out. *Held*: it does not even judge so.
*Wrong*: it refutes it, or the goal was called out of reach and is not. With `--arbiter` reading
decides the leaves, and its nodes are compared with those it needs alone. GNU Go is asked for its
first move (owl_attack, owl_defend), and reading says whether that can be refuted.
"""

from __future__ import annotations

import argparse
import json
import random
import shutil
import subprocess
import time
from pathlib import Path
from typing import Any

from cho import confirmed, half, level  # type: ignore[import-not-found]  # beside this file

from gokan.errors import GokanError
from gokan.go import Position
from gokan.goals.arbiter import ReadingArbiter
from gokan.goals.aura.worth import aura
from gokan.goals.refutation import flaws
from gokan.goals.search import Doubt
from gokan.goals.solution import solve
from gokan.goals.static import Look
from gokan.intuition import glance
from gokan.play.matches.statistics import wilson
from gokan.reading import Budget, Problem, pose_record
from gokan.reading import solve as read

CHECK = 400_000
"""Reading's nodes for one question when it checks, and for a problem when it is alone."""
KLINGER = (
    "Klinger 2001, Kano vol. 1: 34 of 37 (91.9 %), tree 3.4; vol. 2: 17 of 34 (50.0 %), tree 20.0"
    " (Table 4.5 prints 90 % and 59 %)"
)
Record = dict[str, Any]


def main() -> None:
    """Answer the items, or report on answers."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument(
        "--set", default="Elementary", help="items whose id contains this, or one of a,b"
    )
    options.add_argument("--half", choices=["odd", "even", "both"], default="odd")
    options.add_argument("--most", type=int, default=10_000)
    options.add_argument("--every", type=int, default=1, help="take each n-th item only")
    options.add_argument("--nodes", type=int, default=100)
    options.add_argument(
        "--arbiter", type=int, default=0, help="reading's nodes for a leaf; four times that in all"
    )
    options.add_argument("--no-second", action="store_true", help="leave the second judge out")
    options.add_argument("--depth-first", action="store_true", help="search as the thesis did")
    options.add_argument("--gnugo", action="store_true")
    options.add_argument("--check", type=int, default=CHECK, help="reading's nodes for a question")
    options.add_argument("--no-check", action="store_true", help="leave the refutations out")
    options.add_argument(
        "--everywhere", action="store_true", help="every legal reply, not only those in the region"
    )
    options.add_argument("--doubt", default="", help="settings to try: yes=0.98,calm=0.1")
    options.add_argument("--file", type=Path, help="problems, one JSON line each")
    options.add_argument("--shuffle", type=int, help="items in random order, with this seed")
    options.add_argument("--part", type=int, default=0)
    options.add_argument("--parts", type=int, default=1)
    options.add_argument("--out", type=Path)
    options.add_argument("--report", type=Path, nargs="*")
    chosen = options.parse_args()
    if chosen.report:
        rows = [json.loads(x) for f in chosen.report for x in f.read_text().splitlines()]
        report(rows)
        return
    rows = []
    for item in items(chosen):
        row = ask(item, chosen)
        if row is None:
            continue
        rows.append(row)
        if chosen.out:
            with chosen.out.open("a", encoding="utf-8") as file:
                file.write(json.dumps(row) + "\n")
    report(rows)


def items(chosen: argparse.Namespace) -> list[Record]:
    """The confirmed items of a set and half."""
    found: list[Record] = confirmed(chosen.set, chosen.half, file=chosen.file)
    if chosen.shuffle is not None:
        random.Random(chosen.shuffle).shuffle(found)
    return found[:: chosen.every][: chosen.most][chosen.part :: chosen.parts]


def ask(item: Record, chosen: argparse.Namespace) -> Record | None:
    """One item: what is true, what the solver says, whether it stands."""
    try:
        problem = pose_record(item, budget=Budget(nodes=CHECK))
    except GokanError:
        return None
    position, target = problem.position, problem.target
    alone = read(problem, budget=Budget(nodes=CHECK), all_moves=False, details=False, trials=False)
    book = [*alone.winning_moves, *alone.ko_moves, *alone.pv[:1]]
    row: Record = {
        "id": item["id"],
        "set": level(item),
        "half": half(item),
        "goal": problem.goal,
        "truth": alone.result,
        "alone": alone.nodes,
        "alone_right": _agrees(item, position, book),
        "alone_proved": alone.proved,
    }
    settings = [x.split("=") for x in chosen.doubt.split(",") if x]
    doubt = Doubt(**{k: float(v) if "." in v else int(v) for k, v in settings})  # type: ignore[arg-type]
    begun = time.perf_counter()
    second = None if chosen.no_second else glance
    deep = chosen.depth_first
    found = solve(
        position, target, nodes=chosen.nodes, doubt=doubt, second=second, depth_first=deep
    )
    row |= {
        "says": found.result,
        "move": None if found.move is None else position.vertex(found.move),
        "nodes": found.nodes,
        "belief": round(found.root.belief, 4),
        "second": found.second,
        "root": round(found.root.static.chance, 4),
        "after": None if found.root.by is None else round(found.root.by.to.static.chance, 4),
        "ms": round(1000 * (time.perf_counter() - begun), 1),
        "book": found.move is not None and _agrees(item, position, [found.move]),
        "suggested": _agrees(item, position, [s.move for s in found.suggestions]),
    }
    row["verdict"], row["held"] = _verdict(found, alone.result, chosen)
    if chosen.arbiter:
        arbiter = ReadingArbiter(nodes=chosen.arbiter, total=4 * chosen.arbiter, weigh=aura)
        helped = solve(position, target, nodes=chosen.nodes, second=second, arbiter=arbiter)
        row["helped"] = helped.result
        row["helped_grade"] = helped.root.grade
        row["helped_nodes"] = arbiter.nodes + helped.nodes
        moves = [] if helped.best is None else [helped.best]
        row["helped_right"] = _agrees(item, position, moves)
        if helped.move is not None and helped.result == "reached" and not row["helped_right"]:
            row["helped_proved"] = _proved(problem, helped.move)
    if chosen.gnugo:
        row |= gnugo(position, target, problem.goal, chosen.check)
    return row


def _proved(problem: Problem, move: int) -> bool:
    """Whether reading proves that a move reaches the goal."""
    after = problem.position.play(move)
    left = tuple(p for p in problem.target if after.board[p])
    if not left:
        return problem.goal == "kill"
    other = Problem(after, left, "live" if problem.goal == "kill" else "kill")
    said = read(other, budget=Budget(nodes=CHECK), all_moves=False, details=False, trials=False)
    return said.result == "loss" and said.proved


def _agrees(item: Record, position: Position, moves: list[int]) -> bool:
    book = {r * position.width + c for c, r in item["first_moves"]}
    return bool(book & set(moves))


def _verdict(found: Any, truth: str, chosen: argparse.Namespace) -> tuple[str, bool]:
    """Whether the answer is right, and whether reading does not even judge it to be refuted."""
    if found.result == "unknown":
        return "unknown", False
    if found.result == "missed":
        return ("wrong" if truth in ("win", "ko") else "unknown"), False
    if found.result == "ko" and truth == "win":
        return "wrong", False
    if chosen.no_check:
        return "unchecked", False
    arbiter = ReadingArbiter(nodes=chosen.check)
    wide = chosen.everywhere
    if next(iter(flaws(found, arbiter, everywhere=wide)), None) is None:
        return "right", True
    holds = next(iter(flaws(found, arbiter, everywhere=wide, play=True)), None) is not None
    return ("wrong" if holds else "right"), False


def gnugo(position: Position, target: tuple[int, ...], goal: str, nodes: int) -> Record:
    """GNU Go's first move, its nodes, and whether reading refutes the move."""
    program = shutil.which("gnugo") or "/usr/games/gnugo"
    lines = [f"boardsize {position.width}", "clear_board", "reset_owl_node_counter"]
    for color in ("black", "white"):
        stone = 1 if color == "black" else 2
        lines += [
            f"play {color} {position.vertex(p)}" for p, c in enumerate(position.board) if c == stone
        ]
    question = "owl_attack" if goal == "kill" else "owl_defend"
    lines += [f"{question} {position.vertex(target[0])}", "get_owl_node_counter", "quit"]
    run = subprocess.run(
        [program, "--mode", "gtp", "--level", "10"],
        input="\n".join(lines) + "\n",
        capture_output=True,
        text=True,
        check=False,
    )
    said = [x.removeprefix("=").strip() for x in run.stdout.split("\n\n")]
    answer, counted = said[len(lines) - 3].split(), said[len(lines) - 2]
    verdict = "unknown"
    if answer and answer[0] in ("1", "2", "3") and len(answer) > 1:
        move = position.point(answer[1])
        look = Look(target, position.color_at(target[0]), position.to_play, answer[0] != "1")
        stands = ReadingArbiter(nodes=nodes)(position.play(move), look)
        verdict = "wrong" if stands is False else "right"
    elif answer and answer[0] == "0":
        verdict = "wrong"
    return {"gnugo": verdict, "gnugo_nodes": int(counted or 0)}


def report(rows: list[Record]) -> None:
    """A line for each set and half, next to Klinger's."""
    print(
        f"{'':20} {'items':>5} {'right':>19} {'wrong':>6} {'open':>5} {'tree':>6} {'ms':>6}", end=""
    )
    print(f" {'held':>6} {'book':>6} {'suggested':>9}")
    groups = sorted({(row["set"], row["half"]) for row in rows})
    for name, part in groups:
        mine = [r for r in rows if (r["set"], r["half"]) == (name, part)]
        _line(f"{name} {part}", mine)
        _helped(mine)
        if any("gnugo" in r for r in mine):
            good = sum(r["gnugo"] == "right" for r in mine)
            bad = sum(r["gnugo"] == "wrong" for r in mine)
            nodes = sum(r["gnugo_nodes"] for r in mine) / len(mine)
            print(f"  GNU Go, first move: right {share(good, len(mine))}, wrong {bad}", end="")
            print(f", owl nodes {nodes:.0f}")
    if len(groups) > 1:
        _line("all", rows)
        _helped(rows)
    if rows:
        wrong = sum(r["verdict"] == "wrong" for r in rows)
        print(f"wrong: {share(wrong, len(rows))} of all")
    print(KLINGER)


def _line(name: str, rows: list[Record]) -> None:
    right = [r for r in rows if r["verdict"] in ("right", "unchecked")]
    wrong = sum(r["verdict"] == "wrong" for r in rows)
    tree = sum(r["nodes"] for r in right) / max(1, len(right))
    ms = sum(r["ms"] for r in rows) / len(rows)
    book = sum(r["book"] for r in rows) / len(rows)
    among = sum(r["suggested"] for r in rows) / len(rows)
    print(f"{name:20} {len(rows):5} {share(len(right), len(rows)):>19} {wrong:6}", end="")
    left = len(rows) - len(right) - wrong
    held = sum(r.get("held", False) for r in rows) / len(rows)
    print(f" {left:5} {tree:6.1f} {ms:6.0f} {held:6.1%} {book:6.1%} {among:9.1%}")


def _helped(rows: list[Record]) -> None:
    rows = [r for r in rows if "helped" in r]
    if not rows:
        return
    nodes, alone = sum(r["helped_nodes"] for r in rows), sum(r["alone"] for r in rows)
    same = sum(
        r["helped"] == {"win": "reached", "loss": "missed"}.get(r["truth"], r["truth"])
        for r in rows
    )
    good = sum(r["helped_right"] for r in rows)
    book = sum(r["alone_right"] for r in rows)
    solved = sum(r["helped_right"] and r["helped"] in ("reached", "ko") for r in rows)
    others = sum(r.get("helped_proved", False) for r in rows)
    read_ = sum(r["alone_right"] and r["truth"] in ("win", "ko") for r in rows)
    also = sum(
        not r["alone_right"] and r["truth"] == "win" and r.get("alone_proved", False) for r in rows
    )
    judged = [r for r in rows if r["helped"] == "reached" and r.get("helped_grade") == "judged"]
    print(
        f"  with reading for the leaves, {len(rows)} items: solved with the book's move {solved}"
        f" (alone {read_}), with another that is proved {others} (alone {also}), book's move {good}"
        f" (alone {book}), same verdict {same},"
        f" nodes {nodes} of {alone} ({nodes / max(1, alone):.2f}),"
        f" judged only {len(judged)}, with the book's move {sum(r['helped_right'] for r in judged)}"
    )


def share(good: int, all_: int) -> str:
    """A share with its 95 % interval (Wilson)."""
    low, high = wilson(good, all_)
    return f"{good / all_:.1%} [{low:.1%}, {high:.1%}]"


if __name__ == "__main__":
    main()
