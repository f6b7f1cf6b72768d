"""Values that C would take for others are refused before it sees them."""

import decimal
import fractions
import unittest

import numpy as np

import pinfold

#: What no whole number of C is, though ctypes or NumPy would make one of it.
UNFIT = [
    2**63, 2**64, 2**64 + 2, -(2**63) - 1, 1.9, -0.5, float("nan"), float("inf"), 1e300, "1", b"1", None, [1],
    np.float64(1.5), np.uint64(2**64 - 1), np.ma.masked, decimal.Decimal("1.5"), fractions.Fraction(1, 2), 1j,
]


class RefusalTests(unittest.TestCase):
    def setUp(self):
        self.points = pinfold.Points([1.0, 2.0, 3.0], [4.0, 5.0, 6.0])
        self.map = self.points.cluster("grid")
        self.frame = self.map.frame(lon=2, lat=5, zoom=9)

    def test_whole_numbers(self):
        calls = {
            "zoom": lambda value: self.map.tile(value, 0, 0), "column": lambda value: self.map.tile(0, value, 0),
            "row": lambda value: self.map.tile(0, 0, value), "members": self.frame.members,
            "children": self.frame.children, "leaves": self.frame.leaves,
            "threads": lambda value: self.points.cluster("grid", threads=value),
            "port": lambda value: pinfold.live(self.points, port=value),
            "seed": lambda value: pinfold.score(self.frame, seed=value),
        }
        for name, call in calls.items():
            for value in UNFIT + [-1]:
                with self.subTest(name, value=value), self.assertRaises(pinfold.Error):
                    call(value)
        for two in (2, 2.0, np.int8(2), np.float32(2)):
            self.assertEqual(self.frame.members(two).tolist(), self.frame.members(2).tolist())
            self.assertEqual(self.map.tile(two, two, 1), self.map.tile(2, 2, 1))

    def test_objects_of_other_types(self):
        for call in (
            lambda: pinfold.score("a"), lambda: pinfold.score([self.frame, 1]), lambda: self.frame.transition("a"),
            lambda: pinfold.merge([b"cells"]), lambda: self.map.frame(previous="a"), lambda: pinfold.script("return 1\0 + 1"),
            lambda: pinfold.script(b"return 1"), lambda: pinfold.script("return 1", x=float("nan")),
            lambda: pinfold.script("return 1", x=object()),
        ):
            with self.assertRaises(pinfold.Error):
                call()
        self.assertEqual(pinfold.script("return args.x + args.y[2]", x=np.int64(3), y=np.array([1, 2])), 5)

    def test_boxes_that_are_none(self):
        index = pinfold.SuperCluster([[1.0, 2.0], [3.0, 4.0]])
        for box, zoom in (
            (((0, 9), (9, 0)), float("nan")), (((0, 9), (9, 0)), float("inf")), (((0, 9), (9, 0)), None), (((0, 9), (9, 0)), "4"),
            (((0, 9, 1), (9, 0)), 4), (("ab", (9, 0)), 4), (((0, float("nan")), (9, 0)), 4), (((0, 0), (9, 9)), 4),
        ):
            with self.subTest(box=box, zoom=zoom), self.assertRaises(pinfold.Error):
                index.getClusters(*box, zoom)

    def test_options_that_are_no_numbers(self):
        for value in (float("nan"), float("-inf"), np.float32("nan"), np.array([1, np.nan])):
            for call in (
                lambda value: self.map.frame(lon=0, lat=0, zoom=value),
                lambda value: self.points.cluster("radius", radius=value),
                lambda value: self.points.cluster("grid", limits={"max_zoom": value}),
                lambda value: pinfold.generate("cities", count=value),
            ):
                with self.subTest(value=value), self.assertRaisesRegex(pinfold.Error, "not a finite number"):
                    call(value)
        with self.assertRaisesRegex(pinfold.Error, "limits.maxZoom: nan is not a finite number"):
            self.points.cluster("grid", limits={"max_zoom": float("nan")})

    def test_masked_values(self):
        masked = np.ma.array([1, 2, 3], mask=[0, 0, 1])
        whole = np.ma.array([1, 2, 3], mask=[0, 0, 0])
        for name in ("lon", "lat", "ids", "weight", "group", "priority", "attribute", "mergeable"):
            with self.subTest(name), self.assertRaisesRegex(pinfold.Error, "masked"):
                columns = {"lon": [1, 2, 3], "lat": [1, 2, 3], name: masked}
                if name == "mergeable":
                    columns[name] = np.ma.array([True, False, True], mask=[0, 1, 0])
                if name == "attribute":
                    columns["attributes"] = {name: columns.pop(name)}
                pinfold.Points(**columns)
        with self.assertRaisesRegex(pinfold.Error, "masked"):
            pinfold.Points([1, np.ma.masked], [2, 3])
        grid = np.ma.array([[1, 2], [3, 4]], mask=[[0, 0], [0, 1]])
        for make in (pinfold.MapClusterer().fit, pinfold.SuperCluster):
            with self.assertRaisesRegex(pinfold.Error, "masked"):
                make(grid)
        with self.assertRaisesRegex(pinfold.Error, "masked"):
            self.points.cluster("grid", cell_size=np.ma.masked)
        for edit in (
            lambda: self.map.insert(masked, [1, 2, 3], ids=[7, 8, 9]), lambda: self.map.remove(masked),
            lambda: self.map.move([0, 1, 2], masked, [1, 2, 3]),
        ):
            with self.assertRaisesRegex(pinfold.Error, "masked"):
                edit()
        points = pinfold.Points(whole, whole, ids=whole, weight=whole)
        self.assertEqual(points.ids.tolist(), [1, 2, 3])

    def test_identity(self):
        for ids in (
            [b"ab"], np.array([b"ab"]), [2**63], [2**64], [-(2**63) - 1], [1.0], [True], [("a",)], [object()],
            np.array(["2020-01-01"], "datetime64[D]"), [[1]],
        ):
            with self.subTest(ids=ids), self.assertRaises(pinfold.Error):
                pinfold.Points([1], [2], ids=ids)
            with self.subTest(ids=ids), self.assertRaises(pinfold.Error):
                self.map.remove(ids)
        for group in ([b"ab"], np.array([b"ab"]), ["a\0b"]):
            with self.subTest(group=group), self.assertRaises(pinfold.Error):
                pinfold.Points([1], [2], group=group)
        points = pinfold.Points([1, 2], [3, 4], ids=np.array([2**62, -5], object))
        self.assertEqual(points.ids.tolist(), [2**62, -5])

    def test_texts_and_flags(self):
        for make in (
            lambda: pinfold.Points([1], [2], attributes={"a": [b"x"]}),
            lambda: pinfold.Points([1], [2], attributes={"a\0b": [1]}),
            lambda: pinfold.Points([1, 2], [2, 3], mergeable=["no", "yes"]),
            lambda: pinfold.Points([1], [2], mergeable=[None]),
            lambda: pinfold.Points(np.array(["2020-01-01"], "datetime64[D]"), [1]),
            lambda: pinfold.Points([1 + 2j], [1]),
            lambda: self.points.column("a\0b"), lambda: self.frame.aggregate("a\0b:sum"),
            lambda: self.frame.aggregate(b"a:sum"), lambda: pinfold.names("strategies\0"),
        ):
            with self.assertRaises(pinfold.Error):
                make()


if __name__ == "__main__":
    unittest.main()
