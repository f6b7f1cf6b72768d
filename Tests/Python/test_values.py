"""Values of columns come out as they went in, whatever held them, or are refused."""

import datetime
import decimal
import sys
import tempfile
import unittest
import unittest.mock
import warnings

import numpy as np

import pinfold

try:
    import pandas
except ImportError:
    pandas = None
try:
    import pyarrow
except ImportError:
    pyarrow = None
try:
    import geopandas
    import shapely
except ImportError:
    geopandas = None
try:
    import polars
except ImportError:
    polars = None


def column(values):
    """A column after its way through points, and its type there."""
    count = len(values)
    points = pinfold.Points(np.arange(count), np.zeros(count), attributes={"a": values})
    return points.about["attributes"]["a"], points.column("a").tolist()


class ValueTests(unittest.TestCase):
    def check(self, cases):
        for values, kind, wanted in cases:
            with self.subTest(values=values):
                self.assertEqual(column(values), (kind, wanted))

    def test_lists_and_arrays(self):
        self.check([
            ([True, False], "boolean", [True, False]), ([True, None], "boolean", [True, None]),
            ([True, float("nan")], "boolean", [True, None]), (np.array([True, False]), "boolean", [True, False]),
            (["", "a", None], "text", ["", "a", None]), (["a\0", "a"], "text", ["a\0", "a"]),
            ([2**53 + 1, None], "integer", [2**53 + 1, None]), ([2**62, -(2**62)], "integer", [2**62, -(2**62)]),
            ([2**63, 1], "text", [str(2**63), "1"]), ([-(2**63), 2**53 + 1], "text", [str(-(2**63)), str(2**53 + 1)]),
            (np.array([2**64 - 1, 1], np.uint64), "text", [str(2**64 - 1), "1"]),
            (np.array([1, 2, 3], ">i2")[::-1], "integer", [3, 2, 1]), (np.arange(6.0)[::2], "number", [0, 2, 4]),
            (np.array([1.5, 2], ">f4"), "number", [1.5, 2]), ([1, 2.5], "number", [1, 2.5]),
            ([decimal.Decimal("1.10"), decimal.Decimal("2")], "number", [1.1, 2]),
            ([datetime.date(2020, 1, 2), None], "text", ["2020-01-02", None]),
            ([datetime.datetime(2020, 1, 2, 3, 4)], "text", ["2020-01-02T03:04:00"]),
            (np.array(["2020-01-01T01:02:03", "NaT"], "datetime64[ns]"), "text", ["2020-01-01T01:02:03", None]),
            (np.array(["2020-01-01", "1960-02-29"], "datetime64[D]"), "text", ["2020-01-01", "1960-02-29"]),
            (["a", 1, 1.5, True], "text", ["a", "1", "1.5", "True"]), ([None, None], "text", [None, None]),
        ])

    def test_what_no_text_says_is_refused(self):
        for values in (
            [[1], [2]], [[1], [2, 3]], [{"a": 1}], [object()], [1j], np.array([1j]), [b"a"], np.array([b"a"]),
            np.array([1], "timedelta64[s]"), [datetime.timedelta(1)], np.array([(1, 2)], "i4,i4"), np.ones((1, 1)), ["\ud800"],
            {1}, "a", 1,
        ):
            with self.subTest(values=values), self.assertRaises(pinfold.Error):
                pinfold.Points([1], [2], attributes={"a": values})
        for attributes in (["a"], {"1": [1], 1: [2]}):
            with self.subTest(attributes=attributes), self.assertRaises(pinfold.Error):
                pinfold.Points([1], [2], attributes=attributes)
        for lon in ([True], np.array([True]), ["x"], [[1]], [1j]):
            with self.subTest(lon=lon), self.assertRaises(pinfold.Error):
                pinfold.Points(lon, [2])

    def test_groups_are_named_as_they_are_written(self):
        for group in ([1, 2, 2], [1.0, 2.0, 2.0], np.array([1, 2, 2], np.uint8), ["1", "2", "2"]):
            points = pinfold.Points([1, 2, 3], [4, 5, 6], group=group)
            self.assertEqual(points.about["groups"], ["1", "2"])

    @unittest.skipIf(pandas is None or pyarrow is None, "pandas and pyarrow are not there")
    def test_large_whole_numbers_beside_missing_ones_are_not_rounded(self):
        big = 2**60
        whole = [big + 1, big + 2, None]
        given = [
            whole, [big + 1, big + 2, np.nan], pyarrow.array(whole), pyarrow.chunked_array([whole[:1], whole[1:]]),
            pandas.Categorical(whole), pandas.Series(whole, dtype="Int64").astype("category"),
            pandas.Series(whole, dtype="int64[pyarrow]"), np.array(whole, object)]
        if polars is not None:
            given.append(polars.Series(whole))
        for values in given:
            with self.subTest(values=repr(values)):
                points = pinfold.Points([1, 1, 1], [1, 1, 1], group=values, attributes={"a": values})
                self.assertEqual(points.about["groups"], [str(big + 1), str(big + 2)])
                self.assertEqual(points.column("a").tolist(), whole)
        unsigned = pyarrow.array([2**64 - 1, 2**64 - 2, None], pyarrow.uint64())
        points = pinfold.Points([1, 1, 1], [1, 1, 1], group=unsigned, attributes={"a": unsigned})
        self.assertEqual(points.column("a").tolist(), [str(2**64 - 1), str(2**64 - 2), None])
        self.assertEqual(len(points.about["groups"]), 2)
        ids = pinfold.Points([1, 2], [1, 2], ids=pyarrow.array(["a", "b"]), weight=pyarrow.array([1, 2]))
        self.assertEqual(ids.ids.tolist(), ["a", "b"])
        with self.assertRaisesRegex(pinfold.Error, "the id of row 1 is missing"):
            pinfold.Points([1, 2], [1, 2], ids=pyarrow.array([big, None]))

    @unittest.skipIf(pandas is None or pyarrow is None, "pandas and pyarrow are not there")
    def test_one_moment_has_one_text(self):
        zone = datetime.timezone(datetime.timedelta(hours=2))
        moment = datetime.datetime(2020, 7, 1, 14, 0, 0, 500_000, zone)
        stamps = pandas.Series(pandas.to_datetime([moment, None]))
        arrow = pyarrow.array([moment, None], pyarrow.timestamp("us", "Europe/Paris"))
        for values in ([moment, None], stamps, stamps.astype(object), arrow, stamps.dt.tz_convert("UTC")):
            points = pinfold.Points([1, 1], [1, 1], group=values, attributes={"a": values})
            self.assertEqual(points.column("a").tolist(), ["2020-07-01T12:00:00.500Z", None])
            self.assertEqual(points.about["groups"], ["2020-07-01T12:00:00.500Z"])
        for make, values in ((pyarrow.table, arrow), (pandas.DataFrame, stamps)):
            points = pinfold.Points(make({"lon": [1.0, 1], "lat": [1.0, 1], "a": values}), group="a")
            self.assertEqual(points.column("a")[0], "2020-07-01T12:00:00.500Z")
            self.assertEqual(points.about["groups"], ["2020-07-01T12:00:00.500Z"])

    def test_a_number_past_the_largest_is_refused(self):
        for value in (decimal.Decimal("1e400"), decimal.Decimal("-1e400")):
            with self.assertRaisesRegex(pinfold.Error, "a: -?1E[+]400 is too large for a number"):
                pinfold.Points([1], [2], attributes={"a": [value]})
        self.assertEqual(pinfold.Points([1], [2], attributes={"a": [decimal.Decimal("Infinity")]}).column("a").tolist(), [np.inf])

    def test_no_attribute_is_lost_where_a_table_has_a_column_of_its_name(self):
        points = pinfold.Points([1.0], [2.0], attributes={"lon": [5], "id": ["x"], "lon_": [6]})
        names = ["id", "lon", "lat", "lon__", "id_", "lon_"]
        self.assertEqual(list(points._arrow_formats()), names)
        if pandas is not None:
            self.assertEqual(points.to_pandas().iloc[0].tolist(), [0, 1.0, 2.0, 5, "x", 6])
            self.assertEqual(list(points.to_pandas()), names)

    def test_pickles_keep_them(self):
        import pickle

        points = pinfold.Points([1, 2, 3], [4, 5, 6], attributes={"t": ["", None, "a"], "b": [True, None, False]})
        again = pickle.loads(pickle.dumps(points))
        for name in ("t", "b"):
            self.assertEqual(again.column(name).tolist(), points.column(name).tolist())

    @unittest.skipIf(pandas is None, "pandas is not there")
    def test_columns_of_pandas(self):
        self.check([
            (pandas.array([2**60 + 1, None], dtype="Int64"), "integer", [2**60 + 1, None]),
            (pandas.array([2**64 - 1, None], dtype="UInt64"), "text", [str(2**64 - 1), None]),
            (pandas.array([True, None], dtype="boolean"), "boolean", [True, None]),
            (pandas.array(["", None], dtype="string"), "text", ["", None]), (pandas.Series(["", None]), "text", ["", None]),
            (pandas.Series(["a", None, "a"]).astype("category"), "text", ["a", None, "a"]),
            (pandas.Series([5, 7]).astype("category"), "integer", [5, 7]),
            (pandas.Series(pandas.to_datetime(["2020-01-01T00:00:00+02:00", None])), "text", ["2019-12-31T22:00:00Z", None]),
            (pandas.Series(pandas.to_datetime(["2020-01-01", None])), "text", ["2020-01-01T00:00:00", None]),
        ])
        frame = pandas.DataFrame([[1.0, 2.0, 3, 4]], columns=["lon", "lat", "v", "v"])
        with self.assertRaisesRegex(pinfold.Error, "2 columns are named 'v'"):
            pinfold.Points(frame)
        with self.assertRaisesRegex(pinfold.Error, "2 columns are named 'lon'"):
            pinfold.Points(frame.set_axis(["lon", "lat", "lon", "v"], axis=1))
        with self.assertRaisesRegex(pinfold.Error, "two columns have the same name"):
            pinfold.Points(frame.set_axis(["lon", "lat", "1", 1], axis=1))

    @unittest.skipIf(pyarrow is None, "pyarrow is not there")
    def test_columns_of_arrow(self):
        big = decimal.Decimal(2**64 + 1)
        for values, kind, wanted in [
            (pyarrow.array(["", None, "a"])[0:2], "text", ["", None]),
            (pyarrow.array([True, None, False])[1:], "boolean", [None, False]),
            (pyarrow.array([big, None], pyarrow.decimal128(38, 0)), "text", [str(big), None]),
            (pyarrow.array([2**60 + 1, None]), "integer", [2**60 + 1, None]),
            (pyarrow.array(["", "b", None]).dictionary_encode()[1:], "text", ["b", None]),
        ]:
            with self.subTest(values=values):
                x = pyarrow.array(np.arange(float(len(values))))
                points = pinfold.Points(pyarrow.table({"lon": x, "lat": x, "a": values}))
                self.assertEqual((points.about["attributes"]["a"], points.column("a").tolist()), (kind, wanted))
                self.assertEqual(pyarrow.table(points)["a"].to_pylist(), wanted)
        parts = pyarrow.chunked_array([[decimal.Decimal(1)], [], [big]], pyarrow.decimal128(38, 0))
        points = pinfold.Points(pyarrow.table({"lon": [1.0, 2.0], "lat": [1.0, 2.0], "a": parts}))
        self.assertEqual(points.column("a").tolist(), ["1", str(big)])


class SkippedTests(unittest.TestCase):
    def check(self, make, ids=(0, 2)):
        with self.assertWarnsRegex(UserWarning, "1 of 3 rows have no coordinates and are skipped: 1"):
            points = make()
        self.assertEqual(points.ids.tolist(), list(ids))
        self.assertEqual(points.coordinates[0].tolist(), [1, 3])
        self.assertEqual((points.about["count"], points.about["rows"]), (2, 3))
        self.assertRegex(points.about["warnings"][0], "skipped: 1")
        return points

    def test_columns(self):
        for lon, lat in (([1, None, 3], [4, 5, 6]), ([1, 2, 3], np.array([4, np.nan, 6])), ([1, np.nan, 3], [4, np.nan, 6])):
            points = self.check(lambda: pinfold.Points(
                lon, lat, weight=[1, 20, 3], group=["a", "b", "a"], mergeable=[True, False, True], priority=[1, 2, 3],
                attributes={"n": [1.5, 2.5, 3.5], "i": [1, 2, 3], "t": ["x", None, ""], "b": [True, True, False]}))
            self.assertEqual([points.column(name).tolist() for name in "nitb"], [[1.5, 3.5], [1, 3], ["x", ""], [True, False]])
            self.assertEqual(points.about["groups"], ["a"])
            self.assertEqual(points.cluster("grid").frame().weights.sum(), 4)
        self.check(lambda: pinfold.Points([1, None, 3], [4, 5, 6], ids=["p", "q", "r"]), ids="pr")

    def test_places_of_mistakes_are_those_of_the_columns(self):
        with self.assertRaisesRegex(pinfold.Error, "row 2 has no usable coordinate"):
            pinfold.Points([np.nan, 1, 2], [1, 1, 95])
        with self.assertRaisesRegex(pinfold.Error, "rows 1 and 3"):
            pinfold.Points([np.nan, 1, 2, 3], [1, 1, 2, 3], ids=[0, 7, 8, 7])
        with self.assertRaisesRegex(pinfold.Error, "none of the 2 rows has coordinates"):
            pinfold.Points([None, np.nan], [1, 2])
        with self.assertRaisesRegex(pinfold.Error, "3 values for 2"):
            pinfold.Points([1, np.nan], [1, 2], attributes={"a": [1, 2, 3]})

    def test_infinite_ones_are_mistakes(self):
        with self.assertRaisesRegex(pinfold.Error, "row 1"):
            pinfold.Points([1, np.inf], [2, 3])

    def test_edits_and_other_doors_that_count_rows_refuse_them(self):
        map = pinfold.Points([1, 2], [3, 4], ids=[1, 2]).cluster("grid")
        for wrong in (
            lambda: map.insert([np.nan], [1], ids=[5]), lambda: map.move([1], [np.nan], [1]),
            lambda: pinfold.SuperCluster([[1, 2], [np.nan, 3]]), lambda: pinfold.MapClusterer().fit([[1, 2], [np.nan, 3]]),
        ):
            with self.assertRaises(ValueError):
                wrong()

    def test_no_row_is_no_warning(self):
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            self.assertEqual(len(pinfold.Points([], [])), 0)
            self.assertEqual(pinfold.Points([1], [2]).about["warnings"], [])

    @unittest.skipIf(pandas is None, "pandas is not there")
    def test_tables(self):
        frame = pandas.DataFrame({"lon": [1, None, 3], "lat": [4, 5, 6], "v": [7, 8, 9]}, index=[9, 9, 9])
        for make in (pinfold.Points, pinfold.Points.from_pandas, pinfold.read):
            self.assertEqual(self.check(lambda: make(frame)).column("v").tolist(), [7, 9])

    @unittest.skipIf(pyarrow is None, "pyarrow is not there")
    def test_streams(self):
        table = pyarrow.table({"lon": [1, None, 3], "lat": [4.0, 5.0, 6.0]})
        for make in (pinfold.Points, pinfold.Points.from_arrow, pinfold.read):
            self.check(lambda: make(table))
        self.check(lambda: pinfold.Points(pyarrow.array([{"lon": 1.0, "lat": 2.0}, None, {"lon": 3.0, "lat": 4.0}])))

    @unittest.skipIf(pyarrow is None, "pyarrow is not there")
    def test_a_reader_is_read_once(self):
        table = pyarrow.table({"lon": [1.0, 3.0], "lat": [4.0, 6.0]})
        reader = table.to_reader()
        self.assertEqual(len(pinfold.Points(reader)), 2)
        with self.assertRaisesRegex(pinfold.Error, "the reader was read already"):
            pinfold.Points(reader)
        self.assertEqual(len(pinfold.Points(table[:0].to_reader())), 0)

    def test_what_is_not_installed_is_named(self):
        frame = pinfold.Points([1], [2]).cluster("grid").frame()
        with unittest.mock.patch.dict(sys.modules, {"pandas": None, "pyarrow": None, "geopandas": None}):
            for call, name in (
                (frame.to_pandas, "pandas"), (frame.map.points.to_pandas, "pandas"), (frame.to_arrow, "pyarrow"),
                (frame.to_geopandas, "geopandas"), (pinfold.aggregate(frame.map.points).to_arrow, "pyarrow"),
            ):
                with self.assertRaisesRegex(ImportError, f"this needs {name}, which is not installed: pip install {name}"):
                    call()

    @unittest.skipIf(geopandas is None, "geopandas is not there")
    def test_geometries(self):
        for missing in (None, shapely.Point()):
            frame = geopandas.GeoDataFrame(
                {"v": [1, 2, 3]}, geometry=[shapely.Point(1, 2), missing, shapely.Point(3, 4)], crs=4326)
            for given in (frame, frame.geometry, frame.to_arrow()):
                self.check(lambda: pinfold.Points(given))
        for system, told in ((3857, "the geometry is in EPSG:3857"), (2154, "EPSG:2154"), (4326, None), (0, None)):
            point = shapely.set_srid(shapely.Point(50, 60), system)
            for order in (0, 1):
                wkb = pyarrow.table({"geom": [shapely.to_wkb(point, include_srid=True, byte_order=order)]})
                with self.subTest(system=system):
                    if told:
                        with self.assertRaisesRegex(pinfold.Error, told):
                            pinfold.Points.from_arrow(wkb, geometry="geom")
                    else:
                        self.assertEqual(pinfold.Points.from_arrow(wkb, geometry="geom").coordinates[0].tolist(), [50])
                    self.assertEqual(
                        pinfold.Points.from_arrow(wkb, geometry="geom", planar=True).coordinates[1].tolist(), [60])
        lines = geopandas.GeoDataFrame(geometry=[None, shapely.box(0, 0, 1, 1)], crs=4326)
        with self.assertRaisesRegex(pinfold.Error, "centroid"):
            pinfold.Points(lines)


@unittest.skipIf(pandas is None or pyarrow is None, "pandas and pyarrow are not there")
class RoleTests(unittest.TestCase):
    """Ids and weights of tables are as those of files: one that is bad does not lose the others."""

    def read(self, columns, make=pinfold.read, **settings):
        """The points of the columns as a file, as a DataFrame and as an Arrow table; warnings of the tables."""
        frame = pandas.DataFrame({"lon": [1.0, 2.0, 3.0], "lat": [1.0, 2.0, 3.0], **columns})
        found, told = [], []
        for table in (frame, pyarrow.Table.from_pandas(frame, preserve_index=False)):
            with warnings.catch_warnings(record=True) as caught:
                warnings.simplefilter("always")
                points = make(table, **settings)
            self.assertEqual([str(warning.message) for warning in caught], points.about["warnings"])
            found.append(points)
            told.append(points.about["warnings"])
        self.assertEqual(told[0], told[1])
        if make == pinfold.read:
            with tempfile.TemporaryDirectory() as folder:
                frame.to_csv(f"{folder}/a.csv", index=False)
                found.append(pinfold.read(f"{folder}/a.csv", **settings))
        for points in found[1:]:
            self.assertEqual(points.ids.tolist(), found[0].ids.tolist())
            self.assertEqual("id" in points.about["attributes"], "id" in found[0].about["attributes"])
            self.assertEqual(points.about["weighted"], found[0].about["weighted"])
            self.assertEqual(points.cluster("none").frame().digest, found[0].cluster("none").frame().digest)
        return found[0], told[0]

    def test_a_bad_weight_is_0(self):
        for weights, row, shown in (([1000, 5, None], 2, "nan"), ([1000, -1.5, 5], 1, "-1.5"), ([1000, 5, np.inf], 2, "inf")):
            points, told = self.read({"weight": weights})
            self.assertEqual(
                told, [f"1 of 3 points have a bad weight, counted as 0 (first: row {row}, weight {shown})"])
            self.assertEqual(points.cluster("none").frame().weights.sum(), 1005)
        points, told = self.read({"w": [1000, 5, None]}, make=pinfold.Points, weight="w")
        self.assertEqual((points.cluster("none").frame().weights.sum(), len(told)), (1005, 1))
        self.assertFalse(self.read({"weight": ["a", "b", "c"]})[0].about["weighted"])
        self.assertFalse(self.read({"weight": [-1, -2, -3]})[0].about["weighted"])
        with self.assertRaisesRegex(pinfold.Error, "no row of column 'w'"):
            self.read({"w": [-1, -2, -3]}, make=pinfold.Points, weight="w")

    def test_ids_that_identify_nothing_are_told_of(self):
        points, told = self.read({"id": ["a", "a", "c"]})
        self.assertEqual(points.ids.tolist(), ["#0", "#1", "#2"])
        self.assertEqual(points.column("id").tolist(), ["a", "a", "c"])
        self.assertIn("row 1 has the id 'a' of row 0 (column 'id'), so points are named by their rows, as in '#0'", told[0])
        self.assertIn("row 1 has no id (column 'id')", self.read({"id": ["a", None, "c"]})[1][0])
        numbers = pandas.DataFrame({"lon": [1.0, 2.0], "lat": [1.0, 2.0], "id": [7.0, 9.0]})
        self.assertEqual(pinfold.read(numbers).ids.tolist(), [7, 9])
        self.assertEqual(pinfold.read(numbers.assign(id=[7.5, 9.0])).ids.tolist(), ["7.5", "9.0"])
        self.assertEqual(pinfold.read(numbers.assign(id=[True, False])).ids.tolist(), [0, 1])
        # The id that is missing is that of a row which is skipped.
        gap = pandas.DataFrame({"lon": [1.0, None, 2.0], "lat": [1.0, 2.0, 2.0], "id": [7, None, 9]})
        with self.assertWarns(UserWarning):
            self.assertEqual(pinfold.read(gap).ids.tolist(), [7, 9])
        self.assertEqual(self.read({"id": [None, None, None]})[0].ids.tolist(), [0, 1, 2])
        with self.assertRaisesRegex(pinfold.Error, "missing"):
            self.read({"k": ["a", None, "c"]}, make=pinfold.Points, ids="k")

    def test_rows_without_coordinates_do_not_count(self):
        frame = pandas.DataFrame({"lon": [2, np.nan, 3], "lat": [4.0, 5, 6], "weight": [5, np.nan, 2], "id": ["a", None, "b"]})
        for table in (frame, pyarrow.Table.from_pandas(frame)):
            with self.assertWarns(UserWarning):
                points = pinfold.read(table)
            self.assertEqual((points.about["weighted"], points.ids.tolist()), (True, ["a", "b"]))
            self.assertEqual(len(points.about["warnings"]), 1)


if __name__ == "__main__":
    unittest.main()
