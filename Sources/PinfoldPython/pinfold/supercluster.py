"""`pysupercluster`'s class over Pinfold."""

import ctypes
import math

import numpy as np

from ._library import Error, library
from .points import Points


def _listing():
    """The function of the library that lists the clusters of a box, as a function of Python.

    It makes the dictionaries in C: a call by ctypes and a comprehension take several times as long as the search.
    """
    functions = (
        "PyLong_AsVoidPtr", "PyFloat_AsDouble", "PyErr_Occurred", "PyEval_SaveThread", "PyEval_RestoreThread", "PyList_New",
        "PyList_SetItem", "PyDict_New", "PyDict_SetItem", "PyLong_FromLongLong", "PyFloat_FromDouble", "Py_IncRef",
        "Py_DecRef")
    addresses = [ctypes.cast(getattr(ctypes.pythonapi, name), ctypes.c_void_p).value for name in functions]
    objects = [id(value) for value in (None, *_KEYS)]
    table = (ctypes.c_void_p * (len(addresses) + len(objects)))(*addresses, *objects)
    new = ctypes.PYFUNCTYPE(ctypes.py_object, *[ctypes.c_void_p] * 3)(("PyCFunction_NewEx", ctypes.pythonapi))
    return new(library.pinfold_python_clusters(table), None, None)


#: The keys of a cluster in the order of `pinfold_python_lists`, which has no references of its own to them.
_KEYS = ("id", "count", "expansion_zoom", "latitude", "longitude")
_clusters = _listing()


class SuperCluster:
    """Has the same clusters as `pysupercluster.SuperCluster`, whose arguments and results it takes and gives.

    Points are rows of longitude and latitude; `radius` is in units of which `extent` make a tile's width. A point's `id`
    is its row, as there; a cluster's follows from its members alone, so that it stays across views and orders.
    """

    def __init__(self, points, min_zoom=0, max_zoom=16, radius=40, extent=512):
        if np.ma.is_masked(points):
            raise Error("points: some values are masked; leave their rows out, or fill them with .filled()")
        points = np.asarray(points)
        if points.ndim != 2 or points.shape[1] != 2 or not len(points):
            raise Error("points: at least one row of longitude and latitude expected")
        try:
            missing = np.isnan(points.astype(np.float64)).any(axis=1)
        except (TypeError, ValueError):
            raise Error("points: numbers expected") from None
        if missing.any():
            # Ids are rows.
            raise Error(f"points: row {int(np.argmax(missing))} has no coordinates; leave it out")
        self._zooms = (min_zoom, max_zoom)
        made = Points(points[:, 0], points[:, 1])
        self._map = made.cluster(
            "radius", radius=radius, extent=extent, min_zoom=min_zoom, max_zoom=max_zoom, order="input")

    def getClusters(self, top_left, bottom_right, zoom):
        """The clusters whose markers are in a box, as dictionaries of id, count, expansion_zoom, latitude, longitude.

        A box whose west is greater than its east crosses the date line. Beyond `max_zoom` there are points alone.
        """
        first, last = self._zooms
        try:
            (west, north), (east, south) = top_left, bottom_right
            if not (-180 <= west <= east <= 180 and west < 180):
                if east - west >= 360:
                    west, east = -180.0, 180.0
                else:
                    west, east = (west + 180) % 360 - 180, east if east == 180 else (east + 180) % 360 - 180
            if zoom.__class__ is not int or not first <= zoom <= last:
                # Beyond the deepest zoom there are points alone, coincident ones too.
                zoom = math.inf if math.floor(zoom) > last else max(math.floor(zoom), first)
            found = _clusters(self._map._handle.pointer, west, south, east, north, zoom)
        except (TypeError, ValueError, OverflowError):
            raise Error(
                "two corners of longitude and latitude and a zoom expected, not "
                f"{top_left!r}, {bottom_right!r} and {zoom!r}") from None
        # None for a box that no map can show: the other door says why.
        return self._map.clusters((west, south, east, north), zoom) if found is None else found
