"""Rows as tables of Arrow and pandas, a bounded number of bytes at a time. Nothing is imported until it is needed."""
import collections
import concurrent.futures
import importlib
from typing import Any, Deque, Dict, Iterable, Iterator, List, Mapping

import numpy

from .rows import Columns, Row, Work

#: Rows and bytes of what is handed on at a time; one row may have more.
ROWS, BYTES = 256, 16 << 20


def _weight(row: Row) -> int:
    return 512 + sum(value.nbytes if isinstance(value, numpy.ndarray) else len(value) if isinstance(value, bytes) else 0
                     for value in row.values())


def _results(work: Work, rows: Iterable[Mapping[str, Any]]) -> Iterator[List[Row]]:
    """What comes of each row, in the order of the rows, of which `work.at_once` are worked on at a time."""
    if work.at_once == 1:
        yield from map(work, rows)
        return
    begun: Deque["concurrent.futures.Future[List[Row]]"] = collections.deque()
    with concurrent.futures.ThreadPoolExecutor(work.at_once) as threads:
        try:
            for row in rows:
                begun.append(threads.submit(work, row))
                # As many again wait for a thread, so that a long file does not hold up those behind it.
                if len(begun) == 2 * work.at_once:
                    yield begun.popleft().result()
            while begun:
                yield begun.popleft().result()
        finally:
            for future in begun:
                future.cancel()


def groups(work: Work, rows: Iterable[Mapping[str, Any]], counted: Any = None) -> Iterator[List[Row]]:
    """What comes of rows, in groups that bound the memory. `counted` is called with each row that was made."""
    group: List[Row] = []
    weight = 0
    for results in _results(work, rows):
        for made in results:
            if counted is not None:
                counted(made)
            group.append(made)
            weight += _weight(made)
            if len(group) >= ROWS or weight >= BYTES:
                yield group
                group, weight = [], 0
    if group:
        yield group


def _type(pyarrow: Any, name: str) -> Any:
    simple: Dict[str, str] = {
        "string": "string", "long": "int64", "int": "int32", "double": "float64", "boolean": "bool_", "binary": "binary"}
    if name == "array<float>":
        return pyarrow.list_(pyarrow.float32())
    if name == "array<string>":
        return pyarrow.list_(pyarrow.string())
    return getattr(pyarrow, simple[name])()


def arrow_schema(columns: Columns) -> Any:
    """Columns as a schema of Arrow."""
    pyarrow = importlib.import_module("pyarrow")
    return pyarrow.schema([(name, _type(pyarrow, kind)) for name, kind in columns])


def arrow_batch(columns: Columns, rows: List[Row]) -> Any:
    """Rows as a record batch of Arrow. Samples are copied once, and never are objects of Python."""
    pyarrow = importlib.import_module("pyarrow")
    schema, arrays = arrow_schema(columns), []
    for (name, kind), found in zip(columns, schema):
        values = [row[name] for row in rows]
        if kind == "array<float>":
            # An offset that is missing says that the row is.
            ends = numpy.cumsum([0, *(0 if value is None else len(value) for value in values)])
            offsets = [None if value is None else int(start) for value, start in zip(values, ends)] + [int(ends[-1])]
            parts = [value for value in values if value is not None]
            joined = numpy.concatenate(parts) if parts else numpy.empty(0, "float32")
            arrays.append(pyarrow.ListArray.from_arrays(pyarrow.array(offsets, pyarrow.int32()), pyarrow.array(joined)))
        else:
            arrays.append(pyarrow.array(values, found.type))
    return pyarrow.RecordBatch.from_arrays(arrays, schema=schema)


def pandas_frame(columns: Columns, rows: List[Row]) -> Any:
    """Rows as a frame of pandas; whole numbers that are missing stay whole numbers."""
    pandas = importlib.import_module("pandas")
    kinds = {"long": "Int64", "int": "Int32", "boolean": "boolean"}
    return pandas.DataFrame({
        name: pandas.Series([row[name] for row in rows], dtype=kinds.get(kind, "float64" if kind == "double" else "object"))
        for name, kind in columns})


def rows_of_arrow(batch: Any) -> Iterator[Row]:
    """The rows of a table or a batch of Arrow, one at a time."""
    names = batch.schema.names
    for index in range(batch.num_rows):
        yield {name: batch.column(place)[index].as_py() for place, name in enumerate(names)}


def rows_of_pandas(frame: Any) -> Iterator[Row]:
    """The rows of a frame of pandas, one at a time; what is missing is `None`."""
    pandas = importlib.import_module("pandas")
    names = list(frame.columns)
    for values in frame.itertuples(index=False, name=None):
        yield {name: None if pandas.api.types.is_scalar(value) and pandas.isna(value) else value
               for name, value in zip(names, values)}
