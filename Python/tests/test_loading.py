"""`load` against librosa and against what its arguments say; tensors of PyTorch."""
import audiotoolbox as at
import numpy
import pytest


@pytest.fixture
def sound(tmp_path):
    """Three channels of noise that keep every bit, and the name of a file of them."""
    samples = numpy.round(numpy.random.default_rng(5).uniform(-0.5, 0.5, (30_000, 3)) * 32768) / 32768
    at.write(tmp_path / "a.wav", samples, 44_100, subtype="PCM_16")
    return samples, str(tmp_path / "a.wav")


def test_parts_shapes_and_means(sound):
    samples, name = sound
    y, sr = at.load(name, sr=None, mono=False)
    assert sr == 44_100 and y.dtype == "float32" and numpy.array_equal(y, samples.T.astype("float32"))
    y, _ = at.load(name, sr=None, dtype="float64")
    assert abs(y - samples.mean(1)).max() < 1e-15
    y, _ = at.load(name, sr=44_100, mono=False, offset=0.1, duration=0.05, dtype="int16")
    assert numpy.array_equal(y, (samples[4410:6615] * 32768).T.astype("int16"))
    assert at.load(name, offset=0.6, duration=1, sr=None)[0].shape == (30_000 - 26_460,)
    for empty in ({"offset": 5}, {"duration": 0}, {"offset": 5, "duration": 1}):
        assert at.load(name, **empty)[0].shape == (0,)
    y, sr = at.load(name)
    assert y.shape == (15_000,) and sr == 22_050
    assert numpy.array_equal(y, at.resample(samples.astype("float32").mean(1, dtype="float32"), 44_100, 22_050))
    assert at.load(name, sr=48_000, mono=False, res_type="mastering")[0].shape == (3, 32_654)
    assert at.load(open(name, "rb").read(), duration=0.1)[0].shape == (2205,)


def test_what_is_refused(sound):
    _, name = sound
    for arguments, words in [
        ({"res_type": "sinc_best"}, "soxr_hq"), ({"res_type": "zero_order_hold"}, "linear"), ({"sr": 0}, "above 0"),
        ({"offset": -1}, "from 0"), ({"duration": -1}, "from 0"), ({"duration": float("nan")}, "from 0"),
        ({"dtype": "int16"}, "int16"), ({"dtype": "complex64", "sr": None, "mono": False}, "complex64")]:
        with pytest.raises(ValueError, match=words):
            at.load(name, **arguments)


def test_librosa_gives_the_same(sound, tmp_path):
    librosa = pytest.importorskip("librosa", reason="librosa is not installed to compare with")
    samples, name = sound
    at.write(tmp_path / "mono.flac", samples[:, 0], 32_000, subtype="PCM_16")
    for file in (name, str(tmp_path / "mono.flac")):
        for arguments in [
            {"sr": None}, {"sr": None, "mono": False}, {"sr": None, "mono": False, "dtype": "float64"}, {"sr": None, "offset": 0.1234},
            {"sr": None, "duration": 0.3333}, {"sr": None, "offset": 0.5, "duration": 9}, {"offset": 9}, {"duration": 0},
            {"sr": None, "mono": False, "dtype": "int16"}]:
            expected, rate = librosa.load(file, **arguments)
            found, own = at.load(file, **arguments)
            assert own == rate and found.dtype == expected.dtype and numpy.array_equal(found, expected), arguments
    # Below the edge of the filters' passbands converted rates are the same as well.
    tone = numpy.sin(2 * numpy.pi * 1000 / 44_100 * numpy.arange(44_100)) * 0.5
    at.write(tmp_path / "tone.wav", numpy.stack([tone, tone / 2], 1), 44_100, subtype="FLOAT")
    for arguments in [
        {}, {"mono": False}, {"sr": 16_000, "offset": 0.25, "duration": 0.5}, {"sr": 48_000, "res_type": "soxr_vhq"},
        {"sr": 8000, "dtype": "float64"}]:
        expected, rate = librosa.load(str(tmp_path / "tone.wav"), **arguments)
        found, own = at.load(str(tmp_path / "tone.wav"), **arguments)
        assert own == rate and found.shape == expected.shape and found.dtype == expected.dtype
        assert abs(found - expected)[..., 500:-500].max() < 2e-5, arguments


def test_tensors(sound):
    torch = pytest.importorskip("torch", reason="PyTorch is not installed")
    from audiotoolbox.torch import load
    samples, name = sound
    waveform, rate = load(name)
    assert isinstance(waveform, torch.Tensor) and waveform.dtype == torch.float32 and waveform.is_contiguous()
    assert rate == 44_100 and torch.equal(waveform, torch.tensor(samples.T, dtype=torch.float32))
    part, _ = load(name, frame_offset=1000, num_frames=50, channels_first=False)
    assert torch.equal(part, torch.tensor(samples[1000:1050], dtype=torch.float32))
    speech, rate = load(name, samplerate=16_000, channels=1)
    assert rate == 16_000 and speech.shape == (1, 10_885)
    speech += 1  # The memory is the tensor's own.


def test_tensors_are_refused_by_name_before_anything_is_imported(sound):
    from audiotoolbox.torch import load
    _, name = sound
    for arguments in ({"normalize": False}, {"format": "wav"}, {"frame_offset": -1}, {"num_frames": -2}):
        with pytest.raises(ValueError):
            load(name, **arguments)
