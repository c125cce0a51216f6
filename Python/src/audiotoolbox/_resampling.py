"""Converts the rate of samples that are in memory."""
from typing import Any

import numpy

from ._library import ErrorRecord, Rates, byref, library
from ._samples import converted, samples

#: The ways to convert rates, and their numbers in the library.
QUALITIES = {"linear": 1, "low": 2, "normal": 3, "high": 4, "mastering": 5, "minimum_phase": 6}
_FUNCTIONS = {"float32": "sat_resample_float", "float64": "sat_resample_double"}


def resample(data: Any, from_rate: float, to_rate: float, quality: str = "normal") -> numpy.ndarray:
    """Converts samples of the shape (frames,) or (frames, channels) from a rate to another, as `read` does with `samplerate`.

    Frame k of the result is at the time of frame k · from_rate / to_rate, nothing comes late, and there are frames · to_rate /
    from_rate of them, rounded up. `quality` is "normal" (linear phase, 130 dB and better), "low", "high" (the same with a narrower
    and a wider passband), "mastering" (180 dB and better, in double precision), "linear" (a straight line between samples) or
    "minimum_phase" (which hears nothing ahead). Samples of float64 are computed in double precision, others in single, and
    integers come back as float32.

    >>> import audiotoolbox as at, numpy
    >>> tone = numpy.sin(2 * numpy.pi * 440 / 44100 * numpy.arange(44100))
    >>> wanted = numpy.sin(2 * numpy.pi * 440 / 48000 * numpy.arange(48000))
    >>> made = at.resample(tone, 44100, 48000)
    >>> made.shape, made.dtype.name, bool(abs(made - wanted)[1000:-1000].max() < 1e-6)
    ((48000,), 'float64', True)
    """
    if quality not in QUALITIES:
        raise ValueError(f"quality {quality!r}: rates are converted by {', '.join(QUALITIES)}")
    given = samples(data)
    kind = "float64" if given.dtype.name == "float64" else "float32"
    memory = converted(given, kind)
    frames, channels = memory.shape[0], 1 if memory.ndim == 1 else memory.shape[1]
    rates, record = Rates(from_=float(from_rate), to=float(to_rate), method=QUALITIES[quality]), ErrorRecord()
    function = getattr(library, _FUNCTIONS[kind])
    count = function(None, frames, channels, byref(rates), None, 0, byref(record))
    if count < 0:
        raise record.error()
    result = numpy.empty((count,) + memory.shape[1:], kind)
    if function(memory.ctypes.data, frames, channels, byref(rates), result.ctypes.data, count, byref(record)) < 0:
        raise record.error()
    return result
