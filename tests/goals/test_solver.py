"""The solver of goals: right on textbook shapes, honest about its tree, and tied to proofs."""

from __future__ import annotations

import json
import random
from functools import partial
from importlib import resources

import pytest

from gokan._core import network_kernels
from gokan.cli import run
from gokan.errors import GokanError, InvalidInput
from gokan.go import BLACK, PASS, WHITE, Game, Position
from gokan.go.symmetry import mapping
from gokan.goals import consider, refutation, solve, why
from gokan.goals.arbiter import ReadingArbiter
from gokan.goals.aura.planes import SIDE, look, spread
from gokan.goals.aura.worth import Aura, aura, read_weights
from gokan.goals.refutation import answer, flaws, holds
from gokan.goals.search import Doubt, Search
from gokan.goals.solution_words import failure
from gokan.goals.static import Look, evaluate
from gokan.goals.telling import _Teller
from gokan.goals.tried import Tried
from gokan.reading import Problem, Solution
from gokan.reading import solve as read
from gokan.reading.check.bundle import check_file

from .aura_twin import slow_aura

THREE = """
    . . . O X . .
    O O O O X . .
    X X X X X . .
    . . . . . . .
    . . . . . . .
"""
CORNER = """
    . X O . . .
    . X O . . .
    X X X O . .
    O O O . . .
    . . . . . .
"""
FOUR = """
    . . . . O X .
    O O O O O X .
    X X X X X X .
    . . . . . . .
    . . . . . . .
"""
BULKY_FIVE = """
    . . . O X . .
    . . O O X . .
    O O O X X . .
    X X X X . . .
    . . . . . . .
"""


def nodes_of(root: Tried) -> set[int]:
    """Every position of the tree but the root."""
    found: set[int] = set()
    todo = [root]
    for node in todo:
        for branch in node.branches:
            if id(branch.to) not in found:
                found.add(id(branch.to))
                todo.append(branch.to)
    return found - {id(root)}


@pytest.mark.parametrize("mover", [BLACK, WHITE])
def test_three_in_a_row_hangs_on_the_middle(mover):
    position = Position.from_diagram(THREE, to_play=mover)
    found = solve(position, "A4")
    assert found.result == "reached"
    assert found.move == position.point("B5")
    assert found.goal == ("capture" if mover == BLACK else "save")
    assert "B5" in found.explain()
    assert not list(flaws(found, ReadingArbiter(nodes=50_000)))


def test_four_in_a_row_cannot_be_captured():
    position = Position.from_diagram(FOUR, to_play=BLACK)
    assert solve(position, "A4").result in ("missed", "unknown")


def test_the_tree_is_all_that_was_looked_at(tmp_path):
    position = Position.from_diagram(THREE, to_play=BLACK)
    found = solve(position, "A4", nodes=50)
    assert len(nodes_of(found.root)) == found.nodes <= 50
    data = json.loads(json.dumps(found.to_dict()))
    assert data["move"] == "B5"
    decides = [m for m in data["tree"]["moves"] if m["decides"]]
    assert [m["move"] for m in decides] == ["B5"]
    assert decides[0]["for"][0].startswith("Capture(")
    assert {m["move"]: m["rule"] for m in data["tree"]["moves"]} == {
        position.vertex(branch.move): branch.asked.rule for branch in found.root.branches
    }
    path = tmp_path / "tree.sgf"
    found.to_game().save(path)
    assert Game.load(path).root.children
    assert "B5 works" in found.text()


def test_no_more_nodes_than_were_given():
    position = Position.from_diagram(FOUR, to_play=BLACK)
    for nodes in (1, 2, 5):
        assert solve(position, "A4", nodes=nodes).nodes <= nodes
    with pytest.raises(GokanError, match="nodes"):
        solve(position, "A4", nodes=0)
    with pytest.raises(GokanError, match="target"):
        solve(position, [])
    with pytest.raises(GokanError, match="one colour"):
        solve(position, [position.point("A4"), position.point("F5")])


def test_turned_and_with_colours_exchanged_it_is_the_same():
    position = Position.from_diagram(THREE, to_play=BLACK)
    point = position.point("A4")
    plain = solve(position, point)
    for symmetry in range(8):
        to = mapping(symmetry, position.width, position.height)
        turned = solve(position.transform(symmetry), to[point])
        assert plain.move is not None
        assert (turned.result, turned.move) == (plain.result, to[plain.move])
    assert solve(position.swap_colors(), point).move == plain.move


def test_the_arbiter_is_asked_about_leaves_only():
    position = Position.from_diagram(THREE, to_play=BLACK)
    asked: list[Position] = []
    arbiter = ReadingArbiter(nodes=50_000)

    def ask(
        position: Position, look: Look, *, share: float = 1.0, sure: bool = False
    ) -> bool | None:
        asked.append(position)
        return arbiter(position, look, share=share, sure=sure)

    def believes(where: Position, target: object) -> Aura:
        return Aura(0.5, 0.5, {}, dict.fromkeys(range(35), 0.5))

    found = solve(position, "A4", nodes=20, arbiter=ask, weigh=believes)
    assert found.result == "reached"
    assert found.move == position.point("B5")
    assert found.root.grade == "read"
    assert all(where.hash != position.hash for where in asked)
    assert len(asked) >= 1


def test_the_arbiter_spends_no_more_than_it_has():
    position = Position.from_diagram(FOUR, to_play=BLACK)
    arbiter = ReadingArbiter(nodes=200, total=0)
    look = Look((position.point("A4"),), WHITE, BLACK)
    assert arbiter(position.play("A5"), look) is None
    assert arbiter.questions == 0


def test_what_the_arbiter_refutes_is_not_the_answer():
    position = Position.from_diagram(THREE, to_play=BLACK)

    def believes(where: Position, target: object) -> Aura:
        mine = where.to_play == BLACK
        return Aura(0.0, 1.0, {}, {p: 0.9 if p == 34 and mine else 0.0 for p in range(35)})

    bold = solve(position, "A4", weigh=believes, doubt=Doubt(check=0, trust=0.5))
    asked = solve(
        position,
        "A4",
        weigh=believes,
        doubt=Doubt(check=0, trust=0.5),
        arbiter=ReadingArbiter(nodes=9000),
    )
    assert bold.move == 34
    assert asked.move != 34


def test_a_wrong_strategy_is_refuted():
    """A look that believes everything plays anywhere, and reading shows that it fails."""
    position = Position.from_diagram(THREE, to_play=BLACK)

    def believes(where: Position, target: object) -> Aura:
        mine = where.to_play == BLACK
        return Aura(0.0, 1.0, {}, {p: 0.9 if p == 34 and mine else 0.0 for p in range(35)})

    found = solve(position, "A4", weigh=believes, doubt=Doubt(check=0, trust=0.5))
    assert (found.result, found.move) == ("reached", 34)
    assert list(flaws(found, ReadingArbiter(nodes=50_000)))


def test_sure_values():
    position = Position.from_diagram(THREE, to_play=WHITE).play("B5")
    black = evaluate(position, Look((position.point("A4"),), WHITE, BLACK))
    assert (black.reached, black.grade) == (False, "sure")
    dead = Position.from_diagram(THREE, to_play=BLACK).play_all(["B5", "A5"])
    taken = evaluate(dead, Look((dead.point("A4"),), WHITE, BLACK))
    assert (taken.reached, taken.reason) == (True, "they are in atari and can be taken")


def test_what_the_strategy_did_not_foresee_it_answers():
    position = Position.from_diagram(THREE, to_play=WHITE)
    seen = Look((position.point("A4"),), WHITE, WHITE)
    assert position.vertex(answer(position, seen)) == "B5"
    assert answer(position.play("B5").play("G1"), seen) == -1  # it lives: nothing to do


def test_a_target_in_atari_is_taken_and_not_left():
    """Whatever is sure still has to be played."""
    position = Position.from_diagram(THREE, to_play=BLACK).play_all(["B5", "A5"])
    seen = Look((position.point("A4"),), WHITE, BLACK)
    assert evaluate(position, seen).reached is True
    assert position.vertex(answer(position, seen)) == "C5"


def test_a_refutation_must_come_true_on_the_board():
    arbiter = ReadingArbiter(nodes=20_000)
    alive = Position.from_diagram(FOUR, to_play=BLACK).play("A5")
    black = Look((alive.point("A4"),), WHITE, BLACK)
    assert holds(alive, black, arbiter)  # four in a row live
    dead = Position.from_diagram(THREE, to_play=BLACK).play("B5")
    assert not holds(dead, black, arbiter)
    assert holds(dead, Look(black.target, WHITE, WHITE), arbiter)


def test_planes_see_the_target_and_the_edge():
    position = Position.from_diagram(THREE, to_play=WHITE)
    view, top, left = look(position, [position.point("A4")], WHITE)
    assert view.shape == (2, SIDE, SIDE)
    assert (view[0] == 0).sum() == SIDE * SIDE - 35
    assert {
        (int(y) + top, int(x) + left) for y, x in zip(*(view[0] == 4).nonzero(), strict=True)
    } == {divmod(p, 7) for p in position.block("A4").stones}
    assert spread(view[None], (view[:1, 0, 0] == 0)).shape == (1, 16, SIDE, SIDE)


@pytest.mark.parametrize("kernels", network_kernels())
def test_the_fast_aura_is_the_slow_one(kernels):
    file = resources.files("gokan.goals.aura") / "aura.npz"
    with resources.as_file(file) as path:
        fast = read_weights(path, kernels=kernels)
    dice = random.Random(7)
    for width, height in ((7, 5), (9, 9), (19, 19)):
        position = Position.empty(width, height)
        for _ in range(width * height // 2):
            position = position.play(dice.choice(position.legal_moves()))
        for block in position.blocks()[::11]:
            for sides in (1, 8):
                stands, falls, points = slow_aura(position, block.stones, sides=sides)
                seen = fast.look(position.core, list(block.stones), sides)
                # Fast loops keep weights in half precision.
                near = partial(pytest.approx, rel=2e-2, abs=0.15)
                assert seen.stands == near(stands)
                assert seen.falls == near(falls)
                assert seen.points == list(points)
                assert seen.worth == near([w for w, _ in points.values()])
                assert seen.move == near([m for _, m in points.values()])


def test_an_aura_needs_stones_of_one_colour():
    position = Position.from_diagram(THREE, to_play=WHITE)
    with pytest.raises(InvalidInput):
        aura(position, [])
    with pytest.raises(ValueError, match="one colour"):
        aura(position, [p for p, c in enumerate(position.board) if c])


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


def test_the_commands(tmp_path, capsys):
    path = tmp_path / "three.sgf"
    Game.new(Position.from_diagram(THREE, to_play=BLACK)).save(path)
    out = tmp_path / "tree.sgf"
    assert run(["goals", "solve", str(path), "--target", "A4", "--tree", "--sgf", str(out)]) == 0
    assert "Black can capture the white stones" in capsys.readouterr().out
    assert out.exists()
    assert run(["goals", "solve", str(path), "--target", "A4", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["result"] == "reached"
    assert run(["goals", "solve", str(path), "--target", "A4", "--arbiter", "5000"]) == 0
    capsys.readouterr()
    assert run(["solve", str(path), "--target", "A4", "--why"]) == 0
    assert "(proved, node 0)" in capsys.readouterr().out
    assert run(["goals", "solve", str(path), "--target", "G1"]) == 2


def test_why_of_stones_that_are_dead_without_a_move(tmp_path, capsys):
    """There is no first move to tell of; it broke off with an error."""
    path = tmp_path / "dead.txt"
    path.write_text(
        ". X . O . . .\nX O O O . . .\nX X O . . . .\nO O O . . . .\n. . . . . . .\n", "utf-8"
    )
    asked = ["solve", str(path), "--target", "B5", "--first", "W", "--why"]
    assert run(asked) == 0
    told = capsys.readouterr().out
    assert "White need not play to capture the black stones at B5: " in told
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


def told_of(nodes: list[tuple[int, list[tuple[int, int]]]]) -> list[str]:
    """What is said of a proof with these nodes, after Black's B5 in three in a row."""
    position = Position.from_diagram(THREE, to_play=BLACK)
    teller = object.__new__(_Teller)
    teller.problem = Problem.make(position, target=[position.point("A4")])
    teller.certainty, teller.number, teller.before, teller.owner = "read", 0, (), WHITE
    teller.nodes = nodes
    return [said.text for said in teller._replies(0, position.play("B5"), ())]


def test_a_winner_who_does_not_answer_has_passed():
    """The other side was thought to be to move, and the line broke off with an error."""
    a5, c5 = 0, 2
    line = [(0, [(a5, 1)]), (0, [(PASS, 2)]), (0, [(PASS, 3)]), (0, [(c5, 4)]), (2, [])]
    [told] = told_of(line)
    assert told.startswith("If White plays A5, Black need not answer (if White plays elsewhere, C5")


def test_a_judged_proof_may_play_where_a_stone_stands():
    """It counts liberties inside its region only; the line is told as far as it can be played."""
    a5, c5, f5, e5 = 0, 2, 5, 4
    goes_on = [(0, [(f5, 1)]), (0, [(a5, 2)]), (0, [(PASS, 3)]), (0, [(e5, 4)]), (3, [])]
    [told] = told_of(goes_on)
    assert told.endswith("(if White plays elsewhere, and so on).")
    assert told_of([(0, [(e5, 1), (c5, 2)]), (2, []), (2, [])])[0].startswith("If White plays C5")
    at_once = [(0, [(f5, 1)]), (0, [(a5, 2)]), (0, [(e5, 3)]), (3, [])]
    [told] = told_of(at_once)
    assert "so on" not in told


def test_a_strategy_that_is_not_trusted_is_unknown():
    position = Position.from_diagram(THREE, to_play=BLACK)

    def doubts(where: Position, target: object) -> Aura:
        mine = where.to_play == BLACK
        return Aura(0.04, 0.96, {}, {p: 0.9 if p == 34 and mine else 0.0 for p in range(35)})

    trusting = Doubt(trust=0.0, check=0, weakest=0.0)
    bold = solve(position, "A4", weigh=doubts, doubt=trusting, ko=False)
    never = Doubt(trust=1.0, last_capture=1.0)
    strict = solve(position, "A4", weigh=doubts, doubt=never, ko=False)
    assert bold.result == "reached"
    assert strict.result == "unknown"


def test_passes_in_a_line_are_told_once():
    """A line on which the loser plays elsewhere again and again names the winner's moves."""
    position = Position.from_diagram(BULKY_FIVE, to_play=BLACK)
    told = why(read(Problem.make(position, target=[position.point("A3")]))).explain()
    assert "(if White plays elsewhere, C5 follows: the stones are in atari and are taken)" in told
    assert "(elsewhere" not in told


def test_a_side_that_does_not_answer_plays_elsewhere():
    """Nobody answers to a pass, nor does one refute a move."""
    position = Position.from_diagram(THREE, to_play=BLACK)
    found = solve(position, "A4", nodes=60, doubt=Doubt(check=8))
    assert found.root.by is not None
    after = found.root.by.to
    after.branches.sort(key=lambda branch: branch.move != PASS)
    assert after.branches[0].move == PASS
    told = found.explain()
    assert "If White plays elsewhere, A5 follows, which destroys an eye (read)." in told
    assert "pass" not in told
    after.outcome, after.by = "missed", after.branches[0]
    assert failure(found, found.root.by).startswith("White may play elsewhere")


def test_rules_are_quoted_and_not_named():
    """The name of a rule says nothing to a player; its reason does, with the point it is about."""
    position = Position.from_diagram(THREE, to_play=BLACK)
    ruled = {s.move: s for s in consider(position, "A4").moves if s.rule}
    decides = 'destroys an eye ("The eye depends on A5: a stone of either side there decides")'
    assert ruled[position.point("A5")].full == decides
    assert all(" " in s.rule and "*" not in s.rule for s in ruled.values())
    assert all(s.why and "rule" not in s.why for s in ruled.values())


def test_replies_that_are_answered_alike_are_told_together():
    """The reason of a rule is told with the first move only, and no ending twice."""
    position = Position.from_diagram(CORNER, to_play=WHITE)
    told = why(read(Problem.make(position, target=[position.point("B5")])))
    lines = told.explain().splitlines()
    rest = [line.split(", ", 1)[-1].rsplit(" (", 1)[0] for line in lines if line.startswith("If")]
    assert len(rest) == len(set(rest)) < sum(bool(s.reply) for s in told.sentences)
    assert sum('("' in line for line in lines) <= 1


def test_an_arbiter_is_asked_after_replies():
    """He sees positions with the attacker to move, of different replies, and never the problem."""
    start = Position.from_diagram(FOUR, to_play=BLACK)
    asked: list[Position] = []

    def arbiter(
        position: Position, look: Look, *, share: float = 1.0, sure: bool = False
    ) -> bool | None:
        asked.append(position)
        return True

    def doubts(where: Position, target: object) -> Aura:
        return Aura(0.5, 0.5, {}, {p: 0.5 for p in range(35) if not where.board[p]})

    found = solve(start, "A4", weigh=doubts, arbiter=arbiter, nodes=20, ko=False)
    assert found.result == "reached"
    assert len({at.hash for at in asked}) == len(asked) == 3
    assert all(at.to_play == BLACK and at.move_number == 2 for at in asked)
    by = found.root.by
    assert by is not None
    assert by.to.reason == "reading says so after the replies to be feared most"


@pytest.mark.parametrize("nodes", [1, 2, 5])
def test_an_arbiter_adds_few_nodes_to_those_allowed(nodes: int) -> None:
    start = Position.from_diagram(FOUR, to_play=BLACK)

    def nothing(
        position: Position, look: Look, *, share: float = 1.0, sure: bool = False
    ) -> bool | None:
        return None

    assert solve(start, "A4", nodes=nodes).nodes <= nodes
    assert solve(start, "A4", nodes=nodes, arbiter=nothing).nodes <= nodes + 40


SEKI = """
    . . . . . . .
    O O O O . . .
    X X X O . . .
    . . X O . . .
    . O X O . . .
    . . X O . . .
    O . X O . . .
"""


def test_a_seki_is_left_as_it_is():
    """In a seki any move of one's own is a mistake: it was never tried to play elsewhere."""
    position = Position.from_diagram(SEKI, to_play=BLACK)
    found = solve(position, "C3", nodes=40)
    assert (found.result, position.vertex(found.move or 0)) == ("reached", "B2")
    assert next(iter(flaws(found, ReadingArbiter(nodes=20_000))), None) is None
    assert "pass works  [leaves it as it is" in found.text()


@pytest.mark.parametrize("mover", [BLACK, WHITE])
def test_only_the_side_that_is_to_live_may_play_elsewhere(mover):
    """Whoever would capture gains nothing by it: in a seki the other side need not move either."""
    position = Position.from_diagram(SEKI, to_play=mover)
    look_at = Look(position.block("C3").stones, BLACK, mover)
    search = Search(position, look_at, doubt=Doubt(), most_nodes=30)
    search.run()
    nodes = [node for node in search.table.values() if node.suggested]
    assert {node.position.to_play for node in nodes} == {BLACK, WHITE}
    for node in nodes:
        elsewhere = any(s.move == PASS for s in node.suggested or ())
        assert elsewhere == (node.position.to_play == BLACK)


def test_a_reply_that_gives_atari_is_always_tried():
    """However little it is feared: a strategy must answer what it is forced to answer."""
    position = Position.from_diagram(THREE, to_play=BLACK)

    def calm(where: Position, target: object) -> Aura:
        return Aura(0.01, 0.99, {}, {p: 0.9 if p == 1 else 0.01 for p in range(35)})

    by = solve(position, "A4", weigh=calm, doubt=Doubt(check=1), ko=False).root.by
    assert by is not None
    after = by.to.position
    assert len(after.block(by.move).liberties) <= 2
    assert set(after.block(by.move).liberties) <= {branch.move for branch in by.to.branches}


def test_a_ko_is_called_only_where_the_goal_is_missed_without_it():
    """The player would win by a ko, but nothing shows that he needs one."""
    position = Position.from_diagram(THREE, to_play=BLACK)

    def unsure(where: Position, target: object) -> Aura:
        urgent = {p: 0.9 if p == 1 else 0.0 for p in range(35) if not where.board[p]}
        first = where.board == position.board
        return Aura(0.005, 0.02 if first else 0.6, {}, urgent)

    assert solve(position, "A4", weigh=unsure, nodes=40).result != "ko"


def test_nodes_that_are_left_are_used_against_all_odds():
    """A problem that looks hopeless at once is looked into all the same, while there are nodes."""
    position = Position.from_diagram(THREE, to_play=BLACK)

    def despairs(where: Position, target: object) -> Aura:
        urgent = {p: 0.5 if p == 1 else 0.1 for p in range(35) if not where.board[p]}
        return Aura(0.99, 0.01, {}, urgent)

    found = solve(position, "A4", weigh=despairs, nodes=100)
    assert found.nodes > 10
    assert position.vertex(found.best or 0) == "B5"


def test_less_belief_is_asked_for_the_longer_a_strategy_stands():
    position = Position.from_diagram(THREE, to_play=BLACK)
    target = Look(position.block("A4").stones, WHITE, BLACK)

    def begun(chance: float) -> Search:
        return Search(
            position,
            target,
            doubt=Doubt(),
            most_nodes=50,
            weigh=lambda where, stones: Aura(1 - chance, chance, {}, {}),
        )

    search, doubt = begun(0.6), Doubt()
    asked = []
    for search.nodes in (0, 20, 35, 50):
        asked.append(search.asked_for())
    assert asked[0] == asked[1] == doubt.trust
    assert asked[3] == pytest.approx(doubt.last_capture)
    assert asked[1] > asked[2] > asked[3]
    saving = begun(0.6)
    saving.look, saving.nodes = Look(target.target, WHITE, WHITE), 50
    assert saving.asked_for() == pytest.approx(doubt.last)
    unlikely = begun(0.1)
    unlikely.nodes = 50
    assert unlikely.asked_for() == doubt.trust


def test_an_answer_is_looked_for_where_nothing_seems_to_help(monkeypatch):
    """It gave up at once where the first look saw no chance, with whatever came first."""
    position = Position.from_diagram(THREE, to_play=BLACK)
    target = Look(position.block("A4").stones, WHITE, BLACK)
    looked: list[Position] = []

    def despairs(where: Position, stones: object) -> Aura:
        looked.append(where)
        return Aura(0.99, 0.01, {}, {p: 0.3 for p in range(35) if not where.board[p]})

    monkeypatch.setattr(refutation, "solve", partial(solve, weigh=despairs))
    answer(position, target)
    assert len(looked) > 10


def test_far_replies_are_answered_like_a_pass(monkeypatch):
    """Every legal reply is made, but only those near the region are thought about anew."""
    rows = [line.split() for line in THREE.strip().splitlines()]
    wide = "\n".join(" ".join(row + ["."] * (19 - len(row))) for row in rows)
    wide += ("\n" + " ".join(["."] * 19)) * (19 - len(rows))
    position = Position.from_diagram(wide, to_play=BLACK)
    found = solve(position, position.board.index(WHITE))
    asked: list[Position] = []

    def counted(where: Position, look: Look) -> int:
        asked.append(where)
        return answer(where, look)

    monkeypatch.setattr(refutation, "answer", counted)
    assert list(flaws(found, ReadingArbiter(nodes=20_000), everywhere=True)) == []
    passes = [where for where in asked if where.last_move in (None, PASS)]
    assert len(passes) == 1
    assert len(asked) < 100


OPEN = """
    . . . . . . O X .
    . O . O O O O X .
    . O O X X X X X .
    O O X X . . . . .
    X X X . . . . . .
    . . . . . . . . .
"""


def first_of(start: Position, position: Position) -> int:
    """The first move of White that led to a position two moves later."""
    new = [p for p in range(54) if position.board[p] == WHITE and not start.board[p]]
    assert len(new) == 1
    return new[0]


def test_an_arbiter_who_refutes_the_first_moves_is_asked_about_others():
    """After four refutations nothing more was asked."""
    start = Position.from_diagram(OPEN, to_play=WHITE)
    asked: list[int] = []

    def arbiter(
        position: Position, look: Look, *, share: float = 1.0, sure: bool = False
    ) -> bool | None:
        asked.append(first_of(start, position))
        return len(set(asked)) == 6

    def doubts(where: Position, target: object) -> Aura:
        return Aura(0.5, 0.5, {}, {p: 0.5 for p in range(54) if not where.board[p]})

    found = solve(start, "B4", weigh=doubts, arbiter=arbiter, nodes=8, ko=False)
    assert found.result == "reached"
    assert found.move == asked[-1]


def test_an_arbiter_who_cannot_tell_is_not_asked_on_about_what_is_believed():
    """All that he had was spent on other moves, though the first one was hardly in doubt."""
    start = Position.from_diagram(OPEN, to_play=WHITE)
    shares: dict[int | None, list[float]] = {}

    def arbiter(
        position: Position, look: Look, *, share: float = 1.0, sure: bool = False
    ) -> bool | None:
        shares.setdefault(first_of(start, position), []).append(share)
        return None

    def trusts(where: Position, target: object) -> Aura:
        urgent = {p: 0.9 if p == 1 else 0.2 for p in range(54) if not where.board[p]}
        return Aura(0.96, 0.04, {}, urgent)

    found = solve(start, "B4", weigh=trusts, arbiter=arbiter, nodes=30, ko=False)
    assert found.result == "reached"
    assert max(shares[found.move]) == 1.0
    assert [move for move in shares if move != found.move] == []


def test_only_a_proof_refutes_what_is_hardly_in_doubt():
    """Reading's bare judgement had been taken against a move that was right."""
    start = Position.from_diagram(OPEN, to_play=WHITE)

    def judges(
        position: Position, look: Look, *, share: float = 1.0, sure: bool = False
    ) -> bool | None:
        return None if sure else False

    def trusts(where: Position, target: object) -> Aura:
        urgent = {p: 0.9 if p == 1 else 0.2 for p in range(54) if not where.board[p]}
        return Aura(0.96, 0.04, {}, urgent)

    found = solve(start, "B4", weigh=trusts, arbiter=judges, nodes=30, ko=False)
    assert found.result == "reached"
    position = Position.from_diagram(FOUR, to_play=WHITE)
    captured = Look(position.block("A4").stones, WHITE, BLACK)
    arbiter = ReadingArbiter(nodes=5000)
    assert arbiter(position, captured, sure=True) is False  # four in a row live, by proof


def test_an_arbiter_who_sees_a_ko_is_heard_though_the_nodes_are_used_up():
    """Every first move was refuted outright, and nobody asked whether it is a ko."""
    start = Position.from_diagram(OPEN, to_play=WHITE)

    def sees_a_ko(
        position: Position, look: Look, *, share: float = 1.0, sure: bool = False
    ) -> bool | None:
        return look.ko

    def doubts(where: Position, target: object) -> Aura:
        return Aura(0.5, 0.5, {}, {p: 0.5 for p in range(54) if not where.board[p]})

    found = solve(start, "B4", weigh=doubts, arbiter=sees_a_ko, nodes=8)
    assert (found.result, found.certainty) == ("ko", "read")
    assert solve(start, "B4", weigh=doubts, arbiter=sees_a_ko, nodes=8, ko=False).result != "ko"


def test_reading_is_told_what_the_aura_expects(monkeypatch):
    start = Position.from_diagram(OPEN, to_play=WHITE)
    look = Look(start.block("B4").stones, WHITE, WHITE)
    left = look.left(start)
    told: list[object] = []

    def reads(problem: Problem, **options: object) -> Solution:
        told.append(options["expected"])
        return read(problem, **options)  # type: ignore[arg-type]

    def hopes(where: Position, target: object) -> Aura:
        return Aura(0.9, 0.1, {}, {})

    monkeypatch.setattr("gokan.goals.arbiter.read", reads)
    plain, hopeful = ReadingArbiter(nodes=9000), ReadingArbiter(nodes=9000, weigh=hopes)
    said = [arbiter.ask(start, left, look, nodes=9000).result for arbiter in (plain, hopeful)]
    assert said[0] == said[1]
    assert told == [None, hopeful.expected]
    assert hopeful.expected(start, left) == 0.9
    assert hopeful.expected(start.with_to_play(BLACK), left) == pytest.approx(0.1)
    assert plain.expected(start, left) == 0.0


def test_a_capture_that_is_confirmed_after_some_replies_is_taken_when_nothing_else_is():
    start = Position.from_diagram(FOUR, to_play=BLACK)
    asked: list[Position] = []

    def tells_of_one(
        position: Position, look: Look, *, share: float = 1.0, sure: bool = False
    ) -> bool | None:
        asked.append(position)
        return True if position == asked[0] else None

    def knows_nothing(
        position: Position, look: Look, *, share: float = 1.0, sure: bool = False
    ) -> bool | None:
        return None

    def doubts(where: Position, target: object) -> Aura:
        return Aura(0.8, 0.2, {}, {p: 0.5 for p in range(35) if not where.board[p]})

    found = solve(start, "A4", weigh=doubts, arbiter=tells_of_one, nodes=20, ko=False)
    assert (found.result, found.root.grade, found.certainty) == ("reached", "judged", "read")
    by = found.root.by
    assert by is not None
    assert asked[0].hash in {reply.to.position.hash for reply in by.to.branches}
    none = solve(start, "A4", weigh=doubts, arbiter=knows_nothing, nodes=20, ko=False)
    assert none.result == "unknown"


def test_nodes_that_are_kept_for_a_ko_are_used_where_none_is_tried():
    """A goal that looked doubtful at first was given up with half of the nodes unused."""
    start = Position.from_diagram(OPEN, to_play=WHITE)

    def doubts(where: Position, target: object) -> Aura:
        return Aura(0.2, 0.8, {}, {p: 0.9 for p in range(54) if not where.board[p]})

    found = solve(start, "B4", weigh=doubts, nodes=30)
    assert found.result == "unknown"
    assert found.root.belief >= 0.1
    assert found.nodes == 30


def closer(**settings: float) -> Search:
    """A capture of which everything looks alike."""
    start = Position.from_diagram(OPEN, to_play=BLACK)
    target = Look(start.block("B4").stones, WHITE, BLACK)

    def same(where: Position, stones: object) -> Aura:
        return Aura(0.1, 0.9, {}, {p: 0.5 for p in range(54) if not where.board[p]})

    doubt = Doubt(trust=0.4, last_capture=0.4, check=0, resist=0, **settings)  # type: ignore[arg-type]
    search = Search(start, target, doubt=doubt, most_nodes=30, weigh=same)
    search.run()
    return search


def test_weak_ends_of_a_capture_are_looked_at_more_closely():
    """Captures were believed though an end was in doubt: five of 38 failed."""
    assert closer(weakest=0.95).nodes > closer(weakest=0.0).nodes
    assert closer(weakest=0.89).nodes == closer(weakest=0.0).nodes


def test_with_an_arbiter_no_sentence_is_left_without_an_end():
    """It said "A5 changes nothing:  (read).", and nothing of what could not be confirmed."""
    start = Position.from_diagram(FOUR, to_play=BLACK)

    def confirms(
        position: Position, look: Look, *, share: float = 1.0, sure: bool = False
    ) -> bool | None:
        return True

    asked: list[Position] = []

    def tells_of_one(
        position: Position, look: Look, *, share: float = 1.0, sure: bool = False
    ) -> bool | None:
        asked.append(position)
        return True if position == asked[0] else None

    def doubts(where: Position, target: object) -> Aura:
        return Aura(0.8, 0.2, {}, {p: 0.5 for p in range(35) if not where.board[p]})

    told = solve(start, "A4", weigh=doubts, arbiter=confirms, nodes=20, ko=False)
    assert told.to_dict()["grade"] == "read"
    assert "reading finds an answer (read)" in told.explain()
    assert "not settled" not in told.explain()
    doubted = solve(start, "A4", weigh=doubts, arbiter=tells_of_one, nodes=20, ko=False)
    assert doubted.to_dict()["grade"] == "judged"
    assert "Reading could not confirm that; it is judged." in doubted.explain()
    assert "it is not settled." in doubted.explain()
    for one in (told, doubted):
        assert ":  (" not in one.explain()


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
        "Black can save the black stones at B5: they live unconditionally (exact)."
    )
    assert solve(position.setup(to_play=WHITE), "A4").explain() == (
        "White cannot capture the black stones at B5: they live unconditionally (exact)."
    )


def test_stones_in_atari_are_taken_by_a_move_that_is_named():
    """There was neither a move nor an answer, though the result was "reached"."""
    position = Position.from_diagram(THREE, to_play=BLACK).play_all(["B5", "A5"])
    taken = solve(position, "A4")
    assert (taken.result, taken.certainty, taken.move) == ("reached", "exact", position.point("C5"))
    assert taken.explain() == (
        "Black can capture the white stones at A5 by C5: "
        "they are in atari and can be taken (exact)."
    )
    assert taken.to_dict()["move"] == "C5"
