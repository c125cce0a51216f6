"""Bombs of bare streams: MPEG audio and its tags, ADTS, LOAS, ADIF, FLAC, packet dumps."""

from bombs_build import be, le, repeat, synchsafe

FRAME = b"\xff\xfb\x90\x44" + b"\0" * 413
ADTS_FRAME = b"\xff\xf1\x50\x80\x01\x7f\xfc" + b"\x21\x10\x04\x60\x8c\x1c"[:4]


def id3(frames, version=4, flags=0):
    return b"ID3" + bytes([version, 0, flags]) + synchsafe(len(frames)) + frames


def frame(name, body):
    return name + synchsafe(len(body)) + b"\0\0" + body


def frame3(name, body):
    return name + be(len(body), 4) + b"\0\0" + body


def mp3(tag=b"", middle=b"", end=b""):
    return tag + FRAME * 4 + middle + end


def ape_item(key, value, flags=0):
    return le(len(value), 4) + le(flags, 4) + key + b"\0" + value


def ape(items, count):
    footer = b"APETAGEX" + le(2000, 4) + le(len(items) + 32, 4) + le(count, 4)
    return footer + le(0xA0000000, 4) + b"\0" * 8 + items + footer + le(0x80000000, 4) + b"\0" * 8


def adts(payload, sync=b"\xff\xf1", sampling=0x50, channels=0x80):
    length = len(payload) + 7
    return sync + bytes([sampling, channels | length >> 11, length >> 3 & 0xFF, (length & 7) << 5 | 0x1F, 0xFC]) + payload


class Bits:
    """Bits one after the other."""

    def __init__(self):
        self.value, self.count = 0, 0

    def put(self, value, count):
        self.value, self.count = self.value << count | value, self.count + count
        return self

    def bytes(self):
        pad = -self.count % 8
        return be(self.value << pad, (self.count + pad) // 8)


def loas(payload=b"\x21\x10\x04\x60\x8c\x1c", same=0, subframes=0, other=0):
    bits = Bits().put(same, 1)
    if not same:
        # audioMuxVersion, allStreamsSameTimeFraming, numSubFrames, numProgram, numLayer, configuration.
        bits.put(0, 1).put(1, 1).put(subframes, 6).put(0, 4).put(0, 3).put(0x1210, 16)
        bits.put(0, 3).put(0xFF, 8)
        bits.put(1 if other else 0, 1)
        for _ in range(other):
            bits.put(1, 1).put(0xFF, 8)
        if other:
            bits.put(0, 1).put(0xFF, 8)
        bits.put(0, 1)
    for _ in range(subframes + 1):
        for _ in range(len(payload) // 255):
            bits.put(255, 8)
        bits.put(len(payload) % 255, 8)
        for byte in payload:
            bits.put(byte, 8)
    body = bits.bytes()
    return be(0x2B7 << 13 | len(body), 3) + body


def flac_block(kind, body, last=False):
    return bytes([kind | (0x80 if last else 0)]) + be(len(body), 3) + body


STREAMINFO = be(4096, 2) * 2 + be(0, 6) + be(44100 << 44 | 1 << 41 | 15 << 36 | 0, 8) + b"\0" * 16


def flac(blocks=b"", frames=b""):
    return b"fLaC" + flac_block(0, STREAMINFO) + blocks + flac_block(1, b"", last=True) + frames


def picture(kind=3, data=b"x"):
    return be(kind, 4) + be(0, 4) + be(0, 4) + be(0, 16) + be(len(data), 4) + data


def bombs(size):
    yield from mpeg_bombs(size)
    yield from aac_bombs(size)
    yield from flac_bombs(size)
    yield from transport_bombs(size)
    yield "dump-empty-packets", repeat(b"\xff\xaa\xcc\xdd", size)
    yield "dump-one-byte-packets", repeat(b"\xff\xaa\xcc\xdd\0", size)
    yield "dump-one-packet", b"\xff\xaa\xcc\xdd" + b"\xff" * size
    yield "dump-false-marks", b"\xff\xaa\xcc\xdd" + repeat(b"\xff\xaa\xcc", size)


def mpeg_bombs(size):
    yield "id3-nuls-utf8", mp3(id3(frame(b"TIT2", b"\3" + b"\0" * size)))
    yield "id3-nuls-utf16", mp3(id3(frame(b"TIT2", b"\1\xff\xfe" + b"\0" * size)))
    yield "id3-values", mp3(id3(frame(b"TPE1", b"\3" + b"".join(b"%06x\0" % i for i in range(size // 7)))))
    yield "id3-genres", mp3(id3(frame(b"TCON", b"\3" + b"".join(b"%06x\0" % i for i in range(size // 7)))))
    yield "id3-genre-references", mp3(id3(frame(b"TCON", b"\3" + b"(17)" * (size // 4)), 3))
    yield "id3-comments", mp3(id3(b"".join(frame(b"COMM", b"\3eng\0%05x" % i) for i in range(size // 20))))
    yield "id3-txxx", mp3(id3(b"".join(frame(b"TXXX", b"\3k%05x\0v" % i) for i in range(size // 20))))
    yield "id3-tiny-frames", mp3(id3(repeat(frame(b"TIT2", b"\3"), size)))
    yield "id3-txxx-big", mp3(id3(b"".join(frame(b"TXXX", b"\3k%d\0" % i + b"v" * 10000) for i in range(size // 10000))))
    yield "id3-uslt-nuls", mp3(id3(frame(b"USLT", b"\3eng\0" + b"\0" * size)))
    yield "id3-unsynchronised", mp3(id3(frame(b"TIT2", b"\3" + b"\xff\0" * (size // 2)), flags=0x80))
    yield "id3-unsynchronised-3", mp3(id3(frame3(b"TIT2", b"\3" + b"\xff\0" * (size // 2)), 3, 0x80))
    yield "id3-spaces", mp3(id3(frame(b"TIT2", b"\0" + b" " * size)))
    yield "id3-combining", mp3(id3(frame(b"TDRC", b"\3a" + b"\xcc\x81" * (size // 2))))
    yield "id3-chapters", mp3(id3(b"".join(frame(b"CHAP", b"c%05d\0" % i + be(i, 4) + be(i, 4) + b"\xff" * 8) for i in range(size // 40))))
    children = b"".join(frame(b"TIT2", b"\3x") for _ in range(size // 12))
    yield "id3-chapter-children", mp3(id3(frame(b"CHAP", b"c\0" + be(0, 8) + b"\xff" * 8 + children)))
    yield "id3-toc", mp3(id3(frame(b"CTOC", b"t\0\3\xff" + b"c\0" * (size // 2))))
    yield "id3-pictures", mp3(id3(repeat(frame(b"APIC", b"\0image/x\0\3\0xx"), size)))
    yield "id3-pictures-big", mp3(id3(frame(b"APIC", b"\0image/x\0\3\0" + b"x" * size)))
    yield "id3-many-tags", mp3(repeat(id3(b""), size))
    yield "id3-tags-between", mp3(middle=repeat(id3(b""), size), end=FRAME * 2)
    yield "id3-cut", b"ID3\4\0\0\x7f\x7f\x7f\x7f" + b"TIT2" + b"\0" * size
    yield "ape-items", mp3(end=ape(b"".join(ape_item(b"k%05x" % i, b"v") for i in range(size // 16)), size // 16))
    yield "ape-nuls", mp3(end=ape(ape_item(b"Title", b"\0" * size), 1))
    yield "ape-values", mp3(end=ape(ape_item(b"Genre", b"".join(b"%06x\0" % i for i in range(size // 7))), 1))
    yield "ape-covers", mp3(end=ape(repeat(ape_item(b"Cover Art (Front)", b"x\0y", 2), size), 9))
    yield "ape-keys-long", mp3(end=ape(b"\1\0\0\0" + b"\0" * 4 + b"k" * size, 1))
    yield "ape-many", mp3(repeat(ape(b"", 0), size))
    yield "ape-between", mp3(middle=repeat(ape(b"", 0), size), end=FRAME * 2)
    yield "lyrics3", mp3(end=repeat(b"LYRICSBEGIN", size) + b"LYRICSEND" + b"TAG" + b"\0" * 125)
    yield "id3v1-many", mp3(end=repeat(b"TAG" + b"\0" * 125, size))
    yield "mpeg-false-syncs", mp3(middle=repeat(b"\xff\xfb\x90\x44", size))
    yield "mpeg-false-syncs-start", repeat(b"\xff\xfb\x90\x44", size)
    yield "mpeg-all-ones", FRAME * 2 + b"\xff" * size
    yield "mpeg-free-format", repeat(b"\xff\xfb\x00\x44", size)
    yield "mpeg-free-format-sparse", repeat(b"\xff\xfb\x00\x44" + b"\0" * 60, size)
    yield "mpeg-free-format-storm", repeat(b"\xff\xfb\x00\x44" + b"\xff\xfa\x00\x04\xff", size)
    yield "mpeg-lone-frames", repeat(FRAME + b"\xff\xfb\xa0", size)
    yield "mpeg-two-frames-and-garbage", repeat(FRAME * 2 + b"\0" * 100, size)
    yield "mpeg-smallest-frames", repeat(b"\xff\xf3\x18\xc4" + b"\0" * 20, size)
    yield "mpeg-smallest-layer1", repeat(b"\xff\xff\x14\xc4" + b"\0" * 28, size)
    info = b"\xff\xfb\x90\x44" + b"\0" * 32 + b"Xing" + be(15, 4) + be(0xFFFFFFFF, 4) * 2 + bytes(range(100)) + be(0, 4)
    yield "mpeg-xing-huge", (info + b"LAME3.100" + b"\0" * 12 + b"\xff\xff\xff").ljust(417, b"\0") + FRAME * (size // 417)
    vbri = b"\xff\xfb\x90\x44" + b"\0" * 32 + b"VBRI" + be(0, 6) + be(0xFFFFFFFF, 4) * 2 + be(0xFFFF, 2) + be(0xFFFF, 2) + be(1, 2) + be(1, 2)
    yield "mpeg-vbri-huge", vbri.ljust(417, b"\xff") + FRAME * (size // 417)


def aac_bombs(size):
    yield "adts-false-syncs", repeat(b"\xff\xf1\x50\x80", size)
    yield "adts-all-ones", ADTS_FRAME * 4 + b"\xff" * size
    yield "adts-header-only", repeat(adts(b""), size)
    yield "adts-one-byte", repeat(adts(b"\0"), size)
    yield "adts-silence", repeat(adts(b"\x21\x10\x04\x60\x8c\x1c"), size)
    yield "adts-and-garbage", repeat(adts(b"\x21\x10\x04\x60\x8c\x1c") * 2 + b"\xff\xf1\0", size)
    yield "adts-resync-storm", adts(b"\0" * 40) * 3 + repeat(b"\xff\xf1\x50\x80\x01", size)
    yield "adts-changing", b"".join(adts(b"\x21\x10\x04", sampling=0x40 | (i % 12) << 2) for i in range(size // 10))
    blocks = adts(b"\x21\x10\x04\x60\x8c\x1c")
    yield "adts-four-blocks", repeat(blocks[:6] + b"\xff" + blocks[7:], size)
    yield "loas-false-syncs", repeat(b"\x56\xe0\x00", size)
    yield "loas-storm", loas() * 3 + repeat(b"\x56\xe1\xff", size)
    yield "loas-config-each", repeat(loas(), size)
    yield "loas-empty", repeat(loas(b""), size)
    yield "loas-subframes", repeat(loas(b"", subframes=63), size)
    yield "loas-subframes-long", repeat(loas(b"\0", subframes=63), size)
    yield "loas-other-data", repeat(loas(other=100), size)
    yield "loas-same-without-config", repeat(loas(same=1), size)
    yield "adif-zeros", b"ADIF" + b"\0" * size
    yield "adif-elements", b"ADIF\0" + b"\xff" * size


def transport_packet(pid, payload, start=False, counter=0):
    """A transport packet: a short payload is stuffed in the adaptation field."""
    stuffing = 184 - len(payload)
    field = b"" if stuffing == 0 else bytes([stuffing - 1]) + (b"\0" + b"\xff" * (stuffing - 2) if stuffing > 1 else b"")
    head = bytes([0x47, (0x40 if start else 0) | pid >> 8, pid & 255, (0x30 if stuffing else 0x10) | counter & 15])
    return head + field + payload


def transport_tables(streams):
    """Both tables of one program with streams of (PID, type), each section in as many packets as it needs."""
    def section(pid, table, body):
        data = bytes([table]) + be(0xB000 | len(body) + 9, 2) + b"\0\1\xc1\0\0" + body
        register = 0xFFFFFFFF
        for byte in data:
            register ^= byte << 24
            for _ in range(8):
                register = (register << 1 ^ (0x04C11DB7 if register & 0x80000000 else 0)) & 0xFFFFFFFF
        data = b"\0" + data + be(register, 4)
        parts = [data[i:i + 184].ljust(184, b"\xff") for i in range(0, len(data), 184)]
        return b"".join(transport_packet(pid, part, i == 0, i) for i, part in enumerate(parts))

    listed = b"".join(bytes([kind]) + be(0xE000 | pid, 2) + b"\xf0\0" for pid, kind in streams)
    return section(0, 0, b"\0\1\xf0\0") + section(0x1000, 2, b"\xe1\0\xf0\0" + listed)


def transport_bombs(size):
    one = transport_tables([(0x101, 0x0F)])
    pes = b"\0\0\1\xc0\0\0\x80\0\0"
    frames = ADTS_FRAME * (184 // len(ADTS_FRAME) + 2)
    yield "ts-tiny-payloads", one + transport_packet(0x101, pes + frames[:100], True) + repeat(
        b"".join(transport_packet(0x101, ADTS_FRAME[i:i + 1], counter=i + 1) for i in range(16)), size)
    yield "ts-other-packets", one + transport_packet(0x101, pes + frames[:150], True) + repeat(
        transport_packet(0x100, b"\0" * 184), size)
    yield "ts-many-streams", transport_tables([(0x200 + i, 0x0F) for i in range(190)]) + repeat(
        transport_packet(0x100, b"\0" * 184), size)
    yield "ts-private-streams", transport_tables([(0x200 + i, 6) for i in range(190)]) + repeat(
        b"".join(transport_packet(0x200 + i, pes + b"\0" * 100, True) for i in range(32)), size)
    yield "ts-no-tables", repeat(transport_packet(0x100, b"\0" * 184), size)
    yield "ts-false-syncs", one + repeat(b"\x47", size)
    yield "ts-starts", one + repeat(transport_packet(0x101, pes, True), size)


def flac_bombs(size):
    yield "flac-empty-blocks", flac(repeat(flac_block(1, b""), size))
    comments = lambda texts: flac_block(4, le(0, 4) + le(len(texts), 4) + b"".join(le(len(t), 4) + t for t in texts))
    yield "flac-comments-same", flac(comments([b"A=bcd"] * (min(size, 16 << 20) // 9)))
    yield "flac-comments-keys", flac(comments([b"%06x=b" % i for i in range(min(size, 16 << 20) // 12)]))
    yield "flac-comments-big", flac(comments([b"TITLE=" + b"x" * (size // 2)]))
    yield "flac-many-comment-blocks", flac(repeat(comments([b"A=b"]), size))
    yield "flac-pictures", flac(repeat(flac_block(6, picture()), size))
    yield "flac-picture-big", flac(flac_block(6, picture(data=b"x" * min(size, 15 << 20))))
    yield "flac-seek-table", flac(flac_block(3, b"\xff" * (min(size, 16 << 20) // 18 * 18)))
    yield "flac-false-syncs", flac(frames=repeat(b"\xff\xf8\xc9\xa8", size))
    yield "flac-all-ones", flac(frames=b"\xff" * size)
    yield "flac-sync-storm", flac(frames=repeat(b"\xff\xf8", size))
    yield "flac-tags-front", repeat(b"ID3\4\0\0\0\0\0\0", size) + flac()
