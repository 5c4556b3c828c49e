"""Text values and charsets."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gokan.go.sgf import parse
from gokan.go.sgf.text import (
    decode_line,
    decode_text,
    encode_text,
    find_codec,
    guess_encoding,
    split_composed,
)


@pytest.mark.parametrize(
    ("raw", "text"),
    [
        (rb"plain", "plain"),
        (rb"\]\\\:\a", r"]\:a"),
        (b"hard\nbreak", "hard\nbreak"),
        (b"a\r\nb\n\rc\rd", "a\nb\nc\nd"),
        (b"so\\\nft\\\r\nly", "softly"),
        (b"tab\there", "tab here"),
        (b"ends in \\", "ends in "),
    ],
)
def test_decode_text(raw: bytes, text: str) -> None:
    assert decode_text(raw) == text


def test_decode_line() -> None:
    assert decode_line(b" one\ntwo ") == "one two"


@given(st.text(st.characters(blacklist_characters="\r\t\v\f\0", blacklist_categories=["Cs"])))
def test_text_survives(text: str) -> None:
    raw = encode_text(text)
    assert decode_text(raw) == text
    assert parse(b"(;C[" + raw + b"])")[0].nodes[0]["C"] == [raw]


@given(st.text(st.characters(blacklist_characters="\r\t\v\f\0", blacklist_categories=["Cs"])))
def test_composed_text_survives(text: str) -> None:
    pair = split_composed(encode_text(text, composed=True) + b":" + b"x:y")
    assert pair is not None
    assert decode_text(pair[0]) == text
    assert pair[1] == b"x:y"


RECORDS = {
    "gb18030": [
        "黑中盘胜",
        "古力 九段",
        "第12届春兰杯世界围棋锦标赛",
        "柯洁",
        "常昊对李昌镐",
        "白胜半目",
    ],
    "big5hkscs": ["黑中盤勝", "第5屆中環盃圍棋賽", "周俊勳 九段", "張栩", "白勝四目半", "林海峰"],
    "cp932": ["黒番中押し勝ち", "第45期本因坊戦", "武宮正樹 九段", "これは定石です", "井山裕太"],
    "cp949": ["흑 불계승", "이창호 9단", "제10회 농심신라면배", "백 반집승", "조훈현", "박정환"],
    "latin-1": ["Sjöberg", "Joué à Besançon", "Müller gegen Schäfer", "El año próximo"],
    "utf-8": ["Müller", "黑中盘胜", "이창호", "본인방 / 本因坊"],
}


@pytest.mark.parametrize(
    ("encoding", "text"), [(enc, text) for enc, texts in RECORDS.items() for text in texts]
)
def test_charsets_are_guessed_from_few_words(encoding: str, text: str) -> None:
    data = f"(;GM[1]SZ[19]PB[{text}]PW[?]RE[B+R];B[pd];W[dd])".encode(encoding)
    guess, note = guess_encoding(data)
    assert data.decode(guess) == data.decode(encoding)
    assert note is None


@pytest.mark.parametrize(
    ("text", "encoding", "declared"),
    [
        ("黑中盘胜", "gb18030", "UTF-8"),
        ("黑中盘胜", "utf-8", "ISO-8859-1"),
        ("Sjöberg", "latin-1", "UTF-8"),
        ("흑 불계승", "cp949", "no such charset"),
        ("黒番中押し勝ち", "cp932", "UTF-8"),
    ],
)
def test_a_wrong_charset_is_survived_and_told(text: str, encoding: str, declared: str) -> None:
    [record] = parse(f"(;CA[{declared}]C[{text}])".encode(encoding))
    assert decode_text(record.nodes[0]["C"][0], record.encoding) == text
    assert any("charset" in note for note in record.warnings)


@pytest.mark.parametrize("declared", ["GB2312", "gbk", "GB18030"])
def test_the_declared_charset_is_respected(declared: str) -> None:
    [record] = parse(f"(;CA[{declared}]C[寥廖]PB[x])".encode("gb18030"))
    assert (record.encoding, record.warnings) == ("gb18030", [])


def test_damaged_text_keeps_its_charset() -> None:
    text = ("这盘棋黑中盘胜，" * 10).encode("gb18030")
    assert guess_encoding(b"(;C[" + text + text[:-1] + b"])")[0] == "gb18030"


@pytest.mark.parametrize(("encoding", "char"), [("big5hkscs", "功"), ("cp932", "表")])
def test_second_bytes_that_look_like_a_backslash(encoding: str, char: str) -> None:
    assert char.encode(encoding)[1:] == b"\\"
    [record] = parse(f"(;CA[{encoding}]C[{char}];B[aa])".encode(encoding))
    assert decode_text(record.nodes[0]["C"][0], record.encoding) == char
    assert len(record.nodes) == 2


def test_utf16_with_a_mark() -> None:
    [record] = parse("(;C[五感];B[aa])".encode("utf-16"))
    assert decode_text(record.nodes[0]["C"][0], record.encoding) == "五感"


@pytest.mark.parametrize(
    "name", ["utf-7", "utf-16", "rot13", "zlib", "unicode_escape", "idna", "", "x" * 99, "é"]
)
def test_unfit_charsets(name: str) -> None:
    assert find_codec(name) is None


def test_text_input_is_utf8_whatever_it_declares() -> None:
    [record] = parse("(;CA[gb2312]C[五感])")
    assert record.encoding == "utf-8"
    assert record.nodes[0]["CA"] == [b"UTF-8"]
