"""Plugins are as good as built-ins."""

import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

import pinfold
from support import LIMIT, ROOT, run


class PluginTests(unittest.TestCase):
    def test_a_folder_of_plugins(self):
        pinfold.add_plugins(ROOT / "Plugins")
        entry = next(entry for entry in pinfold.names() if entry["name"] == "hexgrid")
        self.assertEqual(entry["parameters"][0]["name"], "cellSize")
        points = pinfold.generate("cities", count=3000, seed=9)
        for strategy in ("hexgrid(cellSize=90)", "dbscan", "geohash"):
            frame = points.cluster(strategy).frame("2,48,4")
            written = run(
                "cluster", "--generate", "cities,count=3000,seed=9", "--strategy", strategy, "--view", "2,48,4",
                "--format", "json")
            self.assertEqual(frame.to_json().encode(), written)

    def fresh(self, program, **environment):
        """What a program prints in a process of its own."""
        done = subprocess.run(
            [sys.executable, "-c", "import pinfold\n" + program], capture_output=True, text=True, timeout=LIMIT,
            env={**os.environ, "PINFOLD_PLUGINS": str(ROOT / "Plugins"), **environment})
        self.assertEqual(done.stderr, "")
        return done.stdout

    def test_those_of_the_package_are_there_when_they_are_named(self):
        self.assertEqual(self.fresh("""
towns = pinfold.generate("cities", count=300, seed=1)
frame = towns.cluster("grid").frame()
other = towns.cluster("hexgrid", cell_size=90).frame()
print(other.map.label, len(frame.transition(other, "fade")) > 0)
print(len(pinfold.score(frame, ["label-collisions"])["frames"]))
print(pinfold.aggregate(towns, strategy="hexgrid(cellSize=70)").points() is not None)
"""), "hexgrid(cellSize=90) True\n1\nTrue\n")
        # The first thing that is done of each kind.
        for program in (
            "print('hexgrid' in [entry['name'] for entry in pinfold.names()])",
            "print(pinfold.script('return strategy(\"hexgrid\") ~= nil'))",
            "print(len(pinfold.generate('cities', count=9).cluster('grid', representative='heaviest').frame()) > 0)",
            "print(pinfold.live(pinfold.generate('cities', count=9), 'hexgrid') is not None)",
            "print(pinfold.MapClusterer('hexgrid', zoom=4).set_params(strategy__cell_size=90).fit([[1, 2]]).labels_ == [0])",
        ):
            with self.subTest(program):
                self.assertIn("True", self.fresh(program))
        self.assertIn("unknown strategy 'hexgrid'", self.fresh("""
try:
    pinfold.generate("cities", count=9).cluster("hexgrid")
except pinfold.Error as error:
    print(error)
""", PINFOLD_PLUGINS="/nowhere"))

    def test_a_pickled_frame_of_one_is_made_where_nothing_was_added(self):
        with tempfile.TemporaryDirectory() as folder:
            path = f"{folder}/frame"
            dump = f"""
import pickle
frame = pinfold.generate("cities", count=99).cluster("hexgrid").frame()
with open({path!r}, "wb") as file:
    pickle.dump(frame, file)
print(frame.digest)
"""
            load = f"import pickle\nwith open({path!r}, 'rb') as file: print(pickle.load(file).digest)"
            self.assertEqual(self.fresh(dump), self.fresh(load))

    def test_own_plugins_come_before_those_of_the_package(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "own.lua"
            path.write_text(
                'return { api = 1, kind = "strategy", name = "hexgrid", version = "9.0.0", summary = "Own.",\n'
                '  cluster = function(points) return { groups = points:grid(10):group() } end }\n')
            summary = "print([entry['summary'] for entry in pinfold.names() if entry['name'] == 'hexgrid'])"
            self.assertEqual(self.fresh(f"pinfold.add_plugins({str(path)!r})\n{summary}"), "['Own.']\n")
            # Afterwards it would be left aside without a word.
            self.assertIn("a plugin named 'hexgrid' comes with the package", self.fresh(f"""
pinfold.names()
pinfold.add_plugins({str(ROOT / "Plugins")!r})
try:
    pinfold.add_plugins({str(path)!r})
except pinfold.Error as error:
    print(error)
"""))

    def test_a_second_plugin_of_a_name_is_refused_and_the_same_one_is_not(self):
        with tempfile.TemporaryDirectory() as folder:
            first, second = pathlib.Path(folder) / "first.lua", pathlib.Path(folder) / "second.lua"
            text = ('return { api = 1, kind = "strategy", name = "twice", version = "1.0.0", summary = "SUMMARY.",\n'
                    '  cluster = function(points) return { groups = points:grid(10):group() } end }\n')
            first.write_text(text)
            second.write_text(text)
            pinfold.add_plugins(first)
            pinfold.add_plugins(first)
            pinfold.add_plugins(second)
            second.write_text(text.replace("SUMMARY", "Another"))
            with self.assertRaisesRegex(pinfold.Error, r"second\.lua: a plugin named 'twice' is loaded already, from .*first\.lua"):
                pinfold.add_plugins(second)

    def test_a_broken_plugin_says_where(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "broken.lua"
            path.write_text('return {\n  api = 1, kind = "strategy", name = "broken", oops\n')
            with self.assertRaisesRegex(pinfold.Error, r"broken\.lua:\d"):
                pinfold.add_plugins(path)
            path.write_text(
                'return { api = 1, kind = "strategy", name = "fails", version = "1.0.0", summary = "Fails.",\n'
                '  cluster = function(points)\n    error("no luck")\n  end }\n')
            pinfold.add_plugins(path)
            with self.assertRaisesRegex(pinfold.Error, r"broken\.lua:3.*no luck"):
                pinfold.generate("cities", count=10).cluster("fails").frame()
        with self.assertRaisesRegex(pinfold.Error, "nowhere.lua"):
            pinfold.add_plugins("nowhere.lua")

    def test_names_of_every_kind(self):
        for kind, name in [
            ("strategies", "grid"), ("representatives", "central"), ("diffs", "membership"), ("metrics", "overlap"),
            ("generators", "cities"),
        ]:
            self.assertIn(name, [entry["name"] for entry in pinfold.names(kind)])
        with self.assertRaisesRegex(pinfold.Error, "did you mean 'metrics'"):
            pinfold.names("metric")


if __name__ == "__main__":
    unittest.main()
