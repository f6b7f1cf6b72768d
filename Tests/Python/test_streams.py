"""Arrow streams, which other libraries read and write."""

import datetime
import decimal
import pathlib
import subprocess
import sys
import tempfile
import unittest

import numpy as np

import pinfold

try:
    import pyarrow
except ImportError:
    pyarrow = None
try:
    import polars
except ImportError:
    polars = None
try:
    import duckdb
except ImportError:
    duckdb = None
try:
    import geopandas
except ImportError:
    geopandas = None


class Stream:
    """Something that streams, and is nothing else."""

    def __init__(self, table):
        self.table = table

    def __arrow_c_stream__(self, requested_schema=None):
        return self.table.__arrow_c_stream__(requested_schema)


@unittest.skipIf(pyarrow is None, "pyarrow is not there")
class StreamTests(unittest.TestCase):
    def setUp(self):
        self.points = pinfold.Points(
            [1.0, 2.0, 3.5], [4.0, 5.0, -6.0], ids=["a", "b\0c", "é"],
            attributes={"size": [1, 2, 2**60], "name": ["x", None, ""], "share": [0.5, np.nan, 1.5]})
        self.frame = self.points.cluster("none").frame()

    def test_a_table_of_arrow_has_every_value(self):
        table = pyarrow.table(self.points)
        table.validate(full=True)
        self.assertEqual(table.column("id").to_pylist(), ["a", "b\0c", "é"])
        self.assertEqual(table.column("size").to_pylist(), [1, 2, 2**60])
        self.assertEqual(table.column("name").to_pylist(), ["x", None, ""])
        self.assertEqual(table.column("share").to_pylist(), [0.5, None, 1.5])
        self.assertEqual(pyarrow.table(self.frame), self.frame.to_arrow())
        self.assertEqual(pyarrow.table(self.frame).column("count").to_pylist(), [1, 1, 1])
        self.assertEqual(pyarrow.table(self.frame).column("id").to_pylist(), self.frame.to_pandas()["id"].tolist())
        self.assertEqual(pyarrow.record_batch(self.frame).num_rows, 3)
        self.assertEqual(pyarrow.schema(self.points), table.schema)

    def test_cells_have_the_types_of_their_table(self):
        for group in (None, ["a,b", 'c"d', "a,b"]):
            points = pinfold.Points([1.0, 2.0, 3.5], [4.0, 5.0, -6.0], group=group, attributes={"size": [1, -2.25, 2**40]})
            cells = pinfold.aggregate(points, zooms="0-2", aggregate="size:sum,min")
            table = pyarrow.table(cells)
            table.validate(full=True)
            self.assertEqual(table, cells.to_arrow())
            self.assertEqual(pyarrow.table(pyarrow.record_batch(cells)).to_pylist(), table.to_pylist())
            self.assertEqual(pyarrow.record_batch(cells).schema, table.schema)
            self.assertEqual(len(cells), table.num_rows)
            self.assertEqual(pinfold.merge([pinfold.Cells.from_arrow(Stream(cells))]), cells)

    def test_a_requested_schema_is_given_where_nothing_is_lost(self):
        wanted = pyarrow.schema([
            ("id", pyarrow.large_string()), ("lon", pyarrow.float64()), ("lat", pyarrow.float32()),
            ("count", pyarrow.int32()), ("weight", pyarrow.int64())])
        table = pyarrow.RecordBatchReader.from_stream(self.frame, wanted).read_all()
        self.assertEqual(table.schema, wanted)
        self.assertEqual(table.to_pylist(), self.frame.to_arrow().to_pylist())
        rounded = pyarrow.schema([pyarrow.field("lon", pyarrow.float32())])
        column = pinfold.Table({"lon": pinfold._arrow_write.Column.of(np.array([0.1]))}, 1)
        _, array = column.__arrow_c_array__(rounded.__arrow_c_schema__())
        self.assertEqual(pyarrow.record_batch(column).schema.field(0).type, pyarrow.float64())
        del array
        with self.assertRaisesRegex(pinfold.Error, "does not have the columns"):
            self.frame.__arrow_c_stream__(rounded.__arrow_c_schema__())

    def test_a_table_outlives_what_it_is_of(self):
        table = pyarrow.table(pinfold.generate("cities", count=5000).cluster("radius").frame())
        self.assertEqual(table.column("count").to_numpy().sum(), 5000)

    def test_a_process_ends_quietly_while_others_hold_columns(self):
        code = (
            "import pinfold, pyarrow\nframe = pinfold.generate('cities', count=100).cluster('grid').frame()\n"
            "table = pyarrow.kept = pyarrow.table(frame)\nstream = frame.__arrow_c_stream__()\n"
            "reader = pyarrow.RecordBatchReader.from_stream(frame)\nread = pinfold._arrow_read.Source(table)\n")
        done = subprocess.run([sys.executable, "-X", "dev", "-c", code], capture_output=True, text=True)
        self.assertEqual((done.returncode, done.stderr), (0, ""))

    def test_points_of_streams_are_those_of_tables(self):
        table = pyarrow.table({"lon": [1.0, 2.0], "lat": [3.0, 4.0], "key": ["a", "b"], "n": [1, None]})
        wanted = pinfold.Points.from_arrow(table, id="key")
        for stream in (
            pyarrow.RecordBatchReader.from_batches(table.schema, table.to_batches()), Stream(table),
            table.to_batches()[0], table.to_struct_array() if hasattr(table, "to_struct_array") else table,
        ):
            points = pinfold.Points.from_arrow(stream, id="key")
            self.assertEqual(points.ids.tolist(), ["a", "b"])
            self.assertEqual(points.cluster("grid").frame().digest, wanted.cluster("grid").frame().digest)
        with self.assertRaisesRegex(pinfold.Error, "an Arrow table or a stream expected, not a list"):
            pinfold.Points.from_arrow([1, 2])

    def table(self, count=40):
        """A table with a column of every kind that is read, some of whose values are missing."""
        rows = range(count)

        def some(values, every=5):
            return [None if row % every == 1 else value for row, value in zip(rows, values)]

        words = [f"word {row % 7} that is longer than a view" if row % 3 else f"w{row}" for row in rows]
        start = datetime.datetime(2020, 1, 1, 12)
        return pyarrow.table({
            "lon": [row * 1.25 for row in rows], "lat": pyarrow.array([row for row in rows], pyarrow.int8()),
            "key": words if count < 2 else [f"{word} {row}" for row, word in zip(rows, words)],
            "i8": pyarrow.array(some(rows), pyarrow.int8()), "u16": pyarrow.array(some(rows), pyarrow.uint16()),
            "i64": pyarrow.array(some([2**60 + row for row in rows]), pyarrow.int64()),
            "u64": pyarrow.array(some([2**63 + row for row in rows]), pyarrow.uint64()),
            "f16": pyarrow.array(some([row / 2 for row in rows]), pyarrow.float16()),
            "f32": pyarrow.array(some([row / 4 for row in rows]), pyarrow.float32()),
            "yes": pyarrow.array(some([row % 2 == 0 for row in rows])),
            "sure": pyarrow.array([row % 3 == 0 for row in rows]),
            "text": pyarrow.array(some(words)), "large": pyarrow.array(some(words), pyarrow.large_string()),
            "view": pyarrow.array(some(words), pyarrow.string_view()),
            "coded": pyarrow.array(some(words)).dictionary_encode(),
            "codes": pyarrow.DictionaryArray.from_arrays(
                pyarrow.array(some([row % 3 for row in rows]), pyarrow.uint8()), ["a", None, "ccc"]),
            "levels": pyarrow.DictionaryArray.from_arrays(
                pyarrow.array(some([row % 3 for row in rows]), pyarrow.int16()), pyarrow.array([1.5, None, 2.5])),
            "money": pyarrow.array(some([decimal.Decimal(row) / 4 for row in rows]), pyarrow.decimal128(12, 2)),
            "whole": pyarrow.array(some([decimal.Decimal(-row) for row in rows]), pyarrow.decimal128(38, 0)),
            "wide": pyarrow.array([decimal.Decimal(10) ** 30 + row for row in rows], pyarrow.decimal256(60, 3)),
            "day": pyarrow.array(some([start.date() + datetime.timedelta(row) for row in rows])),
            "time": pyarrow.array(some([start + datetime.timedelta(seconds=row) for row in rows]), pyarrow.timestamp("us")),
            "moment": pyarrow.array(
                some([start + datetime.timedelta(milliseconds=row) for row in rows]), pyarrow.timestamp("ns", "UTC")),
            "clock": pyarrow.array(some([datetime.time(7, row) for row in rows]), pyarrow.time64("us")),
            "none": pyarrow.nulls(count),
        })

    def check(self, points, table):
        """Compares points with the lists of Python that a table has."""
        def text(value):
            if isinstance(value, datetime.datetime):
                if value.tzinfo is None:
                    return value.isoformat(timespec="seconds")
                return value.isoformat(timespec="milliseconds").removesuffix("+00:00") + "Z"
            return str(value) if value != "" else None

        self.assertEqual(points.ids.tolist(), table.column("key").to_pylist())
        np.testing.assert_array_equal(points.coordinates[0], table.column("lon").to_pylist())
        np.testing.assert_array_equal(points.coordinates[1], table.column("lat").to_pylist())
        kinds = points.about["attributes"]
        for name in table.column_names[3:]:
            wanted = table.column(name).to_pylist()
            found = points.column(name)
            with self.subTest(name):
                if kinds[name] == "text":
                    self.assertEqual(found.tolist(), [None if value is None else text(value) for value in wanted])
                else:
                    self.assertEqual(
                        [None if value is None or value != value else float(value) for value in found.tolist()],
                        [None if value is None else float(value) for value in wanted])
        exact = {"i8": "integer", "u16": "integer", "i64": "integer", "whole": "integer", "money": "number"}
        self.assertEqual({name: kinds[name] for name in exact}, exact)

    def test_every_type_in_any_cut(self):
        table = self.table()
        self.check(pinfold.Points.from_arrow(table, id="key"), table)
        cuts = [
            table.slice(3, 30), table.slice(13), table.slice(8, 8), table.slice(5, 1), table.slice(3, 0),
            pyarrow.concat_tables([table.slice(1, 4), table.slice(20, 0), table.slice(9, 17), table.slice(30)]),
        ]
        for cut in cuts:
            if len(cut) == 0:
                self.assertEqual(len(pinfold.Points.from_arrow(cut, id="key")), 0)
            elif len(cut) > 8:
                self.check(pinfold.Points.from_arrow(cut, id="key"), cut)
            else:
                points = pinfold.Points.from_arrow(cut, id="key")
                self.assertEqual(points.column("view").tolist(), cut.column("view").to_pylist())
                self.assertEqual(points.column("coded").tolist(), cut.column("coded").to_pylist())
        empty = pyarrow.RecordBatchReader.from_batches(table.schema, [])
        self.assertEqual(len(pinfold.Points.from_arrow(empty)), 0)

    def test_a_struct_that_is_sliced_itself(self):
        table = self.table().drop(["none"])
        batch = table.combine_chunks().to_batches()[0]
        struct = pyarrow.StructArray.from_arrays(batch.columns, fields=list(batch.schema))
        self.check(pinfold.Points.from_arrow(struct.slice(7, 22), id="key"), table.slice(7, 22))

        class Array:
            def __arrow_c_array__(self, requested_schema=None):
                return struct.slice(7, 22).__arrow_c_array__()

        self.check(pinfold.Points.from_arrow(Array(), id="key"), table.slice(7, 22))

    def test_rows_that_are_missing_altogether(self):
        struct = pyarrow.StructArray.from_arrays(
            [pyarrow.array([1.0, 2.0, 3.0]), pyarrow.array([4.0, 5.0, 6.0]), pyarrow.array([7, 8, 9])], ["lon", "lat", "n"],
            mask=pyarrow.array([False, True, False]))
        with self.assertWarnsRegex(UserWarning, "skipped: 1$"):
            self.assertEqual(pinfold.Points.from_arrow(struct).column("n").tolist(), [7, 9])
        self.assertEqual(len(pinfold.Points.from_arrow(struct.slice(2))), 1)

    def test_a_batch_whose_dictionary_is_empty(self):
        indices = pyarrow.array([None, None], pyarrow.int32())
        for values, found in ((["a", "b"], [None, None, "a"]), ([1.5, 2.5], [float("nan"), float("nan"), 1.5])):
            full = pyarrow.DictionaryArray.from_arrays(pyarrow.array([0], pyarrow.int32()), pyarrow.array(values))
            empty = pyarrow.DictionaryArray.from_arrays(indices, pyarrow.array([], full.type.value_type))
            table = pyarrow.table({
                "x": [1.0, 2.0, 3.0], "y": [1.0, 2.0, 3.0], "name": pyarrow.chunked_array([empty, full])})
            self.assertEqual(str(pinfold.Points(table).column("name").tolist()), str(found))

    def test_what_lies_where_a_text_is_missing_is_not_read(self):
        views = np.array([[1, ord("a"), 0, 0], [100, 0, 77, 2**30], [2, ord("b") * 257, 0, 0]], np.int32)
        view = pyarrow.Array.from_buffers(
            pyarrow.string_view(), 3, [pyarrow.py_buffer(bytes([0b101])), pyarrow.py_buffer(views)])
        text = pyarrow.Array.from_buffers(
            pyarrow.string(), 3, [pyarrow.py_buffer(bytes([0b101])), pyarrow.py_buffer(np.array([0, 1, 3, 5], np.int32)),
                                  pyarrow.py_buffer(b"a\xff\xffbb")])
        for column in (view, text):
            points = pinfold.Points(pyarrow.table({"x": [1.0, 2.0, 3.0], "y": [1.0, 2.0, 3.0], "name": column}))
            self.assertEqual(points.column("name").tolist(), ["a", None, "bb"])

    def test_booleans_of_files(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "open.csv"
            open_ = ["true", "false", "", "true"] * 5
            path.write_text("lon,lat,open\n" + "".join(f"{row},{row},{value}\n" for row, value in enumerate(open_)))
            column = pyarrow.table(pinfold.read(path)).column("open")
        self.assertEqual(column.type, pyarrow.bool_())
        self.assertEqual(column.to_pylist(), [True, False, None, True] * 5)

    def test_roles(self):
        table = pyarrow.table({
            "x": [1.0, 1.0, 1.0], "y": [1.0, 1.0, 1.0], "kind": pyarrow.array(["a", "b", "a"]).dictionary_encode(),
            "w": pyarrow.array([1, 2, 3], pyarrow.decimal128(5, 1)), "free": [True, False, True]})
        frame = pinfold.Points(table, group="kind", weight="w").cluster("grid").frame(zoom=1, lon=0, lat=0)
        self.assertEqual(sorted(zip(frame.counts.tolist(), frame.weights.tolist())), [(1, 2.0), (2, 4.0)])
        frame = pinfold.Points(table, mergeable="free").cluster("grid").frame(zoom=1, lon=0, lat=0)
        self.assertEqual(sorted(frame.counts.tolist()), [1, 2])
        self.assertTrue(pinfold.Points(table, planar=True).about["planar"])

    def test_coordinates_are_guessed_as_in_files(self):
        for lon, lat in (("LNG", "Lat"), ("Länge", "Breite"), ("start_longitude", "start_latitude"), ("x", "y")):
            points = pinfold.Points(pyarrow.table({"a": [9], lat: [48.0], lon: [2.0]}))
            self.assertEqual([column.tolist() for column in points.coordinates], [[2.0], [48.0]])
        points = pinfold.Points(pyarrow.table({"latitudeE7": [480000000], "longitudeE7": [20000000]}))
        self.assertEqual([column.tolist() for column in points.coordinates], [[2.0], [48.0]])

    def test_what_cannot_be_read_is_refused(self):
        def refuses(text, columns, **settings):
            with self.assertRaisesRegex(pinfold.Error, text):
                pinfold.Points.from_arrow(pyarrow.table({"lon": [1.0, 2.0], "lat": [3.0, 4.0], **columns}), **settings)

        lists = {"tags": [["a"], ["b"]], "raw": [b"a", b"b"]}
        refuses(r"'tags' \(lists\), 'raw' \(bytes\); leave them out.*attributes=\[", lists)
        self.assertEqual(len(pinfold.Points.from_arrow(
            pyarrow.table({"lon": [1.0], "lat": [2.0], "tags": [["a"]]}), attributes=[])), 1)
        refuses(r"'many' \(structs\)", {"many": [{"a": 1}, {"a": 2}]})
        refuses(r"'map' \(maps\)", {"map": pyarrow.array([[("a", 1)], []], pyarrow.map_(pyarrow.string(), pyarrow.int64()))})
        refuses(r"'long' \(durations\)", {"long": pyarrow.array([1, 2], pyarrow.duration("s"))})
        refuses(r"'view' \(bytes\)", {"view": pyarrow.array([b"a", b"b"], pyarrow.binary_view())})
        refuses("row 1 is missing", {"key": ["a", None]}, id="key")
        refuses("a column of booleans", {"free": [True, None]}, mergeable="free")
        refuses("row 1 has no usable coordinate", {"e": pyarrow.array([1.0, np.inf])}, lon="e", lat="lat")
        refuses("integers or strings", {"key": [1.5, 2.5]}, id="key")
        table = pyarrow.Table.from_arrays([pyarrow.array([1.0])] * 3, names=["lon", "lat", "lat"])
        with self.assertRaisesRegex(pinfold.Error, "2 columns are named 'lat'"):
            pinfold.Points(table)

        def broken():
            yield from pyarrow.table({"lon": [1.0], "lat": [2.0]}).to_batches()
            raise ValueError("the disk is gone")

        schema = pyarrow.schema([("lon", pyarrow.float64()), ("lat", pyarrow.float64())])
        with self.assertRaisesRegex(pinfold.Error, "could not be read: .*the disk is gone"):
            pinfold.Points(pyarrow.RecordBatchReader.from_batches(schema, broken()))

    def geometry(self, points, kind, missing=()):
        """A field and a column of points, of which some are missing."""
        if kind == "struct":
            names = ["x", "y", "z"][:len(points[0])]
            array = pyarrow.array(
                [None if row in missing else dict(zip(names, point)) for row, point in enumerate(points)],
                pyarrow.struct([(name, pyarrow.float64()) for name in names]))
        else:
            array = pyarrow.array(
                [None if row in missing else point for row, point in enumerate(points)],
                pyarrow.list_(pyarrow.float64(), len(points[0])))
        metadata = {"ARROW:extension:name": "geoarrow.point", "ARROW:extension:metadata": '{"crs": "EPSG:4326"}'}
        return pyarrow.field("place", array.type, metadata=metadata), array

    def test_points_of_geoarrow(self):
        places = [(row * 1.5, row * -2.0, 7.0) for row in range(20)]
        for size in (2, 3):
            for kind in ("struct", "list"):
                field, array = self.geometry([place[:size] for place in places], kind)
                schema = pyarrow.schema([("n", pyarrow.int64()), field])
                table = pyarrow.Table.from_arrays([pyarrow.array(range(20)), array], schema=schema)
                for cut in (table, table.slice(3, 9), pyarrow.concat_tables([table.slice(0, 5), table.slice(11)])):
                    points = pinfold.Points(cut)
                    wanted = [places[row][:2] for row in cut.column("n").to_pylist()]
                    self.assertEqual(list(zip(*[column.tolist() for column in points.coordinates])), wanted)
                    self.assertEqual(points.about["attributes"], {"n": "integer"})
                field, array = self.geometry([place[:size] for place in places], kind, missing=[2])
                table = pyarrow.Table.from_arrays([array], schema=pyarrow.schema([field]))
                with self.assertWarnsRegex(UserWarning, "skipped: 2$"):
                    self.assertEqual(len(pinfold.Points(table)), 19)
                plain = pyarrow.table({"here": array.slice(3)})
                self.assertEqual(len(pinfold.Points.from_arrow(plain, geometry="here")), 17)

    @unittest.skipIf(geopandas is None, "geopandas is not there")
    def test_tables_of_geopandas(self):
        frame = geopandas.GeoDataFrame(
            {"name": ["a", "b", "c"]}, geometry=geopandas.points_from_xy([2, 3, 4], [48, 49, 50]), crs=4326)
        for settings in (
            {}, {"geometry_encoding": "geoarrow"}, {"geometry_encoding": "geoarrow", "interleaved": False},
        ):
            points = pinfold.Points(frame.to_arrow(**settings), ids="name")
            self.assertEqual([column.tolist() for column in points.coordinates], [[2, 3, 4], [48, 49, 50]])
            self.assertEqual(points.ids.tolist(), ["a", "b", "c"])
        self.assertEqual(pinfold.Points(frame).coordinates[1].tolist(), [48, 49, 50])
        self.assertEqual(len(pinfold.read(frame.assign(id=["p", "q", "r"]))), 3)
        elsewhere = frame.to_crs(3857)
        with self.assertRaisesRegex(pinfold.Error, "the geometry is in EPSG:3857; convert it to EPSG:4326"):
            pinfold.Points(elsewhere.to_arrow())
        self.assertEqual(len(pinfold.Points(elsewhere.to_arrow(), planar=True)), 3)
        for shapes in (elsewhere.to_crs(4326).buffer(1), elsewhere.to_crs(4326).boundary):
            other = geopandas.GeoDataFrame(geometry=shapes, crs=4326).to_arrow()
            with self.assertRaisesRegex(pinfold.Error, "points expected|not a point"):
                pinfold.Points(other)
        solid = geopandas.GeoDataFrame(geometry=geopandas.points_from_xy([2, 3], [48, 49], [1, 2]), crs=4326)
        self.assertEqual(pinfold.Points(solid.to_arrow()).coordinates[0].tolist(), [2, 3])

    @unittest.skipIf(polars is None, "polars is not there")
    def test_polars_reads_and_writes(self):
        frame = polars.DataFrame(self.frame)
        self.assertEqual(frame["count"].to_list(), [1, 1, 1])
        back = pinfold.Points.from_arrow(polars.DataFrame(self.points), id="id")
        self.assertEqual(back.ids.tolist(), self.points.ids.tolist())
        self.assertEqual(back.column("size").tolist(), [1, 2, 2**60])


@unittest.skipIf(polars is None, "polars is not there")
class PolarsTests(unittest.TestCase):
    def test_frames_of_polars(self):
        names = ["short", None, "a text that is longer than a view", "é"] * 5
        table = polars.DataFrame({
            "lon": [float(row) for row in range(20)], "lat": range(20), "name": names,
            "kind": polars.Series(names, dtype=polars.Categorical), "yes": [None, True, False, True] * 5,
            "cost": polars.Series([1.5, None, 2.5, 3.5] * 5).cast(polars.Decimal(10, 2))})
        third = table.filter(polars.col("lat") % 3 == 0)
        for cut in (table, table.slice(7, 9), third, polars.concat([table[:3], table[9:]])):
            points = pinfold.Points(cut)
            for name in ("name", "kind"):
                self.assertEqual(points.column(name).tolist(), cut[name].to_list())
            np.testing.assert_array_equal(points.column("cost"), [
                np.nan if value is None else float(value) for value in cut["cost"].to_list()])
            self.assertEqual(points.coordinates[1].tolist(), cut["lat"].to_list())
        frame = points.cluster("grid").frame()
        self.assertEqual(polars.DataFrame(frame)["count"].sum(), len(points))
        joined = polars.DataFrame(frame.assigned()).join(polars.DataFrame(frame), left_on="cluster_id", right_on="id")
        self.assertEqual(len(joined), len(points))


@unittest.skipIf(duckdb is None, "duckdb is not there")
class DuckDBTests(unittest.TestCase):
    def test_relations_of_duckdb(self):
        points = pinfold.Points([1.0, 2.0, 3.5], [4.0, 5.0, -6.0], attributes={"size": [1, 2, 2**60]})
        frame = points.cluster("none").frame()
        self.assertEqual(duckdb.sql("select sum(count), min(lat) from frame").fetchall(), [(3, -6.0)])
        self.assertEqual(duckdb.sql("select max(size) from points where lat > 0").fetchall(), [(2,)])
        assigned = frame.assigned()
        self.assertEqual(
            duckdb.sql("select count(*) from assigned join frame on assigned.cluster_id = frame.id").fetchall(), [(3,)])
        relation = duckdb.sql("select 1.5 as lon, 2.5 as lat, 'k' as name union all select 3, 4, 'm' order by lon")
        points = pinfold.Points.from_arrow(relation, id="name")
        self.assertEqual(points.ids.tolist(), ["k", "m"])
        large = duckdb.sql(
            "select i as id, i % 300 - 150.0 as lon, i % 100 - 50 as lat, 'name ' || i as name, "
            "case when i % 7 = 0 then null else i end as n from range(10000) t(i)")
        points = pinfold.read(large)
        self.assertEqual(points.ids.tolist(), list(range(10_000)))
        self.assertEqual(points.column("name")[9999], "name 9999")
        self.assertEqual(int(np.isnan(points.column("n")).sum()), 1429)


if __name__ == "__main__":
    unittest.main()
