"""Decodes and encodes packets without a file."""
import ctypes
import threading
from types import TracebackType
from typing import Any, List, NamedTuple, Optional, Type, Union

import numpy

from ._errors import AudioError
from ._library import ErrorRecord, Format, Stream, byref, library, octets, whole
from ._samples import converted, returned, two_dimensional, whole_rate

#: Frames that are read at a time.
_RUN = 8192
_FUNCTIONS = {"float32": "sat_read_float", "float64": "sat_read_double", "int16": "sat_read_int16"}


class Packet(NamedTuple):
    """A packet: its bytes, and the frames that it decodes to."""

    data: bytes
    frames: int

    def __repr__(self) -> str:
        return f"Packet(data=<{len(self.data)} bytes>, frames={self.frames})"


class _Codec:
    """What a decoder and an encoder have in common: a handle, which is closed."""

    format: str
    samplerate: Union[int, float]
    channels: int

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._handle = 0

    def __repr__(self) -> str:
        ended = ", closed" if self.closed else ""
        return f"{type(self).__name__}({self.format!r}, samplerate={self.samplerate}, channels={self.channels}{ended})"

    def __exit__(
        self, kind: Optional[Type[BaseException]], error: Optional[BaseException], trace: Optional[TracebackType]
    ) -> None:
        self.close()

    def __del__(self) -> None:
        if getattr(self, "_handle", 0):
            self.close()

    @property
    def closed(self) -> bool:
        """Whether it has been closed."""
        return self._handle == 0

    def close(self) -> None:
        """Lets it go. One that is closed already is left alone."""
        with self._lock:
            library.sat_close(self._handle)
            self._handle = 0

    def _end(self) -> None:
        record = ErrorRecord()
        if library.sat_end(self._handle, byref(record)) < 0:
            raise record.error()


class Decoder(_Codec):
    """Decodes packets that come without a file, as from a network or from another demultiplexer.

    `format` is a data format: aac, aacl, aace, aacf, aacg, aach, aacp, alac, flac, opus, vorbis, mp3, alaw, ulaw, ima4 … `cookie`
    is the configuration as containers hold it, with or without their wrapping: an AudioSpecificConfig, the body of STREAMINFO, OpusHead,
    PyAV's `extradata` and the like. `first_packet` shows what a configuration may leave unsaid, such as spectral band replication;
    it is still to be decoded. `samplerate`, `channels`, `frames_per_packet` and `bytes_per_packet` are what a container would state,
    for formats without a configuration. `priming` and `remainder` are decoded frames before and behind the recording, which are
    left out. A packet that cannot be decoded raises an error, and the next one goes on; with `conceal` it is filled in for.

    >>> import audiotoolbox as at, numpy
    >>> tone = numpy.sin(numpy.arange(20000) * 0.05).astype("float32") * 0.5
    >>> encoder = at.Encoder("alac", 44100, 1)
    >>> packets = encoder.encode(tone) + encoder.flush()
    >>> decoder = at.Decoder("alac", cookie=encoder.cookie)
    >>> blocks = [decoder.decode(packet.data) for packet in packets] + [decoder.flush()]
    >>> decoder.samplerate, decoder.channels, [len(block) for block in blocks]
    (44100, 1, [4096, 4096, 4096, 4096, 3616, 0])
    """

    def __init__(
        self, format: str, *, cookie: bytes = b"", first_packet: bytes = b"", samplerate: float = 0, channels: int = 0,
        frames_per_packet: int = 0, bytes_per_packet: int = 0, priming: int = 0, remainder: int = 0, conceal: bool = False,
    ) -> None:
        super().__init__()
        stream = Stream(
            rate=samplerate, priming=priming, remainder=remainder, channels=channels, frames_per_packet=frames_per_packet,
            bytes_per_packet=bytes_per_packet, conceals=int(conceal), format=_name(format))
        found, record = Format(), ErrorRecord()
        cookie, first_packet = octets(cookie), octets(first_packet)
        self._handle = library.sat_open_decoder(
            byref(stream), cookie, len(cookie), first_packet, len(first_packet), byref(found), byref(record))
        if self._handle == 0:
            raise record.error()
        self.format = format
        self.samplerate = whole_rate(found.rate)
        self.channels: int = found.channels

    def __enter__(self) -> "Decoder":
        return self

    @property
    def damaged_packets(self) -> int:
        """Packets that were filled in for so far: such as could not be decoded, and such as were lost."""
        return max(0, int(library.sat_damaged_packets(self._handle)))

    def decode(self, packet: Any, dtype: Any = "float32") -> numpy.ndarray:
        """Decodes a packet, and returns frames × channels: those that are ready, which may be none, or those of another packet.

        `dtype` is float32, float64 or int16, which is rounded and clipped. Of a format whose packets are a frame each, such as alaw,
        `packet` may be a run of them.
        """
        kind, data, record = _kind(dtype), octets(packet), ErrorRecord()
        with self._lock:
            if library.sat_decode(self._handle, data, len(data), byref(record)) < 0:
                raise record.error()
            return returned(self._take(kind), dtype)

    def conceal(self, packets: int = 1, dtype: Any = "float32") -> numpy.ndarray:
        """Fills in for packets that were lost behind those that came, and returns the frames."""
        kind, record = _kind(dtype), ErrorRecord()
        with self._lock:
            if library.sat_conceal(self._handle, whole(packets), byref(record)) < 0:
                raise record.error()
            return returned(self._take(kind), dtype)

    def flush(self, dtype: Any = "float32") -> numpy.ndarray:
        """Ends the stream, and returns the frames that are left."""
        kind = _kind(dtype)
        with self._lock:
            self._end()
            return returned(self._take(kind), dtype)

    def _take(self, kind: str) -> numpy.ndarray:
        parts: List[numpy.ndarray] = []
        while True:
            run = numpy.empty((_RUN, self.channels), kind)
            record = ErrorRecord()
            made = getattr(library, _FUNCTIONS[kind])(self._handle, run.ctypes.data, _RUN, byref(record))
            if made < 0:
                raise record.error()
            parts.append(run[:made])
            if made < _RUN:
                return parts[0].copy() if len(parts) == 1 else numpy.concatenate(parts)


class Encoder(_Codec):
    """Encodes samples into packets without a file.

    `format` is a data format that `formats()["encoders"]` has, by the names of `Decoder`. `bitrate` is bits a second of a lossy
    format, `bits` those of a sample of a lossless one: 16, 20, 24 or 32. `cookie` is the configuration that a decoder and a container
    need, which of FLAC is complete once `flush` has been called. `priming` frames are decoded before the recording, and, once `flush`
    has been called, `remainder` behind it.

    >>> import audiotoolbox as at, numpy
    >>> encoder = at.Encoder("aac", 44100, 2, bitrate=128000)
    >>> packets = encoder.encode(numpy.zeros((44100, 2))) + encoder.flush()
    >>> decoder = at.Decoder(
    ...     "aac", cookie=encoder.cookie, priming=encoder.priming, remainder=encoder.remainder)
    >>> sum(len(decoder.decode(packet.data)) for packet in packets) + len(decoder.flush())
    44100
    """

    def __init__(
        self, format: str, samplerate: float, channels: int, *, bitrate: Optional[int] = None, bits: Optional[int] = None
    ) -> None:
        super().__init__()
        self._stream = Stream(
            rate=samplerate, channels=channels, bit_rate=int(bitrate or 0), bits=int(bits or 0), format=_name(format))
        record = ErrorRecord()
        self._handle = library.sat_open_encoder(byref(self._stream), byref(record))
        if self._handle == 0:
            raise record.error()
        self.format = format
        self.samplerate = whole_rate(samplerate)
        self.channels = channels
        #: Frames and bytes of each packet; 0 where they differ.
        self.frames_per_packet: int = self._stream.frames_per_packet
        self.bytes_per_packet: int = self._stream.bytes_per_packet
        #: Decoded frames before the recording.
        self.priming: int = self._stream.priming
        self._room = max(1, self._stream.maximum_packet)

    def __enter__(self) -> "Encoder":
        return self

    @property
    def cookie(self) -> bytes:
        """The configuration as it is now."""
        record = ErrorRecord()
        with self._lock:
            count = library.sat_get_cookie(self._handle, None, 0, byref(record))
            memory = ctypes.create_string_buffer(max(1, count))
            if count < 0 or library.sat_get_cookie(self._handle, memory, count, byref(record)) < 0:
                raise record.error()
        return memory.raw[:count]

    @property
    def remainder(self) -> int:
        """Decoded frames behind the recording, once `flush` has been called; before, 0."""
        record = ErrorRecord()
        if library.sat_describe_encoder(self._handle, byref(self._stream), byref(record)) < 0:
            raise record.error()
        return int(self._stream.remainder)

    def encode(self, data: Any) -> List[Packet]:
        """Encodes frames of the shape (frames,) or (frames, channels), and returns the packets that are complete."""
        samples = two_dimensional(data)
        if samples.shape[1] != self.channels:
            raise ValueError(f"data has {samples.shape[1]} channels, and the encoder has {self.channels}")
        floats, record = converted(samples, "float32"), ErrorRecord()
        with self._lock:
            if library.sat_encode(self._handle, floats.ctypes.data, len(floats), byref(record)) < 0:
                raise record.error()
            return self._take()

    def flush(self) -> List[Packet]:
        """Ends the stream, and returns the packets that are left."""
        with self._lock:
            self._end()
            return self._take()

    def _take(self) -> List[Packet]:
        packets: List[Packet] = []
        memory, frames = ctypes.create_string_buffer(self._room), ctypes.c_int32()
        while True:
            record = ErrorRecord()
            count = library.sat_next_packet(self._handle, memory, self._room, byref(frames), byref(record))
            if count < 0:
                raise record.error()
            if count == 0:
                return packets
            packets.append(Packet(ctypes.string_at(memory, count), frames.value))


def _kind(dtype: Any) -> str:
    """A type of samples that packets are decoded as."""
    kind: str = numpy.dtype(dtype).name
    if kind not in _FUNCTIONS:
        raise ValueError(f"dtype {kind}: packets are decoded as float32, float64 or int16")
    return kind


def _name(format: str) -> bytes:
    """A data format's name as the library takes it."""
    name = format.encode()
    if not 0 < len(name) < 24 or b"\0" in name:
        raise AudioError("option", f"there is no data format {format!r}")
    return name
