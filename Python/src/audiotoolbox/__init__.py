"""Reads and writes sound of every kind: AAC to AAC-ELD, MP3, FLAC, ALAC, Opus and PCM in MP4, CAF, WAVE, AIFF, Ogg and more.

Names and defaults are those of `soundfile` where both have them. Every call that takes long lets other threads of Python run.

>>> import audiotoolbox as at
>>> data, rate = at.read(music)
>>> data.shape, data.dtype.name, rate
((176400, 2), 'float64', 44100)
"""
from typing import TYPE_CHECKING

from ._description import AudioInfo, Loudness, Picture, Track, info, loudness
from ._errors import AudioError, AudioWarning, LibsndfileError, SoundFileError
from ._formats import available_formats, available_subtypes, formats
from ._loading import load
from ._packets import Decoder, Encoder, Packet
from ._reading import blocks, read
from ._resampling import resample
from ._soundfile import SoundFile
from ._tags import set_tags
from ._writing import write

__all__ = [
    "AudioError", "AudioInfo", "AudioWarning", "Decoder", "Encoder", "LibsndfileError", "Loudness", "Packet", "Picture", "SoundFile",
    "SoundFileError", "Track", "__version__", "available_formats", "available_subtypes", "blocks", "formats", "info", "load", "loudness",
    "read", "resample", "set_tags", "write"]

if TYPE_CHECKING:
    #: The version of the package that is installed.
    __version__: str
else:
    def __getattr__(name):
        # The installation says it, which few programs ask for, and looking is slow.
        if name == "__version__":
            from importlib.metadata import version
            return version("swift-audio-toolbox")
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
