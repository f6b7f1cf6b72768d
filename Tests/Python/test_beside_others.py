"""In place of pysupercluster, and in the manner of scikit-learn."""

import json
import subprocess
import sys
import tempfile
import unittest
import warnings

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
    def test_a_table_can_be_written_to_files_and_databases(self):
        import sqlite3

        import pandas

        table = self.frame.to_geopandas(bounds=True)
        # In the order of the ids, as FlatGeobuf has an order of its own.
        wanted = table.sort_values("id")
        with tempfile.TemporaryDirectory() as folder:
            for ending in ("gpkg", "fgb", "geojson", "shp"):
                with self.subTest(ending):
                    table.to_file(f"{folder}/clusters.{ending}")
                    again = geopandas.read_file(f"{folder}/clusters.{ending}").sort_values("id")
                    for name in ("id", "count", "weight"):
                        self.assertEqual(again[name].tolist(), wanted[name].tolist(), name)
                    # A Shapefile has 15 digits.
                    np.testing.assert_allclose(again["west"], wanted["west"], rtol=1e-13)
                    np.testing.assert_allclose(again.geometry.x, wanted.geometry.x, rtol=0, atol=1e-7)
                    self.assertEqual(again.crs.to_epsg(), 4326)
        with sqlite3.connect(":memory:") as base:
            plain = self.frame.to_pandas()
            plain.to_sql("clusters", base, index=False)
            self.assertTrue(pandas.read_sql("select * from clusters", base).equals(plain))
            self.frame.map.points.to_pandas().to_sql("points", base, index=False)


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
            estimator.get_params(deep=False), {"strategy": "grid", "zoom": 3, "planar": False, "threads": 0})
        self.assertEqual(estimator.set_params(zoom=5).zoom, 5)
        self.assertEqual(estimator.get_params()["strategy__cell_size"], 60)
        data = points(3)
        for same in ("grid(cellSize=90)", {"name": "grid", "cell_size": 90}, {"name": "grid", "cellSize": 90}):
            named = pinfold.MapClusterer(same, zoom=4)
            self.assertEqual(named.get_params()["strategy__cell_size"], 90)
            other = pinfold.MapClusterer("grid", zoom=4).set_params(strategy__cell_size=90)
            np.testing.assert_array_equal(named.fit_predict(data), other.fit_predict(data))
        stops = pinfold.MapClusterer("grid(cellSize=0:40,12:80,anchor=viewport)")
        self.assertEqual(
            [stops.get_params()[f"strategy__{name}"] for name in ("cell_size", "anchor")], ["0:40,12:80", "viewport"])
        with self.assertRaisesRegex(ValueError, "no parameter 'celsize' among cell_size"):
            estimator.set_params(strategy__celsize=5)
        with self.assertRaises(ValueError):
            estimator.set_params(zom=5)
        with self.assertRaises(ValueError):
            estimator.fit(np.zeros((3, 3)))

    def test_predict_gives_the_cluster_of_the_nearest_fitted_row(self):
        data = np.concatenate([points(5), [[179.9, 10], [-179.0, 10], [20, 90], [20, -90]]])
        estimator = pinfold.MapClusterer("grid", zoom=4)
        labels = estimator.fit_predict(data)
        np.testing.assert_array_equal(estimator.predict(data), labels)
        # The date line is nowhere between rows.
        far = estimator.predict([[-179.99, 10], [-179.99 + 720, 10]])
        self.assertEqual(far.tolist(), [labels[-4]] * 2)
        plane = pinfold.MapClusterer("grid", zoom=3, planar=True)
        labels = plane.fit_predict(data * 1000)
        np.testing.assert_array_equal(plane.predict(data * 1000 + 1e-7), labels)
        with self.assertRaisesRegex(ValueError, "not fitted"):
            pinfold.MapClusterer().predict(data)
        with self.assertRaisesRegex(ValueError, "latitude"):
            estimator.predict([[1, 91]])

    @unittest.skipIf(sklearn is None, "scikit-learn is not there")
    def test_a_grid_search_sets_parameters_of_the_strategy(self):
        from sklearn.model_selection import GridSearchCV

        search = GridSearchCV(
            pinfold.MapClusterer("grid", zoom=4), {"strategy__cell_size": [40, 160], "zoom": [4]}, cv=2,
            scoring=lambda estimator, X, y=None: -len(set(estimator.predict(X))))
        self.assertEqual(search.fit(points(5)).best_params_, {"strategy__cell_size": 160, "zoom": 4})

    def test_importing_the_package_imports_no_other_but_numpy(self):
        code = "import sys, pinfold; print(sorted({'sklearn', 'scipy', 'pandas', 'pyarrow', 'geopandas'} & set(sys.modules)))"
        found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
        self.assertEqual(found.stdout, "[]\n")
        with self.assertRaises(AttributeError):
            pinfold.MapClustere

    @unittest.skipIf(sklearn is None, "scikit-learn is not there")
    def test_it_goes_with_scikit_learn(self):
        data = points(9)
        estimator = clone(pinfold.MapClusterer("grid", zoom=5))
        pipeline = make_pipeline(FunctionTransformer(), estimator)
        np.testing.assert_array_equal(
            pipeline.fit_predict(data), pinfold.MapClusterer("grid", zoom=5).fit_predict(data))
        self.assertIsInstance(estimator, sklearn.base.ClusterMixin)

    #: What scikit-learn's checks ask for and a map cannot give, with the reason.
    EXPECTED = {
        **dict.fromkeys([
            "check_fit_score_takes_y", "check_dont_overwrite_parameters", "check_n_features_in_after_fitting",
            "check_positive_only_tag_during_fit", "check_estimators_dtypes", "check_sample_weights_list",
            "check_all_zero_sample_weights_error", "check_sample_weight_equivalence_on_dense_data", "check_dtype_object",
            "check_pipeline_consistency", "check_estimators_nan_inf", "check_estimators_pickle",
            "check_f_contiguous_array_estimator", "check_methods_sample_order_invariance",
            "check_methods_subset_invariance", "check_fit2d_1sample", "check_dict_unchanged", "check_fit2d_predict1d",
        ], "it fits data of more or fewer columns than two"),
        "check_clustering": "the zoom decides how many clusters there are, not the data",
    }

    @unittest.skipIf(sklearn is None, "scikit-learn is not there")
    def test_the_checks_of_scikit_learn_fail_for_their_columns_alone(self):
        from sklearn.utils.estimator_checks import check_estimator

        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            results = check_estimator(pinfold.MapClusterer(planar=True), on_fail=None, on_skip=None)
        failed = {result["check_name"]: result for result in results if result["status"] == "failed"}
        self.assertEqual(set(failed) - set(self.EXPECTED), set())
        for name, result in failed.items():
            if self.EXPECTED[name].startswith("it fits data"):
                reasons = f"{result['exception']} {result['exception'].__cause__} {result['exception'].__context__}"
                self.assertIn("two columns expected", reasons, name)

    @unittest.skipIf(sklearn is None, "scikit-learn is not there")
    def test_names_of_columns_are_kept_and_what_is_no_table_is_refused(self):
        import pandas

        table = pandas.DataFrame(points(4), columns=["lon", "lat"])
        estimator = pinfold.MapClusterer("grid", zoom=5).fit(table)
        self.assertEqual(list(estimator.feature_names_in_), ["lon", "lat"])
        self.assertEqual(estimator.n_features_in_, 2)
        for wrong in ([[1.0, np.nan]], np.array([[1j, 2]]), np.zeros((0, 2)), [[1.0, 2, 3]], [["a", "b"]]):
            with self.assertRaises(ValueError):
                estimator.fit(wrong)


class OrderTests(unittest.TestCase):
    def test_columns_named_in_the_other_order_are_refused(self):
        try:
            import pandas
        except ImportError:
            self.skipTest("pandas is not there")
        frame = pandas.DataFrame({"lat": [48.0, 49.0], "lon": [2.0, 3.0]})
        with self.assertRaisesRegex(pinfold.Error, r"longitude comes first, not 'lat'; pass X\[\['lon', 'lat'\]\]"):
            pinfold.MapClusterer().fit(frame)
        fitted = pinfold.MapClusterer(zoom=9).fit(frame[["lon", "lat"]])
        self.assertEqual(sorted(fitted.cluster_centers_[:, 1].round(3).tolist()), [48, 49])
        pinfold.MapClusterer().fit(frame.set_axis(["a", "b"], axis=1)[["b", "a"]])


if __name__ == "__main__":
    unittest.main()
