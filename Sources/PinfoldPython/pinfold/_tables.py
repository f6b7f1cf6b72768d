"""What the readers of tables share: which columns are coordinates, ids and weights."""

import ctypes

import numpy as np

from . import _arrow_geometry, _arrow_read
from ._columns import Role
from ._library import Error, c_text, call


def is_frame(value):
    """Whether a value is a DataFrame of pandas, which has an interface to Arrow where pyarrow is alone."""
    return hasattr(value, "iloc") and hasattr(value, "columns")


def is_table(value):
    """Whether a value is a table of any library."""
    return is_frame(value) or _arrow_read.is_table(value)


def listed(names):
    """A list of names, of which one may come by itself."""
    return [names] if isinstance(names, str) else list(names)


def column(frame, name):
    """A column of a DataFrame."""
    if name not in frame.columns:
        raise Error(f"no column {name!r} among {', '.join(map(repr, frame.columns))}")
    found = frame[name]
    if found.ndim != 1:
        raise Error(f"{found.shape[1]} columns are named {name!r}: {', '.join(map(repr, frame.columns))}")
    return found


def position(table, lon, lat, geometry, planar):
    """The coordinates of a table of Arrow, and the places of the columns that they are in."""
    if geometry is None and lon is None and lat is None:
        places = [place for place, field in enumerate(table.fields) if _arrow_geometry.is_geometry(field)]
        plain = [place for place in places if table.names[place] in ("geometry", "geom")]
        if len(places) > 1 and len(plain) != 1:
            names = ", ".join(repr(table.names[place]) for place in places)
            raise Error(f"several geometry columns: {names}; name one with geometry=…")
        if places:
            place = places[0] if len(places) == 1 else plain[0]
            return table.points(place, planar), {place}
    elif geometry is not None:
        if lon is not None or lat is not None:
            raise Error("geometry: a geometry has both coordinates; leave out lon and lat")
        place = table.place(geometry)
        return table.points(place, planar), {place}
    lon, lat = coordinates(table.names, lon, lat, planar)
    places = [table.place(name) for name in (lon, lat)]
    x, y = (degrees(name, table.values(place).numbers) for name, place in zip((lon, lat), places))
    return (x, y), set(places)


def coordinates(columns, lon, lat, planar=False):
    """The columns of coordinates: those named, or those whose names say it, as in files."""
    if lon is None and lat is None:
        names = [c_text("column", str(name).replace("\0", "")) for name in columns]
        x, y = ctypes.c_int64(), ctypes.c_int64()
        call(
            "points_guess", ctypes.cast((ctypes.c_char_p * len(names))(*names), ctypes.c_void_p), len(names), bool(planar),
            ctypes.byref(x), ctypes.byref(y))
        if x.value >= 0:
            return columns[x.value], columns[y.value]
    if lon is None or lat is None:
        raise Error(f"no known names of coordinates among {', '.join(map(repr, columns))}; name two columns with lon=… and lat=…")
    return lon, lat


def degrees(name, values):
    """A coordinate in degrees; by a name such as `latitudeE7` it is in ten-millionths of one."""
    if str(name).strip().lower().endswith("e7"):
        return np.asarray(values, np.float64) / 1e7
    return values


class Guess(str):
    """The name of a column that was not asked for: what it has may be something else."""


def with_roles(settings, names):
    """The settings with columns named `id` and `weight`, which may be ids and weights."""
    for role in ("id", "weight"):
        name = next((name for name in names if str(name).strip().lower() == role), None)
        taken = [value for value in settings.values() if isinstance(value, str)]
        if role not in settings and name is not None and name not in taken:
            settings = {**settings, role: Guess(name)}
    return settings


def roles(names, column, attributes):
    """The columns of roles: those of ids and weights as files have them, others as they are."""
    return {
        role: Role(name, column(role, name), is_guessed=isinstance(name, Guess), stays=attributes is not None)
        if role in ("ids", "weight") else column(role, name)
        for role, name in names.items() if name is not None}
