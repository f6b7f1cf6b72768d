"""Columns of strings, integers and booleans, some of which may be missing, as the library takes them."""

import numpy as np


class Texts:
    """Strings as offsets into UTF-8, one more than there are strings.

    `valid` is an array of booleans, or None where no string is missing.
    """

    def __init__(self, offsets, data, valid=None):
        self.offsets, self.data, self.valid = offsets, data, valid

    def __len__(self):
        return len(self.offsets) - 1

    @classmethod
    def of(cls, texts, valid=None):
        """The strings of a list."""
        encoded = [text.encode("utf-8") for text in texts]
        return cls(_ends([len(text) for text in encoded]), np.frombuffer(b"".join(encoded), np.uint8), valid)

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

    def chosen(self, kept):
        """The strings of some rows."""
        texts = self.taken(np.flatnonzero(kept))
        texts.valid = None if self.valid is None else self.valid[kept]
        return texts

    def list(self):
        """The strings as a list, None for those that are missing."""
        data, ends = self.data.tobytes(), self.offsets.tolist()
        texts = [data[start:end].decode("utf-8", "replace") for start, end in zip(ends, ends[1:])]
        return texts if self.valid is None else [text if there else None for text, there in zip(texts, self.valid)]


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

    def chosen(self, kept):
        """The integers of some rows."""
        return Integers(self.array[kept])


class Booleans:
    """Truth values as the library takes them: 0, 1, and 2 for a missing one."""

    def __init__(self, array):
        self.array = array

    def __len__(self):
        return len(self.array)

    @classmethod
    def of(cls, array, valid=None):
        """The values of an array that are valid."""
        return cls(np.ascontiguousarray(array if valid is None else np.where(valid, array, 2), np.uint8))

    def chosen(self, kept):
        """The values of some rows."""
        return Booleans(self.array[kept])


def _ends(lengths):
    ends = np.zeros(len(lengths) + 1, np.int64)
    np.cumsum(lengths, out=ends[1:])
    return ends
