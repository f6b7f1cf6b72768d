"""Scripts and studies from Python."""

import json
import os
import tempfile
import unittest

import numpy as np

import pinfold

try:
    import pandas
except ImportError:
    pandas = None


class ScriptTests(unittest.TestCase):
    def test_a_script_returns_values_sees_points_and_arguments_and_prints(self):
        towns = pinfold.generate("cities", count=300, seed=2)
        self.assertEqual(pinfold.script("return 1 + 1"), 2)
        self.assertIsNone(pinfold.script("local x = 1"))
        self.assertEqual(pinfold.script("return #d", towns), 300)
        self.assertEqual(
            pinfold.script("return { args.name, args.list[2], args.flag }", name="a\"\n\0é", list=[1, 2.5], flag=True),
            ["a\"\n\0é", 2.5, True])
        self.assertEqual(len(pinfold.script("return d:head(3)", towns)), 3)

    def test_a_script_that_is_wrong_says_where(self):
        with self.assertRaisesRegex(pinfold.Error, "script:2: .*gird"):
            pinfold.script("local x = 1\nreturn strategy('gird')")
        with self.assertRaisesRegex(pinfold.Error, "script:1"):
            pinfold.script("return (")
        with self.assertRaisesRegex(pinfold.Error, "Points expected"):
            pinfold.script("return 1", [1, 2])
        with self.assertRaises(ValueError):
            pinfold.script("return 1", x=float("nan"))

    def test_none_is_an_absent_field_and_refused_in_lists(self):
        absent = "return args.a == nil and args.b.c == nil and args.d == 'null'"
        self.assertIs(pinfold.script(absent, a=None, b={"c": None}, d="null"), True)
        for place, given in (("1", [1, None, 3]), ("b.0.c.0", {"b": ({"c": [None, 1]},)}), ("2", np.array([1, "x", None], object))):
            with self.assertRaisesRegex(pinfold.Error, f"^a.{place}: None cannot be an element of a list"):
                pinfold.script("return #args.a", a=given)
    def test_files_outside_of_the_folder_are_read_and_not_written(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "towns.csv")
            with open(path, "w", encoding="utf-8") as file:
                file.write("lon,lat\n1,2\n3,4\n")
            self.assertEqual(pinfold.script("return #dataset(args.path)", path=path), 2)
            with self.assertRaises(pinfold.Error):
                pinfold.script("assert(io.open(args.path, \"w\"))", path=os.path.join(folder, "x.txt"))


@unittest.skipIf(pandas is None, "pandas is not there")
class StudyTests(unittest.TestCase):
    def test_a_study_is_registered_run_and_tested_with_tables(self):
        plan = {
            "datasets": [{"generate": "uniform", "count": 200, "seed": [1, 2]}, {"generate": "cities", "count": 200}],
            "strategies": ["grid", "pca"], "metrics": ["displacement", "overlap"], "primary": ["displacement.mean"],
            "match": {"markers": 20}}
        here = os.getcwd()
        with tempfile.TemporaryDirectory() as folder:
            os.chdir(folder)
            try:
                study = pinfold.Study(plan)
                self.assertEqual(len(study.register("results")), 64)
                scores = study.run("results")
                # Three data sets, two strategies and three controls.
                self.assertEqual(len(scores), 15)
                self.assertIn("displacement.mean", scores.columns)
                self.assertEqual(len(study.views()), 3)
                pairs = study.comparisons("results")
                self.assertEqual(set(pairs["first"]) | set(pairs["second"]), {"grid", "pca"})
                self.assertTrue(((0 <= pairs["holmP"]) & (pairs["holmP"] <= 1)).all())
                self.assertEqual(len(study.claims("results")), 0)
                study.export("results", "paper")
                with open("paper/statistics.json", encoding="utf-8") as file:
                    self.assertEqual(json.load(file), study.statistics("results"))
                again = pinfold.Study("results/manifest.json").run("again")
                self.assertEqual(
                    again.filter(["dataset", "displacement.mean"]).to_dict(),
                    scores.filter(["dataset", "displacement.mean"]).to_dict())
                self.assertFalse([name for name in os.listdir(".") if name.startswith(".pinfold-")])
                with self.assertRaisesRegex(pinfold.Error, "register a plan before it is run"):
                    study.register("results")
            finally:
                os.chdir(here)

    def test_strategies_are_compared_on_points(self):
        towns = pinfold.generate("cities", count=300, seed=2)
        table = pinfold.compare(towns, strategies=["grid", "pca"], metrics=["overlap"], markers=30)
        self.assertGreaterEqual(len(table), 2)
        self.assertEqual(set(table["strategy"]), {"grid", "pca"})
        with self.assertRaisesRegex(pinfold.Error, "gird"):
            pinfold.compare(towns, strategies=["gird"])
