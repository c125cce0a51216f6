"""Work on the rows of a table of files, for engines that run it on many machines: `audiotoolbox.spark` and `audiotoolbox.ray`.

A work is an object that makes rows out of one row. It is a small value that is sent to every machine, keeps nothing between rows, and
may be done twice, even at the same time, with the same result. A row that is read has

- `input`, or `path`: the name of a file, plain or as `file:` has it; and `content`, or `bytes`, where the file is in the row itself;
- `output`, for `Files`: the name of the file to write, where no template names it;
- `start` and `frames`, for `Waveforms`: a range of frames, as `Ranges` has made it.

A row that is made has `input`, what the work says, and `seconds`; and where the file failed everything else is `None`, but for
`error_kind`, `error_text`, and `error_offset` and `error_packet` where they are known: no file raises an exception.

>>> from audiotoolbox import rows
>>> features = rows.Features(loudness=True)
>>> [row] = features({"input": music})
>>> row["duration"], row["format_id"], -70 < row["integrated_loudness"] < 0, row["error_kind"]
(4.0, 'aace', True, None)
>>> [row] = features({"input": "nowhere.wav"})
>>> row["error_kind"], row["duration"]
('inputOutput', None)
>>> [len(row["samples"]) for part in rows.Ranges(2.5)({"input": music}) for row in rows.Waveforms(channels=1)(part)]
[88200, 88200]
"""
import contextlib
import os
import tempfile
import time
from dataclasses import dataclass
from typing import Any, Dict, Iterator, List, Mapping, Optional, Tuple, Union

import numpy

from . import _description, _soundfile, jobs
from ._errors import AudioError

#: A row, by the names of its columns.
Row = Dict[str, Any]
#: Columns by name and type: string, long, int, double, boolean, binary, array<float>, array<string>.
Columns = List[Tuple[str, str]]

_FAILURE: Columns = [
    ("seconds", "double"), ("error_kind", "string"), ("error_text", "string"), ("error_offset", "long"), ("error_packet", "long")]


def local_name(name: str) -> str:
    """The name of a file as the system has it: `file:/music/a.wav`, as Spark's source `binaryFile` writes it, is `/music/a.wav`."""
    if name.startswith("file:"):
        rest = name[len("file:"):]
        return "/" + rest.lstrip("/") if rest.startswith("/") else rest
    return name


class Source:
    """The file of a row: its name, and its bytes where the row has them."""

    def __init__(self, row: Mapping[str, Any]) -> None:
        given = row.get("input")
        self.input = str(given if given is not None else row.get("path") or "")
        content = row.get("content")
        self.content: Optional[bytes] = content if content is not None else row.get("bytes")
        #: A name that stands in for the file's in what the library says.
        self.alias = ""

    def opened(self) -> Union[str, bytes]:
        """What `info` and `SoundFile` take."""
        if self.content is not None:
            return self.content
        name = local_name(self.input)
        if not name:
            raise AudioError("option", "the row names no file: it has neither input nor path")
        if "://" in name:
            raise AudioError(
                "unsupported", f"{name}: names on other machines are not opened here; have the engine read the bytes into the row")
        return name

    @contextlib.contextmanager
    def named(self) -> Iterator[str]:
        """A name under which the system opens the file. Bytes are in memory where the system has such files, as Linux."""
        found = self.opened()
        if isinstance(found, str):
            yield found
        elif hasattr(os, "memfd_create"):
            number = os.memfd_create("sound", os.MFD_CLOEXEC)
            try:
                with open(number, "wb", closefd=False) as file:
                    file.write(found)
                self.alias = f"/proc/self/fd/{number}"
                yield self.alias
            finally:
                os.close(number)
        else:
            with tempfile.NamedTemporaryFile(suffix=os.path.splitext(self.input)[1]) as temporary:
                temporary.write(found)
                temporary.flush()
                self.alias = temporary.name
                yield self.alias

    def told(self, text: str) -> str:
        """What the library says, with the name that people know."""
        return text.replace(self.alias, self.input) if self.alias else text

    def byte_count(self) -> int:
        """Bytes of the file."""
        return len(self.content) if self.content is not None else os.stat(local_name(self.input)).st_size


def _kind(error: Exception) -> str:
    """The word for what an exception says, as `AudioError.kind` has it."""
    if isinstance(error, AudioError):
        return error.kind
    if isinstance(error, FileExistsError):
        return "exists"
    if isinstance(error, OSError):
        return "inputOutput"
    if isinstance(error, MemoryError):
        return "limitExceeded"
    return "option" if isinstance(error, (ValueError, TypeError)) else "invalidState"


class Work:
    """What is done with each row. `columns` are those of the rows that come of it."""

    #: Columns between `input` and `seconds`.
    results: Columns = []
    #: Rows of a task that are worked on at a time.
    at_once: int = 1

    @property
    def columns(self) -> Columns:
        """All columns, by name and type."""
        return [("input", "string"), *self.results, *_FAILURE]

    def rows(self, row: Mapping[str, Any], source: Source) -> List[Row]:
        """The rows that come of one; may throw."""
        raise NotImplementedError

    def __call__(self, row: Mapping[str, Any]) -> List[Row]:
        source, start = Source(row), time.monotonic()
        empty: Row = {name: None for name, _ in self.columns}
        empty["input"] = source.input
        try:
            made = self.rows(row, source)
        except Exception as error:  # Whatever it is, it costs this row alone.
            made = [{
                "error_kind": _kind(error), "error_text": source.told(str(error) or type(error).__name__),
                "error_offset": getattr(error, "byte_offset", None), "error_packet": getattr(error, "packet", None)}]
        share = (time.monotonic() - start) / max(1, len(made))
        return [{**empty, "seconds": share, **one} for one in made]


@dataclass(frozen=True)
class Features(Work):
    """What a file holds; how loud it is (EBU R 128, in LUFS, LU, dB), and the hash of its sound, where that is asked for."""

    loudness: bool = False
    hash: bool = False

    results = [
        ("bytes", "long"), ("file_format", "string"), ("format_id", "string"), ("codec", "string"), ("samplerate", "double"),
        ("channels", "int"), ("frames", "long"), ("duration", "double"), ("bitrate", "long"), ("integrated_loudness", "double"),
        ("loudness_range", "double"), ("true_peak", "double"), ("sample_peak", "double"), ("hash", "string")]

    def rows(self, row: Mapping[str, Any], source: Source) -> List[Row]:
        found = _description.info(source.opened())
        if not found.tracks:
            raise AudioError("unsupported", f"{source.input}: there is no track of sound in it")
        track = found.tracks[0]
        made: Row = {
            "bytes": source.byte_count(), "file_format": found.format, "format_id": track.format_id, "codec": track.codec,
            "samplerate": track.samplerate, "channels": track.channels, "frames": track.frames, "duration": None if track.duration is None else float(track.duration),
            "bitrate": track.bitrate}
        if self.loudness or self.hash:
            with source.named() as name:
                if self.loudness:
                    loud = _description.loudness(name)
                    made.update(
                        integrated_loudness=loud.integrated, loudness_range=loud.range, true_peak=loud.true_peak,
                        sample_peak=loud.sample_peak)
                if self.hash:
                    made["hash"] = jobs.audio_hash(name).hash
        return [made]


@dataclass(frozen=True)
class Waveforms(Work):
    """The samples of a file, or of the range that the row names: interleaved floats whose full scale is 1.

    `samplerate` and `channels` are what they are converted to. `start` of the row that is made is its first frame at that rate.
    A file of more than `longest` frames fails, unless ranges make it shorter: a row is in memory whole.
    """

    samplerate: Optional[float] = None
    channels: Optional[int] = None
    longest: int = 1 << 26

    results = [
        ("start", "long"), ("frames", "long"), ("samplerate", "double"), ("channels", "int"), ("damaged_packets", "long"),
        ("samples", "array<float>")]

    def rows(self, row: Mapping[str, Any], source: Source) -> List[Row]:
        start, frames = int(row.get("start") or 0), row.get("frames")
        with _soundfile.SoundFile(source.opened(), samplerate=self.samplerate, channels=self.channels) as file:
            if start > 0:
                # The filter of the rate conversion has heard a second before the first frame, as it has in the whole.
                lead = min(start, int(file.samplerate)) if self.samplerate else 0
                file.seek(start - lead)
                if lead > 0:
                    file.read(lead, dtype="float32")
            wanted = -1 if frames is None else int(frames)
            expected = wanted if wanted >= 0 else file.frames
            if expected > self.longest:
                raise AudioError("limitExceeded", f"{source.input}: {expected} frames are too many for a row; Ranges divides them")
            # Where nothing tells how many there are, one more than may be is asked for.
            data = file.read(expected if expected >= 0 else self.longest + 1, dtype="float32", always_2d=True)
            if len(data) > self.longest:
                raise AudioError("limitExceeded", f"{source.input}: more than {self.longest} frames are too many for a row")
            return [{
                "start": start, "frames": len(data), "samplerate": float(file.samplerate), "channels": file.channels,
                "damaged_packets": file.damaged_packets, "samples": data.reshape(-1)}]


@dataclass(frozen=True)
class Ranges(Work):
    """The ranges of a file, of about so many seconds each, at the rate that `Waveforms` shall give: long files become many rows. Where
    the rate is converted, ranges begin at whole seconds.

    What is read of them is sample by sample what is read of the whole, but for the last bit or two of floats where the rate is
    converted. A file of which nothing tells how long it is stays one row. A
    range names its file, also where the row had the file itself. A failure is a row as ever, of which `Waveforms` fails, too.
    """

    seconds_each: float = 60
    samplerate: Optional[float] = None

    results = [("start", "long"), ("frames", "long")]

    def rows(self, row: Mapping[str, Any], source: Source) -> List[Row]:
        if not self.seconds_each > 0:
            raise ValueError("ranges are longer than 0 seconds")
        with _soundfile.SoundFile(source.opened(), samplerate=self.samplerate) as file:
            whole, rate = file.frames, float(file.samplerate)
        if whole < 0:
            return [{"start": 0}]
        count = max(1, round(whole / rate / self.seconds_each))
        edges = [whole * index // count for index in range(count + 1)]
        if self.samplerate is not None:
            # Whole seconds have frames at either rate, so that the conversion goes on as it does in the whole.
            step = int(rate) if rate == int(rate) else whole + 1
            inner = {round(edge / step) * step for edge in edges[1:-1]}
            edges = [0, *sorted(edge for edge in inner if 0 < edge < whole), whole]
        return [{"start": first, "frames": last - first} for first, last in zip(edges, edges[1:])]


@dataclass(frozen=True)
class Conversion:
    """How files are written, as in `jobs.convert`. `extension` is the kind of those that no name says it of, as of `Transcoded`."""

    extension: str = "m4a"
    subtype: Optional[str] = None
    bitrate: Optional[int] = None
    samplerate: Optional[float] = None
    channels: Optional[int] = None
    #: Threads for each file: more than one where a file's own length is what everybody waits for.
    threads: int = 1

    def run(self, input: str, output: str, overwrite: bool) -> Row:
        """Converts a file, and returns what a row says of it."""
        made = jobs.convert(
            input, output, subtype=self.subtype, bitrate=self.bitrate, samplerate=self.samplerate, channels=self.channels,
            threads=self.threads, overwrite=overwrite)
        return {
            "format_id": made.format_id, "samplerate": made.samplerate, "channels": made.channels, "duration": made.duration,
            "output_bytes": os.stat(output).st_size, "warnings": made.warnings}


_WRITTEN: Columns = [
    ("bytes", "long"), ("output_bytes", "long"), ("format_id", "string"), ("samplerate", "double"), ("channels", "int"),
    ("duration", "double"), ("warnings", "array<string>")]


@dataclass(frozen=True)
class Transcoded(Work):
    """The bytes of a file that is converted, in `content`. They pass through a file in `TMPDIR`, which goes with the attempt."""

    conversion: Conversion = Conversion()

    results = [*_WRITTEN, ("content", "binary")]

    def rows(self, row: Mapping[str, Any], source: Source) -> List[Row]:
        with tempfile.TemporaryDirectory(prefix="audiotoolbox-") as folder, source.named() as name:
            output = os.path.join(folder, "sound." + self.conversion.extension)
            made = self.conversion.run(name, output, False)
            with open(output, "rb") as file:
                return [{**made, "bytes": source.byte_count(), "content": file.read()}]


@dataclass(frozen=True)
class Files(Work):
    """Files that are converted into others, each named by `template` or by the row's `output`.

    A template has `{dir}`, `{stem}`, `{name}` and `{ext}` of the input, as `af batch` has them; folders are made. An output is written
    beside its place under a name of the attempt's own, brought to the disk, and renamed: two attempts at one file leave one whole
    file, and the same one. `existing` says what happens where it is there already:

    - "replace": it is rewritten;
    - "keep": it is left where it is no older than the input, and `is_kept` says so; for a job that is started again;
    - "refuse": the row fails, of kind "exists". A retry of an attempt that was lost behind its last step would fail likewise.

    Each file waits for the disk at its end. So a task works on two at a time (`at_once`, 1 or more), the one while the other waits.
    """

    template: Optional[str] = None
    conversion: Conversion = Conversion()
    existing: str = "replace"
    at_once: int = 2

    results = [("output", "string"), ("is_kept", "boolean"), *_WRITTEN]

    def __post_init__(self) -> None:
        if self.existing not in ("replace", "keep", "refuse"):
            raise ValueError(f"existing {self.existing!r}: outputs are replaced, kept or refused")
        if self.at_once < 1:
            raise ValueError(f"at_once {self.at_once}: a task works on one file at a time at least")

    def output(self, row: Mapping[str, Any], source: Source) -> str:
        """The name of the output of a row."""
        given = row.get("output")
        if given:
            return local_name(str(given))
        if self.template is None:
            raise AudioError("option", f"{source.input}: neither the row nor a template names the output")
        folder, name = os.path.split(local_name(source.input))
        stem, extension = os.path.splitext(name)
        return self.template.format(dir=folder or ".", stem=stem, name=name, ext=extension.lstrip("."))

    def rows(self, row: Mapping[str, Any], source: Source) -> List[Row]:
        output = self.output(row, source)
        if self.existing == "keep" and source.content is None:
            with contextlib.suppress(FileNotFoundError):
                read, written = os.stat(local_name(source.input)), os.stat(output)
                if written.st_mtime_ns >= read.st_mtime_ns:
                    return [{"output": output, "is_kept": True, "bytes": read.st_size, "output_bytes": written.st_size}]
        with source.named() as name:
            if source.content is None:
                os.stat(name)  # What is not there shall leave no folders behind.
            os.makedirs(os.path.dirname(output) or ".", exist_ok=True)
            made = self.conversion.run(name, output, self.existing != "refuse")
            return [{**made, "output": output, "is_kept": False, "bytes": source.byte_count()}]


def leftovers(folder: str, seconds: float = 86_400) -> List[str]:
    """Files that attempts which were killed have left below a folder: hidden, `.partial` at their end, unchanged for so many seconds.

    Removing them while attempts are under way that take as long would fail those.
    """
    now, found = time.time(), []
    for place, _, names in os.walk(folder):
        for name in names:
            if name.startswith(".") and name.endswith(".partial"):
                with contextlib.suppress(FileNotFoundError):
                    path = os.path.join(place, name)
                    if now - os.stat(path).st_mtime >= seconds:
                        found.append(path)
    return sorted(found)

