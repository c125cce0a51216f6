"""Bombs of Ogg: pages, packets, chains and holes."""

import zlib

from bombs_build import be, le, repeat

MIRRORED = bytes(int(f"{byte:08b}"[::-1], 2) for byte in range(256))


def check(page):
    """The check of a page: zlib's polynomial, with the bits of each byte and of the sum the other way round."""
    mirrored = zlib.crc32(page.translate(MIRRORED), 0xFFFFFFFF) ^ 0xFFFFFFFF
    return int.from_bytes(be(mirrored, 4)[::-1].translate(MIRRORED), "big")


class Stream:
    """Pages of one stream, numbered one after the other."""

    def __init__(self, serial=1):
        self.serial, self.sequence = serial, 0

    def page(self, lacing, body=b"", granule=0, flags=0):
        head = b"OggS\0" + bytes([flags]) + le(granule, 8) + le(self.serial, 4) + le(self.sequence, 4)
        self.sequence += 1
        rest = bytes([len(lacing)]) + bytes(lacing) + body
        return head + le(check(head + le(0, 4) + rest), 4) + rest

    def packet(self, packet, granule=0, flags=0):
        """One packet on pages of its own."""
        lacing = [255] * (len(packet) // 255) + [len(packet) % 255]
        pages, place = [], 0
        while lacing:
            part, lacing = lacing[:255], lacing[255:]
            pages.append(self.page(part, packet[place:place + sum(part)], granule, flags))
            place, flags = place + sum(part), 1
        return b"".join(pages)

    def opus(self, tags=b"", count=0, channels=1):
        """The headers of an Opus stream."""
        head = b"OpusHead\1" + bytes([channels]) + le(0, 2) + le(48000, 4) + b"\0\0\0"
        return self.packet(head, flags=2) + self.packet(b"OpusTags" + le(0, 4) + le(count, 4) + tags)


def pages(size, lacing, body=b"", frames=0):
    """A stream of pages that are all alike, but for their numbers; each lasts `frames`."""
    stream = Stream()
    parts, length, granule = [stream.opus()], 0, 0
    while length < size:
        granule += frames
        parts.append(stream.page(lacing, body, granule))
        length += len(parts[-1])
    return b"".join(parts)


def chain(size, frames):
    parts, length, serial = [], 0, 0
    while length < size:
        serial += 1
        link = Stream(serial)
        parts.append(link.opus() + link.page([1], b"\0", frames, 4))
        length += len(parts[-1])
    return b"".join(parts)


def holes(size):
    stream = Stream()
    parts, length = [stream.opus()], 0
    while length < size:
        stream.sequence += 1000
        parts.append(stream.page([1], b"\0", 1 << 60))
        length += len(parts[-1])
    return b"".join(parts)


def unmeasured_hole(size):
    """A hole behind a packet that tells no length, as long as the file has bytes for, and others as long."""
    stream = Stream()
    parts, length, granule = [stream.opus(), stream.page([1], b"\3", 0)], 0, 0
    while length < size:
        stream.sequence += 3
        granule += 48 * 64
        parts.append(stream.page([1], b"\xfc", granule))
        length += len(parts[-1])
    return b"".join(parts)


def bombs(size):
    # Packets of Opus of 10 ms without a byte of sound: the first byte alone.
    yield "ogg-one-byte-packets", pages(size, [1] * 255, b"\0" * 255, 255 * 480)
    yield "ogg-silence", pages(min(size, 1 << 16), [1] * 255, b"\0" * 255, 255 * 480)
    yield "ogg-empty-packets", pages(size, [0] * 255)
    yield "ogg-one-packet-pages", pages(size, [1], b"\0", 480)
    yield "ogg-empty-pages", pages(size, [])
    yield "ogg-granules-huge", pages(size, [1] * 255, b"\0" * 255, 1 << 55)
    yield "ogg-holes", holes(size)
    yield "ogg-holes-without-length", unmeasured_hole(min(size, 1 << 16))
    yield "ogg-chain", chain(size, 480)
    yield "ogg-chain-huge", chain(size, 1 << 60)
    yield "ogg-many-streams", b"".join(Stream(serial).opus() for serial in range(size // 110))
    stream = Stream()
    yield "ogg-comments", stream.opus(repeat(le(3, 4) + b"a=b", size), size // 7) + stream.page([1], b"\0", 480)
    stream = Stream()
    yield "ogg-comments-claimed", stream.opus(b"", 0xFFFFFFFF) + stream.page([1], b"\0", 480)
    stream = Stream()
    yield "ogg-one-packet", stream.opus() + stream.packet(b"\0" * size, 480)
    stream = Stream()
    yield "ogg-false-captures", stream.opus() + repeat(b"OggS", size)
    stream = Stream()
    yield "ogg-wrong-checks", stream.opus() + repeat(b"OggS\0\0" + b"\0" * 20 + b"\xff" + b"\xff" * 255, size)
    yield "ogg-captures-alone", repeat(b"OggS\0\2", size)
