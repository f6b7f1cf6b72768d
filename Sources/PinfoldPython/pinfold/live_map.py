"""Live maps: points on a page of this machine's browsers, and in notebooks."""

import html
import importlib.util
import weakref

import numpy as np

from ._library import OUT, Error, call, definition, filled, made, options, told, whole, workbench
from .points import Points, spelled


class Live:
    """An interactive map served to browsers on this machine until it is closed or garbage-collected.

    `address` has a token in it: whoever knows it sees the points. A notebook shows the map itself where anywidget is
    installed, and otherwise the address.

    What a person selects on the map is `selection`, the rows of points, and `selected()`, a DataFrame; `select` selects
    from here.
    """

    def __init__(self, handle, points):
        self._handle, self.points, self._widgets = handle, points, weakref.WeakSet()
        self.address = told("live_address", handle, OUT)

    def __reduce__(self):
        raise TypeError("cannot copy or pickle a live map, which this process serves; pickle its points")

    def close(self):
        """Stops serving; pages say that the server is gone."""
        self._handle = None

    def __enter__(self):
        return self

    def __exit__(self, *failure):
        self.close()

    # Selection

    @property
    def selection(self):
        """The rows of the selected points, ascending."""
        return np.flatnonzero(filled(len(self.points), np.uint8, "live_selection", self._open, OUT))

    def select(self, rows):
        """Selects points on every page: their rows, or a mask of booleans."""
        selected = np.zeros(len(self.points), np.uint8)
        selected[self.rows(rows)] = 1
        call("live_select", self._open, selected.ctypes.data)
        for widget in list(self._widgets):
            widget.follow()

    def selected(self):
        """The points that are selected, as a DataFrame with all their columns."""
        return self.points.to_pandas().iloc[self.selection]

    def rows(self, rows):
        """The rows that a list of them or a mask means, in order; raises `Error` for what are none."""
        count = len(self.points)
        try:
            given = np.asarray(rows)
        except ValueError:  # lists of different lengths
            given = np.empty(1, object)
        if given.dtype == bool and given.shape == (count,):
            return np.flatnonzero(given)
        if given.size == 0 and given.ndim == 1:
            return np.zeros(0, np.int64)
        if given.dtype.kind not in "iu" or given.ndim != 1:
            raise Error(f"rows: row numbers from 0, or {count} booleans expected, not {rows!r:.60}")
        if int(given.min()) < 0 or int(given.max()) >= count:
            wrong = given[(given < 0) | (given >= count)][0]
            raise Error(f"rows: there is no row {wrong}; there are {count}, numbered from 0")
        return np.unique(given).astype(np.int64)

    @property
    def _open(self):
        if self._handle is None:
            raise Error("the live map is closed")
        return self._handle

    # Notebooks

    def widget(self, height=480):
        """The map as a widget of a notebook, which needs anywidget; see `MapWidget` in `pinfold.widget`."""
        from .widget import MapWidget

        return MapWidget(self, height=whole("height", height, 1, 16384))

    def __repr__(self):
        return f"<live map at {self.address}>" if self._handle else "<closed live map>"

    def _repr_mimebundle_(self, **settings):
        if self._handle and importlib.util.find_spec("anywidget"):
            return self.widget()._repr_mimebundle_(**settings)
        address = html.escape(self.address, quote=True)
        return {"text/plain": repr(self), "text/html": f'<a href="{address}" target="_blank">{address}</a>'}


def live(points, strategies=None, *, view=None, port=0):
    """Serves points as an interactive map.

    `strategies` is one, or up to four side by side: names, strings such as `'radius(radius=40)'`, dictionaries. `view` is
    a dictionary of `lon`, `lat` and `zoom`, all points without it; `port` 0 is any that is free.
    """
    if not isinstance(points, Points):
        raise Error(f"points: Points expected, not a {type(points).__name__}")
    wanted = {"port": whole("port", port, 0, 65535), "open": False}
    if strategies is not None:
        wanted["strategies"] = spelled([strategies] if isinstance(strategies, (str, dict)) else list(strategies))
    if view is not None:
        wanted["view"] = options(view) if isinstance(view, dict) else view
    return Live(made("live_new", workbench, points._handle, definition(wanted), OUT), points)
