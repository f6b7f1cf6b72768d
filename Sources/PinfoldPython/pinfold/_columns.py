"""Columns of points as C takes them."""

import ctypes
import re

import numpy as np

from ._library import Attribute, Columns, Error, c_text
from ._values import MISSING, attribute, coordinates, flags, group_names, identities, is_all_missing, numbers, texts
from ._vectors import Booleans, Integers, Texts


def built(
    lon, lat, *, ids=None, weight=None, group=None, mergeable=None, priority=None, attributes=None, skips=False, kinds=None,
):
    """The columns of points, checked; what they point to lives as long as the result.

    With `skips`, rows without coordinates are left out, and are `skipped`; ids are rows then where none are given.
    """
    x, y = coordinates("lon", lon), coordinates("lat", lat)
    columns = ColumnBuilder(len(x))
    columns.check("lat", y)
    if skips and (missing := np.isnan(x) | np.isnan(y)).any():
        if missing.all():
            raise Error(f"none of the {len(x)} rows has coordinates")
        columns.leave_out(missing)
        ids = np.arange(len(x)) if ids is None else ids
    columns.put("longitude", x)
    columns.put("latitude", y)
    if isinstance(ids, Role):
        ids, own = columns.own_ids(ids)
        attributes = {name: values for name, values in attributes.items() if name != own}
    columns.put_ids(ids)
    columns.put_values(weight, group, mergeable, priority, attributes, kinds)
    return columns


def identified(ids):
    """Columns with ids alone."""
    columns = ColumnBuilder(len(ids))
    columns.put_ids(ids)
    return columns


def replaced(ids, *, lon, lat, **values):
    """Columns with ids and those that change."""
    columns = identified(ids)
    columns.put("longitude", None if lon is None else coordinates("lon", lon))
    columns.put("latitude", None if lat is None else coordinates("lat", lat))
    columns.put_values(**values)
    return columns


class Role:
    """A column of a table that has the ids or the weights, as files are read: what is wrong with some is a warning.

    A column that was only guessed is an attribute where it has none. Where it has ids, it is no attribute unless it `stays`.
    """

    def __init__(self, name, values, *, is_guessed=False, stays=False):
        self.name, self.values, self.is_guessed, self.stays = name, values, is_guessed, stays


class ColumnBuilder:
    """Columns as C takes them, with the arrays that they point to."""

    def __init__(self, count):
        self.count = count
        self.given = Columns(count=self.count)
        # The arrays live as long as a call that was given the columns.
        self.kept = self.given.kept = []
        self.rows, self.skipped = None, np.empty(0, np.int64)
        self.warnings = []

    @property
    def pointer(self):
        return ctypes.byref(self.given)

    def leave_out(self, missing):
        """Leaves out rows of all columns."""
        self.rows, self.skipped = ~missing, np.flatnonzero(missing)
        self.given.count = self.count - len(self.skipped)

    def put(self, field, array):
        if array is not None:
            setattr(self.given, field, self.keep(self.checked(field, array)))

    def check(self, name, array):
        if len(array) != self.count:
            raise Error(f"{name}: {len(array)} values for {self.count} points")

    def checked(self, name, column):
        """The rows of a column that are not left out."""
        self.check(name, column)
        if self.rows is None:
            return column
        return column.chosen(self.rows) if hasattr(column, "chosen") else column[self.rows]

    def keep(self, array):
        self.kept.append(array)
        return array.ctypes.data

    def texts(self, texts):
        """Offsets and bytes of texts that lie end to end."""
        data = np.ascontiguousarray(texts.data)
        return self.keep(np.ascontiguousarray(texts.offsets, np.int64)), self.keep(data)

    def numbered(self, message):
        """A message of the library, which counts the rows that it was given, with the rows of the columns."""
        if self.rows is None:
            return message
        rows = np.flatnonzero(self.rows)
        return re.sub(
            r"\brows? \d+( and \d+)?", lambda m: re.sub(r"\d+", lambda n: str(rows[int(n[0])]), m[0]), message)

    def row(self, place):
        """The row of the columns that a row of those that are not left out is."""
        return int(place if self.rows is None else np.flatnonzero(self.rows)[place])

    def own_ids(self, role):
        """The ids that a column of a table is for, and its name if it is no attribute then."""
        if not role.is_guessed:
            return identities(role.values), None
        column, least = attribute("ids", role.values), np.iinfo(np.int64).min
        if isinstance(column, np.ndarray):
            known = ~np.isnan(column)
            if (column[known] == np.floor(column[known])).all() and (np.abs(column[known]) <= 2**53).all():
                whole = np.full(len(column), least)
                whole[known] = column[known]
                column = Integers(whole)
            else:
                column = texts("ids", column, known)
        own = self.checked("ids", column)
        values = own.list() if isinstance(own, Texts) else own.array.tolist()
        different, missing = set(values), {None, "", least}
        if isinstance(column, Booleans) or different <= missing:
            return None if self.rows is None else np.arange(self.count), None
        if len(different) == len(values) and not different & missing:
            return column if isinstance(column, Texts) else column.array, None if role.stays else role.name
        rows, defect = {}, None
        for place, value in enumerate(values):
            if value in missing:
                defect = f"row {self.row(place)} has no id"
            elif value in rows:
                defect = f"row {self.row(place)} has the id {str(value)!r} of row {self.row(rows[value])}"
            if defect is not None:
                self.warnings.append(
                    f"{defect} (column {role.name!r}), so points are named by their rows, as in '#0'; id=… names a column "
                    "of ids that do not repeat")
                return Texts.of([f"#{row}" for row in range(self.count)]), None
            rows[value] = place
        raise AssertionError("ids without a defect")

    def weights(self, role):
        """The weights that a column of a table is for; None if it has only the name."""
        try:
            if role.is_guessed and isinstance(attribute("weight", role.values), (Texts, Booleans)):
                return None
            values = numbers("weight", role.values)
        except Error:
            if role.is_guessed:
                return None
            raise
        bad = ~(np.isfinite(values) & (values >= 0))
        places = np.flatnonzero(self.checked("weight", bad))
        count = self.given.count
        if len(places) == count and count:
            if role.is_guessed:
                return None
            raise Error(f"weight: no row of column {role.name!r} has a number of 0 or more")
        if len(places):
            row = self.row(places[0])
            self.warnings.append(
                f"{len(places):,} of {count:,} points have a bad weight, counted as 0 (first: row {row}, {role.name} "
                f"{values[row]:g})")
        return np.where(bad, 0, values)

    def put_ids(self, ids):
        if ids is None:
            return
        ids = identities(ids)
        if isinstance(ids, Texts):
            self.given.id_offsets, self.given.id_bytes = self.texts(self.checked("ids", ids))
        else:
            self.put("ids", ids)

    def put_values(self, weight, group, mergeable, priority, attributes, kinds=None):
        weight = self.weights(weight) if isinstance(weight, Role) else weight
        self.put("weight", None if weight is None else numbers("weight", weight))
        self.put("priority", None if priority is None else numbers("priority", priority))
        self.put("mergeable", None if mergeable is None else flags("mergeable", mergeable))
        self.put_group(group)
        self.put_attributes({} if attributes is None else attributes, kinds or {})

    def put_group(self, group):
        if group is None:
            return
        values = self.checked("group", np.array(group_names(group), object))
        known = sorted(set(values) - {""})
        places = {name: place for place, name in enumerate(known)}
        self.given.group = self.keep(np.array([places.get(value, -1) for value in values], np.int32))
        self.given.group_names = (ctypes.c_char_p * len(known))(*[c_text("group", name) for name in known])
        self.given.group_count = len(known)

    def put_attributes(self, attributes, kinds):
        """`kinds` has the types of attributes that are known, as values which are all missing have none."""
        if not hasattr(attributes, "items"):
            raise Error("attributes: a dictionary of names and columns expected")
        given = (Attribute * len(attributes))()
        for place, (name, values) in enumerate(attributes.items()):
            given[place].name = encoded = c_text("an attribute's name", str(name))
            if any(other.name == encoded for other in given[:place]):
                raise Error(f"attributes: two columns are named {str(name)!r}")
            column = self.checked(name, attribute(name, values))
            if kinds.get(str(name)) in MISSING and is_all_missing(column):
                column = MISSING[kinds[str(name)]](len(column))
            if isinstance(column, Texts):
                given[place].offsets, given[place].bytes = self.texts(column)
                there = np.ones(len(column), bool) if column.valid is None else column.valid
                given[place].valid = self.keep(np.ascontiguousarray(there, np.uint8))
            elif isinstance(column, Integers):
                given[place].integers = self.keep(column.array)
            elif isinstance(column, Booleans):
                given[place].booleans = self.keep(column.array)
            else:
                given[place].numbers = self.keep(column)
        self.given.attributes, self.given.attribute_count = given, len(attributes)
