"""Reads and writes sound of every kind: AAC to AAC-ELD, MP3, FLAC, ALAC, Opus and PCM in MP4, CAF, WAVE, AIFF, Ogg and more.

Names and defaults are those of `soundfile` where both have them. Every call that takes long lets other threads of Python run.

>>> import audiotoolbox as at
>>> data, rate = at.read(music)
>>> data.shape, data.dtype.name, rate
((176400, 2), 'float64', 44100)
"""
from ._description import AudioInfo, Loudness, Picture, Track, formats, info, loudness
from ._library import AudioError, AudioWarning
from ._packets import Decoder, Encoder, Packet
from ._reading import blocks, read
from ._resampling import resample
from ._soundfile import SoundFile
from ._tags import set_tags
from ._writing import write

__all__ = [
    "AudioError", "AudioInfo", "AudioWarning", "Decoder", "Encoder", "Loudness", "Packet", "Picture", "SoundFile", "Track", "blocks",
    "formats", "info", "loudness", "read", "resample", "set_tags", "write"]
