"""Frames: their columns, parts, formats, transitions and measures."""

import gzip
import pathlib
import tempfile
import unittest
import xml.dom.minidom

import numpy as np

import pinfold


class FrameTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        random = np.random.default_rng(4)
        cls.lon, cls.lat = random.normal(5, 20, 3000), random.normal(40, 10, 3000)
        cls.value = random.integers(0, 100, 3000).astype(float)
        cls.value[::7] = np.nan
        cls.points = pinfold.Points(cls.lon, cls.lat, attributes={"value": cls.value, "name": ["x"] * 3000})
        cls.map = cls.points.cluster("radius", radius=50)
        cls.frame = cls.map.frame(lon=5, lat=40, zoom=4, width=900, height=700)

    def test_counts_are_written_as_markers_show_them(self):
        frame = pinfold.Points([1.0] * 1234 + [50.0] * 7, [1.0] * 1241).cluster("grid").frame()
        self.assertEqual(sorted(frame.count_labels()), ["1.2k", "7"])
        self.assertEqual(sorted(frame.count_labels("exact")), ["1234", "7"])
        self.assertEqual(sorted(frame.count_labels("capped", limit=999)), ["7", "999+"])
        self.assertEqual(sorted(frame.count_labels("bucketed")), ["1000+", "7"])
        self.assertEqual(sorted(frame.count_labels("bucketed", buckets=np.array([5, 50]))), ["5+", "50+"])
        for wrong in (lambda: frame.count_labels("short"), lambda: frame.count_labels("bucketed", buckets=[0])):
            with self.assertRaisesRegex(pinfold.Error, "bucketed|buckets"):
                wrong()

    def test_columns_tell_of_the_members(self):
        frame = self.frame
        self.assertGreater(len(frame), 10)
        rows = [frame.members(cluster) for cluster in range(len(frame))]
        self.assertEqual([len(r) for r in rows], frame.counts.tolist())
        self.assertEqual(frame.weights.tolist(), frame.counts.tolist())
        for cluster, members in enumerate(rows):
            self.assertTrue((frame.labels[members] == cluster).all())
            self.assertEqual(members.tolist(), sorted(members.tolist()))
            west, south, east, north = frame.bounds[cluster]
            self.assertEqual((self.lon[members].min(), self.lon[members].max()), (west, east))
            self.assertEqual((self.lat[members].min(), self.lat[members].max()), (south, north))
        self.assertEqual((frame.labels >= 0).sum(), frame.counts.sum())

    def test_aggregates_are_those_of_the_members(self):
        rows = [self.frame.members(cluster) for cluster in range(len(self.frame))]
        sums, tops = self.frame.aggregate("value:sum"), self.frame.aggregate("value:max")
        for members, total, top in zip(rows, sums, tops):
            values = self.value[members]
            values = values[~np.isnan(values)]
            self.assertEqual((total, top), (values.sum(), values.max()) if len(values) else (total, top))
            self.assertEqual(np.isnan(total), not len(values))
        with self.assertRaisesRegex(pinfold.Error, r"unknown kind 'smu' \(did you mean 'sum'\?\)"):
            self.frame.aggregate("value:smu")
        with self.assertRaisesRegex(pinfold.Error, "is no number"):
            self.frame.aggregate("name:concat")

    def test_whole_numbers_that_doubles_round_are_exact(self):
        large = 2**53 + 1
        columns = {"n": [large, 2, 2**63 - 1, None], "m": [2**63 - 1, 2**63 - 1, -7, 7], "x": [2.0**60, 1, 2, 3]}
        frame = pinfold.Points([1, 1.1, 50, 90], [1, 1, 1, 2], ids=list("abcd"), attributes=columns).cluster("grid").frame()
        firsts = [min(frame.members(cluster)) for cluster in range(3)]

        def found(aggregation):
            values = frame.aggregate(aggregation)
            return values.dtype, [dict(zip(firsts, values.tolist()))[row] for row in (0, 2, 3)]

        self.assertEqual(found("n:sum"), (object, [large + 2, 2**63 - 1, None]))
        self.assertEqual(found("n:min"), (object, [2, 2**63 - 1, None]))
        self.assertEqual(found("m:max"), (np.int64, [2**63 - 1, -7, 7]))
        self.assertEqual(found("m:sum"), (object, [2**64 - 2, -7, 7]))
        self.assertEqual(found("x:sum"), (np.float64, [2.0**60 + 1, 2, 3]))
        self.assertEqual(found("m:mean")[0], np.float64)

    def test_parts(self):
        cluster = int(self.frame.counts.argmax())
        children = self.frame.children(cluster)
        self.assertGreater(len(children), 1)
        self.assertEqual(
            sorted(np.concatenate([children.members(c) for c in range(len(children))])),
            self.frame.members(cluster).tolist())
        pages = [self.frame.leaves(cluster, limit=7, offset=offset) for offset in (0, 7)]
        self.assertEqual([len(page) for page in pages], [7, 7])
        self.assertFalse(set(pages[0].ids.tolist()) & set(pages[1].ids.tolist()))
        zooms = self.frame.expansion_zooms
        self.assertEqual(zooms[self.frame.counts == 1].tolist(), [np.inf] * int((self.frame.counts == 1).sum()))
        self.assertEqual(zooms[cluster], 5)

    def test_what_there_is_not(self):
        with self.assertRaisesRegex(pinfold.Error, "no cluster 100000"):
            self.frame.members(100_000)
        with self.assertRaisesRegex(pinfold.Error, "no cluster -1"):
            self.frame.members(-1)
        with self.assertRaisesRegex(pinfold.Error, "exceeds|nest"):
            self.points.cluster("kmeans").frame(lon=5, lat=40, zoom=4).expansion_zooms
        with self.assertRaisesRegex(pinfold.Error, "a view needs 'zoom'"):
            self.map.frame(lon=1, lat=2)
        with self.assertRaisesRegex(pinfold.Error, r"has no 'zom' \(did you mean 'zoom'\?\)"):
            self.map.frame(lon=1, lat=2, zom=3)
        with self.assertRaisesRegex(pinfold.Error, "leave out zoom"):
            self.map.frame("1,2,3", zoom=4)
        with self.assertRaisesRegex(pinfold.Error, "latitude is 400"):
            self.map.frame(lon=1, lat=400, zoom=3)

    def test_views_may_be_said_in_several_ways(self):
        wanted = self.map.frame(lon=5, lat=40, zoom=4, width=900, height=700).digest
        self.assertEqual(self.map.frame("5,40,4,900x700").digest, wanted)
        self.assertEqual(self.map.frame({"lon": np.float64(5), "lat": 40, "zoom": 4}, width=900, height=700).digest, wanted)

    def test_columns_are_not_to_be_written(self):
        with self.assertRaises(ValueError):
            self.frame.counts[0] = 1

    def test_notebooks_show_pictures(self):
        self.assertFalse(hasattr(self.frame, "_repr_svg_"), "a notebook would keep the picture twice")
        html = self.frame._repr_html_()
        picture = xml.dom.minidom.parseString(html[html.index("<svg"):html.index("</div>")])
        self.assertEqual(picture.documentElement.tagName, "svg")
        self.assertIn(f"10 of {len(self.frame):,} clusters", html)
        self.assertIn(f"<td>{self.frame.counts.max():,}</td>", html)

    def test_a_notebook_keeps_60_kilobytes_of_a_frame_at_most(self):
        cities = pinfold.generate("cities", count=100_000)
        for strategy, said in (("grid", "leaves out points"), ("none", "too large for a notebook")):
            html = cities.cluster(strategy).frame(lon=10, lat=50, zoom=4)._repr_html_()
            self.assertLess(len(html.encode()), 60_000)
            self.assertIn(said, html)
        few = pinfold.Points([2.0, 3.0], [48.0, 49.0]).cluster("grid").frame(width=400, height=300)._repr_html_()
        self.assertNotIn("to_svg", few)
        self.assertIn('class="dots"', few)

    def test_transitions_play_between_frames(self):
        closer = self.map.frame(lon=5, lat=40, zoom=5, width=900, height=700)
        change = self.frame.transition(closer, "membership(duration=0.25)")
        self.assertEqual(change["duration"], 0.25)
        self.assertEqual(len(change["new"]["clusters"]), len(closer))
        self.assertTrue(change["markers"])
        with self.assertRaisesRegex(pinfold.Error, "did you mean 'membership'"):
            self.frame.transition(closer, "memberships")

    def test_measures(self):
        closer = self.map.frame(lon=5, lat=40, zoom=5, width=900, height=700)
        scores = pinfold.score([self.frame, closer], ["conservation", "overlap", "churn"])
        self.assertEqual([len(scores["frames"]), len(scores["pairs"])], [2, 1])
        self.assertIn("overlap.share", scores["frames"][0])
        self.assertTrue(any(name.startswith("churn.") for name in scores["pairs"][0]))
        self.assertEqual(pinfold.score(self.frame, "overlap")["frames"][0], scores["frames"][0] and {
            name: value for name, value in scores["frames"][0].items() if name.startswith("overlap.")})
        with self.assertRaisesRegex(pinfold.Error, "did you mean 'overlap'"):
            pinfold.score(self.frame, ["overlaps"])
        other = pinfold.Points([1], [2]).cluster("grid").frame()
        with self.assertRaisesRegex(pinfold.Error, "different points"):
            pinfold.score([self.frame, other])

    def test_representatives_speak_for_a_point(self):
        frame = self.points.cluster("grid", representative="first").frame(lon=5, lat=40, zoom=4)
        self.assertEqual(
            frame.speakers.tolist(), [int(frame.members(c).min()) for c in range(len(frame))])
        np.testing.assert_array_equal(frame.lon, self.lon[frame.speakers])

    def test_a_frame_is_saved_in_the_format_of_the_ending(self):
        points = pinfold.Points([1, 2], [3, 4], attributes={"size": [1, 2]})
        frame = points.cluster("grid").frame()
        with tempfile.TemporaryDirectory() as folder:
            for ending, written in (
                ("json", frame.to_json(members=True)), ("geojson", frame.to_geojson(members=True)), ("csv", frame.to_csv(members=True)),
            ):
                frame.save(f"{folder}/a.{ending}", members=True)
                self.assertEqual(pathlib.Path(f"{folder}/a.{ending}").read_text("utf-8"), written)
            frame.save(pathlib.Path(folder) / "A.SVG.gz", title="T")
            self.assertEqual(gzip.decompress(pathlib.Path(f"{folder}/A.SVG.gz").read_bytes()).decode(), frame.to_svg(title="T"))
            for ending, start in (("gpkg", b"SQLite format 3"), ("fgb", b"fgb")):
                frame.save(f"{folder}/a.{ending}")
                self.assertTrue(pathlib.Path(f"{folder}/a.{ending}").read_bytes().startswith(start))
            for wrong in ("a.png", "a", "csv"):
                with self.assertRaisesRegex(pinfold.Error, "no format with the ending.*there are: .json, .geojson"):
                    frame.save(f"{folder}/{wrong}")
            self.assertEqual(len(list(pathlib.Path(folder).iterdir())), 6)
        picture = frame.plot(title="T")
        self.assertEqual((picture, picture._repr_svg_()), (frame.to_svg(title="T"),) * 2)


if __name__ == "__main__":
    unittest.main()
