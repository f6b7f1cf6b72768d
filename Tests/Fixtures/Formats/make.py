#!/usr/bin/env python3
"""Writes the files beside it with GDAL, for tests of the readers: what other programs write is not what we do.

    pip install pyogrio && Tests/Fixtures/Formats/make.py

Every kind of geometry and of column is in them. FormatTests has the values that it expects.
"""
import gzip
import os
import struct
from pathlib import Path

import numpy as np
import pyogrio.raw

HERE = Path(__file__).parent


def geometry(code, *parts):
    return struct.pack("<BI", 1, code) + b"".join(parts)


def numbers(*values):
    return struct.pack(f"<{len(values)}d", *values)


def listed(*parts):
    return struct.pack("<I", len(parts)) + b"".join(parts)


def path(*corners):
    return listed(*(numbers(*corner) for corner in corners))


def point(x, y):
    return geometry(1, numbers(x, y))


SQUARE = path((0, 0), (8, 0), (8, 8), (0, 8), (0, 0))
HOLE = path((1, 1), (5, 1), (5, 7), (1, 7), (1, 1))
SHAPES = [
    point(2.5, 48.25),
    geometry(4, listed(point(-1, 10), point(-2, 20), point(-3, 30))),
    geometry(2, path((0, 0), (10, 0), (10, 2))),
    geometry(3, listed(SQUARE, HOLE)),
    geometry(6, listed(geometry(3, listed(path((20, 0), (21, 0), (21, 1), (20, 1), (20, 0)))),
                       geometry(3, listed(path((30, 0), (36, 0), (36, 1), (30, 1), (30, 0)))))),
    geometry(7, listed(point(7, 8), geometry(2, path((0, 0), (1, 1))))),
    None,
]
COLUMNS = {
    "name": np.array(["Paris", "трое", "line", "hole", "two", "mixed", None], dtype=object),
    "count": np.array([1, -2, 3, 4, 5, 6, 7], dtype=np.int32),
    "big": np.array([2**53 + 1, 2, 3, 4, 5, 6, -7], dtype=np.int64),
    "height": np.array([0.1, np.nan, 3.5, 4, 5, 6, 7]),
    "single": np.array([0.1, 2, 3, 4, 5, 6, 7], dtype=np.float32),
    "flag": np.array([True, False, True, True, True, True, False]),
    "day": np.array(["2026-01-02"] * 7, dtype="datetime64[D]"),
}


def write(file, shapes, columns, kind, crs="EPSG:4326", layer="shapes", append=False, **options):
    pyogrio.raw.write(
        str(HERE / file), np.array(shapes, dtype=object), list(columns.values()), list(columns), layer=layer,
        geometry_type=kind, crs=crs, append=append, **options)


def main():
    for old in HERE.iterdir():
        if old.name != "make.py":
            old.unlink()
    write("shapes.fgb", SHAPES, COLUMNS, "Unknown", driver="FlatGeobuf", SPATIAL_INDEX="NO")
    write("shapes.gpkg", SHAPES, COLUMNS, "Unknown", driver="GPKG")
    mercator = [point(261848.15527273554, 6250566.54904563), point(20037508.342789244, 0)]
    write("shapes.gpkg", mercator, {"name": np.array(["Paris", "edge"], dtype=object)}, "Point", crs="EPSG:3857",
          layer="towns", append=True, driver="GPKG")
    packed = (HERE / "shapes.gpkg").read_bytes()
    (HERE / "shapes.gpkg").unlink()
    (HERE / "shapes.gpkg.gz").write_bytes(gzip.compress(packed, mtime=0))
    high = [geometry(1001, numbers(37.5, 55.75, 150)), geometry(1001, numbers(30.25, 60, 10))]
    towns = {
        "name": np.array(["Москва", None], dtype=object), "people": np.array([13000000, 5600000], dtype=np.int64),
        "share": np.array([0.5, np.nan]), "flag": np.array([True, False]),
        "day": np.array(["2026-01-02"] * 2, dtype="datetime64[D]"),
    }
    write("towns.shp", high, towns, "2.5D Point", driver="ESRI Shapefile", encoding="CP1251")
    several = [geometry(4, listed(point(1, 2), point(3, 4))), geometry(4, listed(point(5, 6)))]
    write("several.shp", several, {"id": np.array([7, 8], dtype=np.int32)}, "MultiPoint", driver="ESRI Shapefile")
    areas = [geometry(3, listed(SQUARE, HOLE))]
    write("areas.shp", areas, {"id": np.array([1], dtype=np.int32)}, "Polygon", crs="EPSG:3857",
          driver="ESRI Shapefile")
    for index in HERE.glob("*.shx"):
        index.unlink()


main()
