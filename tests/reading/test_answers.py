"""What the answers say: seki, kinds of ko, what the rules say, refutations; and their proofs."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from gokan.assess.problems import Headline
from gokan.cli.problems.asking import report
from gokan.go import BLACK, PASS, WHITE, Color, Game, Position, Rules
from gokan.go.node import Node
from gokan.reading import Budget, Problem, Solution, pose, solve, status
from gokan.reading.check.bundle import check_file
from gokan.reading.life.answer_sgf import to_game
from gokan.reading.proof.write import NoProof, prove, prove_status


def corner(rows: str, *, rules: str = "chinese", size: int = 19) -> Position:
    """A position from its upper left corner, rows separated by slashes."""
    lines = [row.split() for row in rows.split("/")]
    lines = [line + ["."] * (size - len(line)) for line in lines]
    lines += [["."] * size for _ in range(size - len(lines))]
    text = "\n".join(" ".join(line) for line in lines)
    return Position.from_diagram(text, rules=Rules.named(rules))


def read(rows: str, mover: str = "B") -> Solution:
    position = corner(rows).setup(to_play=BLACK if mover == "B" else WHITE)
    stones = [block.stones[0] for block in position.blocks() if block.color == WHITE]
    return solve(Problem.make(position, target=stones))


def names(answer: Solution, moves: tuple[int, ...]) -> list[str]:
    return [answer.problem.position.vertex(p) for p in moves]


SEKI = "X . O O X/. X X O X/O O O O X/X X X X X"
BENT_FOUR = "X X X . O X/. O O O O X/O O X X X X/X X X"
DIRECT = ". . . O X/. O O O X/O O X X X/X X X"
APPROACH = ". . . O X/X O . O X/O O O O X/X X X X X"
TWO_STAGE = ". . X O X/. . . O X/X . O X X/O O O X/X X X X"


def test_seki_is_told_from_two_eyes():
    answer = status(corner(SEKI), "D19")
    assert answer.word == "alive in seki"
    assert answer.attack.to_dict()["seki"] is True
    assert answer.attack.result == "loss"
    assert "lives in seki" in answer.attack.explain()
    eyes = status(corner(". O . O X/O O O O X/X X X X X"), "B19")
    assert eyes.word == "alive"
    assert eyes.attack.to_dict()["seki"] is False
    assert read(". . O X/O O O X/X X X X").seki is False  # dead


def test_life_that_was_not_told_apart_from_seki_is_not_proved():
    position = corner(
        ". . . . . . O X/. . . . . . O X/. . . . . . O X/O O O O O O O X/X X X X X X X X"
    )
    answer = status(position, "G19", budget=Budget(nodes=1000))
    assert answer.attack.seki is None
    assert answer.word == "unknown"
    assert not answer.read
    assert not answer.proved
    with pytest.raises(NoProof, match="judged"):
        prove_status(answer)


@pytest.mark.parametrize(
    ("rows", "mover", "kind", "first", "threats", "taken"),
    [
        (DIRECT, "B", "direct", True, 1, "mover"),
        (APPROACH, "B", "approach", False, 2, "opponent"),
        (TWO_STAGE, "W", "two-stage", True, 1, "mover"),
    ],
)
def test_kinds_of_ko(rows, mover, kind, first, threats, taken):
    answer = read(rows, mover)
    assert answer.result == "ko"
    assert answer.ko is not None
    assert (answer.ko.kind, answer.ko.first, answer.ko.threats) == (kind, first, threats)
    assert answer.ko.taken_by == taken
    table = answer.to_dict()["ko"]["table"]
    assert len(table) == threats + 1
    assert table[-1]["result"] != table[-2]["result"]
    if kind == "approach":
        assert answer.ko.approach == (1, 0)
        assert "Black must play 1 more" in answer.explain()


def test_a_ko_is_one_sided_when_the_attacker_stakes_nothing():
    free, staked = read(DIRECT), read(APPROACH)
    assert free.ko is not None
    assert staked.ko is not None
    assert free.ko.one_sided
    assert "the attacker stakes nothing" in free.explain()
    assert not staked.ko.one_sided  # Black's stone in the corner is on the board already


@pytest.mark.parametrize(("rules", "word"), [("japanese", "dead"), ("chinese", "played out")])
def test_bent_four_in_the_corner_as_two_facts(rules, word):
    answer = status(corner(BENT_FOUR, rules=rules), "E19")
    assert answer.word == "ko"
    assert answer.attack.ko is not None
    assert answer.attack.ko.first
    assert answer.by_rule is not None
    assert answer.by_rule.word == word
    assert "bent four in the corner" in answer.by_rule.why
    assert answer.to_dict()["by_rule"]["rules"] == rules


def test_an_ordinary_ko_is_no_matter_of_rules():
    assert status(corner(DIRECT, rules="japanese"), "D19").by_rule is None


def test_every_failing_first_move_has_its_refutation():
    answer = read(". . . . . O X/O O O O O O X/X X X X X X X", "W")  # alive: a pass is enough
    assert "pass" in names(answer, answer.winning_moves)
    answer = read(". . . O X/O O O O X/X X X X X")
    assert names(answer, answer.winning_moves) == ["B19"]
    said = {r.move: names(answer, r.line) for r in answer.refutations}
    assert {answer.problem.position.vertex(m): line[:1] for m, line in said.items()} == {
        "A19": ["B19"],
        "C19": ["B19"],
    }


@pytest.mark.parametrize(
    ("rows", "times"),
    [
        (". . . O X/O O O O X/X X X X X", 0),
        (". . . . O X/O O O O O X/X X X X X X", 1),
        (". O . O X/O O O O X/X X X X X", 2),
    ],
)
def test_how_often_an_attack_may_be_ignored(rows, times):
    position = corner(rows)
    stone = next(iter(position.stones(WHITE)))
    assert status(position, stone).may_ignore == times


# --- proofs ------------------------------------------------------------------------------------


@pytest.mark.parametrize("rows", [SEKI, DIRECT, ". . . O X/O O O O X/X X X X X", BENT_FOUR])
def test_every_status_can_be_proved(rows):
    position = corner(rows)
    answer = status(position, next(iter(position.stones(WHITE))))
    checked = check_file(prove_status(answer))
    # That the walls are safe is assumed where the defender is refused two eyes.
    assert checked.verdict == ("judged" if answer.attack.seki else "accepted"), checked.text


def test_a_status_is_proved_like_any_other_answer():
    answer = status(corner(". . . O X/O O O O X/X X X X X"), "A18")
    assert prove(answer) == prove_status(answer)


LIVING_WALL = "/. X . X X/X X X X X"


def test_a_seki_is_proved_where_the_walls_live():
    position = corner(SEKI + LIVING_WALL, size=9)
    answer = status(position, "D9")
    assert answer.word == "alive in seki"
    lines = prove_status(answer)
    assert check_file(lines).verdict == "accepted"
    for what, spoilt in spoil(lines):
        assert check_file(spoilt).verdict == "rejected", what
    thin = status(corner(SEKI + "/. X X X X/X X X X X", size=9), "D9")  # one eye
    assert thin.word == "alive in seki"
    assert check_file(prove_status(thin)).verdict == "judged"


def test_a_kill_needs_no_liberties_outside_where_the_walls_live():
    rows = ". . O X X X/. . O X X X/O O O X X X/X X X X X X/. X . X X X/X X X X X X"
    position = corner(rows, size=6).setup(to_play=BLACK)
    answer = solve(Problem.make(position, target=[position.point("A4")]))
    assert (answer.result, answer.proved) == ("win", True)
    assert check_file(prove(answer)).verdict == "accepted"


def spoil(lines: list[str]) -> list[tuple[str, list[str]]]:
    """A bundle spoilt in every way we can think of."""
    head = json.loads(lines[0])
    spoilt = [("the end is cut off", lines[:-1])]
    parts = [i for i, line in enumerate(lines) if line.startswith('{"part"')]
    for i in parts:
        size = json.loads(lines[i])["lines"]
        spoilt.append((f"without {lines[i]}", lines[:i] + lines[i + 1 + size :]))
        inner = json.loads(lines[i + 1])
        changes = {
            "threats": [0, 0] if inner["threats"] != [0, 0] else [5, 5],
            "turn": 3 - inner["turn"],
            "verdict": "killed" if inner["verdict"] == "stands" else "stands",
            "board": inner["board"].replace("0", "1", 1),
        }
        if "goal" in inner:
            changes["goal"] = "end" if inner["goal"] == "two-eyes" else "two-eyes"
        for key, value in changes.items():
            changed = json.dumps({**inner, key: value})
            spoilt.append((f"{lines[i]} {key}", [*lines[: i + 1], changed, *lines[i + 2 :]]))
        for j in range(i + 2, i + 1 + size):
            node = json.loads(lines[j])
            if node[0] == 0 and len(node) > 2:
                less = json.dumps(node[:-1])
                spoilt.append(("an answer is missing", [*lines[:j], less, *lines[j + 1 :]]))
                break
    claim = head["claim"]
    other = dict(claim)
    if "status" in claim:
        words = {"alive", "dead", "unsettled", "ko", "alive in seki"} - {claim["status"]}
        spoilt += [
            (word, [json.dumps({**head, "claim": {**claim, "status": word}}), *lines[1:]])
            for word in words
        ]
        other = {**claim, "attack": claim["defence"]}
    elif claim["result"] == "ko":
        other["threats"] += 1
        turned = {**claim, "first": not claim["first"]}
        spoilt.append(("who wins without", [json.dumps({**head, "claim": turned}), *lines[1:]]))
    else:
        other["result"] = "loss" if claim["result"] == "win" else "win"
    spoilt.append(("the claim", [json.dumps({**head, "claim": other}), *lines[1:]]))
    return spoilt


@pytest.mark.parametrize(("rows", "mover"), [(SEKI, "B"), (SEKI, "W"), (DIRECT, "B")])
def test_spoilt_bundles_are_rejected(rows, mover):
    lines = prove(read(rows, mover))
    assert check_file(lines).accepted
    for what, spoilt in spoil(lines):
        assert check_file(spoilt).verdict == "rejected", what


def test_spoilt_proofs_of_a_status_are_rejected():
    lines = prove_status(status(corner(DIRECT), "D19"))
    assert check_file(lines).verdict == "accepted"
    for what, spoilt in spoil(lines):
        assert check_file(spoilt).verdict == "rejected", what


# --- as a game record --------------------------------------------------------------------------


def test_the_answer_as_a_game_record():
    answer = read(DIRECT)
    game = Game.parse(to_game(answer).to_sgf())
    assert game.position(0).board == answer.problem.position.board
    assert game.position(0).to_play == BLACK
    assert game.root.comment == answer.explain()
    first = {child.move: child for child in game.root.children}
    legal = {*answer.ko_moves, *(r.move for r in answer.refutations)}
    assert set(first) == legal
    assert game.root.children[0].move == answer.pv[0]
    assert "TE" in first[answer.ko_moves[0]].properties
    for refutation in answer.refutations:
        node = first[refutation.move]
        assert node.comment.startswith("Fails")
        assert [child.move for child in node.children] == [refutation.line[0]]


def test_a_line_goes_on_until_the_stones_are_off_the_board() -> None:
    position = corner(". . . O X/O O O O X/X X X X X")
    answer = solve(Problem.make(position, target=[position.point("A18")]))
    board, color = position, position.to_play
    for move in answer.pv:
        board = board.play_forced(move, color) if move >= 0 else board
        color = color.opponent
    assert board.color_at(position.point("A18")) != WHITE
    assert all(r.move in range(len(position.board)) for r in answer.questions)


def boards(answer: Solution, line: tuple[int, ...]) -> list[Position]:
    """The positions of a line on the whole board."""
    found = [answer.problem.position]
    for move in line:
        found.append(found[-1].play_forced(move))
    return found


def test_no_refutation_is_cut_short():
    """The dead group has seven liberties outside; every one is filled before it is taken."""
    position = corner(". . . O . . . . X/O O O O . . . X X/X X X X X X X X .", size=9)
    stone = position.point("D9")
    answer = solve(Problem.make(position.setup(to_play=WHITE), target=[stone]), nodes=600_000)
    assert answer.result == "win"
    assert max(len(r.line) for r in answer.refutations) > 12
    for refutation in answer.refutations:
        last = boards(answer, (refutation.move, *refutation.line))[-1]
        assert last.color_at(stone) != WHITE


def test_a_circle_is_shown_once_and_no_ko_is_retaken_by_threats():
    """A double ko in a single column, which White could retake six times."""
    position = Position.from_diagram("\n".join("..XX..OO.OX."))
    answer = solve(Problem.make(position, target=[position.point("A6")]), nodes=400_000)
    assert answer.endless
    for line in (answer.pv, *((r.move, *r.line) for r in answer.refutations)):
        played = boards(answer, line)
        assert all(p.ko is None or p.ko != move for p, move in zip(played, line, strict=False))
        reached = [(p.board, p.to_play) for p in played]
        assert len(set(reached)) == len(reached)


def test_a_player_does_not_ask_about_moves_behind_a_wall():
    answer = read(". . . O . X/O O O O X ./X X X X . ./. . . . . .")
    assert {"F18", "E17"} <= set(names(answer, tuple(r.move for r in answer.refutations)))
    assert set(names(answer, tuple(r.move for r in answer.questions))) == {"A19", "C19", "E19"}


def test_two_questions_that_are_as_natural_are_both_answered() -> None:
    """Black can kill one corner, or live in the other."""
    middle = " . . . . . . . . . "
    rows = (". . . O X", "O X . . ."), ("O O O O X", "O X X X X"), ("X X X X X", "O O O O O")
    position = corner("/".join(middle.join(row) for row in rows))
    answer = solve(pose(position), budget=Budget(nodes=400_000))
    assert answer.result == "win"
    assert [one.result for one in answer.also] == ["win"] * len(answer.also)
    assert answer.also
    assert all(not set(one.problem.target) & set(answer.problem.target) for one in answer.also)
    assert answer.explain().count("Also:") == len(answer.also)
    assert len(answer.to_dict()["also"]) == len(answer.also)


def test_no_stones_are_told_of_twice():
    """In a single column both ends hang on the move, and so do the stones between."""
    position = Position.from_diagram("\n".join(".XXX..OO.OX."))
    answer = solve(pose(position), budget=Budget(nodes=4_000_000))
    told = [
        {q for p in one.problem.target for q in position.block(p).stones}
        for one in (answer, *answer.also)
    ]
    assert len(told) == 3
    assert sum(map(len, told)) == len(set().union(*told))
    assert answer.explain().endswith("Also: Black can kill A6: A4, A7, A8 (proved).")


def test_the_record_of_an_answer_holds_the_tree_of_resistance():
    """Several tries of the loser, each answered, and how every line ends."""
    position = corner(". . . . O X/. . . O O X/O O O X X X/X X X", size=9).setup(to_play=WHITE)
    problem = Problem.make(position, target=[position.point("E9"), position.point("A7")])
    answer = solve(problem, nodes=400_000)
    assert answer.result == "win"
    tries = {line[1] for line in answer.resistance if line[0] == answer.pv[0]}
    assert len(tries) >= 2
    named = replace(answer, problem=replace(answer.problem, id="/home/me/corner.txt"))
    assert to_game(named).root.name == "corner.txt"
    game = to_game(answer)
    first = {child.move: child for child in game.root.children}
    assert tries <= {child.move for child in first[answer.pv[0]].children}
    ends = {
        move: [node for node in _leaves(child) if node is not child]
        for move, child in first.items()
    }
    assert all("lives" in leaf.comment for leaf in ends[answer.pv[0]])
    failing = [
        leaf for move, found in ends.items() if move not in answer.winning_moves for leaf in found
    ]
    assert failing
    assert any("off the board" in leaf.comment for leaf in failing)
    assert all("off the board" in f.comment or "dead" in f.comment for f in failing)


def _leaves(node: Node) -> list[Node]:
    return [leaf for child in node.children for leaf in _leaves(child)] or [node]


def test_a_first_move_that_may_be_ignored_is_given_no_answer() -> None:
    """A9 takes a liberty of Black's own; White lives though he plays elsewhere."""
    position = Position.from_diagram(
        """
        . . . O X . . . .
        O . X O X . . . .
        O O O O X . . . .
        X X X X X . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        """
    )
    answer = solve(Problem.make(position, target=[position.point("D9")]), nodes=300_000)
    lines = {position.vertex(one.move): one.line for one in answer.refutations}
    assert answer.result == "win"
    assert lines["A9"] == ()
    assert lines["C9"][:1] == lines["B8"][:1] == (position.point("B9"),)
    assert "A9 fails (proved): no answer is needed" in " ".join(report(Headline(answer)))


def test_of_a_proved_loss_every_move_is_proved_to_fail(monkeypatch) -> None:
    """Though nothing was found out about the single moves."""
    monkeypatch.setattr("gokan.reading.life.answer.grade_moves", lambda _, **__: {})
    answer = read(". . O X/O O O X/X X X X", "W")
    assert (answer.result, answer.grade, answer.up_to) == ("loss", "proved", None)
    assert answer.refutations
    assert all(answer.grade_of(one.move) == one.grade == "proved" for one in answer.refutations)


def test_where_no_move_is_needed_no_other_is_talked_about() -> None:
    answer = read(". O . O X/O O O O X/X X X X X", "W")
    assert answer.needs_no_move
    answer = replace(answer, undecided_moves=(22,), pv=(0,))
    told = report(Headline(answer))
    assert "no move is needed. " in told[0]
    assert not [line for line in told if "line" in line or "not settled" in line]
    pass_, *others = to_game(answer).root.children
    assert (pass_.move, pass_.comment) == (PASS, "No move is needed. (Proved.)")
    assert all(child.comment.startswith("Fails") for child in others)
    assert "works too" not in str(answer.draw())


def test_where_no_move_is_needed_the_record_shows_one_way() -> None:
    position = Position.from_diagram(". . O X .\nO O O X .\nX X X X .\n. . . . .")
    answer = solve(Problem.make(position, target=[position.point("A3")]), nodes=100_000)
    assert len(answer.winning_moves) > 5
    assert PASS in answer.winning_moves
    assert len(to_game(answer).root.children) == 1


def test_moves_far_away_are_not_said_to_be_open() -> None:
    answer = read(". . . O X/O O O O X/X X X X X", "B")
    far = answer.problem.position.point("K10")
    answer = replace(answer, refutations=(), undecided_moves=(0, far))
    assert answer.open_questions == (0,)
    assert " 1 first move was not settled. " in answer.explain()
    assert "  not settled: A19" in report(Headline(answer))
    works, open_ = to_game(answer).root.children
    assert (works.move, open_.move, open_.comment) == (1, 0, "Not settled.")
    assert [move["move"] for move in answer.to_dict()["moves"]] == ["B19", "A19", "K10"]
    unknown = answer.taken_back("budget")
    assert unknown.undecided_moves
    assert not unknown.open_questions
    assert len(report(Headline(unknown))) == 2
    assert not to_game(unknown).root.children


@pytest.mark.parametrize(
    ("rows", "mover", "sentence"),
    [
        (DIRECT, BLACK, "Black to kill D19: ko by B19: a direct ko that Black takes first; White"),
        (DIRECT, WHITE, "White can live at D19: B19. Proved."),
        (TWO_STAGE, BLACK, "Black can kill C17: C18. Proved."),
    ],
)
def test_where_one_move_is_enough_it_is_named(rows: str, mover: Color, sentence: str) -> None:
    position = corner(rows).setup(to_play=mover)
    stones = [block.stones[0] for block in position.blocks() if block.color == WHITE]
    asked = Problem.make(position, target=stones)
    answer = solve(asked, nodes=100_000, all_moves=False, trials=False)
    assert answer.explain().startswith(sentence)
    briefly = solve(asked, nodes=100_000, all_moves=False, details=False, trials=False)
    first = position.vertex(briefly.pv[0])  # nobody asked whether the proof is of this move
    assert f" {first} (read)" in briefly.explain()
    assert briefly.explain().endswith(" The verdict is proved.")
    unnamed = replace(answer, pv=()).explain()
    assert "by :" not in unnamed
    assert first not in unnamed


def test_no_move_is_spoken_of_where_none_is_needed() -> None:
    """It was said that Black can live by "a move"."""
    position = Position.from_diagram("""
        . X . X O .
        X X X X O .
        O O O O O .
        . . . . . .
    """)
    asked = Problem.make(position, target=[position.point("A3")])
    told = solve(asked, nodes=20_000, all_moves=False).explain()
    assert told.startswith("Black can live at A3. ")


def test_a_move_that_is_not_legal_is_not_said_to_fail_or_to_be_open() -> None:
    """E4 is suicide; the region takes stones at its edge for safe, and so would allow it."""
    position = Position.from_diagram("""
        O O . X X X
        O . O O O O
        O O O X . X
        O X O O O X
        X X X . X O
        X . X X O .
        """)
    asked = Problem.make(position, target=[position.point("F2")])
    answer = solve(asked, nodes=20_000, trials=False)
    assert {position.vertex(r.move) for r in answer.refutations} == {"B1", "D2"}
    withdrawn = names(answer, answer.taken_back("trials").undecided_moves)
    assert "E4" not in withdrawn
    assert {"B1", "D2"} <= set(withdrawn)


def test_a_target_of_several_blocks_bears_the_name_of_the_largest() -> None:
    """The stone at A19 dies; it was said to live."""
    position = corner("X . O X . . . X O/O O O X X X X X O/. . O O O O O O O/. . . . . . . . .")
    targets = [position.point("A19"), position.point("D19")]
    problem = Problem.make(position.with_to_play(BLACK), target=targets)
    assert solve(problem).explain().startswith("Black can live at D19: F19. Proved.")
