"""Bytes of files: what the makers of bombs share."""

import struct


def be(value, width):
    return (value & ((1 << (8 * width)) - 1)).to_bytes(width, "big")


def le(value, width):
    return (value & ((1 << (8 * width)) - 1)).to_bytes(width, "little")


def box(kind, *parts):
    """A box of MP4."""
    body = b"".join(parts)
    return be(len(body) + 8, 4) + kind + body


def full(kind, flags, *parts):
    """A box of MP4 with version and flags."""
    return box(kind, be(flags, 4), *parts)


def box_of_size(kind, size):
    """The header of a box of MP4 that states a size of 64 bits."""
    return be(1, 4) + kind + be(size, 8)


def chunk(kind, body):
    """A chunk of RIFF."""
    return kind + le(len(body), 4) + body + b"\0" * (len(body) % 2)


def big_chunk(kind, body):
    """A chunk of AIFF."""
    return kind + be(len(body), 4) + body + b"\0" * (len(body) % 2)


def caf_chunk(kind, body):
    """A chunk of CAF."""
    return kind + be(len(body), 8) + body


def synchsafe(value):
    return bytes((value >> shift) & 0x7F for shift in (21, 14, 7, 0))


def real80(value):
    """A whole number below 2**63 as an 80-bit number."""
    bits = value.bit_length()
    return be(16382 + bits, 2) + be(value << (64 - bits), 8)


def repeat(unit, size):
    """As many whole units as `size` bytes hold."""
    return unit * max(1, size // len(unit))


def double(value):
    return struct.pack(">d", value)
