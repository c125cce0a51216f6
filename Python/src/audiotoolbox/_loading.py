"""Loads samples as librosa does."""
import math
from typing import Any, Optional, Tuple, Union

import numpy

from ._library import File
from ._resampling import QUALITIES, resample
from ._samples import whole_rate
from ._soundfile import SoundFile

#: librosa's names of ways to convert rates for which there is one here that is as good or better.
_RES_TYPES = {
    "soxr_vhq": "mastering", "soxr_hq": "normal", "kaiser_best": "normal", "soxr_mq": "low", "soxr_lq": "low",
    "kaiser_fast": "low"}


def load(
    path: File, *, sr: Optional[float] = 22050, mono: bool = True, offset: float = 0.0, duration: Optional[float] = None,
    dtype: Any = "float32", res_type: str = "soxr_hq",
) -> Tuple[numpy.ndarray, Union[int, float]]:
    """Reads a file as `librosa.load` does, with its arguments and defaults. Returns samples, and frames a second.

    Samples have the shape (frames,), or (channels, frames) of several channels without `mono`, which is their mean. `offset` and
    `duration` are seconds; where they reach behind the end, there is less. `sr` is the rate to convert to, or `None` for the
    file's. `res_type` is a quality of `resample` or one of librosa's names that one of those is as good as: soxr_vhq, soxr_hq,
    soxr_mq, soxr_lq, kaiser_best, kaiser_fast; others are refused. `dtype` is float32 or float64, and an integer type only where
    nothing is computed.

    >>> import audiotoolbox as at
    >>> y, sr = at.load(music, offset=1, duration=2)
    >>> y.shape, y.dtype.name, sr
    ((44100,), 'float32', 22050)
    >>> at.load(music, sr=None, mono=False)[0].shape
    (2, 176400)
    """
    quality = _RES_TYPES.get(res_type, res_type)
    if quality not in QUALITIES:
        raise ValueError(
            f"res_type {res_type!r}: rates are converted by {', '.join(QUALITIES)}, and by those as {', '.join(_RES_TYPES)}")
    if sr is not None and not sr > 0:
        raise ValueError(f"sr {sr}: a rate is above 0")
    if not offset >= 0 or not (duration is None or duration >= 0):
        raise ValueError("offset and duration are seconds from 0")
    kind = numpy.dtype(dtype)
    with SoundFile(path) as file:
        rate = file.samplerate
        if kind.kind != "f" and (mono and file.channels > 1 or sr not in (None, rate)):
            raise ValueError(f"dtype {kind.name}: samples that are mixed or converted are float32 or float64")
        first = int(offset * rate)
        if first > 0:
            file.seek(first if file.frames < 0 else min(first, file.frames))
        data = file.read(-1 if duration is None else int(duration * rate), kind)
    if mono and data.ndim > 1:
        data = data.mean(axis=1, dtype=kind)
    if sr is not None and sr != rate:
        # librosa's number of frames, which is rounded up by a product that may lie above a whole number.
        count, ratio = len(data), float(sr) / rate
        data, rate = resample(data, rate, sr, quality).astype(kind, copy=False), sr
        missing = math.ceil(count * ratio) - len(data)
        if missing > 0:
            data = numpy.concatenate([data, numpy.zeros((missing, *data.shape[1:]), kind)])
    return data.T, whole_rate(rate)
