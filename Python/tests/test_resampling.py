"""Rates, against tones by their formula and against what reading at a rate gives."""
import audiotoolbox as at
import numpy
import pytest


def tone(frequency, rate, frames):
    return numpy.sin(2 * numpy.pi * frequency / rate * numpy.arange(frames))


@pytest.mark.parametrize("quality, bound", [("low", 1e-5), ("normal", 1e-6), ("high", 1e-6), ("mastering", 1e-9)])
@pytest.mark.parametrize("source, target", [(44100, 48000), (48000, 44100), (16000, 48000), (44100, 8000), (44100.5, 16000)])
def test_a_tone_stays_a_tone(quality, bound, source, target):
    made = at.resample(tone(440, source, int(source)), source, target, quality)
    expected = tone(440, target, int(numpy.ceil(int(source) * target / source)))
    assert made.shape == expected.shape and made.dtype == "float64"
    assert abs(made - expected)[target // 10:-target // 10].max() < bound


def test_what_the_other_rate_cannot_hold_is_gone():
    # 10 kHz is beyond half of 16 kHz.
    assert abs(at.resample(tone(10_000, 48_000, 48_000), 48_000, 16_000)[1000:-1000]).max() < 1e-5


def test_reading_at_a_rate_is_the_same(music):
    data, rate = at.read(music, dtype="float32")
    for wanted in (48_000, 16_000, 22_050):
        assert numpy.array_equal(at.resample(data, rate, wanted), at.read(music, dtype="float32", samplerate=wanted)[0])


def test_shapes_and_types():
    data = tone(300, 8000, 8000)
    stereo = at.resample(numpy.stack([data, -data], 1), 8000, 12000)
    assert stereo.shape == (12000, 2) and numpy.array_equal(stereo[:, 0], at.resample(data, 8000, 12000))
    assert numpy.array_equal(stereo[:, 1], -stereo[:, 0])
    assert at.resample(data.astype("float32"), 8000, 12000).dtype == "float32"
    integers = at.resample(numpy.round(data * 32767).astype("int16"), 8000, 12000)
    assert integers.dtype == "float32" and abs(integers - stereo[:, 0]).max() < 1e-4
    assert numpy.array_equal(at.resample(data, 8000, 8000), data)
    assert at.resample(numpy.zeros((0, 3)), 8000, 12000).shape == (0, 3)
    assert numpy.array_equal(at.resample(numpy.stack([data, data], 1)[:, 1], 8000, 12000), stereo[:, 0])
    for quality in ("linear", "minimum_phase"):
        assert at.resample(data, 8000, 12000, quality).shape == (12000,)


def test_what_cannot_be_converted_is_refused():
    for rates in ((0, 8000), (8000, 0), (float("nan"), 8000), (8000, -1), (1, 1000), (1e9, 1e9)):
        with pytest.raises(at.AudioError) as failure:
            at.resample(numpy.zeros(10), *rates)
        assert failure.value.kind == "unsupported"
    with pytest.raises(at.AudioError):
        at.resample(numpy.zeros((10, 65)), 8000, 16000)
    for data, quality in ((numpy.zeros(10), "best"), (numpy.zeros((1, 1, 1)), "normal"), (numpy.zeros(3, "complex64"), "normal")):
        with pytest.raises(ValueError):
            at.resample(data, 8000, 16000, quality)
