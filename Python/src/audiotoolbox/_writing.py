"""Writes samples into files."""
import os
from typing import Any, Optional, Union

import numpy

from ._library import ErrorRecord, Output, byref, library, path

#: soundfile's names of data formats.
_SUBTYPES = {
    "PCM_S8": "int8", "PCM_U8": "uint8", "PCM_16": "int16", "PCM_24": "int24", "PCM_32": "int32", "FLOAT": "float32",
    "DOUBLE": "float64", "ULAW": "ulaw", "ALAW": "alaw", "IMA_ADPCM": "ima4", "ALAC_16": "alac", "OPUS": "opus", "VORBIS": "vorbis",
}
_SCALES = {"int16": 1 / 32768, "int32": 1 / 2147483648}


def write(
    file: Union[str, "os.PathLike[str]"], data: Any, samplerate: float, subtype: Optional[str] = None,
    endian: Optional[str] = None, format: Optional[str] = None, *, bitrate: Optional[int] = None, overwrite: bool = True,
) -> None:
    """Writes samples into a file, whose extension says which kind it is; the file appears when it is whole.

    `data` has the shape (frames,) or (frames, channels), of floats whose full scale is 1, int16 or int32. `subtype` is a data
    format by soundfile's name (PCM_16, PCM_24, FLOAT …) or ours (int16, alac, aac, aace, opus …); where it is not given, WAVE and
    CAF get 32-bit floats of floats and 16-bit integers of int16, others their usual format. `bitrate` is bits a second of a lossy
    format. A file of that name is replaced, unless `overwrite` is false.

    >>> import audiotoolbox as at, numpy, os, tempfile
    >>> name = os.path.join(tempfile.mkdtemp(), "tone.flac")
    >>> tone = numpy.sin(numpy.arange(48000) * 0.05) * 0.5
    >>> at.write(name, tone, 48000)
    >>> bool(abs(at.read(name)[0] - tone).max() < 2**-23)
    True
    """
    if endian not in (None, "FILE"):
        raise ValueError(f"endian {endian!r}: each kind of file has its own byte order")
    extension = os.path.splitext(os.fsdecode(file))[1].lower().lstrip(".")
    if format is not None and format.lower() not in (extension, {"wave": "wav"}.get(format.lower(), "")):
        raise ValueError(f"format {format!r}: the extension says which kind of file is written, and it is {extension!r}")
    samples = numpy.asarray(data)
    if samples.ndim not in (1, 2):
        raise ValueError("data has the shape (frames,) or (frames, channels)")
    kind = samples.dtype.name
    if samples.dtype.kind == "i" and kind not in _SCALES:
        raise ValueError(f"dtype {kind}: samples are written from floats, int32 or int16")
    if subtype is None and kind == "int16" and extension in ("wav", "wave", "caf", "aif", "aiff", "w64", "rf64"):
        subtype = "int16"
    scaled = samples * _SCALES[kind] if kind in _SCALES else samples
    floats = numpy.ascontiguousarray(scaled, dtype="float32")
    frames, channels = floats.shape[0], 1 if floats.ndim == 1 else floats.shape[1]
    name = _SUBTYPES.get(subtype or "", subtype or "")
    output = Output(bit_rate=int(bitrate or 0), format=name.encode()[:23], replaces=int(overwrite))
    record = ErrorRecord()
    if library.sat_write_file(path(file), floats.ctypes.data, frames, channels, float(samplerate), byref(output), byref(record)) < 0:
        raise record.error()
