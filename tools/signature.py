"""The signature: some 300 questions to the reading with their answers and node counts.

A change that should not change what is read leaves every line of `tests/reading/signature.jsonl`
as it is; one that should shows in the diff what it does. Budgets are nodes and trial games, never
seconds, so the file is the same on every machine. What an answer says in sentences stands beside
it, line by line, in `signature_words.jsonl`: a better sentence changes only that file.
`tests/reading/test_signature.py` compares both.

    python tools/signature.py            # answer the questions of the file again
    python tools/signature.py --draw     # draw new questions first

The questions are made, not collected: problems of `gokan.reading.generate`, and positions of games
that the move model of `gokan.strength` played against itself with some dice.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from gokan.go import BLACK, WHITE, Color, Position
from gokan.reading import (
    Budget,
    Problem,
    capture,
    connect,
    cut,
    escape,
    make_problems,
    prove,
    race,
    safety,
    solve,
    status,
    statuses,
)
from gokan.reading.judging.judgement import judge
from gokan.reading.judging.race_judgement import judge_race
from gokan.reading.proof.write import NoProof

FILE = Path(__file__).resolve().parent.parent / "tests" / "reading" / "signature.jsonl"
WORDS = FILE.with_name("signature_words.jsonl")
SENTENCES = ("how", "judged", "left_out")  # where an answer's data holds sentences
Question = dict[str, Any]


def main() -> None:
    """Write the file again."""
    parser = argparse.ArgumentParser(description="Write the signature of the reading again.")
    parser.add_argument("--draw", action="store_true", help="draw new questions")
    options = parser.parse_args()
    questions = list(draw()) if options.draw else read()
    lines, words, changed = [], [], 0
    for question in questions:
        told, said = answered(question)
        changed += told != question
        lines.append(json.dumps(told))
        words.append(json.dumps(said, ensure_ascii=False))
    FILE.write_text("\n".join(lines) + "\n", encoding="utf-8")
    WORDS.write_text("\n".join(words) + "\n", encoding="utf-8")
    print(f"{len(lines)} questions, {changed} answered otherwise than before")


def read() -> list[Question]:
    """The questions of the file, with the answers written there."""
    return [json.loads(line) for line in FILE.read_text(encoding="utf-8").splitlines()]


def read_words() -> list[list[str]]:
    """What was said about each question of the file, in sentences."""
    return [json.loads(line) for line in WORDS.read_text(encoding="utf-8").splitlines()]


def answered(question: Question) -> tuple[Question, list[str]]:
    """The question with the answer of today, and its sentences.

    Of the answer in short, the nodes it took, and a digest of all its data but the sentences.
    """
    position = Position.from_diagram(question["rows"].replace("/", "\n"))
    position = position.setup(to_play=Color.parse(question["to_play"]))
    short, nodes, whole, *said = ASK[question["ask"]](
        position, question["of"], Budget(nodes=question["nodes"])
    )
    text = json.dumps(data_of(whole), sort_keys=True)
    digest = hashlib.sha256(text.encode()).hexdigest()[:10]
    asked = {key: question[key] for key in ("ask", "rows", "to_play", "of", "nodes")}
    return {**asked, "answer": short, "took": nodes, "digest": digest}, [*said, *_sentences(whole)]


def data_of(value: Any) -> Any:
    """Without what the clock said, and with the number of sentences in their place."""
    if isinstance(value, dict):
        return {
            key: len(listed(part)) if key in SENTENCES else data_of(part)
            for key, part in value.items()
            if key != "seconds"
        }
    return [data_of(part) for part in value] if isinstance(value, list | tuple) else value


def _sentences(value: Any) -> list[str]:
    """Each sentence in the data once, in the order in which they stand there."""
    found: list[str] = []
    for key, part in value.items() if isinstance(value, dict) else enumerate(listed(value)):
        if key in SENTENCES:
            found += listed(part)
        elif isinstance(part, dict | list | tuple):
            found += _sentences(part)
    return list(dict.fromkeys(found))


def listed(value: Any) -> list[Any]:
    """One thing, some or none as a list."""
    if isinstance(value, list | tuple):
        return list(value)
    return [] if value is None else [value]


# --- the kinds of questions ----------------------------------------------------------------------

# In short, the nodes it took, all its data, and what it says in sentences.
Answer = tuple[Any, ...]


def _problem(position: Position, names: list[str]) -> Problem:
    return Problem.make(position, target=[position.point(name) for name in names])


def _solve(position: Position, names: list[str], budget: Budget) -> Answer:
    answer = solve(_problem(position, names), budget=budget, details=True)
    moves = " ".join(position.vertex(p) for p in answer.winning_moves + answer.ko_moves)
    data = answer.to_dict()
    short = f"{answer.result} {data['grade']} {moves}".strip()
    return short, answer.nodes, data, answer.explain()


def _prove(position: Position, names: list[str], budget: Budget) -> Answer:
    answer = solve(_problem(position, names), budget=budget, details=False)
    try:
        lines = prove(answer, budget=budget)
    except NoProof as error:
        return "no proof", answer.nodes, [], str(error)
    return f"{answer.result} {len(lines)} lines", answer.nodes, lines


def _tactics(ask: Callable[..., Any]) -> Callable[[Position, list[str], Budget], Answer]:
    def asked(position: Position, names: list[str], budget: Budget) -> Answer:
        answer = ask(position, *names, budget=budget)
        move = "" if answer.move is None else position.vertex(answer.move)
        short = f"{answer.code} {answer.grade} {move}".strip()
        return short, answer.nodes, answer.to_dict(), answer.explain()

    return asked


def _race(position: Position, names: list[str], budget: Budget) -> Answer:
    answer = race(position, *names[:2], budget=budget)
    nodes = answer.save.nodes + answer.take.nodes
    return answer.outcome, nodes, answer.to_dict(), answer.explain()


def _status(position: Position, names: list[str], budget: Budget) -> Answer:
    answer = status(position, names[0], budget=budget)
    nodes = answer.attack.nodes + answer.defence.nodes
    data = answer.to_dict()
    return f"{data['status']} {answer.grade}", nodes, data, answer.explain()


def _statuses(position: Position, names: list[str], budget: Budget) -> Answer:
    found = statuses(position, budget=budget)
    nodes = sum(one.attack.nodes + one.defence.nodes for one in found)
    data = [one.to_dict() for one in found]
    short = " ".join(one["status"] for one in data)
    return short, nodes, data, *(one.explain() for one in found)


def _safety(position: Position, names: list[str], budget: Budget) -> Answer:
    answer = safety(position, budget=budget)
    short = " ".join(str(len(answer.points(color))) for color in (BLACK, WHITE))
    return short, 0, answer.to_dict(), answer.explain()


def _judge(position: Position, names: list[str], budget: Budget) -> Answer:
    stones = [position.point(name) for name in names]
    answer = judge(position, stones, position.to_play, budget=budget)
    move = None if answer.move is None else position.vertex(answer.move)
    return f"{answer.code} {move}", 0, [answer.code, move, answer.settled]


def _judge_race(position: Position, names: list[str], budget: Budget) -> Answer:
    one, other = (position.point(name) for name in names)
    answer = judge_race(position, one, other, budget=budget)
    move = position.vertex(answer.move)
    return f"{answer.save} {answer.take} {move}", 0, [answer.settled]


ASK: dict[str, Callable[[Position, list[str], Budget], Answer]] = {
    "solve": _solve,
    "prove": _prove,
    "capture": _tactics(capture),
    "escape": _tactics(escape),
    "connect": _tactics(connect),
    "cut": _tactics(cut),
    "race": _race,
    "status": _status,
    "statuses": _statuses,
    "safety": _safety,
    "judge": _judge,
    "judge_race": _judge_race,
}


# --- drawing them --------------------------------------------------------------------------------

SEED = 11


def draw() -> Iterator[Question]:
    """New questions; the same as before unless the problem maker or the move model changed."""
    for number, record in enumerate(make_problems(SEED, jobs=1, least_effort=200)):
        problem = Problem.from_record(record)
        position, stones = problem.position, problem.target
        if number < 80:
            yield _asked("solve", position, stones, 40_000)
        elif number < 100:
            yield _asked("prove", position, stones, 40_000)
        elif number < 112:
            yield _asked("judge", position, stones, 30_000)
        else:
            break
    dice = random.Random(SEED)
    for number in range(20):
        size = (9, 13, 13, 19)[number % 4]
        yield from _of_a_game(_played(dice, size, size * size * dice.randint(20, 50) // 100), dice)


def _of_a_game(position: Position, dice: random.Random) -> Iterator[Question]:
    blocks = [b for b in position.blocks() if len(b.liberties) <= 4]
    for block in dice.sample(blocks, min(3, len(blocks))):
        yield _asked(dice.choice(["capture", "escape"]), position, block.stones[:1], 20_000)
    for one, other in _pairs(position, dice, same=True)[:2]:
        yield _asked(dice.choice(["connect", "cut"]), position, (one, other), 10_000)
    for one, other in _pairs(position, dice, same=False)[:2]:
        yield _asked(dice.choice(["race", "race", "judge_race"]), position, (one, other), 30_000)
    for block in dice.sample(position.blocks(), 2):
        yield _asked("status", position, block.stones[:1], 40_000)
    weak = dice.choice(blocks or list(position.blocks()))
    turned = position.setup(to_play=weak.color)
    yield _asked("solve", turned, weak.stones[:1], 40_000)
    yield _asked(dice.choice(["statuses", "safety", "judge"]), position, weak.stones[:1], 60_000)


def _pairs(position: Position, dice: random.Random, *, same: bool) -> list[tuple[int, int]]:
    """Stones of blocks that are near each other, of one side or of both."""
    width = position.width
    found = []
    for one in position.blocks():
        for other in position.blocks():
            if one == other or (one.color == other.color) != same:
                continue
            if not same and len(one.stones) + len(other.stones) < 4:
                continue
            p, q = one.stones[0], other.stones[0]
            if abs(p // width - q // width) + abs(p % width - q % width) <= 4:
                found.append((p, q))
    dice.shuffle(found)
    return found


def _played(dice: random.Random, size: int, moves: int) -> Position:
    """A position of a game in which either side plays one of the moves that it likes best."""
    from gokan.strength import expect

    position = Position.empty(size)
    for _ in range(moves):
        liked = [one for one in expect(position).moves[:6] if position.is_legal(one.move)]
        if not liked:
            break
        move = dice.choices(liked, [one.chance for one in liked])[0].move
        position = position.play(move)
    return position


def _asked(
    ask: str, position: Position, stones: tuple[int, ...] | list[int], nodes: int
) -> Question:
    letters = {0: ".", 1: "X", 2: "O"}
    rows = [
        " ".join(letters[position.board[r * position.width + c]] for c in range(position.width))
        for r in range(position.height)
    ]
    return {
        "ask": ask,
        "rows": "/".join(rows),
        "to_play": "B" if position.to_play == BLACK else "W",
        "of": [position.vertex(p) for p in stones],
        "nodes": nodes,
    }


if __name__ == "__main__":
    main()
