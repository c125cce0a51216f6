"""Packets without a file: against what reading the same file gives, against PyAV's demultiplexer, and by hand."""
import threading

import audiotoolbox as at
import numpy
import pytest
from audiotoolbox import jobs


def adts_packets(data):
    """The packets of a file of ADTS, and their AudioSpecificConfig, by the fields of ISO/IEC 14496-3, 1.A.3.2."""
    packets, place, configuration = [], 0, b""
    while place + 7 <= len(data) and data[place] == 0xFF and data[place + 1] & 0xF6 == 0xF0:
        header = int.from_bytes(data[place:place + 7], "big")
        profile, frequency, channels = header >> 38 & 3, header >> 34 & 15, header >> 30 & 7
        size, protected = header >> 13 & 0x1FFF, not header >> 40 & 1
        configuration = ((profile + 1) << 11 | frequency << 7 | channels << 3).to_bytes(2, "big")
        packets.append(data[place + (9 if protected else 7):place + size])
        place += size
    return packets, configuration


def tone(frames, channels=2, scale=0.5):
    data = numpy.sin(numpy.arange(frames * channels) * 0.02).reshape(-1, channels) * scale
    return (numpy.round(data * 32768) / 32768).astype("float32")


def decoded(decoder, packets, **arguments):
    return numpy.concatenate([decoder.decode(packet, **arguments) for packet in packets] + [decoder.flush(**arguments)])


def test_packets_of_adts_give_what_reading_the_file_gives(tmp_path):
    at.write(tmp_path / "a.aac", tone(30000), 44100, subtype="aac")
    packets, configuration = adts_packets((tmp_path / "a.aac").read_bytes())
    assert len(packets) > 25
    expected, rate = at.read(tmp_path / "a.aac", dtype="float32")
    decoder = at.Decoder("aac", cookie=configuration)
    assert (decoder.samplerate, decoder.channels) == (rate, 2)
    samples = decoded(decoder, packets)
    assert samples.dtype == "float32" and numpy.array_equal(samples[len(samples) - len(expected):], expected)
    integers = decoded(at.Decoder("aac", cookie=configuration), packets, dtype="int16")
    assert numpy.array_equal(integers, numpy.clip(numpy.rint(samples * 32768), -32768, 32767).astype("int16"))


@pytest.mark.parametrize("name", ["aac", "aace", "aach", "alac", "flac"])
def test_every_encoder_is_that_of_the_files(name, tmp_path):
    data = tone(25000)
    with at.Encoder(name, 44100, 2, bits=16 if name in ("alac", "flac") else None) as encoder:
        packets = encoder.encode(data[:10001]) + encoder.encode(data[10001:]) + encoder.flush()
        cookie, priming, remainder = encoder.cookie, encoder.priming, encoder.remainder
    assert encoder.closed
    with at.Decoder(name, cookie=cookie, priming=priming, remainder=remainder) as decoder:
        samples = decoded(decoder, [packet.data for packet in packets])
    assert samples.shape == data.shape
    at.write(tmp_path / "a.caf", data, 44100, subtype=name)
    if name in ("alac", "flac"):
        assert numpy.array_equal(samples, data)
    else:
        assert priming > 0 and numpy.array_equal(samples, at.read(tmp_path / "a.caf", dtype="float32")[0])
        assert at.info(tmp_path / "a.caf").tracks[0].priming == priming
    assert at.info(tmp_path / "a.caf").tracks[0].packets == len(packets)


def test_packets_that_are_a_frame_each():
    # ITU-T G.711: 0xD5 is the smallest positive value of A-law, 0xFF that of the other, whose scale is 14 bits.
    decoder = at.Decoder("ulaw", samplerate=8000, channels=1, frames_per_packet=1, bytes_per_packet=1)
    assert decoded(decoder, [b"\xff" * 5000, b"\xff"]).shape == (5001, 1)
    encoder = at.Encoder("ulaw", 8000, 1)
    packets = encoder.encode(numpy.zeros(5000)) + encoder.flush()
    assert sum(packet.frames for packet in packets) == 5000 and set(b"".join(packet.data for packet in packets)) == {0xFF}


def test_lost_and_damaged_packets_are_filled_in_for():
    encoder = at.Encoder("aac", 44100, 2)
    packets = [packet.data for packet in encoder.encode(tone(44100)) + encoder.flush()]
    whole = decoded(at.Decoder("aac", cookie=encoder.cookie), packets)
    decoder = at.Decoder("aac", cookie=encoder.cookie)
    blocks = [decoder.conceal() if index == 20 else decoder.decode(packet) for index, packet in enumerate(packets)]
    samples = numpy.concatenate(blocks + [decoder.flush()])
    assert samples.shape == whole.shape and decoder.damaged_packets == 1
    # An inverse transform reaches over two packets: before the lost one and two behind it nothing differs.
    assert numpy.array_equal(samples[:20 * 1024], whole[:20 * 1024]) and not numpy.array_equal(samples[20 * 1024:21 * 1024], whole[20 * 1024:21 * 1024])
    assert abs(samples[20 * 1024:21 * 1024]).max() > 0.1
    damaged = b"\xff" * 200
    decoder = at.Decoder("aac", cookie=encoder.cookie)
    for index, packet in enumerate(packets):
        if index == 20:
            with pytest.raises(at.AudioError) as failure:
                decoder.decode(damaged)
            assert failure.value.kind and failure.value.packet == 20
        else:
            decoder.decode(packet)
    decoder = at.Decoder("aac", cookie=encoder.cookie, conceal=True)
    assert numpy.array_equal(decoded(decoder, packets[:20] + [damaged] + packets[21:]), samples) and decoder.damaged_packets == 1


def test_configurations_of_another_demultiplexer(fixtures, music, tmp_path):
    av = pytest.importorskip("av")
    at.write(tmp_path / "b.m4a", tone(30000), 44100, subtype="aac")
    at.write(tmp_path / "c.flac", tone(30000), 44100, subtype="PCM_16")
    for path, name in ((music, "aace"), (tmp_path / "b.m4a", "aac"), (tmp_path / "c.flac", "flac")):
        with av.open(str(path)) as container:
            stream = container.streams.audio[0]
            cookie = bytes(stream.codec_context.extradata)
            packets = [bytes(packet) for packet in container.demux(stream) if packet.size]
        track = at.info(path).tracks[0]
        decoder = at.Decoder(name, cookie=cookie, priming=track.priming or 0, remainder=track.remainder or 0)
        assert numpy.array_equal(decoded(decoder, packets), at.read(path, dtype="float32")[0]), path


def test_wrong_calls_say_so():
    for arguments, keywords, kind in [
        (("nonsense",), {}, "option"), (("",), {}, "option"), (("int16",), {}, "option"), (("aac",), {"cookie": b"\x12"}, "truncated"),
        (("aac",), {"cookie": b"\x12\x10", "priming": -1}, "option"), (("alac",), {}, None), (("x" * 100,), {}, "option")]:
        with pytest.raises(at.AudioError) as failure:
            at.Decoder(*arguments, **keywords)
        assert kind in (None, failure.value.kind), arguments
    for arguments in (("aac", 0, 2), ("aac", 44100, 0), ("aac", 44100, 65), ("usac", 44100, 2), ("aac", 12345.6, 2)):
        with pytest.raises(at.AudioError):
            at.Encoder(*arguments)
    decoder = at.Decoder("aac", cookie=b"\x12\x10")
    with pytest.raises(ValueError):
        decoder.decode(b"", dtype="int8")
    with pytest.raises(at.AudioError):
        decoder.conceal(-1)
    decoder.flush()
    for call in (decoder.flush, decoder.conceal, lambda: decoder.decode(b"x")):
        with pytest.raises(at.AudioError) as failure:
            call()
        assert failure.value.kind == "invalidState"
    decoder.close()
    decoder.close()
    with pytest.raises(at.AudioError, match="no such"):
        decoder.decode(b"x")
    encoder = at.Encoder("aac", 44100, 2)
    with pytest.raises(ValueError):
        encoder.encode(numpy.zeros(10))


def test_any_bytes_may_come_as_packets_and_configurations():
    random = numpy.random.default_rng(27)
    encoder = at.Encoder("aac", 44100, 2)
    good = [packet.data for packet in encoder.encode(tone(20000)) + encoder.flush()]
    for name, cookie in [("aac", encoder.cookie), ("aac", None), ("alac", None), ("flac", None), ("mp3", None), ("ima4", None)]:
        for _ in range(60):
            try:
                decoder = at.Decoder(
                    name, cookie=random.bytes(random.integers(0, 60)) if cookie is None else cookie,
                    samplerate=44100, channels=2, conceal=bool(random.integers(0, 2)))
                for _ in range(4):
                    packet = bytearray(good[random.integers(0, len(good))])
                    packet[random.integers(0, len(packet))] ^= random.integers(1, 256)
                    decoder.decode(bytes(packet[:random.integers(0, len(packet) + 1)]))
                decoder.flush()
            except at.AudioError as error:
                assert error.kind and str(error)


def test_decoders_in_threads():
    encoder = at.Encoder("aac", 44100, 2)
    packets = [packet.data for packet in encoder.encode(tone(44100)) + encoder.flush()]
    expected = decoded(at.Decoder("aac", cookie=encoder.cookie), packets)
    results = []

    def work():
        results.append(numpy.array_equal(decoded(at.Decoder("aac", cookie=encoder.cookie), packets), expected))

    threads = [threading.Thread(target=work) for _ in range(8)]
    [thread.start() for thread in threads]
    [thread.join() for thread in threads]
    assert results == [True] * 8


def test_numbers_beyond_their_fields_are_refused_and_not_cut(tmp_path):
    at.write(tmp_path / "a.wav", tone(100), 44100)
    beyond = 1 << 32
    for call in (
        lambda: at.Decoder("aac", channels=beyond + 2), lambda: at.Decoder("aac", priming=1 << 64),
        lambda: at.Encoder("flac", 44100, beyond + 2), lambda: at.Encoder("flac", 44100, 2, bits=beyond + 16),
        lambda: at.SoundFile(tmp_path / "b.wav", "w", 44100, beyond + 2),
        lambda: at.SoundFile(tmp_path / "a.wav", channels=beyond + 1),
        lambda: at.SoundFile(tmp_path / "a.wav").seek(1 << 64),
        lambda: jobs.convert(tmp_path / "a.wav", tmp_path / "b.flac", channels=beyond + 1),
    ):
        with pytest.raises(ValueError):
            call()
    assert not (tmp_path / "b.wav").exists() and not (tmp_path / "b.flac").exists()
    with pytest.raises(at.AudioError):
        at.Decoder("alaw", samplerate=8000, channels=1).conceal(1 << 62)
