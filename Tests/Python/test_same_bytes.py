"""The package gives what the command gives, byte for byte."""

import pathlib
import tempfile
import unittest

import numpy as np

import pinfold
from support import PLACES, ROOT, run

STRATEGIES = ["grid(cellSize=80)", "radius(radius=60)", "quadtree", "pca(budget=20)", "kmeans(k=9)", "separate"]
VIEW = "2,48,4,1000x700"


class SameBytes(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        places = pathlib.Path(folder.name) / "places.csv"
        places.write_text(PLACES)
        cls.places = str(places)
        towns = str(ROOT / "Tests/Fixtures/Formats/towns.shp")
        cls.data = {
            ("--generate", "cities,count=5000,seed=3"): lambda: pinfold.generate("cities", count=5000, seed=3),
            ("--generate", "dateline,count=2000"): lambda: pinfold.generate("dateline", count=2000),
            ("--generate", "coincident,count=900"): lambda: pinfold.generate("coincident", count=900),
            (cls.places,): lambda: pinfold.read(cls.places),
            (towns,): lambda: pinfold.read(towns),
        }

    def test_every_strategy_on_every_data_set(self):
        for arguments, points in self.data.items():
            points = points()
            for strategy in STRATEGIES:
                with self.subTest(data=arguments, strategy=strategy):
                    frame = points.cluster(strategy).frame(VIEW)
                    written = run(
                        "cluster", *arguments, "--strategy", strategy, "--view", VIEW, "--format", "json")
                    self.assertEqual(frame.to_json().encode(), written)
                    shown = points.cluster(strategy, threads=1).frame()
                    written = run("cluster", *arguments, "--strategy", strategy, "--format", "csv")
                    self.assertEqual(shown.to_csv().encode(), written)

    def test_options_of_writing(self):
        frame = pinfold.read(self.places).cluster("radius", radius=80).frame("3,47,3")
        written = run(
            "cluster", self.places, "--strategy", "radius(radius=80)", "--view", "3,47,3", "--format", "geojson",
            "--aggregate", "people:sum,max", "--aggregate", "kind:histogram", "--keep", "name", "--bounds", "--members",
            "--properties", "supercluster", "--expansion-zoom")
        self.assertEqual(
            frame.to_geojson(
                aggregate=["people:sum,max", "kind:histogram"], keep="name", bounds=True, members=True,
                properties="supercluster", expansion_zoom=True).encode(), written)

    def test_steps_after_the_strategy(self):
        points = pinfold.read(self.places)
        frame = points.cluster(
            "grid", cell_size=40, representative="first", separate={"padding": 4}, selected=["b1"]).frame("3,47,6")
        written = run(
            "cluster", self.places, "--strategy", "grid(cellSize=40)", "--representative", "first", "--separation",
            "padding=4", "--selected", "b1", "--view", "3,47,6", "--format", "json")
        self.assertEqual(frame.to_json().encode(), written)

    def test_arrays_are_as_good_as_files(self):
        read = pinfold.read(self.places, weight="people", where="people > 0", group="kind")
        lon, lat = read.coordinates
        made = pinfold.Points(
            lon, lat, ids=read.ids, weight=[292, 49, 35, 93, 12, 7],
            group=["station", "station", "halt", "halt", "halt", "halt"])
        for strategy in STRATEGIES:
            frames = [points.cluster(strategy).frame(zoom=3, lon=3, lat=47) for points in (read, made)]
            self.assertEqual(frames[0].digest, frames[1].digest)
            self.assertEqual(frames[0].weights.tolist(), frames[1].weights.tolist())

    def test_order_and_threads_change_nothing(self):
        points = pinfold.generate("cities", count=20_000, seed=5)
        lon, lat = points.coordinates
        order = np.random.default_rng(1).permutation(len(points))
        shuffled = pinfold.Points(lon[order], lat[order], ids=points.ids[order])
        for strategy in STRATEGIES:
            one = points.cluster(strategy, threads=1).frame(VIEW)
            two = shuffled.cluster(strategy, threads=2).frame(VIEW)
            self.assertEqual(one.digest, two.digest)
            self.assertEqual(one.ids.tolist(), two.ids.tolist())
            self.assertEqual(one.labels[order].tolist(), two.labels.tolist())


if __name__ == "__main__":
    unittest.main()
