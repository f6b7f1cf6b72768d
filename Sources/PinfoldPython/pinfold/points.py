"""Points: from arrays, tables, files and generators."""

import ctypes
import json
import sys
import warnings

import numpy as np

from . import _arrow_read
from ._arrow_write import Arrow, Column
from ._columns import built
from ._library import (
    OUT, STOPPER, Error, c_text, call, definition, filled, forked, kept, library, made, needed, options, stored, told, whole,
    workbench)
from ._tables import Guess, column, coordinates, degrees, is_frame, is_table, listed, position, roles, with_roles
from ._vectors import Texts
from .maps import Map


class Points(Arrow):
    """Immutable points in input order; a row of a column is a point.

    `lon` and `lat` are degrees, or x and y where `planar` is set. `ids` are unique integers or strings; default: row
    numbers. Points of different `group` never share a cluster, those that are not `mergeable` share none at all.
    `attributes` are further columns by name, for aggregates, conditions and plugins.

    `Points(table)` are those of a table whose columns of coordinates are known by their names or types; `ids`, `weight`,
    `group`, `mergeable` and `priority` name columns then, and `attributes` is a list of those to keep. `from_arrow` and
    `from_pandas` name the coordinates too.

    Rows without coordinates are skipped, with a warning, which `about["warnings"]` has too; ids are rows of the columns
    then, where none are given. A bad weight in a table counts as 0, with a warning. Raises `Error` for columns of different lengths and for values out of range, with the row.
    """

    def __init__(
        self, lon, lat=None, *, ids=None, weight=None, group=None, mergeable=None, priority=None, attributes=None,
        planar=False,
    ):
        if lat is None:
            made_of = _of_table(type(self), lon, {
                "id": ids, "weight": weight, "group": group, "mergeable": mergeable, "priority": priority,
                "attributes": attributes, "planar": planar})
            self._handle, self._about = made_of._handle, made_of._about
            return
        columns = built(
            lon, lat, ids=ids, weight=weight, group=group, mergeable=mergeable, priority=priority,
            attributes=attributes, skips=True)
        columns.given.planar = bool(planar)
        try:
            self._handle = made("points_new", columns.pointer, STOPPER, OUT)
        except Error as failure:
            raise Error(columns.numbered(str(failure))) from None
        self._about = None
        told = columns.warnings
        if len(columns.skipped):
            told = [_told_of(columns.skipped, columns.count), *told]
        if told:
            self._about = {**self.about, "rows": columns.count, "warnings": [*told, *self.about["warnings"]]}
            for text in told:
                warnings.warn(text, stacklevel=_callers())

    @classmethod
    def _of(cls, handle):
        points = cls.__new__(cls)
        points._handle, points._about = handle, None
        return points

    @classmethod
    def from_pandas(cls, frame, lon=None, lat=None, *, id=None, weight=None, group=None, mergeable=None,
                    priority=None, attributes=None, planar=False):
        """Points of a DataFrame, whose other columns become attributes, or those that `attributes` lists.

        `lon`, `lat` and so on name columns; a GeoDataFrame has its geometry, which is turned into degrees where it is
        in another system. Lines and polygons are refused.
        """
        geometry = getattr(frame, "geometry", None) if hasattr(frame, "crs") else None
        if geometry is not None and lon is None:
            if not planar and frame.crs is not None and frame.crs.to_epsg() != 4326:
                geometry = geometry.to_crs(4326)
            kinds = geometry.geom_type
            if ((kinds != "Point") & kinds.notna()).any():
                raise Error("geometry: points expected; take .centroid or .representative_point() of other shapes")
            x, y, used = geometry.x, geometry.y, {frame.geometry.name}
        else:
            lon, lat = coordinates(list(frame.columns), lon, lat, planar)
            x, y = (degrees(name, column(frame, name)) for name in (lon, lat))
            used = {lon, lat}
        named = {"ids": id, "weight": weight, "group": group, "mergeable": mergeable, "priority": priority}
        used |= {name for name in (id, mergeable) if name is not None and not isinstance(name, Guess)}
        chosen = [name for name in frame.columns if name not in used] if attributes is None else listed(attributes)
        values = {str(name): column(frame, name) for name in chosen}
        if len(values) < len(chosen):
            raise Error(f"two columns have the same name: {', '.join(map(repr, map(str, chosen)))}")
        return cls(
            x, y, planar=planar, attributes=values,
            **roles(named, lambda _, name: column(frame, name), attributes))

    @classmethod
    def from_arrow(
        cls, table, lon=None, lat=None, *, geometry=None, id=None, weight=None, group=None, mergeable=None,
        priority=None, attributes=None, planar=False,
    ):
        """Points of a table that can be read as Arrow, such as those of pyarrow, polars, DuckDB and GeoPandas do.

        `lon`, `lat` and so on name columns; `geometry` names a column of points: GeoArrow's, or well-known binary in
        degrees. By default a geometry is taken, or the columns whose names say that they are coordinates. The other
        columns become attributes, or those that `attributes` lists.
        """
        if not isinstance(table, _arrow_read.Source):
            if not _arrow_read.is_table(table):
                raise Error(f"table: an Arrow table or a stream expected, not a {type(table).__name__}")
            table = _arrow_read.Source(table)
        named = {"ids": id, "weight": weight, "group": group, "mergeable": mergeable, "priority": priority}
        (x, y), used = position(table, lon, lat, geometry, planar)
        used |= {table.place(name) for name in (id, mergeable) if name is not None and not isinstance(name, Guess)}
        chosen = [place for place in range(len(table.names)) if place not in used]
        if attributes is not None:
            chosen = [table.place(name) for name in listed(attributes)]
        unfit = [f"{table.names[place]!r} ({table.fields[place].holds})" for place in chosen if table.fields[place].holds]
        if unfit:
            raise Error(
                f"columns without numbers, booleans, strings or times: {', '.join(unfit)}; leave them out of the "
                "table, or list the columns to keep as attributes=[…]")
        views = {"ids": "identities", "weight": "numbers", "group": "words", "mergeable": "flags", "priority": "numbers"}

        def view(role, name):
            found = table.values(table.place(name))
            return found.attribute if isinstance(name, Guess) else getattr(found, views[role])

        values = {table.names[place]: table.values(place).attribute for place in chosen}
        if len(values) < len(chosen):
            raise Error(f"two columns have the same name: {', '.join(map(repr, table.names))}")
        return cls(x, y, planar=planar, attributes=values, **roles(named, view, attributes))

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
        """Metadata of the points: a dictionary of name, rows, ids, groups, attributes, warnings and more."""
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
        """The ids by row: an array of int64, or of strings."""
        if self.about["ids"] == "integer":
            return filled(len(self), np.int64, "points_ids", self._handle, OUT)
        return self._texts(None)

    def column(self, name):
        """An attribute by row: an array of numbers, booleans or strings. Missing numbers are NaN, other missing values None.

        Whole numbers are int64; where some are missing float64, of which NaN is missing, or objects where that would
        round one of them.
        """
        kind = self.about["attributes"].get(name)
        if kind == "text":
            return self._texts(name)
        name = c_text("column", str(name))
        if kind == "integer":
            return _whole(filled(len(self), np.int64, "points_integers", self._handle, name, OUT))
        numbers = filled(len(self), np.float64, "points_numbers", self._handle, name, OUT)
        if kind != "boolean":
            return numbers
        flags = numbers == 1
        return flags if not np.isnan(numbers).any() else np.where(np.isnan(numbers), None, flags)

    def _texts(self, name):
        return np.array(self._taken(name).list(), dtype=object)

    def _taken(self, name):
        """The strings of an attribute, or of the ids, in the memory in which the library stored them."""
        count = len(self)
        offsets, valid, text = np.empty(count + 1, np.int64), np.empty(count, np.uint8), ctypes.c_void_p()
        call("points_texts", self._handle, None if name is None else c_text("column", name), offsets.ctypes.data,
             valid.ctypes.data, ctypes.byref(text))
        return Texts(offsets, kept(text, int(offsets[count])), None if valid.all() else valid.view(bool))

    def to_pandas(self):
        """The points with their attributes as a DataFrame, a row each.

        An attribute named as a column of every table, such as `lon`, has an underscore behind its name.
        """
        pandas = needed("pandas")
        columns = dict(zip(self._own, (self.ids, *self.coordinates)))
        columns.update({shown: self.column(name) for shown, name in self._attributes.items()})
        return pandas.DataFrame(columns)

    @property
    def _own(self):
        """The columns of every table."""
        return ("id", "x", "y") if self.about["planar"] else ("id", "lon", "lat")

    @property
    def _attributes(self):
        """The attributes by their names in tables, of which no two are equal."""
        names, own = {}, self.about["attributes"]
        for name in own:
            shown = name
            while shown in self._own or shown in names or shown != name and shown in own:
                shown += "_"
            names[shown] = name
        return names

    def to_arrow(self):
        """The points with their attributes as an Arrow table, a row each."""
        return needed("pyarrow").RecordBatchReader.from_stream(self).read_all()

    def _arrow_formats(self):
        about = self.about
        formats = dict(zip(self._own, (b"l" if about["ids"] == "integer" else b"U", b"g", b"g")))
        kinds = {"text": b"U", "integer": b"l", "boolean": b"b"}
        formats.update({
            shown: kinds.get(about["attributes"][name], b"g") for shown, name in self._attributes.items()})
        return formats

    def _arrow_columns(self):
        formats = self._arrow_formats()
        own = self._arrow_ids(), *map(Column.of, self.coordinates)
        columns = dict(zip(formats, own))
        columns.update({
            shown: self._arrow_column(name, formats[shown]) for shown, name in self._attributes.items()})
        return columns

    def _arrow_ids(self):
        if self.about["ids"] == "integer":
            return Column.of(self.ids)
        texts = self._taken(None)
        return Column.of_texts(texts.offsets, texts.data)

    def _arrow_column(self, name, format):
        if format == b"U":
            texts = self._taken(name)
            return Column.of_texts(texts.offsets, texts.data, texts.valid)
        if format == b"l":
            values = filled(len(self), np.int64, "points_integers", self._handle, c_text("column", name), OUT)
            return Column.of(values, values != np.iinfo(np.int64).min)
        values = filled(len(self), np.float64, "points_numbers", self._handle, c_text("column", name), OUT)
        valid = ~np.isnan(values)
        return Column.of(values == 1 if format == b"b" else values, valid)

    def cluster(self, strategy=None, *, threads=0, **settings):
        """Builds a strategy's index over the points. The returned map has the clusters of any view.

        `strategy` is a name, a text such as `'radius(radius=40)'`, or a dictionary with `name`; `settings` are its
        parameters and steps, as `radius=40, separate=True, representative="central", limits={"max_zoom": 12}`. Threads,
        one for each processor where it is 0, never change a result.
        """
        if settings or isinstance(strategy, dict):
            named = spelled(strategy) if isinstance(strategy, dict) else {"name": strategy or "separate"}
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

    `path` may also be a table that can be read as Arrow, or a DataFrame, with the settings of
    `Points.from_arrow`. As in a file, columns named `id` and `weight` are ids and weights.
    """
    if is_table(path):
        return _read_table(path, settings)
    # A word of Python's has an underscore behind it.
    data = definition({"path": path, **options(settings)})
    return Points._of(made("points_read", workbench, data, STOPPER, OUT))


def _read_table(table, settings):
    """Points of a table with the settings of a file's reading that a table may have."""
    settings = {name.rstrip("_"): value for name, value in settings.items() if value is not None}
    known = ["lon", "lat", "geometry", "id", "weight", "group", "mergeable", "priority", "attributes", "planar"]
    unknown = sorted(set(settings) - set(known))
    if unknown:
        raise Error(
            f"reading a table has no {', '.join(map(repr, unknown))}, only {', '.join(known)}; select rows of the table "
            "beforehand")
    if settings.get("attributes") in ("all", "none"):
        settings["attributes"] = None if settings["attributes"] == "all" else []
    if is_frame(table):
        if "geometry" in settings:
            raise Error("geometry: a GeoDataFrame has an active geometry; select it with set_geometry")
        return Points.from_pandas(table, **with_roles(settings, list(table.columns)))
    # A stream can be read once.
    table = _arrow_read.Source(table)
    return Points.from_arrow(table, **with_roles(settings, table.names))


def generate(name, *, count=10_000, seed=1, **parameters):
    """Generates points; a seed gives the same points on every machine."""
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


def _callers():
    """How far from the function that calls this one that is which called the package."""
    level, frame = 1, sys._getframe(1)
    while frame.f_back and frame.f_globals.get("__package__") == __package__:
        level, frame = level + 1, frame.f_back
    return level


def _told_of(skipped, count):
    """The sentence about rows without coordinates."""
    some = ", ".join(map(str, skipped[:5].tolist())) + (", …" if len(skipped) > 5 else "")
    return f"{len(skipped):,} of {count:,} rows have no coordinates and are skipped: {some}"


def _loaded(cls, saved, about):
    """Points of a pickle."""
    points = cls._of(made("points_load", saved, len(saved), OUT))
    points._about = about
    return points


def _deep(value):
    """Options of options likewise: `limits={"max_zoom": 12}` is `limits.maxZoom`."""
    return {name: _deep(options(v)) if isinstance(v, dict) else v for name, v in value.items()}


def spelled(strategy):
    """A strategy's dictionary with the names of its parameters: `cell_size` is `cellSize`, unless a plugin says so.

    Other definitions as they are, and lists of them with each so.
    """
    if isinstance(strategy, (list, tuple)):
        return [spelled(member) for member in strategy]
    if not isinstance(strategy, dict):
        return strategy
    if not any("_" in name for name in strategy) and not any(isinstance(value, dict) for value in strategy.values()):
        return dict(strategy)
    own = {
        parameter["name"]
        for entry in json.loads(told("workbench_list", workbench, b"strategies", OUT)) if entry["name"] == strategy.get("name")
        for parameter in entry["parameters"]}
    given = {name: value for name, value in strategy.items() if name in own}
    return {**given, **_deep(options({name: value for name, value in strategy.items() if name not in own}))}


def _of_table(cls, table, settings):
    """Points of the only argument of `Points`."""
    settings = {name: value for name, value in settings.items() if value is not None}
    for name in ("id", "weight", "group", "mergeable", "priority"):
        if name in settings and not isinstance(settings[name], str):
            raise Error(f"{'ids' if name == 'id' else name}: the name of a column of the table expected")
    if hasattr(table, "geom_type") and hasattr(table, "to_frame"):
        table = table.to_frame("geometry")  # a GeoSeries
    if is_frame(table):
        return cls.from_pandas(table, **settings)
    if _arrow_read.is_table(table):
        return cls.from_arrow(table, **settings)
    raise TypeError(f"Points takes lon and lat, or one Arrow table, not one {type(table).__name__}")
