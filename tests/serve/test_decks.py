"""Problems from files and from one's own mistakes: read first, asked after, told why not."""

from __future__ import annotations

import base64
import json
import re
from dataclasses import replace
from typing import Any

import pytest

from gokan.effort import Effort
from gokan.go import Position
from gokan.go.game import Game
from gokan.play.tree.analysis import Analysis
from gokan.serve.books import answers, examine, name_of, position_of, read_problems
from gokan.serve.practice import BOOK_NODES, Task, judge
from gokan.serve.store import KeptReview
from tests.play.fake_analyst import FakeAnalyst
from tests.serve.running import Client, running
from tests.serve.test_problems import DAY, Clock

# Black lives in the corner by B9 alone; A9 and C9 leave one eye.
CORNER = "AB[ab][bb][cb][db][da]AW[ac][bc][cc][dc][ec][eb][ea]"
LIVE = f"(;SZ[9]GN[Corner]C[Black to live.]{CORNER}(;B[ba]C[Correct!])(;B[aa];W[ba]C[wrong]))"


def read(*files: tuple[str, bytes]) -> dict[str, Any]:
    return {
        "files": [{"name": name, "data": base64.b64encode(data).decode()} for name, data in files]
    }


def one(sgf: str) -> dict[str, Any]:
    [problem], trouble = read_problems(sgf.encode(), "a.sgf")
    assert not trouble
    return problem


@pytest.mark.parametrize(
    ("tree", "right"),
    [
        ("(;B[ba]C[Correct])(;B[ca];W[ba])", ["B9"]),
        ("(;B[ca];W[ba])(;B[ba];W[ca];B[aa]C[RIGHT])", ["B9"]),
        ("(;B[ca]C[incorrect])(;B[ba]C[+])(;B[aa]C[This is right out.])", ["B9"]),
        ("(;B[ca])(;B[ba]TE[1])", ["B9"]),
        ("(;B[ca])(;B[ba])", ["C9"]),
        (";C[look](;B[ba])(;B[aa]C[right])", ["A9"]),
        ("", []),
    ],
)
def test_what_a_tree_calls_right(tree: str, right: list[str]) -> None:
    game = Game.parse(f"(;SZ[9]{CORNER}{tree})")
    assert [game.vertex(move) for move in answers(game)] == right


def test_a_problem_from_a_file_is_proved_and_judged() -> None:
    found = examine(one(LIVE), nodes=BOOK_NODES)
    assert not found.unfit
    assert found.record["certainty"] == "proved"
    task = Task.of(found.record)
    at = task.position.point
    assert task.goal == "live"
    assert task.first_moves == (at("B9"),)
    assert judge(task, [at("B9")]).outcome in ("right", "solved")
    wrong = judge(task, [at("A9")])
    assert (wrong.outcome, wrong.certainty) == ("wrong", "proved")


def test_what_cannot_be_asked_is_told() -> None:
    for sgf, says in (
        (f"(;SZ[9]{CORNER};B[aa])", "The file's answer fails by proof"),
        ("(;SZ[9]AB[aa][ba]AW[ab][bb][cb][da]MA[aa];B[cc])", "no move reaches the goal"),
        ("(;SZ[9]AB[ee]AW[gg];PL[B])", "no answer"),
    ):
        assert says in examine(one(sgf), nodes=20_000).unfit, sgf


def test_the_files_word_is_passed_on_as_the_files_where_reading_does_not_decide() -> None:
    """With no effort nothing is proved, so the answer is the file's, and nothing is wrong."""
    found = examine(one(LIVE), nodes=0)
    task = replace(Task.of({**found.record, "first_moves": []}), nodes=0)
    at = task.position.point
    told = judge(task, [at("B9")])
    assert (told.outcome, told.certainty) == ("solved", "given")
    failed = judge(task, [at("A9")])
    assert failed.outcome == "undecided" or failed.certainty == "proved"


def test_every_line_of_a_file_is_read_or_its_fault_is_told() -> None:
    good = {"id": "p", "size": 9, "black": [[0, 0]], "white": [[1, 0]], "to_play": "W"}
    lines = [json.dumps(good), "[]", json.dumps({**good, "black": [[9, 0]]}), "", "{"]
    found, trouble = read_problems("\n".join(lines).encode(), "b.jsonl")
    assert [problem["title"] for problem in found] == ["p"]
    assert trouble == "b.jsonl: Problem 2: The line is not a JSON object."
    for data, name, says in (
        (b"", "a.jsonl", "empty"),
        (b"", "a.sgf", "No game"),
        (b"(;SZ[9];B[ee];W[gg])", "a.sgf", "this is a game, not a problem"),
    ):
        found, trouble = read_problems(data, name)
        assert not found
        assert re.match(rf"{name}: .*{says}.*\.$", trouble)


def test_the_same_stones_are_the_same_problem() -> None:
    other = one(LIVE.replace("[ab][bb]", "[bb][ab]").replace("Corner", "Another"))
    assert name_of(other) == name_of(one(LIVE))
    assert name_of(one(LIVE.replace("(;B[ba]", "PL[W](;B[ba]"))) != name_of(one(LIVE))
    assert position_of(one(LIVE)).to_play == 1


def test_files_are_asked_in_their_order_and_what_is_unfit_is_left_out() -> None:
    clock = Clock()
    bad = f"(;SZ[9]GN[Bad]AW[hh]{CORNER};B[aa])"
    with running(clock=clock) as client:
        status, said = client.ask("POST", "/problems/next", {"deck": "book"})
        assert (status, said["code"]) == (404, "missing")
        two = (bad + LIVE).encode()
        [told] = client.post("/problems/files", read(("two.sgf", two)))["files"]
        assert (told["new"], told["known"], told["trouble"]) == (2, 0, "")
        assert client.post("/problems/files", read(("x.sgf", two)))["files"][0]["known"] == 2
        problem = client.post("/problems/next", {"deck": "book"})
        assert (problem["title"], problem["deck"], problem["goal"]) == ("Corner", "book", "live")
        assert problem["comment"] == "Black to live."
        [unfit] = client.get("/problems/unfit")["problems"]
        assert unfit["title"] == "Bad"
        asked = {"attempt": "attempt-1", "line": ["A9"]}
        found = client.post(f"/problems/{problem['id']}/moves", asked)
        assert (found["outcome"], found["reply"]) == ("wrong", "B9")
        decks = {deck["deck"]: deck for deck in client.get("/problems")["decks"]}
        assert (decks["book"]["every"], decks["book"]["unfit"], decks["book"]["new"]) == (2, 1, 0)
        assert client.get("/problems")["level"] == 4.0  # that of made ones
        assert client.ask("POST", "/problems/next", {"deck": "book"})[0] == 404
        clock.now += DAY
        again = client.post("/problems/next", {"deck": "book"})
        assert (again["id"], again["again"]) == (problem["id"], True)
        asked = {"attempt": "attempt-2", "line": ["B9"]}
        assert client.post(f"/problems/{problem['id']}/moves", asked)["certainty"] == "proved"


class Scripted(FakeAnalyst):
    """Once a stone lies on A5 its side is behind by so much; B5 is half as bad."""

    def _told(self, position: Position, effort: Effort, visits: int, *, complete: bool) -> Analysis:
        told = super()._told(position, effort, visits, complete=complete)
        lost = 9.0 if position.board[0] == 1 else 4.0 if position.board[1] == 1 else 0.0
        return replace(told, lead=-lost)


REVIEW = {
    "moves": [
        {"number": 1, "color": "black", "vertex": "C3", "loss": 0.0, "candidates": []},
        {"number": 2, "color": "white", "vertex": "E1", "loss": 9.5,
         "candidates": [{"vertex": "C4"}]},
        {"number": 3, "color": "black", "vertex": "A5", "loss": 9.0,
         "candidates": [{"vertex": "A5"}, {"vertex": "D4"}]},
        {"number": 5, "color": "black", "vertex": "B2", "loss": 3.9,
         "candidates": [{"vertex": "D4"}]},
    ]
}  # fmt: skip


def mistakes(client: Client) -> tuple[Any, Any]:
    """A game with a review that tells one mistake of Black's; the game and the problem."""
    sgf = "(;SZ[5]PB[Ann]PW[Ben];B[cc];W[ea];B[aa];W[dd];B[bd])"
    game = client.post("/records", {"request": client.request(), "sgf": sgf})
    review = KeptReview("00000000000000aa", game["id"], "quick", "done", answer=json.dumps(REVIEW))
    client.bench._shelf.submit(client.bench.store.put_review, review).result()
    ask = {"color": "black"}
    told = client.post(f"/reviews/{review.id}/mistakes", ask)
    assert told == {"mistakes": 1, "new": 1}
    assert client.post(f"/reviews/{review.id}/mistakes", ask) == {"mistakes": 1, "new": 0}
    return game, client.post("/problems/next", {"deck": "mistake"})


def test_a_mistake_is_asked_until_it_is_not_made_again() -> None:
    with running(analyst=Scripted()) as client:
        game, problem = mistakes(client)
        assert (problem["game"], problem["at"], problem["played"]) == (game["id"], 2, "A5")
        assert (problem["goal"], problem["loss"], problem["last"]) == ("better", 9.0, "E5")
        assert problem["title"] == "Ann – Ben"
        path = f"/problems/{problem['id']}"
        outcomes = {}
        for number, vertex in enumerate(["B5", "A5", "D4"]):
            asked = {"attempt": f"attempt-{number}", "line": [vertex]}
            answer = client.post(f"{path}/moves", asked)
            outcomes[vertex] = (answer["outcome"], answer["loss"])
            counts = client.get("/problems")
            assert counts["solved"] + counts["failed"] == max(0, number)
        assert outcomes == {"B5": ("undecided", 4.0), "A5": ("wrong", 9.0), "D4": ("solved", 0.0)}
        hint = client.post(f"{path}/show", {"attempt": "attempt-9", "give_up": False})
        assert "D4" in hint["moves"]
        shown = client.post(f"{path}/show", {"attempt": "attempt-9", "give_up": True})
        assert shown["moves"] == ["D4"]
        for line, says in ((["C3"], "occupied"), (["D4", "D3", "D2"], "one move")):
            asked = {"attempt": "attempt-8", "line": line}
            status, said = client.ask("POST", f"{path}/moves", asked)
            assert (status, says in said["error"]) == (400, True)


def test_a_games_mistakes_go_with_it() -> None:
    with running(analyst=Scripted()) as client:
        game, problem = mistakes(client)
        client.ask("DELETE", f"/games/{game['id']}")
        assert client.ask("GET", f"/problems/{problem['id']}")[0] == 404
