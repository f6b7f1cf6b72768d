"""Edits, vector tiles and live maps."""

import pathlib
import tempfile
import time
import unittest
import urllib.error
import urllib.request

import numpy as np

import pinfold
from support import LIMIT, resident, run


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

    def test_an_updated_map_is_that_of_the_updated_points(self):
        lon, lat, ids = np.linspace(-170, 170, 60), np.tile([10.0, 20.0, 30.0], 20), np.arange(60)
        def made(strategy, weight=np.ones(60), lon=lon, group=["a"] * 60, kind=["x"] * 60, priority=np.zeros(60)):
            return pinfold.Points(
                lon, lat, ids=ids, weight=weight, group=group, priority=priority,
                attributes={"kind": kind, "size": ids}).cluster(strategy, representative="priority")
        for strategy in ("grid", "radius"):
            map = made(strategy)
            before = map.frame().digest
            edited = map.update([7, 3], weight=[5, 6], lon=[2.0, 3.0], group=["b", None], priority=[1, 2],
                                attributes={"kind": ["y", None]})
            weight, x, group, kind, priority = np.ones(60), lon.copy(), ["a"] * 60, ["x"] * 60, np.zeros(60)
            weight[[7, 3]], x[[7, 3]], priority[[7, 3]] = [5, 6], [2, 3], [1, 2]
            group[7], group[3], kind[7], kind[3] = "b", None, "y", None
            fresh = made(strategy, weight, x, group, kind, priority)
            self.assertEqual(edited.frame().digest, fresh.frame().digest)
            self.assertEqual(edited.frame().to_csv(keep="all"), fresh.frame().to_csv(keep="all"))
            self.assertNotEqual(edited.frame().digest, before)
            self.assertEqual(map.frame().digest, before)
        for text, wrong in [
            ("9", lambda: map.update([99], weight=[1])), ("weight: 1 values for 2", lambda: map.update([1, 2], weight=[1])),
            ("color", lambda: map.update([1], attributes={"color": ["red"]})), ("row 0", lambda: map.update([1], lat=[91])),
            ("1", lambda: map.update([1, 1], weight=[1, 2])), ("size", lambda: map.update([1], attributes={"size": ["a"]})),
        ]:
            with self.assertRaisesRegex(pinfold.Error, text):
                wrong()

    def test_clusters_need_several_locations(self):
        points = pinfold.Points([1.0, 1.0, 1.1, 1.1, 20.0, 20.0], [1.0] * 6)
        frame = points.cluster("grid", limits={"min_locations": 2}).frame("10,0,3")
        self.assertEqual(sorted(frame.counts), [2, 4])
        frame = points.cluster("grid", limits={"min_locations": 3}).frame("10,0,3")
        self.assertEqual(sorted(frame.counts), [2, 2, 2])

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

    def test_nodes_of_a_hierarchy_are_the_clusters_of_frames(self):
        random = np.random.default_rng(3)
        lon = np.append(np.round(random.normal(178, 3, 2000), 1), [10.0, 10.0, 10.0])
        lat = np.append(np.round(random.normal(0, 2, 2000), 1), [5.0, 5.0, 5.0])
        for settings in ({"order": "input"}, {}, {"min_zoom": 2, "max_zoom": 6}):
            map = pinfold.Points(lon, lat).cluster("radius", **settings)
            # A limit beyond the zooms asked for changes nothing, but takes the way through frames.
            other = pinfold.Points(lon, lat).cluster("radius", limits={"max_zoom": 30}, **settings)
            edited = map.insert([0.0], [0.0], ids=[9000]).remove([9000])
            for zoom in (0, 3.5, 6, 8, 16, 17, 20):
                for box in ((-180, -85, 180, 85), (176.04, -3, -178.04, 3), (10, 5, 10, 5)):
                    with self.subTest(settings=settings, zoom=zoom, box=box):
                        found = map.clusters(box, zoom)
                        self.assertGreater(len(found), 0)
                        np.testing.assert_array_equal(found, other.clusters(box, zoom))
                        np.testing.assert_array_equal(found, edited.clusters(box, zoom))

    def test_points_alone_at_an_infinite_zoom(self):
        points = pinfold.Points([10.0, 10.0, 20.0, 30.0], [1.0, 1.0, 2.0, 3.0], mergeable=[True, True, False, True])
        found = points.cluster("radius").clusters((10, 1, 20, 2), np.inf)
        self.assertEqual(sorted(found["row"]), [0, 1, 2])
        self.assertEqual(set(found["count"]), {1})

    def test_dictionaries_have_what_the_array_has(self):
        index = pinfold.SuperCluster(np.column_stack([self.lon, self.lat]))
        for zoom in (0, 3, 9, 16):
            array = index._map.clusters((-180, -85, 180, 85), zoom)
            found = index.getClusters((-180, 85), (180, -85), zoom)
            single = array["row"] >= 0
            self.assertEqual([c["id"] for c in found], np.where(single, array["row"], array["id"] >> np.uint64(11)).tolist())
            for name, field in (("count", "count"), ("longitude", "lon"), ("latitude", "lat")):
                self.assertEqual([c[name] for c in found], array[field].tolist())
            self.assertEqual(
                [c["expansion_zoom"] for c in found],
                [None if alone else int(zoom) for alone, zoom in zip(single, array["expansion_zoom"])])
            self.assertEqual({tuple(map(type, c.values())) for c in found[:1]} - {
                (int, int, int, float, float), (int, int, type(None), float, float)}, set())
        for round in range(3):
            for _ in range(40):
                index.getClusters((-180, 85), (180, -85), 16)
            if round == 0:
                before = resident()
        self.assertLess(resident() - before, 4 << 20)

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
        with self.assertRaisesRegex(pinfold.Error, "has no 'layer_nam' .did you mean 'layer_name'"):
            points.cluster("grid").tile(0, 0, 0, layer_nam="x")
        with self.assertRaisesRegex(pinfold.Error, "pmtiles"):
            points.cluster("grid").write_tiles("tiles.zip")
        with self.assertRaises(pinfold.Error):
            points.cluster("pca").tile(0, 0, 0)


class LiveTests(unittest.TestCase):
    def test_a_live_map_has_a_page_until_it_is_closed(self):
        with pinfold.live(pinfold.generate("cities", count=100), ["grid", "radius"]) as live:
            self.assertRegex(live.address, r"^http://127\.0\.0\.1:\d+/\w+/$")
            with urllib.request.urlopen(live.address, timeout=LIMIT) as page:
                self.assertIn(b"<html", page.read())
            with urllib.request.urlopen(live.address + "0/0/0.mvt", timeout=LIMIT) as tile:
                self.assertGreater(len(tile.read()), 0)
            with self.assertRaises(urllib.error.HTTPError):
                urllib.request.urlopen(live.address.rsplit("/", 2)[0] + "/", timeout=LIMIT)
        self.assertIn("closed", repr(live))
        with self.assertRaises(OSError):
            end = time.monotonic() + LIMIT
            while time.monotonic() < end:
                urllib.request.urlopen(live.address, timeout=LIMIT).close()

    def test_mistakes_say_what_is_wrong(self):
        points = pinfold.generate("cities", count=10)
        with self.assertRaisesRegex(pinfold.Error, "did you mean 'grid'"):
            pinfold.live(points, "gird")
        with self.assertRaisesRegex(pinfold.Error, "one to four"):
            pinfold.live(points, ["grid"] * 5)
        with self.assertRaisesRegex(pinfold.Error, "Points expected"):
            pinfold.live([1, 2])

    def test_edits_set_missing_values(self):
        points = pinfold.Points([1, 2], [3, 4], ids=["a", "b"], attributes={
            "i": [1, 2], "n": [1.5, 2.5], "b": [True, False], "t": ["x", "y"]})
        map = points.cluster("grid")
        for missing in (None, np.nan):
            changed = map.update(["a"], attributes={name: [missing] for name in "inbt"}).points
            fuller = map.insert([5], [6], ids=["c"], attributes={name: [missing] for name in "inbt"}).points
            self.assertEqual(fuller.about["attributes"], points.about["attributes"])
            self.assertEqual(changed.about["attributes"], points.about["attributes"])
            for name, known in (("i", 2), ("n", 2.5), ("b", False), ("t", "y")):
                for column, place in ((changed.column(name), 0), (fuller.column(name), 2)):
                    self.assertTrue(column[place] is None or np.isnan(column[place]), column)
                    self.assertEqual(column[1], known)

    def test_labels_cannot_be_written_over(self):
        frame = pinfold.Points([1, 2], [3, 4]).cluster("grid").frame()
        for array in (frame.labels, *frame.columns.values()):
            with self.assertRaises(ValueError):
                array[0] = 5
        estimator = pinfold.MapClusterer().fit([[1, 2], [3, 4]])
        estimator.labels_[:] = 7
        self.assertNotIn(7, estimator.frame_.labels)


if __name__ == "__main__":
    unittest.main()
