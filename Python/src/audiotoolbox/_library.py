"""The library inside the package, by its functions in C (swift_audio_toolbox.h)."""
import ctypes
import os
import pathlib
from ctypes import (
    POINTER, byref, c_char, c_char_p, c_double, c_int32, c_int64, c_size_t, c_uint32, c_uint64, c_void_p)
from typing import Any, Optional, Union, cast

from ._errors import AudioError, error

#: The version of the interface in C that this package is written for.
VERSION = 1


class ErrorRecord(ctypes.Structure):
    _fields_ = [
        ("byte_offset", c_int64), ("packet", c_int64), ("kind", c_char * 32), ("text", c_char * 728),
        ("advice", c_char * 256),
    ]

    def error(self) -> AudioError:
        byte_offset, packet = (None if number < 0 else number for number in (self.byte_offset, self.packet))
        return error(self.kind.decode(), self.text.decode(), byte_offset, packet, self.advice.decode() or None)


def whole(number: int, bits: int = 64) -> int:
    """A whole number that the library is to get, which must not lose its upper bits on the way."""
    if not -(1 << (bits - 1)) <= number < 1 << (bits - 1):
        raise ValueError(f"{number} is too large, or too small, for a number of {bits} bits")
    return number


class Numbers(ctypes.Structure):
    """A structure that refuses whole numbers which its fields would cut."""

    def __init__(self, **values: Any) -> None:
        super().__init__(**values)
        for name, value in values.items():
            found = getattr(self, name)
            if isinstance(found, int) and found != value:
                raise ValueError(f"{name}: {value} is too large, or too small")


class Request(Numbers):
    _fields_ = [("rate", c_double), ("start", c_double), ("duration", c_double), ("channels", c_int32), ("reserved", c_int32)]


class Adjustment(Numbers):
    _fields_ = [("target_level", c_double), ("boost", c_double), ("cut", c_double), ("gains", c_int32), ("is_album", c_int32)]


class Format(ctypes.Structure):
    _fields_ = [("rate", c_double), ("frames", c_int64), ("channels", c_int32), ("bits", c_int32)]


class Output(Numbers):
    _fields_ = [("bit_rate", c_int64), ("format", c_char * 24), ("replaces", c_int32), ("reserved", c_int32)]


class Stream(Numbers):
    _fields_ = [
        ("rate", c_double), ("priming", c_int64), ("remainder", c_int64), ("bit_rate", c_int64), ("channels", c_int32),
        ("frames_per_packet", c_int32), ("bytes_per_packet", c_int32), ("bits", c_int32), ("conceals", c_int32),
        ("maximum_packet", c_int32), ("format", c_char * 24)]


class Rates(Numbers):
    _fields_ = [("from_", c_double), ("to", c_double), ("method", c_int32), ("reserved", c_int32)]


class Tag(ctypes.Structure):
    _fields_ = [("key", c_char_p), ("value", c_char_p)]


def _is_wide() -> bool:
    """True if the processor, and the system, have what programs of level x86-64-v3 use."""
    try:
        with open("/proc/cpuinfo", "rb") as file:
            # The first processor of the list, which is long where there are many.
            head = file.read(4096)
    except OSError:
        return False
    _, _, flags = head.partition(b"\nflags")
    return {b"avx2", b"bmi1", b"bmi2", b"f16c", b"fma", b"abm", b"movbe"} <= set(flags.partition(b"\n")[0].split())


def _path() -> str:
    """Path of the library: the one that is named, or that of the wheel which suits the processor."""
    named = os.environ.get("AUDIOTOOLBOX_LIBRARY")
    if named:
        return named
    folder = pathlib.Path(__file__).parent
    wide = folder / "x86-64-v3"
    return str((wide if wide.is_dir() and _is_wide() else folder) / "libswift_audio_toolbox.so")


def _load() -> ctypes.CDLL:
    # CDLL lets go of the interpreter's lock for the time of each call.
    library = ctypes.CDLL(_path())
    failure = POINTER(ErrorRecord)
    signatures = {
        "sat_version": (c_uint32, []),
        "sat_open_file": (c_uint64, [c_char_p, POINTER(Request), POINTER(Format), failure]),
        "sat_borrow_memory": (c_uint64, [c_char_p, c_size_t, POINTER(Request), POINTER(Format), failure]),
        "sat_adjust_decoder": (c_void_p, [c_uint64, POINTER(Adjustment), failure]),
        "sat_read_float": (c_int64, [c_uint64, c_void_p, c_int64, failure]),
        "sat_read_double": (c_int64, [c_uint64, c_void_p, c_int64, failure]),
        "sat_read_int16": (c_int64, [c_uint64, c_void_p, c_int64, failure]),
        "sat_seek": (c_int32, [c_uint64, c_int64, failure]),
        "sat_damaged_packets": (c_int64, [c_uint64]),
        "sat_close": (None, [c_uint64]),
        "sat_describe_file": (c_void_p, [c_char_p, failure]),
        "sat_describe_memory": (c_void_p, [c_char_p, c_size_t, failure]),
        "sat_measure_loudness": (c_void_p, [c_char_p, failure]),
        "sat_list_formats": (c_void_p, []),
        "sat_free": (None, [c_void_p]),
        "sat_create_file": (c_uint64, [c_char_p, c_int32, c_double, c_int32, POINTER(Output), failure]),
        "sat_write": (c_int32, [c_uint64, c_void_p, c_int64, failure]),
        "sat_finish_file": (c_void_p, [c_uint64, failure]),
        "sat_tag_file": (c_void_p, [c_char_p, POINTER(Tag), c_size_t, c_char_p, c_size_t, c_int32, failure]),
        "sat_open_decoder": (
            c_uint64, [POINTER(Stream), c_char_p, c_size_t, c_char_p, c_size_t, POINTER(Format), failure]),
        "sat_decode": (c_int32, [c_uint64, c_char_p, c_size_t, failure]),
        "sat_conceal": (c_int32, [c_uint64, c_int64, failure]),
        "sat_open_encoder": (c_uint64, [POINTER(Stream), failure]),
        "sat_encode": (c_int32, [c_uint64, c_void_p, c_int64, failure]),
        "sat_next_packet": (c_int64, [c_uint64, c_void_p, c_size_t, POINTER(c_int32), failure]),
        "sat_get_cookie": (c_int64, [c_uint64, c_void_p, c_size_t, failure]),
        "sat_describe_encoder": (c_int32, [c_uint64, POINTER(Stream), failure]),
        "sat_end": (c_int32, [c_uint64, failure]),
        "sat_resample_float": (c_int64, [c_void_p, c_int64, c_int32, POINTER(Rates), c_void_p, c_int64, failure]),
        "sat_resample_double": (c_int64, [c_void_p, c_int64, c_int32, POINTER(Rates), c_void_p, c_int64, failure]),
    }
    for name, (result, arguments) in signatures.items():
        function = getattr(library, name)
        function.restype, function.argtypes = result, arguments
    found = library.sat_version()
    if found != VERSION:
        raise ImportError(f"{path} has version {found} of the interface in C; this package is written for {VERSION}")
    return library


library = _load()

#: A file: its name, its bytes, or an object with `read`.
File = Union[str, "os.PathLike[str]", bytes, bytearray, memoryview, Any]


def contents(file: File) -> Optional[bytes]:
    """The bytes of a file that is given as such or as an object; `None` of one that is given by its name."""
    if isinstance(file, (bytes, bytearray, memoryview)):
        return bytes(file)
    if hasattr(file, "read"):
        data = file.read()
        if not isinstance(data, bytes):
            raise TypeError("a file object must be opened in binary mode")
        return data
    return None


def octets(data: Any) -> bytes:
    """The bytes of a buffer of any kind; a number, of which `bytes` would make so many zeros, is none."""
    return data if isinstance(data, bytes) else memoryview(data).tobytes()


def path(file: File) -> bytes:
    """The name of a file as the system has it."""
    name = os.fsencode(cast("Union[str, os.PathLike[str]]", file))
    if b"\0" in name:
        raise ValueError("a file's name has no zero byte")
    return name


def text(pointer: Optional[int], record: ErrorRecord) -> bytes:
    """Takes text that the library has given."""
    if not pointer:
        raise record.error()
    try:
        return ctypes.string_at(pointer)
    finally:
        library.sat_free(pointer)


__all__ = [
    "Adjustment", "ErrorRecord", "File", "Format", "Numbers", "Output", "Rates", "Request",
    "Stream", "Tag", "byref", "contents", "library", "octets", "path", "text", "whole"
]
