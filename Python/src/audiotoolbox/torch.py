"""Files as tensors of PyTorch, as torchaudio gives them.

    from audiotoolbox import torch as at
    waveform, rate = at.load("song.m4a")                            # channels × frames, float32

Nothing of PyTorch is imported until a file is loaded, and the package does not ask for it to be installed.
"""
import importlib
from typing import Any, Optional, Tuple, Union

import numpy

from ._library import File
from ._reading import read

__all__ = ["load"]


def load(
    uri: File, frame_offset: int = 0, num_frames: int = -1, normalize: bool = True, channels_first: bool = True,
    format: Optional[str] = None, *, samplerate: Optional[float] = None, channels: Optional[int] = None,
) -> Tuple[Any, Union[int, float]]:
    """Reads a file as `torchaudio.load` does: a tensor of float32, of channels × frames, and frames a second.

    `frame_offset` and `num_frames` are a part of it. `samplerate` and `channels` are what it is converted to, as in `read`.
    `normalize=False`, by which integers would be left as they are, is refused; `audiotoolbox.read(…, dtype="int16")` gives them.
    `format` is refused too: what a file is its bytes say.
    """
    if not normalize:
        raise ValueError('normalize=False: samples are float32 here; audiotoolbox.read(…, dtype="int16") gives integers')
    if format is not None:
        raise ValueError(f"format {format!r}: the bytes of a file say what it is")
    if frame_offset < 0 or num_frames < -1:
        raise ValueError("frame_offset and num_frames count from 0; num_frames of -1 is all")
    torch = importlib.import_module("torch")
    data, rate = read(
        uri, frames=num_frames, start=frame_offset, dtype="float32", always_2d=True, samplerate=samplerate, channels=channels)
    return torch.from_numpy(numpy.ascontiguousarray(data.T) if channels_first else data), rate
