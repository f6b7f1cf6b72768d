"""`pysupercluster`'s class over Pinfold."""

import math

import numpy as np

from ._library import Error
from .points import Points


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
        self._points = points
        self._zooms = (min_zoom, max_zoom)
        # How far members may be from their marker, and more, as a share of the world at zoom 0.
        self._reach = 4 * radius / extent
        self._map = Points(points[:, 0], points[:, 1]).cluster(
            "radius", radius=radius, extent=extent, min_zoom=min_zoom, max_zoom=max_zoom, order="input")

    def getClusters(self, top_left, bottom_right, zoom):
        """The clusters whose markers are in a box, as dictionaries of id, count, expansion_zoom, latitude, longitude.

        A box whose west is greater than its east crosses the date line. Beyond `max_zoom` there are points alone.
        """
        first, last = self._zooms
        zoom = min(max(math.floor(zoom), first), last + 1)
        (west, north), (east, south) = top_left, bottom_right
        if zoom > last:
            rows = np.flatnonzero(_inside(self._points[:, 0], self._points[:, 1], west, south, east, north))
            return [self._point(int(row)) for row in rows]
        box = _wider(west, south, east, north, self._reach / 2**zoom)
        frame = self._map.frame(bbox=box, zoom=zoom)
        shown = np.flatnonzero(_inside(frame.lon, frame.lat, west, south, east, north))
        expansions = self._expansions(frame.ids[shown[frame.counts[shown] > 1]], box, zoom)
        clusters = []
        for cluster in shown.tolist():
            if frame.counts[cluster] == 1:
                clusters.append(self._point(int(frame.members(cluster)[0])))
                continue
            clusters.append({
                "id": int(frame.ids[cluster]) >> 11,
                "count": int(frame.counts[cluster]),
                "expansion_zoom": expansions[int(frame.ids[cluster])],
                "latitude": float(frame.lat[cluster]),
                "longitude": float(frame.lon[cluster]),
            })
        return clusters

    def _point(self, row):
        longitude, latitude = self._points[row]
        return {
            "id": row, "count": 1, "expansion_zoom": None, "latitude": float(latitude),
            "longitude": float(longitude)}

    def _expansions(self, ids, box, zoom):
        """The first zoom at which each cluster is no more, which its id tells: it follows from the members."""
        zooms, last = {}, self._zooms[1]
        while len(ids):
            zoom += 1
            there = np.isin(ids, self._map.frame(bbox=box, zoom=zoom).ids) if zoom <= last else np.zeros(len(ids), bool)
            zooms.update((identity, zoom) for identity in ids[~there].tolist())
            ids = ids[there]
        return zooms


def _inside(lon, lat, west, south, east, north):
    """Which places are in a box that may cross the date line."""
    if east - west >= 360:
        across = np.ones(len(lon), bool)
    else:
        west, east = (west + 180) % 360 - 180, east if east == 180 else (east + 180) % 360 - 180
        across = (lon >= west) & (lon <= east) if west <= east else (lon >= west) | (lon <= east)
    return across & (lat >= south) & (lat <= north)


def _wider(west, south, east, north, reach):
    """A box with a margin on every side, which is a share of the world's width."""
    degrees = 360 * reach
    width = east - west if east >= west else east + 360 - west
    if width + 2 * degrees >= 360:
        west, east = -180, 180
    else:
        west, east = ((edge + 180) % 360 - 180 for edge in (west - degrees, east + degrees))
    return [west, _moved(south, -reach), east, _moved(north, reach)]


def _moved(latitude, share):
    """A latitude so much farther north on the map, as a share of its height."""
    latitude = max(-85.0511, min(85.0511, latitude))
    height = math.asinh(math.tan(math.radians(latitude))) + 2 * math.pi * share
    return math.degrees(math.atan(math.sinh(max(-math.pi, min(math.pi, height)))))
