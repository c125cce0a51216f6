"""Bombs of MP4: tables, boxes and fragments that say much in few bytes."""

from bombs_build import be, box, full, repeat

ASC = bytes([0x12, 0x10])
SILENCE = bytes([0x21, 0x10, 0x04, 0x60, 0x8C, 0x1C])


def esds():
    decoder = bytes([4, 13 + 2 + len(ASC)]) + bytes([0x40, 0x15]) + be(0, 11) + bytes([5, len(ASC)]) + ASC
    return full(b"esds", 0, bytes([3, 3 + len(decoder)]) + be(0, 3) + decoder)


def entry(kind=b"mp4a", extra=None):
    return box(kind, be(1, 8), be(0, 8), be(2, 2), be(16, 2), be(0, 4), be(44100 << 16, 4),
               esds() if extra is None else extra)


def table(kind, count, body):
    return full(kind, 0, be(count, 4), body)


def stsz(sizes=b"", count=0, constant=0):
    return full(b"stsz", 0, be(constant, 4), be(count, 4), sizes)


def movie(stbl, extra=b"", trak_extra=b"", timescale=44100, tracks=1, moov_extra=b""):
    media = box(b"mdia", full(b"mdhd", 0, be(0, 8), be(timescale, 4), be(timescale, 4), be(0, 4)),
                full(b"hdlr", 0, be(0, 4), b"soun", be(0, 13)), box(b"minf", box(b"stbl", stbl)))
    trak = box(b"trak", full(b"tkhd", 7, be(0, 8), be(1, 4), be(0, 68)), trak_extra, media)
    return (box(b"ftyp", b"M4A ", be(0, 4), b"mp42")
            + box(b"moov", full(b"mvhd", 0, be(0, 8), be(timescale, 4), be(timescale, 4), be(0, 80)),
                  trak * tracks, moov_extra) + extra)


def tables(stts=None, stsc=None, sizes=None, stco=None, more=b"", description=None):
    return b"".join([
        table(b"stsd", 1, entry() if description is None else description),
        stts or table(b"stts", 1, be(1, 4) + be(1024, 4)),
        stsc or table(b"stsc", 1, be(1, 4) + be(1, 4) + be(1, 4)),
        sizes or stsz(be(6, 4), 1),
        stco or table(b"stco", 1, be(40, 4)), more])


def packets(count, stbl_for, data):
    """A movie in front of its packets, whose tables are made for the offset at which these come to lie."""
    head = movie(stbl_for(0))
    return movie(stbl_for(len(head) + 8)) + box(b"mdat", data)


def simple(count, size_bytes, data, **more):
    return packets(count, lambda at: tables(
        stts=more.get("stts") or table(b"stts", 1, be(count, 4) + be(more.get("delta", 1024), 4)),
        stsc=table(b"stsc", 1, be(1, 4) + be(count, 4) + be(1, 4)),
        sizes=more.get("sizes") or stsz(size_bytes, count), stco=table(b"stco", 1, be(at, 4)),
        more=more.get("more", b"")), data)


def metadata(items):
    return box(b"udta", full(b"meta", 0, full(b"hdlr", 0, be(0, 4), b"mdir", be(0, 13)), box(b"ilst", items)))


def item(kind, text, data_type=1):
    return box(kind, box(b"data", be(data_type, 4), be(0, 4), text))


def free_item(name, text):
    return box(b"----", full(b"mean", 0, b"com.x"), full(b"name", 0, name), box(b"data", be(1, 4), be(0, 4), text))


def fragment(runs, base=0):
    return box(b"moof", full(b"mfhd", 0, be(1, 4)), box(b"traf", full(b"tfhd", 0x20000, be(1, 4)), runs))


def fragmented(fragments):
    trex = box(b"mvex", full(b"trex", 0, be(1, 4), be(1, 4), be(1024, 4), be(0, 4), be(0, 4)))
    empty = tables(stts=table(b"stts", 0, b""), stsc=table(b"stsc", 0, b""), sizes=stsz(), stco=table(b"stco", 0, b""))
    return movie(empty, moov_extra=trex) + fragments


def bombs(size):
    n = size // 8
    yield "mp4-tiny-boxes-top", movie(tables()) + repeat(box(b"free"), size)
    yield "mp4-tiny-boxes-moov", movie(tables(), moov_extra=repeat(box(b"free"), size))
    yield "mp4-tiny-boxes-stbl", movie(tables(more=repeat(box(b"free"), size)))
    yield "mp4-clipped-boxes", movie(tables(more=b"".join(box(b"free", be(0xFFFF, 4) + b"stsz") for _ in range(size // 16))))
    yield "mp4-zero-size-boxes", movie(tables()) + repeat(be(0, 4) + b"free", size)
    yield "mp4-size-one-boxes", movie(tables()) + repeat(be(1, 4) + b"free" + be(16, 8), size)
    depth = min(size // 8, 120_000)
    yield "mp4-deep-nesting", movie(tables()) + b"".join(be(8 * (depth - i), 4) + b"moov" for i in range(depth))
    yield "mp4-many-udta", movie(tables(), moov_extra=repeat(box(b"udta", box(b"meta")), size))
    yield "mp4-many-traks", movie(tables(), tracks=max(1, size // 700))
    yield "mp4-many-empty-traks", movie(tables(), moov_extra=repeat(box(b"trak"), size))
    yield "mp4-many-mdia", movie(tables(), trak_extra=repeat(box(b"mdia"), size))
    yield "mp4-many-elst", movie(tables(), trak_extra=box(b"edts", full(b"elst", 0, be(size // 12, 4), repeat(
        be(1, 4) + be(0, 4) + be(0x10000, 4), size))))
    yield "mp4-many-edts", movie(tables(), trak_extra=repeat(box(b"edts", full(b"elst", 0, be(1, 4), be(1, 4), be(0, 4), be(0x10000, 4))), size))
    yield "mp4-chap-self", movie(tables(), trak_extra=box(b"tref", box(b"chap", repeat(be(1, 4), size))))
    yield "mp4-many-tref", movie(tables(), trak_extra=repeat(box(b"tref", box(b"chap", be(1, 4))), size))
    # Packets without bytes.
    yield "mp4-empty-packets", simple(size // 4, b"\0" * (size // 4 * 4), b"")
    yield "mp4-empty-packets-stz2", simple(size * 2, b"", b"", sizes=full(b"stz2", 0, be(4, 4), be(size * 2, 4), b"\0" * size))
    yield "mp4-one-byte-packets", simple(size // 2, b"", b"\0" * (size // 2), sizes=stsz(b"", size // 2, 1))
    yield "mp4-silent-packets", simple(size // 10, be(6, 4) * (size // 10), SILENCE * (size // 10))
    # Tables of runs.
    yield "mp4-stts-zero-runs", simple(1, be(6, 4), SILENCE, stts=table(b"stts", n, repeat(be(0, 4) + be(7, 4), size)))
    yield "mp4-stts-zero-deltas", simple(size // 4, be(0, 4) * (size // 4), b"", delta=0)
    yield "mp4-stts-huge-deltas", simple(n // 2, be(1, 4) * (n // 2), b"\0" * (n // 2), delta=0xFFFFFFFF)
    yield "mp4-stts-each", simple(n // 2, be(1, 4) * (n // 2), b"\0" * (n // 2), stts=table(
        b"stts", n // 2, b"".join(be(1, 4) + be(i, 4) for i in range(n // 2))))
    yield "mp4-ctts-zero-runs", simple(1, be(6, 4), SILENCE, more=table(b"ctts", n, repeat(be(0, 4) + be(7, 4), size)))
    yield "mp4-stss-falling", simple(n // 2, be(1, 4) * (n // 2), b"\0" * (n // 2), more=table(
        b"stss", n, b"".join(be(n - i, 4) for i in range(n))))
    yield "mp4-huge-counts", movie(tables(
        stts=table(b"stts", 0xFFFFFFFF, be(0xFFFFFFFF, 4) * 2), stsc=table(b"stsc", 0xFFFFFFFF, be(1, 4) + be(0xFFFFFFFF, 4) + be(1, 4)),
        sizes=stsz(b"", 0xFFFFFFFF, 1), stco=table(b"stco", 0xFFFFFFFF, be(40, 4)))) + b"\0" * size
    yield "mp4-stsc-empty-chunks", packets(1, lambda at: tables(
        stsc=table(b"stsc", size // 12, b"".join(be(i + 1, 4) + be(0, 4) + be(1, 4) for i in range(size // 12))),
        stco=table(b"stco", size // 12, be(at, 4) * (size // 12))), SILENCE)
    # Fewer runs than chunks, none with samples but the last.
    yield "mp4-stco-many-one-run-late", packets(1, lambda at: tables(
        stsc=table(b"stsc", 2, be(1, 4) + be(0, 4) + be(1, 4) + be(0xFFFFFFF0, 4) + be(1, 4) + be(1, 4)),
        stco=table(b"stco", size // 4, be(at, 4) * (size // 4))), SILENCE)
    chunks = size // 4
    yield "mp4-overlapping-chunks", packets(chunks, lambda at: tables(
        stts=table(b"stts", 1, be(chunks, 4) + be(1024, 4)), stsc=table(b"stsc", 1, be(1, 4) + be(1, 4) + be(1, 4)),
        sizes=stsz(b"", chunks, 6), stco=table(b"stco", chunks, be(at, 4) * chunks)), SILENCE)
    yield "mp4-overlapping-big-packets", packets(chunks, lambda at: tables(
        stts=table(b"stts", 1, be(chunks, 4) + be(1024, 4)), stsc=table(b"stsc", 1, be(1, 4) + be(1, 4) + be(1, 4)),
        sizes=stsz(b"", chunks, 60000), stco=table(b"stco", chunks, be(at, 4) * chunks)), SILENCE * 10000)
    # Groups.
    yield "mp4-sbgp-runs", simple(1, be(6, 4), SILENCE, more=full(b"sgpd", 1 << 24, b"roll", be(2, 4), be(1, 4), be(0xFFFF, 2))
                                 + full(b"sbgp", 0, b"roll", be(n, 4), repeat(be(0, 4) + be(1, 4), size)))
    yield "mp4-sgpd-many", simple(1, be(6, 4), SILENCE, more=repeat(full(b"sgpd", 1 << 24, b"roll", be(2, 4), be(0, 4)), size))
    yield "mp4-sgpd-entries", simple(1, be(6, 4), SILENCE, more=full(b"sgpd", 1 << 24, b"roll", be(2, 4), be(size // 2, 4), be(0x8000, 2) * (size // 2)))
    # Sample descriptions.
    yield "mp4-stsd-entries", movie(table(b"stsd", size // 16, repeat(box(b"mp4a", be(1, 8)), size)) + tables()[len(table(b"stsd", 1, entry())):])
    yield "mp4-stsd-runs", packets(1, lambda at: table(b"stsd", 2, entry() * 2) + tables(
        stsc=table(b"stsc", size // 12, b"".join(be(i + 1, 4) + be(1, 4) + be(1 + i % 2, 4) for i in range(size // 12))),
        sizes=stsz(be(0, 4) * 1000, 1000), stco=table(b"stco", 1000, be(at, 4) * 1000))[len(table(b"stsd", 1, entry())):], SILENCE)
    yield "mp4-entry-children", movie(tables(description=entry(extra=repeat(box(b"free"), size))))
    yield "mp4-entry-wave-nesting", movie(tables(description=entry(extra=b"".join(be(8 * (depth - i), 4) + b"wave" for i in range(depth)))))
    yield "mp4-esds-descriptors", movie(tables(description=entry(extra=full(b"esds", 0, bytes([3, 0x80, 0x80, 0x80, 3]) + be(0, 3) + repeat(bytes([6, 0]), size)))))
    # Metadata.
    yield "mp4-ilst-titles", movie(tables(), moov_extra=metadata(repeat(item(b"\xa9nam", b"x"), size)))
    yield "mp4-ilst-free-form", movie(tables(), moov_extra=metadata(b"".join(free_item(b"k%d" % i, b"v") for i in range(size // 70))))
    yield "mp4-ilst-free-form-same", movie(tables(), moov_extra=metadata(repeat(free_item(b"k", b"v" * 100), size)))
    yield "mp4-ilst-covers", movie(tables(), moov_extra=metadata(box(b"covr", repeat(box(b"data", be(13, 4), be(0, 4), b"x"), size))))
    yield "mp4-ilst-big-text", movie(tables(), moov_extra=metadata(item(b"\xa9nam", b"\0" * size)))
    yield "mp4-ilst-many-big-texts", movie(tables(), moov_extra=metadata(b"".join(free_item(b"k%d" % i, b"v" * 60000) for i in range(size // 60000))))
    yield "mp4-keys", movie(tables(), moov_extra=full(b"meta", 0, full(b"hdlr", 0, be(0, 4), b"mdta", be(0, 13)), full(
        b"keys", 0, be(size // 9, 4), repeat(be(9, 4) + b"mdta" + b"k", size)), box(b"ilst")))
    yield "mp4-chpl", movie(tables(), moov_extra=box(b"udta", full(b"chpl", 1 << 24, be(0, 4), bytes([255]), repeat(be(0, 8) + b"\1x", size))))
    yield "mp4-udta-texts", movie(tables(), moov_extra=box(b"udta", repeat(box(b"\xa9nam", be(1, 2), be(0, 2), b"x"), size)))
    # Fragments.
    yield "mp4-many-moofs", fragmented(repeat(fragment(full(b"trun", 0, be(0, 4))), size))
    yield "mp4-moofs-without-trun", fragmented(repeat(box(b"moof"), size))
    yield "mp4-trafs-others", fragmented(box(b"moof", full(b"mfhd", 0, be(1, 4)), repeat(box(b"traf", full(b"tfhd", 0x20000, be(9, 4))), size)))
    yield "mp4-truns-empty", fragmented(fragment(repeat(full(b"trun", 0, be(0, 4)), size)))
    yield "mp4-trun-huge-count", fragmented(fragment(full(b"trun", 0, be(0xFFFFFFFF, 4))) + box(b"mdat", b"\0" * size))
    yield "mp4-trun-huge-counts", fragmented(fragment(repeat(full(b"trun", 0, be(0xFFFFFFFF, 4)), size)))
    yield "mp4-trun-empty-packets", fragmented(fragment(full(b"trun", 0x200, be(size // 4, 4), b"\0" * (size // 4 * 4))))
    yield "mp4-trun-self-offset", fragmented(fragment(repeat(full(b"trun", 0x201, be(1, 4), be(0, 4), be(6, 4)), size)))
    yield "mp4-sidx", fragmented(full(b"sidx", 0, be(1, 4), be(44100, 4), be(0, 8), be(0, 2), be(0xFFFF, 2), repeat(be(8, 4) + be(1, 4) + be(0, 4), size)))
    yield "mp4-many-sidx", fragmented(repeat(full(b"sidx", 0, be(1, 4), be(44100, 4), be(0, 8), be(0, 4)), size))
    # Sound of other formats.
    yield "mp4-alac-empty", simple(size // 4, b"\0" * (size // 4 * 4), b"", delta=4096)
