"""Converts files as `af convert` does, and hashes their sound as `af hash` does: from name to name, without arrays.

A conversion carries tags over, copies packets where the output can hold them, and writes the output beside its place under a name
that no other attempt has; it gets its name when it is whole and on the disk. So half outputs are never seen, and a conversion that is
made twice, even at the same time, leaves the same file.

>>> from audiotoolbox import jobs
>>> import os, tempfile
>>> name = os.path.join(tempfile.mkdtemp(), "music.flac")
>>> made = jobs.convert(music, name, subtype="flac", channels=1)
>>> made.format_id, made.frames, made.channels
('flac', 176400, 1)
>>> jobs.audio_hash(name).hash == jobs.audio_hash(name).hash
True
"""
import json
import os
from ctypes import POINTER, c_char, c_char_p, c_double, c_int32, c_int64, c_void_p
from dataclasses import dataclass, field
from typing import List, Optional, Union

from ._library import ErrorRecord, Numbers, byref, library, path, text
from ._writing import _SUBTYPES

#: A file by its name.
Name = Union[str, "os.PathLike[str]"]


class _Request(Numbers):
    _fields_ = [
        ("bit_rate", c_int64), ("rate", c_double), ("start", c_double), ("duration", c_double), ("channels", c_int32),
        ("threads", c_int32), ("format", c_char * 24), ("replaces", c_int32), ("reserved", c_int32)]


library.sat_convert_file.restype = c_void_p
library.sat_convert_file.argtypes = [c_char_p, c_char_p, POINTER(_Request), POINTER(ErrorRecord)]
library.sat_hash_file.restype = c_void_p
library.sat_hash_file.argtypes = [c_char_p, POINTER(ErrorRecord)]


@dataclass(frozen=True)
class Conversion:
    """What a conversion came to."""

    #: The code of four characters of the output's data format.
    format_id: str
    samplerate: float
    channels: int
    #: Frames of the recording; `None` where packets were copied.
    frames: Optional[int]
    #: Seconds of the recording, where they are known.
    duration: Optional[float]
    #: Whether packets were copied as they are.
    is_copy: bool
    #: What was noticed of the input, or could not be carried over.
    warnings: List[str] = field(default_factory=list)


@dataclass(frozen=True)
class AudioHash:
    """The hash of decoded samples: the same in every lossless file of the same sound."""

    algorithm: str
    hash: str
    #: The samples that were hashed, such as "int16".
    sample_format: str
    samplerate: float
    channels: int
    frames: int


def convert(
    input: Name, output: Name, *, subtype: Optional[str] = None, bitrate: Optional[int] = None, samplerate: Optional[float] = None,
    channels: Optional[int] = None, start: float = 0, duration: Optional[float] = None, threads: int = 1, overwrite: bool = False,
) -> Conversion:
    """Converts a file into another, whose extension says which kind it is; the result is that of `af convert`, byte by byte.

    `subtype` is a data format by soundfile's name or ours, `bitrate` bits a second of a lossy one;
    without a `subtype` it chooses the profile of AAC, below 64,000 in stereo HE-AAC, up to 40,000 HE-AAC v2. `start` and `duration` are seconds
    of the input. `threads` decode stretches of the input side by side, where its format allows it; the result stays the same.
    Throws `AudioError` of kind "exists" where there is an output already, unless `overwrite` is true.
    """
    name = _SUBTYPES.get(subtype or "", subtype or "")
    if len(name.encode()) > 23:
        raise ValueError(f"subtype {subtype!r}: there is no such data format")
    request = _Request(
        bit_rate=int(bitrate or 0), rate=float(samplerate or 0), start=float(start), duration=float(duration or 0),
        channels=int(channels or 0), threads=int(threads), format=name.encode(), replaces=int(overwrite))
    record = ErrorRecord()
    found = json.loads(text(library.sat_convert_file(path(input), path(output), byref(request), byref(record)), record))
    return Conversion(
        format_id=found["formatID"], samplerate=found["sampleRate"], channels=found["channels"], frames=found.get("frames"),
        duration=found.get("duration"), is_copy=found["isCopy"], warnings=found["warnings"])


def audio_hash(file: Name) -> AudioHash:
    """Decodes a file whole and hashes its samples. Throws `AudioError` of a file that is damaged or cut off, too."""
    record = ErrorRecord()
    found = json.loads(text(library.sat_hash_file(path(file), byref(record)), record))
    return AudioHash(
        algorithm=found["algorithm"], hash=found["hash"], sample_format=found["sampleFormat"], samplerate=found["sampleRate"],
        channels=found["channels"], frames=found["frames"])
