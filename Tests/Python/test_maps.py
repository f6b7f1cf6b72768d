"""Edits, vector tiles and live maps."""

import pathlib
import tempfile
import unittest
import urllib.error
import urllib.request

import numpy as np

import pinfold
from support import run


class EditTests(unittest.TestCase):
    def test_an_edited_map_is_that_of_the_edited_points(self):
        lon, lat = np.linspace(-170, 170, 500), np.tile([10.0, 20.0, 30.0, 40.0, 50.0], 100)
        ids = np.arange(500)
        for strategy in ("grid", "radius", "pca"):
            map = pinfold.Points(lon, lat, ids=ids).cluster(strategy)
            before = map.frame("0,30,2").digest
            edited = map.remove(ids[::3]).insert([1.0, 2.0], [3.0, 4.0], ids=[900, 901]).move([1, 900], [7.0, 8.0], [9.0, 9.0])
            kept = np.delete(ids, np.s_[::3])
            x, y = np.append(lon[kept], [8.0, 2.0]), np.append(lat[kept], [9.0, 4.0])
            x[0], y[0] = 7.0, 9.0
            fresh = pinfold.Points(x, y, ids=np.append(kept, [900, 901])).cluster(strategy)
            self.assertEqual(edited.frame("0,30,2").digest, fresh.frame("0,30,2").digest, strategy)
            self.assertEqual(edited.points.ids.tolist(), fresh.points.ids.tolist())
            np.testing.assert_array_equal(edited.points.coordinates, fresh.points.coordinates)
            self.assertEqual(edited.frame("0,30,2").labels.tolist(), fresh.frame("0,30,2").labels.tolist())
            self.assertEqual(map.frame("0,30,2").digest, before)

    def test_ids_that_are_texts_and_columns(self):
        map = pinfold.Points([1, 2], [1, 2], ids=["a", "b"], attributes={"size": [5, 6]}).cluster("grid")
        more = map.insert([3], [3], ids=["c"], attributes={"size": [7]})
        self.assertEqual(more.remove(["a"]).points.column("size").tolist(), [6, 7])

    def test_mistakes_say_what_is_wrong(self):
        map = pinfold.Points([1, 2], [1, 2], ids=[1, 2]).cluster("grid")
        for text, wrong in [
            ("9", lambda: map.remove([9])), ("1", lambda: map.insert([0], [0], ids=[1])),
            ("lat", lambda: map.move([1], [0], [0, 1])), ("coordinate", lambda: map.move([1], [0], [91])),
            ("ids are needed", lambda: map.insert([0], [0], ids=None) if False else map._edited("map_remove", _empty())),
        ]:
            with self.assertRaisesRegex(pinfold.Error, text):
                wrong()


def _empty():
    from pinfold._columns import ColumnBuilder

    return ColumnBuilder(1)


class BoxTests(unittest.TestCase):
    """`Map.clusters` is a frame of a box in one call."""

    def setUp(self):
        random = np.random.default_rng(5)
        self.lon, self.lat = np.round(random.uniform(-180, 180, 3000), 2), np.round(random.uniform(-70, 70, 3000), 2)
        self.points = pinfold.Points(self.lon, self.lat)

    def test_it_has_the_clusters_of_a_frame(self):
        for strategy in ("radius", "quadtree", "grid", "none"):
            map = self.points.cluster(strategy)
            for box, zoom in [((-180, -85, 180, 85), 1), ((-20.003, 30.003, 40.003, 60.003), 3), ((170.003, -50, -160.003, 50), 4)]:
                frame, clusters = map.frame(bbox=list(box), zoom=zoom), map.clusters(box, zoom)
                with self.subTest(strategy=strategy, box=box):
                    self.assertGreater(len(clusters), 3)
                    np.testing.assert_array_equal(clusters["id"], frame.ids)
                    np.testing.assert_array_equal(clusters["count"], frame.counts)
                    np.testing.assert_array_equal(clusters["row"] >= 0, frame.counts == 1)
                    np.testing.assert_allclose(clusters["lat"], frame.lat, rtol=0, atol=1e-7)
                    known = ~np.isnan(clusters["expansion_zoom"])
                    if strategy == "radius":
                        self.assertTrue(known.all())
                        np.testing.assert_array_equal(clusters["expansion_zoom"], frame.expansion_zooms)
                    if strategy != "none":
                        continue
                    np.testing.assert_array_equal(clusters["lon"], self.lon[clusters["row"]])

    def test_edges_belong_to_the_box(self):
        map = pinfold.Points([10.0, 20.0, 10.0, 20.0, 20.1], [1.0, 1.0, 5.0, 5.0, 3.0]).cluster("none")
        self.assertEqual(sorted(map.clusters((10, 1, 20, 5), 9)["row"]), [0, 1, 2, 3])
        plane = pinfold.Points([10.0, 20.0, 30.0], [1.0, 1.0, 5.0], planar=True).cluster("none")
        self.assertEqual(sorted(plane.clusters((10, 1, 20, 5), 9)["row"]), [0, 1])

    def test_points_that_are_wound_around_the_globe(self):
        map = pinfold.Points([190.0, -190.0, 0.0], [0.0, 0.0, 0.0]).cluster("none")
        found = map.clusters((160, -10, -160, 10), 5)
        self.assertEqual(sorted(zip(found["row"].tolist(), found["lon"].tolist())), [(0, -170.0), (1, 170.0)])

    def test_mistakes(self):
        map = self.points.cluster("grid")
        for wrong in [((1, 2, 3), 4), ("1,2,3,4", 5), ((0, 10, 10, 0), 3), ((0, 0, 1, float("nan")), 3), ((0, 0, 1, 1), 99)]:
            with self.assertRaises(pinfold.Error, msg=wrong):
                map.clusters(*wrong)


class TileTests(unittest.TestCase):
    def test_tiles_are_the_commands(self):
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            settings = ["--generate", "cities,count=2000,seed=4", "--strategy", "radius", "--zooms", "0-3"]
            run("tiles", *settings, "-o", str(folder / "command.pmtiles"))
            run("tiles", *settings, "-o", str(folder / "tiles"))
            map = pinfold.generate("cities", count=2000, seed=4).cluster("radius")
            count = map.write_tiles(folder / "python.pmtiles", zooms="0-3")
            self.assertEqual((folder / "python.pmtiles").read_bytes(), (folder / "command.pmtiles").read_bytes())
            self.assertEqual(count, len(list((folder / "tiles").glob("*/*/*.mvt"))))
            self.assertEqual(map.tile(0, 0, 0), (folder / "tiles/0/0/0.mvt").read_bytes())

    def test_mistakes_say_what_is_wrong(self):
        points = pinfold.generate("cities", count=10)
        with self.assertRaisesRegex(pinfold.Error, "no tile 1/2/0"):
            points.cluster("grid").tile(1, 2, 0)
        with self.assertRaisesRegex(pinfold.Error, "has no 'layerNam' .did you mean 'layerName'"):
            points.cluster("grid").tile(0, 0, 0, layer_nam="x")
        with self.assertRaisesRegex(pinfold.Error, "pmtiles"):
            points.cluster("grid").write_tiles("tiles.zip")
        with self.assertRaises(pinfold.Error):
            points.cluster("pca").tile(0, 0, 0)


class LiveTests(unittest.TestCase):
    def test_a_live_map_has_a_page_until_it_is_closed(self):
        with pinfold.live(pinfold.generate("cities", count=100), ["grid", "radius"]) as live:
            self.assertRegex(live.address, r"^http://127\.0\.0\.1:\d+/\w+/$")
            with urllib.request.urlopen(live.address, timeout=10) as page:
                self.assertIn(b"<html", page.read())
            with urllib.request.urlopen(live.address + "0/0/0.mvt", timeout=10) as tile:
                self.assertGreater(len(tile.read()), 0)
            with self.assertRaises(urllib.error.HTTPError):
                urllib.request.urlopen(live.address.rsplit("/", 2)[0] + "/", timeout=10)
        self.assertIn("closed", repr(live))
        with self.assertRaises(OSError):
            for _ in range(100):
                urllib.request.urlopen(live.address, timeout=10).close()

    def test_mistakes_say_what_is_wrong(self):
        points = pinfold.generate("cities", count=10)
        with self.assertRaisesRegex(pinfold.Error, "did you mean 'grid'"):
            pinfold.live(points, "gird")
        with self.assertRaisesRegex(pinfold.Error, "one to four"):
            pinfold.live(points, ["grid"] * 5)
        with self.assertRaisesRegex(pinfold.Error, "Points expected"):
            pinfold.live([1, 2])


if __name__ == "__main__":
    unittest.main()
