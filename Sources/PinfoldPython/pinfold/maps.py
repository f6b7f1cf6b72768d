"""Maps: points with a strategy's index over them."""

import ctypes
import os

from ._columns import built, identified
from ._library import Error, OUT, STOPPER, definition, made, options, stoppable, stored, told
from .frames import Frame


class Map:
    """Points with a strategy's index over them, which has the clusters of any view.

    Frames may be asked for from many threads at once: each call leaves the interpreter to others while it runs.
    """

    def __init__(self, handle, points):
        self._handle, self.points = handle, points

    def __repr__(self):
        return f"<map of {len(self.points):,} points by {self.label}>"

    @property
    def label(self):
        """The strategy with its settings, as `radius(radius=40)`."""
        return told("map_label", self._handle, OUT)

    def frame(self, view=None, *, previous=None, **settings):
        """The clusters of a view.

        A view is settings: `lon` and `lat`, or on a plane `x` and `y`, with `zoom`; or `bbox` with or without `zoom`;
        `width` and `height` in screen points, `tile_size`, `margin`, `bearing`. Without any, it shows all points. Or it
        is a dictionary of these, or a text such as `'2.35,48.86,6'` or `'2.35,48.86,6,1280x800'`. `previous` is the
        frame shown before, for representatives that look back.
        """
        wanted = options(settings)
        if isinstance(view, dict):
            wanted = {**options(view), **wanted}
        elif view is not None:
            if wanted:
                raise Error(f"the view {view!r} says where and how near; leave out {', '.join(settings)}")
            wanted = view
        before = None if previous is None else previous._handle
        handle = made("map_frame", self._handle, definition(wanted), before, STOPPER, OUT)
        return Frame(handle, self)

    # Edits

    def insert(self, lon, lat, *, ids, **columns):
        """The map with more points; `ids` are none that it has. `columns` are those of `Points`.

        This map and its frames stay as they are. The new map has points of its own, `map.points`, whose rows are those
        that are left in their order, and then those that were inserted.
        """
        return self._edited("map_insert", built(lon, lat, ids=ids, **columns))

    def remove(self, ids):
        """The map without the points of some ids; see `insert`."""
        return self._edited("map_remove", identified(ids))

    def move(self, ids, lon, lat):
        """The map with some points elsewhere; see `insert`."""
        return self._edited("map_move", built(lon, lat, ids=ids))

    def _edited(self, edit, columns):
        handle = made(edit, self._handle, columns.pointer, STOPPER, OUT)
        return Map(handle, type(self.points)._of(made("map_points", handle, OUT)))

    # Tiles

    def tile(self, zoom, column, row, **settings):
        """The vector tile z/x/y as bytes, not packed.

        `settings` are those of `pinfold tiles`: `layer_name`, `tile_size`, `buffer`, `properties`,
        `aggregate=["population:sum"]`, `keep`. Strategies whose clusters change as a map is panned have none.
        """
        return stored("map_tile", self._handle, int(zoom), int(column), int(row), definition(options(settings)), STOPPER)

    def write_tiles(self, path, **settings):
        """Writes the vector tiles of all zooms as `pinfold tiles` does, byte for byte, and returns how many.

        `path` ends in .pmtiles or .mbtiles, or is that of a folder; `zooms="0-14"` and more as for `tile`.
        """
        count = ctypes.c_int64()
        stoppable(
            "map_write_tiles", self._handle, os.fsencode(path), definition(options(settings)), STOPPER,
            ctypes.byref(count))
        return count.value
