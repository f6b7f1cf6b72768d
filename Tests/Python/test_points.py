"""Points from arrays and tables, and what is wrong with them."""

import pathlib
import tempfile
import unittest

import numpy as np

import pinfold
from support import PLACES

try:
    import geopandas
    import pandas
    import pyarrow
except ImportError:
    pandas = None


class PointsTests(unittest.TestCase):
    def refuses(self, text, *arguments, **settings):
        with self.assertRaises(pinfold.Error) as caught:
            pinfold.Points(*arguments, **settings)
        self.assertIn(text, str(caught.exception))
        self.assertIsInstance(caught.exception, ValueError)

    def test_columns_come_back_by_row(self):
        points = pinfold.Points(
            [3.0, 1.0, 2.0], [30.0, 10.0, 20.0], ids=[7, 9, 8],
            attributes={"name": ["c", None, "b"], "size": [1.5, np.nan, 2], "open": [True, False, True]})
        self.assertEqual([column.tolist() for column in points.coordinates], [[3, 1, 2], [30, 10, 20]])
        self.assertEqual(points.ids.tolist(), [7, 9, 8])
        self.assertEqual(points.column("name").tolist(), ["c", None, "b"])
        self.assertEqual(points.column("open").tolist(), [True, False, True])
        np.testing.assert_array_equal(points.column("size"), [1.5, np.nan, 2])
        self.assertEqual(points.about["attributes"], {"name": "text", "size": "number", "open": "boolean"})

    def test_any_array_that_holds_numbers_will_do(self):
        wanted = pinfold.Points([1.0, 2.0, 3.0], [4.0, 5.0, 6.0]).cluster("none").frame().digest
        whole = np.arange(1, 7)
        for lon, lat in [
            (np.array([1, 2, 3], np.float32), (4, 5, 6)), (whole[:3], whole[3:]),
            (np.repeat(whole[:3], 2)[::2], np.repeat(whole[3:], 2)[::2]),
        ]:
            self.assertEqual(pinfold.Points(lon, lat).cluster("none").frame().digest, wanted)

    def test_no_points(self):
        points = pinfold.Points([], [])
        self.assertEqual(len(points), 0)
        for strategy in ("grid", "radius", "pca", "kmeans"):
            frame = points.cluster(strategy).frame(lon=0, lat=0, zoom=1)
            self.assertEqual((len(frame), frame.labels.tolist()), (0, []))

    def test_texts_of_any_kind(self):
        names = ["é", "zero\0inside", "😀", "a" * 10_000, '"quoted"\n']
        points = pinfold.Points(range(5), range(5), ids=names, attributes={"again": names})
        self.assertEqual(points.ids.tolist(), names)
        self.assertEqual(points.column("again").tolist(), names)

    def test_mistakes_say_what_is_wrong(self):
        self.refuses("lat: 1 values for 2 points", [1, 2], [3])
        self.refuses("row 1 has no usable coordinate", [1, 2], [3, np.inf])
        self.refuses("row 0 has no usable coordinate", [1, 2], [91, 0])
        self.refuses("lon: numbers expected", ["east"], [1])
        self.refuses("one-dimensional", [[1, 2]], [[3, 4]])
        self.refuses("weight", [1], [2], weight=[-1])
        self.refuses("weight: 2 values for 1 points", [1], [2], weight=[1, 2])
        self.refuses("integers or strings", [1], [2], ids=[1.5])
        self.refuses("an id is missing", [1, 2], [2, 3], ids=["a", None])
        self.refuses("7", [1, 2], [2, 3], ids=[7, 7])
        self.refuses("a column of booleans", [1], [2], mergeable=[3])
        self.refuses("name: 2 values for 1 points", [1], [2], attributes={"name": ["a", "b"]})

    def test_a_file_that_is_not_there(self):
        with self.assertRaisesRegex(pinfold.Error, "nowhere.csv"):
            pinfold.read("nowhere.csv")

    def test_options_of_reading(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "places.csv"
            path.write_text(PLACES + "d1,Nowhere,,,1,halt\n")
            points = pinfold.read(path, where="kind = 'halt'")
            self.assertEqual(points.ids.tolist(), ["b2", "c1", "c2", "c3"])
            self.assertEqual(pinfold.read(path, attributes="none").about["attributes"], {})
            self.assertIn("1 of 8 rows unusable", pinfold.read(path).about["warnings"][0])
            with self.assertRaisesRegex(pinfold.Error, r"has no 'wher' \(did you mean 'where'\?\)"):
                pinfold.read(path, wher="kind = 'halt'")

    def test_groups_and_points_that_never_merge(self):
        grouped = pinfold.Points([1, 1, 1], [1, 1, 1], group=["a", "b", "a"]).cluster("grid").frame(zoom=1, lon=0, lat=0)
        self.assertEqual(sorted(grouped.counts.tolist()), [1, 2])
        alone = pinfold.Points([1, 1, 1], [1, 1, 1], mergeable=[True, False, True])
        self.assertEqual(sorted(alone.cluster("grid").frame(zoom=1, lon=0, lat=0).counts.tolist()), [1, 2])

    def test_planes(self):
        points = pinfold.Points([1000, 2000, 900_000], [5, 6, 7_000], planar=True)
        frame = points.cluster("grid").frame()
        self.assertEqual(frame.counts.sum(), 3)
        self.assertIn('"x"', frame.to_json())
        with self.assertRaisesRegex(pinfold.Error, "geojson"):
            frame.to_geojson()

    @unittest.skipIf(pandas is None, "pandas, pyarrow and geopandas are not there")
    def test_tables(self):
        table = pandas.DataFrame({
            "Longitude": [2.0, 2.1, 5.0], "Latitude": [48.0, 48.1, 45.0], "key": ["a", "b", "c"],
            "people": [1, 2, 3], "seen": pandas.to_datetime(["2020-01-01", None, "2021-01-01"])})
        points = pinfold.Points.from_pandas(table, id="key", weight="people")
        self.assertEqual(points.ids.tolist(), ["a", "b", "c"])
        self.assertEqual(points.column("seen")[1], None)
        back = points.to_pandas()
        self.assertEqual(back["people"].tolist(), [1, 2, 3])
        frame = points.cluster("grid").frame(lon=3, lat=47, zoom=5)
        self.assertEqual(frame.weights.sum(), 6)
        clusters = frame.to_pandas("people:sum,max", bounds=True)
        self.assertEqual(clusters["people_sum"].sum(), 6)
        self.assertTrue((clusters["west"] <= clusters["east"]).all())
        arrow = frame.to_arrow(["people:sum"])
        self.assertEqual(arrow.column("people_sum").to_pylist(), clusters["people_sum"].tolist())
        again = pinfold.Points.from_arrow(pyarrow.Table.from_pandas(table), id="key")
        self.assertEqual(again.cluster("grid").frame(lon=3, lat=47, zoom=5).ids.tolist(), frame.ids.tolist())
        with self.assertRaisesRegex(pinfold.Error, "no known names of coordinates"):
            pinfold.Points.from_pandas(table.rename(columns={"Longitude": "east"}))
        with self.assertRaisesRegex(pinfold.Error, "no column 'nothing'"):
            pinfold.Points.from_pandas(table, weight="nothing")

    def test_a_dictionary_spells_parameters_as_keywords_do(self):
        points = pinfold.Points([1, 2.0], [3, 4.0])
        for strategy, label in [
            ({"name": "grid", "cell_size": 80}, "grid(cellSize=80)"), ({"name": "grid", "cellSize": 80}, "grid(cellSize=80)"),
            ({"name": "grid", "limits": {"max_zoom": 3}}, "grid(limits.maxZoom=3)"),
        ]:
            self.assertEqual(points.cluster(strategy).label, label)
        with self.assertRaisesRegex(pinfold.Error, "'cell_siz'.*did you mean 'cell_size'"):
            points.cluster({"name": "grid", "cell_siz": 80})

        with self.assertRaisesRegex(pinfold.Error, "'cellSiz'.*did you mean 'cellSize'"):
            points.cluster({"name": "grid", "cellSiz": 80})
        with self.assertRaisesRegex(pinfold.Error, "parameter 'cell_size' of strategy 'grid' is -80"):
            points.cluster("grid", cell_size=-80)
        grid = {"name": "grid", "cell_size": 64}
        self.assertEqual(
            pinfold.aggregate(points, zooms="0-4", strategy=grid), pinfold.aggregate(points, zooms="0-4", strategy="grid(cellSize=64)"))
        with pinfold.live(points, [grid, "radius"], view={"lon": 1, "lat": 3, "zoom": 4}):
            pass
        plan = {"datasets": [{"generate": "cities", "count": 100}], "strategies": [grid], "metrics": ["overlap"]}
        self.assertEqual(pinfold.Study(plan).plan["strategies"], [{"name": "grid", "cellSize": 64}])
        self.assertEqual(plan["strategies"], [{"name": "grid", "cell_size": 64}])

    @unittest.skipIf(pandas is None, "pandas, pyarrow and geopandas are not there")
    def test_truth_values_may_be_missing(self):
        table = pandas.DataFrame({"lon": [1.0, 2, 3], "lat": [1.0, 2, 3], "open": pandas.array([True, None, False], "boolean")})
        for values in (table, table.astype({"open": object})):
            self.assertEqual(pinfold.Points.from_pandas(values).column("open").tolist(), [True, None, False])

    @unittest.skipIf(pandas is None, "pandas, pyarrow and geopandas are not there")
    def test_geometry(self):
        table = geopandas.GeoDataFrame(
            {"name": ["a", "b"]}, geometry=geopandas.points_from_xy([2, 3], [48, 49]), crs=4326)
        points = pinfold.Points.from_pandas(table.to_crs(3857))
        np.testing.assert_allclose(points.coordinates, [[2, 3], [48, 49]])
        self.assertEqual(points.column("name").tolist(), ["a", "b"])
        clusters = points.cluster("none").frame().to_geopandas()
        self.assertEqual(clusters.crs, 4326)
        self.assertEqual(sorted(clusters.geometry.x.round(6)), [2, 3])
        with self.assertRaisesRegex(pinfold.Error, "points expected"):
            pinfold.Points.from_pandas(table.to_crs(3857).assign(geometry=table.to_crs(3857).buffer(1)))


if __name__ == "__main__":
    unittest.main()
