"""Files by the million on a cluster of Ray: what `audiotoolbox.rows` does with a row, for `Dataset.map_batches`.

    from audiotoolbox import ray as at
    files = ray.data.read_json("manifest.jsonl")                    # a column `input`, or ray.data.read_binary_files(…, include_paths=True)
    found = files.map_batches(at.arrow(at.Features(loudness=True)), batch_format="pyarrow", batch_size=64)
    found.write_parquet("features")

A file's failure is a row with `error_kind` and `error_text`, never an exception. Everything may be done twice, by a retry, with the
same result. Nothing of Ray is imported here; pyarrow is needed, and the package on every machine.

>>> from audiotoolbox import ray as at
>>> [name for name, kind in at.Ranges(60).columns][:3]
['input', 'start', 'frames']
"""
import importlib
from typing import Any, Callable, Iterator

from ._tables import arrow_batch, groups, rows_of_arrow
from .rows import Conversion, Features, Files, Ranges, Transcoded, Waveforms, Work, leftovers

__all__ = ["Conversion", "Features", "Files", "Ranges", "Transcoded", "Waveforms", "Work", "arrow", "leftovers"]


def arrow(work: Work) -> Callable[[Any], Iterator[Any]]:
    """The function for `map_batches` with `batch_format="pyarrow"`. Tables are made 16 MB at a time."""
    def mapped(table: Any) -> Iterator[Any]:
        pyarrow = importlib.import_module("pyarrow")
        for group in groups(work, rows_of_arrow(table)):
            yield pyarrow.Table.from_batches([arrow_batch(work.columns, group)])
    return mapped
