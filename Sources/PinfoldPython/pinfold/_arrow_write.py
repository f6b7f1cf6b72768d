"""Columns for other libraries, through Arrow's PyCapsule interface.

Only booleans and masks are copied, as Arrow packs their bits.
"""

import ctypes
import errno

import numpy as np

from . import _arrow
from ._library import Error, needed

#: The formats of Arrow by types of NumPy.
_FORMATS_OF = {
    "b1": b"b", "i1": b"c", "u1": b"C", "i2": b"s", "u2": b"S", "i4": b"i", "u4": b"I", "i8": b"l", "u8": b"L", "f4": b"f",
    "f8": b"g"}
#: The types of NumPy by formats.
FORMATS = {format: np.dtype(type) for type, format in _FORMATS_OF.items()}
_TEXTS = {b"u": np.dtype(np.int32), b"U": np.dtype(np.int64)}

_NULLABLE = 2


class Column:
    """A column as Arrow represents it: a format and buffers, the first of which is the validity bitmap.

    `valid` is an array of booleans, or None where no value is missing.
    """

    def __init__(self, format, length, buffers, valid=None):
        self.format, self.length = format, length
        self.missing = 0 if valid is None else int(length - np.count_nonzero(valid))
        bits = np.packbits(valid, bitorder="little") if self.missing else None
        self.buffers, self.valid = [bits, *buffers], valid if self.missing else None

    @classmethod
    def of(cls, array, valid=None):
        """The column of an array of numbers or booleans."""
        kind = array.dtype.str.lstrip("<|=")
        values = np.packbits(array, bitorder="little") if kind == "b1" else np.ascontiguousarray(array)
        return cls(_FORMATS_OF[kind], len(array), [values], valid)

    @classmethod
    def of_texts(cls, offsets, data, valid=None):
        """The column of strings, given as offsets into UTF-8."""
        return cls(b"u" if offsets.dtype == np.int32 else b"U", len(offsets) - 1, [offsets, data], valid)

    @classmethod
    def of_digits(cls, numbers):
        """The column of 64-bit numbers written as 16 hexadecimal digits."""
        count = len(numbers)
        data = np.empty((count, 8, 2), np.uint8)
        octets = numbers.astype(">u8").view(np.uint8).reshape(count, 8)
        data[:, :, 0], data[:, :, 1] = octets >> 4, octets & 15
        data += np.where(data < 10, ord("0"), ord("a") - 10).astype(np.uint8)
        offsets = np.arange(0, 16 * count + 1, 16, np.int32 if count < 2**27 else np.int64)
        return cls.of_texts(offsets, data.reshape(-1))

    def cast(self, format):
        """The column in another format; None if that would lose something."""
        if format == self.format:
            return self
        if format in _TEXTS and self.format in _TEXTS:
            offsets, data = self.buffers[1:]
            if offsets[-1] > np.iinfo(_TEXTS[format]).max:
                return None
            return Column.of_texts(offsets.astype(_TEXTS[format]), data, self.valid)
        if b"b" in (format, self.format) or format not in FORMATS or self.format not in FORMATS:
            return None
        values = self.buffers[1]
        with np.errstate(invalid="ignore", over="ignore"):
            other = values.astype(FORMATS[format])
        known = slice(None) if self.valid is None else self.valid
        same = np.array_equal(other[known].astype(values.dtype), values[known], equal_nan=values.dtype.kind == "f")
        return Column.of(other, self.valid) if same else None

    def fill(self, array):
        """Fills an `ArrowArray`, which keeps the buffers alive."""
        addresses = (ctypes.c_void_p * len(self.buffers))(
            *[None if buffer is None else buffer.ctypes.data for buffer in self.buffers])
        array.length, array.null_count, array.n_buffers = self.length, self.missing, len(self.buffers)
        array.buffers = addresses
        _arrow.own(array, (addresses, self.buffers))


def _fill_schema(schema, format, name=b"", flags=0, children=()):
    schema.format, schema.name, schema.flags = format, name, flags
    owner = [format, name]
    if children:
        schema.n_children, schema.children = _children(_arrow.Schema, len(children), owner)
        for (own_name, own_format), child in zip(children, owner[-1]):
            _fill_schema(child, own_format, own_name.encode(), _NULLABLE)
    _arrow.own(schema, owner)


def _children(kind, count, owner):
    """The number of children and the pointers to them; their memory is added to the owner."""
    structures = (kind * count)()
    pointers = (ctypes.POINTER(kind) * count)(*[ctypes.pointer(structure) for structure in structures])
    owner += [pointers, structures]
    return count, pointers


def schema(formats):
    """The `ArrowSchema` of a table whose columns have names and formats."""
    made = _arrow.Schema()
    _fill_schema(made, b"+s", children=list(formats.items()))
    return made


def array(columns, length):
    """The `ArrowArray` of a table's columns."""
    made, owner = _arrow.Array(), []
    _fill_array(made, columns, length, owner)
    return made


def _fill_array(made, columns, length, owner):
    bits = (ctypes.c_void_p * 1)()
    owner.append(bits)
    made.length, made.n_buffers, made.buffers = length, 1, bits
    if columns:
        made.n_children, made.children = _children(_arrow.Array, len(columns), owner)
        for column, child in zip(columns.values(), owner[-1]):
            column.fill(child)
    _arrow.own(made, owner)


class _Batch:
    """The state of a stream, which has one batch."""

    def __init__(self, columns, length):
        self.columns, self.length, self.is_left, self.failure = columns, length, True, None


def stream(columns, length):
    """The `ArrowArrayStream` of a table's columns, in one batch."""
    made = _arrow.Stream(get_schema=_get_schema_address, get_next=_get_next_address, get_last_error=_get_error_address)
    _arrow.own(made, _Batch(columns, length))
    return made


def _callback(function, *, result=ctypes.c_int, arguments=2):
    callback = _arrow.immortal(ctypes.CFUNCTYPE(result, *[ctypes.c_void_p] * arguments)(function))
    return ctypes.cast(callback, ctypes.c_void_p).value


def _batch(address):
    return ctypes.cast(_arrow.Stream.from_address(address).private_data, ctypes.py_object).value


def _answered(batch, work):
    try:
        work()
        return 0
    except BaseException as failure:  # C has no exceptions
        batch.failure = ctypes.create_string_buffer(str(failure).encode())
        return errno.EIO


def _get_schema(address, out):
    batch = _batch(address)
    # Consumers pass memory with anything in it.
    ctypes.memset(out, 0, ctypes.sizeof(_arrow.Schema))

    def fill():
        formats = [(name, column.format) for name, column in batch.columns.items()]
        _fill_schema(_arrow.Schema.from_address(out), b"+s", children=formats)

    return _answered(batch, fill)


def _get_next(address, out):
    batch = _batch(address)
    ctypes.memset(out, 0, ctypes.sizeof(_arrow.Array))
    if not batch.is_left:
        return 0
    batch.is_left = False
    return _answered(batch, lambda: _fill_array(_arrow.Array.from_address(out), batch.columns, batch.length, []))


def _get_error(address):
    failure = _batch(address).failure
    return None if failure is None else ctypes.addressof(failure)


_get_schema_address, _get_next_address = _callback(_get_schema), _callback(_get_next)
_get_error_address = _callback(_get_error, result=ctypes.c_void_p, arguments=1)


class Arrow:
    """A table that other libraries can read through Arrow's PyCapsule interface."""

    def _arrow_columns(self):
        """The columns by name."""
        raise NotImplementedError

    def _arrow_formats(self):
        """The formats of the columns by name."""
        return {name: column.format for name, column in self._arrow_columns().items()}

    def __arrow_c_schema__(self):
        return _arrow.capsule(schema(self._arrow_formats()))

    def __arrow_c_array__(self, requested_schema=None):
        columns = _cast(self._arrow_columns(), requested_schema)
        formats = {name: column.format for name, column in columns.items()}
        return _arrow.capsule(schema(formats)), _arrow.capsule(array(columns, len(self)))

    def __arrow_c_stream__(self, requested_schema=None):
        return _arrow.capsule(stream(_cast(self._arrow_columns(), requested_schema), len(self)))


class Table(Arrow):
    """Columns of one length by name, for libraries that read Arrow: pyarrow, polars, DuckDB, pandas."""

    def __init__(self, columns, length):
        self._columns, self._length = columns, length

    def _arrow_columns(self):
        return self._columns

    def __len__(self):
        return self._length

    def __repr__(self):
        return f"<table of {self._length:,} rows: {', '.join(self._columns)}>"

    def to_arrow(self):
        """The columns as an Arrow table."""
        return needed("pyarrow").RecordBatchReader.from_stream(self).read_all()

    def to_pandas(self):
        """The columns as a DataFrame, which needs pyarrow."""
        return self.to_arrow().to_pandas()


def _cast(columns, requested):
    """The columns in the formats that a consumer requests, as far as nothing is lost.

    Raises `Error` for a schema with other columns.
    """
    if requested is None:
        return columns
    wanted = _arrow.opened(requested, _arrow.Schema)
    fields = [wanted.children[place].contents for place in range(wanted.n_children)]
    if wanted.format != b"+s" or [(field.name or b"").decode() for field in fields] != list(columns):
        raise Error(f"the requested schema does not have the columns {', '.join(map(repr, columns))}")
    return {
        name: column.cast(field.format) or column for (name, column), field in zip(columns.items(), fields)}
