"""In place of pysupercluster, and in the manner of scikit-learn."""

import json
import tempfile
import unittest

import numpy as np

import pinfold

try:
    import geopandas
except ImportError:
    geopandas = None
try:
    import pysupercluster
except ImportError:
    pysupercluster = None
try:
    import sklearn
    from sklearn.base import clone
    from sklearn.pipeline import make_pipeline
    from sklearn.preprocessing import FunctionTransformer
except ImportError:
    sklearn = None


def points(seed, count=4000):
    random = np.random.default_rng(seed)
    middles = random.uniform([-20, 30], [30, 60], (40, 2))
    return middles[random.integers(0, 40, count)] + random.normal(0, 1, (count, 2))


class SuperClusterTests(unittest.TestCase):
    @unittest.skipIf(pysupercluster is None, "pysupercluster is not there")
    def test_clusters_are_those_of_pysupercluster(self):
        boxes = [((-180, 85), (180, -85)), ((-5, 55), (15, 40)), ((1.0, 48.9), (2.5, 48.1))]
        for seed, settings in enumerate([
            {}, {"radius": 60, "extent": 256}, {"min_zoom": 2, "max_zoom": 9, "radius": 80},
        ]):
            data = points(seed)
            theirs, ours = pysupercluster.SuperCluster(data, **settings), pinfold.SuperCluster(data, **settings)
            for box in boxes:
                for zoom in [0, 1, 3, 5, 8, 10, 16, 17, 20]:
                    with self.subTest(settings=settings, box=box, zoom=zoom):
                        self.compare(*[index.getClusters(*box, zoom=zoom) for index in (theirs, ours)])

    def compare(self, theirs, ours):
        for clusters in (theirs, ours):
            clusters.sort(key=lambda c: (c["longitude"], c["latitude"]))
        for name in ("count", "expansion_zoom"):
            self.assertEqual([c[name] for c in theirs], [c[name] for c in ours])
        self.assertEqual(*[[c["id"] for c in clusters if c["count"] == 1] for clusters in (theirs, ours)])
        # Their positions are in double precision, ours in 2^-32 of the world's width.
        for name in ("longitude", "latitude"):
            np.testing.assert_allclose(*[[c[name] for c in clusters] for clusters in (theirs, ours)], rtol=0, atol=2e-7)

    def test_a_box_across_the_date_line(self):
        index = pinfold.SuperCluster(np.array([[179.0, 0], [-179, 0], [0, 0]]), radius=1)
        found = index.getClusters(top_left=(170, 10), bottom_right=(-170, -10), zoom=9)
        self.assertEqual(sorted(c["id"] for c in found), [0, 1])

    def test_mistakes(self):
        for wrong in (np.zeros((0, 2)), np.zeros(4), np.zeros((4, 3))):
            with self.assertRaises(ValueError):
                pinfold.SuperCluster(wrong)


class TableTests(unittest.TestCase):
    def setUp(self):
        self.frame = pinfold.Points(*points(6).T).cluster("grid").frame()

    def test_ids_are_the_texts_of_every_format(self):
        ids = self.frame._table((), False)["id"].tolist()
        written = [feature["properties"]["id"] for feature in json.loads(self.frame.to_geojson())["features"]]
        self.assertEqual(sorted(ids), sorted(written))
        self.assertEqual(ids, [f"{identity:016x}" for identity in self.frame.ids.tolist()])

    @unittest.skipIf(geopandas is None, "geopandas is not there")
    def test_a_table_can_be_written_to_a_geopackage(self):
        table = self.frame.to_geopandas()
        with tempfile.TemporaryDirectory() as folder:
            table.to_file(f"{folder}/clusters.gpkg")
            again = geopandas.read_file(f"{folder}/clusters.gpkg")
        self.assertEqual(again["id"].tolist(), table["id"].tolist())


class EstimatorTests(unittest.TestCase):
    def test_labels_are_those_of_the_map(self):
        data = points(7)
        estimator = pinfold.MapClusterer("radius(radius=60)", zoom=4)
        labels = estimator.fit_predict(data)
        self.assertEqual(labels.min(), 0)
        counts = np.bincount(labels)
        self.assertEqual(counts.tolist(), estimator.frame_.counts.tolist())
        self.assertEqual(estimator.cluster_centers_.shape, (len(counts), 2))
        wanted = pinfold.Points(*data.T).cluster("radius(radius=60)").frame(lon=5, lat=45, zoom=4, width=4000, height=4000)
        self.assertEqual(sorted(wanted.ids.tolist()), sorted(estimator.frame_.ids.tolist()))

    def test_planes_and_weights(self):
        data = points(8) * 1000
        estimator = pinfold.MapClusterer("grid", zoom=3, planar=True).fit(data, sample_weight=np.full(len(data), 2.0))
        self.assertEqual(estimator.frame_.weights.sum(), 2 * len(data))
        self.assertEqual(len(estimator.labels_), len(data))
        self.assertGreaterEqual(estimator.labels_.min(), 0)

    def test_parameters(self):
        estimator = pinfold.MapClusterer("grid", zoom=3)
        self.assertEqual(
            estimator.get_params(), {"strategy": "grid", "zoom": 3, "planar": False, "threads": 0})
        self.assertEqual(estimator.set_params(zoom=5).zoom, 5)
        with self.assertRaises(ValueError):
            estimator.set_params(zom=5)
        with self.assertRaises(ValueError):
            estimator.fit(np.zeros((3, 3)))

    @unittest.skipIf(sklearn is None, "scikit-learn is not there")
    def test_it_goes_with_scikit_learn(self):
        data = points(9)
        estimator = clone(pinfold.MapClusterer("grid", zoom=5))
        pipeline = make_pipeline(FunctionTransformer(), estimator)
        np.testing.assert_array_equal(
            pipeline.fit_predict(data), pinfold.MapClusterer("grid", zoom=5).fit_predict(data))
        self.assertIsInstance(estimator, sklearn.base.ClusterMixin)


if __name__ == "__main__":
    unittest.main()
