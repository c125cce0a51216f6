"""Arrays however they lie in memory: what is made of them is what is made of the same numbers in a plain one."""
import audiotoolbox as at
import numpy
import pytest

#: Numbers that every type of samples holds, and that are others with their bytes swapped.
NUMBERS = (numpy.arange(6000) * 37 % 60000 - 30000).reshape(-1, 2) / 32768
SCALES = {"i2": 32768.0, "i4": 2147483648.0}


def plain(kind):
    return (NUMBERS * SCALES.get(kind, 1.0)).astype(kind)


def swapped(array):
    return array.astype(array.dtype.newbyteorder())


def unaligned(array):
    memory = bytearray(array.nbytes + 1)
    made = numpy.frombuffer(memory, array.dtype, array.size, 1).reshape(array.shape)
    made[...] = array
    assert not made.flags.aligned and made.flags.c_contiguous
    return made


def strided(array):
    made = numpy.full((len(array) * 3, 4), 7, array.dtype)[1::3, ::2]
    made[...] = array
    return made


def backwards(array):
    return numpy.ascontiguousarray(array[::-1, ::-1])[::-1, ::-1]


def read_only(array):
    made = array.copy()
    made.flags.writeable = False
    return made


LAYOUTS = [
    swapped, numpy.asfortranarray, strided, backwards, unaligned, read_only, lambda array: swapped(numpy.asfortranarray(array)),
    lambda array: strided(swapped(array)), lambda array: unaligned(swapped(array)), lambda array: numpy.ma.masked_array(array),
    lambda array: array.view(type("Own", (numpy.ndarray,), {}))]


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("kind", ["i2", "i4", "f4", "f8"])
def test_every_function_that_takes_an_array(layout, kind, tmp_path):
    array = plain(kind)
    other = layout(array)
    assert numpy.array_equal(other, array)
    at.write(tmp_path / "a.wav", array, 8000)
    at.write(tmp_path / "b.wav", other, 8000)
    with at.SoundFile(tmp_path / "c.wav", "w", 8000, 2, subtype="PCM_32" if kind == "i4" else "PCM_16" if kind == "i2" else None) as file:
        for start in range(0, 3000, 700):
            file.write(other[start:start + 700])
    expected = (tmp_path / "a.wav").read_bytes()
    assert numpy.array_equal(at.read(tmp_path / "a.wav")[0], NUMBERS)
    assert (tmp_path / "b.wav").read_bytes() == expected
    assert numpy.array_equal(at.read(tmp_path / "c.wav")[0], NUMBERS)
    one, two = at.resample(array, 8000, 12000), at.resample(other, 8000, 12000)
    assert one.dtype == two.dtype and two.dtype.isnative and numpy.array_equal(one, two)
    packets = []
    for data in (array, other):
        encoder = at.Encoder("alac", 8000, 2, bits=16)
        packets.append([packet.data for packet in encoder.encode(data) + encoder.flush()])
    assert packets[0] == packets[1]
    decoder = at.Decoder("alac", cookie=encoder.cookie)
    samples = numpy.concatenate([decoder.decode(packet) for packet in packets[1]] + [decoder.flush()])
    assert numpy.array_equal(samples, NUMBERS)


@pytest.mark.parametrize("kind", [">f4", ">f8", ">i2", ">i4", "<f4", "<f8", "<i2", "<i4"])
def test_reading_gives_the_byte_order_that_is_asked_for(kind, tmp_path):
    at.write(tmp_path / "a.wav", plain("i2"), 8000)
    expected = NUMBERS * SCALES.get(kind[1:], 1.0)
    data, _ = at.read(tmp_path / "a.wav", dtype=kind)
    assert data.dtype == numpy.dtype(kind) and numpy.array_equal(data, expected)
    filled, _ = at.read(tmp_path / "a.wav", dtype=kind, start=2990, frames=20, fill_value=3)
    assert filled.dtype == numpy.dtype(kind) and numpy.array_equal(filled[:10], expected[2990:]) and (filled[10:] == 3).all()
    for block, start in zip(at.blocks(tmp_path / "a.wav", 1000, overlap=100, dtype=kind), range(0, 3000, 900)):
        assert block.dtype == numpy.dtype(kind) and numpy.array_equal(block, expected[start:start + 1000])
    if kind[1:] == "i4":
        return
    encoder = at.Encoder("alac", 8000, 2, bits=16)
    packets = encoder.encode(NUMBERS) + encoder.flush()
    decoder = at.Decoder("alac", cookie=encoder.cookie)
    parts = [decoder.decode(packet.data, kind) for packet in packets] + [decoder.flush(kind)]
    assert all(part.dtype == numpy.dtype(kind) for part in parts) and numpy.array_equal(numpy.concatenate(parts), expected)


@pytest.mark.parametrize("layout", [layout for layout in LAYOUTS if layout is not read_only])
@pytest.mark.parametrize("kind", ["i2", "f4", "f8"])
def test_arrays_that_are_filled(layout, kind, tmp_path):
    array = plain(kind)
    at.write(tmp_path / "a.wav", plain("i2"), 8000)
    out = layout(numpy.zeros_like(array))
    found, _ = at.read(tmp_path / "a.wav", out=out)
    assert numpy.array_equal(found, array) and numpy.array_equal(out, array) and found.dtype == out.dtype
    out = layout(numpy.zeros_like(array))
    with at.SoundFile(tmp_path / "a.wav") as file:
        file.seek(2900)
        assert file.read(out=out, fill_value=5) is out and file.tell() == 3000
    assert numpy.array_equal(out[:100], array[2900:]) and (out[100:] == 5).all()
    at.write(tmp_path / "b.wav", plain("i2")[:, 0], 8000)
    out = swapped(numpy.zeros(10, kind))
    at.read(tmp_path / "b.wav", out=out, start=7)
    assert numpy.array_equal(out, array[7:17, 0])


def test_arrays_that_are_no_samples_are_refused(tmp_path):
    at.write(tmp_path / "a.wav", plain("i2"), 8000)
    masked = numpy.ma.masked_array(NUMBERS, NUMBERS > 0.5)
    wrong = [
        numpy.float64(0.5), numpy.array(0.5), 0.5, numpy.zeros((2, 2, 2)), numpy.zeros(3, "u2"), numpy.zeros(3, ">i8"), numpy.zeros(3, "?"),
        numpy.zeros(3, "S4"), numpy.zeros(3, "M8[s]"), numpy.array([None, 1.0]), numpy.zeros(3, [("left", "f4"), ("right", "f4")]), masked]
    for data in wrong:
        with pytest.raises(ValueError):
            at.write(tmp_path / "b.wav", data, 8000)
        with pytest.raises(ValueError):
            at.resample(data, 8000, 12000)
        with pytest.raises(ValueError):
            at.Encoder("alac", 8000, 1).encode(data)
    with pytest.raises(at.AudioError):
        at.write(tmp_path / "b.wav", numpy.zeros((5, 0)), 8000)
    with pytest.raises(at.AudioError):
        at.resample(numpy.zeros((5, 0)), 8000, 12000)
    assert not (tmp_path / "b.wav").exists()
    for out, error in [
        (read_only(plain("f4")), ValueError), (numpy.array(0.5), ValueError), (numpy.zeros((5, 3)), ValueError), (numpy.zeros(5), ValueError),
        (numpy.zeros((5, 2), "c8"), ValueError), (numpy.zeros((5, 2), ">i4"), ValueError), ([0.0, 0.0], TypeError), (bytearray(16), TypeError)]:
        with pytest.raises(error):
            at.read(tmp_path / "a.wav", out=out)
    assert at.read(tmp_path / "a.wav", out=numpy.zeros((0, 2), ">f4"))[0].shape == (0, 2)


def test_arrays_without_frames(tmp_path):
    for kind in (">f4", "f8", ">i2"):
        at.write(tmp_path / "a.wav", numpy.zeros((0, 2), kind), 8000)
        assert at.info(tmp_path / "a.wav").frames == 0 and at.resample(numpy.zeros((0, 2), kind), 8000, 9000).shape == (0, 2)
        encoder = at.Encoder("alac", 8000, 1)
        assert encoder.encode(numpy.zeros(0, kind)) == []


def test_numbers_are_no_bytes(tmp_path):
    # `bytes(5)` would be five zeros.
    at.write(tmp_path / "a.flac", plain("i2"), 8000)
    for call in (lambda: at.Decoder("ulaw", samplerate=8000, channels=1, frames_per_packet=1, bytes_per_packet=1).decode(5),
                 lambda: at.Decoder("aac", cookie=2), lambda: at.set_tags(tmp_path / "a.flac", cover=9)):
        with pytest.raises(TypeError):
            call()
    decoder = at.Decoder("ulaw", samplerate=8000, channels=1, frames_per_packet=1, bytes_per_packet=1)
    every_other = numpy.frombuffer(b"\x00\xff" * 300, "u1")[1::2]
    assert len(decoder.decode(every_other)) + len(decoder.flush()) == 300
