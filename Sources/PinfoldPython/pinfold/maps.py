"""Maps: points with a strategy's index over them."""

import ctypes
import os

import numpy as np

from ._columns import built, identified, replaced
from ._library import Error, OUT, STOPPER, call, definition, made, options, stoppable, stored, taken, told, whole
from .frames import Frame

#: `pinfold_cluster`.
CLUSTER = np.dtype([
    ("id", np.uint64), ("lon", np.float64), ("lat", np.float64), ("expansion_zoom", np.float64), ("count", np.int64),
    ("row", np.int64)])


class Map:
    """An index of a strategy over points; returns the clusters of any view.

    Frames may be asked for from many threads at once: each call leaves the interpreter to others while it runs.
    """

    def __init__(self, handle, points, strategy):
        self._handle, self.points, self._strategy = handle, points, strategy

    # A map never changes, so that a copy is the same. An edited one is equal to one that is built of its points.

    def __copy__(self):
        return self

    def __deepcopy__(self, memo):
        return self

    def __reduce__(self):
        return type(self.points)._clustered, (self.points, self._strategy)

    def __repr__(self):
        return f"<map of {len(self.points):,} points by {self.label}>"

    @property
    def label(self):
        """The strategy with its settings, as `radius(radius=40)`."""
        return told("map_label", self._handle, OUT)

    def frame(self, view=None, *, previous=None, **settings):
        """The clusters of a view.

        A view is settings: `lon` and `lat`, or on a plane `x` and `y`, with `zoom`; or `bbox` with or without `zoom`;
        `width` and `height` in screen points, `tile_size`, `margin`, `bearing`. Without any, it shows all points. A box
        lists the clusters whose markers are in it; with `clip='members'` those with a point in it too. Or the view
        is a dictionary of these, or a text such as `'2.35,48.86,6'` or `'2.35,48.86,6,1280x800'`. `previous` is the
        frame shown before, for representatives that look back.
        """
        wanted = options(settings)
        if isinstance(view, dict):
            wanted = {**options(view), **wanted}
        elif view is not None:
            if wanted:
                raise Error(f"the view {view!r} is complete; leave out {', '.join(settings)}")
            wanted = view
        view = definition(wanted)
        if previous is None:
            return self._frame(view)
        if not isinstance(previous, Frame):
            raise Error(f"previous: a Frame expected, not a {type(previous).__name__}")
        return Frame(made("map_frame", self._handle, view, previous._handle, STOPPER, OUT), self)

    def _frame(self, view):
        """The frame of a view's definition as the library reads it."""
        return Frame(made("map_frame", self._handle, view, None, STOPPER, OUT), self, (Map._frame, self, view))

    def clusters(self, bbox, zoom):
        """The clusters whose markers are in a box or on its edges, as one structured array; faster than `frame`.

        `bbox` is west, south, east, north; a west greater than the east crosses the date line. The array has the fields
        `id`, `lon`, `lat`, `count`, `expansion_zoom`, the first zoom at which a cluster has fallen apart (infinite for a
        point, NaN where the strategy's index does not know it: `Frame.expansion_zooms` searches for it), and `row`, that
        of the only point, or -1. At an infinite zoom every point is by itself, coincident ones too.
        """
        try:
            west, south, east, north = (float(edge) for edge in bbox)
            zoom = float(zoom)
        except (TypeError, ValueError):
            raise Error(f"a box of west, south, east, north and a zoom expected, not {bbox!r} and {zoom!r}") from None
        return np.frombuffer(self._clusters(west, south, east, north, zoom), CLUSTER)

    def _clusters(self, west, south, east, north, zoom):
        """The bytes of the array."""
        array, count = ctypes.c_void_p(), ctypes.c_int64()
        call("map_clusters", self._handle, west, south, east, north, zoom, ctypes.byref(array), ctypes.byref(count))
        return taken(array, count.value * CLUSTER.itemsize)

    # Edits

    def insert(self, lon, lat, *, ids, **columns):
        """Returns a map with more points, whose ids must be new. `columns` are those of `Points`.

        This map and its frames do not change. The rows of the new map's `points` are the remaining rows in their order,
        followed by the inserted ones.
        """
        return self._edited("map_insert", built(lon, lat, ids=ids, kinds=self._kinds, **columns))

    def remove(self, ids):
        """Returns a map without the points with these ids; see `insert`."""
        return self._edited("map_remove", identified(ids))

    def move(self, ids, lon, lat):
        """Returns a map with new coordinates for the points with these ids; see `insert`."""
        return self._edited("map_move", built(lon, lat, ids=ids))

    def update(self, ids, *, lon=None, lat=None, weight=None, group=None, mergeable=None, priority=None, attributes=None):
        """Returns a map with new values for the points with these ids; see `insert`.

        Each column has a value per id. Columns that are not given do not change. `attributes` may contain any attributes
        that the points have.
        """
        return self._edited("map_update", replaced(
            ids, lon=lon, lat=lat, weight=weight, group=group, mergeable=mergeable, priority=priority,
            attributes=attributes, kinds=self._kinds))

    @property
    def _kinds(self):
        return self.points.about["attributes"]

    def _edited(self, edit, columns):
        handle = made(edit, self._handle, columns.pointer, STOPPER, OUT)
        return Map(handle, type(self.points)._of(made("map_points", handle, OUT)), self._strategy)

    # Tiles

    def tile(self, zoom, column, row, **settings):
        """The vector tile z/x/y as uncompressed bytes.

        `settings` are those of `pinfold tiles`: `layer_name`, `tile_size`, `buffer`, `properties`,
        `aggregate=["population:sum"]`, `keep`. Strategies whose clusters change as a map is panned have none.
        """
        numbers = (whole(name, number) for name, number in (("zoom", zoom), ("column", column), ("row", row)))
        return stored("map_tile", self._handle, *numbers, definition(options(settings)), STOPPER)

    def write_tiles(self, path, **settings):
        """Writes the vector tiles of all zooms as `pinfold tiles` does, byte for byte, and returns how many.

        `path` ends in .pmtiles or .mbtiles, or is that of a folder; `zooms="0-14"` and more as for `tile`.
        """
        count = ctypes.c_int64()
        stoppable(
            "map_write_tiles", self._handle, os.fsencode(path), definition(options(settings)), STOPPER,
            ctypes.byref(count))
        return count.value
