"""Arrays of samples, as callers bring them."""
from typing import Any, Tuple

import numpy

#: soundfile's types of samples, and those of the library.
TYPES = {"int16": 1, "int32": 2, "float32": 3, "float64": 4}
_SCALES = {"int16": 32768.0, "int32": 2147483648.0}


def two_dimensional(data: Any) -> numpy.ndarray:
    """An array of frames × channels, of floats, int16 or int32."""
    samples = numpy.asarray(data)
    if samples.ndim not in (1, 2):
        raise ValueError("data has the shape (frames,) or (frames, channels)")
    if samples.dtype.kind == "f" or samples.dtype.name in _SCALES:
        return samples.reshape(-1, 1) if samples.ndim == 1 else samples
    raise ValueError(f"dtype {samples.dtype.name}: samples are written from floats, int32 or int16")


def converted(samples: numpy.ndarray, kind: str) -> numpy.ndarray:
    """Samples of another type, in C's order: scaled, rounded and clipped as reading does it. None is copied in vain."""
    source = samples.dtype.name
    if source == kind:
        return numpy.ascontiguousarray(samples)
    if kind in _SCALES:
        scale = _SCALES[kind] / _SCALES.get(source, 1.0)
        scaled = numpy.rint(numpy.nan_to_num(samples.astype("float64"), posinf=1e30, neginf=-1e30) * scale)
        return numpy.ascontiguousarray(numpy.clip(scaled, -_SCALES[kind], _SCALES[kind] - 1).astype(kind))
    floats = samples.astype("float64") / _SCALES[source] if source in _SCALES else samples
    return numpy.ascontiguousarray(floats, dtype=kind)


def shape(samples: numpy.ndarray) -> Tuple[int, int]:
    """The number of frames and that of channels."""
    return int(samples.shape[0]), int(samples.shape[1])
