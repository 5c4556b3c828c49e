"""Games: replay, the tree, texts and marks, writing."""

from __future__ import annotations

import json
import pickle
from pathlib import Path

import pytest

from gokan.errors import (
    GokanError,
    IllegalMove,
    IllegalPosition,
    InvalidInput,
    InvalidRules,
    InvalidSgf,
)
from gokan.go import BLACK, EMPTY, PASS, WHITE, Game, Node, Position, Rules


def vertices(position: Position, color) -> list[str]:
    return [position.vertex(point) for point in position.stones(color)]


# --- positions --------------------------------------------------------------------------------


def test_moves_capture() -> None:
    game = Game.parse("(;SZ[5];B[ba];W[aa];B[ab])")
    assert game.position(2)["A5"] == WHITE
    assert game.position(3)["A5"] == EMPTY
    assert game.position().prisoners(WHITE) == 1


def test_position_counts_moves_and_passes_but_not_setup() -> None:
    game = Game.parse("(;SZ[9];C[hi];B[];AB[aa];W[tt];B[bb])")
    assert len(game) == 3
    assert vertices(game.position(0), BLACK) == []
    assert vertices(game.position(1), BLACK) == ["A9"]  # what the player of move 2 saw
    assert vertices(game.position(3), BLACK) == ["A9", "B8"]
    assert [node.number for node in game.main_line()] == [0, 0, 1, 1, 2, 3]


@pytest.mark.parametrize("moves", [-1, 3, 1000])
def test_position_beyond_the_game(moves: int) -> None:
    with pytest.raises(InvalidInput, match=rf"The game has 2 moves.*after move {moves}\."):
        Game.parse("(;SZ[9];B[aa];W[bb])").position(moves)


def test_positions_in_any_order_agree() -> None:
    text = "(;SZ[9];B[aa];W[bb];AE[aa]PL[W];W[cc];B[dd]AW[ee];W[ff])"
    game, nodes = Game.parse(text), Game.parse(text)
    for n in (5, 0, 3, 4, 1, 2, 5):
        assert game.position(n) == Game.parse(text).position(n)
    for node in reversed(nodes.main_line()):
        assert node.position == Game.parse(text).node(node.address).position


def test_a_move_in_the_root() -> None:
    game = Game.parse("(;SZ[9]AB[aa]B[bb];W[cc])")
    assert vertices(game.position(0), BLACK) == ["A9"]
    assert vertices(game.position(1), BLACK) == ["A9", "B8"]
    assert game.root.number == 1
    assert game.root.position == game.position(1)


def test_setup_and_move_in_one_node() -> None:
    game = Game.parse("(;SZ[9];B[aa];AW[bb]AE[aa]W[cc])")
    assert vertices(game.position(), WHITE) == ["B8", "C7"]
    assert vertices(game.position(1), WHITE) == ["B8"]
    assert vertices(game.position(1), BLACK) == []


def test_records_are_followed_where_the_rules_object() -> None:
    ko = Game.parse("(;SZ[5]AB[ba][ab][bc]AW[ca][db][cc][bb];B[cb];W[bb])")
    assert ko.position()["B4"] == WHITE
    assert ko.position()["C4"] == EMPTY
    suicide = Game.parse("(;SZ[5]RU[Chinese]AW[ba][ab];B[aa];B[cc];B[cd])")
    assert vertices(suicide.position(), BLACK) == ["C3", "C2"]
    assert suicide.position().to_play == WHITE


def test_an_occupied_point_is_told_with_its_move() -> None:
    game = Game.parse("(;SZ[9];B[ee];C[a];W[cc];AB[dd];B[ee])")
    with pytest.raises(IllegalMove, match=r"^Move 3: black E5 is on an occupied point\.$"):
        game.position()
    with pytest.raises(IllegalMove, match=r"^Move 3: "):
        _ = game.main_line()[-1].position
    assert game.position(2)["C7"] == WHITE


def test_a_point_off_the_board_is_told_with_its_move() -> None:
    game = Game.parse("(;SZ[9];B[ee];W[jj])")
    with pytest.raises(InvalidSgf, match=r"^Move 2: white \[jj\] is not a point of a board of 9x9"):
        game.position()
    with pytest.raises(InvalidSgf, match=r"^Move 2: "):
        _ = game.node("2").move


def test_a_breathless_setup_is_refused() -> None:
    game = Game.parse("(;SZ[9];B[ab];W[ii];AB[ba]AW[aa])")
    with pytest.raises(IllegalPosition, match=r"^The set-up after move 2: the white block at A9"):
        game.position()
    assert game.position(1).stones(BLACK)


def test_a_setup_off_the_board_is_refused() -> None:
    with pytest.raises(InvalidSgf, match=r"^The set-up at the start: AW\[zz\] is not a point"):
        Game.parse("(;SZ[9]AW[zz])").position()


def test_rectangles_and_passes() -> None:
    game = Game.parse("(;SZ[9:13]AB[aa:cb][ee];W[tt];B[im];W[])")
    assert game.size == (9, 13)
    assert vertices(game.position(0), BLACK) == ["A13", "B13", "C13", "A12", "B12", "C12", "E9"]
    assert [move for _, move in game.moves()] == [PASS, 9 * 13 - 1, PASS]


def test_tt_is_a_point_on_large_boards() -> None:
    assert Game.parse("(;SZ[21];B[tt])").moves() == [(BLACK, 19 * 21 + 19)]
    with pytest.raises(InvalidSgf, match="is not a point of a board of 19x21"):
        Game.parse("(;SZ[19:21];B[tt])").moves()


def test_who_plays_first() -> None:
    assert Game.parse("(;SZ[9])").start.to_play == BLACK
    assert Game.parse("(;SZ[9]PL[W])").start.to_play == WHITE
    assert Game.parse("(;SZ[9]AB[cc];;W[ee])").start.to_play == WHITE
    assert Game.parse("(;SZ[9]PL[White];B[ee])").start.to_play == WHITE
    assert Game.parse("(;SZ[9]HA[2]AB[cc][gg])").start.to_play == WHITE


def test_handicap_without_stones() -> None:
    game = Game.parse("(;SZ[9]HA[2];W[ee])")
    assert vertices(game.start, BLACK) == ["G7", "C3"]
    assert game.warnings == ("2 handicap stones were put on the usual points",)
    clash = Game.parse("(;SZ[9]HA[2];W[gc])")
    assert vertices(clash.position(), WHITE) == ["G7"]
    assert clash.warnings == ()
    free = Game.parse("(;SZ[9]HA[2];B[cc];B[gg];W[ee])")
    assert vertices(free.start, BLACK) == []
    assert free.warnings == ()


def test_other_games_and_sizes_say_so() -> None:
    with pytest.raises(InvalidSgf, match="not a game of Go"):
        _ = Game.parse("(;GM[2];B[aa])").start
    with pytest.raises(InvalidSgf, match="26x26 is not possible"):
        Game.parse("(;SZ[26];B[aa])").position()


# --- what the root says -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("root", "name", "komi"),
    [
        ("RU[Japanese]KM[6.5]", "japanese", 6.5),
        ("RU[Japanese]", "japanese", 6.5),
        ("RU[chinese]KM[375]", "chinese", 7.5),
        ("RU[Korean]KM[650]", "korean", 6.5),
        ("KM[5.5]", "japanese", 5.5),
        ("KM[7.5]", "chinese", 7.5),
        ("KM[0]", "chinese", 0),
        ("", "chinese", 7.5),
        ("HA[4]", "chinese", 0.5),
        ("RU[GOE]KM[8]", "ing", 8),
        ("RU[NZ]KM[-12.5]", "new-zealand", -12.5),
        ("RU[AGA]KM[]", "aga", 7.5),
        ("RU[koPOSITIONALscoreAREAtaxNONEsui1whbN]KM[6]", "custom", 6),
    ],
)
def test_rules(root: str, name: str, komi: float) -> None:
    rules = Game.parse(f"(;SZ[9]{root})").rules
    assert (rules.name, rules.komi) == (name, komi)


@pytest.mark.parametrize(
    ("root", "note"),
    [
        ("KM[abc]", "komi 'abc' is not a number: 7.5 is used"),
        ("KM[1e99]", "komi '1e99' is not a number: 7.5 is used"),
        ("KM[nan]", "komi 'nan' is not a number: 7.5 is used"),
        ("KM[375]", "komi '375' was read as 7.5 points"),
        ("RU[house]", "rules 'house' are unknown: chinese rules are used"),
        ("SZ[big]", "size 'big' is not a size: 19 is used"),
        ("HA[lots]", "handicap 'lots' is not a number of stones: 0 is used"),
    ],
)
def test_what_was_guessed_is_told(root: str, note: str) -> None:
    assert note in Game.parse(f"(;{root})").warnings


def test_facts_can_be_read_and_set() -> None:
    game = Game.parse("(;SZ[9]PB[Ann \\] B]WR[3\nd])")
    assert (game.black, game.white, game.white_rank) == ("Ann ] B", "", "3 d")
    game.white = "Bén"
    game.result = "B+R"
    game.black = ""
    again = Game.parse(game.to_sgf())
    assert (again.black, again.white, again.result) == ("", "Bén", "B+R")
    assert again.root.properties["CA"] == [b"UTF-8"]


def test_rules_can_be_set() -> None:
    game = Game.parse("(;SZ[9]KM[5.5];B[aa])")
    game.komi = 3.5
    assert game.position().rules.komi == 3.5
    game.rules = Rules.named("aga").with_(komi=0.5)
    assert Game.parse(game.to_sgf()).rules == game.rules == Rules.named("aga").with_(komi=0.5)


@pytest.mark.parametrize("komi", [0.0, -7.0, 3.25, 3.75, 5.3, 65.0, 100.0, 375.0, 0.125])
def test_a_komi_that_was_set_stays(komi: float) -> None:
    """Komi in odd units is converted where others wrote it, never where we did."""
    foreign = Game.parse("(;SZ[9]KM[6.5]AP[Other:1])")
    foreign.komi = komi
    for game in (Game.new(9, komi=komi), foreign):
        assert game.komi == Game.parse(game.to_sgf()).komi == komi
    with pytest.raises(InvalidRules):
        foreign.komi = float("nan")
    assert Game.parse("(;KM[375])").komi == 7.5


# --- the tree ---------------------------------------------------------------------------------


def test_play_adds_or_reuses() -> None:
    game = Game.new(9)
    first = game.root.play("E5")
    assert game.root.play("E5") is first
    second = game.root.play("C3")
    assert game.root.children == [first, second]
    reply = first.play("pass")
    assert (reply.color, reply.move, reply.number) == (WHITE, PASS, 2)
    with pytest.raises(IllegalMove):
        first.play("E5")
    assert len(first.children) == 1
    for off in (81, -2):
        for forced in (False, True):
            with pytest.raises(GokanError):
                first.play(off, forced=forced)
    first.add_node({"W": [b"zz"]})
    assert first.play("pass") is reply


def test_play_keeps_the_rules_unless_forced() -> None:
    game = Game.parse("(;SZ[5]RU[Chinese]AW[ba][ab])")
    with pytest.raises(IllegalMove):
        game.root.play("A5")
    assert game.root.play("A5", forced=True).position["A5"] == EMPTY


def test_white_may_start() -> None:
    game = Game.new(9)
    game.root.play("E5", WHITE)
    assert game.start.to_play == WHITE
    assert game.position()["E5"] == WHITE


def test_addresses() -> None:
    game = Game.parse("(;;B[aa](;W[bb];B[cc](;W[dd])(;W[ee];B[ff]))(;W[gg]))")
    for node in game.root.walk():
        assert game.node(node.address) is node
    assert game.node("3/2/2").properties == {"B": [b"ff"]}
    for bad in ("", "x", "1/2", "99", "1/9/1", "1/0/1", "1/1/0", "-1", "1/2/3/4"):
        with pytest.raises(InvalidInput):
            game.node(bad)


def test_delete_and_promote() -> None:
    game = Game.parse("(;SZ[9](;B[aa];W[bb])(;B[cc])(;B[dd];W[ee]))")
    last = game.root.children[2].children[0]
    last.promote_to_main()
    assert [game.vertex(move) for _, move in game.moves()] == ["D6", "E5"]
    game.root.children[2].promote()
    assert [child.properties["B"][0] for child in game.root.children] == [b"dd", b"cc", b"aa"]
    game.root.children[0].promote()
    last.delete()
    assert [game.vertex(move) for _, move in game.moves()] == ["D6"]
    with pytest.raises(InvalidInput, match="deleted"):
        _ = last.position
    with pytest.raises(InvalidInput, match="root"):
        game.root.delete()


def test_editing_a_move_changes_what_follows() -> None:
    game = Game.parse("(;SZ[9];B[aa];W[bb])")
    end = game.main_line()[-1]
    assert end.position["A9"] == BLACK
    game.node("1").set_raw("B", [b"cc"])
    assert end.position["A9"] == EMPTY
    assert end.position["C7"] == BLACK
    game.node("1").set_raw("B", None)
    assert end.number == 1
    game.root.set_raw("SZ", [b"13"])
    assert end.position.width == 13


def test_set_up_nodes() -> None:
    game = Game.new(9)
    node = game.root.add_node()
    node.set_up(black=["C3", "D3"], white=["G7"], to_play=WHITE)
    assert node.is_setup
    assert vertices(node.position, BLACK) == ["C3", "D3"]
    assert node.position.to_play == WHITE
    assert Game.parse(game.to_sgf()).position() == game.position()


def test_long_lines_and_wide_trees() -> None:
    game = Game.parse("(;SZ[19]" + ";B[];W[]" * 20_000 + ")")
    assert len(game) == 40_000
    end = game.main_line()[-1]
    assert end.number == 40_000
    assert end.position.passes == 40_000
    assert end.address == "40000"
    assert len(Game.parse(game.to_sgf())) == 40_000
    assert pickle.loads(pickle.dumps(game)).to_sgf() == game.to_sgf()


# --- texts and marks --------------------------------------------------------------------------


def test_comments() -> None:
    game = Game.parse("(;C[first]C[second];B[aa])")
    assert game.root.comment == "first\nsecond"
    game.root.comment = "a ] and a \\"
    game.root.add_comment("more: 五感")
    assert Game.parse(game.to_sgf()).root.comment == "a ] and a \\\n\nmore: 五感"
    game.root.comment = ""
    assert "C" not in game.root.properties


def test_marks_and_labels() -> None:
    game = Game.parse("(;SZ[9]TR[aa][ba:bb]SQ[cc]LB[dd:A][ee:x\\:y]AR[aa:cc]LN[aa:ia]MA[zz])")
    root = game.root
    assert root.marks == {0: "triangle", 1: "triangle", 10: "triangle", 20: "square"}
    assert root.labels == {30: "A", 40: "x:y"}
    assert (root.arrows, root.lines) == ([(0, 20)], [(0, 8)])
    root.mark("circle", ["A9", "J1"])
    root.label("E5", "")
    root.label("J1", "a:]")
    root.arrow("A1", "C3")
    root.connect("A1", "J9")
    again = Game.parse(game.to_sgf()).root
    assert again.marks == {1: "triangle", 10: "triangle", 20: "square", 0: "circle", 80: "circle"}
    assert again.labels == {30: "A", 80: "a:]"}
    assert again.arrows == [(0, 20), (72, 56)]
    assert again.lines == [(0, 8), (72, 8)]
    with pytest.raises(InvalidInput, match="not a mark"):
        root.mark("star", ["A1"])
    with pytest.raises(InvalidInput):
        root.arrow("A1", "A1")


def test_ff3_marks() -> None:
    root = Game.parse("(;SZ[9]L[aa][bb]M[cc])").root
    assert root.labels == {0: "a", 10: "b"}
    assert root.marks == {20: "cross"}


def test_values_and_points() -> None:
    root = Game.parse("(;SZ[9]V[-3.5]TB[aa:ba]TW[])").root
    assert root.value == -3.5
    assert root.points("TB") == [0, 1]
    assert root.points("TW") == []
    root.value = 2
    root.set_points("TB", ["A1", 3])
    assert root.properties["V"] == [b"2"]
    assert root.properties["TB"] == [b"da", b"ai"]
    assert Game.parse("(;V[x])").root.value is None


@pytest.mark.parametrize(
    ("name", "value"),
    [("XX", b"]"), ("XX", b"\\"), ("XX", b"\0"), ("xx", b""), ("", b""), ("é", b"")],
)
def test_raw_values_cannot_break_out(name: str, value: bytes) -> None:
    with pytest.raises(InvalidInput):
        Game.new(9).root.set_raw(name, [value])


def test_a_new_text_that_the_charset_lacks() -> None:
    game = Game.parse("(;CA[ISO-8859-1]PB[Sjöberg]XX[é];B[aa])".encode("latin-1"))
    game.root.comment = "plain"
    assert game.encoding == "latin-1"
    game.root.comment = "五感"
    again = Game.parse(game.to_sgf())
    assert (again.encoding, again.black, again.root.comment) == ("utf-8", "Sjöberg", "五感")
    assert again.root.properties["XX"] == ["é".encode()]
    assert "converted to UTF-8" in game.warnings[0]


def test_a_comment_on_damaged_text_reads_back_the_same():
    broken = b"(;CA[gb2312]PB[\xba;\xda\x95]C[\xb0\xd7\xca\xa4\xab\xb7A" + b"\xc7" * 9 + b"3"
    game = Game.parse(broken + b"\xc7" * 29 + b"[2]KM[375];W[pd])")
    assert "\ufffd" in game.root.comment
    game.root.add_comment("五感 [x]")
    assert Game.parse(game.to_sgf()).root.comment == game.root.comment


def test_texts_in_a_two_byte_charset() -> None:
    game = Game.parse("(;CA[Shift_JIS]C[これは定石です])".encode("cp932"))
    game.root.name = "表 [表]"
    again = Game.parse(game.to_sgf())
    assert (again.encoding, again.root.name) == ("cp932", "表 [表]")


# --- writing ----------------------------------------------------------------------------------


def test_untouched_values_are_byte_identical() -> None:
    data = "(;GM[1]XX[ \\] \\: ][b]C[é\r\n];B[aa]ZZ[])".encode("latin-1")
    game = Game.parse(data)
    game.root.children[0].comment = "new"
    again = Game.parse(game.to_sgf())
    assert again.root.properties == Game.parse(data).root.properties


def test_new_from_a_position() -> None:
    start = Position.from_diagram(
        """
        . X O .
        X X O O
        . X O .
        """,
        to_play=WHITE,
        rules=Rules.named("japanese").with_(komi=0.5, suicide=True),
    )
    game = Game.new(start)
    again = Game.parse(game.to_sgf())
    assert again.size == (4, 3)
    assert again.start.board == start.board
    assert again.start.to_play == WHITE
    assert again.rules == start.rules.with_(name="custom")
    assert Game.new((5, 7), rules="klinger", komi=3).rules == Rules.named("klinger").with_(komi=3)


def test_save_and_load(tmp_path: Path) -> None:
    game = Game.new(9)
    game.root.play("E5")
    path = tmp_path / "game.sgf"
    game.save(path)
    assert Game.load(path).moves() == game.moves()
    (tmp_path / "two.sgf").write_bytes(game.to_sgf() * 2)
    assert len(Game.load_all(tmp_path / "two.sgf")) == 2
    path.write_bytes(b"(;C[x")
    with pytest.raises(InvalidSgf, match=r"game\.sgf: Line 1, byte 3"):
        Game.load(path)
    with pytest.raises(InvalidInput, match="Cannot read"):
        Game.load(tmp_path / "absent.sgf")
    with pytest.raises(InvalidInput, match="Cannot write"):
        game.save(tmp_path / "absent" / "game.sgf")


def test_to_dict_is_json() -> None:
    game = Game.parse("(;SZ[9]AB[aa]C[hi];W[ee](;B[tt])(;B[cc]))")
    data = json.loads(json.dumps(game.to_dict()))
    assert [node["move"] for node in data["nodes"]] == [
        None,
        ["white", "E5"],
        ["black", "pass"],
        ["black", "C7"],
    ]
    assert [node["parent"] for node in data["nodes"]] == [None, 0, 1, 1]
    assert data["nodes"][0]["add_black"] == ["A9"]


def test_reprs() -> None:
    game = Game.parse("(;SZ[9]PB[Ann];B[aa];AB[bb];)")
    assert repr(game) == "<Game 9x9: Ann - ?, 1 move>"
    assert [repr(node) for node in game.main_line()] == [
        "<Node 0: no move>",
        "<Node 1: black [aa]>",
        "<Node 2: set-up>",
        "<Node 3: no move>",
    ]
    assert isinstance(game.root, Node)
