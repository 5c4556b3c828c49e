"""Reading game records: bytes in, flat lists of nodes out, whatever the file looks like.

One regular expression with possessive repeats walks the file once; nothing here recurses and
nothing backtracks, so time and memory are bounded by the limits below. Values stay as the raw
bytes between their brackets. What is wrong but clear is repaired with a note in `warnings`;
what is not clear is refused with one sentence that names the line.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import islice

from gokan.errors import InvalidSgf
from gokan.go.sgf.text import find_codec, guess_encoding, lead_bytes

__all__ = ["Limits", "Properties", "Record", "is_raw_value", "parse_records"]

Properties = dict[str, list[bytes]]
"""A node: property names, in the order of the file, with their raw values."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """How large a file may be before it is refused.

    The largest files allowed take a few seconds and some hundred megabytes.

    >>> Limits(depth=10).nodes
    500000
    """

    bytes: int = 32 * 1024 * 1024
    """Bytes of the file."""
    nodes: int = 500_000
    """Nodes of all games together."""
    values: int = 2_000_000
    """Values of all properties together, not counting nodes with a single one."""
    depth: int = 5_000
    """Variations inside variations."""
    names: int = 1_000
    """Different property names."""


@dataclass(slots=True)
class Record:
    """One game as written in a file: nodes in file order, each with the index of its parent.

    Node 0 is the root and has parent -1; a parent always comes before its children.
    """

    nodes: list[Properties] = field(default_factory=list)
    parents: list[int] = field(default_factory=list)
    encoding: str = "utf-8"
    warnings: list[str] = field(default_factory=list)


def parse_records(data: bytes | str, *, limits: Limits | None = None) -> list[Record]:
    """Every game in the file, at least one; raises InvalidSgf if there is none.

    >>> [record] = parse_records("(;SZ[9](;B[ee])(;B[cc];W[gg]))")
    >>> record.nodes
    [{'SZ': [b'9']}, {'B': [b'ee']}, {'B': [b'cc']}, {'W': [b'gg']}]
    >>> record.parents
    [-1, 0, 0, 2]
    """
    limits = limits or Limits()
    if len(data) > limits.bytes:
        raise InvalidSgf(
            f"The record is larger than {limits.bytes} bytes; split it or raise the limit."
        )
    text, encoding, note = _to_bytes(data)
    records = _read(text, encoding, limits)
    if note:
        records[0].warnings.insert(0, note)
    return records


def is_raw_value(value: bytes, encoding: str = "utf-8") -> bool:
    r"""Whether these bytes can stand between brackets as they are.

    >>> is_raw_value(b"a\\]"), is_raw_value(b"a]"), is_raw_value(b"a\\")
    (True, False, False)
    """
    match = _patterns(lead_bytes(encoding))[1].match(b"[" + value + b"]")
    return match is not None and match.end() == len(value) + 2 and b"\0" not in value


def _read(data: bytes, encoding: str | None, limits: Limits) -> list[Record]:
    """Read a file whose charset decides where values end.

    The charset is judged by the whole file first and then by the values that were kept, so that
    a file written from them is read in the same way.
    """
    if encoding or data.isascii():
        return list(_Reader(data, encoding, limits).records())
    declared = _CHARSET.search(data)
    name = declared.group(1).decode("latin-1") if declared else None
    lead = lead_bytes(guess_encoding(data, name)[0])
    for _ in range(2):
        records = list(_Reader(data, None, limits, lead=lead).records())
        kept = b"".join(_high_values(record) for record in records)
        better = lead_bytes(guess_encoding(kept, _declared(records[0]))[0])
        if better == lead:
            return records
        lead = better
    raise InvalidSgf("The charset of the file cannot be told: convert it to UTF-8 first.")


def _declared(record: Record) -> str | None:
    values = record.nodes[0].get("CA")
    return values[0].decode("latin-1").strip() or None if values else None


def _high_values(record: Record) -> bytes:
    """The values that are not ASCII, as they will be written."""
    high = [v for node in record.nodes for vs in node.values() for v in vs if not v.isascii()]
    return b"[" + b"][".join(high) + b"]" if high else b""


def _to_bytes(data: bytes | str) -> tuple[bytes, str | None, str | None]:
    """The bytes to parse, the charset if it is certain, and a note if they were converted."""
    encoding: str | None = None
    note: str | None = None
    if isinstance(data, str):
        data = data.removeprefix("\ufeff").encode("utf-8", "replace")
        encoding = "utf-8"
    elif data.startswith(codecs.BOM_UTF8):
        data, encoding = data[3:], "utf-8"
    elif data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        data, encoding = data.decode("utf-16", "replace").encode(), "utf-8"
        note = "the file was UTF-16 and has been converted to UTF-8"
    data = data.rstrip(b" \t\r\n\v\f\0\x1a")
    nul = data.find(0)
    if nul >= 0:
        raise InvalidSgf(
            f"Line {_line(data, nul)}, byte {nul}: a NUL byte, so this is not a game record."
        )
    return data, encoding, note


_MAX_WARNINGS = 20
_MAX_REPAIRS = 10_000  # each may look ahead this far, so broken files cost bounded time
_LOOK_AHEAD = 10_000
_NAME_LENGTH = 64

# A token, after white space. Groups: 1 a run of nodes that have one property with one plain
# value, as the moves of most games; 2, 3 a property and its values; 4 punctuation; 5 anything
# else. In a charset whose second bytes may look like ASCII, a value is read two bytes at a time
# after a lead byte.
# In early versions of Python 3.11, such as Debian's 3.11.2, a group that is repeated possessively
# keeps what its last, failed round has read. So a run of nodes is bounded instead. A round of
# values fails in the middle only if the file ends there, which `_unread` looks after.
_TOKEN = rb"""\s*+(?:
    ((?:;\s*+[A-Z]{1,2}\[[^%(stop)s]*+\]\s*+(?=[;()])){1,4096})
  | ([A-Za-z][A-Za-z0-9_]*+)\s*+((?:\[%(value)s\]\s*+)++)
  | ([;()])
  | (.)
)"""
_PLAIN_NODE = re.compile(rb"([A-Z]{1,2})\[([^\]]*+)\]")
_VALUE = rb"\[(%(value)s)\]\s*+"


@lru_cache
def _patterns(lead: bytes) -> tuple[re.Pattern[bytes], re.Pattern[bytes]]:
    """The patterns of a token and of a value, for a charset with these lead bytes."""
    parts = {b"stop": rb"\]\\" + lead, b"value": rb"(?:[^\]\\]++|\\.)*+"}
    if lead:
        parts[b"value"] = rb"(?:[^\]\\%(lead)s]++|\\[%(lead)s].|\\.|[%(lead)s].)*+" % {
            b"lead": lead
        }
    flags = re.VERBOSE | re.DOTALL
    return re.compile(_TOKEN % parts, flags), re.compile(_VALUE % parts, flags)


# Where a game may begin, the surest sign first.
_STARTS = (
    re.compile(rb"\(\s*+;\s*+(?:[A-Za-z][A-Za-z0-9_]*+\s*+\[|[();])"),
    re.compile(rb"\(\s*+;"),
    re.compile(rb"\(\s*+[A-Z]{1,2}\["),
    re.compile(rb";\s*+[A-Z]{1,2}\["),
)
# A game inside an unclosed one. `sgf.write` puts a space before the semicolon of a variation that
# happens to begin like this.
_ROOT_AHEAD = re.compile(rb"\(;\s*+(?:FF|GM)\s*+\[")
_CHARSET = re.compile(rb"(?<![A-Za-z])CA\s*+\[([^\]\\]{1,40})\]")
_AFTER_VALUE = re.compile(rb"\s*+(?:[();\[]|[A-Za-z][A-Za-z0-9_]*+\s*+\[|\Z)")
_NEW_NODE = re.compile(rb"[;(]\s*+[A-Za-z]++\s*+\[")
_MOVES = ("B", "W")


class _Reader:
    """The state of one walk over a file."""

    def __init__(
        self, data: bytes, encoding: str | None, limits: Limits, *, lead: bytes = b""
    ) -> None:
        self.data = data
        self.encoding = encoding
        self.limits = limits
        self.token, self.value = _patterns(lead)
        self.names = _Names(limits.names)
        self.node_count = 0
        self.value_count = 0
        self.record = Record()
        self.current = -1  # the node that the next one follows
        self.props: Properties | None = None  # the open node; none right after a parenthesis
        self.stack: list[int] = []  # where to return to at each closing parenthesis
        self.end = len(data)
        self.room = limits.nodes
        self.unreported = 0
        self.repairs = 0

    def records(self) -> Iterator[Record]:
        """Each game of the file in turn."""
        start = self._find_start(0)
        if start is None:
            raise InvalidSgf("No game was found: a record starts with '(;'.")
        if self.data[:start].strip():
            self._warn(start, "the text before the first game was skipped")
        while start is not None:
            end = self._game(start)
            yield self._finish()
            start = self._find_start(end)

    def _find_start(self, position: int) -> int | None:
        for number, pattern in enumerate(_STARTS):
            if number and position:
                break  # after the first game only the surest sign counts
            match = pattern.search(self.data, position)
            if match:
                return match.start()
        return None

    def _finish(self) -> Record:
        record = self.record
        if self.unreported:
            record.warnings.append(f"and {self.unreported} more repairs")
        declared = _declared(record)
        text = _high_values(record)
        if self.encoding:
            record.encoding = self.encoding
            if text and declared and find_codec(declared) != self.encoding:
                record.nodes[0]["CA"] = [b"UTF-8"]
                record.warnings.append(f"the charset {declared[:40]!r} was replaced by UTF-8")
        else:
            record.encoding, note = guess_encoding(text, declared)
            if note:
                record.warnings.append(note)
        self.record, self.unreported = Record(), 0
        return record

    def _game(self, start: int) -> int:
        """Read one game into `self.record`; returns where it ends."""
        self.current, self.props, self.stack = -1, None, []
        self.room = self.limits.nodes - self.node_count
        position: int | None = start
        while position is not None:
            position = self._tokens(position)
        nodes = self.record.nodes
        if not nodes:
            self._open_node(start)
            self._warn(start, "an empty game was given a root")
        self.node_count += len(nodes)
        return self.end

    def _tokens(self, position: int) -> int | None:
        """Read tokens until the game ends; returns where to go on after something strange."""
        nodes, parents, name_of = self.record.nodes, self.record.parents, self.names
        for match in self.token.finditer(self.data, position):
            kind = match.lastindex
            if kind == 1:  # the common case: ;B[pd];W[dp]
                pairs = _PLAIN_NODE.findall(match.group(1))
                first = len(nodes)
                nodes += [{name_of[name]: [raw]} for name, raw in pairs]
                parents.append(self.current)
                self.current = len(nodes) - 1
                parents += range(first, self.current)
                self.props = nodes[-1]
                if self.current >= self.room:
                    raise self._error(
                        match.start(), f"the file has more than {self.limits.nodes} nodes"
                    )
            elif kind == 3:
                self._property(match)
                if match.end() == len(self.data) and (unread := self._unread(match)):
                    return unread
            elif kind == 4:
                if match.group(4) == b";":
                    self._open_node(match.start(4))
                elif self._parenthesis(match.start(4)):
                    return None
            else:
                return self._junk(match.start(5), self.props)
        self.end = len(self.data)
        if self.stack:
            self._warn(self.end, "a missing ')' was added at the end")
        return None

    def _open_node(self, at: int) -> Properties:
        props: Properties = {}
        self.record.nodes.append(props)
        self.record.parents.append(self.current)
        self.current = len(self.record.nodes) - 1
        self.props = props
        if self.current >= self.room:
            raise self._error(at, f"the file has more than {self.limits.nodes} nodes")
        return props

    def _property(self, match: re.Match[bytes]) -> None:
        at = match.start(2)
        name = self.names[match.group(2)]
        values = self._values(match)
        props = self.props
        if props is None or (name in _MOVES and ("B" in props or "W" in props)):
            if props is not None and props.get(name) == values:
                self._warn(at, "a move written twice was read once")
                return
            self._warn(at, f"a missing ';' was added before {name}")
            props = self._open_node(at)
        if name in props:
            props[name].extend(values)
        else:
            props[name] = values

    def _unread(self, match: re.Match[bytes]) -> int | None:
        """Where a value without an end begins, if the file breaks off after these values."""
        at = match.start(3)
        while value := self.value.match(self.data, at):
            at = value.end()
        return at if at < len(self.data) else None

    def _parenthesis(self, at: int) -> bool:
        """Open or close a variation; tells whether the game ends here."""
        self.props = None
        if self.data[at] == ord("("):
            if self.record.nodes and _ROOT_AHEAD.match(self.data, at):
                self._warn(at, "a missing ')' was added before a new game")
                self.end = at
                return True
            if len(self.stack) >= self.limits.depth:
                depth = self.limits.depth
                raise self._error(at, f"variations are nested more than {depth} deep")
            self.stack.append(self.current)
            return False
        if self.stack:
            self.current = self.stack.pop()
        self.end = at + 1
        # A game has one root: after the variation that holds it, another game begins.
        return not self.stack or (self.current < 0 and bool(self.record.nodes))

    def _values(self, match: re.Match[bytes]) -> list[bytes]:
        raw = match.group(3)
        room = self.limits.values - self.value_count
        if len(raw) > room and sum(1 for _ in islice(self.value.finditer(raw), room + 1)) > room:
            raise self._error(match.start(2), f"the file has more than {self.limits.values} values")
        values: list[bytes] = self.value.findall(raw)
        self.value_count += len(values)
        return values

    def _junk(self, at: int, props: Properties | None) -> int:
        """Something that is not SGF at `at`: repair or skip it, and say where to go on."""
        data = self.data
        opening = _OPEN_PROPERTY.match(data, at)
        if opening and not self.value.match(data, opening.end() - 1):
            raise self._error(opening.end() - 1, "the value that starts here never ends with ']'")
        close = data.find(b"]", at, at + _LOOK_AHEAD) if props else -1
        if props and close >= 0 and not _NEW_NODE.search(data, at, close):
            # A bracket inside a text was not escaped: the value goes on.
            while not _AFTER_VALUE.match(data, close + 1):
                following = data.find(b"]", close + 1, close + _LOOK_AHEAD)
                if following < 0 or _NEW_NODE.search(data, close + 1, following):
                    break
                close = following
            name = next(reversed(props))
            begin = data.rfind(b"]", 0, at)
            longer = props[name][-1] + _escape_brackets(data[begin:close])
            if self.value.fullmatch(b"[" + longer + b"]"):
                props[name][-1] = longer
                self._warn(at, f"an unescaped ']' in {name} was read as text")
                return close + 1
        self._warn(at, "characters outside any property were skipped")
        if opening:  # a value without a name
            lost = self.value.match(data, at)
            return lost.end() if lost else at + 1
        skip = _TO_NEXT.match(data, at)
        return skip.end() if skip else at + 1

    def _warn(self, at: int, what: str) -> None:
        self.repairs += 1
        if self.repairs > _MAX_REPAIRS:
            raise self._error(at, f"more than {_MAX_REPAIRS} repairs: this is not a game record")
        if len(self.record.warnings) < _MAX_WARNINGS:
            self.record.warnings.append(f"line {_line(self.data, at)}: {what}")
        else:
            self.unreported += 1

    def _error(self, at: int, what: str) -> InvalidSgf:
        return InvalidSgf(f"Line {_line(self.data, at)}, byte {at}: {what}.")


class _Names(dict[bytes, str]):
    """Property names as in FF[4]: FF[3] allowed small letters that do not count."""

    def __init__(self, limit: int) -> None:
        super().__init__(_KNOWN_NAMES)
        self.limit = limit + len(_KNOWN_NAMES)

    def __missing__(self, raw: bytes) -> str:
        if len(raw) > _NAME_LENGTH:
            start = raw[:12].decode("ascii")
            raise InvalidSgf(f"The property name {start}... is longer than {_NAME_LENGTH} letters.")
        if len(self) >= self.limit:
            raise InvalidSgf("The file has too many different property names to be a game record.")
        text = raw.decode("ascii")
        name = "".join(char for char in text if not char.islower())
        self[raw] = name if name and name[0].isalpha() else text.upper()
        return self[raw]


_KNOWN_NAMES = {
    name.encode(): name
    for name in (  # noqa: SIM905
        "B W C AB AW AE PL N FF GM SZ CA AP ST PB PW BR WR BT WT RE KM HA RU DT EV RO PC GN GC SO "
        "US AN CP ON OT TM BL WL OB OW TR SQ CR MA SL LB AR LN DD VW TB TW V GB GW DM UC HO TE BM "
        "DO IT KO MN FG PM"
    ).split()
}
_OPEN_PROPERTY = re.compile(rb"(?:[A-Za-z][A-Za-z0-9_]*+\s*+)?\[")
_TO_NEXT = re.compile(rb"[A-Za-z0-9_]++|[^A-Za-z();\[]++")
_BARE_BRACKET = re.compile(rb"(\\.)|(\])", re.DOTALL)


def _escape_brackets(text: bytes) -> bytes:
    """Escape closing brackets that are not escaped yet, and a backslash left at the end."""
    text = _BARE_BRACKET.sub(lambda m: m.group(1) or rb"\]", text)
    trailing = len(text) - len(text.rstrip(b"\\"))
    return text + b"\\" if trailing % 2 else text


def _line(data: bytes, at: int) -> int:
    return data.count(b"\n", 0, at) + 1
