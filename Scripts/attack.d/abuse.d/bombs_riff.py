"""Bombs of WAVE, AIFF, AU and CAF: chunks, texts, markers and packet tables."""

from bombs_build import be, big_chunk, caf_chunk, chunk, double, le, real80, repeat


def wave(chunks=b"", data=b"\0" * 64, form=None, after=b""):
    body = (form or chunk(b"fmt ", le(1, 2) + le(2, 2) + le(44100, 4) + le(176400, 4) + le(4, 2) + le(16, 2))) + chunks
    body += chunk(b"data", data) + after
    return b"RIFF" + le(len(body) + 4, 4) + b"WAVE" + body


def aiff(chunks=b"", data=b"\0" * 64, kind=b"AIFF", common=None):
    body = (common or big_chunk(b"COMM", be(2, 2) + be(len(data) // 4, 4) + be(16, 2) + real80(44100))) + chunks
    if kind == b"AIFC":
        body = big_chunk(b"FVER", be(0xA2805140, 4)) + body
    body += big_chunk(b"SSND", be(0, 8) + data)
    return b"FORM" + be(len(body) + 4, 4) + kind + body


LPCM = double(44100) + b"lpcm" + be(0, 4) + be(4, 4) + be(1, 4) + be(2, 4) + be(16, 4)
AAC = double(44100) + b"aac " + be(0, 4) + be(0, 4) + be(1024, 4) + be(2, 4) + be(0, 4)
VARIABLE = double(44100) + b"aac " + be(0, 4) + be(0, 4) + be(0, 4) + be(2, 4) + be(0, 4)
ALAC = double(44100) + b"alac" + be(1, 4) + be(0, 4) + be(4096, 4) + be(2, 4) + be(0, 4)
COOKIES = {b"aac ": bytes([3, 25, 0, 0, 0, 4, 17, 0x40, 0x15]) + be(0, 11) + bytes([5, 2, 0x12, 0x10, 6, 1, 2]),
           b"alac": be(4096, 4) + bytes([0, 16, 40, 10, 14, 2]) + be(255, 2) + be(0, 8) + be(44100, 4)}


def caf(description=LPCM, chunks=b"", data=b"\0" * 64):
    cookie = COOKIES.get(description[8:12])
    return (b"caff" + be(1, 2) + be(0, 2) + caf_chunk(b"desc", description)
            + (caf_chunk(b"kuki", cookie) if cookie else b"") + chunks + caf_chunk(b"data", be(0, 4) + data))


def packet_table(count, entries, valid=None):
    valid = min(count * 1024, (1 << 63) - 1) if valid is None else valid
    return caf_chunk(b"pakt", be(count, 8) + be(valid, 8) + be(0, 8) + entries)


def bombs(size):
    n = size // 16
    # WAVE.
    yield "wave-tiny-chunks", wave(repeat(chunk(b"junk", b""), size))
    yield "wave-tiny-chunks-behind", wave(after=repeat(chunk(b"junk", b""), size))
    yield "wave-many-data", wave(repeat(chunk(b"data", b""), size))
    yield "wave-list-tiny", wave(chunk(b"LIST", b"INFO" + repeat(chunk(b"INAM", b""), size)))
    yield "wave-list-keys", wave(chunk(b"LIST", b"INFO" + b"".join(chunk(b"X" + be(i, 3), b"ab") for i in range(size // 10))))
    yield "wave-list-texts", wave(chunk(b"LIST", b"INFO" + repeat(chunk(b"INAM", b"abc\0"), size)))
    yield "wave-many-lists", wave(repeat(chunk(b"LIST", b"INFO" + chunk(b"INAM", b"x\0")), size))
    yield "wave-list-nested", wave(b"".join(b"LIST" + le(12 * (size // 12 - i) - 8, 4) + b"INFO" for i in range(size // 12)))
    points = size // 24
    cue = le(points, 4) + b"".join(le(i, 4) + le(i, 4) + b"data" + le(0, 8) + le(i, 4) for i in range(points))
    yield "wave-cue-points", wave(chunk(b"cue ", cue))
    yield "wave-cue-same", wave(chunk(b"cue ", le(points, 4) + (le(1, 4) + le(0, 4) + b"data" + le(0, 12)) * points)
                               + chunk(b"LIST", b"adtl" + repeat(chunk(b"labl", le(1, 4) + b"x\0"), size)))
    labels = b"".join(chunk(b"labl", le(i, 4) + b"x\0") for i in range(points // 2))
    yield "wave-cue-labels", wave(chunk(b"cue ", cue[:4 + 24 * (points // 2)]) + chunk(b"LIST", b"adtl" + labels))
    yield "wave-many-cues", wave(repeat(chunk(b"cue ", le(1, 4) + le(1, 4) + le(0, 4) + b"data" + le(0, 12)), size))
    yield "wave-ltxt", wave(chunk(b"cue ", cue[:4 + 24 * (points // 4)]) + chunk(b"LIST", b"adtl" + b"".join(
        chunk(b"ltxt", le(i, 4) + le(5, 4) + b"rgn " + le(0, 8)) for i in range(points // 2))))
    yield "wave-huge-label", wave(chunk(b"cue ", cue[:4 + 24 * 1000]) + chunk(b"LIST", b"adtl" + chunk(b"labl", le(1, 4) + b"x" * size)))
    yield "wave-id3-nuls", wave(chunk(b"id3 ", b"ID3\4\0\0" + bytes([size >> 21 & 127, size >> 14 & 127, size >> 7 & 127, size & 127])
                                      + b"TIT2" + bytes([(size - 10) >> 21 & 127, (size - 10) >> 14 & 127, (size - 10) >> 7 & 127, (size - 10) & 127]) + b"\0\0\3" + b"\0" * (size - 11)))
    yield "wave-bext", wave(chunk(b"bext", b"\0" * 602 + b"x\r\n" * (size // 3)))
    yield "wave-ds64-table", b"RF64" + le(0xFFFFFFFF, 4) + b"WAVE" + chunk(b"ds64", le(size, 8) * 3 + le(size // 12, 4) + repeat(b"data" + le(64, 8), size)) + wave()[12:]
    yield "wave-block-align-huge", wave(form=chunk(b"fmt ", le(2, 2) + le(2, 2) + le(44100, 4) + le(0, 4) + le(0xFFFF, 2) + le(4, 2) + le(4, 2) + le(0xFFFF, 2) + le(0xFFFF, 2)), data=b"\0" * size)
    yield "wave-fact-huge", wave(chunk(b"fact", le(0xFFFFFFFF, 4)), data=b"\0" * size)
    # AIFF.
    yield "aiff-tiny-chunks", aiff(repeat(big_chunk(b"junk", b""), size))
    yield "aiff-markers", aiff(big_chunk(b"MARK", be(0xFFFF, 2) + repeat(be(1, 2) + be(0, 4) + b"\1x", size)))
    yield "aiff-many-mark", aiff(repeat(big_chunk(b"MARK", be(1, 2) + be(1, 2) + be(0, 4) + b"\1x"), size))
    yield "aiff-names", aiff(repeat(big_chunk(b"NAME", b"xx"), size))
    yield "aiff-annotations", aiff(b"".join(big_chunk(b"ANNO", b"%05d!" % (i % 100000)) for i in range(size // 14)))
    yield "aiff-big-name", aiff(big_chunk(b"NAME", b"\0" * size))
    yield "aiff-comments", aiff(big_chunk(b"COMT", be(0xFFFF, 2) + repeat(be(0, 4) + be(1, 2) + be(2, 2) + b"xx", size)))
    yield "aiff-frames-huge", aiff(common=big_chunk(b"COMM", be(2, 2) + be(0xFFFFFFFF, 4) + be(16, 2) + real80(44100)))
    yield "aifc-ima4-huge", aiff(kind=b"AIFC", common=big_chunk(b"COMM", be(2, 2) + be(0xFFFFFFFF, 4) + be(16, 2) + real80(44100) + b"ima4\0\0"), data=b"\0" * size)
    yield "aiff-id3", aiff(repeat(big_chunk(b"ID3 ", b"ID3\4\0\0\0\0\0\0"), size))
    # AU.
    yield "au-annotation", b".snd" + be(24 + size, 4) + be(0xFFFFFFFF, 4) + be(3, 4) + be(44100, 4) + be(2, 4) + b"\0" * size + b"\0" * 64
    yield "au-channels", b".snd" + be(28, 4) + be(0xFFFFFFFF, 4) + be(3, 4) + be(44100, 4) + be(0xFFFFFFFF, 4) + b"\0" * size
    yield "au-rate", b".snd" + be(28, 4) + be(0xFFFFFFFF, 4) + be(3, 4) + be(0xFFFFFFFF, 4) + be(2, 4) + b"\0" * 4 + b"\0" * size
    # CAF.
    yield "caf-tiny-chunks", caf(chunks=repeat(caf_chunk(b"free", b""), size))
    yield "caf-empty-packets", caf(AAC, packet_table(size, b"\0" * size))
    yield "caf-one-byte-packets", caf(AAC, packet_table(size // 2, b"\1" * (size // 2)), b"\0" * (size // 2))
    yield "caf-alac-empty-packets", caf(ALAC, packet_table(size, b"\0" * size, size * 4096))
    yield "caf-alac-one-byte-packets", caf(ALAC, packet_table(size // 2, b"\1" * (size // 2)), b"\x20" * (size // 2))
    yield "caf-variable-frames-huge", caf(VARIABLE, packet_table(size // 10, repeat(b"\0\xff\xff\xff\xff\xff\xff\xff\xff\x7f"[:10], size)))
    yield "caf-variable-frames-zero", caf(VARIABLE, packet_table(size // 2, b"\0\0" * (size // 2)))
    yield "caf-variable-frames-big", caf(VARIABLE, packet_table(size // 5, repeat(b"\1\x83\xff\xff\x7f", size), (1 << 62)), b"\0" * (size // 5))
    yield "caf-long-numbers", caf(AAC, packet_table(size // 9, repeat(b"\x80" * 8 + b"\0", size)))
    yield "caf-pakt-claims", caf(AAC, packet_table((1 << 63) - 1, b"\0" * 16, (1 << 63) - 1))
    yield "caf-strings-shared", caf(chunks=caf_chunk(b"strg", be(size // 24, 4) + b"".join(
        be(i, 4) + be(0, 8) for i in range(size // 24)) + b"x" * (size // 2)))
    yield "caf-strings", caf(chunks=caf_chunk(b"strg", be(size // 14, 4) + b"".join(
        be(i, 4) + be(2 * i, 8) for i in range(size // 14)) + b"x\0" * (size // 14)))
    yield "caf-many-strings", caf(chunks=repeat(caf_chunk(b"strg", be(1, 4) + be(1, 4) + be(0, 8) + b"x\0"), size))
    yield "caf-info", caf(chunks=caf_chunk(b"info", be(size // 6, 4) + b"".join(b"%04x\0y\0" % (i & 0xFFFF) for i in range(size // 7))))
    yield "caf-many-info", caf(chunks=b"".join(caf_chunk(b"info", be(1, 4) + b"%05x\0y\0" % i) for i in range(size // 24)))
    yield "caf-info-big", caf(chunks=caf_chunk(b"info", be(1, 4) + b"k\0" + b"v" * size + b"\0"))
    mark = be(0, 4) + double(0) + be(1, 4) + be(0xFFFFFFFF, 8) + be(0, 4)
    yield "caf-markers", caf(chunks=caf_chunk(b"mark", be(0, 4) + be(size // 28, 4) + repeat(mark, size)))
    yield "caf-regions", caf(chunks=caf_chunk(b"regn", be(0, 4) + be(size // 12, 4) + repeat(be(1, 4) + be(0, 8), size)))
    yield "caf-many-cookies", caf(chunks=repeat(caf_chunk(b"kuki", b"\0" * 4), size))
    yield "caf-layouts", caf(chunks=repeat(caf_chunk(b"chan", be(0, 8) + be(0xFFFFFFFF, 4)), size))
    yield "caf-layout-descriptions", caf(chunks=caf_chunk(b"chan", be(0, 8) + be(size // 20, 4) + repeat(be(1, 4) + be(0, 16), size)))
    yield "caf-huge-packet", caf(AAC, packet_table(1, b"\xff\xff\xff\xff\x7f"), b"\0" * size)
    yield "caf-constant-huge", caf(double(44100) + b"lpcm" + be(0, 4) + be(0x7FFFFFFF, 4) + be(1, 4) + be(2, 4) + be(16, 4), b"", b"\0" * size)
