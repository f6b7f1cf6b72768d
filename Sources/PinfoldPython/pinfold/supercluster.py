"""`pysupercluster`'s class over Pinfold."""

import math
import struct

import numpy as np

from ._library import Error
from .points import Points

#: The fields of a cluster in the bytes of `Map._clusters`.
_CLUSTER = struct.Struct("=Qdddqq")


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
            raise Error("points: one row or more of longitude and latitude expected")
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
        # Beyond the deepest zoom there are points alone, coincident ones too.
        self._points = made.cluster("none")

    def getClusters(self, top_left, bottom_right, zoom):
        """The clusters whose markers are in a box, as dictionaries of id, count, expansion_zoom, latitude, longitude.

        A box whose west is greater than its east crosses the date line. Beyond `max_zoom` there are points alone.
        """
        first, last = self._zooms
        try:
            zoom = min(max(math.floor(zoom), first), last + 1)
            (west, north), (east, south) = top_left, bottom_right
            if east - west >= 360:
                west, east = -180.0, 180.0
            else:
                west, east = (west + 180) % 360 - 180, east if east == 180 else (east + 180) % 360 - 180
        except (TypeError, ValueError, OverflowError):
            raise Error(
                "two corners of longitude and latitude and a zoom expected, not "
                f"{top_left!r}, {bottom_right!r} and {zoom!r}") from None
        found = (self._map if zoom <= last else self._points)._clusters(west, south, east, north, zoom)
        return [
            {"id": row, "count": 1, "expansion_zoom": None, "latitude": latitude, "longitude": longitude} if row >= 0 else
            {"id": identity >> 11, "count": count, "expansion_zoom": int(expansion), "latitude": latitude,
             "longitude": longitude}
            for identity, longitude, latitude, expansion, count, row in _CLUSTER.iter_unpack(found)]
