"""Solutions told in goals: every sentence with its certainty, and tied to a proof."""

from __future__ import annotations

import json
import re
from dataclasses import replace

from gokan.cli import run
from gokan.go import BLACK, PASS, WHITE, Position
from gokan.goals import consider, solve, why
from gokan.goals.arbiter import ReadingArbiter
from gokan.goals.aura.worth import Aura
from gokan.goals.graph import Known
from gokan.goals.purpose import graph_of
from gokan.goals.search import Doubt
from gokan.goals.solution_words import failure
from gokan.goals.teller import ENDS, GOT_OUT, Teller
from gokan.goals.walk import Walk, walks
from gokan.goals.ways import ways
from gokan.reading import Problem, prove
from gokan.reading import solve as read
from gokan.reading.check.bundle import check_file
from gokan_lab.facts.klinger import P17, RACE

from .diagrams import THREE
from .test_solver import SEKI

CORNER = """
    . X O . . .
    . X O . . .
    X X X O . .
    O O O . . .
    . . . . . .
"""
BULKY_FIVE = """
    . . . O X . .
    . . O O X . .
    O O O X X . .
    X X X X . . .
    . . . . . . .
"""


def test_every_sentence_of_why_hangs_on_a_node_of_a_checked_proof():
    position = Position.from_diagram(THREE, to_play=BLACK)
    told = why(read(Problem.make(position, target=[position.point("A4")])))
    assert told.sentences
    for proof in told.proofs:
        assert check_file(list(proof)).verdict == "accepted"
    for said in told.sentences:
        rows = [json.loads(line) for line in told.proofs[said.proof][1:]]
        node = 0
        line = said.line[1:] if said.proof else said.line
        for move in line:  # the moves lead to the node
            node = dict(map(tuple, rows[node][1:]))[move]
        assert node == said.node or not said.line
    assert told.to_dict()["sentences"][0]["certainty"] == "proved"


def test_why_of_stones_that_are_dead_without_a_move(tmp_path, capsys):
    """There is no first move to tell of; it broke off with an error."""
    path = tmp_path / "dead.txt"
    path.write_text(
        ". X . O . . .\nX O O O . . .\nX X O . . . .\nO O O . . . .\n. . . . . . .\n", "utf-8"
    )
    asked = ["solve", str(path), "--target", "B5", "--first", "W", "--why"]
    assert run(asked) == 0
    told = capsys.readouterr().out
    assert "White need not play: the black stones at B5 are dead as they are; " in told
    assert "(proved, node 0)" in told


def test_why_as_json_and_where_it_does_not_go(tmp_path, capsys):
    """With --json, and with a goal that is not life or death, --why was passed over in silence."""
    path = tmp_path / "three.txt"
    path.write_text(THREE.replace("    ", ""), "utf-8")
    assert run(["solve", str(path), "--target", "A4", "--why", "--json"]) == 0
    said = json.loads(capsys.readouterr().out)["why"]["sentences"]
    assert said[0]["certainty"] == "proved"
    assert run(["solve", str(path), "--target", "A4", "--json"]) == 0
    assert "why" not in json.loads(capsys.readouterr().out)
    assert run(["solve", str(path), "--target", "A4", "--goal", "capture", "--why"]) == 2
    assert "--why does not go with --goal capture" in capsys.readouterr().err


Nodes = list[tuple[int, list[tuple[int, int]]]]


def told_of(nodes: Nodes) -> list[str]:
    """What is said of a proof with these nodes, after Black's B5 in three in a row."""
    position = Position.from_diagram(THREE, to_play=BLACK)
    problem = Problem.make(position, target=[position.point("A4")])
    shifted = [(kind, [(move, child + 1) for move, child in edges]) for kind, edges in nodes]
    head = {"verdict": "killed", "turn": 1, "defender": 2}
    walk = Walk((), "read", head, [(0, [(position.point("B5"), 1)]), *shifted])
    return [said.text for said in Teller(problem, walk, 0).rest()]


def test_a_winner_who_does_not_answer_has_passed():
    """The other side was thought to be to move, and the line broke off with an error."""
    a5, c5 = 0, 2
    line = [(0, [(a5, 1)]), (0, [(PASS, 2)]), (0, [(PASS, 3)]), (0, [(c5, 4)]), (2, [])]
    assert told_of(line) == ["If White plays A5, Black need not answer"]


def test_a_judged_proof_may_play_where_a_stone_stands():
    """It counts liberties inside its region only; the line is told as far as it can be played."""
    a5, c5, f5, e5 = 0, 2, 5, 4
    goes_on = [(0, [(f5, 1)]), (0, [(a5, 2)]), (0, [(PASS, 3)]), (0, [(e5, 4)]), (3, [])]
    assert told_of(goes_on) == ["If White plays F5, Black answers A5"]
    [told] = told_of([(0, [(e5, 1), (c5, 2)]), (2, []), (2, [])])
    assert told == "Whatever White plays, the stones are in atari and are taken"
    assert told_of([(0, [(f5, 1)]), (0, [(a5, 2)]), (0, [(e5, 3)]), (3, [])])


def test_an_end_that_cannot_be_seen_on_the_board_is_told_with_its_condition():
    """Stones with three liberties were said to be in atari, others to live unconditionally: a
    judged proof counts no liberties outside its region, and takes walls as safe.
    """
    a5 = 0
    [told] = told_of([(0, [(a5, 1)]), (1, [])])
    assert told.endswith("the stones are captured if they cannot get beyond what was read")
    [told] = told_of([(0, [(PASS, 1)]), (2, [])])
    assert told.endswith("the stones can be taken if they cannot get beyond what was read")
    [told] = told_of([(0, [(a5, 1)]), (5, [])])
    assert told.endswith("the stones live if the stones that they lean on are safe")


def test_stones_that_are_taken_for_good_fall():
    """It said "The white stones at C2 live, because ..., the stones are taken for good"."""
    position = Position.from_diagram(THREE, to_play=BLACK)
    problem = Problem.make(position, target=[position.point("A4")])
    head = {"verdict": "stands", "turn": 1, "defender": 1, "goal": "taken"}
    b5, a5, c5 = 1, 0, 2
    nodes = [(0, [(b5, 1)]), (0, [(a5, 2)]), (0, [(c5, 3)]), (7, [])]
    walk = Walk((), "proved", head, nodes)
    assert walk.killed
    assert walk.mover_wins
    told = [said.text for said in Teller(problem, walk, 0).rest()]
    assert told[0] == (
        "The white stones at A4 fall, because after the main line, A5 C5,"
        " the stones are taken for good"
    )
    refused = Walk((), "proved", {**head, "verdict": "killed"}, nodes)
    assert not refused.killed
    assert not refused.mover_wins


def test_no_stones_are_called_safe_that_are_taken_on_a_line():
    """It said that stones cannot be captured, and then how they are."""
    position = Position.from_diagram(THREE, to_play=BLACK)
    graph = graph_of(position, [position.point("A4")])
    assert graph is not None
    wall = position.point("F5")
    room = Known("true", "judged", "they have ample room around them")
    seen = replace(ways(graph), safe={wall: room})
    assert any("F5 cannot be captured" in part.text for part in seen.remarks())
    assert not any("cannot be captured" in part.text for part in seen.remarks(taken={wall}))


def test_what_falls_on_a_line_is_noted():
    a5, c5, b5 = 0, 2, 1
    position = Position.from_diagram(THREE, to_play=BLACK)
    problem = Problem.make(position, target=[position.point("A4")])
    head = {"verdict": "killed", "turn": 1, "defender": 2}
    nodes = [(0, [(b5, 1)]), (0, [(a5, 2), (c5, 4)]), (0, [(c5, 3)]), (1, []), (2, [])]
    teller = Teller(problem, Walk((), "proved", head, nodes), 0)
    assert list(teller.rest())
    assert teller.taken == set(position.block("A4").stones)


def test_stones_that_live_are_not_left_without_a_way_to_do_so():
    """They had room for one eye only, nothing to capture and no friends, and lived."""
    position = Position.from_diagram(THREE, to_play=BLACK)
    graph = graph_of(position, [position.point("A4")])
    assert graph is not None
    narrow = replace(ways(graph), room=1, prey=(), homes={})
    assert "They have room for one eye only" in [p.text for p in narrow.remarks()]
    assert "They have room for one eye only" not in [p.text for p in narrow.remarks(lives=True)]


def test_for_how_many_threats_it_was_shown():
    """`gokan solve` said it, and --why called the same thing settled for any number of them."""
    position = Position.from_diagram(THREE, to_play=BLACK)
    solution = read(Problem.make(position, target=[position.point("A4")]))
    assert "ko threats" not in why(solution).explain()
    told = why(replace(solution, up_to=6)).explain()
    assert "That was shown for up to 6 ko threats of White (proved, node 0)." in told
    told = why(replace(solution, endless=True)).explain()
    assert "Only endless ko threats would help White (proved, node 0)." in told


def test_replies_come_in_the_order_in_which_they_matter():
    """A reply far away that nobody has to answer came before the one that resists longest."""
    a5, c5, f5, f1, g1 = 0, 2, 5, 33, 34
    nodes = [
        (0, [(f1, 1), (g1, 1), (a5, 2), (c5, 4), (PASS, 1)]),
        (0, [(PASS, 9)]),  # Black need not answer
        (0, [(c5, 3)]),
        (2, []),
        (0, [(a5, 5)]),
        (0, [(f1, 6)]),
        (0, [(g1, 7)]),
        (0, [(f5, 8)]),
        (2, []),
        (3, []),
    ]
    told = told_of(nodes)
    assert [line.split()[3].strip(",") for line in told[-4:]] == ["A5", "F1", "G1", "elsewhere"]
    assert "C5" in told[0]


def test_passes_in_a_line_are_told_once():
    """A line on which the loser plays elsewhere again and again names the winner's moves."""
    position = Position.from_diagram(BULKY_FIVE, to_play=BLACK)
    told = why(read(Problem.make(position, target=[position.point("A3")]))).explain()
    assert "if White plays elsewhere again, C5 follows, and the stones are in atari" in told
    assert not re.search(r"[A-T]\d+ elsewhere|elsewhere [A-T]\d", told)


def test_what_is_out_of_reach_comes_before_the_move_and_why_it_works_after_it():
    """No goal that cannot be had was told, a race was not called one, nor its stones named."""
    position = Position.from_diagram(RACE, to_play=BLACK)
    told = why(read(Problem.make(position, target=[position.point("D1")])))
    lines = told.explain().splitlines()
    assert lines[0].startswith("Black must save the black stones at D1: if Black plays elsewhere")
    race = "It is a race with the white stones at F2: neither side lives without taking the other"
    assert lines[1:5] == [
        "They cannot connect out: nothing joins them to black stones that live (judged, node 0).",
        "They have room for one eye only (judged, node 0).",
        "The white stones at C5 cannot be captured: they live unconditionally (exact, node 0).",
        f"{race} (judged, node 0).",
    ]
    assert lines[5].startswith("F1 saves them (proved, node 0); it takes a liberty of the white")
    assert "The white stones at F2 can be captured, because " in lines[6]
    assert "because after the main line, C1 G1 F2 G2, the white stones at F2 are off" in lines[7]
    assert "need not answer" in lines[8]
    assert not [line for line in lines[9:] if line.startswith("If ")]
    for proof in told.proofs:
        assert check_file(list(proof)).verdict == "accepted"


def test_only_the_move_is_proved_and_not_what_it_is_for():
    """`P16 gains liberties` was marked as proved; that it works is, and what it is for is judged,
    or exact where it can be seen on the board.
    """
    told = why(read(Problem.make(P17, target=[P17.point("P17")])))
    move = next(said for said in told.sentences if said.text.startswith("P16"))
    assert (move.text, move.certainty) == ("P16 saves them", "proved")
    assert [(p.text, p.certainty) for p in move.purpose] == [
        ("joins them to O16, which lives", "exact")
    ]
    assert "What is left to them is to connect with O16" in told.explain()
    for said in told.sentences:
        assert all(part.certainty in ("exact", "judged") for part in said.purpose)


def test_where_nothing_is_needed_it_does_not_say_must():
    """Of a lone stone on 3x3 it said "Black must save" and then "Black need not answer"."""
    position = Position.from_diagram(". . .\n. X .\n. . .", to_play=BLACK)
    told = why(read(Problem.make(position, target=[position.point("B2")]))).explain()
    assert told.startswith(
        "Black need not play: the black stones at B2 live as they are (proved, node 0)."
    )
    assert "must" not in told


def test_a_ko_is_told_from_both_sides(repo):
    """It said "Cannot be told in goals: A ko is proved from several sides"."""
    position = Position.from_diagram((repo / "examples" / "corner-ko.txt").read_text("utf-8"))
    told = why(read(Problem.make(position, target=[position.point("D9")])))
    lines = told.explain().splitlines()
    assert lines[0] == (
        "Whether Black can capture the white stones at D9 depends on a direct ko that Black takes"
        " first, fought at A8; each side of it has a proof (read, node 0)."
    )
    won = "Black can capture the white stones at D9 as long as White has no more ko threats than"
    lost = "Black cannot capture the white stones at D9 if White has 1 more ko threat than Black"
    assert f"{won} Black (proved, node 0)." in lines
    assert f"{lost} (proved, proof 2, node 0)." in lines
    assert any("A9 (after a threat)" in line for line in lines)
    for proof in told.proofs:
        assert check_file(list(proof)).verdict == "accepted"


def test_a_seki_is_not_told_as_two_eyes():
    position = Position.from_diagram(SEKI, to_play=BLACK)
    told = why(read(Problem.make(position, target=[position.point("C3")]))).explain()
    assert "They live in seki: two eyes cannot be forced (" in told
    assert "to make two eyes" not in told
    assert "B2 saves them (proved, node 0)." in told  # and not that it makes eyes


def test_a_move_judged_at_a_glance_is_not_said_to_fail():
    """It said "F18 fails: there is hardly a chance left (read)" of a move that works."""
    position = Position.from_diagram(THREE, to_play=BLACK)

    def weigh(where: Position, stones: object) -> Aura:
        falls = 0.5 if where.last_move is None else 0.0
        return Aura(0.0, falls, {}, {p: 0.5 for p in range(35) if not where.board[p]})

    found = solve(position, "A4", weigh=weigh, nodes=3, ko=False)
    assert "at a glance its chance is under 1 % (" in found.explain()
    assert " (read)" not in found.explain()


def test_a_side_that_does_not_answer_plays_elsewhere():
    """Nobody answers to a pass, nor does one refute a move."""
    position = Position.from_diagram(THREE, to_play=BLACK)
    found = solve(position, "A4", nodes=60, doubt=Doubt(check=20))
    assert found.root.by is not None
    after = found.root.by.to
    after.branches.sort(key=lambda branch: branch.move != PASS)
    assert after.branches[0].move == PASS
    told = found.explain()
    assert re.search(
        r"If White plays elsewhere, [AC]5 follows \(learned\), which [a-z ]+ \(judged\)\.",
        told,
    )
    assert "pass" not in told
    after.outcome, after.by = "missed", after.branches[0]
    assert failure(found, found.root.by).startswith("White may play elsewhere")


def test_rules_are_quoted_and_not_named():
    """The name of a rule says nothing to a player; its reason does, with the point it is about."""
    position = Position.from_diagram(THREE, to_play=BLACK)
    ruled = {s.move: s for s in consider(position, "A4").moves if s.rule}
    taken = 'destroys an eye ("The owner makes the eye sure with a stone at A5")'
    assert ruled[position.point("A5")].full == taken
    assert all(" " in s.rule and "*" not in s.rule for s in ruled.values())
    assert all(s.why and "rule" not in s.why for s in ruled.values())


def test_replies_that_are_answered_alike_are_told_together():
    """The reason of a rule is told with the first move only, and no ending twice."""
    position = Position.from_diagram(SEKI, to_play=BLACK)
    told = why(read(Problem.make(position, target=[position.point("C3")])))
    lines = told.explain().splitlines()
    rest = [line.split(", ", 1)[-1].rsplit(" (", 1)[0] for line in lines if line.startswith("If")]
    assert len(rest) == len(set(rest)) < sum(bool(s.reply) for s in told.sentences)
    assert sum('("' in line for line in lines) <= 1


def test_that_no_move_is_needed_is_said_where_only_a_move_was_proved():
    position = Position.from_diagram(CORNER, to_play=WHITE)
    told = why(read(Problem.make(position, target=[position.point("B5")]))).explain()
    assert "White need not even play (read, node 0)." in told
    assert "must" not in told


def test_an_end_that_is_sure_is_told_as_exact():
    start = Position.from_diagram(THREE, to_play=BLACK)
    assert (
        "A5 changes nothing: they are in atari and can be taken (exact)."
        in solve(start, "A4").explain()
    )


ALIVE = """
. X . X O . .
X X X X O . .
O O O O O . .
. . . . . . .
. . . . . . .
"""


def test_what_is_seen_without_a_move_is_told_as_exact():
    """It said "was not settled in 0 positions", or "by any of the reasonable moves (read)"."""
    position = Position.from_diagram(ALIVE, to_play=BLACK)
    saved = solve(position, "A4")
    assert (saved.result, saved.move) == ("reached", None)
    assert saved.explain() == (
        "Black can save the black stones at A4: they live unconditionally (exact)."
    )
    assert solve(position.setup(to_play=WHITE), "A4").explain() == (
        "White cannot capture the black stones at A4: they live unconditionally (exact)."
    )


def test_stones_in_atari_are_taken_by_a_move_that_is_named():
    """There was neither a move nor an answer, though the result was "reached"."""
    position = Position.from_diagram(THREE, to_play=BLACK).play_all(["B5", "A5"])
    taken = solve(position, "A4")
    assert (taken.result, taken.certainty, taken.move) == ("reached", "exact", position.point("C5"))
    assert taken.explain() == (
        "Black can capture the white stones at A4 by C5: "
        "they are in atari and can be taken (exact)."
    )
    assert taken.to_dict()["move"] == "C5"


def test_what_a_move_is_for_is_not_called_read():
    """`B2 makes eyes (read)` was said of a move after which nobody gets two eyes."""
    told = solve(Position.from_diagram(SEKI, to_play=BLACK), "C3", nodes=40).explain()
    assert (
        "by B2 (learned); it makes eyes (judged). It may be in seki; the goals do not tell" in told
    )
    assert "eyes (read)" not in told


def test_seki_and_ko_have_the_words_of_reading_where_it_was_asked(repo):
    position = Position.from_diagram(SEKI, to_play=BLACK)
    told = solve(position, "C3", nodes=40, arbiter=ReadingArbiter(nodes=20_000)).explain()
    assert "After that move reading says: they live in seki" in told
    corner = Position.from_diagram((repo / "examples" / "corner-ko.txt").read_text("utf-8"))
    alone = solve(corner, "D9").explain()
    assert "by B9 if every ko is won (learned)" in alone
    assert "What kind of ko it is, the goals do not know; `gokan solve` tells." in alone
    told = solve(corner, "D9", arbiter=ReadingArbiter(nodes=20_000)).explain()
    assert "reading says: it is a ko; White needs 1 threat more than Black" in told


def test_of_several_targets_those_that_live_are_named():
    """The stones at P17 were said to live unconditionally; only the others did."""
    told = solve(P17, [P17.point("P17"), P17.point("Q13")]).explain()
    assert "can save at least some of the black stones at P17 and Q13: those at Q13 live" in told
    assert told.endswith("and it is enough if one block survives (exact).")


def test_stones_that_get_out_on_a_line_are_not_said_to_be_shut_in(monkeypatch):
    """That nothing joins them to friends is judged; a proof on which they get out weighs more."""
    position = Position.from_diagram(THREE, to_play=BLACK)
    solution = read(Problem.make(position, target=[position.point("A4")]))
    assert "They cannot connect out" in why(solution).explain()
    monkeypatch.setitem(ENDS, 5, ENDS[GOT_OUT])
    told = why(solution).explain()
    assert "the stones have got out" in told
    assert "They cannot connect out" not in told


def test_stones_have_the_name_that_they_were_given():
    position = Position.from_diagram(THREE, to_play=BLACK)
    for stone in ("A4", "D5", "C4"):
        found = solve(position, stone, nodes=20)
        assert f"the white stones at {stone}" in found.explain()
        assert found.to_dict()["target"][0] == stone
        assert found.nodes == solve(position, "A4", nodes=20).nodes


def test_stones_that_live_as_they_are_are_not_said_to_need_something():
    """After "the stones live unconditionally" it said that they have room for one eye only and that
    a capture is left to them.
    """
    position = Position.from_diagram(
        """
        X O O O O O O
        X X O O X O O
        X . X O X . O
        X X X X X X X
        """,
        to_play=WHITE,
    )
    told = why(read(Problem.make(position, target=[position.point("E1")]))).explain()
    assert told == (
        "White cannot capture the black stones at E1: the stones live unconditionally"
        " (proved, node 0)."
    )


def test_a_proof_is_checked_once(monkeypatch):
    """It was checked twice, which takes half a minute for a large one."""
    position = Position.from_diagram(THREE, to_play=BLACK)
    lines = prove(read(Problem.make(position, target=[position.point("A4")])))
    count = 0

    def counted(rows):
        nonlocal count
        count += 1
        return check_file(rows)

    monkeypatch.setattr("gokan.goals.walk.check_file", counted)
    assert walks(lines)["verdict"].certainty == "proved"
    assert count == 1


def test_stones_that_can_be_taken_at_once_are_told_with_the_move():
    position = Position.from_diagram(
        """
        . X O O O
        X X X O .
        X X O O O
        X X O O O
        X X X X O
        """,
        to_play=WHITE,
    )
    told = why(read(Problem.make(position, target=[position.point("B3")]))).explain()
    assert told == (
        "White can capture the black stones at B3: the stones are in atari, and A5 takes them"
        " (proved, node 0)."
    )


def test_that_stones_live_unconditionally_is_said_once():
    position = Position.from_diagram(ALIVE, to_play=BLACK)
    told = why(read(Problem.make(position, target=[position.point("A4")]))).explain()
    assert told == (
        "Black need not play: the black stones at A4 live unconditionally (proved, node 0)."
    )


def test_in_json_a_purpose_names_its_move():
    position = Position.from_diagram(THREE, to_play=BLACK)
    told = why(read(Problem.make(position, target=[position.point("A4")])))
    said = [s for s in told.to_dict()["sentences"] if s["purpose"]]
    assert said
    assert all(s["move"] in s["text"] for s in said)
    assert "B5 captures them (proved, node 0); it " in told.explain()


def test_stones_that_a_short_reading_can_take_are_not_said_to_be_safe():
    """Two stones of a wall with two liberties could "not be captured", as they had ample room;
    moving first the others take them, and "what is left" did not speak of that.
    """
    rows = [". X O . .", ". O . . .", ". . . . .", ". . . . .", ". . . . ."]
    position = Position.from_diagram("\n".join(rows), to_play=BLACK)
    lone, room = position.point("B5"), Known("true", "judged", "they have ample room around them")
    head = {"verdict": "stands", "turn": 1, "defender": 2}
    problem = Problem.make(position, target=[position.point("C5")])
    teller = Teller(problem, Walk((), "proved", head, [(0, [(24, 1)]), (5, [])]), 0)
    assert teller.ways is not None
    teller.__dict__["ways"] = replace(teller.ways, safe={lone: room}, prey=())
    told = [said.text for said in teller.remarks()]
    assert not [text for text in told if "cannot be captured" in text or "What is left" in text]
    teller.__dict__["ways"] = replace(teller.ways, safe={lone: replace(room, grade="sure")})
    told = [said.text for said in teller.remarks()]
    assert [text for text in told if "cannot be captured" in text]
    assert [text for text in told if "What is left" in text]
