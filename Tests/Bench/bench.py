#!/usr/bin/env python3
"""Compares Pinfold with libraries that people use for the same: whether the answers agree, and how long they take.

    bench.py PINFOLD                            that answers agree, on a few thousand points
    bench.py PINFOLD --times FOLDER [--data FOLDER] [--count 1000000] [--rounds 3]

The exit status is 1 if answers differ; times are never judged. Programs alternate, each round once, so that other load
affects all equally. The folder of --times receives bench.md, all figures as a page, and bench.svg, times against numbers of
points. The folder of --data has world-cities.geojsonl.gz and gb-postcodes-2014.csv.gz; it is optional. Supercluster in
JavaScript and tippecanoe take part if they are installed or named: neither is on PyPI.
"""
import argparse
import os
import platform
import shutil
import statistics
import sys
import tempfile
from importlib.metadata import version
from pathlib import Path

import numpy
from scipy.spatial import cKDTree

import chart
import data
import programs

WORLD = ["--bbox", "-180,-85.05,180,85.05"]


# Answers

def check_radius(pinfold, name, points, path):
    """In the order of the input both have the same clusters, at every zoom."""
    peer = programs.supercluster(points)
    markers = 0
    for zoom in range(17):
        ours = pinfold.clusters(path, programs.RADIUS["input"], *WORLD, "--zoom", zoom, "--tile-size", 512)
        theirs = programs.in_box(peer, (-180, -85.05, 180, 85.05), zoom)
        assert len(ours) == len(theirs), f"{name}, zoom {zoom}: {len(ours)} clusters, pysupercluster {len(theirs)}"
        distance, nearest = cKDTree([(c["longitude"], c["latitude"]) for c in theirs]).query(
            [(c["lon"], c["lat"]) for c in ours])
        counts = [theirs[index]["count"] for index in nearest]
        assert [c["count"] for c in ours] == counts, f"{name}, zoom {zoom}: other counts than pysupercluster"
        # It keeps positions as 32-bit floats.
        assert distance.max() < 1e-4, f"{name}, zoom {zoom}: a cluster is {distance.max()} degrees from its peer"
        if zoom >= 2:
            markers += check_view(pinfold, name, path, peer, points[zoom], zoom)
    print(f"radius(order=input), {name}: the clusters of pysupercluster at zoom 0 to 16, and {markers} in single views")


def check_view(pinfold, name, path, peer, center, zoom):
    """A view lists clusters with a point in it, pysupercluster those whose marker is: these both must have. Returns
    their number."""
    west, south, east, north = box = data.box(*center, zoom)
    # With a margin, every cluster whose marker is in the view is listed.
    ours = pinfold.clusters(
        path, programs.RADIUS["input"], "--view", f"{center[0]},{center[1]},{zoom}", "--tile-size", 512, "--margin", 1)
    counts = sorted(c["count"] for c in ours if west < c["lon"] < east and south < c["lat"] < north)
    theirs = sorted(c["count"] for c in programs.in_box(peer, box, zoom))
    assert counts == theirs, f"{name}, a view at zoom {zoom}: {len(counts)} clusters, pysupercluster {len(theirs)}"
    return len(counts)


def check_kmeans(pinfold, name, points, path):
    """Scikit-learn, begun at Pinfold's means, finds nothing to improve; and begun afresh hardly anything better."""
    positions = data.mercator(points)
    clusters = pinfold.clusters(path, "kmeans(k=20,maxIterations=1000,tolerance=0,scope=world)")
    means = data.mercator(numpy.array([(c["lon"], c["lat"]) for c in clusters]))
    ours = programs.inertia(positions, means)
    improved = programs.inertia(positions, programs.scikit(positions, 20, 1000, means))
    assert ours <= improved * (1 + 1e-6), f"{name}: inertia {ours}, which scikit-learn improves to {improved}"
    afresh = programs.inertia(positions, programs.scikit(positions, 20, 1000))
    assert ours <= afresh * 1.2, f"{name}: inertia {ours}, scikit-learn's is {afresh}"
    print(f"kmeans, {name}: scikit-learn improves nothing; its own inertia is {afresh / ours:.3f} of ours")


def check_neighbors(pinfold, name, points, path):
    """Every point has as many neighbors as in scipy's tree."""
    _, width, ours = pinfold.neighbors(path, 20)
    theirs = programs.neighbors(data.mercator(points) * width, 20)
    assert ours == theirs, f"{name}: {ours} points with each number of neighbors, in scipy's tree {theirs}"
    print(f"neighbors, {name}: {len(theirs)} numbers of neighbors, of as many points as in scipy's tree")


def check_answers(pinfold, folder):
    sets = {"uniform": data.uniform(3000, east=75, north=60), "heaps": data.heaps(3000)}
    for name, points in sets.items():
        path = data.write(points, folder / f"{name}.csv")
        check_radius(pinfold, name, points, path)
        check_kmeans(pinfold, name, points, path)
        check_neighbors(pinfold, name, points, path)


# Times

class Race:
    """Programs that take turns, and the seconds of each."""

    def __init__(self, rounds, runners):
        self.seconds = {name: [] for name in runners}
        for _ in range(rounds):
            for name, run in runners.items():
                self.seconds[name].append(run())

    def least(self, name):
        return min(self.seconds[name])

    def line(self, name, peer):
        """The numbers of a row: ratios of minima and of medians, then the least seconds of both."""
        median = {key: statistics.median(times) for key, times in self.seconds.items()}
        return [f"{self.least(peer) / self.least(name):.1f}×", f"{median[peer] / median[name]:.1f}×",
                f"{self.least(name) * 1e3:,.0f}", f"{self.least(peer) * 1e3:,.0f}"]


PAGE = []


def note(text):
    """Prints a line, which the page has too."""
    print(text, flush=True)
    PAGE.append(f"- {text}")


def print_head(*columns):
    what, points, peer, *numbers = columns
    print(f"{what:32} {points:30} {peer:22} " + " ".join(f"{number:>12}" for number in numbers))
    PAGE.extend(["", "| " + " | ".join(columns) + " | remarks |", "|---|---|---|" + "--:|" * len(numbers) + "---|"])


def print_row(what, points, against, numbers, remark=""):
    print(f"{what:32} {points:30} {against:22} " + " ".join(f"{number:>12}" for number in numbers) + f"   {remark}",
          flush=True)
    PAGE.append("| " + " | ".join([what.strip(), points, against, *numbers, remark]) + " |")


def race_radius(pinfold, name, points, path, rounds, order="canonical"):
    """Builds apart from the point set, and together with it, which is what the peer's time has in it."""
    sets = []

    def build(threads):
        prepare, seconds = pinfold.seconds(path, programs.RADIUS[order], threads)
        sets.append(prepare)
        return seconds

    runners = {"peer": lambda: programs.timed(lambda: programs.supercluster(points))[1]}
    threads = sorted({1, programs.processors()})
    for number in threads:
        runners[number] = lambda number=number: build(number)
    race = Race(rounds, runners)
    each = len(threads)
    for place, number in enumerate(threads):
        what = f"radius{'' if order == 'canonical' else '(order=input)'}, {number} thread{'s'[:number > 1]}"
        print_row(what, name, "pysupercluster", race.line(number, "peer"))
        race.seconds["whole"] = [a + b for a, b in zip(race.seconds[number], sets[place::each])]
        print_row(f"  {what}, with the point set", name, "pysupercluster", race.line("whole", "peer"))
    return race


def race_views(pinfold, name, points, path, rounds):
    """Views at random points with all their markers; the time of each is the mean of ten queries in a row."""
    peer, door = programs.supercluster(points), programs.our_supercluster(points)
    # On tiles of 512 screen points both mean forty of them.
    strategies = {"radius": "radius(radius=40)", "radius(order=input)": programs.RADIUS["input"]}
    times = {who: [] for who in [*strategies, *(["Python's SuperCluster"] if door else []), "peer"]}
    markers = {}
    for _ in range(rounds):
        # Of a million uniform points about a hundred markers at p50.
        options = "--tile-size 512 --zooms 2-13 --locations 100 --repetitions 10".split()
        bench = pinfold.bench(path, ",".join(strategies.values()), *options)
        for who, row in zip(strategies, bench["rows"]):
            times[who].append((row["queryP50"], row["queryP99"]))
            markers[who] = numpy.median(row["clusters"])
        views = [(data.box(view["lon"], view["lat"], view["zoom"]), int(view["zoom"]))
                 for view in bench["datasets"][0]["views"]]
        # The class that stands in the place of theirs is asked as theirs is.
        for who, index in (("peer", peer), ("Python's SuperCluster", door)):
            if index is not None:
                seconds, counts = programs.query(index, views, 10)
                times[who].append(numpy.quantile(seconds, [0.5, 0.99], method="inverted_cdf"))
                markers[who] = numpy.median(counts)
    theirs = numpy.min(times["peer"], axis=0)
    for who in [name for name in times if name != "peer"]:
        ours = numpy.min(times[who], axis=0)
        ratios, micros = theirs / ours, numpy.stack([ours, theirs]) * 1e6
        print_row(f"view, {who}", name, "pysupercluster",
                  [f"{ratios[0]:.1f}×", f"{ratios[1]:.1f}×", *(f"{low:.1f}/{high:.1f}" for low, high in micros)],
                  f"{markers[who]:.0f} markers at the median, theirs {markers['peer']:.0f}")


def race_supercluster_js(pinfold, name, path, options):
    """Building with the point set, which is what loading is there; Pinfold on all processors, as people run both."""
    race = Race(options.rounds, {
        "peer": lambda: programs.supercluster_js(options.supercluster, path),
        "pinfold": lambda: sum(pinfold.seconds(path, programs.RADIUS["canonical"], programs.processors())),
    })
    print_row("radius, with the point set", name, "supercluster (node)", race.line("pinfold", "peer"))


def race_tippecanoe(pinfold, name, path, folder, options):
    """Whole commands from CSV to tiles of clusters at zooms 0 to 12."""
    race = Race(options.rounds, {
        "peer": lambda: programs.tiles(
            options.tippecanoe, "-q", "-f", "-z12", "-r1", "--cluster-distance=40", "-o", folder / "peer.mbtiles", path),
        "pinfold": lambda: programs.tiles(
            pinfold.program, "tiles", path, "--strategy", programs.RADIUS["canonical"], "--zooms", "0-12", "--output",
            folder / "ours.mbtiles"),
    })
    print_row("tiles of clusters, zooms 0-12", name, "tippecanoe", race.line("pinfold", "peer"))


def race_kmeans(pinfold, name, points, path, rounds):
    positions = data.mercator(points)
    strategy = "kmeans(k=200,maxIterations=25,tolerance=0,scope=world)"
    centers = {}

    def run(peer, work):
        # mlpack may write over its input.
        copy = positions.copy()
        centers[peer], seconds = programs.timed(lambda: work(copy, 200, 25))
        return seconds

    peers = {"scikit-learn": programs.scikit, "mlpack (Pelleg-Moore)": programs.pelleg_moore}
    runners = {peer: lambda peer=peer, work=work: run(peer, work) for peer, work in peers.items()}
    threads = programs.processors()
    runners["pinfold"] = lambda: pinfold.seconds(path, strategy, threads)[1]
    race = Race(rounds, runners)
    means = data.mercator(numpy.array([(c["lon"], c["lat"]) for c in pinfold.clusters(path, strategy)]))
    ours = programs.inertia(positions, means)
    for peer in peers:
        ratio = programs.inertia(positions, centers[peer]) / ours
        print_row(f"kmeans, {threads} thread{'s'[:threads > 1]}", name, peer, race.line("pinfold", peer),
                  f"its inertia {ratio:.3f} of ours")


def race_neighbors(pinfold, name, points, path, rounds):
    """Processor seconds to build an index and count the neighbors within the radius of every point."""
    width = pinfold.neighbors(path, 1)[1]
    # About ten each, were they spread evenly.
    area = numpy.ptp(data.mercator(points) * width, axis=0).prod()
    radius = float(numpy.sqrt(10 * area / len(points) / numpy.pi))
    positions = data.mercator(points) * width
    race = Race(rounds, {
        "peer": lambda: programs.timed(lambda: programs.neighbors(positions, radius))[1],
        "pinfold": lambda: pinfold.neighbors(path, radius)[0],
    })
    print_row("neighbors, 1 thread", name, "scipy cKDTree", race.line("pinfold", "peer"))


def race_all(pinfold, folder, options):
    note(f"machine: {platform.machine()}, {programs.processors()} processors, {programs.processor_name()}")
    packages = ["numpy", "pysupercluster", "scikit-learn", "mlpack", "scipy"]
    note("versions: " + pinfold("--version").strip() + ", " + ", ".join(f"{p} {version(p)}" for p in packages))
    for name, program in [("supercluster (JavaScript)", options.supercluster), ("tippecanoe", options.tippecanoe)]:
        if not program:
            note(f"not installed, and so not compared: {name}")
    note(f"load at the start: {os.getloadavg()[0]:.2f}; {options.rounds} rounds")
    print_head("work", "points", "peer", "minima", "medians", "ours ms", "theirs ms")
    count = options.count
    uniform = data.uniform(count)
    sets = {"uniform": uniform, "uniform, by place": data.by_place(uniform), "heaps": data.heaps(count)}
    for name, read in [("cities", data.cities), ("gb-postcodes", data.postcodes)]:
        if options.data is not None and options.data.is_dir():
            sets[name] = read(options.data)
    for name, points in sets.items():
        path = data.write(points, folder / "points.csv")
        label = f"{name}, {len(points):,}"
        race_radius(pinfold, label, points, path, options.rounds)
        race_radius(pinfold, label, points, path, options.rounds, order="input")
        if options.supercluster:
            race_supercluster_js(pinfold, label, path, options)
        if options.tippecanoe:
            race_tippecanoe(pinfold, label, path, folder, options)
    for name, points in [("uniform", data.uniform(count, 75, 60)), ("heaps", data.heaps(count))]:
        path = data.write(points, folder / "points.csv")
        label = f"{name}, {count:,}"
        race_kmeans(pinfold, label, points, path, options.rounds)
        race_neighbors(pinfold, label, points, path, options.rounds)
    print_head("work", "points", "peer", "p50", "p99", "ours µs", "theirs µs")
    for name, points in [("uniform", uniform), ("heaps", sets["heaps"])]:
        race_views(pinfold, f"{name}, {count:,}", points, data.write(points, folder / "points.csv"), options.rounds)
    PAGE.append("")
    options.times.mkdir(parents=True, exist_ok=True)
    (options.times / "bench.svg").write_text(chart.drawn(scaling(pinfold, folder, options)), encoding="utf-8")
    note(f"load at the end: {os.getloadavg()[0]:.2f}")
    head = ["# Benchmarks", "", "Written by `make bench`. Ratios are the peer's time divided by Pinfold's, of the shortest",
            "and of the median times; programs alternate in one run. More than 1× means that Pinfold is faster.", ""]
    (options.times / "bench.md").write_text("\n".join([*head, *PAGE, "", "![Times by number of points](bench.svg)", ""]),
                                            encoding="utf-8")
    print(f"all figures as a page: {options.times / 'bench.md'}")


def scaling(pinfold, folder, options):
    """By program, the least seconds of radius on uniform points by their number."""
    curves = {"pysupercluster": {}, "radius(order=input)": {}, "radius": {}}
    threads = programs.processors()
    sizes = [10**power for power in range(3, 10) if 10**power < options.count] + [options.count]
    for count in sizes:
        points = data.uniform(count)
        path = data.write(points, folder / "points.csv")
        race = Race(options.rounds, {
            "pysupercluster": lambda: programs.timed(lambda: programs.supercluster(points))[1],
            "radius(order=input)": lambda: pinfold.seconds(path, programs.RADIUS["input"], threads)[1],
            "radius": lambda: pinfold.seconds(path, programs.RADIUS["canonical"], threads)[1],
        })
        for name, curve in curves.items():
            curve[count] = race.least(name)
    for name, curve in curves.items():
        exponent = numpy.polyfit(numpy.log(list(curve)), numpy.log(list(curve.values())), 1)[0]
        note(f"{name}: time grows as the number of points to the power of {exponent:.2f}")
    return curves


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("pinfold")
    parser.add_argument("--times", type=Path)
    parser.add_argument("--data", type=Path)
    parser.add_argument("--count", type=int, default=1_000_000)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--supercluster", type=Path, default=programs.installed_supercluster(),
                        help="index.js of supercluster, with kdbush beside it. Default: the installed npm package.")
    parser.add_argument("--tippecanoe", default=shutil.which("tippecanoe"),
                        help="tippecanoe's program. Default: on the path.")
    options = parser.parse_args()
    pinfold = programs.Pinfold(options.pinfold)
    with tempfile.TemporaryDirectory() as folder:
        try:
            check_answers(pinfold, Path(folder))
        except AssertionError as error:
            sys.exit(f"bench: {error}")
        if options.times:
            race_all(pinfold, Path(folder), options)


if __name__ == "__main__":
    main()
