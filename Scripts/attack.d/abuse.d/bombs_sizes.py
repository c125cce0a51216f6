"""Bombs of sizes: numbers near the largest that a field can hold, in front of bytes that are really there.

What is read through a pipe has no size of its own, so that nothing but arithmetic stands between these numbers and the reader.
"""

import bombs_mp4 as mp4
from bombs_build import be, box_of_size, caf_chunk, chunk, double, full, box, le
from bombs_riff import AAC, COOKIES, LPCM, VARIABLE, aiff, packet_table, wave

MOST = (1 << 63) - 1


def bombs(size):
    padding = b"\1" * min(size, 300_000)
    yield from caf_sizes(padding)
    yield from wave_sizes(padding)
    yield from mp4_sizes(padding)
    sound = aiff(data=padding)
    for place in range(4, 60, 4):
        for number in (0, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF):
            yield f"sizes-aiff-{place}-{number:x}", sound[:place] + be(number, 4) + sound[place + 4:]


def caf_sizes(padding):
    start = b"caff" + be(1, 2) + be(0, 2)
    packets = start + caf_chunk(b"desc", AAC) + caf_chunk(b"kuki", COOKIES[b"aac "])
    for number in (MOST, MOST - 4, MOST - 60, MOST - 1000, -2):
        head = be(number, 8)
        yield f"sizes-caf-data-{number:x}", packets + packet_table(4, b"\1" * 4) + b"data" + head + be(0, 4) + padding
        yield f"sizes-caf-pakt-{number:x}", packets + b"pakt" + head + be(4, 8) + be(0, 16) + padding
        yield f"sizes-caf-free-{number:x}", packets + b"free" + head + padding
        yield f"sizes-caf-lpcm-{number:x}", start + caf_chunk(b"desc", LPCM) + b"data" + head + be(0, 4) + padding
    huge = b"\xff" * 8 + b"\x7f"
    yield "sizes-caf-packets", packets + packet_table(3, huge * 3) + b"data" + be(MOST, 8) + be(0, 4) + padding
    variable = start + caf_chunk(b"desc", VARIABLE) + caf_chunk(b"kuki", COOKIES[b"aac "])
    yield "sizes-caf-frames", variable + packet_table(3, (b"\1" + huge) * 3) + b"data" + be(MOST, 8) + be(0, 4) + padding
    for rate in (1e308, 5e-324, float("nan"), float("inf"), -1.0):
        for name, description in (("lpcm", LPCM), ("aac", AAC)):
            yield f"sizes-caf-rate-{name}-{rate}", (
                start + caf_chunk(b"desc", double(rate) + description[8:]) + packet_table(4, b"\1" * 4)
                + b"data" + be(-1, 8) + be(0, 4) + padding)


def wave_sizes(padding):
    whole = wave(data=padding)
    for place in range(4, 44, 4):
        for number in (0, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF):
            yield f"sizes-wave-{place}-{number:x}", whole[:place] + le(number, 4) + whole[place + 4:]
    form = wave()[12:36]
    guid = bytes.fromhex("f3acd3118cd100c04f8edb8a")
    for number in (MOST, MOST - 20, -1, 1 << 62):
        yield f"sizes-rf64-{number:x}", (b"RF64" + le(0xFFFFFFFF, 4) + b"WAVE" + chunk(b"ds64", le(number, 8) * 3 + le(0, 4))
                                         + form + b"data" + le(0xFFFFFFFF, 4) + padding)
        head = (bytes.fromhex("726966662e91cf11a5d628db04c10000") + le(number, 8) + b"wave" + guid
                + b"fmt " + guid + le(40, 8) + form[8:])
        for name in (b"data", b"junk"):
            yield f"sizes-w64-{name.decode()}-{number:x}", head + name + guid + le(number, 8) + padding


def mp4_sizes(padding):
    kind = box(b"ftyp", b"M4A ", be(0, 4))
    for number in (MOST, MOST - 100, -1, 1 << 63, 16, 8, 0):
        yield f"sizes-mp4-free-{number:x}", kind + box_of_size(b"free", number) + padding
        yield f"sizes-mp4-mdat-{number:x}", mp4.movie(mp4.tables()) + box_of_size(b"mdat", number) + padding
        yield f"sizes-mp4-moov-{number:x}", kind + box_of_size(b"moov", number) + mp4.movie(mp4.tables())[28:] + padding
        offsets = mp4.table(b"co64", 1, be(number, 8))
        yield f"sizes-mp4-co64-{number:x}", mp4.movie(mp4.tables(stco=offsets)) + box(b"mdat", padding)
        edits = full(b"elst", 1 << 24, be(1, 4), be(number, 8), be(number, 8), be(0x10000, 4))
        yield f"sizes-mp4-elst-{number:x}", mp4.movie(mp4.tables(), trak_extra=box(b"edts", edits)) + box(b"mdat", padding)
        run = full(b"trun", 0x301, be(3, 4), be(0x7FFFFFFF, 4), (be(0xFFFFFFFF, 4) + be(10, 4)) * 3)
        yield f"sizes-mp4-tfdt-{number:x}", mp4.fragmented(
            box(b"moof", full(b"mfhd", 0, be(1, 4)), box(b"traf", full(b"tfhd", 1, be(1, 4), be(number, 8)),
                                                       full(b"tfdt", 1 << 24, be(number, 8)), run))) + padding
