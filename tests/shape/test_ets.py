"""The formalism: structs, constraints, definitions. Nothing here is about Go but the examples."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gokan.errors import InvalidInput
from gokan.shape.ets import (
    NULL,
    Domain,
    Event,
    InvalidDefinition,
    Primitive,
    Site,
    Struct,
    apply,
    assemble,
    generates,
    matches,
    parse,
    recognise,
    same_structure,
    satisfies,
    write,
)

THING = (Site("a", "thing"), Site("b", "thing"))
WORLD = Domain(
    "world",
    ("thing",),
    (
        Primitive("make", (), THING[:1]),
        Primitive("join", THING, THING[:1], timed=True),
        Primitive("split", THING[:1], THING),
        Primitive("end", THING[:1], ()),
    ),
)

WALK = """
domain walk
process foot
primitive left timed: it -> it
primitive right timed: it -> it
primitive stumble timed: it -> it

constraint left-step
    add s left

constraint then-right
    have s left
    add t right
    link s.it -> t.it

constraint then-left
    have s right
    add t left
    link s.it -> t.it

class walk
    title: a walk
    one left-step
    repeat then-right then-left

class two-steps
    one left-step
    one then-right

level 1

constraint begins
    add w walk
    add s two-steps
    overlap w s on then-right

class journey
    one begins
"""


def grow(seed: int, steps: int) -> Struct:
    """A random struct of the small world."""
    chance = random.Random(seed)
    events: list[Event] = []
    free: list[int] = []
    fresh = iter(range(10_000))
    for number in range(steps):
        kind = chance.choice(WORLD.primitives)
        if len(free) < len(kind.initials):
            kind = WORLD["make"]
        chance.shuffle(free)
        initials = tuple(free.pop() for _ in kind.initials)
        terminals = tuple(next(fresh) for _ in kind.terminals)
        free.extend(terminals)
        events.append(Event(kind.name, number, initials, terminals))
    return Struct(WORLD, events)


def line(text: str) -> Struct:
    """A struct of single file: l, r and s for the steps of a walk."""
    kinds = {"l": "left", "r": "right", "s": "stumble"}
    return Struct(
        parse(WALK).domain, [Event(kinds[c], n, (n,), (n + 1,)) for n, c in enumerate(text)]
    )


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 10_000), st.integers(1, 25), st.randoms(use_true_random=False))
def test_relabelling_keeps_the_structure(seed: int, steps: int, chance: random.Random) -> None:
    struct = grow(seed, steps)
    names = list(range(1000, 2000))
    chance.shuffle(names)
    other = struct.relabel(lambda p: names[int(str(p))], lambda e: ("new", e.label))
    assert same_structure(struct, other)
    assert len(other.order) == len(struct.order)


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 10_000), st.integers(3, 20))
def test_structs_that_differ_are_told_apart(seed: int, steps: int) -> None:
    struct = grow(seed, steps)
    last = struct.order[-1]
    assert not same_structure(struct, struct.part(struct.events - {last}))
    kinds = sorted(e.kind for e in struct.events)
    other = grow(seed + 1, steps)
    if kinds != sorted(e.kind for e in other.events):
        assert not same_structure(struct, other)


def test_mirrored_structs_are_different() -> None:
    """Sites are ordered: joining (a, b) is not joining (b, a) where a and b differ."""

    def made(first: int, second: int) -> Struct:
        return Struct(
            WORLD,
            [
                Event("make", 0, (), (0,)),
                Event("make", 1, (), (1,)),
                Event("split", 2, (1,), (2, 3)),
                Event("join", 3, (first, second), (4,)),
            ],
        )

    assert not same_structure(made(0, 2), made(2, 0))
    assert not same_structure(made(0, 2), made(0, 3))


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 10_000), st.integers(4, 20), st.integers(0, 100))
def test_assembly_is_associative_where_it_is_defined(seed: int, steps: int, cut: int) -> None:
    whole = grow(seed, steps)
    a = cut % (steps - 3) + 2
    parts = [whole.order[:a], whole.order[1 : a + 1], whole.order[a - 1 :]]
    one, two, three = (whole.part(part) for part in parts)
    if one.events & two.events and two.events & three.events:
        left = assemble(assemble(one, two), three)
        right = assemble(one, assemble(two, three))
        assert left == right
        assert left.events == whole.events
    assert assemble(one, one) == one


def test_what_is_not_a_struct_is_refused() -> None:
    with pytest.raises(InvalidInput, match="ended twice"):
        Struct(WORLD, [Event("end", 0, (1,), ()), Event("end", 1, (1,), ())])
    with pytest.raises(InvalidInput, match="begun twice"):
        Struct(WORLD, [Event("make", 0, (), (1,)), Event("make", 1, (), (1,))])
    with pytest.raises(InvalidInput, match="before themselves"):
        Struct(WORLD, [Event("join", 0, (1, 3), (2,)), Event("split", 1, (2,), (3, 4))])
    with pytest.raises(InvalidInput, match="no primitive"):
        Struct(WORLD, [Event("melt", 0, (), ())])
    with pytest.raises(InvalidInput, match="share no event"):
        assemble(grow(1, 3), grow(1, 3).relabel(lambda p: ("x", p), lambda e: ("x", e.label)))


def test_satisfaction_allows_more_links_but_not_more_events() -> None:
    """Figure 3.6: the links of a constraint must be there, others may."""
    setting = parse(
        """
domain world
process thing
primitive make: -> a
primitive join timed: a b -> a
constraint pair
    have m make
    have n make
    add j join
    link m.a -> j.a
    link n.a -> j.b
constraint half
    add m make
    add j join
    link m.a -> j.a
"""
    )
    make = [Event("make", n, (), (n,)) for n in range(3)]
    join = Event("join", 0, (0, 1), (5,))
    pair, half = setting.constraint(0, "pair"), setting.constraint(0, "half")
    both = Struct(setting.domain, [make[0], make[1], join])
    assert satisfies(both, pair)
    assert not satisfies(both, half)  # one event too many
    assert satisfies(Struct(setting.domain, [make[0], join]), half)
    assert not satisfies(Struct(setting.domain, [make[1], join]), half)  # the wrong site
    assert not satisfies(Struct(setting.domain, [make[0], make[2], join]), pair)
    assert list(matches(pair, both)) == [(make[0], make[1], join)]
    # applied: the context must be in the working struct, and something must be new
    start = both.part(make[:2])
    assert apply(pair, start, both) == [both]
    assert apply(pair, both.part(make[:1]), both) == []
    assert apply(pair, both, both) == []
    assert apply(NULL, start, both) == [start]


def test_a_walk_is_recognised_as_far_as_it_goes() -> None:
    setting = parse(WALK)
    struct = line("lrlrslr")
    worlds = recognise(setting, struct)
    walks = sorted(e.span for e in worlds[0].elements if e.kind == "walk")
    assert walks == [(0, 3), (5, 6)]
    assert sorted(e.span for e in worlds[0].elements if e.kind == "two-steps") == [
        (0, 1),
        (2, 3),
        (5, 6),
    ]
    journeys = [e for e in worlds[1].elements if e.kind == "journey"]
    assert sorted(e.span for e in journeys) == [(0, 1), (2, 3), (5, 6)]
    for journey in journeys:
        assert journey.expand() == frozenset().union(*(m.members for m in journey.members))
        assert journey.is_mature
    assert generates(setting, setting.class_("walk"), line("lrlr"))
    assert not generates(setting, setting.class_("walk"), line("rlr"))
    assert not generates(setting, setting.class_("walk"), line("lsr"))


NOISY = WALK.replace("    have s left\n", "    noise stumble\n    have s left\n").replace(
    "    have s right\n", "    noise stumble\n    have s right\n"
)


def test_noise_may_stand_between_the_events_of_a_class() -> None:
    """The generalised constraint of Section 6.1: a walk goes on through any number of stumbles."""
    setting = parse(NOISY)
    walk = setting.class_("walk")
    for text in ("lr", "lsr", "lssrl", "lrsslsr"):
        assert generates(setting, walk, line(text)), text
        assert generates(parse(WALK), walk, line(text)) == ("s" not in text)
    worlds = recognise(setting, line("lrlrslrss"))
    assert [e.span for e in worlds[0].elements if e.kind == "walk"] == [(0, 6)]
    assert sorted(e.span for e in worlds[1].elements) == [(0, 1), (2, 3), (5, 6)]
    assert not generates(setting, walk, line("slr"))
    assert satisfies(line("lsr"), setting.constraint(0, "then-right"))
    assert not satisfies(line("lsrs"), setting.constraint(0, "then-right"))


@settings(max_examples=60, deadline=None)
@given(st.text("lrs", max_size=12))
def test_noise_is_what_is_left_when_it_is_taken_out(text: str) -> None:
    noisy, plain = parse(NOISY), parse(WALK)
    spans = [e for e in recognise(noisy, line(text), levels=0)[0].elements if e.kind == "walk"]
    bare = text.replace("s", "")
    wanted = [e for e in recognise(plain, line(bare), levels=0)[0].elements if e.kind == "walk"]
    assert sorted(sum(e.kind != "stumble" for e in w.members) for w in spans) == sorted(
        len(w.members) for w in wanted
    )


def test_definitions_read_back_as_written() -> None:
    setting = parse(NOISY)
    again = parse(write(setting))
    assert (again.domain, again.constraints, again.classes) == (
        setting.domain,
        setting.constraints,
        setting.classes,
    )


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ("", 1, "name the domain first"),
        ("domain a\ndomain b", 2, "a domain already"),
        ("domain a\nprocess p\nprimitive x y: -> a", 3, "primitive NAME"),
        ("domain a\nprocess p\nfor x = 1\nlevel 1", 4, "a loop must be followed"),
        ("domain a\nprocess p\nfor x y = 1\nclass {x}", 3, "write a loop as"),
        ("domain a\nprocess p\nprimitive x: -> a\nclass c", 4, "must begin with a step"),
        ("domain a\nprocess p\nprimitive x: -> a\nconstraint c\n  add u y", 5, "no primitive"),
        ("domain a\nprocess p\nprimitive x: -> a\nconstraint c\n  add u x\n  add v x", 6, "apart"),
        ("domain a\nprocess p\nlevel 1\nconstraint c\n  add u y", 5, "needs a class"),
        ("domain a\nlevel 99", 2, "a level is"),
        ("domain a\nprocess p\nprimitive x: -> a\nconstraint c\n add u x\n noise x", 6, "noise"),
        ("domain a\nprocess p\nprimitive x: -> a\nconstraint c\n add u x\n noise y", 6, "no prim"),
        ("domain a\n  add x y", 2, "indented"),
    ],
)
def test_a_mistake_is_named_with_its_line(text: str, line: int, words: str) -> None:
    with pytest.raises(InvalidDefinition) as caught:
        parse(text, file="mine")
    said = str(caught.value)
    assert said.startswith(f"mine, line {line}: "), said
    assert words in said
    assert "\n" not in said
