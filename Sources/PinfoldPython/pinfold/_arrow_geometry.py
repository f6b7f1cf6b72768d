"""Columns of points: GeoArrow's types and well-known binary."""

import json

import numpy as np

from . import _arrow_values
from ._arrow_rows import NUMBERS
from ._library import Error


def _is_point(field):
    """Whether the type is one for points: a struct with x and y, or a list of two to four numbers."""
    if field.format == b"+s":
        return {"x", "y"} <= {child.name for child in field.children}
    return field.format in (b"+w:2", b"+w:3", b"+w:4") and field.children[0].format in NUMBERS


def is_geometry(field):
    """Whether the extension type is a geometry."""
    return field.extension.startswith(("geoarrow.", "ogc.wkb")) and field.extension != "geoarrow.box"


def read(field, rows, planar=False):
    """The x and y of a column of points, in degrees unless they are on a plane; NaN is missing."""
    if _is_point(field) and field.extension in ("", "geoarrow.point"):
        if field.format == b"+s":
            places = {child.name: place for place, child in enumerate(field.children)}
            x, y = (_arrow_values.read(field.children[places[name]], rows.child(places[name])).numbers for name in "xy")
        else:
            size = int(field.format[3:])
            pairs = _arrow_values.read(field.children[0], rows.child(0, size)).numbers.reshape(-1, size)
            x, y = pairs[:, 0], pairs[:, 1]
    elif field.format in (b"z", b"Z", b"vz") and field.extension in ("", "geoarrow.wkb", "ogc.wkb"):
        x, y = _well_known(field, _arrow_values.texts(field.format, rows), rows.valid, planar)
    elif field.extension == "geoarrow.wkt":
        raise Error(f"{field.name}: the geometry is text; well-known binary or GeoArrow points expected")
    else:
        raise Error(
            f"{field.name}: points expected, not {field.extension or field.holds or 'such values'}; take .centroid or "
            ".representative_point() of other shapes")
    valid = rows.valid
    return (x, y) if valid is None else (np.where(valid, x, np.nan), np.where(valid, y, np.nan))


def _well_known(field, texts, valid, planar):
    """Points in well-known binary: byte order, type, in EWKB a reference system, coordinates."""
    count = len(texts)
    xy = np.full((count, 2), np.nan)
    lengths = np.diff(texts.offsets)
    there = np.ones(count, bool) if valid is None else valid
    if (lengths[there] < 21).any():
        raise Error(f"{field.name}: row {int(np.argmax(there & (lengths < 21)))} is not a point in well-known binary")
    rows = np.flatnonzero(there)
    starts = texts.offsets[:-1][rows]
    heads = texts.data[starts[:, None] + np.arange(5)]
    for head in np.unique(heads, axis=0):
        same = (heads == head).all(axis=1)
        order = "<" if head[0] == 1 else ">"
        kind = int(head[1:].copy().view(order + "u4")[0])
        first = 9 if kind & 0x20000000 else 5
        if (kind & 0x0FFFFFFF) % 1000 != 1 or (lengths[rows[same]] < first + 16).any():
            raise Error(f"{field.name}: points expected; take .centroid or .representative_point() of other shapes")
        if first == 9 and not planar:
            systems = texts.data[starts[same][:, None] + np.arange(5, 9)].view(order + "u4")
            for system in np.unique(systems).tolist():
                if system not in (0, 4326, 4979):
                    raise _elsewhere(field, f"EPSG:{system}")
        numbers = texts.data[starts[same][:, None] + np.arange(first, first + 16)]
        xy[rows[same]] = numbers.view(order + "f8")
    return xy[:, 0], xy[:, 1]


def check_degrees(field):
    """Raises `Error` for a coordinate reference system other than longitude and latitude of WGS 84."""
    try:
        system = json.loads(field.details).get("crs") if field.details else None
    except (ValueError, AttributeError):
        system = None
    if system is None:
        return
    if isinstance(system, dict):
        code = system.get("id", {})
        name = f"{code.get('authority')}:{code.get('code')}" if code else system.get("name", "another system")
    else:
        name = str(system)
    plain = name.upper()
    if plain in ("EPSG:4326", "OGC:CRS84", "EPSG:4979", "OGC:CRS84H", "WGS 84") or plain.endswith(
            ('ID["EPSG",4326]]', 'AUTHORITY["EPSG","4326"]]')):
        return
    raise _elsewhere(field, name if len(name) < 60 else name[:60] + "…")


def _elsewhere(field, system):
    return Error(
        f"{field.name}: the geometry is in {system}; convert it to EPSG:4326 first, for example with .to_crs(4326), or "
        "set planar")
