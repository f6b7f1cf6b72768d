"""The values of columns of other libraries, by the types of Arrow."""

import numpy as np

from ._arrow_rows import NUMBERS
from ._library import Error
from ._values import dates
from ._vectors import Booleans, Integers, Texts

_UNITS = {b"s": "s", b"m": "ms", b"u": "us", b"n": "ns"}


class Values:
    """The values of a column: an array of numbers or booleans, or `Texts`.

    `valid` is an array of booleans, or None where no value is missing.
    """

    def __init__(self, array, valid=None):
        self.array, self.valid = array, valid

    @staticmethod
    def joined(parts):
        """The values of several batches, in order."""
        if len(parts) == 1:
            return parts[0]
        valid = None
        if any(part.valid is not None for part in parts):
            valid = np.concatenate([
                np.ones(len(part.array), bool) if part.valid is None else part.valid for part in parts])
        if len({isinstance(part.array, Texts) for part in parts}) == 2:
            # Whole numbers some of which are too large for any number.
            parts = [part if isinstance(part.array, Texts) else Values(
                Texts.of([str(value) for value in part.array.tolist()]), part.valid) for part in parts]
        if isinstance(parts[0].array, Texts):
            return Values(Texts.joined([part.array for part in parts]), valid)
        return Values(np.concatenate([part.array for part in parts]), valid)

    def taken(self, places, valid):
        """The values at some indices; those that are not valid are missing."""
        if valid is not None:
            places = np.where(valid, places, 0)
        if len(places) and not len(self.array):
            none = Texts.of([""] * len(places)) if isinstance(self.array, Texts) else np.zeros(len(places), self.array.dtype)
            return Values(none, np.zeros(len(places), bool))
        if self.valid is not None:
            valid = self.valid[places] if valid is None else valid & self.valid[places]
        array = self.array.taken(places) if isinstance(self.array, Texts) else self.array[places]
        return Values(array, valid)

    @property
    def attribute(self):
        """The column as an attribute of `Points`."""
        if isinstance(self.array, Texts):
            return Texts(self.array.offsets, self.array.data, self.valid)
        if self.valid is None:
            return self.array
        if self.array.dtype.kind == "b":
            return Booleans.of(self.array, self.valid)
        if self.array.dtype.kind in "iu" and self.valid.any():
            return Integers.of(self.array, self.valid) or Texts.of(
                [str(value) for value in self.array.tolist()], self.valid)
        return self.numbers

    @property
    def identities(self):
        """The column as ids; every row needs one."""
        if self.valid is not None:
            raise Error(f"ids: the id of row {int(np.argmin(self.valid))} is missing; every point needs one")
        return self.array

    @property
    def numbers(self):
        """The column as numbers; NaN is missing."""
        if self.valid is None or isinstance(self.array, Texts):
            return self.array
        return np.where(self.valid, self.array.astype(np.float64), np.nan)

    @property
    def flags(self):
        """The column as booleans; None is missing."""
        return self.array if self.valid is None else self.words

    @property
    def words(self):
        """The column as a list of strings or numbers; None is missing."""
        words = self.array.list() if isinstance(self.array, Texts) else self.array.tolist()
        return words if self.valid is None else [word if there else None for word, there in zip(words, self.valid)]


def read(field, rows):
    """The values of a column."""
    format = field.format
    if field.dictionary is not None:
        places = rows.buffer(1, NUMBERS[format])
        dictionary = rows.dictionary()
        values = read(field.dictionary, dictionary)
        valid = rows.valid
        known = places if valid is None else places[valid]
        if len(known) and not 0 <= int(known.min()) <= int(known.max()) < max(1, dictionary.count):
            raise Error(f"{field.name}: an index outside the dictionary of {dictionary.count}")
        return values.taken(places.astype(np.int64), valid)
    if format in NUMBERS:
        return Values(rows.buffer(1, NUMBERS[format]), rows.valid)
    if format == b"b":
        return Values(rows.bits(1) if rows.count else np.empty(0, bool), rows.valid)
    if format == b"n":
        return Values(np.full(rows.count, np.nan), np.zeros(rows.count, bool) if rows.count else None)
    if format in (b"u", b"U", b"vu"):
        return Values(texts(format, rows), rows.valid)
    if format.startswith(b"d:"):
        return _decimals(field, rows)
    if format[:2] in (b"td", b"ts", b"tt"):
        return _times(format, rows)
    raise Error(f"{field.name}: {field.holds or 'values of the type ' + format.decode()} cannot be used here")


def texts(format, rows):
    """Strings, or binary values, which have the same layout."""
    if not rows.count:
        return Texts(np.zeros(1, np.int64), np.empty(0, np.uint8))
    if format[:1] == b"v":
        return _viewed(rows)
    offsets = rows.buffer(1, np.int32 if format in (b"u", b"z") else np.int64, count=rows.count + 1)
    return Texts(offsets.astype(np.int64, copy=False), rows.buffer(2, np.uint8, 0, int(offsets[-1])))


def _viewed(rows):
    """Strings of a view type: short ones are stored in the view, others in one of several buffers."""
    views = rows.buffer(1, np.int32, 4 * rows.start, 4 * rows.count).reshape(-1, 4)
    count = rows.array.n_buffers - 3
    sizes = rows.buffer(rows.array.n_buffers - 1, np.int64, 0, count)
    parts = [views.reshape(-1).view(np.uint8)] + [
        rows.buffer(2 + place, np.uint8, 0, int(size)) for place, size in enumerate(sizes)]
    begins = np.cumsum([0] + [len(part) for part in parts])
    # A view of a missing text may point anywhere.
    lengths = views[:, 0].astype(np.int64) if rows.valid is None else np.where(rows.valid, views[:, 0], 0)
    starts = 16 * np.arange(rows.count) + 4
    long = lengths > 12
    starts[long] = begins[1:][views[long, 2]] + views[long, 3]
    return Texts.gathered(np.concatenate(parts) if len(parts) > 1 else parts[0], starts, lengths)


def _decimals(field, rows):
    """Decimals as integers if their scale is 0, otherwise as the nearest numbers."""
    _, scale, *width = (int(number) for number in field.format[2:].split(b","))
    words = (width[0] if width else 128) // 64
    if words == 0:
        whole = rows.buffer(1, np.int32).astype(np.int64)
    else:
        all = rows.buffer(1, np.int64, words * rows.start, words * rows.count).reshape(-1, words)
        whole = all[:, 0]
        if not (all[:, 1:] == (whole >> 63)[:, None]).all():
            whole = np.array([int.from_bytes(row.tobytes(), "little", signed=True) for row in all], object)
    if scale == 0 and whole.dtype != object:
        return Values(whole, rows.valid)
    if scale == 0:
        return Values(Texts.of([str(value) for value in whole.tolist()]), rows.valid)
    if whole.dtype == object or not 0 <= scale <= 22 or (np.abs(whole) > 2**53).any():
        # Python divides whole numbers of any size, and rounds once.
        scaled = [value / 10**scale if scale >= 0 else float(value * 10**-scale) for value in whole.tolist()]
        return Values(np.array(scaled, np.float64), rows.valid)
    return Values(whole / 10.0**scale, rows.valid)


def _times(format, rows):
    """Dates and times in ISO 8601, with as many digits of a second as the column needs."""
    kind, unit = format[:2], format[2:3]
    size = np.int32 if format in (b"tdD", b"tts", b"ttm") else np.int64
    count = rows.buffer(1, size).astype(np.int64)
    if format == b"tdm":
        count = count // 86_400_000
    scale = "D" if kind == b"td" else _UNITS[unit]
    texts = dates(count.astype(f"datetime64[{scale}]"), slice(None) if rows.valid is None else rows.valid)
    if kind == b"tt":
        texts = [text.partition("T")[2] for text in texts]
    elif kind == b"ts" and format[4:]:
        texts = [text + "Z" for text in texts]
    return Values(Texts.of(texts), rows.valid)
