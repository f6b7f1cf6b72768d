"""Points: from arrays, tables, files and generators."""

import ctypes
import json

import numpy as np

from ._columns import built
from ._library import (
    OUT, STOPPER, Error, c_text, call, definition, filled, forked, library, made, options, stored, taken, told, whole,
    workbench)
from .maps import Map


class Points:
    """Points that never change, in the order in which they came: a row of an array is a point.

    `lon` and `lat` are degrees, or x and y where `planar` is set. `ids` are unique whole numbers or texts, rows if there
    are none. Points of different `group` never share a cluster, those that are not `mergeable` share none at all.
    `attributes` are further columns by name, for aggregates, conditions and plugins.

    Raises `Error` for columns of different lengths and for values out of range, with the row.
    """

    def __init__(
        self, lon, lat, *, ids=None, weight=None, group=None, mergeable=None, priority=None, attributes=None,
        planar=False,
    ):
        columns = built(
            lon, lat, ids=ids, weight=weight, group=group, mergeable=mergeable, priority=priority,
            attributes=attributes)
        columns.given.planar = bool(planar)
        self._handle = made("points_new", columns.pointer, STOPPER, OUT)
        self._about = None

    @classmethod
    def _of(cls, handle):
        points = cls.__new__(cls)
        points._handle, points._about = handle, None
        return points

    @classmethod
    def from_pandas(cls, frame, lon=None, lat=None, *, id=None, weight=None, group=None, mergeable=None,
                    priority=None, planar=False):
        """Points of a DataFrame, whose other columns become attributes.

        `lon`, `lat` and so on name columns; a GeoDataFrame has its geometry, which is turned into degrees where it is
        in another system. Lines and polygons are refused.
        """
        geometry = getattr(frame, "geometry", None) if hasattr(frame, "crs") else None
        if geometry is not None and lon is None:
            if not planar and frame.crs is not None and frame.crs.to_epsg() != 4326:
                geometry = geometry.to_crs(4326)
            if len(geometry) and not (geometry.geom_type == "Point").all():
                raise Error("geometry: points expected; take .centroid or .representative_point() of other shapes")
            x, y, used = geometry.x, geometry.y, {frame.geometry.name}
        else:
            lon, lat = _coordinates(list(frame.columns), lon, lat)
            x, y, used = _column(frame, lon), _column(frame, lat), {lon, lat}
        roles = {"ids": id, "weight": weight, "group": group, "mergeable": mergeable, "priority": priority}
        used |= {name for name in (id, mergeable) if name is not None}
        return cls(
            x, y, planar=planar, attributes={str(n): frame[n] for n in frame.columns if n not in used},
            **{role: _column(frame, name) for role, name in roles.items() if name is not None})

    @classmethod
    def from_arrow(cls, table, lon=None, lat=None, **roles):
        """Points of an Arrow table, or of anything that streams one (polars, DuckDB), as `from_pandas`."""
        import pyarrow

        if not isinstance(table, pyarrow.Table):
            if not hasattr(table, "__arrow_c_stream__"):
                raise Error(f"table: a table of Arrow or a stream of one expected, not a {type(table).__name__}")
            table = pyarrow.RecordBatchReader.from_stream(table).read_all()
        return cls.from_pandas(table.to_pandas(integer_object_nulls=True), lon, lat, **roles)

    # Points never change, so that a copy is the same.

    def __copy__(self):
        return self

    def __deepcopy__(self, memo):
        return self

    def __reduce__(self):
        return _loaded, (type(self), stored("points_save", self._handle), self.about)

    def __len__(self):
        return library.pinfold_points_count(self._handle.pointer)

    def __repr__(self):
        return f"<{len(self):,} points>"

    @property
    def about(self):
        """What is known of the points: a dictionary of name, rows, ids, groups, attributes, warnings and more."""
        if self._about is None:
            self._about = json.loads(told("points_about", self._handle, OUT))
        return self._about

    @property
    def coordinates(self):
        """Longitudes and latitudes, or x and y, as two arrays by row."""
        lon, lat = np.empty(len(self)), np.empty(len(self))
        call("points_coordinates", self._handle, lon.ctypes.data, lat.ctypes.data)
        return lon, lat

    @property
    def ids(self):
        """The ids by row: an array of int64, or of texts."""
        if self.about["ids"] == "integer":
            return filled(len(self), np.int64, "points_ids", self._handle, OUT)
        return self._texts(None)

    def column(self, name):
        """An attribute by row: an array of numbers, or of texts, of which None is missing.

        Whole numbers are int64; where some are missing float64, of which NaN is missing, or objects where that would
        round one of them.
        """
        kind = self.about["attributes"].get(name)
        if kind == "text":
            texts = self._texts(name)
            texts[texts == ""] = None
            return texts
        name = c_text("column", str(name))
        if kind == "integer":
            return _whole(filled(len(self), np.int64, "points_integers", self._handle, name, OUT))
        return filled(len(self), np.float64, "points_numbers", self._handle, name, OUT)

    def _texts(self, name):
        count = len(self)
        offsets, text = np.empty(count + 1, np.int64), ctypes.c_void_p()
        call("points_texts", self._handle, None if name is None else c_text("column", name), offsets.ctypes.data,
             ctypes.byref(text))
        # Without a size, a text that has zeros in it would end there.
        whole = taken(text, int(offsets[count]))
        ends = offsets.tolist()
        return np.array(
            [whole[start:end].decode("utf-8", "replace") for start, end in zip(ends, ends[1:])], dtype=object)

    def to_pandas(self):
        """The points with their attributes as a DataFrame, a row each."""
        import pandas

        x, y = ("x", "y") if self.about["planar"] else ("lon", "lat")
        lon, lat = self.coordinates
        columns = {"id": self.ids, x: lon, y: lat}
        columns.update({name: self.column(name) for name in self.about["attributes"] if name not in columns})
        return pandas.DataFrame(columns)

    def to_arrow(self):
        """The points with their attributes as an Arrow table, a row each."""
        import pyarrow

        return pyarrow.Table.from_pandas(self.to_pandas(), preserve_index=False)

    def __arrow_c_stream__(self, requested_schema=None):
        return self.to_arrow().__arrow_c_stream__(requested_schema)

    def cluster(self, strategy=None, *, threads=0, **settings):
        """Builds a strategy's index over the points and returns the map, which has the clusters of any view.

        `strategy` is a name, a text such as `'radius(radius=40)'`, or a dictionary with `name`; `settings` are its
        parameters and steps, as `radius=40, separate=True, representative="central", limits={"max_zoom": 12}`. Threads,
        one for each processor where it is 0, never change a result.
        """
        if settings or isinstance(strategy, dict):
            named = _spelled(strategy) if isinstance(strategy, dict) else {"name": strategy or "separate"}
            strategy = {**named, **_deep(options(settings))}
        return self._clustered(definition(strategy), whole("threads", threads, 0, 2**31 - 1))

    def _clustered(self, strategy, threads=0):
        """The map of a strategy's definition as the library reads it."""
        # A forked process has none of the threads that the library keeps, and systems do not promise that it gets others.
        threads = 1 if forked() else threads
        return Map(made("map_new", workbench, self._handle, strategy, threads, STOPPER, OUT), self, strategy)


def read(path, **settings):
    """Reads a file as `pinfold cluster` does: CSV, GeoJSON, GeoPackage, FlatGeobuf, Shapefiles, gzip'd or not.

    `settings` are the options of reading: `lon`, `lat`, `id`, `weight`, `group`, `where="population > 1000"`, `head`,
    `sample`, `planar`, `attributes` and more. Rows that cannot be used are told of in `about["warnings"]`.
    """
    # A word of Python's has an underscore behind it.
    data = definition({"path": path, **options(settings)})
    return Points._of(made("points_read", workbench, data, STOPPER, OUT))


def generate(name, *, count=10_000, seed=1, **parameters):
    """Makes points up by a generator, the same for a seed on every machine."""
    data = definition({"generate": name, "count": count, "seed": seed, **options(parameters)})
    return Points._of(made("points_read", workbench, data, STOPPER, OUT))


def _whole(array):
    """Whole numbers, of which the least is missing, as the narrowest array that changes none."""
    missing = array == np.iinfo(np.int64).min
    if not missing.any():
        return array
    if (np.abs(array[~missing]) <= 2**53).all():
        return np.where(missing, np.nan, array.astype(np.float64))
    values = array.astype(object)
    values[missing] = None
    return values


def _loaded(cls, saved, about):
    """Points of a pickle."""
    points = cls._of(made("points_load", saved, len(saved), OUT))
    points._about = about
    return points


def _deep(value):
    """Options of options likewise: `limits={"max_zoom": 12}` is `limits.maxZoom`."""
    return {name: _deep(options(v)) if isinstance(v, dict) else v for name, v in value.items()}


def _spelled(strategy):
    """A strategy's dictionary with the names of its parameters: `cell_size` is `cellSize`, unless a plugin says so."""
    if not any("_" in name for name in strategy) and not any(isinstance(value, dict) for value in strategy.values()):
        return dict(strategy)
    own = {
        parameter["name"]
        for entry in json.loads(told("workbench_list", workbench, b"strategies", OUT)) if entry["name"] == strategy.get("name")
        for parameter in entry["parameters"]}
    given = {name: value for name, value in strategy.items() if name in own}
    return {**given, **_deep(options({name: value for name, value in strategy.items() if name not in own}))}


def _column(frame, name):
    if name not in frame.columns:
        raise Error(f"no column {name!r} among {', '.join(map(repr, frame.columns))}")
    return frame[name]


def _coordinates(columns, lon, lat):
    """The columns of coordinates: those named, or those whose names say it."""
    lowered = {str(name).lower(): name for name in reversed(columns)}
    for x, y in (("lon", "lat"), ("lng", "lat"), ("longitude", "latitude"), ("x", "y")):
        if lon is None and lat is None and x in lowered and y in lowered:
            return lowered[x], lowered[y]
    if lon is None or lat is None:
        raise Error(f"which columns are coordinates? Name them by lon and lat: {', '.join(map(repr, columns))}")
    return lon, lat
