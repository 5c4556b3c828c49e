"""The solver of goals: right on textbook shapes, and honest about its tree."""

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
from gokan.goals import refutation, solve
from gokan.goals.arbiter import ReadingArbiter
from gokan.goals.aura.worth import Aura, aura, read_weights
from gokan.goals.refutation import answer, flaws, holds
from gokan.goals.search import Doubt, Search
from gokan.goals.static import Look, evaluate
from gokan.goals.tried import Tried
from gokan.intuition import glance
from gokan_lab.aura.planes import SIDE, look, spread

from .aura_twin import slow_aura
from .diagrams import FOUR, OPEN, THREE

SEKI = """
    . . . . . . .
    O O O O . . .
    X X X O . . .
    . . X O . . .
    . O X O . . .
    . . X O . . .
    O . X O . . .
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


def test_the_target_is_called_as_it_was_named():
    """It was called by its first stone in the tree."""
    position = Position.from_diagram(THREE, to_play=BLACK)
    for target in ("C4", ["C4"], [position.point("C4")]):
        found = solve(position, target, nodes=50)
        assert "Capture(C4)" in found.text()
        moves = found.to_dict()["tree"]["moves"]
        assert all(goals[-1] == "Capture(C4)" for goals in (m["for"] for m in moves))


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


def test_a_ko_is_called_only_if_there_is_hardly_another_way():
    """Five of twelve kos were called where none was needed, with a chance of up to a tenth left."""
    position = Position.from_diagram(OPEN, to_play=BLACK)

    def result(falls: float) -> str:
        def weigh(where: Position, stones: object) -> Aura:
            return Aura(0.0, falls, {}, {p: 0.9 for p in range(54) if not where.board[p]})

        return solve(position, "B4", nodes=40, weigh=weigh).result

    assert result(0.01) == "ko"
    assert result(0.05) == "unknown"


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


def test_a_saturated_belief_is_no_evidence():
    """It said P19 with a belief of 0.99999; White's P16 refutes that, and reading proves it."""
    from .test_alone import P17

    position = Position.from_diagram(P17, to_play=BLACK)
    found = solve(position, "P17", second=glance)
    assert found.result == "reached"
    assert position.vertex(found.move or 0) in ("P16", "P13")
    refuted = [b for b in found.root.branches if position.vertex(b.move) == "P19"]
    assert all(b.to.outcome != "reached" for b in refuted)


def test_where_the_aura_is_saturated_the_cross_check_s_chance_stands():
    position = Position.from_diagram(". . . . .\n. . X . .\n. . . . .", to_play=WHITE)

    def sure(where: Position, stones: object) -> Aura:
        return Aura(1 - 1e-9, 1e-9, {}, dict.fromkeys(range(15), 0.1))

    class Doubtful:
        alive, dead, ko, seki = 0.3, 0.7, 0.0, 0.0
        vital = ()

    found = solve(
        position.setup(to_play=BLACK), "C2", weigh=sure, second=lambda *_: Doubtful(), nodes=9
    )
    assert found.result == "unknown"
    assert found.root.static.chance == pytest.approx(0.3)
