"""Writes samples into files."""
import json
import os
import shutil
import tempfile
import warnings
from typing import Any, Optional

import numpy

from ._errors import AudioWarning
from ._library import ErrorRecord, File, Output, byref, library, path, text, whole
from ._samples import TYPES, converted, shape, two_dimensional

#: soundfile's names of data formats.
_SUBTYPES = {
    "PCM_S8": "int8", "PCM_U8": "uint8", "PCM_16": "int16", "PCM_24": "int24", "PCM_32": "int32", "FLOAT": "float32",
    "DOUBLE": "float64", "ULAW": "ulaw", "ALAW": "alaw", "IMA_ADPCM": "ima-adpcm", "MS_ADPCM": "ms-adpcm", "OPUS": "opus",
    "VORBIS": "vorbis", "MPEG_LAYER_III": "mp3",
}
#: Lossless formats get the bits of the type that samples are handed over in: 24 of float32.
_LOSSLESS = {
    "ALAC_16": ("alac", "int16"), "ALAC_24": ("alac", "float32"), "ALAC_32": ("alac", "int32"),
    "flac PCM_16": ("flac", "int16"), "flac PCM_24": ("flac", "float32"),
}
#: Data formats that hold more than single precision.
_WIDE = ("int32", "float64")


class Writing:
    """A file that is being written: it appears when it is finished. An object with `write` gets it as a whole then."""

    def __init__(
        self, file: File, samplerate: float, channels: int, kind: Optional[str], subtype: Optional[str], endian: Optional[str],
        format: Optional[str], bitrate: Optional[int], overwrite: bool,
    ) -> None:
        self._writer = 0
        self._folder: Optional[str] = None
        self._target: Any = None
        if endian not in (None, "FILE"):
            raise ValueError(f"endian {endian!r}: each kind of file has its own byte order")
        place = self._place(file, format)
        name = _SUBTYPES.get(subtype or "", subtype or "")
        own = _LOSSLESS.get(subtype or "") or _LOSSLESS.get(f"{_extension(place)} {subtype}")
        if own is not None:
            name, kind = own
        #: The type that samples are handed over in.
        self.kind = kind or ("float64" if name in _WIDE else "float32")
        self.channels = channels
        self._name = str(place)
        output = Output(bit_rate=int(bitrate or 0), format=name.encode()[:23], replaces=int(overwrite))
        record = ErrorRecord()
        self._writer = library.sat_create_file(
            path(place), whole(channels, 32), float(samplerate), TYPES[self.kind], byref(output), byref(record))
        if self._writer == 0:
            self.discard()
            raise record.error()

    def _place(self, file: File, format: Optional[str]) -> File:
        """The name to write to: the file's own, or one that is temporary."""
        wanted = {"wave": "wav"}.get((format or "").lower(), (format or "").lower())
        if not hasattr(file, "write"):
            extension = _extension(file)
            if wanted not in ("", extension, {"wave": "wav"}.get(extension)):
                raise ValueError(
                    f"format {format!r}: the extension says which kind of file is written, and it is {extension!r}")
            return file
        if not wanted:
            raise ValueError("format: an object has no extension that would say which kind of file is written")
        self._target = file
        self._folder = tempfile.mkdtemp(prefix="audiotoolbox-")
        return os.path.join(self._folder, f"sound.{wanted}")

    def write(self, samples: numpy.ndarray) -> None:
        """Writes an array of frames × channels."""
        if samples.shape[1] != self.channels:
            raise ValueError(f"data has {samples.shape[1]} channels, and the file has {self.channels}")
        memory, record = converted(samples, self.kind), ErrorRecord()
        if library.sat_write(self._writer, memory.ctypes.data, len(memory), byref(record)) < 0:
            raise record.error()

    def finish(self) -> None:
        """Completes the file, and warns of what it does not keep."""
        record = ErrorRecord()
        told = library.sat_finish_file(self._writer, byref(record))
        self._writer = 0
        try:
            for line in json.loads(text(told, record))["warnings"]:
                warnings.warn(f"{self._name}: {line}", AudioWarning, stacklevel=3)
            if self._folder is not None:
                with open(os.path.join(self._folder, os.listdir(self._folder)[0]), "rb") as whole:
                    shutil.copyfileobj(whole, self._target)
        finally:
            self.discard()

    def discard(self) -> None:
        """Leaves nothing of a file that was not finished."""
        library.sat_close(self._writer)
        self._writer = 0
        if self._folder is not None:
            shutil.rmtree(self._folder, ignore_errors=True)
            self._folder = None


def _extension(file: Any) -> str:
    return os.path.splitext(os.fsdecode(file))[1].lower().lstrip(".")


def write(
    file: File, data: Any, samplerate: float, subtype: Optional[str] = None, endian: Optional[str] = None,
    format: Optional[str] = None, *, bitrate: Optional[int] = None, overwrite: bool = True,
) -> None:
    """Writes samples into a file, whose extension says which kind it is; the file appears when it is whole.

    `file` may also be an object with `write`, which gets the whole file at once, and `format` is its extension then. `data` has
    the shape (frames,) or (frames, channels), of floats whose full scale is 1, int16 or int32. `subtype` is a data format by
    soundfile's name (PCM_16, PCM_24, FLOAT …) or ours (int16, alac, aac, aace, opus …); where it is not given, the file keeps the
    samples as they are if its kind can: WAVE and CAF get 32-bit floats of floats and integers of integers; others get their usual
    format. `bitrate` is bits a second of a lossy format. A file of that name is replaced, unless `overwrite` is false.

    >>> import audiotoolbox as at, numpy, os, tempfile
    >>> name = os.path.join(tempfile.mkdtemp(), "tone.flac")
    >>> tone = numpy.sin(numpy.arange(48000) * 0.05) * 0.5
    >>> at.write(name, tone, 48000)
    >>> bool(abs(at.read(name)[0] - tone).max() < 2**-23)
    True
    """
    samples = two_dimensional(data)
    source = samples.dtype.name
    writing = Writing(
        file, samplerate, shape(samples)[1], source if source in ("int16", "int32") else None, subtype, endian, format, bitrate,
        overwrite)
    try:
        writing.write(samples)
    except BaseException:
        writing.discard()
        raise
    writing.finish()
