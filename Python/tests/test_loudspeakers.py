"""5.1 with one sounding loudspeaker at a time, through containers and codecs to one, two and six channels: ITU-R BS.775-3, Table 2."""
import shutil
import struct
import subprocess
import warnings

import audiotoolbox as at
import numpy
import pytest
from audiotoolbox import jobs

RATE, FRAMES, AMPLITUDE = 48_000, 36_000, 0.1
#: Hz of the tones of L R C LFE Ls Rs: the deep one is one that a channel of low frequencies keeps.
TONES = [400, 550, 700, 100, 1000, 1150]
HALF = 0.5 ** 0.5
MIXES = {
    1: [[HALF, HALF, 1, 0, 0.5, 0.5]],
    2: [[1, 0, HALF, 0, HALF, 0], [0, 1, HALF, 0, 0, HALF]],
    6: numpy.eye(6).tolist(),
}
#: A file, FFmpeg's encoder, and our name of the data format.
FILES = [
    ("a.wav", "pcm_s16le", "PCM_16"), ("a.aiff", "pcm_s16be", None), ("a.caf", "pcm_s16be", "PCM_16"), ("a.m4a", "aac", "aac"),
    ("a.m4a", "alac", "alac"), ("a.caf", "alac", "alac"), ("a.mov", "aac", "aac"), ("a.mov", "pcm_s16le", "PCM_16"),
    ("a.mp4", "flac", "flac"), ("a.mka", "aac", ""), ("a.mka", "flac", ""), ("a.mka", "pcm_s16le", ""), ("a.mka", "alac", ""),
    ("a.mka", "libopus", ""), ("a.ts", "aac", ""), ("a.aac", "aac", "aac"), ("a.flac", "flac", "flac"), ("a.oga", "flac", "flac"),
    ("a.opus", "libopus", "opus"), ("a.ogg", "libvorbis", "vorbis"), ("a.mp4", "libopus", "opus"),
]


@pytest.fixture(scope="module")
def surround(tmp_path_factory):
    """A WAVE file that names its loudspeakers (mask 0x3F), with a tone in each."""
    times = numpy.arange(FRAMES) / RATE
    samples = numpy.stack([AMPLITUDE * numpy.sin(2 * numpy.pi * tone * times) for tone in TONES], axis=1)
    data = (samples * 32767).astype("<i2").tobytes()
    guid = b"\x01\x00\x00\x00\x00\x00\x10\x00\x80\x00\x00\xaa\x00\x38\x9b\x71"
    head = struct.pack("<HHIIHHHHI", 0xFFFE, 6, RATE, 12 * RATE, 12, 16, 22, 16, 0x3F) + guid
    body = b"WAVEfmt " + struct.pack("<I", len(head)) + head + b"data" + struct.pack("<I", len(data)) + data
    path = tmp_path_factory.mktemp("surround") / "in.wav"
    path.write_bytes(b"RIFF" + struct.pack("<I", len(body)) + body)
    return path


def gains(samples):
    """How loud each tone is in each channel, where codecs have settled: a fifth of a second."""
    part = samples[14_400:24_000]
    times = numpy.arange(14_400, 24_000) / RATE
    waves = numpy.exp(2j * numpy.pi * numpy.outer(TONES, times))
    return 2 * numpy.abs(waves @ part).T / len(times) / AMPLITUDE


def check(path, encoder, folder):
    for channels, mix in MIXES.items():
        allowed = numpy.full((channels, 6), 0.04)
        # Vorbis is free with the level of a deep tone.
        if "vorbis" in encoder:
            allowed[:, 3] = 0.35
        made = jobs.convert(path, folder / f"{channels}.wav", subtype="float32", channels=channels, overwrite=True)
        unlabelled = path.suffix == ".mka" and encoder == "pcm_s16le"
        said = [line for line in made.warnings if any(word in line for word in ("channel", "loudspeaker", "layout"))]
        assert all(unlabelled and "nothing says which loudspeakers" in line for line in said), said
        converted, rate = at.read(folder / f"{channels}.wav", always_2d=True)
        arrays, _ = at.read(path, channels=channels, always_2d=True)
        for samples in (converted, arrays):
            assert samples.shape[1] == channels and rate == RATE
            found = gains(samples)
            assert (numpy.abs(found - mix) < allowed).all(), found.round(3)


@pytest.mark.parametrize("name,encoder,subtype", [file for file in FILES if file[2] != ""])
def test_files_of_ours(name, encoder, subtype, surround, tmp_path):
    output = tmp_path / name
    bitrate = 384_000 if subtype in ("aac", "opus") else None
    try:
        made = jobs.convert(surround, output, subtype=subtype, bitrate=bitrate)
    except at.AudioError as error:
        if subtype in ("opus", "vorbis") and error.kind == "unsupported":
            pytest.skip(str(error))
        raise
    # ADTS cannot mark the recording, which is told.
    assert [line for line in made.warnings if "are not the recording" not in line] == [] and made.channels == 6
    check(output, encoder, tmp_path)


@pytest.mark.skipif(shutil.which("ffmpeg") is None, reason="needs ffmpeg")
@pytest.mark.parametrize("name,encoder,subtype", FILES)
def test_files_of_ffmpeg(name, encoder, subtype, surround, tmp_path):
    output = tmp_path / name
    command = ["ffmpeg", "-v", "error", "-i", surround, "-c:a", encoder, "-b:a", "384k", "-strict", "-2", output]
    if subprocess.run(command, stdin=subprocess.DEVNULL).returncode:
        pytest.skip(f"this FFmpeg has no {encoder}")
    check(output, encoder, tmp_path)


def test_a_file_that_is_changed_while_it_is_read(tmp_path):
    path = tmp_path / "a.wav"
    at.write(path, numpy.zeros(400_000), 48_000)
    with at.SoundFile(path) as file:
        file.read(1000)
        with open(path, "r+b") as other:
            other.seek(500_000)
            other.write(b"\1\2\3\4")
        with pytest.raises(at.AudioError) as told:
            file.read()
    assert told.value.kind == "changed"


def test_what_a_file_cannot_keep_is_a_warning(tmp_path):
    path = tmp_path / "a.flac"
    at.write(path, numpy.zeros(48_000), 48_000)
    (tmp_path / "b.flac").hardlink_to(path)
    with pytest.warns(at.AudioWarning, match="1 other name of the file"):
        at.set_tags(path, {"title": "long " * 20_000})


def test_samples_that_are_clipped_are_a_warning(tmp_path):
    with pytest.warns(at.AudioWarning, match="loud.wav: 2 samples lie beyond full scale"):
        at.write(tmp_path / "loud.wav", numpy.array([0, 1.5, -1.5, 0.5]), 48_000, "PCM_16")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        at.write(tmp_path / "full.wav", numpy.array([0, 0.5, -1, 0.5]), 48_000, "PCM_16")
