"""Frames: the clusters of one view."""

import csv
import ctypes
import gzip
import io
import json
import os
from functools import cached_property

import numpy as np

from ._arrow_write import Arrow, Column, Table
from ._library import (
    OUT, STOPPER, Error, c_text, call, definition, filled, library, made, needed, options, stoppable, stored, taken, told, whole,
    workbench)


#: The layers of a notebook's picture: those of every picture, and fewer where these take too much.
_LAYERS = (None, ["coast", "markers", "scale", "legend"], ["graticule", "markers", "scale", "legend"], ["markers"])


#: The formats of files by their endings.
_FORMATS = ("json", "geojson", "csv", "gpkg", "fgb", "svg")


class Picture(str):
    """A picture as SVG, which notebooks show."""

    __slots__ = ()

    def _repr_svg_(self):
        return str(self)

    def __repr__(self):
        return f"<picture of {len(self):,} characters of SVG>"


class Frame(Arrow):
    """The clusters of one view, in columns: a row of an array is a cluster, counted from 0.

    Members, counts, weights and ids cover all points of a cluster, those out of view too. An unchanged cluster keeps
    its id across views, strategies and orders of the input.
    """

    def __init__(self, handle, map, recipe=None):
        self._handle, self.map, self._recipe = handle, map, recipe

    # A frame never changes, so that a copy is the same.

    def __copy__(self):
        return self

    def __deepcopy__(self, memo):
        return self

    def __reduce__(self):
        if self._recipe is None:
            raise TypeError(
                "cannot pickle a frame that was asked for with 'previous'; pickle its map, and ask for the frame again")
        make, *arguments = self._recipe
        return make, tuple(arguments)

    def __len__(self):
        return library.pinfold_frame_count(self._handle.pointer)

    def __repr__(self):
        return f"<frame of {len(self):,} clusters of {int(self.counts.sum()):,} points>"

    @cached_property
    def columns(self):
        """The columns by name: ids, lon, lat, counts, weights, speakers, hidden."""
        count = len(self)
        columns = {
            "ids": np.empty(count, np.uint64), "lon": np.empty(count), "lat": np.empty(count),
            "counts": np.empty(count, np.int64), "weights": np.empty(count), "speakers": np.empty(count, np.int64),
            "hidden": np.empty(count, np.uint8),
        }
        call("frame_columns", self._handle, *(column.ctypes.data for column in columns.values()))
        columns["hidden"] = columns["hidden"].astype(bool)
        for column in columns.values():
            column.flags.writeable = False
        return columns

    @property
    def ids(self):
        """The stable id of each cluster, a uint64."""
        return self.columns["ids"]

    @property
    def lon(self):
        """The longitude of each marker, or its x."""
        return self.columns["lon"]

    @property
    def lat(self):
        """The latitude of each marker, or its y."""
        return self.columns["lat"]

    @property
    def counts(self):
        """The number of points of each cluster."""
        return self.columns["counts"]

    @property
    def weights(self):
        """The sum of the weights of each cluster's points."""
        return self.columns["weights"]

    @property
    def speakers(self):
        """The row of the point that each marker represents, or -1."""
        return self.columns["speakers"]

    @property
    def hidden(self):
        """Whether a separation hides the marker under one of higher priority."""
        return self.columns["hidden"]

    @cached_property
    def labels(self):
        """The cluster of every point by row, as an int32; -1 for points that the frame does not show."""
        labels = filled(len(self.map.points), np.int32, "frame_labels", self._handle, OUT)
        labels.flags.writeable = False
        return labels

    @property
    def bounds(self):
        """The box around each cluster's points: west, south, east, north."""
        return filled((len(self), 4), np.float64, "frame_bounds", self._handle, OUT)

    @property
    def expansion_zooms(self):
        """The first zoom at which each cluster splits, for strategies whose clusters nest; infinite if it never does."""
        return filled(len(self), np.float64, "frame_expansion_zooms", self._handle, STOPPER, OUT)

    def count_labels(self, style="abbreviated", *, limit=None, buckets=None):
        """The count of each cluster as a marker shows it, a list of strings.

        Styles are `exact`, `capped` (99+), `abbreviated` (1.2k) and `bucketed` (50+). `limit` is the largest count that
        `capped` writes in full; `buckets=[10, 50]` are the numbers that `bucketed` writes.
        """
        return json.loads(
            told("frame_count_labels", self._handle, definition({
                "style": style, **options({"limit": limit, "buckets": None if buckets is None else list(buckets)})}), OUT))

    def members(self, cluster):
        """The rows of the points of a cluster, in the order of their ids."""
        cluster = self._place(cluster)
        return filled(int(self.counts[cluster]), np.int64, "frame_members", self._handle, cluster, OUT)

    def _place(self, cluster):
        """The number of a cluster, checked: a list of Python's would count negative ones from its end."""
        cluster = whole("cluster", cluster)
        if not 0 <= cluster < len(self):
            raise Error(f"there is no cluster {cluster}; the frame has {len(self)}, numbered from 0")
        return cluster

    def aggregate(self, aggregation):
        """An aggregate of a column per cluster, such as `population:sum`; NaN where no point has a value.

        Sums and extremes of whole numbers beyond 2^53, which float64 would round, are int64; objects where a cluster has
        no value (None) or a sum needs more than 64 bits.
        """
        numbers = filled(
            len(self), np.float64, "frame_aggregate", self._handle, c_text("aggregation", aggregation), STOPPER, OUT)
        if not (np.abs(numbers) >= 2**53).any():
            return numbers
        # CSV has every digit.
        titles, *rows = csv.reader(io.StringIO(self.to_csv(aggregate=[aggregation], keep="none"), newline=""))
        column, _, kind = titles[-1].rpartition("_")
        if kind not in ("sum", "min", "max") or self.map.points.about["attributes"].get(column) != "integer":
            return numbers
        exact = {int(row[titles.index("id")], 16): int(row[-1]) if row[-1] else None for row in rows}
        values = [exact[identity] for identity in self.ids.tolist()]
        fit = all(value is not None and -2**63 <= value < 2**63 for value in values)
        return np.array(values, np.int64 if fit else object)

    def children(self, cluster):
        """The clusters into which a cluster splits, at the first zoom at which it does, as a frame."""
        return self._parts(cluster, show="children")

    def leaves(self, cluster, *, limit=10, offset=0):
        """The points of a cluster as a frame, page by page."""
        return self._parts(cluster, show="leaves", limit=limit, offset=offset)

    def _parts(self, cluster, **settings):
        wanted = {"of": f"{int(self.ids[self._place(cluster)]):016x}", **settings}
        return self._made_parts(definition(wanted))

    def _made_parts(self, wanted):
        """The parts of a definition as the library reads it."""
        handle = made("frame_parts", self._handle, wanted, STOPPER, OUT)
        return Frame(handle, self.map, (Frame._made_parts, self, wanted))

    # Formats

    def _bytes(self, format, settings):
        return stored("frame_write", self._handle, format.encode(), definition(options(settings)), STOPPER)

    def _written(self, format, settings):
        return self._bytes(format, settings).decode("utf-8")

    def save(self, path, **settings):
        """Writes the frame to a file, in the format of its ending, compressed if `.gz` follows.

        Endings are `.json`, `.geojson`, `.csv`, `.gpkg`, `.fgb` and `.svg`; `settings` are those of `to_json` and `to_svg`.
        """
        path = os.fspath(path)
        plain = path.lower().removesuffix(".gz")
        format = os.path.splitext(plain)[1].removeprefix(".")
        if format not in _FORMATS:
            raise Error(f"{path}: no format with the ending {'.' + format!r}; there are: {', '.join('.' + f for f in _FORMATS)}")
        written = self._bytes(format, settings)
        with open(path, "wb") as file:
            # Without the time, so that equal frames have equal files.
            file.write(written if plain == path.lower() else gzip.compress(written, mtime=0))

    def plot(self, **settings):
        """The frame as a picture that notebooks show; `settings` are those of `to_svg`. It is a string of SVG elsewhere."""
        return Picture(self.to_svg(**settings))

    def to_json(self, **settings):
        """The frame as `pinfold cluster --format json` writes it, byte for byte.

        `settings` are that command's: `aggregate=["population:sum,mean"]`, `keep="all"`, `members=True`, `bounds=True`,
        `hull=True`, `expansion_zoom=True`, `spread=True`.
        """
        return self._written("json", settings)

    def to_geojson(self, **settings):
        """The frame as GeoJSON; `properties="supercluster"` names properties as supercluster does."""
        return self._written("geojson", settings)

    def to_csv(self, **settings):
        """The frame as CSV."""
        return self._written("csv", settings)

    def to_svg(self, **settings):
        """The frame as a picture; `settings` are those of `pinfold plot`: `title`, `layers`, `theme`, `by`, `names`."""
        return self._written("svg", settings)

    @property
    def digest(self):
        """The SHA-256 of the frame's canonical text; equal frames have equal digests."""
        return self._written("digest", {})

    def to_pandas(self, aggregate=(), *, bounds=False):
        """The clusters as a DataFrame, a row each: id in hexadecimal digits, lon and lat or x and y, count, weight.

        `aggregate` names columns of the points over each cluster: `["population:sum"]` is `population_sum`.
        """
        pandas = needed("pandas")
        return pandas.DataFrame(self._table(aggregate, bounds))

    def to_arrow(self, aggregate=(), *, bounds=False):
        """The clusters as an Arrow table, as `to_pandas`.

        `pyarrow.table(frame)` is the same without aggregates, as polars, DuckDB and others read a frame by themselves.
        """
        return Table(self._columns_of(self._table(aggregate, bounds)), len(self)).to_arrow()

    def _columns_of(self, table):
        return {
            name: Column.of_digits(self.ids) if name == "id" else _whole_numbers(name, array) if array.dtype == object
            else Column.of(array) for name, array in table.items()}

    def _arrow_columns(self):
        return self._columns_of(self._table((), False))

    def _arrow_formats(self):
        x, y = self._axes
        return {"id": b"u", x: b"g", y: b"g", "count": b"l", "weight": b"g"}

    def assigned(self):
        """The points with their clusters as a table, a row each in the order of the points.

        Its columns are `id` of the point, `cluster`, an index of the frame's columns, and `cluster_id` in hexadecimal
        digits; both are missing for points that the frame does not show. `polars.DataFrame`, `pyarrow.table` and DuckDB
        read the table, beside `to_pandas` and `to_arrow`.
        """
        shown = self.labels >= 0
        places = np.where(shown, self.labels, 0)
        ids = Column.of_digits(self.ids[places] if len(self) else np.zeros(len(places), np.uint64))
        ids = Column.of_texts(*ids.buffers[1:], shown)
        columns = {
            "id": self.map.points._arrow_ids(), "cluster": Column.of(self.labels, shown), "cluster_id": ids}
        return Table(columns, len(shown))

    def to_geopandas(self, aggregate=(), *, bounds=False):
        """The clusters as a GeoDataFrame of points, as `to_pandas`; on the globe in EPSG:4326."""
        geopandas = needed("geopandas")
        table = self._table(aggregate, bounds)
        x, y = self._axes
        geometry = geopandas.points_from_xy(table.pop(x), table.pop(y))
        return geopandas.GeoDataFrame(table, geometry=geometry, crs=4326 if x == "lon" else None)

    @property
    def _axes(self):
        return ("x", "y") if self.map.points.about["planar"] else ("lon", "lat")

    def _table(self, aggregate, bounds):
        x, y = self._axes
        # Texts, as in every format that is written: no database has unsigned numbers of 64 bits.
        ids = np.array([f"{identity:016x}" for identity in self.ids.tolist()], "U16")
        table = {"id": ids, x: self.lon, y: self.lat, "count": self.counts, "weight": self.weights}
        for wanted in [aggregate] if isinstance(aggregate, str) else aggregate:
            column, _, kinds = wanted.rpartition(":")
            for kind in kinds.split(","):
                table[f"{column}_{kind}"] = self.aggregate(f"{column}:{kind}")
        if bounds:
            table.update(zip(("west", "south", "east", "north"), self.bounds.T))
        return table

    # Notebooks

    def _repr_html_(self):
        """The picture over a table of the largest clusters, in 60 kB at most."""
        note = ""
        for layers in _LAYERS:
            picture = self.to_svg(layers=layers)
            if len(picture.encode()) <= 56_000:
                break
            note = "; the picture leaves out points and borders, to_svg() has all"
        else:
            picture, note = "", "; the picture is too large for a notebook, to_svg() draws it"
        largest = np.argsort(-self.counts, kind="stable")[:10]
        x, y = self._axes
        rows = "".join(
            f"<tr><td>{int(self.ids[c]):016x}</td><td>{self.lon[c]:.5f}</td><td>{self.lat[c]:.5f}</td>"
            f"<td>{self.counts[c]:,}</td></tr>"
            for c in largest)
        return (
            f"<div>{picture}</div><table><thead><tr><th>id</th><th>{x}</th><th>{y}</th><th>count</th></tr></thead><tbody>{rows}</tbody>"
            f"<caption>{len(largest)} of {len(self):,} clusters{note}</caption></table>")

    # Change

    def transition(self, new, diff=None):
        """The transition from this frame to another, as a dictionary of keyframes for an animation.

        `diff` is a name or a text, as `'membership(duration=0.4)'`.
        """
        if not isinstance(new, Frame):
            raise Error(f"new: a Frame expected, not a {type(new).__name__}")
        return json.loads(
            told("frame_transition", workbench, self._handle, new._handle, definition(diff), OUT))


def score(frames, metrics=None, *, seed=1):
    """Measures a frame, or frames in the order in which a camera shows them.

    Returns a dictionary of `frames`, `pairs` and `sequence`: dictionaries of values by name, such as `overlap.share`;
    None where a measure has none. Without `metrics` all are measured that need no further columns.
    """
    frames = [frames] if isinstance(frames, Frame) else list(frames)
    if not frames:
        raise Error("no frames to measure")
    for frame in frames:
        if not isinstance(frame, Frame):
            raise Error(f"frames: Frames expected, not a {type(frame).__name__}")
    handles = (ctypes.c_void_p * len(frames))(*[frame._handle.pointer for frame in frames])
    seed = whole("seed", seed, 0)
    wanted = {"seed": seed} if metrics is None else {"seed": seed, "metrics": metrics}
    text = ctypes.c_void_p()
    stoppable(
        "frames_score", workbench, ctypes.cast(handles, ctypes.c_void_p), len(frames), definition(wanted), STOPPER,
        ctypes.byref(text))
    results = json.loads(taken(text))
    return {
        "frames": [row["measures"] for row in results["frames"]],
        "pairs": [row["measures"] for row in results["pairs"]],
        "sequence": results["sequence"]["measures"],
    }


def _whole_numbers(name, values):
    """The column of whole numbers, of which None is missing."""
    valid = np.array([value is not None for value in values])
    try:
        return Column.of(np.array([value or 0 for value in values], np.int64), valid)
    except OverflowError:
        raise Error(f"{name}: {max(filter(None, values), key=abs)} needs more than 64 bits; to_pandas() and to_csv() have it") from None
