"""Plugins are as good as built-ins."""

import pathlib
import tempfile
import unittest

import pinfold
from support import ROOT, run


class PluginTests(unittest.TestCase):
    def test_a_folder_of_plugins(self):
        self.assertNotIn("hexgrid", [entry["name"] for entry in pinfold.names()])
        with self.assertRaisesRegex(pinfold.Error, "unknown strategy 'hexgrid'"):
            pinfold.generate("cities", count=10).cluster("hexgrid")
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
