"""Sets of states as whole numbers: bit k says whether state k belongs to the set."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

__all__ = ["add", "compare", "flags", "members", "pack"]

_DIGITS = bytes([48, 49]) + bytes([49]) * 254


def pack(marks: bytes | bytearray | Iterable[bool]) -> int:
    """The set of the places that are marked.

    >>> bin(pack([True, False, True, True]))
    '0b1101'
    """
    text = bytes(marks)[::-1].translate(_DIGITS)
    # Base 2 is converted in linear time, and without the limit for decimal digits.
    return int(text, 2) if text else 0


def flags(bits: int, size: int) -> bytearray:
    """One byte, 0 or 1, for each of `size` states."""
    return bytearray(format(bits, f"0{size}b")[::-1].encode().translate(_FROM_DIGITS))[:size]


def members(bits: int) -> Iterator[int]:
    """The states of a set, ascending.

    >>> list(members(0b1101))
    [0, 2, 3]
    """
    if bits:
        text = format(bits, "b")[::-1]
        place = text.find("1")
        while place >= 0:
            yield place
            place = text.find("1", place + 1)


_FROM_DIGITS = bytes((i == 49) for i in range(256))


def add(number: list[int], bits: int) -> None:
    """Add one, in the states of `bits`, to numbers kept as binary digits (lowest first)."""
    for place, digit in enumerate(number):
        number[place], bits = digit ^ bits, digit & bits
        if not bits:
            return
    if bits:
        number.append(bits)


def compare(left: list[int], right: list[int], everything: int) -> tuple[int, int]:
    """Where the left number is smaller, and where both are equal."""
    smaller, equal = 0, everything
    for place in reversed(range(max(len(left), len(right)))):
        one = left[place] if place < len(left) else 0
        other = right[place] if place < len(right) else 0
        smaller |= equal & ~one & other
        equal &= ~(one ^ other)
    return smaller, equal
