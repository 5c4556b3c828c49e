"""The rules that ship: filtering as in Figures 3.5 to 3.7, crosscuts, coverage, audit, learning."""

from __future__ import annotations

import json
import os
from dataclasses import replace
from itertools import combinations
from pathlib import Path

import pytest

from gokan.cli import run
from gokan.errors import GokanError
from gokan.go import BLACK, WHITE, Position
from gokan.goals.knowledge import KnowledgeBase, load, parse
from gokan.goals.knowledge.audit import audit, made_nodes
from gokan.goals.knowledge.containment import contained
from gokan.goals.knowledge.crosscut import can_crosscut, crosscut_failures
from gokan.goals.knowledge.draft import draft, written
from gokan.goals.knowledge.learn import extended, propose
from gokan.goals.knowledge.lint import FEW, idle, lint, positions_in, unserved
from gokan.goals.knowledge.suggest import DOUBT, UNKNOWN, heard, precision, suggest
from gokan.reading import Problem, solve
from gokan_lab.rules.exemplify import exemplified

# Figure 3.6: a point at the edge with one own stone beside it may become an eye.
GENERAL = """
rule figure-3-6
purpose: eye
goal: Save(a)
reason: A point at the edge beside an own stone may become an eye.
map:
    ###
    bca
    ?b?
where:
    a X
    b x
    c .
border: a b
centre: c
eyes: 1
"""

# Figure 3.7: the whole corner, more specific.
SPECIAL = """
rule figure-3-7
purpose: eye
goal: Save(a)
reason: Four points in a square make one eye only.
map:
    ####
    #cca
    #ccB
    #BB?
where:
    a X
    B X
    c .
border: a B
centre: c
eyes: 1
"""

CORNER = Position.from_diagram(
    """
    . . X O .
    . . X O .
    X X X O .
    O O O O .
    . . . . .
    """
)


def _disjoint(one, two) -> bool:
    return not (one.border & two.centre or two.border & one.centre)


def test_figure_3_5_two_eyes_by_the_general_rule_one_by_the_specific():
    eyes = KnowledgeBase(parse(GENERAL)).match(CORNER, color=BLACK)
    assert any(_disjoint(a, b) for a, b in combinations(eyes, 2))
    both = KnowledgeBase(parse(GENERAL + SPECIAL))
    assert {a.rule.name for a in both.match(CORNER, color=BLACK)} == {"figure-3-7"}
    assert len(both.match(CORNER, color=BLACK, filtered=False)) > 1
    # Reading it out takes time, and says the same: one eye only, whoever moves first.
    target = [CORNER.point("C5")]
    answer = solve(Problem.make(CORNER.with_to_play(BLACK), target=target), nodes=20_000)
    assert answer.result == "loss"
    assert answer.proved


def test_the_shipped_rules_know_the_square_four():
    eyes = load().match(CORNER, color=BLACK, purposes=["eye"])
    assert {a.eyes for a in eyes if CORNER.point("A5") in a.centre} == {(1, 1)}


def test_rules_are_sound_and_serve_every_purpose():
    assert lint(load()) == []
    assert unserved(load()) == []
    assert idle(load()) == []


def test_a_written_rule_has_to_earn_its_keep():
    """Some had never been heard in the audit, or were never right there."""
    base = load()
    geta = base.rule("geta")
    key, bad = ("geta", "trap"), ("shared-liberty-last", "semeai decrease liberties")
    worth, spoke = dict(precision()), dict(heard())
    assert spoke[bad] > 30
    assert worth[bad] < 0.01  # it says what not to play, and is right
    said = [f"capture, rule geta: it spoke {FEW} times to trap, never right."]
    for precise, often, complaints in [
        (DOUBT * UNKNOWN / (FEW + DOUBT), FEW, said),
        ((1 + DOUBT * UNKNOWN) / (FEW + DOUBT), FEW, []),
        (DOUBT * UNKNOWN / (FEW - 1 + DOUBT), FEW - 1, []),
    ]:
        now = {**worth, key: round(precise, 3)}
        assert idle(base, worth=now, spoke={**spoke, key: often}) == complaints
    for side in (geta.purpose, geta.counterpart):
        spoke.pop(("geta", side), None)
    assert idle(base, worth=worth, spoke=spoke)[0] == (
        "capture, rule geta: it never spoke in the audit (trap)."
    )
    wrong = {**worth, bad: round((31 + DOUBT * UNKNOWN) / (31 + DOUBT), 3)}
    assert "rule shared-liberty-last: it spoke 31 times" in idle(base, worth=wrong)[0]
    gone = idle(base, spoke={**heard(), ("no-such-rule", "save"): 3})
    assert gone == ["precision.tsv: there is no rule no-such-rule (save)."]


def test_the_only_rule_for_a_purpose_stays():
    base = load()
    assert not {key for key in heard() if key[1].endswith("crease aura")}
    assert [r.name for r in base.sides if r.purpose == "increase aura"] == ["spread-toward-space"]
    assert unserved(KnowledgeBase(r for r in base.rules if r.name != "spread-toward-space"))


def test_crosscuts():
    assert can_crosscut(1, 1)
    assert can_crosscut(2, 0)
    assert not can_crosscut(3, 3)
    [far] = parse(
        "rule far\npurpose: connection\ngoal: Connect(a, b)\nreason: r.\nmap:\n    a????b\n"
        "where:\n    a X\n    b X\n"
    )
    assert "crosscut" in crosscut_failures(far)[0]


def test_a_rule_that_contains_a_problem_is_refused():
    stones = frozenset(
        (p % 5, p // 5, int(c)) for p, c in enumerate(CORNER.board) if c and p // 5 < 4
    )
    drawn = "\n    . . X O .\n    . . X O .\n    X X X O .\n    O O O O .\n    . . . . .\n"
    [rule] = parse(f"{SPECIAL}match:{drawn}")
    assert contained(rule, [("corner", stones)]) == ["corner"]
    turned = frozenset((-y, x, 3 - c) for x, y, c in stones)
    assert contained(rule, [("turned", turned)]) == ["turned"]
    other = frozenset((x, y, 3 - c if x == 0 else c) for x, y, c in stones)
    assert contained(rule, [("other", other)]) == []


DATA = Path(os.environ.get("GOKAN_DATA", Path(__file__).parents[3] / "shared" / "data"))


@pytest.mark.slow
@pytest.mark.skipif(not (DATA / "tsumego").is_dir(), reason="the data folder is not there")
def test_no_rule_contains_an_item_of_the_data():
    positions = list(positions_in(DATA))
    assert len(positions) > 1000
    assert [found for rule in load().rules for found in contained(rule, positions)] == []


def test_a_rule_written_out_is_read_back():
    for rule in load().rules[::7]:
        [again] = parse(written(rule), file=rule.file)
        assert (again.maps, again.when, again.where) == (rule.maps, rule.when, rule.where)
        assert (again.eyes, again.only, again.solid) == (rule.eyes, rule.only, rule.solid)
    [new] = parse(draft("mine", "kill"))
    assert new.objects == ("a",)


def test_the_audit_counts_winners():
    nodes = list(made_nodes(6, nodes=5_000))
    assert nodes
    found = audit(load(), nodes)
    assert found.nodes == len(nodes)
    assert 0 < found.found <= found.nodes
    assert all(r.alone <= r.right <= r.matched for r in found.rules.values())
    told = found.to_dict()
    assert told["found_first"] <= told["found"]


THREE = Position.from_diagram(
    """
    . O O O O O O O .
    . O X X X X X O .
    . O X . . . X O .
    """,
    to_play=BLACK,
)


def test_the_middle_of_three_is_suggested_first():
    first = suggest(THREE, THREE.point("C1"))[0]
    assert THREE.vertex(first.move) == "E1"
    assert first.to_dict()["move"] == "E1"


def test_a_learned_map_leaves_out_what_lies_outside_the_wall():
    """When fillings fail together, the change that makes them fail goes, not the nearest one."""
    position = Position.from_diagram(
        """
        . X O X . . .
        . X O . . . .
        . X . O O O .
        . X X X X X X
        . . . . . . .
        . . . . . . .
        """,
        to_play=WHITE,
    )
    found = propose(Problem.make(position, target=[position.point("D4")]))
    [one] = found.rule.maps
    wall = max(y for y, row in enumerate(one.rows) if "O" in row)
    assert all(set(row) <= {"?", "#"} for row in one.rows[wall + 1 :])


def test_a_rule_is_learned_from_a_problem_and_finds_the_move_elsewhere():
    found = propose(Problem.make(THREE, target=[THREE.point("C1")]), name="taught")
    assert found.joint > 0
    base = extended(KnowledgeBase([]), [found.rule])
    other = (
        Position.from_diagram(
            """
        . X . X O . .
        . X X X O . .
        . . X O O . .
        X X X O . . .
        O O O O . . .
        """,
            to_play=BLACK,
        )
        .play("G1")
        .play("G2")
    )
    assert {other.vertex(m) for a in base.match(other, color=BLACK) for m in a.moves} <= {"C5"}
    again = Position.from_diagram(
        """
        . . . . . . . . .
        . . O O O O O O O
        . . O X X X X X O
        . . O X . . . X O
        """,
        to_play=BLACK,
    )
    assert {again.vertex(m) for a in base.match(again, color=BLACK) for m in a.moves} == {"F1"}


def test_the_command_line(tmp_path, capsys):
    mine = tmp_path / "mine.txt"
    mine.write_text(draft("mine", "save"), encoding="utf-8")
    assert run(["knowledge", "show"]) == 0
    assert "thesis" in capsys.readouterr().out
    assert run(["knowledge", "show", "last-liberty"]) == 0
    assert "rule last-liberty" in capsys.readouterr().out
    assert run(["knowledge", "test", str(mine)]) == 1
    assert "missing" in capsys.readouterr().out
    assert run(["knowledge", "show", "no-such-rule"]) == 2
    mine.write_text("rule x\npurpose: win\n", encoding="utf-8")
    assert run(["knowledge", "lint", str(mine)]) == 2
    assert "is no purpose" in capsys.readouterr().err
    assert run(["knowledge", "audit", "--most", "2", "--json"]) == 0
    assert '"nodes"' in capsys.readouterr().out


def test_a_drawn_rule_passes_its_own_example(tmp_path, capsys):
    """The example had been cut so close that a block had no liberties."""
    problem = tmp_path / "problem.sgf"
    problem.write_text(
        "(;GM[1]FF[4]SZ[9]PL[B]AW[bg][bh][bi][cg][dg][eg][fg][gg][hg][hh][hi]"
        "AB[ch][dh][eh][fh][gh][ci][gi])",
        encoding="utf-8",
    )
    new = ["knowledge", "new", "mine", "--from", str(problem), "--at", "E1", "--target", "C1"]
    assert run(new) == 0
    mine = tmp_path / "mine.txt"
    mine.write_text(capsys.readouterr().out, encoding="utf-8")
    assert run(["knowledge", "test", str(mine)]) == 0
    assert run(["knowledge", "new", "My rule"]) == 2
    assert "is not a name" in capsys.readouterr().err


def test_rules_are_drawn_and_learned_from_diagrams_too(tmp_path, capsys):
    """Other commands read a text diagram where these wanted a record."""
    problem = tmp_path / "three.txt"
    problem.write_text(
        ". . . O X . .\nO O O O X . .\nX X X X X . .\n. . . . . . .\n. . . . . . .\n", "utf-8"
    )
    assert run(["knowledge", "learn", str(problem), "--target", "A4"]) == 0
    assert "rule learned" in capsys.readouterr().out
    drawn = ["--from", str(problem), "--at", "B5", "--target", "A4", "--purpose", "capture"]
    assert run(["knowledge", "new", "mine", *drawn]) == 0
    assert "rule mine" in capsys.readouterr().out


def test_a_move_that_one_proof_cannot_show_teaches_nothing():
    """All proofs failed, even with nothing changed, and it broke off with an error."""
    position = Position.from_diagram(
        """
        . . . O X . .
        . . O O X . .
        O O O X X . .
        X X X X . . .
        . . . . . . .
        """,
        to_play=BLACK,
    )
    problem = Problem.make(position, target=[position.point("A3")])
    with pytest.raises(GokanError, match=r"wins takes more than 100 nodes to prove"):
        propose(problem, nodes=100)
    assert propose(problem, nodes=2000).rule


def test_what_cannot_be_audited_or_edited_is_refused(tmp_path, capsys):
    """The first broke off with an error, the second wrote a page without rules."""
    file = tmp_path / "numbers.jsonl"
    file.write_text("[1, 2]\n", "utf-8")
    assert run(["knowledge", "audit", str(file)]) == 2
    assert "not a file of problems" in capsys.readouterr().err
    page = tmp_path / "rules.html"
    assert run(["knowledge", "edit", "--purpose", "connekt", "-o", str(page)]) == 2
    assert "'connekt' is no purpose" in capsys.readouterr().err
    assert not page.exists()


def test_a_rule_is_shown_with_what_was_measured_of_it(tmp_path, capsys):
    """The weight of its suggestions, 22%, had been shown as a measured precision."""
    assert run(["knowledge", "show", "geta"]) == 0
    assert "it spoke 4 times, and its move won in 50% (measured" in capsys.readouterr().out
    assert run(["knowledge", "show", "geta", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["precision"], told["spoke"]) == ({"trap": 0.5}, {"trap": 4})
    mine = tmp_path / "mine.txt"
    mine.write_text(written(load().rule("geta")), "utf-8")
    assert run(["knowledge", "show", "geta", "--file", str(mine)]) == 0
    assert "measured" not in capsys.readouterr().out


def test_a_purpose_is_shown_by_its_name(capsys):
    assert run(["knowledge", "show", "connect"]) == 0
    assert "tiger-mouth" in capsys.readouterr().out


def test_an_audit_takes_as_many_problems_of_a_half_as_asked(tmp_path, capsys):
    """Those of the other half had been counted too."""
    rows = ["X" * 5 + "O", "X...XO", "XXXXXO", "OOOOOO"]
    black = [[c, r] for r, row in enumerate(rows) for c, x in enumerate(row) if x == "X"]
    white = [[c, r] for r, row in enumerate(rows) for c, x in enumerate(row) if x == "O"]
    record = {"size": 9, "black": black, "white": white, "to_play": "black", "target": [0, 0]}
    lines = [json.dumps({"id": f"p{n}", "goal": "live", **record}) for n in (2, 4, 5, 7)]
    file = tmp_path / "problems.jsonl"
    file.write_text("\n".join(lines), encoding="utf-8")
    for most, found in ((1, 1), (2, 2)):
        asked = ["knowledge", "audit", str(file), "--half", "odd", "--most", str(most), "--json"]
        assert run(asked) == 0
        assert json.loads(capsys.readouterr().out)["nodes"] == found


def test_an_audit_says_which_problems_it_leaves_out(tmp_path, capsys):
    """They had been dropped without a word."""
    stones = {"size": 9, "black": [[0, 0]], "white": [[0, 1]], "to_play": "black"}
    good = {**stones, "id": "p1", "goal": "live", "target": [0, 0]}
    wrong = [{**good, "id": f"p{n}", "target": [5, 5]} for n in range(2, 9)]
    file = tmp_path / "problems.jsonl"
    cases: list[tuple[list[dict[str, object]], str]] = [
        ([{"id": "p1"}], "1 problem was left out:\n  The problem 'p1' has a missing or broken"),
        ([good, {}, {}], "2 problems were left out:\n  The problem '?' has a missing or broken"),
        ([good, {}, {}], "'black'. (2 times)\n"),
        ([good, *wrong], "7 problems were left out:\n  The problem 'p2' "),
        ([good, *wrong], "\n  and 2 other reasons.\n"),
    ]
    for records, said in cases:
        file.write_text("\n".join([json.dumps(record) for record in records]), "utf-8")
        assert run(["knowledge", "audit", str(file), "--half", "both", "--json"]) == 0
        shown = capsys.readouterr()
        assert said in shown.err
        assert json.loads(shown.out)["nodes"] <= 1


def test_a_file_without_rules_is_refused(tmp_path, capsys):
    """It had been called free of complaints."""
    empty = tmp_path / "empty.txt"
    for text in ("", "# only a comment\n"):
        empty.write_text(text, "utf-8")
        for command in ("lint", "test"):
            assert run(["knowledge", command, str(empty)]) == 2
            assert capsys.readouterr().err == f"gokan: There is no rule in {empty}.\n"


def test_a_rule_that_is_there_twice_is_named_with_both_lines(tmp_path, capsys):
    first, second = tmp_path / "first.txt", tmp_path / "second.txt"
    first.write_text(f"# mine\n\n{draft('mine', 'save')}", "utf-8")
    second.write_text(draft("mine", "save"), "utf-8")
    assert run(["knowledge", "lint", str(first), str(second)]) == 2
    told = f"{second}, line 1: the rule mine is in {first}, line 3, too"
    assert told in capsys.readouterr().err
    second.write_text(draft("other", "save") + draft("other", "save"), "utf-8")
    assert run(["knowledge", "lint", str(second)]) == 2
    assert "the rule other is in" in capsys.readouterr().err


def test_one_space_seen_from_two_sides_is_not_two_eyes():
    base = KnowledgeBase(parse(GENERAL))
    eyes = base.match(CORNER, color=BLACK)
    assert any(_disjoint(a, b) for a, b in combinations(eyes, 2))
    assert not any(a.disjoint(b) for a, b in combinations(eyes, 2))
    closed = Position.from_diagram("X . X . X O\nX X X X X O\nO O O O O O\n. . . . . .")
    assert any(a.disjoint(b) for a, b in combinations(base.match(closed, color=BLACK), 2))


def test_every_rule_has_an_example():
    """Generated ones too: a map for which none can be found stands on no board."""
    assert [rule.name for rule in load().rules if not rule.matches] == []
    rule = next(rule for rule in load().rules if rule.source == "generated" and rule.matches)
    shown = exemplified(replace(rule, matches=())).matches
    assert shown
    assert sum(map(bool, shown[0].board)) <= sum(map(bool, rule.matches[0].board))


def test_the_page_is_tested_with_what_is_refused_here():
    """The rule editor called rules readable that the program then refused."""
    fixtures = Path(__file__).resolve().parents[2] / "web" / "tests" / "fixtures"
    tried = json.loads((fixtures / "rule-refusals.json").read_text("utf-8"))
    for one in tried:
        if one["read"]:
            assert parse(one["text"])
        else:
            with pytest.raises(GokanError):
                parse(one["text"])


def test_no_rule_recognises_an_eye_that_is_none():
    assert [rule.name for rule in load().rules if rule.purpose == "eye" and not rule.eyes[1]] == []
