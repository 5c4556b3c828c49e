"""Rules, names and folders as a beginner may write them: read, or refused in one sentence."""

from __future__ import annotations

import pytest

from gokan.cli import run
from gokan.goals.knowledge import PURPOSES, KnowledgeBase, parse
from gokan.goals.knowledge.draft import draft
from gokan.goals.knowledge.lint import lint

RULE = """rule my-rule
purpose: save
goal: Save(a)
reason: r.
map:
    a*
where:
    a X
good: *
match:
    . . .
    . @ *
    . . .
no match:
    . . .
    . . .
    . . .
"""


@pytest.mark.parametrize("purpose", PURPOSES)
def test_the_start_of_a_rule_can_be_read(purpose):
    """For eyes and connections it had a move, which such rules have not."""
    rules = parse(draft("my-rule", purpose))
    assert [rule.purpose for rule in rules] == [purpose]
    assert any("reason is still to be written" in said for said in lint(KnowledgeBase(rules)))


def test_a_file_may_begin_with_a_byte_order_mark(tmp_path, capsys):
    path = tmp_path / "mine.txt"
    path.write_text(RULE, encoding="utf-8-sig")
    assert run(["knowledge", "lint", str(path)]) == 0, capsys.readouterr()


@pytest.mark.parametrize(
    "line",
    [
        b"not json",
        b"[1]",
        b'{"black": [1], "white": []}',
        b'{"black": [[[], 1]], "white": []}',
        b"\xff\xfe",
    ],
)
def test_a_folder_of_something_else_is_refused(tmp_path, capsys, line):
    rules, data = tmp_path / "mine.txt", tmp_path / "data"
    rules.write_text(RULE)
    data.mkdir()
    (data / "a.jsonl").write_bytes(b'{"black": [], "white": []}\n\n' + line)
    assert run(["knowledge", "lint", str(rules), "--data", str(data)]) == 2
    said = capsys.readouterr().err
    assert "a.jsonl" in said
    assert said.count("\n") == 1


def test_a_recognition_is_not_drawn_around_a_move(tmp_path, capsys):
    board = tmp_path / "board.txt"
    board.write_text(". O O O O O O O .\n. O X X X X X O .\n. O X . . . X O .\n")
    asked = ["knowledge", "new", "x", "--from", str(board), "--at", "E1", "--target"]
    assert run([*asked, "C1", "--purpose", "eye"]) == 2
    assert "has no move to draw it around" in capsys.readouterr().err
    assert run([*asked, "B1"]) == 2
    assert "must be a stone of the side to move" in capsys.readouterr().err


@pytest.mark.parametrize("option", ["--at", "--target"])
def test_a_move_or_a_target_without_a_position_is_refused(capsys, option):
    """It was passed over in silence."""
    assert run(["knowledge", "new", "my-rule", option, "C1"]) == 2
    assert "--at and --target need a position: give --from." in capsys.readouterr().err


def test_what_the_commands_count_is_told_in_its_number(tmp_path, capsys):
    board, rules = tmp_path / "board.sgf", tmp_path / "mine.txt"
    board.write_text("(;SZ[9]AB[cc])")
    rules.write_text(RULE.split("match:")[0])
    page = ["knowledge", "edit", str(board), "--output", str(tmp_path / "page.html")]
    assert run([*page, "--file", str(rules)]) == 0
    assert "1 rule, 1 position." in capsys.readouterr().out
    assert run(["knowledge", "test", str(rules)]) == 1
    assert "0 examples of 1 rule, 1 complaint\n" in capsys.readouterr().out


def test_a_name_is_refused_before_anything_is_proved(tmp_path, capsys):
    assert run(["knowledge", "learn", str(tmp_path / "none"), "--name", "Bad Name"]) == 2
    assert "'Bad Name' is not a name" in capsys.readouterr().err


SIDES = """
rule from-the-left
purpose: reinforce eyes, destroy eye
goal: Save(a)
reason: r.
map:
    aX
    .*
    ##
where:
    a X
good: *

rule from-the-right
purpose: destroy eye, reinforce eyes
goal: Capture(b)
reason: r.
map:
    bO
    *.
    ##
where:
    b O
good: *
"""


def test_a_rule_drawn_from_the_other_side_is_the_same_rule():
    """Seventeen generated rules were mirror images of others, and two written ones one rule."""
    said = [s for s in lint(KnowledgeBase(parse(SIDES))) if "same as" in s]
    assert said == ["rules, rule from-the-right: it says the same as from-the-left."]
    for old, new in [
        ("b O", "b O, liberties 2"),
        ("    bO\n", "    ,bO\n"),
        ("good: *\n\nrule from-the-right", "bad: *\n\nrule from-the-right"),
        ("\nwhere:\n    b O", "\nwhen: stones(b) > 2\nwhere:\n    b O"),
        ("destroy eye, reinforce eyes", "decrease eyes, increase eyes"),
    ]:
        other = SIDES.replace(old, new)
        base = KnowledgeBase(parse(other))
        assert not [s for s in lint(base) if "same as" in s], (old, new)
