"""Arrow streams, which other libraries read and write."""

import unittest

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


@unittest.skipIf(pyarrow is None, "pyarrow is not there")
class StreamTests(unittest.TestCase):
    def setUp(self):
        self.points = pinfold.Points(
            [1.0, 2.0, 3.5], [4.0, 5.0, -6.0], ids=["a", "b\0c", "é"],
            attributes={"size": [1, 2, 2**60], "name": ["x", None, ""], "share": [0.5, None, 1.5]})
        self.frame = self.points.cluster("none").frame()

    def test_a_table_of_arrow_has_every_value(self):
        table = pyarrow.table(self.points)
        self.assertEqual(table.column("id").to_pylist(), ["a", "b\0c", "é"])
        self.assertEqual(table.column("size").to_pylist(), [1, 2, 2**60])
        self.assertEqual(table.column("name").to_pylist()[:1], ["x"])
        self.assertEqual(pyarrow.table(self.frame), self.frame.to_arrow())
        self.assertEqual(pyarrow.table(self.frame).column("count").to_pylist(), [1, 1, 1])
        cells = pinfold.aggregate(self.points, zooms="0-2")
        self.assertEqual(pyarrow.table(cells), cells.to_arrow())

    def test_points_of_streams_are_those_of_tables(self):
        table = pyarrow.table({"lon": [1.0, 2.0], "lat": [3.0, 4.0], "key": ["a", "b"], "n": [1, None]})
        wanted = pinfold.Points.from_arrow(table, id="key")
        for stream in (pyarrow.RecordBatchReader.from_batches(table.schema, table.to_batches()), self.Stream(table)):
            points = pinfold.Points.from_arrow(stream, id="key")
            self.assertEqual(points.ids.tolist(), ["a", "b"])
            self.assertEqual(points.cluster("grid").frame().digest, wanted.cluster("grid").frame().digest)
        with self.assertRaisesRegex(pinfold.Error, "a stream of one expected, not a list"):
            pinfold.Points.from_arrow([1, 2])

    class Stream:
        """Something that streams, and is nothing else."""

        def __init__(self, table):
            self.table = table

        def __arrow_c_stream__(self, requested_schema=None):
            return self.table.__arrow_c_stream__(requested_schema)

    @unittest.skipIf(polars is None, "polars is not there")
    def test_polars_reads_and_writes(self):
        frame = polars.DataFrame(self.frame)
        self.assertEqual(frame["count"].to_list(), [1, 1, 1])
        back = pinfold.Points.from_arrow(polars.DataFrame(self.points), id="id")
        self.assertEqual(back.ids.tolist(), self.points.ids.tolist())
        self.assertEqual(back.column("size").tolist(), [1, 2, 2**60])

    @unittest.skipIf(duckdb is None, "duckdb is not there")
    def test_duckdb_reads_and_writes(self):
        frame = self.frame
        self.assertEqual(duckdb.sql("select sum(count), min(lat) from frame").fetchall(), [(3, -6.0)])
        relation = duckdb.sql("select 1.5 as lon, 2.5 as lat, 'k' as name union all select 3, 4, 'm' order by lon")
        points = pinfold.Points.from_arrow(relation, id="name")
        self.assertEqual(points.ids.tolist(), ["k", "m"])


if __name__ == "__main__":
    unittest.main()
