"""Reads samples into numpy arrays."""
from typing import Any, Iterator, Optional, Tuple, Union

import numpy

from ._errors import AudioError
from ._library import File
from ._soundfile import UNSEEKABLE, SoundFile


def _part(file: SoundFile, start: int, stop: Optional[int], frames: int) -> int:
    """Goes to the first frame of a part, and returns how many it has; -1 for all that follow."""
    if frames >= 0 and stop is not None:
        raise ValueError("frames and stop cannot both be given")
    if start < 0 or (stop is not None and stop < 0):
        if file.frames < 0:
            raise AudioError("unsupported", UNSEEKABLE)
        start = max(0, start + file.frames) if start < 0 else start
        stop = stop + file.frames if stop is not None and stop < 0 else stop
    if start > 0:
        file.seek(start if file.frames < 0 else min(start, file.frames))
    return frames if stop is None else max(0, stop - start)


def read(
    file: File, frames: int = -1, start: int = 0, stop: Optional[int] = None, dtype: Any = "float64", always_2d: bool = False,
    fill_value: Optional[float] = None, out: Optional[numpy.ndarray] = None, samplerate: Optional[float] = None,
    channels: Optional[int] = None, **adjustment: Any,
) -> Tuple[numpy.ndarray, Union[int, float]]:
    """Reads a file: its name, its bytes, or an object with `read`. Returns samples, and frames a second.

    As `soundfile.read`; `samplerate` and `channels` are what the samples are converted to; `target_level`, `effect`
    and so on are those of `SoundFile`.

    >>> import audiotoolbox as at
    >>> data, rate = at.read(music, start=100, stop=200)
    >>> data.shape, rate
    ((100, 2), 44100)
    >>> speech, rate = at.read(music, samplerate=16000, channels=1, dtype="float32")
    >>> speech.shape, rate
    ((64000,), 16000)
    """
    with SoundFile(file, samplerate=samplerate, channels=channels, **adjustment) as opened:
        count = _part(opened, start, stop, frames)
        return opened.read(count, dtype, always_2d, fill_value, out), opened.samplerate


def blocks(
    file: File, blocksize: int, overlap: int = 0, frames: int = -1, start: int = 0, stop: Optional[int] = None,
    dtype: Any = "float64", always_2d: bool = False, fill_value: Optional[float] = None, samplerate: Optional[float] = None,
    channels: Optional[int] = None, **adjustment: Any,
) -> Iterator[numpy.ndarray]:
    """The samples of a file block by block, for recordings that are too long to be in memory whole.

    >>> import audiotoolbox as at
    >>> sum(len(block) for block in at.blocks(music, 65536))
    176400
    """
    with SoundFile(file, samplerate=samplerate, channels=channels, **adjustment) as opened:
        count = _part(opened, start, stop, frames)
        yield from opened.blocks(blocksize, overlap, count, dtype, always_2d, fill_value)
