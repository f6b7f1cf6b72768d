"""Cells of parts are those of all points, and of the command."""

import pathlib
import tempfile
import unittest

import numpy as np

import pinfold
from support import run

try:
    import pyarrow
except ImportError:
    pyarrow = None

ROWS = 3000


def rows(some=slice(None)):
    """Columns of points, of which some lie on both sides of ±180°."""
    random = np.random.default_rng(5)
    lon = np.where(np.arange(ROWS) % 3 == 0, random.uniform(179.9, 180.1, ROWS), random.uniform(-180, 180, ROWS))
    # A file with longitudes below 0 has none past 180.
    lon = np.where(lon > 180, lon - 360, lon)
    table = {
        "lon": lon.round(6), "lat": random.uniform(-85, 85, ROWS).round(6), "id": np.arange(ROWS) * 7,
        "size": random.integers(1, 9, ROWS) / 2, "kind": np.array(["a", "b", ""])[random.integers(0, 3, ROWS)],
        "people": random.integers(0, 1000, ROWS) / 8,
    }
    return {name: values[some] for name, values in table.items()}


def points(table):
    return pinfold.Points(
        table["lon"], table["lat"], ids=table["id"], weight=table["size"], group=table["kind"],
        attributes={"people": table["people"]})


SETTINGS = dict(zooms="0-9", cell=16, aggregate=["people:sum,min"])
FLAGS = ["--zooms", "0-9", "--cell", "16", "--aggregate", "people:sum,min", "--id", "id", "--weight", "size",
         "--group", "kind"]


def command_cells(folder):
    """What the command makes of all rows in one pass."""
    table = rows()
    lines = [",".join(table)] + [",".join(map(str, row)) for row in zip(*(column.tolist() for column in table.values()))]
    path = pathlib.Path(folder) / "rows.csv"
    path.write_text("\n".join(lines) + "\n")
    return run("aggregate", str(path), *FLAGS)


class CellsTests(unittest.TestCase):
    def test_parts_merge_to_the_bytes_of_the_command(self):
        with tempfile.TemporaryDirectory() as folder:
            wanted = command_cells(folder)
        parts = [pinfold.aggregate(points(rows(slice(part, None, 4))), **SETTINGS) for part in (2, 0, 3, 1)]
        self.assertEqual(pinfold.merge(parts).csv, wanted)
        self.assertEqual(pinfold.merge([pinfold.aggregate(points(rows()), **SETTINGS)]).csv, wanted)

    @unittest.skipIf(pyarrow is None, "pyarrow is not there")
    def test_a_table_of_cells_is_exact(self):
        cells = pinfold.aggregate(points(rows()), **SETTINGS)
        table = cells.to_arrow()
        self.assertEqual(len(cells), table.num_rows)
        self.assertEqual(table.schema.field("x").type, pyarrow.decimal128(38, 6))
        shuffled = table.take(np.random.default_rng(1).permutation(table.num_rows))
        self.assertEqual(pinfold.merge([pinfold.Cells.from_arrow(shuffled)]), cells)

    def test_cells_are_points_to_cluster(self):
        own = points(rows())
        frames = [
            given.cluster("grid", cell_size=64).frame(lon=0, lat=0, zoom=3, width=4096, height=4096)
            for given in (own, pinfold.aggregate(own, **SETTINGS).points())]
        listed = [sorted(zip(f.lon.round(6), f.lat.round(6), f.counts, f.weights)) for f in frames]
        alike = len(set(listed[0]) & set(listed[1])) / len(listed[0])
        # Coordinates of single points are the data's own, those of cells are units of 2^-32 of the world.
        self.assertGreater(alike, 0.99)
        self.assertEqual(frames[0].counts.sum(), frames[1].counts.sum())

    def test_cells_for_a_strategy_have_its_clusters(self):
        own = points(rows())
        for strategy in ("quadtree", "grid(cellSize=37,anchor=continuous)"):
            cells = pinfold.aggregate(own, zooms="0-5", strategy=strategy)
            parts = [pinfold.aggregate(points(rows(slice(part, None, 3))), zooms="0-5", strategy=strategy) for part in (1, 0, 2)]
            self.assertEqual(pinfold.merge(parts), cells)
            if pyarrow is not None:
                self.assertEqual(pinfold.merge([pinfold.Cells.from_arrow(cells.to_arrow())]), cells)
            frames = [
                given.cluster(strategy).frame(lon=0, lat=0, zoom=4, width=4096, height=4096)
                for given in (own, cells.points())]
            listed = [sorted(zip(f.counts, f.weights, f.lon.round(6), f.lat.round(6))) for f in frames]
            # Single points have the data's own coordinates, those of cells are units of 2^-32 of the world.
            self.assertEqual([line[:2] for line in listed[0]], [line[:2] for line in listed[1]])
            self.assertGreater(len(set(listed[0]) & set(listed[1])) / len(listed[0]), 0.99)

    def test_mistakes_say_what_is_wrong(self):
        cells = pinfold.aggregate(points(rows()), **SETTINGS)
        for text, wrong in [
            ("power of two", lambda: pinfold.aggregate(points(rows()), cell=7)),
            ("kinds that add up", lambda: pinfold.aggregate(points(rows()), aggregate="people:mean")),
            ("depends on other points", lambda: pinfold.aggregate(points(rows()), strategy="radius")),
            ("choose a smaller --cell", lambda: pinfold.aggregate(points(rows()), strategy="quadtree(cellSize=5)")),
            ("Points expected, not a dict", lambda: pinfold.aggregate(rows())),
            ("no cells to merge", lambda: pinfold.merge([])),
            ("part 1: cells expected", lambda: pinfold.merge([cells, pinfold.Cells(b"a,b\n1,2\n")])),
            ("do not add up with those of part 0", lambda: pinfold.merge([cells, pinfold.aggregate(points(rows()))])),
        ]:
            with self.assertRaisesRegex(pinfold.Error, text):
                wrong()


if __name__ == "__main__":
    unittest.main()
