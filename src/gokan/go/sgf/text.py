"""Text inside a game record: escapes, line breaks, composed values and character sets.

The parser keeps every value as the raw bytes of the file. These functions turn such bytes into
text and back. Escapes are read after decoding, because in Big5, GB 18030 and Shift JIS the
second byte of a character may look like a backslash or a closing bracket.
"""

from __future__ import annotations

import codecs
import re

__all__ = [
    "compose",
    "decode_line",
    "decode_text",
    "encode_text",
    "find_codec",
    "fits",
    "guess_encoding",
    "lead_bytes",
    "recode",
    "split_composed",
    "unescape",
]


def decode_text(raw: bytes, encoding: str = "utf-8") -> str:
    r"""The text of a `Text` value: escapes undone, soft line breaks removed, hard ones kept.

    >>> decode_text(rb"a \] is escaped")
    'a ] is escaped'
    >>> decode_text(b"one \\\nline")
    'one line'
    """
    return unescape(_decode(raw, encoding))


def decode_line(raw: bytes, encoding: str = "utf-8") -> str:
    r"""The text of a `SimpleText` value: as `decode_text`, with line breaks turned to spaces.

    >>> decode_line(b"Honinbo\nShusaku")
    'Honinbo Shusaku'
    """
    return decode_text(raw, encoding).replace("\n", " ").strip()


def encode_text(text: str, encoding: str = "utf-8", *, composed: bool = False) -> bytes:
    r"""Raw bytes for a text value; raises UnicodeEncodeError if the charset lacks a character.

    >>> encode_text("[1k] says: hi")
    b'[1k\\] says: hi'
    >>> encode_text("a:b", composed=True)
    b'a\\:b'
    """
    text = text.replace("\r\n", "\n").replace("\r", "\n").replace("\0", "")
    text = text.replace("\\", "\\\\").replace("]", "\\]")
    if composed:
        text = text.replace(":", "\\:")
    return text.encode(encoding)


def fits(text: str, encoding: str) -> bool:
    """Whether a charset has all characters of a text.

    The mark of damaged text, U+FFFD, belongs to UTF-8 alone: written in another charset it would
    count as damage again and could turn the guess of the charset.

    >>> fits("五感", "latin-1")
    False
    """
    if "\ufffd" in text and encoding != "utf-8":
        return False
    try:
        text.encode(encoding)
    except UnicodeEncodeError:
        return False
    return True


def recode(raw: bytes, encoding: str) -> bytes:
    """A raw value in UTF-8 instead of another charset; what was damaged becomes U+FFFD.

    >>> recode("é".encode("latin-1"), "latin-1").decode()
    'é'
    """
    text = _decode(raw, encoding)
    if not _WELL_ESCAPED.fullmatch(text):  # damage has touched an escape: escape anew
        return encode_text(unescape(text))
    return text.encode()


def compose(first: bytes, second: bytes) -> bytes:
    """Join two raw values, each already escaped, into a composed one.

    >>> compose(b"dd", b"A")
    b'dd:A'
    """
    return first + b":" + second


def split_composed(raw: bytes) -> tuple[bytes, bytes] | None:
    r"""Split at the first colon that is not escaped, or None if there is none.

    >>> split_composed(rb"aa:cc")
    (b'aa', b'cc')
    >>> split_composed(rb"a\:b") is None
    True
    """
    if b":" not in raw:
        return None
    match = _BEFORE_COLON.match(raw)
    assert match is not None
    cut = match.end()
    return (raw[:cut], raw[cut + 1 :]) if cut < len(raw) else None


def unescape(text: str) -> str:
    """Undo escapes and normalise white space in decoded text."""
    if "\r" in text:
        text = _LINE_BREAK.sub("\n", text)
    if "\\" in text:
        text = _ESCAPE.sub(_unescape_one, text)
    if "\t" in text or "\v" in text or "\f" in text:
        text = text.translate(_TO_SPACE)
    return text


def find_codec(name: str) -> str | None:
    """Python's codec for a charset name, or None if it is unknown or unfit for a record.

    Names are widened to the superset that real files use (GB2312 is read as GB 18030), and only
    charsets that leave ASCII alone are accepted.

    >>> find_codec("GB2312"), find_codec("UTF8"), find_codec("rot13"), find_codec("no such")
    ('gb18030', 'utf-8', None, None)
    """
    name = name.strip()
    if not name or len(name) > 40 or not name.isascii():
        return None
    key = name.lower().replace("_", "-")
    if key in _SUPERSETS:
        return _SUPERSETS[key]
    try:
        codec = codecs.lookup(name).name
        fits = codec not in _UNFIT and _PRINTABLE.decode(codec) == _PRINTABLE.decode("ascii")
    except (LookupError, ValueError, TypeError):
        return None
    return _SUPERSETS.get(codec.replace("_", "-"), codec) if fits else None


def guess_encoding(data: bytes, declared: str | None = None) -> tuple[str, str | None]:
    """The charset of a record and, where the file misled us, a note saying so.

    The declared charset (`CA`) wins if it exists and the bytes can be read with it. A one-byte
    charset can read anything, so valid UTF-8 wins over it. With no help from the file: UTF-8 if
    valid, else the best of the Chinese, Japanese, Korean and Western charsets, judged by the
    characters that are frequent in game records.

    >>> guess_encoding("黑中盘胜".encode("gb18030"))
    ('gb18030', None)
    >>> guess_encoding("Erik Sjöberg".encode("latin-1"), "UTF-8")[0]
    'latin-1'
    """
    codec = find_codec(declared) if declared else None
    unknown = f"the charset {declared[:40]!r} is unknown" if declared and not codec else None
    if data.isascii():
        return codec or "utf-8", unknown
    utf8 = _damage(data, "utf-8") <= _TOLERATED
    if codec and _damage(data, codec) <= _TOLERATED and not (utf8 and codec in _ONE_BYTE):
        return codec, None
    best = "utf-8" if utf8 else _guess(data)
    if unknown:
        return best, f"{unknown}, read as {best}"
    if codec and codec != best:
        return best, f"the text does not fit its charset {declared!r}, read as {best}"
    return best, None


def lead_bytes(encoding: str) -> bytes:
    """The bytes after which a byte may look like a bracket or a backslash and be none.

    They are given as for a regular expression; empty if the charset has no such characters.

    >>> lead_bytes("utf-8"), len(lead_bytes("big5"))
    (b'', 3)
    """
    return _LEAD_BYTES.get(encoding, b"")


# Charset names whose real users mean the larger set on the right.
_SUPERSETS = {
    "gb2312": "gb18030",
    "gb-2312": "gb18030",
    "gbk": "gb18030",
    "cp936": "gb18030",
    "big5": "big5hkscs",
    "cp950": "big5hkscs",
    "big5-hkscs": "big5hkscs",
    "euc-kr": "cp949",
    "ks-c-5601-1987": "cp949",
    "shift-jis": "cp932",
    "shiftjis": "cp932",
    "sjis": "cp932",
    "x-sjis": "cp932",
    "ms932": "cp932",
    "utf8": "utf-8",
    "utf-8-sig": "utf-8",
    "iso8859-1": "latin-1",
    "iso-8859-1": "latin-1",
    "latin1": "latin-1",
    "us-ascii": "utf-8",
    "ascii": "utf-8",
}
_UNFIT = {"unicode_escape", "raw-unicode-escape", "unicode-escape", "raw_unicode_escape", "idna"}
_LEAD_BYTES = {
    "gb18030": b"\x81-\xfe",
    "big5": b"\x81-\xfe",
    "big5hkscs": b"\x81-\xfe",
    "cp932": b"\x81-\x9f\xe0-\xfc",
}
_ONE_BYTE = {"latin-1", "cp1252", "iso8859-15", "iso8859-2", "cp1251", "cp1250", "koi8-r"}
_PRINTABLE = bytes(range(32, 127))

_LINE_BREAK = re.compile("\r\n|\n\r|\r")
_ESCAPE = re.compile(r"\\(.?)", re.DOTALL)
_WELL_ESCAPED = re.compile(r"(?:[^\]\\]++|(?=\\.)..)*+", re.DOTALL)
_TO_SPACE = str.maketrans("\t\v\f", "   ")
_BEFORE_COLON = re.compile(rb"(?:[^:\\]++|\\.|\\)*+", re.DOTALL)
_C1 = re.compile(rb"[\x80-\x9f]")
_HIGH_RUN = re.compile(rb"[A-Za-z]?(?:[\x80-\xff]++[\x40-\x7e]?+)++")
_ACCENTED = re.compile(rb"[A-Za-z][\xc0-\xd6\xd8-\xf6\xf8-\xff]|[\xc0-\xd6\xd8-\xf6\xf8-\xff][a-z]")
_SAMPLE = 20_000
_TOLERATED = 0.1  # the share of damaged characters that a text may have

# Characters frequent in game records of each language: names, ranks, results, events.
_COMMON = {
    "gb18030": frozenset(
        "黑白中盘胜负目子局第届杯赛段九八七六五四三二一十先手王名人天元棋圣战日本国韩业余职年月的"
        "是不了在有和这对李张刘陈古力聂卫平常昊马晓春孔杰罗洗河周睿羊芈昱廷柯洁时越朴廷桓申真谞"
        "网络野狐决赛预选半循环快棋围棋联甲挑战番贴让不计点数完读秒用限定式变化正解错误后应好"
    ),
    "big5hkscs": frozenset(
        "黑白中盤勝負目子局第屆盃賽段九八七六五四三二一十先手王名人天元棋聖戰日本國韓業餘職年月的"
        "是不了在有和這對李張劉陳林海峰周俊勳吳清源藤澤趙治勳決預選半圍聯挑番貼讓計點數完讀秒用"
        "限定式變化正解錯誤後應好網路弈城中環國手"
    ),
    "cp932": frozenset(
        "のはがをにでとたてしいるなっすまれもかうくこらりけせさちよんアイウエオカキクケコサシスセソ"
        "タチツテトナニネノハヒフヘホマミムメモラリルレロンー黒白番中押勝負目半局第期戦段九八七六五四"
        "三二一十先名人本因坊棋聖天元碁王座十段日本院関西藤沢秀行武宮正樹小林光一依田紀基張栩井山裕太"
        "趙治勲高尾紳路羽根直山下敬吾石田芳夫加藤正夫大竹英雄予選決勝挑戦"
    ),
    "cp949": frozenset(
        "이김박조최정강윤장임한오서신권황안송류홍유창호세돌진현동훈영철민준성우재수단승집반불계백흑국"
        "제회전결배기왕명인천원바둑대국차예선본선리그도전번의은는을를가에서로다고하지만한것수있습니"
        "면나그아무급시간덤공제접선프로아마중앙삼성화재농심신라면후지쯔응씨춘란타이젬사이버오로"
    ),
    "euc_jp": frozenset("黒白番中押勝負目半局第期戦段九八七六五四三二一十先名人本因坊棋聖天元日の"),
}

# First and last code of the rows with a charset's everyday characters.
_EVERYDAY = {
    "gb18030": (b"\xb0\xa1", b"\xd7\xf9"),
    "big5hkscs": (b"\xa4\x40", b"\xc6\x7e"),
    "cp932": (b"\x88\x9f", b"\x98\x72"),
    "cp949": (b"\xb0\xa1", b"\xc8\xfe"),
    "euc_jp": (b"\xb0\xa1", b"\xcf\xd3"),
}


def _decode(raw: bytes, encoding: str) -> str:
    try:
        return raw.decode(encoding)
    except UnicodeDecodeError:
        return raw.decode(encoding, "replace")


def _unescape_one(match: re.Match[str]) -> str:
    char = match.group(1)
    return "" if char == "\n" else char


def _damage(data: bytes, encoding: str) -> float:
    """The share of the characters beyond ASCII that cannot be decoded."""
    try:
        data.decode(encoding)
    except UnicodeDecodeError:
        text = _high_runs(data).decode(encoding, "replace")
        return text.count("\ufffd") / max(1, sum(char > "\x7f" for char in text))
    return 0.0


def _guess(data: bytes) -> str:
    """The likeliest charset of text that is not UTF-8."""
    sample = _high_runs(data)
    best, high = "latin-1", _western_score(sample)
    for encoding in _COMMON:
        score = _score(sample, encoding)
        if score > high:
            best, high = encoding, score
    if best == "latin-1" and _C1.search(data) and _damage(data, "cp1252") == 0:
        return "cp1252"
    return best


def _high_runs(data: bytes) -> bytes:
    """The parts of the data that are not ASCII, with the letters that touch them."""
    runs: list[bytes] = []
    size = 0
    for match in _HIGH_RUN.finditer(data):
        runs.append(match.group()[:_SAMPLE])
        size += len(runs[-1])
        if size > _SAMPLE:
            break
    return b" ".join(runs)


def _score(sample: bytes, encoding: str) -> float:
    """The share of characters that are frequent in that language's records.

    Characters of the charset's everyday rows count a little, undecodable ones heavily against.
    """
    text = [char for char in sample.decode(encoding, "replace") if char > "\x7f"]
    common, (low, high) = _COMMON[encoding], _EVERYDAY[encoding]
    score = 0.0
    for char in text:
        if char in common:
            score += 1
        elif char == "\ufffd":
            score -= 3
        elif low <= char.encode(encoding, "replace") <= high:
            score += 0.05
    return score / max(1, len(text))


def _western_score(sample: bytes) -> float:
    """The share of high bytes that look like single accented letters next to plain ones."""
    high = sum(byte > 127 for byte in sample)
    return len(_ACCENTED.findall(sample)) / max(1, high)
