"""Files by the million on a cluster of Spark: what `audiotoolbox.rows` does with a row, for `mapInArrow` and `mapInPandas`.

    from audiotoolbox import spark as at
    files = spark.read.json("manifest.jsonl")                       # a column `input`, or spark.read.format("binaryFile")
    counters = at.Counters(spark.sparkContext)
    found = at.apply(at.spread(files, 64), at.Features(loudness=True), counters)
    found.write.parquet("features")
    print(counters)

`apply(files, work)` is `files.mapInArrow(at.arrow(work), at.schema(work))`. The package must be there on every machine, and pyarrow.

- A file's failure is a row with `error_kind` and `error_text`, never an exception: tasks fail only where machines do.
- Everything may be done twice, by a retry or by speculation, with the same result; `Files` writes outputs whole or not at all.
- `spread` deals files out evenly; long ones are divided by `Ranges` for `Waveforms`, and begun first for all other works.
- Counters tell how fast it goes; what is done twice counts twice. Results are counted by the rows.

Needs Spark 3.3 or later; nothing of it is imported here before a function of it is called.

>>> from audiotoolbox import spark as at
>>> at.schema(at.Ranges(60))
'`input` string, `start` long, `frames` long, `seconds` double, `error_kind` string, `error_text` string, `error_offset` long, `error_packet` long'
"""
import importlib
import time
from typing import Any, Callable, Dict, Iterator, Optional

from ._tables import arrow_batch, groups, pandas_frame, rows_of_arrow, rows_of_pandas
from .rows import Conversion, Features, Files, Ranges, Row, Transcoded, Waveforms, Work, leftovers

__all__ = [
    "Conversion", "Counters", "Features", "Files", "Ranges", "Transcoded", "Waveforms", "Work", "apply", "arrow", "leftovers",
    "pandas", "schema", "spread",
]


def schema(work: Work) -> str:
    """The columns of what a work makes, as Spark's data definition language writes them."""
    return ", ".join(f"`{name}` {kind}" for name, kind in work.columns)


class Counters:
    """Accumulators of what has been done, retries included: rows, failures, bytes that were read and written, seconds of sound, and
    seconds of work. They need a classic session, as Spark Connect has none."""

    _NAMES = {"rows": 0, "failures": 0, "bytes_read": 0, "bytes_written": 0, "sound_seconds": 0.0, "work_seconds": 0.0}

    def __init__(self, context: Any) -> None:
        self._all: Dict[str, Any] = {name: context.accumulator(zero) for name, zero in self._NAMES.items()}
        self._begin = time.monotonic()

    def __getstate__(self) -> Dict[str, Any]:
        # Machines add, and never read; the time of one means nothing to another.
        return {"_all": self._all, "_begin": 0.0}

    def add(self, row: Row) -> None:
        """Counts a row that was made."""
        written = row.get("output_bytes") if not row.get("is_kept") else 0
        seconds = row.get("duration")
        if seconds is None and row.get("samplerate") and row.get("frames") is not None:
            seconds = row["frames"] / row["samplerate"]
        amounts = {
            "rows": 1, "failures": int(row["error_kind"] is not None), "bytes_read": row.get("bytes") or 0,
            "bytes_written": written or 0, "sound_seconds": float(seconds or 0), "work_seconds": float(row["seconds"] or 0)}
        for name, amount in amounts.items():
            self._all[name].add(amount)

    @property
    def values(self) -> Dict[str, float]:
        """What has been counted so far, on the driver; `elapsed_seconds`, and how many rows and seconds of sound came in each."""
        found: Dict[str, float] = {name: one.value for name, one in self._all.items()}
        elapsed = time.monotonic() - self._begin
        found.update(
            elapsed_seconds=elapsed, rows_per_second=found["rows"] / elapsed, times_real_time=found["sound_seconds"] / elapsed)
        return found

    def __str__(self) -> str:
        found = self.values
        return (
            f"{found['rows']} rows, {found['failures']} failures, {found['bytes_read'] / 1e6:.1f} MB read, "
            f"{found['bytes_written'] / 1e6:.1f} MB written, {found['sound_seconds'] / 3600:.2f} hours of sound, "
            f"{found['times_real_time']:.0f} × real time, {found['rows_per_second']:.1f} rows a second")


def arrow(work: Work, counters: Optional[Counters] = None) -> Callable[[Iterator[Any]], Iterator[Any]]:
    """The function for `mapInArrow`. Rows are read and made a few at a time (`work.at_once`), and handed on 16 MB at a time."""
    def mapped(batches: Iterator[Any]) -> Iterator[Any]:
        for group in groups(work, (row for batch in batches for row in rows_of_arrow(batch)), counters and counters.add):
            yield arrow_batch(work.columns, group)
    return mapped


def pandas(work: Work, counters: Optional[Counters] = None) -> Callable[[Iterator[Any]], Iterator[Any]]:
    """The function for `mapInPandas`, for programs whose frames are pandas' anyhow; `arrow` copies less."""
    def mapped(frames: Iterator[Any]) -> Iterator[Any]:
        for group in groups(work, (row for frame in frames for row in rows_of_pandas(frame)), counters and counters.add):
            yield pandas_frame(work.columns, group)
    return mapped


def apply(files: Any, work: Work, counters: Optional[Counters] = None) -> Any:
    """A data frame of what a work makes of a data frame of files."""
    return files.mapInArrow(arrow(work, counters), schema(work))


def spread(files: Any, partitions: int, long: Optional[str] = None) -> Any:
    """Names of files dealt out to so many partitions, one to each in turn: all get as many files, and neighbours part.

    Where there is a column that says how much work a file is, such as its bytes, `long` is a condition that tells those that take much
    longer than a partition of others, such as "length > 100e6": they come first, in partitions of their own, so that none is begun when
    all else is done. Three to ten partitions for each core even out what is left. Rows are moved between machines, so that they should
    be names; rows of `binaryFile` stay better where they have been read.
    """
    if long is None:
        return files.repartition(partitions)
    functions = importlib.import_module("pyspark.sql.functions")
    is_long = functions.coalesce(functions.expr(long), functions.lit(False))
    return files.where(is_long).repartition(partitions).union(files.where(~is_long).repartition(partitions))
