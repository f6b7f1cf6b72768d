"""Points to compare with: longitudes and latitudes as arrays of two columns."""
import csv
import gzip
import json

import numpy


def uniform(count, east=180, north=85, seed=1):
    unit = numpy.random.default_rng(seed).random((count, 2))
    return numpy.round((unit * 2 - 1) * [east, north], 7)


def heaps(count, seed=1):
    """Sixty towns of power-law sizes, each as wide as the root of its size."""
    random = numpy.random.default_rng(seed)
    sizes = 1 / numpy.arange(1, 61)
    town = random.choice(60, count, p=sizes / sizes.sum())
    centers = (random.random((60, 2)) * 2 - 1) * [60, 50]
    spread = 2 * numpy.sqrt(sizes[town])[:, None]
    return numpy.round(centers[town] + spread * random.standard_normal((count, 2)), 7)


def by_place(points):
    """The same points in Z-order, as files are that list one place after another."""
    def spread(cells):
        cells = cells.astype(numpy.uint64)
        for shift, mask in [(8, 0x00FF00FF), (4, 0x0F0F0F0F), (2, 0x33333333), (1, 0x55555555)]:
            cells = (cells | cells << numpy.uint64(shift)) & numpy.uint64(mask)
        return cells

    column, row = ((points + [180, 90]) / 360 * 65535).T
    return points[numpy.argsort(spread(column) | spread(row) << numpy.uint64(1), kind="stable")]


def cities(folder):
    with gzip.open(folder / "world-cities.geojsonl.gz", "rt", encoding="utf-8") as lines:
        return numpy.array([json.loads(line)["geometry"]["coordinates"][:2] for line in lines], dtype=float)


def postcodes(folder):
    with gzip.open(folder / "gb-postcodes-2014.csv.gz", "rt", encoding="utf-8") as lines:
        located = (row for row in csv.DictReader(lines) if row["Longitude"] and row["Latitude"])
        return numpy.array([(row["Longitude"], row["Latitude"]) for row in located], dtype=float)


def mercator(points):
    """Positions in Web Mercator, the world being 1 wide and 1 high."""
    sine = numpy.sin(numpy.radians(points[:, 1]))
    return numpy.column_stack(
        [points[:, 0] / 360 + 0.5, 0.5 - numpy.log((1 + sine) / (1 - sine)) / (4 * numpy.pi)])


def box(longitude, latitude, zoom, width=1280, height=800, tile=512):
    """The edges of a view in degrees: west, south, east, north."""
    world = tile * 2**zoom
    middle = mercator(numpy.array([[longitude, latitude]]))[0][1]
    south, north = (
        float(numpy.degrees(numpy.arctan(numpy.sinh(numpy.pi * (1 - 2 * y)))))
        for y in (min(1, middle + height / 2 / world), max(0, middle - height / 2 / world)))
    half = 180 * width / world
    return longitude - half, south, longitude + half, north


def write(points, path):
    """A file that reads back as the same numbers; returns its path."""
    with open(path, "w", encoding="utf-8") as file:
        file.write("lon,lat\n")
        file.writelines(f"{longitude!r},{latitude!r}\n" for longitude, latitude in points.tolist())
    return path
