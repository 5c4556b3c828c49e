"""Which claim comes first."""

from __future__ import annotations

from gokan.explain.claim import Claim
from gokan.explain.select import choose, rank
from gokan.go import BLACK


def test_what_becomes_of_stones_comes_before_what_follows_from_it() -> None:
    stones = {"stones": (20, 21)}
    ladder = Claim("ladder works", 22, BLACK, "exact", "rules", stones, value=1.0)
    weaker = Claim("weakens", 22, BLACK, "measured", "strength", stones, value=9.0)
    elsewhere = Claim("weakens", 22, BLACK, "measured", "strength", {"stones": (3,)}, value=5.0)
    ranked = rank([weaker, elsewhere, ladder], [], lambda claim: claim.kind)
    assert [claim for _, _, claim in ranked] == [ladder, weaker, elsewhere]
    told, _ = choose(ranked)
    assert told == [ladder, elsewhere]


def test_who_answers_an_atari_saves_the_stones_first() -> None:
    saves = Claim("saves", 22, BLACK, "exact", "rules", {"stones": (21,)}, value=1.3)
    points = Claim("gains", 22, BLACK, "learned", "intuition", {"area": (3,)}, value=5.6)
    last = Claim("answers", 22, BLACK, "exact", "rules", {"last": (20,)}, names={"called": "atari"})
    assert choose(rank([points, saves], [], lambda claim: claim.kind))[0][0] == points
    assert choose(rank([points, saves, last], [], lambda claim: claim.kind))[0][0] == saves
    attack = Claim("weakens", 22, BLACK, "learned", "intuition", {"stones": (3,)}, value=15.0)
    assert choose(rank([attack, saves, last], [], lambda claim: claim.kind))[0][0] == saves


def test_what_is_captured_is_told_before_what_that_saves() -> None:
    saves = Claim("saves", 22, BLACK, "exact", "rules", {"stones": (21,)}, value=6.0)
    captures = Claim("captures", 22, BLACK, "exact", "rules", {"stones": (23,)}, value=4.0)
    points = Claim("gains", 22, BLACK, "learned", "intuition", {"area": (3,)}, value=25.0)

    def told(*claims: Claim) -> list[Claim]:
        return choose(rank(claims, [], lambda claim: claim.kind))[0]

    assert [one.kind for one in told(saves, captures)] == ["captures", "saves"]
    assert told(points, captures)[0] == points


def test_what_is_left_elsewhere_is_told_of_a_bad_move_that_leaves_more_than_others() -> None:
    def leaves(number: float) -> Claim:
        return Claim("elsewhere", 22, BLACK, "learned", "play", value=-number, against=True)

    def told(mine: Claim, theirs: list[Claim], *, bad: bool) -> list[Claim]:
        return choose(rank([mine], [theirs], lambda claim: claim.kind), bad=bad)[0]

    five = leaves(5.0)
    assert told(five, [], bad=True) == [five]
    assert told(five, [], bad=False) == []
    assert told(five, [five], bad=True) == []
    assert told(leaves(1.0), [], bad=True) == []


def test_that_a_bad_shape_does_something_is_said_only_beside_what_it_does() -> None:
    shape = Claim(
        "shape", 22, BLACK, "exact", "shape", names={"repute": "bad"}, numbers={"weight": 2}
    )
    deed = Claim("rescues", 22, BLACK, "read", "reading", {"stones": (21,)}, value=3.0)
    points = Claim("gains", 22, BLACK, "learned", "intuition", {"area": (3,)}, value=5.0)
    here = Claim(
        "shape here",
        22,
        BLACK,
        "learned",
        "shape",
        names={"repute": "bad"},
        rests_on=(shape, deed),
    )

    def told(*claims: Claim) -> list[Claim]:
        return choose(rank(claims, [], lambda claim: claim.kind))[0]

    assert here in told(points, deed, here)
    assert here not in told(points, here)


def test_that_a_move_is_expected_is_said_only_beside_a_reason_and_after_it() -> None:
    guess = Claim(
        "expected",
        22,
        BLACK,
        "learned",
        "intuition",
        names={"how": "most"},
        numbers={"chance": 70.0},
        value=3.0,
    )
    wanted = Claim("wanted point", 22, BLACK, "learned", "intuition", value=1.0)
    points = Claim("gains", 22, BLACK, "learned", "intuition", {"area": (3,)}, value=1.5)

    def told(*claims: Claim, others: list[list[Claim]]) -> list[Claim]:
        return choose(rank(claims, others, lambda claim: claim.kind))[0]

    assert told(guess, others=[]) == []
    assert told(guess, wanted, others=[]) == [wanted]
    assert told(guess, points, others=[]) == [points, guess]
    assert told(guess, points, others=[[points], [points]]) == [points, guess]


def told(*claims: Claim) -> list[Claim]:
    """What is told of a move with these claims, which no other candidate shares."""
    return choose(rank(claims, [], lambda claim: claim.kind))[0]


def threat(line: tuple[int, ...], stones: tuple[int, ...] = (30, 31)) -> Claim:
    return Claim(
        "threatens", 22, BLACK, "read", "reading", {"stones": stones, "line": line}, value=3.0
    )


def attack(stones: tuple[int, ...]) -> Claim:
    return Claim(
        "weakens",
        22,
        BLACK,
        "learned",
        "intuition",
        {"stones": stones},
        numbers={"count": len(stones), "before": 80, "after": 60},
        names={"how": "attacks"},
        value=2.0,
    )


def test_to_attack_a_group_and_to_threaten_to_capture_it_is_told_once() -> None:
    assert len(told(threat((40,)), attack((30, 31, 32)))) == 1
    assert len(told(threat((40,)), attack(tuple(range(30, 40))))) == 2  # two stones of ten


def test_a_cut_and_a_capture_that_are_threatened_at_one_point_are_told_once() -> None:
    cut = Claim("peeps", 22, BLACK, "exact", "shape", {"ends": (30, 50), "at": (40,)}, value=2.0)
    assert len(told(threat((40, 41)), cut)) == 1
    assert len(told(threat((44, 41)), cut)) == 2


def test_who_takes_a_corner_comes_first_there_without_saying() -> None:
    corner = Claim("corner", 22, BLACK, "exact", "opening")

    def takes(how: str) -> Claim:
        return Claim(
            "reduces",
            22,
            BLACK,
            "learned",
            "intuition",
            {"area": (3,)},
            numbers={},
            names={"how": how},
            value=6.0,
        )

    assert told(corner, takes("first")) == [corner]
    split = Claim("splits a side", 22, BLACK, "exact", "opening")
    assert told(split, takes("first")) == [split]
    assert len(told(corner, takes("plain"))) == 2


def test_what_a_ko_is_worth_is_told_after_the_ko() -> None:
    takes = Claim("takes ko", 22, BLACK, "exact", "rules", {"at": (23,)}, value=1.0)
    size = Claim("ko size", 22, BLACK, "learned", "intuition", {"at": (23,)})
    points = Claim("gains", 22, BLACK, "learned", "intuition", {"area": (3,)}, value=9.0)
    assert told(size, points, takes) == [takes, size, points]


def test_a_ko_threat_that_is_large_enough_comes_before_points() -> None:
    points = Claim("gains", 22, BLACK, "learned", "intuition", {"area": (3,)}, value=7.0)
    large = Claim("ko threat", 22, BLACK, "learned", "intuition", {"at": (23,)})
    assert told(points, large)[0] == large


def test_stones_that_are_caught_are_not_cut_off_as_well() -> None:
    stones = {"stones": (30, 31)}
    caught = Claim("caught", 22, BLACK, "exact", "rules", stones, value=4.0)
    points = {"ends": (30, 50), "blocks": (30, 50)}
    apart = Claim("keeps apart", 22, BLACK, "exact", "shape", points, value=2.0)
    assert told(caught, apart) == [caught]


def test_a_cut_on_which_little_hangs_comes_after_points() -> None:
    points = Claim("gains", 22, BLACK, "learned", "intuition", {"area": (3,)}, value=2.0)
    for value, first in ((0.3, "gains"), (1.5, "guards cut")):
        guard = Claim("guards cut", 22, BLACK, "exact", "shape", {"at": (40,)}, value=value)
        assert told(points, guard)[0].kind == first


def test_stones_that_are_saved_are_not_connected_as_well() -> None:
    saved = Claim("rescues", 22, BLACK, "read", "reading", {"stones": (30,)}, value=3.0)
    under = Claim("connects underneath", 22, BLACK, "exact", "shape", {"ends": (30, 50)}, value=2.0)
    assert told(saved, under) == [saved]


def test_some_hope_for_a_single_stone_is_not_worth_a_sentence() -> None:
    points = Claim("gains", 22, BLACK, "learned", "intuition", {"area": (3,)}, value=2.0)

    def helped(count: int, after: int) -> Claim:
        numbers = {"count": count, "before": 8, "after": after}
        return Claim(
            "strengthens", 22, BLACK, "learned", "intuition", {}, numbers=numbers, value=3.0
        )

    assert told(points, helped(1, 33)) == [points]
    assert len(told(points, helped(1, 70))) == 2
    assert len(told(points, helped(3, 33))) == 2


def shape(name: str, repute: str = "plain") -> Claim:
    names = {"shape": name, "repute": repute}
    return Claim("shape", 22, BLACK, "exact", "shape", {}, numbers={"weight": 3}, names=names)


def test_a_peep_is_called_one_once() -> None:
    cut = Claim(
        "peeps",
        22,
        BLACK,
        "exact",
        "shape",
        {"at": (40,)},
        numbers={},
        names={"how": "peep"},
        value=2.0,
    )
    chosen, named = choose(rank([cut, shape("peep")], [], lambda claim: claim.kind))
    assert (chosen, named) == ([cut], None)


def test_who_has_to_connect_does_not_choose_an_empty_triangle() -> None:
    saved = Claim("rescues", 22, BLACK, "read", "reading", {"stones": (30,)}, value=4.0)

    def said(name: str) -> list[str]:
        names = {"shape": name, "repute": "bad"}
        here = Claim(
            "shape here",
            22,
            BLACK,
            "learned",
            "shape",
            {},
            numbers={},
            names=names,
            rests_on=(saved,),
        )
        found = [saved, here, shape("solid connection")]
        return [claim.kind for claim in choose(rank(found, [], lambda claim: claim.kind))[0]]

    assert said("empty triangle") == ["rescues"]
    assert said("solid connection") == ["rescues", "shape here"]


def test_a_double_atari_comes_before_the_attack_that_it_is() -> None:
    stones = (30, 31, 50)
    double = Claim("double atari", 22, BLACK, "exact", "rules", {"stones": stones}, value=1.0)
    assert told(attack((30, 31, 50, 51)), double)[0] == double


def test_a_group_that_lives_is_not_saved_from_a_ladder_as_well() -> None:
    lives = Claim("lives", 22, BLACK, "proved", "reading", {"stones": (30, 31)}, value=4.0)
    ladder = Claim("ladder breaker", 22, BLACK, "exact", "rules", {"stones": (30,)}, value=4.0)
    assert told(lives, ladder) == [lives]


def test_where_the_opponent_would_play_is_told_beside_nothing_but_points() -> None:
    points = Claim("gains", 22, BLACK, "learned", "intuition", {"area": (3,)}, value=2.0)
    his = Claim(
        "otherwise", 22, BLACK, "learned", "intuition", {"at": (23,)}, numbers={"chance": 20.0}
    )
    saved = Claim("rescues", 22, BLACK, "read", "reading", {"stones": (30,)}, value=3.0)
    assert told(his, points) == [points, his]
    assert told(his, points, saved) == [saved, points]
    assert told(his) == []


def test_the_move_that_was_played_is_compared_once() -> None:
    better = Claim("compared", 22, BLACK, "learned", "play", {"best": (5,)}, names={"how": "more"})
    played = Claim("alternative", 22, BLACK, "learned", "play", {"at": (5,), "line": (6, 7)})
    other = Claim("alternative", 22, BLACK, "learned", "play", {"at": (9,), "line": (5, 7)})
    assert told(better, played) == [better]
    assert told(better, other) == [better, other]


def test_what_helps_the_opponent_is_no_reason_for_a_move() -> None:
    points = Claim("gains", 22, BLACK, "learned", "intuition", {"area": (3,)}, value=1.0)
    for kind in ("helps", "leaves weaker", "gives up", "lets grow"):
        given = Claim(kind, 22, BLACK, "learned", "intuition", {"stones": (30,)}, value=5.0)
        assert told(given, points) == [points]
        ranked = rank([given, points], [], lambda claim: claim.kind)
        assert given in choose(ranked, bad=True)[0]
