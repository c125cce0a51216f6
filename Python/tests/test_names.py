"""What programs that were written for soundfile ask for by name: errors, lists of formats, what objects say of themselves."""
import errno
import importlib.metadata
import os
import pickle
import stat

import audiotoolbox as at
import numpy
import pytest


def test_the_version_is_that_of_the_installation():
    try:
        installed = importlib.metadata.version("swift-audio-toolbox")
    except importlib.metadata.PackageNotFoundError:
        pytest.skip("the package is not installed, so that nothing tells its version")
    assert at.__version__ == installed and at.__version__[0].isdigit()
    with pytest.raises(AttributeError, match="no attribute 'reed'"):
        at.reed


def test_a_missing_file_is_an_error_of_python_and_of_soundfile(tmp_path):
    for attempt in (at.read, at.info, at.load, at.loudness, at.SoundFile, lambda name: at.set_tags(name, {"title": "x"})):
        with pytest.raises(FileNotFoundError) as failure:
            attempt(str(tmp_path / "none.wav"))
        error = failure.value
        assert isinstance(error, (at.AudioError, OSError)) and isinstance(error, at.SoundFileError), attempt
        assert isinstance(error, RuntimeError) and isinstance(error, at.LibsndfileError)
        assert error.errno == errno.ENOENT and error.filename == str(tmp_path / "none.wav") and error.kind == "inputOutput"
        assert error.strerror == os.strerror(errno.ENOENT) and str(error) == error.error_string
        again = pickle.loads(pickle.dumps(error))
        assert type(again) is type(error) and again.errno == error.errno and str(again) == str(error)


def test_other_refusals_of_the_system(tmp_path, music):
    sound = numpy.zeros(100)
    with pytest.raises(IsADirectoryError) as failure:
        at.read(tmp_path)
    assert isinstance(failure.value, at.AudioError) and failure.value.errno == errno.EISDIR
    with pytest.raises(FileNotFoundError):
        at.write(tmp_path / "no folder" / "a.wav", sound, 8000)
    at.write(tmp_path / "a.wav", sound, 8000)
    with pytest.raises(FileExistsError) as failure:
        at.write(tmp_path / "a.wav", sound, 8000, overwrite=False)
    assert failure.value.kind == "exists" and failure.value.filename == str(tmp_path / "a.wav")
    with pytest.raises(FileExistsError):
        at.SoundFile(tmp_path / "a.wav", "x", 8000, 1)
    with pytest.raises(OSError) as failure:
        at.read(tmp_path / "a.wav" / "b.wav")
    assert failure.value.errno == errno.ENOTDIR
    if os.geteuid() != 0:
        (tmp_path / "a.wav").chmod(stat.S_IWUSR)
        with pytest.raises(PermissionError):
            at.read(tmp_path / "a.wav")


def test_what_is_wrong_with_bytes_is_no_error_of_the_system(tmp_path):
    (tmp_path / "text.wav").write_text("no sound at all, but long enough to look into it")
    with pytest.raises(at.LibsndfileError) as failure:
        at.read(tmp_path / "text.wav")
    assert not isinstance(failure.value, OSError) and isinstance(failure.value, at.AudioError)


def test_every_subtype_that_is_listed_is_written_and_no_other_name_of_soundfile(tmp_path):
    tone = numpy.sin(numpy.arange(48_000).reshape(-1, 2) * 0.05) * 0.3
    everything = at.available_subtypes()
    assert {"PCM_16", "PCM_24", "FLOAT", "DOUBLE", "ULAW", "ALAW", "IMA_ADPCM", "MS_ADPCM", "ALAC_16", "aac", "aace"} <= set(everything)
    assert all(name and words for name, words in everything.items())
    written, speech = 0, {"samr": 8000, "sawb": 16_000}
    for kind in at.formats()["containers"]:
        for extension in kind["extensions"]:
            assert at.available_formats()[extension.upper()] == kind["name"]
        extension = kind["extensions"][0]
        listed = at.available_subtypes(extension.upper())
        assert set(listed) <= set(everything)
        assert kind["isWritable"] or not listed
        for subtype in everything if kind["isWritable"] else ():
            name = tmp_path / f"x.{extension}"
            if subtype not in listed:
                with pytest.raises(at.AudioError):
                    at.write(name, tone, 48_000, subtype=subtype)
                continue
            # Speech has one channel, at a rate of its own.
            own = speech.get(subtype, 48_000)
            at.write(name, tone[:, 0] if subtype in speech else tone, own, subtype=subtype)
            written += 1
            if extension in ("raw", "dump"):
                continue
            data, rate = at.read(name)
            assert rate == own and abs(len(data) - len(tone)) <= 8192, (extension, subtype)
    assert written > 80
    assert at.available_subtypes("OPUS").keys() <= {"OPUS"} and at.available_subtypes("nonsense") == {}


@pytest.mark.parametrize("name", ["a.wav", "a.aiff", "a.aifc", "a.au", "a.caf", "a.w64", "a.mov"])
def test_samples_have_the_byte_order_of_the_file(name, tmp_path):
    samples = numpy.arange(-20_000, 20_000, dtype="int16")
    at.write(tmp_path / name, samples, 44_100, subtype="PCM_16")
    assert numpy.array_equal(at.read(tmp_path / name, dtype="int16")[0], samples)


def test_whole_rates_are_whole_numbers(music, tmp_path):
    assert type(at.read(music)[1]) is int and type(at.info(music).samplerate) is int
    assert type(at.read(music, samplerate=16_000.0)[1]) is int
    with at.SoundFile(tmp_path / "a.wav", "w", 48_000.0, 1) as file:
        assert type(file.samplerate) is int
        file.write(numpy.zeros(10))
    assert type(at.Encoder("alac", 44_100.0, 1).samplerate) is int
    assert type(at.load(music)[1]) is int


def test_objects_say_what_they_are(music, tmp_path):
    file = at.SoundFile(music)
    assert repr(file) == f"SoundFile({music!r}, mode='r', samplerate=44100, channels=2, frames=176400)"
    file.close()
    assert repr(file).endswith(", closed)")
    with at.SoundFile(tmp_path / "a.wav", "w", 8000, 1) as file:
        assert repr(file) == f"SoundFile({str(tmp_path / 'a.wav')!r}, mode='w', samplerate=8000, channels=1)"
        file.write(numpy.zeros(10))
    encoder = at.Encoder("alac", 44_100, 1)
    assert repr(encoder) == "Encoder('alac', samplerate=44100, channels=1)"
    [packet] = encoder.encode(numpy.zeros(4096)) + encoder.flush()
    assert repr(packet) == f"Packet(data=<{len(packet.data)} bytes>, frames=4096)"
    decoder = at.Decoder("alac", cookie=encoder.cookie)
    decoder.close()
    assert repr(decoder) == "Decoder('alac', samplerate=44100, channels=1, closed)"
    assert repr(at.info(music)).startswith("AudioInfo(format=") and "samplerate=44100," in repr(at.info(music))
