"""Cells on Spark are those of the command, though a worker dies."""

import json
import os
import pathlib
import sys
import tempfile
import unittest

import numpy as np

import pinfold
from support import COMMAND, ROOT, run
from test_cells import SETTINGS, command_cells, rows

try:
    import pyarrow
    from pyspark.sql import SparkSession
except ImportError:
    pyarrow = None


@unittest.skipIf(pyarrow is None, "pyspark and pyarrow are not there")
class SparkTests(unittest.TestCase):
    """A session takes most of the time: about ten seconds to begin."""

    @classmethod
    def setUpClass(cls):
        os.environ["PYSPARK_PYTHON"] = sys.executable
        os.environ.setdefault("SPARK_LOCAL_IP", "127.0.0.1")
        # Four threads, each with workers of its own, and a task may fail three times.
        cls.session = (
            SparkSession.builder.master("local[4,4]").appName("pinfold")
            .config("spark.ui.enabled", "false").config("spark.sql.shuffle.partitions", "4")
            .config("spark.sql.execution.arrow.maxRecordsPerBatch", "200").getOrCreate())
        cls.session.sparkContext.setLogLevel("OFF")

    @classmethod
    def tearDownClass(cls):
        cls.session.stop()

    def frame(self):
        return self.session.createDataFrame(pyarrow.table(rows())).repartition(4)

    def test_cells_are_those_of_one_pass_though_a_worker_is_killed(self):
        from pinfold import spark

        roles = dict(id="id", weight="size", group="kind")
        aggregation = spark.Aggregation(**roles, **SETTINGS)
        with tempfile.TemporaryDirectory() as folder:
            wanted = command_cells(folder)
            told = pathlib.Path(folder) / "killed"

            def dying(batches):
                """As the aggregation, but the first worker that has read a batch dies in the middle of its rows."""
                def some():
                    for number, batch in enumerate(batches):
                        yield batch
                        if number == 1:
                            try:
                                os.close(os.open(told, os.O_CREAT | os.O_EXCL))
                            except FileExistsError:
                                continue
                            os.kill(os.getpid(), 9)

                yield from aggregation(some())

            parts = self.frame().mapInArrow(dying, aggregation.schema)
            self.assertEqual(spark.collect(spark.added(parts)).csv, wanted)
            self.assertTrue(told.exists(), "no worker died")
            self.assertEqual(spark.collect(spark.aggregate(self.frame(), **roles, **SETTINGS)).csv, wanted)

    def test_frames_come_out_as_a_table_of_clusters(self):
        from pinfold import spark

        for strategy, plugins in (("quadtree", None), ("hexgrid", str(ROOT / "Plugins"))):
            cells = spark.aggregate(
                self.frame(), id="id", weight="size", zooms="0-4", strategy=strategy, plugins=plugins)
            frames = spark.frames(cells, strategy, zooms=[1, 4], plugins=plugins).toPandas()
            if plugins is not None:
                pinfold.add_plugins(plugins)
            table = rows()
            own = pinfold.Points(table["lon"], table["lat"], ids=table["id"], weight=table["size"]).cluster(strategy)
            for zoom in (1, 4):
                side = 256 * 2**zoom
                wanted = own.frame(lon=0, lat=0, zoom=zoom, width=side, height=side)
                found = frames[frames["zoom"] == zoom]
                self.assertEqual(sorted(zip(found["count"], found["weight"])), sorted(zip(wanted.counts, wanted.weights)))
                # Cells stand at whole units of 2^-32 of the world, single points where the data have them.
                np.testing.assert_allclose(np.sort(found["lon"]), np.sort(wanted.lon), atol=2e-7)
            self.assertEqual(frames["id"].str.len().unique().tolist(), [16])

    def test_no_rows_and_missing_coordinates(self):
        from pinfold import spark

        table = pyarrow.table({"lon": [1.0, None, 3.0], "lat": [1.0, 2.0, None]})
        cells = spark.collect(spark.aggregate(self.session.createDataFrame(table), zooms="0-2"))
        self.assertEqual(cells.csv, pinfold.aggregate(pinfold.Points([1.0], [1.0]), zooms="0-2").csv)
        with self.assertRaisesRegex(pinfold.Error, "no cells"):
            spark.collect(spark.aggregate(self.session.createDataFrame(table).where("lon > 2")))

    def test_the_parts_of_a_study_are_tasks(self):
        study = """{"name": "parts", "datasets": [{"generate": "cities", "count": 300}],
          "strategies": ["grid", "radius", "pca", "none"], "cameras": ["zoom-ladder"], "metrics": ["overlap"]}"""
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            (folder / "study.json").write_text(study)
            run("study", "run", "study.json", "--results", "whole", folder=folder)
            command = COMMAND

            def part(number):
                import subprocess

                subprocess.run(
                    [command, "study", "run", "study.json", "--part", f"{number}/4", "--results", f"part{number}"],
                    cwd=name, check=True, capture_output=True)
                return f"part{number}"

            parts = self.session.sparkContext.parallelize(range(1, 5), 4).map(part).collect()
            run("study", "merge", *parts, "--results", "merged", folder=folder)
            manifests = [
                json.loads((folder / results / "manifest.json").read_text()) for results in ("whole", "merged")]
            for made in ("frames", "scores"):
                self.assertEqual(manifests[0][made]["sha256"], manifests[1][made]["sha256"])


if __name__ == "__main__":
    unittest.main()
