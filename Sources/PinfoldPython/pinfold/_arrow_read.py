"""Tables of other libraries, read through Arrow's PyCapsule interface, without a copy where types allow."""

import ctypes
import weakref

import numpy as np

from . import _arrow, _arrow_geometry, _arrow_values
from ._arrow_rows import Field, Held, Rows
from ._library import Error

_CALL = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p)
_TELL = ctypes.CFUNCTYPE(ctypes.c_char_p, ctypes.c_void_p)


#: The readers that were read.
_read = weakref.WeakSet()


def is_table(value):
    """Whether a value implements the interface."""
    return hasattr(value, "__arrow_c_stream__") or hasattr(value, "__arrow_c_array__")


class Source:
    """A table of another library, in batches. Arrays of its values keep the batches alive."""

    def __init__(self, given):
        self.batches = []
        if hasattr(given, "__arrow_c_stream__"):
            self._take_stream(given.__arrow_c_stream__())
        else:
            schema, array = given.__arrow_c_array__()
            held = _arrow.opened(schema, _arrow.Schema)
            # The array is moved out of its capsule.
            source = _arrow.opened(array, _arrow.Array)
            moved = _arrow.Array.from_buffer_copy(source)
            source.release = None
            self._set_fields(held)
            self.batches.append(Held(moved))
        self.count = sum(batch.structure.length for batch in self.batches)
        if hasattr(given, "read_next_batch"):
            # A reader that has ended looks like one of no rows.
            if not self.count and given in _read:
                raise Error("the reader was read already, and a reader can be read once; make another one, or read a table")
            _read.add(given)

    def _take_stream(self, capsule):
        stream = _arrow.opened(capsule, _arrow.Stream)
        try:
            schema = _arrow.Schema()
            self._ask(stream, stream.get_schema, schema)
            try:
                self._set_fields(schema)
            finally:
                _arrow.release(schema)
            while True:
                array = _arrow.Array()
                self._ask(stream, stream.get_next, array)
                if not array.release:
                    return
                self.batches.append(Held(array))
        finally:
            _arrow.release(stream)

    @staticmethod
    def _ask(stream, function, structure):
        status = _CALL(function)(ctypes.addressof(stream), ctypes.addressof(structure))
        if status:
            text = _TELL(stream.get_last_error)(ctypes.addressof(stream)) if stream.get_last_error else None
            reason = text.decode("utf-8", "replace") if text else f"error {status}"
            raise Error(f"the table could not be read: {reason}")

    def _set_fields(self, schema):
        field = Field(schema)
        # A single column is a table of one.
        self.is_table = field.format == b"+s" and not _arrow_geometry.is_geometry(field)
        self.fields = field.children if self.is_table else [field]
        self.names = [field.name for field in self.fields]

    def place(self, name):
        """The index of a column."""
        found = [place for place, own in enumerate(self.names) if own == name]
        if len(found) != 1:
            problem = f"no column {name!r} among" if not found else f"{len(found)} columns are named {name!r}:"
            raise Error(f"{problem} {', '.join(map(repr, self.names))}")
        return found[0]

    def _rows(self, place):
        """The rows of a column by batch, each with the validity of the table's rows."""
        for batch in self.batches:
            whole = Rows(batch.structure, batch)
            if not self.is_table:
                yield whole, None
            else:
                yield whole.child(place), whole.valid

    def values(self, place):
        """The values of a column."""
        parts = []
        for rows, outer in self._rows(place):
            part = _arrow_values.read(self.fields[place], rows)
            # A row of the table may be missing itself.
            if outer is not None:
                part.valid = outer if part.valid is None else part.valid & outer
            parts.append(part)
        if not parts:
            field = self.fields[place]
            return _arrow_values.read(field.dictionary or field, Rows(_arrow.Array(), None))
        return _arrow_values.Values.joined(parts)

    def points(self, place, planar):
        """The x and y of a column of points."""
        field = self.fields[place]
        if not planar:
            _arrow_geometry.check_degrees(field)
        parts = []
        for rows, outer in self._rows(place):
            x, y = _arrow_geometry.read(field, rows, planar)
            parts.append((x, y) if outer is None else (np.where(outer, x, np.nan), np.where(outer, y, np.nan)))
        x, y = ([part[axis] for part in parts] or [np.empty(0)] for axis in (0, 1))
        return (x[0], y[0]) if len(x) == 1 else (np.concatenate(x), np.concatenate(y))
