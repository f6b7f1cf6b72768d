"""Arrow's interface, which needs numpy alone: capsules, lifetimes, and tables from the package to itself."""

import ctypes
import gc
import os
import threading
import unittest
import weakref

import numpy as np

import pinfold
from pinfold import _arrow
from support import resident

GETTERS = ("__arrow_c_schema__", "__arrow_c_array__", "__arrow_c_stream__")


def points():
    return pinfold.Points(
        [1.0, 2.0, 3.5], [4.0, 5.0, -6.0], ids=["a", "b\0c", "é"],
        attributes={"size": np.array([1, None, 2**60], object), "name": ["x", None, "zz"], "share": [0.5, np.nan, 1.5]})


class Once:
    """Offers capsules that were made before."""

    def __init__(self, stream=None, array=None):
        if stream is not None:
            self.__arrow_c_stream__ = lambda requested_schema=None: stream
        if array is not None:
            self.__arrow_c_array__ = lambda requested_schema=None: array


class ArrowTests(unittest.TestCase):
    def test_points_come_back_as_they_were(self):
        wanted = points()
        for table in (wanted, Once(wanted.__arrow_c_stream__()), Once(array=wanted.__arrow_c_array__())):
            found = pinfold.Points(table, ids="id")
            self.assertEqual(found.ids.tolist(), wanted.ids.tolist())
            self.assertEqual(found.about["attributes"], wanted.about["attributes"])
            self.assertEqual(found.column("size").tolist(), [1, None, 2**60])
            self.assertEqual(found.column("name").tolist(), ["x", None, "zz"])
            np.testing.assert_array_equal(found.column("share"), [0.5, np.nan, 1.5])
            self.assertEqual(found.cluster("grid").frame().digest, wanted.cluster("grid").frame().digest)

    def test_a_read_table_has_the_ids_and_weights_of_a_file(self):
        towns = pinfold.generate("cities", count=500)
        for frame in (towns.cluster("radius").frame(), towns.cluster("grid").frame(lon=2, lat=48, zoom=6)):
            read = pinfold.read(frame)
            self.assertEqual(read.ids.tolist(), [f"{identity:016x}" for identity in frame.ids.tolist()])
            self.assertTrue(read.about["weighted"])
            self.assertEqual(read.column("count").tolist(), frame.counts.tolist())
            np.testing.assert_array_equal(read.coordinates[0], frame.lon)
        self.assertEqual(pinfold.read(frame, attributes="none").about["attributes"], {})
        self.assertEqual(list(pinfold.read(frame, attributes=["count"]).about["attributes"]), ["count"])
        for setting in ({"where": "count > 1"}, {"head": 5}):
            with self.assertRaisesRegex(pinfold.Error, f"reading a table has no '{next(iter(setting))}'"):
                pinfold.read(frame, **setting)

    def test_columns_that_are_not_there(self):
        frame = points().cluster("none").frame()
        with self.assertRaisesRegex(pinfold.Error, "no column 'key' among 'id', 'lon'"):
            pinfold.Points.from_arrow(frame, id="key")
        with self.assertRaisesRegex(pinfold.Error, "no known names of coordinates"):
            pinfold.Points(frame.assigned())
        with self.assertRaisesRegex(pinfold.Error, "lon: numbers expected"):
            pinfold.Points.from_arrow(frame, lon="id", lat="lat")
        with self.assertRaisesRegex(pinfold.Error, "weight: the name of a column"):
            pinfold.Points(frame, weight=[1.0])
        with self.assertRaisesRegex(TypeError, "one Arrow table"):
            pinfold.Points([1, 2])

    def test_no_rows(self):
        empty = pinfold.Points([], [], attributes={"name": [], "n": np.empty(0, np.int64)})
        for table in (empty, empty.cluster("grid").frame(), Once(array=empty.__arrow_c_array__())):
            self.assertEqual(len(pinfold.Points(table)), 0)

    def test_points_with_their_clusters(self):
        towns = pinfold.generate("cities", count=300)
        frame = towns.cluster("grid").frame(lon=2, lat=48, zoom=3)
        table = frame.assigned()
        self.assertEqual(len(table), 300)
        columns = table._arrow_columns()
        shown = frame.labels >= 0
        self.assertTrue(0 < shown.sum() < 300)
        self.assertEqual(list(columns), ["id", "cluster", "cluster_id"])
        self.assertEqual(columns["cluster"].missing, 300 - shown.sum())
        digits = columns["cluster_id"].buffers[2].tobytes().decode()
        row = int(np.flatnonzero(shown)[-1])
        self.assertEqual(digits[16 * row:16 * row + 16], f"{int(frame.ids[frame.labels[row]]):016x}")

    def test_formats_are_known_without_values(self):
        for table in (points(), points().cluster("grid").frame(), points().cluster("grid").frame().assigned()):
            formats = {name: column.format for name, column in table._arrow_columns().items()}
            self.assertEqual(table._arrow_formats(), formats)
            schema = _arrow.opened(table.__arrow_c_schema__(), _arrow.Schema)
            self.assertEqual(schema.n_children, len(formats))


class LifetimeTests(unittest.TestCase):
    def setUp(self):
        self.points = points()
        self.frame = self.points.cluster("none").frame()

    def test_a_capsule_is_consumed_once(self):
        for table in (Once(self.frame.__arrow_c_stream__()), Once(array=self.frame.__arrow_c_array__())):
            self.assertEqual(len(pinfold.Points(table)), 3)
            with self.assertRaisesRegex(pinfold.Error, "was consumed already"):
                pinfold.Points(table)
        with self.assertRaisesRegex(pinfold.Error, "a capsule named 'arrow_array_stream' expected"):
            pinfold.Points(Once(self.frame.__arrow_c_schema__()))

    def test_an_exception_in_flight_stays(self):
        def ignore(*values):
            pass

        for name in GETTERS:
            for _ in range(50):
                with self.assertRaises(ZeroDivisionError):
                    # The capsule ends while the exception is on its way.
                    ignore(getattr(self.frame, name)(), 1 / 0)

    def column(self):
        """A column, and what says that it is gone."""
        array = np.arange(3.0).view(type("Watched", (np.ndarray,), {}))
        table = pinfold.Table({"lon": pinfold._arrow_write.Column("g".encode(), 3, [array])}, 3)
        return table, weakref.ref(array)

    def test_columns_live_as_long_as_capsules(self):
        for name in GETTERS[1:]:
            table, watched = self.column()
            made = getattr(table, name)()
            del table
            gc.collect()
            self.assertIsNotNone(watched())
            del made
            self.assertIsNone(watched())

    def test_a_child_lives_longer_than_its_parent(self):
        table, watched = self.column()
        schema, capsule = table.__arrow_c_array__()
        del table
        parent = _arrow.opened(capsule, _arrow.Array)
        source = parent.children[0].contents
        child = _arrow.Array.from_buffer_copy(source)
        source.release = None
        _arrow.release(parent)
        del capsule, schema, parent, source
        gc.collect()
        self.assertEqual(ctypes.cast(child.buffers[1], ctypes.POINTER(ctypes.c_double))[2], 2.0)
        # Any thread may release.
        thread = threading.Thread(target=_arrow.release, args=(child,))
        thread.start()
        thread.join()
        self.assertFalse(child.release)
        self.assertIsNone(watched())

    def test_a_stream_gives_schemas_and_one_batch(self):
        capsule = self.frame.__arrow_c_stream__()
        stream = _arrow.opened(capsule, _arrow.Stream)
        call = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p)
        for _ in range(2):
            # Memory that the consumer has not cleared.
            schema = _arrow.Schema.from_buffer_copy(b"\xff" * ctypes.sizeof(_arrow.Schema))
            self.assertEqual(call(stream.get_schema)(ctypes.addressof(stream), ctypes.addressof(schema)), 0)
            names = [schema.children[place].contents.name for place in range(schema.n_children)]
            self.assertEqual(names, [b"id", b"lon", b"lat", b"count", b"weight"])
            self.assertFalse(schema.dictionary or schema.metadata)
            _arrow.release(schema)
        lengths = []
        for _ in range(3):
            array = _arrow.Array.from_buffer_copy(b"\xff" * ctypes.sizeof(_arrow.Array))
            self.assertEqual(call(stream.get_next)(ctypes.addressof(stream), ctypes.addressof(array)), 0)
            lengths.append(array.length if array.release else None)
            _arrow.release(array)
        self.assertEqual(lengths, [3, None, None])

    def test_numbers_are_not_copied(self):
        columns = self.frame._arrow_columns()
        for name, array in (("lon", self.frame.lon), ("count", self.frame.counts)):
            self.assertEqual(columns[name].buffers[1].ctypes.data, array.ctypes.data)
        table = pinfold._arrow_read.Source(self.frame)
        self.assertEqual(
            table.values(table.place("lat")).array.ctypes.data, self.frame.lat.ctypes.data)

    @unittest.skipUnless(os.path.exists("/proc/self/status"), "memory is read from /proc")
    def test_what_is_released_is_freed(self):
        def cycle():
            for name in GETTERS:
                getattr(self.points, name)()
            pinfold.Points(Once(self.points.__arrow_c_stream__()), ids="id")
            pinfold.Points(Once(array=self.frame.__arrow_c_array__()))

        def cycles(count):
            thread = threading.Thread(target=lambda: [cycle() for _ in range(count)])
            thread.start()
            thread.join()

        cycles(500)
        before = resident()
        cycles(2500)
        # A kilobyte that each cycle leaves would be two and a half megabytes.
        self.assertLess(resident() - before, 2 << 20)

    def test_a_producer_that_fails(self):
        failing = pinfold.Table({"lon": None}, 1)
        with self.assertRaisesRegex(pinfold.Error, "the table could not be read: 'NoneType' object has no attribute"):
            pinfold.Points(failing)


if __name__ == "__main__":
    unittest.main()
