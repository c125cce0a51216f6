"""The package against the program af, the standard library's wave, and what soundfile promises."""
import io
import json
import pickle
import subprocess
import threading
import wave

import audiotoolbox as at
import numpy
import pytest


def floats(af, path, folder):
    """The samples of a file as af decodes it: 32-bit floats without a header."""
    output = folder / "samples.f32"
    done = subprocess.run([af, "convert", str(path), str(output), "--force", "--quiet"], capture_output=True, text=True)
    return None if done.returncode else numpy.fromfile(output, "<f4")


def test_every_fixture_is_read_as_by_af(af, fixtures, tmp_path):
    compared = 0
    for path in sorted(fixtures.rglob("*.*")):
        if path.suffix in (".asc", ".ref", ".md", ".dump"):
            continue
        expected = floats(af, path, tmp_path)
        if expected is None:
            with pytest.raises(at.AudioError):
                at.read(path)
            continue
        data, _ = at.read(path, dtype="float32", always_2d=True)
        assert numpy.array_equal(data.reshape(-1), expected), path
        compared += 1
    assert compared > 20


def test_bytes_and_objects_are_read_as_names_are(music):
    expected, rate = at.read(music)
    data = open(music, "rb").read()
    for file in (data, bytearray(data), memoryview(data), io.BytesIO(data), open(music, "rb")):
        samples, found = at.read(file)
        assert found == rate and numpy.array_equal(samples, expected)
    assert at.info(data).frames == at.info(music).frames == len(expected) == 176400


def test_wave_of_the_standard_library(tmp_path):
    samples = (numpy.arange(-30000, 30000) % 32768).astype("<i2").reshape(-1, 2)
    with wave.open(str(tmp_path / "a.wav"), "wb") as file:
        file.setparams((2, 2, 8000, 0, "NONE", ""))
        file.writeframes(samples.tobytes())
    data, rate = at.read(tmp_path / "a.wav", dtype="int16")
    assert rate == 8000 and numpy.array_equal(data, samples)
    assert numpy.array_equal(at.read(tmp_path / "a.wav", dtype="int32")[0], samples.astype("int32") << 16)
    at.write(tmp_path / "b.wav", data, 8000)
    with wave.open(str(tmp_path / "b.wav")) as file:
        assert file.getsampwidth() == 2 and file.readframes(10**6) == samples.tobytes()


@pytest.mark.parametrize("name, subtype, bits", [
    ("a.flac", None, 24), ("a.wav", "PCM_24", 24), ("a.aiff", "PCM_16", 16), ("a.caf", "FLOAT", 32), ("a.m4a", "alac", 16)])
def test_lossless_files_keep_their_bits(name, subtype, bits, tmp_path):
    scale = 2.0 ** (min(bits, 24) - 1)
    samples = numpy.round(numpy.sin(numpy.arange(9000) * 0.03).reshape(-1, 3) * scale * 0.9) / scale
    at.write(tmp_path / name, samples, 48000, subtype=subtype)
    data, rate = at.read(tmp_path / name)
    assert rate == 48000 and data.shape == samples.shape and numpy.array_equal(data, samples)


def test_parts_are_those_of_the_whole(music):
    whole, _ = at.read(music, dtype="float32")
    for arguments, part in [
        ({"start": 1000, "frames": 500}, slice(1000, 1500)), ({"start": 100_001, "stop": 100_004}, slice(100_001, 100_004)),
        ({"start": -10}, slice(-10, None)), ({"stop": 7}, slice(0, 7)), ({"start": 176_390, "frames": 50}, slice(176_390, None)),
        ({"start": 10, "stop": -176_000}, slice(10, 400)), ({"start": 5, "stop": 5}, slice(5, 5))]:
        assert numpy.array_equal(at.read(music, dtype="float32", **arguments)[0], whole[part]), arguments
    filled, _ = at.read(music, start=176_390, frames=50, fill_value=9)
    assert len(filled) == 50 and (filled[10:] == 9).all()
    joined = numpy.concatenate(list(at.blocks(music, 10_000, dtype="float32")))
    assert numpy.array_equal(joined, whole)
    overlapping = list(at.blocks(music, 4000, overlap=1000, dtype="float32", frames=20_000))
    assert all(numpy.array_equal(a[-1000:], b[:1000]) for a, b in zip(overlapping, overlapping[1:]))
    with pytest.raises(ValueError):
        at.read(music, frames=5, stop=9)


@pytest.mark.parametrize("name", ["a.wav", "a.aiff", "a.caf", "a.w64"])
@pytest.mark.parametrize("subtype, bits", [("PCM_16", 16), ("PCM_24", 24), ("PCM_32", 32), ("FLOAT", 24), ("DOUBLE", 53)])
def test_linear_pcm_is_read_as_it_lies(name, subtype, bits, tmp_path):
    if name == "a.aiff" and subtype in ("FLOAT", "DOUBLE"):
        pytest.skip("AIFF holds integers")
    random = numpy.random.default_rng(bits)
    exact = random.integers(-2**31, 2**31, (50_000, 3)).astype("float64") / 2**31 if bits > 24 else (
        random.integers(-2**(bits - 1), 2**(bits - 1), (50_000, 3)) / 2.0**(bits - 1))
    at.write(tmp_path / name, exact, 44100, subtype=subtype)
    # Doubles keep every bit, floats are the nearest ones, and integers are rounded to even and clipped.
    expected = {
        "float64": exact, "float32": exact.astype("float32"),
        "int16": numpy.clip(numpy.rint(exact.astype("float32").astype("float64") * 32768), -32768, 32767).astype("int16")}
    for dtype, samples in expected.items():
        for file in (tmp_path / name, (tmp_path / name).read_bytes()):
            assert numpy.array_equal(at.read(file, dtype=dtype)[0], samples), dtype
        assert numpy.array_equal(at.read(tmp_path / name, start=49_000, frames=5000, dtype=dtype)[0], samples[49_000:])
    # Types may change from call to call, and places too.
    with at.SoundFile(tmp_path / name) as file:
        for place, count in [(0, 10), (None, 20_000), (None, 1), (40_000, 3), (12_345, 30_000), (49_990, 100)]:
            for dtype in ("float32", "int16", "float64"):
                if place is not None:
                    file.seek(place)
                first = file.tell()
                assert numpy.array_equal(file.read(count, dtype), expected[dtype][first:first + count])


def test_parts_of_flac_are_those_of_the_whole(tmp_path):
    data = (numpy.random.default_rng(3).integers(-3000, 3000, (100_000, 2)) * numpy.linspace(0, 1, 100_000)[:, None]).astype("int16")
    at.write(tmp_path / "a.flac", data, 44100)
    with at.SoundFile(tmp_path / "a.flac") as file:
        for place in (99_999, 50_000, 4096, 4095, 0, 77_777):
            file.seek(place)
            assert numpy.array_equal(file.read(5000, "int16"), data[place:place + 5000])
    assert numpy.array_equal(at.read(tmp_path / "a.flac", start=60_000, dtype="int16")[0], data[60_000:])


def test_a_file_is_sought_and_told(music):
    whole, _ = at.read(music, dtype="float32")
    with at.SoundFile(music) as file:
        assert (file.samplerate, file.channels, file.frames, file.tell()) == (44100, 2, 176_400, 0)
        assert file.seek(-400, 2) == 176_000 and len(file.read()) == 400 and file.tell() == 176_400
        assert len(file.read(10)) == 0
        file.seek(5000)
        out = numpy.empty((100, 2), "float32")
        assert file.read(out=out) is not None and numpy.array_equal(out, whole[5000:5100])
        assert file.damaged_packets == 0 and not file.closed
    assert file.closed
    file.close()
    with pytest.raises(at.AudioError, match="no such reader") as failure:
        file.read(1)
    assert failure.value.kind == "invalidState"


def test_rates_and_channels(music):
    stereo, _ = at.read(music)
    mono, rate = at.read(music, channels=1, always_2d=True)
    assert mono.shape == (176_400, 1) and rate == 44100
    # Mono is the mean.
    assert abs(mono[:, 0] - stereo.mean(1)).max() < 1e-6
    for wanted in (48_000, 16_000, 22_050):
        data, rate = at.read(music, samplerate=wanted)
        assert rate == wanted and abs(len(data) - 4 * wanted) <= 1
        for place in (1, wanted // 3, 2 * wanted + 7, len(data) - 50):
            part, _ = at.read(music, start=place, frames=5000, samplerate=wanted)
            # Sums of single precision, in another order.
            assert part.shape == data[place:place + 5000].shape and abs(part - data[place:place + 5000]).max() < 1e-6


def test_tags_loudness_and_formats(music, af):
    told = json.loads(subprocess.run([af, "info", music, "--json"], capture_output=True, text=True, check=True).stdout)
    found = at.info(music)
    assert found.tracks[0].packets == told["audioDataPacketCount"] and found.tags == told["metadata"]
    assert found.tracks[0].priming == told["primingFrames"] and found.duration == told["durationSeconds"]
    measured = json.loads(subprocess.run([af, "loudness", music, "--json"], capture_output=True, text=True, check=True).stdout)
    loudness = at.loudness(music)
    assert loudness.integrated == measured["integratedLoudness"] and loudness.range == measured["loudnessRange"]
    assert loudness.true_peak == measured["truePeak"] and loudness.maximum_momentary == measured["maximumMomentaryLoudness"]
    assert {"alac", "flac", "aace"} <= set(at.formats()["decoders"])


def test_errors_say_what_and_where(tmp_path, music):
    with pytest.raises(at.AudioError) as failure:
        at.read(tmp_path / "none.wav")
    assert failure.value.kind == "inputOutput" and "none.wav" in str(failure.value)
    (tmp_path / "text.wav").write_text("no sound at all, but long enough to look into it")
    with pytest.raises(at.AudioError) as failure:
        at.info(tmp_path / "text.wav")
    assert failure.value.kind == "unknownFormat"
    again = pickle.loads(pickle.dumps(failure.value))
    assert again.kind == failure.value.kind and str(again) == str(failure.value)
    with pytest.raises(at.AudioError) as failure:
        at.read(open(music, "rb").read()[:1000])
    assert failure.value.kind == "truncated" and failure.value.byte_offset is not None
    with pytest.raises(at.AudioError, match="no data format"):
        at.write(tmp_path / "a.wav", numpy.zeros(10), 8000, subtype="nonsense")
    for arguments in ({"endian": "BIG"}, {"format": "FLAC"}):
        with pytest.raises(ValueError):
            at.write(tmp_path / "a.wav", numpy.zeros(10), 8000, **arguments)
    with pytest.raises(ValueError, match="complex64"):
        at.read(music, dtype="complex64")
    at.write(tmp_path / "b.wav", numpy.zeros(10), 8000)
    with pytest.raises(at.AudioError) as failure:
        at.write(tmp_path / "b.wav", numpy.zeros(10), 8000, overwrite=False)
    assert failure.value.kind == "exists"
    assert failure.value.advice == "ask for it to be replaced" and str(failure.value).endswith(failure.value.advice)


def test_threads_read_side_by_side(music):
    expected, _ = at.read(music, dtype="float32")
    results = []
    def work():
        for _ in range(5):
            results.append(numpy.array_equal(at.read(music, dtype="float32")[0], expected))
    threads = [threading.Thread(target=work) for _ in range(4)]
    [thread.start() for thread in threads]
    [thread.join() for thread in threads]
    assert len(results) == 20 and all(results)


def test_any_bytes_may_come(music):
    data = open(music, "rb").read()
    random = numpy.random.default_rng(27)
    for _ in range(200):
        damaged = bytearray(data)
        for place in random.integers(0, len(damaged), 20):
            damaged[place] = random.integers(0, 256)
        try:
            at.read(bytes(damaged), dtype="int16")
        except at.AudioError as error:
            assert error.kind and str(error)
