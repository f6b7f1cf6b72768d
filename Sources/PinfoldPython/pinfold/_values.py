"""Values of any library as columns of numbers, integers, booleans, strings and ids."""

import datetime
import decimal
import fractions
import math
import os
import uuid

import numpy as np

from ._library import Error
from ._vectors import Booleans, Integers, Texts

#: Columns of which every value is missing, by types of attributes.
MISSING = {
    "integer": lambda count: Integers(np.full(count, np.iinfo(np.int64).min)),
    "boolean": lambda count: Booleans(np.full(count, 2, np.uint8)), "number": lambda count: np.full(count, np.nan),
    "text": lambda count: Texts.of([""] * count, np.zeros(count, bool)),
}


def is_all_missing(column):
    if isinstance(column, Texts):
        return column.valid is not None and not column.valid.any()
    return isinstance(column, np.ndarray) and bool(np.isnan(column).all())


def identities(ids):
    """Ids as an array of int64, or as texts."""
    if isinstance(ids, Texts):
        return ids
    if (read := _of_arrow("ids", ids)) is not None:
        return identities(read.identities)
    array = _array("ids", ids)
    if array.ndim != 1:
        raise Error(f"ids: a one-dimensional column expected, not {array.ndim}")
    if array.dtype.kind == "O" and len(array) and all(_is_whole(value) for value in array):
        if not all(-(2**63) <= value < 2**63 for value in array):
            raise Error("ids: integers below 2^63 or strings expected")
        array = array.astype(np.int64)
    if array.dtype.kind in "iu":
        if array.dtype.kind == "u" and array.size and array.max() > np.iinfo(np.int64).max:
            raise Error("ids: integers below 2^63 or strings expected")
        return np.ascontiguousarray(array, np.int64)
    if array.dtype.kind not in "OUT":
        raise Error(f"ids: integers or strings expected, not {array.dtype}")
    if any(_is_missing(value) for value in array):
        raise Error("ids: an id is missing; every point needs one")
    for value in array:
        if not isinstance(value, str) and not _is_whole(value):
            raise Error(f"ids: integers or strings expected, not {value!r}")
    return texts("ids", array)


def group_names(group):
    """The names of groups, of which that of no group is empty; a whole number has no decimals."""
    if isinstance(group, Texts):
        return [name or "" for name in group.list()]
    if (read := _of_arrow("group", group)) is not None:
        return group_names(read.words)
    group = _array("group", group)
    if group.dtype.kind == "M" or group.dtype.kind == "O" and any(isinstance(value, datetime.date) for value in group):
        return group_names(attribute("group", group))
    values = ["" if _is_missing(value) else value for value in group]
    return [
        str(int(value)) if isinstance(value, (float, np.floating)) and value == value // 1 else _text("group", value)
        for value in values]


def attribute(name, values):
    """A column of any type as `Texts`, `Integers`, `Booleans`, or an array of float64."""
    if isinstance(values, (Texts, Integers, Booleans)):
        return values
    if (read := _of_arrow(name, values)) is not None:
        return attribute(name, read.attribute)
    array = _array(name, values)
    kind = array.dtype.kind
    if array.ndim != 1:
        raise Error(f"{name}: a one-dimensional column expected, not {array.ndim or 'a single value'}")
    if kind == "b":
        return Booleans.of(array)
    if kind in "iu":
        return Integers.of(array, np.ones(len(array), bool)) or Texts.of([str(value) for value in array.tolist()])
    if kind == "f":
        return np.ascontiguousarray(array, np.float64)
    if kind == "M":
        valid = ~np.isnat(array)
        return Texts.of(dates(array, valid), None if valid.all() else valid)
    if kind in "OUT":
        return _of_objects(name, array)
    held = {"m": "durations", "c": "complex numbers", "S": "bytes"}.get(kind, "structures")
    raise Error(f"{name}: numbers, booleans, strings or times expected, not {held}")


def _of_objects(name, array):
    """The column of an array of Python's objects, some of which may be missing."""
    valid = ~np.fromiter((_is_missing(value) for value in array), bool, len(array))
    known = array[valid].tolist()
    kinds = tuple({type(value) for value in known})
    if kinds and all(issubclass(kind, (bool, np.bool_)) for kind in kinds):
        flags = np.zeros(len(array), bool)
        flags[valid] = known
        return Booleans.of(flags, valid)
    if kinds and all(issubclass(kind, (int, np.integer, np.bool_)) for kind in kinds):
        if all(-(2**63) < value < 2**63 for value in known):
            whole = np.full(len(array), np.iinfo(np.int64).min)
            whole[valid] = known
            return Integers(whole)
    elif kinds and all(issubclass(kind, _NUMBERS) for kind in kinds):
        some = np.full(len(array), np.nan)
        some[valid] = [_number(name, value) for value in known]
        return some
    if kinds and all(issubclass(kind, datetime.datetime) for kind in kinds):
        return _of_times(name, known, valid)
    return texts(name, array, valid)


def _number(name, value):
    """A value as a number, if it is not past the largest one."""
    try:
        number = float(value)
    except OverflowError:
        number = math.inf
    if math.isinf(number) and not (isinstance(value, (float, np.floating)) or value == number):
        raise Error(f"{name}: {value!s:.40} is too large for a number")
    return number


def _of_times(name, known, valid):
    """The column of times, of which those with a zone are told in UTC, so that one moment has one text."""
    aware = {value.utcoffset() is not None for value in known}
    if len(aware) == 2:
        texts = iter(_text(name, value) for value in known)
        return Texts.of([next(texts) if there else "" for there in valid], None if valid.all() else valid)
    # Those of pandas have nanoseconds.
    plain = [value.astimezone(datetime.timezone.utc).replace(tzinfo=None) if aware == {True} else value for value in known]
    array = np.full(len(valid), "NaT", "M8[ns]" if any(hasattr(value, "to_datetime64") for value in plain) else "M8[us]")
    array[valid] = [value.to_datetime64() if hasattr(value, "to_datetime64") else value for value in plain]
    texts = [text + "Z" if aware == {True} else text for text in dates(array, valid)]
    return Texts.of(texts, None if valid.all() else valid)


_NUMBERS = (int, float, np.integer, np.floating, np.bool_, decimal.Decimal, fractions.Fraction)


def dates(array, valid):
    """Times in ISO 8601, with as many digits of a second as the column needs."""
    unit, size = np.datetime_data(array.dtype)
    if unit in ("s", "ms", "us", "ns") and size == 1:
        known = array[valid]
        for coarse in ("s", "ms", "us"):
            if (known == known.astype(f"datetime64[{coarse}]")).all():
                array = array.astype(f"datetime64[{coarse}]")
                break
    return np.datetime_as_string(array).tolist()


def texts(name, array, valid=None):
    """The texts of the values of an array."""
    there = [True] * len(array) if valid is None else valid
    try:
        texts = [_text(name, value) if known else "" for value, known in zip(array, there)]
        return Texts.of(texts, None if valid is None or valid.all() else valid)
    except UnicodeEncodeError as failure:
        raise Error(f"{name}: {failure.object!r} is not valid Unicode: it contains half of a surrogate pair") from None


def _of_arrow(name, values):
    """The values of an array of a library that offers it as Arrow, which misses values without rounding others.

    None for other arrays, and for those of pandas, which needs pyarrow for it.
    """
    if not (hasattr(values, "__arrow_c_array__") or hasattr(values, "__arrow_c_stream__")) or hasattr(values, "isna"):
        return None
    from ._arrow_read import Source

    source = Source(values)
    if source.is_table:
        raise Error(f"{name}: a one-dimensional column expected, not a table")
    return source.values(0)


def _array(name, values):
    """A column as an array; a mask says that values count for nothing, and an array would forget it."""
    if isinstance(values, (list, tuple)):
        if any(value is np.ma.masked for value in values):
            raise Error(f"{name}: some values are masked; leave their points out, or fill them with .filled()")
        kinds = set(map(type, values))
        # Of other lists NumPy would round, cut or mix the values.
        if kinds and kinds != {bool} and not kinds <= _FAST:
            return _objects(values)
        # Beside numbers that are not whole, which may all be missing, whole ones are rounded, as those past 64 bits are.
        exact = 2**53 if kinds & {float, np.float32, np.float64} else 2**63
        if kinds & {int, np.int64} and not all(
                value is None or isinstance(value, (float, np.floating)) or -exact <= value < exact for value in values):
            return _objects(values)
        return np.asarray(values)
    if isinstance(values, np.ma.MaskedArray):
        if np.ma.is_masked(values):
            raise Error(f"{name}: some values are masked; leave their points out, or fill them with .filled()")
        values = values.data
    if hasattr(getattr(values, "dtype", None), "categories"):
        # Of pandas, which makes numbers of whole ones beside missing ones.
        codes = np.asarray(values.codes if hasattr(values, "codes") else values.cat.codes)
        known = _array(name, values.dtype.categories)
        return known[codes] if (codes >= 0).all() else _objects([known[code] if code >= 0 else None for code in codes])
    if hasattr(values, "isna") and hasattr(values, "to_numpy") and not isinstance(values.dtype, np.dtype):
        # A nullable column of pandas, whose missing values would make numbers of whole ones.
        return values.to_numpy(dtype=object) if np.asarray(values.isna()).any() else np.asarray(values)
    return np.asarray(values)


#: The types of values of which NumPy makes a column that is right.
_FAST = {int, float, type(None), np.float32, np.float64, np.int32, np.int64}


def _objects(values):
    """A list as an array of its objects, whatever they are."""
    array = np.empty(len(values), object)
    for place, value in enumerate(values):
        array[place] = value
    return array


def coordinates(name, values):
    """A column of coordinates, which are not booleans."""
    if getattr(getattr(values, "dtype", None), "kind", None) == "b" or (
            isinstance(values, (list, tuple)) and any(isinstance(value, (bool, np.bool_)) for value in values)):
        raise Error(f"{name}: numbers expected, not booleans")
    return numbers(name, values)


def numbers(name, values):
    if (read := _of_arrow(name, values)) is not None:
        values = read.numbers
        if isinstance(values, Texts):
            values = values.list() if read.valid is None else read.words
    array = _array(name, values)
    try:
        if array.dtype.kind in "cmM":
            raise TypeError
        if array.dtype.kind == "O":
            array = [np.nan if _is_missing(value) else value for value in array]
        array = np.ascontiguousarray(array, np.float64)
    except (TypeError, ValueError):
        raise Error(f"{name}: numbers expected") from None
    if array.ndim != 1:
        raise Error(f"{name}: a one-dimensional column expected, not {array.ndim}")
    return array


def flags(name, values):
    if (read := _of_arrow(name, values)) is not None:
        values = read.flags
    array = _array(name, values)
    if array.ndim != 1 or array.dtype.kind != "b" and not (
            array.dtype.kind == "O" and all(isinstance(value, (bool, np.bool_)) for value in array)):
        raise Error(f"{name}: a column of booleans expected")
    return np.ascontiguousarray(array.astype(bool), np.uint8)


def _text(name, value):
    """A value as a text, if it has one that says all of it."""
    if isinstance(value, str):
        return value
    if isinstance(value, (bytes, bytearray, memoryview)):
        raise Error(f"{name}: strings expected, not bytes such as {bytes(value)!r}; decode them first")
    if isinstance(value, datetime.datetime) and value.utcoffset() is not None:
        return value.astimezone(datetime.timezone.utc).replace(tzinfo=None).isoformat() + "Z"
    if isinstance(value, (datetime.date, datetime.time)):
        return value.isoformat()
    if isinstance(value, (*_NUMBERS, bool, np.datetime64, uuid.UUID, os.PathLike)) or (
            type(value).__module__.partition(".")[0] in ("pandas", "shapely") and not isinstance(value, datetime.timedelta)):
        return str(value)
    raise Error(f"{name}: numbers, booleans, strings or times expected, not a {type(value).__name__}")


def _is_whole(value):
    return isinstance(value, (int, np.integer)) and not isinstance(value, (bool, np.bool_))


def _is_missing(value):
    # What pandas misses is equal to nothing, and not different either.
    return value is None or type(value).__name__ in ("NAType", "NaTType") or value != value
