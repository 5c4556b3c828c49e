"""The record parser: correct files, broken files, hostile files."""

from __future__ import annotations

import time

import pytest

from gokan.errors import InvalidSgf
from gokan.files import write_whole
from gokan.go.sgf import Limits, Record, parse, read_file, write


def one(data: bytes | str) -> Record:
    [record] = parse(data)
    return record


def tree(record: Record) -> tuple[list[dict[str, list[bytes]]], list[int]]:
    return record.nodes, record.parents


# --- correct files ----------------------------------------------------------------------------


def test_variations() -> None:
    record = one(b"(;a[1];B[aa](;W[bb];B[cc](;W[dd])(;W[ee]))(;W[ff]))".replace(b"a", b"A", 1))
    assert record.parents == [-1, 0, 1, 2, 3, 3, 1]
    assert record.nodes[4:] == [{"W": [b"dd"]}, {"W": [b"ee"]}, {"W": [b"ff"]}]
    assert record.warnings == []


def test_values_stay_as_written() -> None:
    raw = rb"a\]b\\ \: \
soft and	tab"
    assert one(b"(;C[" + raw + b"]XX[ x ][])").nodes == [{"C": [raw], "XX": [b" x ", b""]}]


def test_white_space_anywhere_between_tokens() -> None:
    record = one(b"\r\n ( \t;\n AB \r\n[aa]\n[bb] C\n[x]\n\n; B [cc] ) \n")
    assert record.nodes == [{"AB": [b"aa", b"bb"], "C": [b"x"]}, {"B": [b"cc"]}]


def test_several_games() -> None:
    games = parse(b"(;SZ[9];B[aa])\n\n(;SZ[13])(;)")
    assert [len(game.nodes) for game in games] == [2, 1, 1]


def test_property_order_is_kept() -> None:
    assert list(one("(;ZZ[]SZ[9]AA[]GM[1])").nodes[0]) == ["ZZ", "SZ", "AA", "GM"]


def test_ff3_names() -> None:
    record = one("(;GaMe[1]CoPyright[me];Black[aa];White[bb]Comment[x])")
    assert record.nodes == [
        {"GM": [b"1"], "CP": [b"me"]},
        {"B": [b"aa"]},
        {"W": [b"bb"], "C": [b"x"]},
    ]


# --- broken files -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("broken", "whole"),
    [
        ("(;B[aa];W[bb]", "(;B[aa];W[bb])"),
        ("(;B[aa](;W[bb](;B[cc]", "(;B[aa];W[bb];B[cc])"),
        ("(;B[aa]))))", "(;B[aa])"),
        ("From: me (hi; there)\n\n(;B[aa])", "(;B[aa])"),
        ("\ufeff(;B[aa])", "(;B[aa])"),
        ("(B[aa];W[bb])", "(;B[aa];W[bb])"),
        (";B[aa];W[bb]", "(;B[aa];W[bb])"),
        ("((;B[aa])(;B[bb]))", "(;B[aa])(;B[bb])"),
        ("(;B[aa];W[bb]) trailing words", "(;B[aa];W[bb])"),
        ("(;AB[aa]AB[bb]C[x]AB[cc])", "(;AB[aa][bb][cc]C[x])"),
        ("(;B[aa]W[bb])", "(;B[aa];W[bb])"),
        ("(;B[aa]B[aa]C[x])", "(;B[aa]C[x])"),
        ("(;B[aa] junk ;W[bb])", "(;B[aa];W[bb])"),
        ("(;C[a [1k] b: [2d] c]B[aa])", "(;C[a [1k\\] b: [2d\\] c]B[aa])"),
        ("(;b[aa])", "(;B[aa])"),
        ("(;B[aa](;W[bb]);W[cc])", "(;B[aa](;W[bb])(;W[cc]))"),
        ("(())(;B[aa])", "(;)(;B[aa])"),
        ("(;[aa]B[bb])", "(;B[bb])"),
        ("(;B[aa])\x1a\0\0", "(;B[aa])"),
    ],
)
def test_repairs(broken: str, whole: str) -> None:
    assert list(map(tree, parse(broken)))[-1] == list(map(tree, parse(whole)))[-1]
    assert all(not record.warnings for record in parse(whole) if record.nodes != [{}])


def test_repairs_are_told_with_their_line() -> None:
    assert one("(;B[aa]\n\n;W[bb]").warnings == ["line 3: a missing ')' was added at the end"]


def test_a_new_game_inside_an_unclosed_one() -> None:
    first, second = parse("(;GM[1];B[aa](;W[bb]\n(;GM[1]FF[4];B[cc])")
    assert len(first.nodes) == 3
    assert second.nodes[1] == {"B": [b"cc"]}


def test_many_repairs_are_summed_up() -> None:
    record = one("(;B[aa]" + "! ;" * 100 + ")")
    assert len(record.warnings) == 21
    assert record.warnings[-1] == "and 80 more repairs"


@pytest.mark.parametrize("data", [b"", b"   ", b"no game here", b"(", b"()", b"[x]"])
def test_no_game(data: bytes) -> None:
    with pytest.raises(InvalidSgf, match=r"No game was found"):
        parse(data)


# --- hostile files ----------------------------------------------------------------------------

MB = 1 << 20


@pytest.mark.parametrize(
    ("data", "complaint"),
    [
        (b"(;B[aa]" * 100_000, r"byte 35000: variations are nested more than 5000 deep"),
        (b"(;" + b"(" * 100_000, r"nested more than 5000 deep"),
        (b"(;C[" + b"x" * (33 * MB) + b"])", r"larger than 33554432 bytes"),
        (b"(;C[a]\n;C[b\0c])", r"Line 2, byte 11: a NUL byte"),
        (b"(;B[aa]\n;C[never", r"Line 2, byte 10: the value that starts here never ends"),
        (b"(;AB[aa][bb", r"byte 8: the value that starts here never ends"),
        (b"(;C[" + b"\\]" * MB, r"never ends"),
        (b"(" + b";" * MB, r"more than 40000 nodes"),
        (b"(" + b";B[]" * MB, r"more than 40000 nodes"),
        (b"(;" + b"AB[]" * MB, r"more than 100000 values"),
        (b"(;AB" + b"[]" * MB, r"more than 100000 values"),
        (b"(;)" * MB, r"more than 40000 nodes"),
        (b"(;" + b"A" * MB + b"[])", r"longer than 64 letters"),
        (b"(;" + b"".join(b"A%d[]" % n for n in range(5000)), r"too many different"),
        (b"(;C[a]" + b"x ! " * MB, r"more than 10000 repairs"),
        (b"(;C[" + b"[a] b " * MB, r"more than 10000 repairs|never ends"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_hostile_input_is_refused_quickly(data: bytes, complaint: str) -> None:
    began = time.process_time()
    with pytest.raises(InvalidSgf, match=complaint) as caught:
        parse(data, limits=Limits(nodes=40_000, values=100_000))
    assert time.process_time() - began < 5
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 200


def test_limits_can_be_changed() -> None:
    with pytest.raises(InvalidSgf, match="more than 3 nodes"):
        parse("(;;;;)", limits=Limits(nodes=3))
    assert len(parse(b"(;B[aa]" * 6000, limits=Limits(depth=6000))[0].nodes) == 6000


def test_deep_files_are_no_problem() -> None:
    record = one(b"(;B[aa]" * 5000 + b")" * 5000)
    assert one(write([record])).parents == record.parents


# --- writing ----------------------------------------------------------------------------------


def test_write_breaks_lines_between_properties_only() -> None:
    text = write([one("(;C[" + "word " * 40 + "]" + ";B[aa];W[bb]" * 30 + ")")])
    assert max(map(len, text.split(b"\n")[1:])) <= 80
    assert one(text).nodes[0]["C"] == [b"word " * 40]


def test_files(tmp_path) -> None:
    path = tmp_path / "game.sgf"
    write_whole(path, b"(;B[aa])")
    assert read_file(path) == b"(;B[aa])"
    assert list(tmp_path.iterdir()) == [path]
    with pytest.raises(InvalidSgf, match="larger than 4 bytes"):
        read_file(path, limits=Limits(bytes=4))


def test_an_open_value_after_others_is_refused() -> None:
    with pytest.raises(InvalidSgf, match="never ends"):
        parse(r"(;AB[aa][bb][c;W[cc)\]")


def test_empty_nodes_between_plain_ones_are_kept() -> None:
    """Python 3.11.2 lost them where a whole group was repeated possessively."""
    (record,) = parse("(;C[a];;W[pd];;;B[dd])")
    assert record.nodes == [{"C": [b"a"]}, {}, {"W": [b"pd"]}, {}, {}, {"B": [b"dd"]}]
