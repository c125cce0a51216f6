"""Looks into files without decoding them, and measures their loudness."""
import json
from dataclasses import dataclass, field
from typing import Any, Dict, List, Optional, Union

from ._library import ErrorRecord, File, byref, contents, library, path, text
from ._samples import whole_rate


@dataclass(frozen=True)
class Track:
    """A track of sound."""

    #: The codec with its profile, such as "AAC-ELD", and its code of four characters.
    codec: str
    format_id: str
    #: Frames a second, and the number of channels.
    samplerate: Union[int, float]
    channels: int
    #: The loudspeakers, where they are known.
    layout: Optional[str]
    #: Bits of a sample that the file states.
    bits: Optional[int]
    #: Frames of the recording, and seconds, where the file tells.
    frames: Optional[int]
    duration: Optional[float]
    #: Bits a second.
    bitrate: Optional[int]
    packets: int
    #: Frames that an encoder has put before and behind the recording, where the file tells.
    priming: Optional[int]
    remainder: Optional[int]


@dataclass(frozen=True)
class Picture:
    """A picture in a file: its media type, such as image/jpeg, and its size in bytes."""

    media_type: str
    size: int


@dataclass(frozen=True)
class AudioInfo:
    """What a file says of itself. `samplerate`, `channels`, `frames`, `duration` and `codec` are those of the first track."""

    format: str
    tracks: List[Track]
    tags: Dict[str, str] = field(default_factory=dict)
    pictures: List[Picture] = field(default_factory=list)

    @property
    def samplerate(self) -> Union[int, float]:
        return self.tracks[0].samplerate

    @property
    def channels(self) -> int:
        return self.tracks[0].channels

    @property
    def frames(self) -> Optional[int]:
        return self.tracks[0].frames

    @property
    def duration(self) -> Optional[float]:
        return self.tracks[0].duration

    @property
    def codec(self) -> str:
        return self.tracks[0].codec


@dataclass(frozen=True)
class Loudness:
    """Loudness by EBU R 128, in LUFS, LU and dB; `None` where it cannot be measured, as of silence."""

    integrated: Optional[float]
    range: Optional[float]
    maximum_momentary: Optional[float]
    maximum_short_term: Optional[float]
    true_peak: Optional[float]
    sample_peak: Optional[float]


def _track(record: Dict[str, Any]) -> Track:
    return Track(
        codec=record["codec"], format_id=record["formatID"], samplerate=whole_rate(record["sampleRate"]), channels=record["channels"],
        layout=record.get("layout"), bits=record.get("bits"), frames=record.get("frames"), duration=record.get("duration"),
        bitrate=record.get("bitRate"), packets=record["packets"], priming=record.get("primingFrames"),
        remainder=record.get("remainderFrames"))


def info(file: File) -> AudioInfo:
    """Looks into a file: its name, its bytes, or an object with `read`.

    >>> import audiotoolbox as at
    >>> found = at.info(music)
    >>> found.samplerate, found.channels, found.frames, found.tracks[0].format_id
    (44100, 2, 176400, 'aace')
    """
    record, data = ErrorRecord(), contents(file)
    if data is None:
        pointer = library.sat_describe_file(path(file), byref(record))
    else:
        pointer = library.sat_describe_memory(data, len(data), byref(record))
    found = json.loads(text(pointer, record))
    return AudioInfo(
        format=found["container"], tracks=[_track(one) for one in found["tracks"]], tags=found["tags"],
        pictures=[Picture(media_type=one["mediaType"], size=one["byteCount"]) for one in found["pictures"]])


def loudness(file: File) -> Loudness:
    """Measures a file by its name. It is decoded whole.

    >>> import audiotoolbox as at
    >>> -70 < at.loudness(music).integrated < 0
    True
    """
    record = ErrorRecord()
    found = json.loads(text(library.sat_measure_loudness(path(file), byref(record)), record))
    return Loudness(
        integrated=found.get("integrated"), range=found.get("range"), maximum_momentary=found.get("maximumMomentary"),
        maximum_short_term=found.get("maximumShortTerm"), true_peak=found.get("truePeak"), sample_peak=found.get("samplePeak"))
