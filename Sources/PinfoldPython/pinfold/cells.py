"""Cells: sums of points, which can be merged."""

import csv
import ctypes
import io
import os
import tempfile
from decimal import Decimal

import numpy as np

from ._arrow_write import Arrow, Column
from ._library import STOPPER, Error, definition, needed, options, stored, workbench
from ._vectors import Texts
from .points import Points, read, spelled

#: The columns of every file of cells, with their types in Arrow; further ones are measures.
_TYPES = {
    "cells": "string", "zoom": "int32", "column": "int64", "row": "int64", "count": "int64", "weight": "decimal",
    "x": "decimal", "y": "decimal", "ids": "string", "group": "string", "part": "string", "west": "int64", "east": "int64",
    "north": "int64", "south": "int64",
}


class Cells(Arrow):
    """Sums of points per cell, as `pinfold aggregate` writes them; equal cells have equal bytes.

    `csv` holds them as bytes. All numbers are exact: decimals in Arrow, strings in pandas where they are wide.
    """

    def __init__(self, csv):
        self.csv = bytes(csv)

    def __eq__(self, other):
        return isinstance(other, Cells) and self.csv == other.csv

    __hash__ = None

    def __len__(self):
        # A line's end in quotes ends no row.
        if b'"' in self.csv:
            return sum(1 for _ in self._rows()) - 1
        return max(0, self.csv.count(b"\n") - 1)

    def _rows(self):
        return csv.reader(io.StringIO(self.csv.decode("utf-8"), newline=""))

    @property
    def types(self):
        """The names of the columns with their types in Arrow, `decimal` for one of 38 digits."""
        # A name that holds a comma is quoted.
        names = next(csv.reader(io.StringIO(self.csv[: self.csv.index(b"\n")].decode("utf-8"))))
        return {name: _TYPES.get(name, "decimal") for name in names}

    def write(self, path):
        """Writes the cells to a file, for the command and for `pinfold.read`."""
        with open(path, "wb") as file:
            file.write(self.csv)

    @classmethod
    def read(cls, path):
        """Reads a file of cells, not packed."""
        with open(path, "rb") as file:
            return cls(file.read())

    @classmethod
    def from_arrow(cls, table):
        """Cells of an Arrow table or of anything that can be read as one, rows in any order."""
        needed("pyarrow")
        import pyarrow
        import pyarrow.csv

        if not isinstance(table, pyarrow.Table):
            table = pyarrow.RecordBatchReader.from_stream(table).read_all()
        # What spells numbers out: a table with decimals has zeros behind them, which are read again.
        plain = pyarrow.table({name: table.column(name).cast("string") for name in table.column_names})
        rows = io.BytesIO()
        pyarrow.csv.write_csv(
            plain, rows, pyarrow.csv.WriteOptions(include_header=False, quoting_style="needed"))
        names = io.StringIO()
        csv.writer(names, lineterminator="\n").writerow(table.column_names)
        return cls(names.getvalue().encode("utf-8") + rows.getvalue())

    def to_arrow(self):
        """The cells as an Arrow table, a row each; sums are decimals of 38 digits, 6 of them after the point."""
        needed("pyarrow")
        import pyarrow
        import pyarrow.csv

        kinds = {"decimal": pyarrow.decimal128(38, 6)}
        return pyarrow.csv.read_csv(
            io.BytesIO(self.csv), convert_options=pyarrow.csv.ConvertOptions(
                column_types={name: kinds.get(kind, kind) for name, kind in self.types.items()},
                null_values=[""], strings_can_be_null=True))

    def __arrow_c_stream__(self, requested_schema=None):
        try:
            # Which reads millions of rows in seconds.
            table = self.to_arrow()
        except ImportError:
            return super().__arrow_c_stream__(requested_schema)
        return table.__arrow_c_stream__(requested_schema)

    def _arrow_formats(self):
        formats = {"string": b"u", "int32": b"i", "int64": b"l", "decimal": b"d:38,6"}
        return {name: formats[kind] for name, kind in self.types.items()}

    def _arrow_columns(self):
        rows = self._rows()
        next(rows)
        formats = self._arrow_formats()
        columns = list(zip(*rows)) or [()] * len(formats)
        return {name: _column(format, texts) for (name, format), texts in zip(formats.items(), columns)}

    def points(self):
        """Points that stand for the cells, to cluster: the weights of a grid's clusters are those of the points."""
        handle, path = tempfile.mkstemp(suffix=".csv")
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(self.csv)
            return read(path)
        finally:
            os.unlink(path)


def _column(format, texts):
    """The column of some texts, of which an empty one is missing."""
    valid = np.array([text != "" for text in texts], bool)
    if format == b"u":
        column = Texts.of(texts)
        return Column.of_texts(column.offsets.astype(np.int32), column.data, valid)
    if format == b"d:38,6":
        wide = b"".join(
            int(Decimal(text or 0).scaleb(6)).to_bytes(16, "little", signed=True) for text in texts)
        return Column(format, len(texts), [np.frombuffer(wide, np.uint8)], valid)
    numbers = np.array([int(text or 0) for text in texts], np.int32 if format == b"i" else np.int64)
    return Column.of(numbers, valid)


def aggregate(points, *, zooms="0-12", cell=8, strategy=None, aggregate=()):
    """Sums points per cell. The cells can be merged with those of other points.

    `zooms` are those that have cells, `cell` is the side of one in pixels, a power of two; `strategy` is one whose
    clusters of the cells are to be those of the points, beside grids of larger cells: `"quadtree"`,
    `"hexgrid(cellSize=70)"`; `aggregate` names columns to tell of: `["population:sum,max"]`. Ids are added up too where
    the points have some of their own.
    """
    if not isinstance(points, Points):
        raise Error(f"points: Points expected, not a {type(points).__name__}")
    wanted = {
        "zooms": zooms, "cell": cell, "aggregate": list([aggregate] if isinstance(aggregate, str) else aggregate)}
    if strategy is not None:
        wanted["strategy"] = spelled(strategy)
    return Cells(stored("points_aggregate", workbench, points._handle, definition(options(wanted)), STOPPER))


def merge(parts):
    """Merges cells: those of any partition of points, in any order, give the cells of all points, to the last bit."""
    parts = list(parts)
    if not parts:
        raise Error("no cells to merge")
    for part in parts:
        if not isinstance(part, Cells):
            raise Error(f"parts: Cells expected, not {type(part).__name__}")
    texts = (ctypes.c_char_p * len(parts))(*[part.csv for part in parts])
    sizes = (ctypes.c_size_t * len(parts))(*[len(part.csv) for part in parts])
    return Cells(stored(
        "cells_merge", ctypes.cast(texts, ctypes.c_void_p), ctypes.cast(sizes, ctypes.c_void_p), len(parts), STOPPER))

