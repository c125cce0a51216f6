"""Files that are written frame by frame, and samples in all their types, against the standard library's wave and numpy."""
import io
import os
import struct
import subprocess
import sys
import threading
import wave

import audiotoolbox as at
import numpy
import pytest


def ramp(frames=5000, channels=2):
    return (numpy.arange(frames * channels) * 37 % 60000 - 30000).astype("<i2").reshape(-1, channels)


def wave_samples(path):
    with wave.open(str(path)) as file:
        return file.getsampwidth(), numpy.frombuffer(file.readframes(10**8), f"<i{file.getsampwidth()}").reshape(-1, file.getnchannels())


def test_a_file_grows_frame_by_frame_and_appears_when_it_is_whole(tmp_path):
    samples, path = ramp(), tmp_path / "a.wav"
    with at.SoundFile(path, "w", 8000, 2, subtype="PCM_16") as file:
        for size in (1, 0, 999, 3000, 1000):
            file.write(samples[file.tell():file.tell() + size])
            assert not path.exists()
        assert (file.tell(), file.frames, file.mode, file.seekable(), file.closed) == (5000, 5000, "w", False, False)
        with pytest.raises(at.AudioError, match="no such reader"):
            file.read(1)
        with pytest.raises(at.AudioError):
            file.seek(0)
    assert file.closed and numpy.array_equal(wave_samples(path)[1], samples)
    file.close()
    with pytest.raises(at.AudioError, match="no such writer"):
        file.write(samples)
    assert os.listdir(tmp_path) == ["a.wav"]


@pytest.mark.parametrize("name, subtype, dtype, bound", [
    ("a.flac", "PCM_24", "float32", 2**-23), ("a.caf", "alac", "int16", 0), ("a.aiff", "PCM_16", "int16", 0), ("a.w64", None, "float32", 0),
    ("a.m4a", "alac", "int16", 0), ("a.wav", "PCM_24", "float64", 2**-22)])
def test_pieces_give_the_sound_of_the_whole(name, subtype, dtype, bound, tmp_path):
    data = numpy.sin(numpy.arange(30000) * 0.01).reshape(-1, 2)
    data = numpy.round(data * 32767).astype("int16") if dtype == "int16" else (data * 0.9).astype(dtype)
    at.write(tmp_path / name, data, 44100, subtype=subtype)
    whole, _ = at.read(tmp_path / name)
    with at.SoundFile(tmp_path / name, "w", 44100, 2, subtype=subtype) as file:
        for start in range(0, len(data), 1234):
            file.write(data[start:start + 1234])
    pieces, rate = at.read(tmp_path / name)
    assert rate == 44100 and numpy.array_equal(pieces, whole)
    assert abs(whole - (data / 32768 if dtype == "int16" else data)).max() <= bound


def test_a_file_is_not_there_where_it_went_wrong(tmp_path):
    path = tmp_path / "a.flac"
    with pytest.raises(ZeroDivisionError):
        with at.SoundFile(path, "w", 8000, 1) as file:
            file.write(numpy.zeros(100_000))
            1 / 0
    assert os.listdir(tmp_path) == []
    at.write(path, numpy.ones(100), 8000)
    before = path.read_bytes()
    file = at.SoundFile(path, "w", 8000, 1)
    file.write(numpy.zeros(10))
    file.discard()
    assert file.closed and path.read_bytes() == before
    for data in (numpy.zeros((5, 2)), numpy.zeros(5, "complex64"), numpy.zeros((2, 2, 2)), numpy.zeros(5, "int64")):
        with pytest.raises(ValueError):
            with at.SoundFile(path, "w", 8000, 1) as file:
                file.write(data)
    assert path.read_bytes() == before and os.listdir(tmp_path) == ["a.flac"]
    # Forgotten, it is completed, as soundfile's is.
    at.SoundFile(path, "w", 8000, 1).write(numpy.zeros(10))
    assert at.info(path).frames == 10


def test_what_cannot_be_begun_is_refused_at_once(tmp_path):
    for arguments, kind in [
        (("none/a.wav", "w", 8000, 1), "inputOutput"), (("a.wav", "w", 8000, 65), "option"), (("a.xyz", "w", 8000, 1), "option"),
        (("a.flac", "w", 8000, 1, "FLOAT"), "unsupported"), (("a.wav", "w", 8000, 1, "nonsense"), "option")]:
        with pytest.raises(at.AudioError) as failure:
            at.SoundFile(tmp_path / arguments[0], *arguments[1:])
        assert failure.value.kind == kind, arguments
    for arguments, error in [
        (("a.wav", "w"), TypeError), (("a.wav", "w", 8000), TypeError), (("a.wav", "r+", 8000, 1), ValueError),
        (("a.wav", "w", 8000, 1, None, "BIG"), ValueError), (("a.wav", "w", 8000, 1, None, None, "FLAC"), ValueError),
        (("a.wav", "r", None, None, "PCM_16"), TypeError)]:
        with pytest.raises(error):
            at.SoundFile(tmp_path / arguments[0], *arguments[1:])
    assert os.listdir(tmp_path) == []
    with at.SoundFile(tmp_path / "a.wav", "x", 8000, 1) as file:
        file.write([0.5])
    with pytest.raises(at.AudioError) as failure:
        at.SoundFile(tmp_path / "a.wav", "x", 8000, 1)
    assert failure.value.kind == "exists"


def test_types_of_samples_keep_their_bits(tmp_path):
    integers = numpy.array([-2**31, -1, 0, 1, 2**31 - 1], "int32")
    at.write(tmp_path / "a.wav", integers, 8000, subtype="PCM_32")
    assert (tmp_path / "a.wav").read_bytes().endswith(struct.pack("<5i", *integers))
    doubles = numpy.array([1 / 3, -1e-300, 7, 1])
    at.write(tmp_path / "b.wav", doubles, 8000, subtype="DOUBLE")
    assert (tmp_path / "b.wav").read_bytes().endswith(struct.pack("<4d", *doubles))
    at.write(tmp_path / "c.wav", doubles.astype("float32"), 8000)
    assert (tmp_path / "c.wav").read_bytes().endswith(struct.pack("<4f", *doubles))
    at.write(tmp_path / "d.wav", [1.5, -1.5, 0.25, float("nan")], 8000, subtype="PCM_16")
    assert wave_samples(tmp_path / "d.wav")[1][:, 0].tolist() == [32767, -32768, 8192, 0]
    # A stream of one type takes the others, at its full scale.
    with at.SoundFile(tmp_path / "e.wav", "w", 8000, 1, subtype="PCM_32") as file:
        for data in (numpy.array([-32768, 1], "int16"), numpy.array([2**31 - 1], "int32"), numpy.array([0.5], "float32")):
            file.write(data)
    assert (tmp_path / "e.wav").read_bytes().endswith(struct.pack("<4i", -2**31, 65536, 2**31 - 1, 2**30))


def test_long_arrays_lose_nothing(tmp_path):
    # More than is handed over at a time, in frames that no power of two divides.
    data = numpy.random.default_rng(5).random((300_000, 3))
    for _ in range(3):
        at.write(tmp_path / "a.wav", data, 44100, subtype="DOUBLE")
        assert numpy.array_equal(at.read(tmp_path / "a.wav")[0], data)


def test_objects_get_the_whole_file(tmp_path):
    at.write(tmp_path / "a.wav", ramp(), 8000)
    memory = io.BytesIO()
    at.write(memory, ramp(), 8000, format="WAV")
    assert memory.getvalue() == (tmp_path / "a.wav").read_bytes()
    memory = io.BytesIO()
    with at.SoundFile(memory, "w", 8000, 2, format="FLAC") as file:
        file.write(ramp())
        assert memory.getvalue() == b""
    assert memory.getvalue()[:4] == b"fLaC" and numpy.array_equal(at.read(memory.getvalue(), dtype="int16")[0], ramp())
    with pytest.raises(ValueError, match="format"):
        at.write(io.BytesIO(), ramp(), 8000)


def test_many_are_written_side_by_side(tmp_path):
    samples, failures = ramp(20000), []

    def work(index):
        with at.SoundFile(tmp_path / f"{index}.flac", "w", 8000, 2, subtype="PCM_16") as file:
            for start in range(0, 20000, 500):
                file.write(samples[start:start + 500])
        if not numpy.array_equal(at.read(tmp_path / f"{index}.flac", dtype="int16")[0], samples):
            failures.append(index)

    threads = [threading.Thread(target=work, args=(index,)) for index in range(8)]
    [thread.start() for thread in threads]
    [thread.join() for thread in threads]
    assert failures == [] and len(os.listdir(tmp_path)) == 8


def test_a_process_that_was_forked_reads_and_writes(tmp_path):
    program = """
import os, sys
import audiotoolbox as at, numpy
folder = sys.argv[1]
data = numpy.zeros(10000, "int16")
at.write(folder + "/parent.flac", data, 8000)
child = os.fork()
if child == 0:
    at.write(folder + "/child.flac", data, 8000)
    os._exit(0 if len(at.read(folder + "/parent.flac")[0]) == 10000 else 1)
sys.exit(os.waitpid(child, 0)[1])
"""
    subprocess.run([sys.executable, "-W", "ignore", "-c", program, str(tmp_path)], check=True, timeout=60)
    assert at.info(tmp_path / "child.flac").frames == 10000


def test_tags_are_set_and_removed(tmp_path, music):
    path = tmp_path / "a.m4a"
    path.write_bytes(open(music, "rb").read())
    samples, before = at.read(path)[0], at.info(path).tags
    picture = b"\xff\xd8\xff\xe0" + bytes(100)
    at.set_tags(path, {"title": "Aria", "artist": "Nobody", "track number": "3/12"}, cover=picture)
    found = at.info(path)
    assert {"title": "Aria", "artist": "Nobody", "track number": "3/12"}.items() <= found.tags.items()
    assert [(one.media_type, one.size) for one in found.pictures] == [("image/jpeg", 104)]
    at.set_tags(path, {"artist": None}, cover=b"")
    found = at.info(path)
    assert "artist" not in found.tags and found.tags["title"] == "Aria" and found.pictures == []
    at.set_tags(path, {"title": None, "track number": None, **{key: value for key, value in before.items() if key == "title"}})
    assert numpy.array_equal(at.read(path)[0], samples)
    data = path.read_bytes()
    for arguments, error in [(({"": "x"},), at.AudioError), (({"a\0": "x"},), ValueError)]:
        with pytest.raises(error):
            at.set_tags(path, *arguments)
    with pytest.raises(at.AudioError, match="picture"):
        at.set_tags(path, cover=b"no picture")
    assert path.read_bytes() == data
