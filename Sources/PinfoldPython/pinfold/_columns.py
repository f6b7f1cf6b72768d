"""Columns of points as C takes them."""

import ctypes

import numpy as np

from ._library import Attribute, Columns, Error, c_text


def built(lon, lat, *, ids=None, weight=None, group=None, mergeable=None, priority=None, attributes=None):
    """The columns of points, checked; what they point to lives as long as the result."""
    columns = ColumnBuilder(len(first := numbers("lon", lon)))
    columns.put("longitude", first)
    columns.put("latitude", numbers("lat", lat))
    columns.put_ids(ids)
    columns.put("weight", None if weight is None else numbers("weight", weight))
    columns.put("priority", None if priority is None else numbers("priority", priority))
    columns.put("mergeable", None if mergeable is None else _flags("mergeable", mergeable))
    columns.put_group(group)
    columns.put_attributes(attributes or {})
    return columns


def identified(ids):
    """Columns with ids alone."""
    columns = ColumnBuilder(len(ids))
    columns.put_ids(ids)
    return columns


class Texts:
    """Strings as offsets into UTF-8, one more than there are strings. In an attribute an empty string is missing."""

    def __init__(self, offsets, data):
        self.offsets, self.data = offsets, data

    def __len__(self):
        return len(self.offsets) - 1

    @classmethod
    def of(cls, texts):
        """The strings of a list."""
        encoded = [text.encode("utf-8") for text in texts]
        return cls(_ends([len(text) for text in encoded]), np.frombuffer(b"".join(encoded), np.uint8))

    @classmethod
    def gathered(cls, data, starts, lengths):
        """The strings that start at some offsets of the data."""
        offsets = _ends(lengths)
        gathered = np.empty(offsets[-1], np.uint8)
        # In parts: there is an index for each byte.
        for first in range(0, len(lengths), 1 << 16):
            part = slice(first, first + (1 << 16))
            moved = np.repeat(starts[part] - offsets[:-1][part], lengths[part])
            end = offsets[min(first + (1 << 16), len(lengths))]
            gathered[offsets[first]:end] = data[moved + np.arange(offsets[first], end)]
        return cls(offsets, gathered)

    @classmethod
    def joined(cls, parts):
        """The strings of several, in order."""
        lengths = np.concatenate([np.diff(part.offsets) for part in parts])
        return cls(_ends(lengths), np.concatenate([part.data[part.offsets[0]:part.offsets[-1]] for part in parts]))

    def taken(self, places):
        """The strings at some indices."""
        return Texts.gathered(self.data, self.offsets[:-1][places], np.diff(self.offsets)[places])

    def blanked(self, missing):
        """The strings, with empty ones in the place of those that are missing."""
        lengths = np.diff(self.offsets)
        if not lengths[missing].any():
            return self
        lengths[missing] = 0
        return Texts.gathered(self.data, self.offsets[:-1], lengths)

    def list(self):
        """The strings as a list."""
        data, ends = self.data.tobytes(), self.offsets.tolist()
        return [data[start:end].decode("utf-8", "replace") for start, end in zip(ends, ends[1:])]


class Integers:
    """Integers as the library takes them: the least 64-bit integer is missing."""

    def __init__(self, array):
        self.array = array

    def __len__(self):
        return len(self.array)

    @classmethod
    def of(cls, array, valid):
        """The integers of an array that are valid; None if one does not fit."""
        known, missing = array[valid], np.iinfo(np.int64).min
        if len(known) and not missing < int(known.min()) <= int(known.max()) <= np.iinfo(np.int64).max:
            return None
        return cls(np.where(valid, array.astype(np.int64), missing))


def _ends(lengths):
    ends = np.zeros(len(lengths) + 1, np.int64)
    np.cumsum(lengths, out=ends[1:])
    return ends


class ColumnBuilder:
    """Columns as C takes them, with the arrays that they point to."""

    def __init__(self, count):
        self.count = count
        self.given = Columns(count=self.count)
        self.kept = []

    @property
    def pointer(self):
        return ctypes.byref(self.given)

    def put(self, field, array):
        if array is not None:
            self.check(field, array)
            setattr(self.given, field, self.keep(array))

    def check(self, name, array):
        if len(array) != self.count:
            raise Error(f"{name}: {len(array)} values for {self.count} points")

    def keep(self, array):
        self.kept.append(array)
        return array.ctypes.data

    def texts(self, name, values):
        """Offsets and bytes of texts that lie end to end; a missing one is empty."""
        self.check(name, values)
        if isinstance(values, Texts):
            data = np.ascontiguousarray(values.data)
            return self.keep(np.ascontiguousarray(values.offsets, np.int64)), self.keep(data)
        encoded = [b"" if _is_missing(value) else _text(name, value).encode("utf-8") for value in values]
        offsets = np.zeros(self.count + 1, np.int64)
        np.cumsum([len(text) for text in encoded], out=offsets[1:])
        return self.keep(offsets), b"".join(encoded)

    def put_ids(self, ids):
        if ids is None:
            return
        if isinstance(ids, Texts):
            self.given.id_offsets, self.given.id_bytes = self.texts("ids", ids)
            return
        array = _array("ids", ids)
        if array.ndim != 1:
            raise Error(f"ids: a column of one dimension expected, not {array.ndim}")
        if array.dtype.kind == "O" and len(array) and all(_is_whole(value) for value in array):
            if not all(-(2**63) <= value < 2**63 for value in array):
                raise Error("ids: whole numbers below 2^63 expected, or texts")
            array = array.astype(np.int64)
        if array.dtype.kind in "iu":
            if array.dtype.kind == "u" and array.size and array.max() > np.iinfo(np.int64).max:
                raise Error("ids: whole numbers below 2^63 expected, or texts")
            self.put("ids", np.ascontiguousarray(array, np.int64))
        elif array.dtype.kind in "OUT":
            if any(_is_missing(value) for value in array):
                raise Error("ids: every point needs one; one is missing")
            for value in array:
                if not isinstance(value, str) and not _is_whole(value):
                    raise Error(f"ids: whole numbers or texts expected, not {value!r}")
            self.given.id_offsets, self.given.id_bytes = self.texts("ids", array)
        else:
            raise Error(f"ids: whole numbers or texts expected, not {array.dtype}")

    def put_group(self, group):
        if group is None:
            return
        values = ["" if _is_missing(value) else _text("group", value) for value in _array("group", group)]
        known = sorted(set(values) - {""})
        places = {name: place for place, name in enumerate(known)}
        self.put("group", np.array([places.get(value, -1) for value in values], np.int32))
        self.given.group_names = (ctypes.c_char_p * len(known))(*[c_text("group", name) for name in known])
        self.given.group_count = len(known)

    def put_attributes(self, attributes):
        given = (Attribute * len(attributes))()
        for place, (name, values) in enumerate(attributes.items()):
            given[place].name = c_text("an attribute's name", str(name))
            if isinstance(values, Texts):
                given[place].offsets, given[place].bytes = self.texts(name, values)
                continue
            if isinstance(values, Integers):
                self.check(name, values)
                given[place].integers = self.keep(values.array)
                continue
            array = _truths(_array(name, values))
            if (whole := _whole(values, array)) is not None:
                self.check(name, whole)
                given[place].integers = self.keep(whole)
            elif array.dtype.kind in "biuf" and not _is_wide(array):
                array = numbers(name, array)
                self.check(name, array)
                given[place].numbers = self.keep(array)
            else:
                given[place].offsets, given[place].bytes = self.texts(name, array)
        self.given.attributes, self.given.attribute_count = given, len(attributes)


def _array(name, values):
    """A column as an array; a mask says that values count for nothing, and an array would forget it."""
    if isinstance(values, np.ma.MaskedArray) or isinstance(values, (list, tuple)) and any(
            value is np.ma.masked for value in values):
        if np.ma.is_masked(values) or not isinstance(values, np.ma.MaskedArray):
            raise Error(f"{name}: some values are masked; leave their points out, or fill them with .filled()")
        values = values.data
    return np.asarray(values)


def _truths(array):
    """Truth values some of which are missing as 1, 0 and NaN, as those without; any other column as it is."""
    if array.dtype.kind != "O" or array.ndim != 1:
        return array
    known = [value for value in array if not _is_missing(value)]
    if not known or not all(isinstance(value, (bool, np.bool_)) for value in known):
        return array
    return np.array([np.nan if _is_missing(value) else float(value) for value in array])


def numbers(name, values):
    array = _array(name, values)
    try:
        if array.dtype.kind in "cmM":
            raise TypeError
        array = np.ascontiguousarray(array, np.float64)
    except (TypeError, ValueError):
        raise Error(f"{name}: numbers expected") from None
    if array.ndim != 1:
        raise Error(f"{name}: a column of one dimension expected, not {array.ndim}")
    return array


def _whole(values, array):
    """A column of whole numbers as int64, of which the least is missing; None for another column."""
    missing = np.iinfo(np.int64).min
    if array.dtype.kind in "iu":
        fits = array.size == 0 or missing < int(array.min()) and int(array.max()) <= np.iinfo(np.int64).max
        return np.ascontiguousarray(array, np.int64) if fits and array.ndim == 1 else None
    # A column with missing values is of objects, as pandas has it by the name of Int64.
    if array.dtype.kind != "O" or array.ndim != 1:
        return None
    known = [value for value in array if not _is_missing(value)]
    if not known or not all(isinstance(value, (int, np.integer)) and not isinstance(value, bool) for value in known):
        return None
    if not all(missing < int(value) <= np.iinfo(np.int64).max for value in known):
        return None
    return np.array([missing if _is_missing(value) else int(value) for value in array], np.int64)


def _is_wide(array):
    """Whether there are whole numbers that neither int64 nor float64 holds, which are texts."""
    return array.dtype.kind == "u" and array.size > 0 and int(array.max()) > np.iinfo(np.int64).max


def _flags(name, values):
    array = _array(name, values)
    if array.ndim != 1 or array.dtype.kind != "b" and not (
            array.dtype.kind == "O" and all(isinstance(value, (bool, np.bool_)) for value in array)):
        raise Error(f"{name}: a column of true and false expected")
    return np.ascontiguousarray(array.astype(bool), np.uint8)


def _text(name, value):
    """A value as a text; Python writes bytes as it writes them in a program, which is no text of theirs."""
    if isinstance(value, (bytes, bytearray, memoryview)):
        raise Error(f"{name}: texts expected, not bytes such as {bytes(value)!r}; decode them first")
    return str(value)


def _is_whole(value):
    return isinstance(value, (int, np.integer)) and not isinstance(value, (bool, np.bool_))


def _is_missing(value):
    # What pandas misses is equal to nothing, and not different either.
    return value is None or type(value).__name__ in ("NAType", "NaTType") or value != value
