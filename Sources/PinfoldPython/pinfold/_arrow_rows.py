"""Schemas and arrays of other libraries: their fields, and their buffers as arrays of NumPy."""

import ctypes
import operator
import struct
from functools import cached_property

import numpy as np

from . import _arrow
from ._arrow_write import FORMATS

#: The types of NumPy by formats of numbers.
NUMBERS = {**FORMATS, b"e": np.dtype(np.float16)}
del NUMBERS[b"b"]

#: Types that attributes cannot have, by the first letters of their formats.
_OTHERS = [
    (b"+vl", "lists"), (b"+vL", "lists"), (b"+w", "lists"), (b"+l", "lists"), (b"+L", "lists"), (b"+s", "structs"),
    (b"+m", "maps"), (b"+u", "unions"), (b"+r", "run-end encoded values"), (b"tD", "durations"), (b"ti", "intervals"),
    (b"vz", "bytes"), (b"z", "bytes"), (b"Z", "bytes"), (b"w", "bytes"),
]


class Field:
    """A column of a schema: its name, its format and its extension type."""

    def __init__(self, schema):
        self.name = (schema.name or b"").decode("utf-8", "replace")
        self.format = schema.format
        metadata = _metadata(schema.metadata)
        self.extension = metadata.get("ARROW:extension:name", "")
        self.details = metadata.get("ARROW:extension:metadata", "")
        self.children = [Field(schema.children[place].contents) for place in range(schema.n_children)]
        self.dictionary = Field(schema.dictionary.contents) if schema.dictionary else None

    @property
    def holds(self):
        """The name of a type that attributes cannot have; None for other types."""
        if self.dictionary is not None:
            return self.dictionary.holds
        return next((words for letters, words in _OTHERS if self.format.startswith(letters)), None)


def _metadata(address):
    """The metadata of a field: pairs of strings, each after its length."""
    if not address:
        return {}
    place = address

    def number():
        nonlocal place
        place += 4
        return struct.unpack("=i", ctypes.string_at(place - 4, 4))[0]

    def text():
        nonlocal place
        size = number()
        place += size
        return ctypes.string_at(place - size, size).decode("utf-8", "replace")

    return {text(): text() for _ in range(number())}


class Held:
    """A structure of another library, released with the last array that uses its memory."""

    def __init__(self, structure):
        self.structure = structure
        self.end = _arrow.releasing(structure)

    # All that is called is C, as for `_library.Handle`.
    __del__ = property(operator.attrgetter("end"))


class _Memory:
    """Memory for an array of NumPy, which keeps the owner alive."""

    def __init__(self, address, dtype, count, owner):
        self.owner = owner
        self.__array_interface__ = {"version": 3, "data": (address, True), "typestr": dtype.str, "shape": (count,)}


class Rows:
    """A range of rows of an array."""

    def __init__(self, array, owner, start=None, count=None):
        self.array, self.owner = array, owner
        self.start = array.offset if start is None else array.offset + start
        self.count = array.length if count is None else count

    def child(self, place, factor=1):
        """The same rows of a child that has `factor` elements for each of them."""
        return Rows(self.array.children[place].contents, self.owner, self.start * factor, self.count * factor)

    def dictionary(self):
        """The values of a dictionary-encoded array."""
        return Rows(self.array.dictionary.contents, self.owner)

    def buffer(self, place, dtype, start=None, count=None):
        """Elements of a buffer, by default those of the rows."""
        dtype = np.dtype(dtype)
        start, count = self.start if start is None else start, self.count if count is None else count
        address = self.array.buffers[place] if self.array.n_buffers > place else None
        if not address or not count:
            return np.empty(0, dtype)
        return np.require(np.asarray(_Memory(address + start * dtype.itemsize, dtype, count, self.owner)), None, "A")

    def bits(self, place):
        """The rows of a buffer of packed bits, as booleans."""
        first = self.start // 8
        packed = self.buffer(place, np.uint8, first, (self.start + self.count + 7) // 8 - first)
        return np.unpackbits(packed, count=self.start % 8 + self.count, bitorder="little")[self.start % 8:].view(bool)

    @cached_property
    def valid(self):
        """Whether each row has a value; None if all have."""
        if not self.count or self.array.null_count == 0 or self.array.n_buffers == 0 or not self.array.buffers[0]:
            return None
        valid = self.bits(0)
        return None if valid.all() else valid
