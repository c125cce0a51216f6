"""Arrays of samples, as callers bring them."""
from typing import Any, Tuple, Union

import numpy

#: soundfile's types of samples, and those of the library.
TYPES = {"int16": 1, "int32": 2, "float32": 3, "float64": 4}
_SCALES = {"int16": 32768.0, "int32": 2147483648.0}


def samples(data: Any) -> numpy.ndarray:
    """An array of frames, or of frames × channels, of floats, int16 or int32 in the processor's byte order."""
    if numpy.ma.is_masked(data):
        raise ValueError("data has masked samples: fill them first, as by filled(0)")
    found = numpy.asarray(data)
    if found.ndim not in (1, 2):
        raise ValueError("data has the shape (frames,) or (frames, channels)")
    # The name of a type does not tell its byte order.
    if found.dtype.kind != "f" and found.dtype.name not in _SCALES:
        raise ValueError(f"dtype {found.dtype.name}: samples are floats, int32 or int16")
    return found.astype(found.dtype.newbyteorder("="), copy=False)


def two_dimensional(data: Any) -> numpy.ndarray:
    """Samples as an array of frames × channels."""
    found = samples(data)
    return found.reshape(-1, 1) if found.ndim == 1 else found


def converted(samples: numpy.ndarray, kind: str) -> numpy.ndarray:
    """Samples of another type as the library takes them: scaled, rounded and clipped as reading does it. None is copied in vain."""
    source = samples.dtype.name
    if kind != source and kind in _SCALES:
        scale = _SCALES[kind] / _SCALES.get(source, 1.0)
        scaled = numpy.rint(numpy.nan_to_num(samples.astype("float64"), posinf=1e30, neginf=-1e30) * scale)
        samples = numpy.clip(scaled, -_SCALES[kind], _SCALES[kind] - 1)
    elif kind != source and source in _SCALES:
        samples = samples.astype("float64") / _SCALES[source]
    return numpy.require(samples, kind, ["C", "A"])


def lies_as_filled(array: numpy.ndarray) -> bool:
    """Whether the library can fill an array's memory: in C's order, at a multiple of its samples' size, in the processor's byte order."""
    return bool(array.flags.c_contiguous and array.flags.aligned and array.dtype.isnative)


def returned(array: numpy.ndarray, dtype: Any) -> numpy.ndarray:
    """An array that was read, in the byte order that was asked for."""
    return array.astype(numpy.dtype(dtype), copy=False)


def shape(samples: numpy.ndarray) -> Tuple[int, int]:
    """The number of frames and that of channels."""
    return int(samples.shape[0]), int(samples.shape[1])


def whole_rate(rate: float) -> Union[int, float]:
    """Frames a second, as an `int` where they are whole."""
    return int(rate) if float(rate).is_integer() else float(rate)
