"""The knowledge base: rules as text, the core against its slow twin, filtering."""

from __future__ import annotations

import random

import pytest

from gokan.go import BLACK, WHITE, Position
from gokan.goals.knowledge import InvalidRule, KnowledgeBase, load, parse

from .knowledge_twin import matches

UNORDERED = ("connect", "sever", "join", "split", "connection")


def random_position(seed: int, side: int = 7, density: float = 0.55) -> Position:
    chance = random.Random(seed)
    position = Position.empty(side, rules="klinger")
    for _ in range(int(side * side * density)):
        moves = position.legal_moves()
        if not moves:
            break
        position = position.play(chance.choice(moves))
    return position


def said(
    base: KnowledgeBase, position: Position, color
) -> dict[tuple[str, str], set[tuple[tuple[int, ...], ...]]]:
    found: dict[tuple[str, str], set[tuple[tuple[int, ...], ...]]] = {}
    for a in base.match(position, color=color, filtered=False):
        objects = tuple(sorted(a.objects)) if a.purpose in UNORDERED else a.objects
        if len(a.rule.maps) > 1:  # one stone stands for its block
            objects = tuple(position.block(stone).stones[0] for stone in objects)
        key = (a.rule.name, a.purpose)
        found.setdefault(key, set()).add(
            (objects, a.moves, tuple(sorted(a.border)), tuple(sorted(a.centre)))
        )
    return found


def test_every_example_holds():
    assert load().check() == []


@pytest.mark.parametrize("seed", range(3))
def test_the_core_and_its_slow_twin_agree(seed):
    base = load()
    chance = random.Random(seed)
    position = random_position(seed, 6)
    for color in (BLACK, WHITE):
        found = said(base, position, color)
        for rule in chance.sample(base.sides, min(25, len(base.sides))):
            key = (rule.name, rule.purpose)
            assert found.get(key, set()) == matches(rule, position, color), key


JOINED = """
rule linked
purpose: save
goal: Save(a)
reason: r.
map:
    ab
map:
    b*
where:
    a X
    b O, liberties 1..2
when: libs(a) > 1 and (stones(b) >= 2 or not liberty(*, a)) and line(*) <= 3
good: *

rule by-hand
purpose: save
goal: Save(a)
reason: r.
map:
    a.
    b*
map:
    c#
where:
    a X
    b x
    c X
when: same(a, c) and after(*) >= 2 and enemy_after(*) < 4 and (own(b) or empty(b))
threat: *

rule by-a-letter
purpose: kill, live
goal: Capture(a)
reason: r.
map:
    ab
map:
    b*
where:
    a O
    b X, liberties 1..2
good: *

rule one-of-two
purpose: connect, sever
goal: Connect(a, b)
reason: r.
map:
    a.b
map:
    b*
    .?
where:
    a X
    b X
when: libs(b) <= 3
good: *

rule by-the-move
purpose: save
goal: Save(a)
reason: r.
map:
    a*
map:
    X*
    ??
    ##
where:
    a O
good: *
"""


@pytest.mark.parametrize("seed", range(6))
def test_joined_maps_agree_with_the_twin(seed):
    base = KnowledgeBase(parse(JOINED))
    position = random_position(100 + seed, 6)
    for color in (BLACK, WHITE):
        found = said(base, position, color)
        for rule in base.sides:
            assert found.get((rule.name, rule.purpose), set()) == matches(rule, position, color)


def test_maps_are_joined_by_every_letter():
    """Taking stones that attack nothing was said to save stones elsewhere."""
    position = Position.from_diagram(
        """
        . . . . . . .
        . X O X . . .
        . . X . . . .
        . . . . X . .
        . . . X O . .
        . . . . X . .
        . . . . . . .
        """
    )
    said = [a for a in load().match(position, color=BLACK) if a.rule.name == "take-the-attacker"]
    assert {a.moves for a in said if position.vertex(a.objects[0]) == "B6"} == {
        (position.point("C7"),)
    }
    assert {a.moves for a in said if position.vertex(a.objects[0]) == "D3"} == {
        (position.point("F3"),)
    }
    joined = {r.name: set(r.links) for r in load().rules if len(r.maps) > 1}
    assert joined["take-in-two"] == joined["capture-race-first"] == {"b"}


def test_a_symbol_of_the_map_may_be_named_from_both_sides():
    text = FILTER.split("\n\n")[0].replace("Save(a)", "Save(X)").replace("    a*", "    XX*")
    text = text.replace("XX*", "aX*").replace("purpose: save", "purpose: save, capture")
    base = KnowledgeBase(parse(text.replace("where:", "when: stones(X) >= 2\nwhere:")))
    position = Position.from_diagram(". . . .\n. X X .\n. . . .")
    found = {(str(a.color), a.purpose, a.objects, a.moves) for a in base.match(position)}
    stone, move = position.point("C2"), position.point("D2")
    assert ("black", "save", (stone,), (move,)) in found
    assert ("white", "capture", (stone,), (move,)) in found


def test_a_rule_for_both_sides_speaks_for_both():
    position = Position.from_diagram(". X . .\nX O . .\n. X . .\n. . . .")
    found = {(str(a.color), a.purpose) for a in load().match(position) if a.moves}
    assert {("black", "capture"), ("white", "save")} <= found


FILTER = """
rule general
purpose: save
goal: Save(a)
reason: r.
map:
    a*
where:
    a X
good: *

rule special
purpose: save
goal: Save(a)
reason: Not at the edge.
map:
    a*#
where:
    a X
bad: *
"""


def test_the_more_specific_rule_filters_the_general_one():
    base = KnowledgeBase(parse(FILTER))
    position = Position.from_diagram(". . .\n. X .\n. . .\n. . .")
    point = position.point("A3")
    every = base.match(position, filtered=False)
    kept = base.match(position)
    assert {a.rule.name for a in every if point in a.moves} == {"general", "special"}
    assert {a.rule.name for a in kept if point in a.moves} == {"special"}
    assert {a.rule.name for a in kept if position.point("B2") in a.moves} == {"general"}


def test_only_filters_all_other_moves_for_the_goal():
    base = KnowledgeBase(parse(FILTER.replace("bad: *", "good: *\nonly: yes")))
    position = Position.from_diagram(". . .\n. X .\n. . .\n. . .")
    assert {a.rule.name for a in base.match(position)} == {"special"}


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("purpose: save", "purpose: winning", "is no purpose"),
        ("goal: Save(a)", "goal: Capture(a)", "the goal of 'save'"),
        ("    a*\n", "    a*q\n", "does not say what 'q' means"),
        ("good: *", "", "give the moves"),
        ("good: *", "good: a", "need not be one"),
        ("reason: r.", "reasons: r.", "is not known here"),
        ("where:", "when: libs(a >= 2\nwhere:", "instead of"),
        ("where:", "when: lips(a) >= 2\nwhere:", "is not known in conditions"),
        (
            "where:",
            f"when: {' and '.join(['libs(a) > 1'] * 500)}\nwhere:",
            "more than 100 questions",
        ),
        ("where:", f"when: {' or '.join(['own(a)'] * 101)}\nwhere:", "more than 100 questions"),
        ("goal: Save(a)", "goal: Save(z)", "there is no 'z'"),
        ("rule general", "rule General", "is not a name"),
        ("goal: Save(a)", "goal: Save(*)", "a goal is about stones"),
        ("goal: Save(a)", "goal: Save(a, a)", "names an object twice"),
        ("    a*\n", "    a*#\nborder: #\n", "line 8, rule general: '#' lies off the board"),
        ("map:\n", "map:\n    a.\n" * 4 + "map:\n", "at most 4 maps"),
        ("map:\n", "map: a*\n", "line 6, rule general: write what belongs to 'map'"),
        ("    a*", "\ta*", "line 7: indent lines with spaces"),
        ("    a X", "    a X, liberties 3..2", "line 8, rule general: no stone on a board"),
        ("    a X", "    a X, liberties 0", "no stone on a board"),
        ("    a X", "    a X, liberties 6", "five on are one class"),
        ("    a X", "    a X, liberties 5", "five on are one class"),
        ("purpose: save\n", "", "give a purpose"),
        ("map:\n", "map:\n    a.\nwhen: line(a) > 1\nmap:\n", "is of an empty point only"),
        ("good: *", "good: *\nonly: perhaps", "line 11, rule general: 'only' is one of"),
        ("where:", f"when: {'libs(a) > 1 or own(a) and (' * 15}own(a){')' * 15}\nwhere:", "deep"),
    ],
)
def test_a_mistake_is_one_sentence_that_says_where(old, new, message):
    with pytest.raises(InvalidRule, match=message) as caught:
        parse(FILTER.replace(old, new, 1), file="mine.txt")
    assert "mine.txt, line" in str(caught.value)


@pytest.mark.parametrize("word", ["and", "or"])
def test_a_condition_may_ask_a_hundred_questions(word):
    asked = f" {word} ".join(["not (libs(a) > 1 and own(a))"] * 50)
    base = KnowledgeBase(parse(FILTER.replace("where:", f"when: {asked}\nwhere:", 1)))
    spoke = base.match(Position.from_diagram(". . .\n. X .\n. . ."))
    assert {a.rule.name for a in spoke} == {"special"}


def test_an_assertion_shows_itself():
    position = Position.from_diagram(". X . .\nX O . .\n. X . .\n. . . .")
    [found] = list(load().match(position, color=BLACK, purposes=["capture"]))
    told = found.to_dict()
    assert told["moves"] == ["C3"]
    assert told["objects"] == ["B3"]
    assert "B3" in found.explain()
    assert "C3" in found.explain()
    assert found.cells == {position.point("B3"), position.point("C3")}
    assert found.breathing == {position.point("B3")}
    assert "<svg" in str(found.draw())
