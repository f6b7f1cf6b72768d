"""What is compared: Pinfold's command, and the libraries that people use for the same."""
import json
import os
import platform
import subprocess
import time
from pathlib import Path

import mlpack
import numpy
import pysupercluster
from scipy.spatial import cKDTree
from sklearn.cluster import KMeans

SCRIPT = Path(__file__).with_name("neighbors.lua")
# Both mean forty of 512 units of a tile; Pinfold's own order says it in screen points.
RADIUS = {"canonical": "radius(radius=20)", "input": "radius(radius=40,extent=512,order=input)"}


def timed(work):
    start = time.perf_counter()
    result = work()
    return result, time.perf_counter() - start


class Pinfold:
    def __init__(self, program):
        self.program = program

    def __call__(self, *arguments):
        done = subprocess.run([self.program, *map(str, arguments)], stdout=subprocess.PIPE, check=True, text=True,
                              stderr=subprocess.DEVNULL)
        return done.stdout

    def clusters(self, path, strategy, *view):
        return json.loads(self("cluster", path, "--strategy", strategy, "--format", "json", *view))["clusters"]

    def seconds(self, path, strategy, threads):
        """The times to make a point set from columns, and to build the index over it."""
        bench = self.bench(path, strategy, "--threads", threads, *"--locations 1 --zooms 5".split())
        return bench["datasets"][0]["prepare"], bench["rows"][0]["build"]

    def bench(self, path, strategy, *options):
        return json.loads(self(
            "bench", path, "--strategy", strategy, "--format", "json", *options,
            *"--builds 1 --passes 1 --no-fit".split()))

    def neighbors(self, path, radius):
        """The processor seconds to count neighbors, the world's width, and how many points have each number of them."""
        seconds, width, *points = [float(number) for number in self("run", SCRIPT, path, radius).split()]
        return seconds, width, points


def supercluster(points):
    return pysupercluster.SuperCluster(points, min_zoom=0, max_zoom=16, radius=40, extent=512)


def our_supercluster(points):
    """Pinfold's class in the place of pysupercluster's; None where the Python package is not installed."""
    try:
        import pinfold
    except ImportError:
        return None
    return pinfold.SuperCluster(points, min_zoom=0, max_zoom=16, radius=40, extent=512)


def installed_supercluster():
    """The module of the npm package supercluster, installed here or for the system; None without it."""
    script = "try { console.log(require.resolve('supercluster')) } catch {}"
    try:
        found = subprocess.run(["node", "-e", script], stdout=subprocess.PIPE, check=True, text=True).stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        return None
    return Path(found) if found else None


def supercluster_js(module, path):
    """The seconds that supercluster in JavaScript takes to load the points of a file."""
    done = subprocess.run(
        ["node", Path(__file__).with_name("supercluster.mjs"), module, path], stdout=subprocess.PIPE, check=True, text=True)
    return float(done.stdout.split()[0])


def tiles(*command):
    """The seconds of a command that writes tiles, its start and the reading of the points included."""
    return timed(lambda: subprocess.run(
        list(map(str, command)), check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL))[1]


def in_box(peer, box, zoom):
    """The clusters of pysupercluster whose markers lie in a box: west, south, east, north."""
    west, south, east, north = box
    return peer.getClusters(top_left=(west, north), bottom_right=(east, south), zoom=zoom)


def query(peer, views, repetitions):
    """Of each view, a box and a zoom, the mean seconds of some queries in a row, and the number of clusters."""
    seconds, counts = [], []
    for box, zoom in views:
        _, spent = timed(lambda: [in_box(peer, box, zoom) for _ in range(repetitions)])
        seconds.append(spent / repetitions)
        counts.append(len(in_box(peer, box, zoom)))
    return seconds, counts


def scikit(positions, count, rounds, start="k-means++"):
    means = KMeans(count, init=start, n_init=1, max_iter=rounds, tol=0, random_state=1)
    return means.fit(positions).cluster_centers_


def pelleg_moore(positions, count, rounds):
    """It may write over the positions: 'copy_all_inputs', which prevents that, takes time."""
    return mlpack.kmeans(
        input_=positions, clusters=count, max_iterations=rounds, algorithm="pelleg-moore", seed=1)["centroid"]


def inertia(positions, centers):
    distances, _ = cKDTree(centers).query(positions)
    return float(numpy.sum(distances**2))


def neighbors(positions, radius):
    """How many points have each number of neighbors, in ascending order."""
    counts = cKDTree(positions).query_ball_point(positions, radius, return_length=True)
    return sorted(numpy.unique(counts, return_counts=True)[1])


def processor_name():
    for line in open("/proc/cpuinfo", encoding="utf-8") if os.path.exists("/proc/cpuinfo") else []:
        if line.startswith("model name"):
            return line.split(":")[1].strip()
    return platform.processor()


def processors():
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
