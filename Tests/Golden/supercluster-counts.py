#!/usr/bin/env python3
"""Prints supercluster-counts.txt: what pysupercluster makes of points drawn by SplitMix64.

Needs `pip install numpy setuptools` and `pip install --no-build-isolation pysupercluster`.
"""
from importlib.metadata import version

import numpy
import pysupercluster

MASK = (1 << 64) - 1


class Random:
    """SplitMix64, as Sources/Pinfold/Numbers/SplitMix64.swift."""

    def __init__(self, seed):
        self.state = seed

    def unit(self):
        self.state = (self.state + 0x9E3779B97F4A7C15) & MASK
        z = self.state
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
        return ((z ^ (z >> 31)) >> 11) * 2.0**-53


def point(shape, random):
    """A longitude and a latitude, by operations that round alike everywhere."""
    if shape == "uniform":
        return random.unit() * 360 - 180, random.unit() * 160 - 80
    if shape == "heaps":
        # One of eight squares, each half as wide as the one before.
        side = 45 * 2.0 ** -int(random.unit() * 8)
        return 10 + random.unit() * side, 5 + random.unit() * side
    if shape == "dateLine":
        longitude = 170 + random.unit() * 20
        return longitude - 360 if longitude >= 180 else longitude, random.unit() * 40 - 20
    return int(random.unit() * 90) * 4.0 - 180, int(random.unit() * 40) * 4.0 - 80


print(f"# Made by supercluster-counts.py with pysupercluster {version('pysupercluster')}, the C++ port of supercluster.")
print("# shape, seed, points, radius, extent | clusters at zoom 0 to 16 | points of the largest at zoom 0 to 16")
for shape in ["uniform", "heaps", "dateLine", "lattice"]:
    for seed, count in enumerate([100, 400, 1500, 4000], start=1):
        random = Random(seed)
        points = numpy.array([point(shape, random) for _ in range(count)])
        for radius, extent in [(40, 512), (60, 512), (60, 256)]:
            index = pysupercluster.SuperCluster(points, min_zoom=0, max_zoom=16, radius=radius, extent=extent)
            zooms = [
                [c["count"] for c in index.getClusters(top_left=(-180, 85), bottom_right=(180, -85), zoom=zoom)]
                for zoom in range(17)
            ]
            assert all(sum(clusters) == count for clusters in zooms)
            print(
                shape, seed, count, radius, extent, "|", *[len(clusters) for clusters in zooms], "|",
                *[max(clusters) for clusters in zooms])
