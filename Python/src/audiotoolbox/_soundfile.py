"""Reads and writes files frame by frame."""
import json
import os
import threading
import warnings
from types import TracebackType
from typing import Any, Iterator, Optional, Type, Union

import numpy

from ._errors import AudioError, AudioWarning
from ._library import Adjustment, ErrorRecord, File, Format, Request, byref, contents, library, path, text, whole
from ._samples import lies_as_filled, returned, two_dimensional, whole_rate
from ._writing import Writing

#: Frames that are read at a time where nothing tells how many there are.
_RUN = 1 << 20
_FUNCTIONS = {"float32": "sat_read_float", "float64": "sat_read_double", "int16": "sat_read_int16"}
_EFFECTS = ("always", "night", "noisy", "limited", "low level", "dialog", "general")
UNSEEKABLE = "nothing tells how many frames there are, so that none can be counted from the end"


class SoundFile:
    """A recording that is read or written frame by frame: as `soundfile.SoundFile`.

    Of one that is read (mode "r") `samplerate` and `channels` are those of the file, or what is asked for: the rate is converted,
    and channels that are too many are mixed (ITU-R BS.775). `frames` is -1 where only reading to the end would tell. Samples are
    exactly those of the decoder; what an encoder has put before and behind the recording is cut off.

    >>> import audiotoolbox as at
    >>> with at.SoundFile(music) as file:
    ...     place = file.seek(1000)
    ...     data = file.read(500, dtype="float32")
    >>> place, data.shape, data.dtype.name
    (1000, (500, 2), 'float32')

    `target_level` brings a recording that states its loudness to a level: LKFS, of the `album` where that is stated. `effect` applies
    the gains that its stream has for a purpose: always, night, noisy, limited, low level, dialog or general, of which `boost` and
    `cut` are the parts above and below 0 dB. What a stream does not let the decoder fulfil is an `AudioWarning`.

    One that is written (mode "w", or "x" for a file that must not be there yet) needs `samplerate` and `channels`; `subtype`,
    `format` and `bitrate` are those of `write`, by which floats are kept where nothing is said. The file appears when it is closed,
    and is whole then; where a `with` ends by an exception it is given up, and what was there before stays.

    >>> import os, tempfile
    >>> name = os.path.join(tempfile.mkdtemp(), "copy.flac")
    >>> with at.SoundFile(name, "w", 44100, 2, subtype="PCM_16") as file:
    ...     for block in at.blocks(music, 4096, dtype="int16"):
    ...         file.write(block)
    >>> at.info(name).frames, at.info(name).tracks[0].bits
    (176400, 16)
    """

    def __init__(
        self, file: File, mode: Optional[str] = "r", samplerate: Optional[float] = None, channels: Optional[int] = None,
        subtype: Optional[str] = None, endian: Optional[str] = None, format: Optional[str] = None, *, bitrate: Optional[int] = None,
        target_level: Optional[float] = None, effect: Optional[str] = None, boost: float = 1, cut: float = 1, album: bool = False,
    ) -> None:
        if mode not in (None, "r", "w", "x"):
            raise ValueError(f"mode {mode!r}: a file is read (r), written (w), or written where there is none yet (x)")
        self._lock = threading.Lock()
        self._reader = 0
        self._writing: Optional[Writing] = None
        self._place = 0
        self.mode = mode or "r"
        self.name = os.fspath(file) if isinstance(file, (str, os.PathLike)) else "sound in memory"
        self.samplerate: Union[int, float] = 0
        self.channels = 0
        self.frames = 0
        self._bits = 0
        # The bytes that are read, which must stay for as long.
        self._data: Optional[bytes] = None
        if self.mode != "r":
            if not samplerate or not channels:
                raise TypeError("samplerate and channels must be given for a file that is written")
            self._writing = Writing(file, samplerate, channels, None, subtype, endian, format, bitrate, mode == "w")
            self.samplerate, self.channels = whole_rate(samplerate), channels
            return
        if (subtype, endian, format, bitrate) != (None, None, None, None):
            raise TypeError("subtype, endian, format and bitrate are for files that are written")
        if effect is not None and effect not in _EFFECTS:
            raise ValueError(f"effect {effect!r}: it is one of {', '.join(_EFFECTS)}")
        request = Request(rate=float(samplerate or 0), channels=int(channels or 0))
        found, record, data = Format(), ErrorRecord(), contents(file)
        if data is None:
            self._reader = library.sat_open_file(path(file), byref(request), byref(found), byref(record))
        else:
            self._data = data
            self._reader = library.sat_borrow_memory(data, len(data), byref(request), byref(found), byref(record))
        if self._reader == 0:
            raise record.error()
        if target_level is not None or effect is not None:
            gains = 0 if effect is None else _EFFECTS.index(effect) + 1
            adjustment = Adjustment(target_level=float(target_level or 0), boost=boost, cut=cut, gains=gains, is_album=int(album))
            told = library.sat_adjust_decoder(self._reader, byref(adjustment), byref(record))
            try:
                unmet = json.loads(text(told, record))["warnings"]
            except AudioError:
                library.sat_close(self._reader)
                self._reader = 0
                raise
            for line in unmet:
                warnings.warn(f"{self.name}: {line}", AudioWarning, stacklevel=2)
        self.samplerate = whole_rate(found.rate)
        self.channels = found.channels
        self.frames = found.frames
        self._bits = found.bits

    def __enter__(self) -> "SoundFile":
        return self

    def __exit__(
        self, kind: Optional[Type[BaseException]], error: Optional[BaseException], trace: Optional[TracebackType]
    ) -> None:
        if kind is not None:
            self.discard()
        self.close()

    def __del__(self) -> None:
        if getattr(self, "_reader", 0) or getattr(self, "_writing", None):
            self.close()

    def __repr__(self) -> str:
        known = f", frames={self.frames}" if self.mode == "r" and self.frames >= 0 else ""
        ended = ", closed" if self.closed else ""
        return (
            f"SoundFile({self.name!r}, mode={self.mode!r}, samplerate={self.samplerate}, channels={self.channels}{known}{ended})")

    def __len__(self) -> int:
        return max(0, self.frames)

    @property
    def closed(self) -> bool:
        """Whether it has been closed."""
        return self._reader == 0 and self._writing is None

    @property
    def damaged_packets(self) -> int:
        """Packets that could not be decoded so far and were filled in for."""
        return max(0, int(library.sat_damaged_packets(self._reader)))

    def close(self) -> None:
        """Lets the file go; one that is written is completed and appears. One that is closed already is left alone."""
        with self._lock:
            library.sat_close(self._reader)
            self._reader, self._data = 0, None
            writing, self._writing = self._writing, None
            if writing is not None:
                writing.finish()

    def discard(self) -> None:
        """Gives a file up that is written: nothing of it is left. Of one that is read it does nothing."""
        with self._lock:
            writing, self._writing = self._writing, None
            if writing is not None:
                writing.discard()

    def write(self, data: Any) -> None:
        """Writes the next frames, of the shape (frames,) or (frames, channels): floats whose full scale is 1, int16 or int32."""
        samples = two_dimensional(data)
        with self._lock:
            if self._writing is None:
                raise AudioError("invalidState", "there is no such writer: the file is read, or has been closed")
            self._writing.write(samples)
            self._place += len(samples)
            self.frames = self._place

    def flush(self) -> None:
        """Does nothing: a file appears when it is closed, and not before."""

    def seekable(self) -> bool:
        """Whether it is read: every file that can be read can be sought in."""
        return self.mode == "r"

    def tell(self) -> int:
        """The next frame that is read or written."""
        return self._place

    def seek(self, frames: int, whence: int = os.SEEK_SET) -> int:
        """Goes to a frame, counted from the start, the present place or the end, and returns it."""
        with self._lock:
            return self._seek(frames, whence)

    def _seek(self, frames: int, whence: int) -> int:
        if whence == os.SEEK_CUR:
            frames += self._place
        elif whence == os.SEEK_END:
            if self.frames < 0:
                raise AudioError("unsupported", UNSEEKABLE)
            frames += self.frames
        elif whence != os.SEEK_SET:
            raise ValueError(f"whence is {whence}; SEEK_SET, SEEK_CUR and SEEK_END have a meaning")
        if frames < 0:
            raise ValueError("frames are counted from 0")
        record = ErrorRecord()
        if library.sat_seek(self._reader, whole(frames), byref(record)) < 0:
            raise record.error()
        self._place = frames
        return frames

    def read(
        self, frames: int = -1, dtype: Any = "float64", always_2d: bool = False, fill_value: Optional[float] = None,
        out: Optional[numpy.ndarray] = None,
    ) -> numpy.ndarray:
        """Reads the next frames; all that there are where `frames` is below 0.

        `dtype` is float64, float32, int16 or int32; integers are rounded and clipped. The array has the shape (frames, channels),
        or (frames,) of one channel without `always_2d`. Where fewer frames are left the array is shorter, unless `fill_value`
        says what follows. `out` is filled in place of a new array: straight into its memory where that is contiguous in C's
        order and in the processor's byte order, and by way of an array that is.
        """
        if out is not None and not isinstance(out, numpy.ndarray):
            raise TypeError(f"out: an array of numpy is filled, not a {type(out).__name__}")
        kind = numpy.dtype(dtype if out is None else out.dtype).name
        if kind != "int32" and kind not in _FUNCTIONS:
            raise ValueError(f"dtype {kind}: samples are read as float64, float32, int32 or int16")
        if kind == "int32" and self._bits > 24:
            raise ValueError("int32: files of more than 24 bits may be rounded on the way; float64 is what they are read as")
        if kind == "int32" and out is not None:
            raise ValueError("out: arrays of int32 are not filled in place")
        with self._lock:
            if out is not None:
                return self._fill(out, frames, kind, fill_value)
            data = self._take(frames, "float64" if kind == "int32" else kind)
        if kind == "int32":
            data = numpy.clip(numpy.rint(data * 2.0**31), -(2.0**31), 2.0**31 - 1).astype(kind)
        if fill_value is not None and 0 <= len(data) < frames:
            rest = numpy.full((frames - len(data), self.channels), fill_value, kind)
            data = numpy.concatenate([data, rest])
        return returned(data if always_2d or self.channels > 1 else data[:, 0], dtype)

    def _fill(self, out: numpy.ndarray, frames: int, kind: str, fill_value: Optional[float]) -> numpy.ndarray:
        if not out.flags.writeable:
            raise ValueError("out: the array is read-only")
        if out.ndim not in (1, 2) or (out.shape[1] if out.ndim == 2 else 1) != self.channels:
            raise ValueError(f"out: the array must have {self.channels} channels")
        wanted = len(out) if frames < 0 else min(frames, len(out))
        if lies_as_filled(out):
            made = self._read(out[:wanted], kind)
        else:
            data = self._take(wanted, kind)
            made = len(data)
            out[:made] = data if out.ndim == 2 else data[:, 0]
        if fill_value is None:
            return out[:made]
        out[made:] = fill_value
        return out

    def _take(self, frames: int, kind: str) -> numpy.ndarray:
        """The next frames as an array of two dimensions; decoded into its memory."""
        left = self.frames - self._place if self.frames >= 0 else -1
        if frames >= 0 or left >= 0:
            # No more memory than there can be sound for.
            count = max(0, left) if frames < 0 else frames if left < 0 else min(frames, max(0, left))
            if frames < 0 or left >= 0 or count <= _RUN:
                data = numpy.empty((count, self.channels), kind)
                made = self._read(data, kind)
                return data if made == count else data[:made].copy()
        parts, rest = [], frames
        while rest != 0:
            run = numpy.empty((_RUN if rest < 0 else min(_RUN, rest), self.channels), kind)
            made = self._read(run, kind)
            parts.append(run[:made])
            if made < len(run):
                break
            rest = rest if rest < 0 else rest - made
        return numpy.concatenate(parts) if parts else numpy.empty((0, self.channels), kind)

    def _read(self, data: numpy.ndarray, kind: str) -> int:
        record = ErrorRecord()
        made = int(getattr(library, _FUNCTIONS[kind])(self._reader, data.ctypes.data, len(data), byref(record)))
        if made < 0:
            raise record.error()
        self._place += made
        return made

    def blocks(
        self, blocksize: int, overlap: int = 0, frames: int = -1, dtype: Any = "float64", always_2d: bool = False,
        fill_value: Optional[float] = None,
    ) -> Iterator[numpy.ndarray]:
        """Arrays of `blocksize` frames, each of which begins with the last `overlap` frames of the one before."""
        if blocksize < 1 or not 0 <= overlap < blocksize:
            raise ValueError("blocksize must be above 0, and overlap below it")
        tail, kind = None, numpy.dtype(dtype).name
        while frames != 0:
            fresh = blocksize - (0 if tail is None else len(tail))
            wanted = fresh if frames < 0 else min(fresh, frames)
            data = self.read(wanted, kind, True)
            frames = frames if frames < 0 else frames - len(data)
            block = data if tail is None else numpy.concatenate([tail, data])
            isLast = len(data) < fresh
            if len(data) > 0:
                if isLast and fill_value is not None:
                    rest = numpy.full((blocksize - len(block), self.channels), fill_value, block.dtype)
                    block = numpy.concatenate([block, rest])
                yield returned(block if always_2d or self.channels > 1 else block[:, 0], dtype)
            if isLast:
                return
            tail = block[len(block) - overlap:] if overlap else None
