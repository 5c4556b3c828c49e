"""What a move answers, which cut it closes, whom it approaches twice, how it helps or attacks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from gokan import explain
from gokan.explain.account import gather
from gokan.explain.area import area_of
from gokan.explain.claim import Certainty, Claim
from gokan.explain.outlook import StrengthOutlook, View
from gokan.explain.price import worth
from gokan.explain.scene import Level, Scene, Table
from gokan.explain.sources import answers, elsewhere, tactics
from gokan.explain.verifying.second import verify
from gokan.explain.words import middle, sentence
from gokan.go import BLACK, PASS, Position
from gokan.reading.tactics import questions as tactics_questions


class Scripted:
    """Owners by a table: for each point White's or Black's chance before and after any move."""

    sense = "intuition"
    certainty: Certainty = "learned"

    def __init__(self, start: Position, now: dict[str, float], then: dict[str, float]) -> None:
        self.start = start
        self.now = {start.point(v): x for v, x in now.items()}
        self.then = {start.point(v): x for v, x in then.items()}

    def view(self, position: Position) -> View:
        changed = self.then if position.board != self.start.board else {}
        owner = [changed.get(p, self.now.get(p, 0.0)) for p in range(len(self.start.board))]
        return View(tuple(owner), sum(owner))

    def views(self, positions: Sequence[Position]) -> list[View]:
        return [self.view(position) for position in positions]


def played(*moves: str, size: int = 19) -> Position:
    position = Position.empty(size)
    for move in moves:
        position = position.play(move)
    return position


def of(kind: str, position: Position, move: str) -> list[Claim]:
    return [c for c in gather(Scene(position, move)) if c.kind == kind]


@pytest.mark.parametrize(
    ("moves", "move", "called"),
    [
        (("Q16", "O17"), "R14", "approach"),
        (("Q16", "R17"), "Q17", "invasion"),
        (("K10", "L10"), "K11", "attachment"),
        (("K10", "K11", "D4", "L10", "Q4", "J10"), "K9", "atari"),
    ],
)
def test_the_last_move_is_named(moves: tuple[str, ...], move: str, called: str) -> None:
    position = played(*moves)
    claims = of("answers", position, move)
    assert [claim["called"] for claim in claims] == [called]
    assert [one.verdict for one in verify(position, claims)] == ["holds"]


def test_a_wrong_name_of_the_last_move_is_found_out() -> None:
    position = played("Q16", "O17")
    (claim,) = of("answers", position, "R14")
    for wrong in ("pincer", "invasion", "double approach"):
        false = replace(claim, names={**claim.names, "called": wrong})
        assert [one.verdict for one in verify(position, [false])] == ["fails"]


def test_a_far_move_answers_nothing() -> None:
    assert not of("answers", played("Q16", "O17"), "D4")
    assert not list(answers.claims(Scene(Position.empty(19), "Q16")))


def test_the_first_sentence_says_what_is_answered() -> None:
    position = played("Q16", "O17")
    near = {"R15": 0.9, "S16": 0.9, "S15": 0.9, "R14": 0.9}
    account = explain.move(position, "R14", outlook=Scripted(position, {}, near))
    assert account.answers is not None
    assert "in answer to White's approach at O17" in account.sentences[0].text
    assert all(claim.kind != "answers" for claim in account.told)


def test_a_cut_is_closed() -> None:
    position = Position.from_diagram(
        ". . . . . .\n. X O . . .\n. . X . . .\n. . . . . .\n. . . . . .\n. . . . . ."
    )
    (claim,) = of("closes cut", position, "B4")
    assert sentence(claim, position).text == "Black B4 closes the cut between B5 and C4."
    assert [one.verdict for one in verify(position, [claim])] == ["holds"]
    false = replace(claim, points={**claim.points, "ends": (claim["ends"][0], claim.move + 12)})
    assert [one.verdict for one in verify(position, [false])] == ["fails"]
    open_ = Position.from_diagram(
        ". . . . . .\n. X . . . .\n. . X . . .\n. . . . . .\n. . . . . .\n. . . . . ."
    )
    assert not of("closes cut", open_, "B4")  # the other way is open as well


def test_a_cut_that_would_be_suicide_is_none_to_close() -> None:
    rules = "new zealand"  # there suicide is allowed, and the stone is gone
    position = Position.from_diagram(
        ". . . . . .\n. . X X . .\n. X . O X .\n. O X X . .\n. . . . . .\n. . . . . ."
    ).with_rules(rules)
    assert position.play("pass").is_legal("C4")
    assert not of("closes cut", position, "C4")


def test_a_second_approach_is_a_double_one_and_no_pincer() -> None:
    position = played("Q10", "D4", "F3", "K10")
    kinds = {c.kind for c in gather(Scene(position, "C6"))}
    assert "double approach" in kinds
    assert "pincer" not in kinds
    (claim,) = of("double approach", position, "C6")
    assert [one.verdict for one in verify(position, [claim])] == ["holds"]
    assert [one.verdict for one in verify(position, [replace(claim, kind="approach")])] == ["fails"]


def test_own_stones_farther_off_leave_an_approach_an_approach() -> None:
    position = played("K4", "D4", "C12", "K10")
    (claim,) = of("approach", position, "F3")
    assert [one.verdict for one in verify(position, [claim])] == ["holds"]


def test_a_weak_group_runs_out_and_counts_what_lies_beside_it() -> None:
    rows = [". . . . . . . . . . . . ."] * 13
    rows[2] = ". . X X . . . . . . . . ."
    position = Position.from_diagram("\n".join(rows))
    now = {"C11": -0.2, "D11": -0.2}
    then = {"C11": 0.7, "D11": 0.7, "C10": 0.5, "D10": 0.5, "E11": 0.5}
    table = Table(position, outlook=Scripted(position, now, then))
    (claim,) = [c for c in gather(Scene(position, "E10", table)) if c.kind == "strengthens"]
    assert claim["how"] == "runs"
    assert claim.value == pytest.approx(worth()["strengthens"] * (2 * 0.9 + 3 * 0.5))
    assert "runs out with Black's weak group" in sentence(claim, position).text


def test_a_move_into_the_enemys_sphere_is_an_invasion_or_a_reduction() -> None:
    position = Position.empty(19).setup(white=["G5", "N5"])
    area = [f"{c}{r}" for c in "HJKLM" for r in range(1, 10)]
    now, then = dict.fromkeys(area, -0.8), dict.fromkeys(area, -0.2)
    for move, how in (("K3", "invades"), ("K7", "above")):
        table = Table(position, outlook=Scripted(position, now, then))
        found = [c for c in gather(Scene(position, move, table)) if c.kind == "reduces"]
        assert [c["how"] for c in found] == [how]


NET = """
. . . . . . . .
. . . . . . . .
. . . X X . . .
. . X O . . . .
. . X . . . . .
. . . . . . . .
. . . . . . . .
. . . . . . . .
"""


def test_a_net_is_called_one() -> None:
    position = Position.from_diagram(NET)
    (claim,) = of("catches", position, "E4")
    told = "Black E4 catches the white stone at D5 in a net: there is no way out."
    assert sentence(claim, position).text == told
    assert [one.verdict for one in verify(position, [claim])] == ["holds"]


@pytest.mark.parametrize(("enough", "told"), [(1, True), (8, True), (9, False)])
def test_stones_are_called_caught_only_if_that_is_proved(
    monkeypatch: pytest.MonkeyPatch, enough: int, told: bool
) -> None:
    """What is only read is read again with eight times the nodes, and told if that proves it."""
    usual = tactics.NODES["usual"]
    asked = []

    def capture(position: Position, stone: int, *, nodes: int, **options: Any) -> Any:
        answer = tactics_questions.capture(position, stone, nodes=100_000, **options)
        if answer.captured is True and options["first"] == "defend":
            asked.append(nodes // usual)
            return replace(answer, grade="proved" if nodes >= enough * usual else "read")
        return answer

    monkeypatch.setattr(tactics, "capture", capture)
    found = of("catches", Position.from_diagram(NET), "E4")
    assert [claim.certainty for claim in found] == (["proved"] if told else [])
    assert asked == ([1] if enough == 1 else [1, 8])


def test_a_change_elsewhere_below_the_noise_has_no_number() -> None:
    scene = Scene(Position.empty(9), "E5")
    for points, how in ((0.0, "even"), (2.9, "even"), (-2.9, "even"), (3.1, "gets")):
        claim = elsewhere.claim(scene, [points / 40] * 81, range(40))
        assert claim["how"] == how
        assert ("points" in claim.numbers) == (how != "even")
    small = elsewhere.claim(scene, [-2.9 / 40] * 81, range(40))
    assert sentence(small, scene.before).text == (
        "Black E5 changes no more elsewhere than the noise of a short search."
    )
    large = elsewhere.claim(scene, [-3.2 / 40] * 81, range(40))
    assert "leaves White about three points elsewhere" in sentence(large, scene.before).text


def test_a_little_is_not_told_as_nothing() -> None:
    claim = Claim("besides", 40, BLACK, "learned", "intuition", names={"how": "gets"})
    claim = replace(claim, names={"how": "gets", "areas": "centre"}, numbers={"points": 0.2})
    text = sentence(claim, Position.empty(9)).text
    assert text == "Black E5 also gets about 0.5 points in the centre."


def test_leaning_on_a_safe_stone_to_attack_a_weak_group() -> None:
    start = Position.empty(19).setup(white=["D10", "K10", "L10", "K11"], black=["Q4"])
    start = start.with_to_play(BLACK)
    owners = {"D10": -0.9, "K10": -0.8, "L10": -0.8, "K11": -0.8}
    outlook = Scripted(start, owners, {**owners, "K10": 0.0, "L10": 0.0, "K11": 0.0})
    scene = Scene(start, "E11", Table(start, outlook=outlook))
    (claim,) = [c for c in gather(scene) if c.kind == "weakens"]
    assert sentence(claim, start).text == (
        "Black E11 leans on D10 to attack White's group at K10 in the centre: "
        "its chance of living falls from 90 to 50 %."
    )
    joined = start.setup(black=["F11", "E12"]).with_to_play(BLACK)
    outlook = Scripted(joined, owners, {**owners, "K10": 0.0, "L10": 0.0, "K11": 0.0})
    scene = Scene(joined, "E11", Table(joined, outlook=outlook))
    assert [c["how"] for c in gather(scene) if c.kind == "weakens"] != ["leans"]
    outlook = Scripted(start, owners, {**owners, "K10": 0.0, "L10": 0.0, "K11": 0.0})
    away = Scene(start, "F12", Table(start, outlook=outlook))
    assert [c["how"] for c in gather(away) if c.kind == "weakens"] != ["leans"]
    one = Position.empty(19).setup(white=["D10", "K10"], black=["Q4"]).with_to_play(BLACK)
    outlook = Scripted(one, {"D10": -0.9, "K10": -0.8}, {"D10": -0.9, "K10": 0.0})
    single = Scene(one, "E11", Table(one, outlook=outlook))
    assert [c["how"] for c in gather(single) if c.kind == "weakens"] == ["attacks"]


def test_what_the_opponent_gains_speaks_against_a_move() -> None:
    start = Position.empty(19).setup(white=["D10", "D11", "D12"], black=["Q4"])
    start = start.with_to_play(BLACK)
    weak, strong = (dict.fromkeys(("D10", "D11", "D12"), n) for n in (0.6, -0.8))
    scene = Scene(start, "E9", Table(start, outlook=Scripted(start, weak, strong), level="quick"))
    (claim,) = [c for c in gather(scene) if c.kind == "helps"]
    assert claim.against
    assert claim.outcome is None  # nothing was searched
    assert claim.value < 0


def test_a_line_is_told_up_to_a_pass() -> None:
    position = Position.from_diagram(NET)
    line = (position.point("E4"), PASS, position.point("E5"))
    stones = (position.point("D5"),)
    claim = Claim("rescues", 0, BLACK, "read", "reading", {"stones": stones, "line": line})
    assert sentence(claim, position).text.endswith("which White could have captured (E4).")
    long = replace(claim, kind="threatens", points={"stones": stones, "line": tuple(range(9))})
    assert sentence(long, position).text.endswith("G8 H8 …")


def test_at_the_level_tactics_stones_are_read() -> None:
    position = Position.from_diagram(NET)
    levels: tuple[Level, ...] = ("quick", "tactics")
    quick, read = (
        explain.move(position, "E4", level=level, outlook=StrengthOutlook()) for level in levels
    )
    assert "catches" not in {claim.kind for claim in quick.claims}
    assert "catches" in {claim.kind for claim in read.claims}


def test_a_group_is_placed_where_the_stone_stands_that_names_it() -> None:
    stones = ["B6", "B7", "D6", "D7"]
    start = Position.empty(9).setup(white=stones, black=["C5", "G3"]).with_to_play(BLACK)
    outlook = Scripted(start, dict.fromkeys(stones, -0.9), dict.fromkeys(stones, -0.2))
    scene = Scene(start, "C8", Table(start, outlook=outlook))
    (claim,) = [c for c in gather(scene) if c.kind == "weakens"]
    named = middle(start, sorted(claim["stones"]))
    assert claim["area"] == area_of([named], 9, 9)


def test_chances_are_told_in_figures() -> None:
    position = Position.empty(9)
    said = [
        sentence(
            Claim(
                "expected",
                40,
                BLACK,
                "learned",
                "intuition",
                numbers={"chance": chance},
                names={"how": how},
            ),
            position,
        ).text
        for chance, how in ((3.0, "few"), (0.2, "few"), (80.4, "most"))
    ]
    assert [text[text.index("(") :] for text in said] == ["(3 %).", "(0.2 %).", "(80 %)."]
