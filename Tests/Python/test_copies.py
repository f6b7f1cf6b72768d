"""Copies, pickles and other processes: every object is copied, rebuilt or refused, and none is an address that travels."""

import copy
import gc
import inspect
import multiprocessing
import os
import pathlib
import pickle
import signal
import subprocess
import sys
import tempfile
import unittest

import numpy as np

import pinfold
from support import LIMIT, PLACES

try:
    import joblib
    import sklearn.model_selection
except ImportError:
    joblib = None


def rich():
    """Points with everything that points can have, in an order that is not the library's."""
    return pinfold.Points(
        [3.0, 1.0, 2.0, 2.0], [30.0, -10.0, 20.0, 20.0], ids=["c", "a", "b", "é\0"], weight=[1, 2.5, 0, 4],
        group=["x", None, "y", "y"], mergeable=[True, True, False, True], priority=[0, 1, -2, 3],
        attributes={"name": ["c", None, "", "zero\0inside"], "size": [1.5, np.nan, 2, -0.0], "open": [True, False, True, True]})


def everything(points):
    """All that can be seen of points."""
    seen = [points.about, points.ids.tolist(), [column.tolist() for column in points.coordinates]]
    seen += [repr(points.column(name).tolist()) for name in points.about["attributes"]]
    for strategy in ("grid", "radius", "kmeans"):
        frame = points.cluster(strategy).frame()
        seen += [frame.digest, frame.labels.tolist(), frame.weights.tolist()]
    return seen


def digest(made):
    """What another process sees of an object; it is called there."""
    return made.digest if isinstance(made, pinfold.Frame) else (
        made.frame().digest if isinstance(made, pinfold.Map) else made.cluster("grid").frame().digest)


def built(count):
    """What another process builds by itself, on all processors."""
    return pinfold.generate("cities", count=count).cluster("radius").frame().digest


class CopyTests(unittest.TestCase):
    def setUp(self):
        self.points = pinfold.generate("cities", count=1000)
        self.map = self.points.cluster("radius", radius=50, limits={"max_zoom": 9})
        self.frame = self.map.frame(lon=2, lat=48, zoom=5)

    def objects(self):
        leaf = self.frame.children(int(np.argmax(self.frame.counts)))
        edited = self.map.insert([2], [48], ids=[7_000]).remove([3]).move([5], [3], [47])
        return [self.points, self.map, self.frame, leaf, edited, edited.points, edited.frame(), rich()]

    def test_copies_and_pickles_are_equal_and_outlive_what_they_are_of(self):
        ways = [copy.copy, copy.deepcopy]
        ways += [lambda made, n=n: pickle.loads(pickle.dumps(made, n)) for n in range(pickle.HIGHEST_PROTOCOL + 1)]
        for way in ways:
            for made in self.objects():
                wanted = digest(made)
                other = way(made)
                del made
                gc.collect()
                self.assertEqual(digest(other), wanted)
                self.assertIs(type(way([other])[0]), type(other))

    def test_points_come_back_with_everything(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "places.csv"
            path.write_text(PLACES + "d1,Nowhere,,,1,halt\n")
            read = pinfold.read(path, id="id", weight="people", group="kind")
        plane = pinfold.Points([0, 1e6], [5, -7], planar=True)
        moved = plane.cluster("grid").move([1], [3], [4]).points
        for points in [rich(), read, pinfold.Points([], []), plane, moved, self.points]:
            self.assertEqual(everything(pickle.loads(pickle.dumps(points))), everything(points))

    def test_damaged_pickles_are_refused(self):
        make, (cls, saved, about) = rich().__reduce__()
        for cut in range(0, len(saved), 7):
            with self.assertRaises(pinfold.Error):
                make(cls, saved[:cut], about)
        with self.assertRaisesRegex(pinfold.Error, "version"):
            make(cls, saved.replace(b"pinfold points", b"pinfold_points"), about)

    def test_what_holds_a_map_goes_along(self):
        super_cluster = pinfold.SuperCluster(np.column_stack(self.points.coordinates))
        again = pickle.loads(pickle.dumps(super_cluster))
        view = ((-10, 60), (30, 30), 4)
        self.assertEqual(again.getClusters(*view), super_cluster.getClusters(*view))
        fitted = pinfold.MapClusterer("grid", zoom=4).fit(np.column_stack(self.points.coordinates))
        for other in [copy.deepcopy(fitted), copy.copy(fitted), pickle.loads(pickle.dumps(fitted))]:
            self.assertEqual(other.labels_.tolist(), fitted.labels_.tolist())
            self.assertEqual(other.frame_.digest, fitted.frame_.digest)
        cells = pinfold.aggregate(self.points, zooms="0-3")
        self.assertEqual(pickle.loads(pickle.dumps(cells)), cells)

    def test_what_cannot_travel_says_so(self):
        after = self.map.frame(lon=2, lat=48, zoom=6, previous=self.frame)
        self.assertIs(copy.deepcopy(after), after)
        with self.assertRaisesRegex(TypeError, "previous"):
            pickle.dumps(after)
        with pinfold.live(self.points) as live:
            for way in (copy.copy, copy.deepcopy, pickle.dumps):
                with self.assertRaisesRegex(TypeError, "live map"):
                    way(live)

    def test_no_object_is_a_pointer_that_python_copies(self):
        # Whoever adds a class that holds a handle has to say here how it travels.
        holders = {
            cls for cls in vars(pinfold).values()
            if inspect.isclass(cls) and cls.__module__.startswith("pinfold") and "self._handle" in inspect.getsource(cls)}
        self.assertEqual(
            holders - {pinfold.Points, pinfold.Map, pinfold.Frame, pinfold.Live}, set())
        for cls in holders:
            self.assertIn("__reduce__", vars(cls), cls)
        for way in (copy.copy, copy.deepcopy, pickle.dumps):
            with self.assertRaisesRegex(TypeError, "handle"):
                way(self.points._handle)

    # Other processes

    def test_processes_of_all_kinds_get_and_give_objects(self):
        made = [self.points, self.map, self.frame]
        wanted = [digest(one) for one in made]
        # The library's own threads are there before the process is forked.
        alone = built(5_000)
        for method in multiprocessing.get_all_start_methods():
            with multiprocessing.get_context(method).Pool(2) as pool:
                self.assertEqual(pool.map_async(digest, made).get(60), wanted, method)
                self.assertEqual(pool.map_async(built, [5_000, 5_000]).get(60), [alone, alone], method)

    @unittest.skipUnless(hasattr(os, "fork"), "there is no fork")
    def test_a_forked_process_uses_and_drops_what_it_has_of_its_parent(self):
        live = pinfold.live(self.points)
        wanted = digest(self.map)
        for _ in range(5):
            child = os.fork()
            if not child:
                signal.alarm(LIMIT)
                right = digest(self.map) == wanted and digest(self.points.cluster("pca").frame()) is not None
                del self.points, self.map, self.frame, live
                gc.collect()
                os._exit(0 if right else 1)
            self.assertEqual(os.waitpid(child, 0)[1], 0)
        self.assertEqual(digest(self.map), wanted)
        live.close()

    def test_a_pickle_is_read_by_a_process_that_made_nothing(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "frame.pickle"
            path.write_bytes(pickle.dumps(self.frame))
            code = "import pickle, sys; print(pickle.load(open(sys.argv[1], 'rb')).digest)"
            done = subprocess.run(
                [sys.executable, "-c", code, str(path)], capture_output=True, text=True, timeout=LIMIT)
        self.assertEqual((done.returncode, done.stdout.strip()), (0, self.frame.digest), done.stderr)

    @unittest.skipIf(joblib is None, "scikit-learn is not there")
    def test_scikit_learn_fits_in_other_processes(self):
        X = np.column_stack(self.points.coordinates)
        estimator = pinfold.MapClusterer("grid", zoom=4)
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "fitted.joblib"
            joblib.dump(estimator.fit(X), path)
            self.assertEqual(joblib.load(path).frame_.digest, estimator.frame_.digest)
        results = sklearn.model_selection.cross_validate(
            estimator, X, n_jobs=2, cv=2, return_estimator=True, scoring=lambda fitted, X, y=None: len(fitted.frame_))
        for fitted, score in zip(results["estimator"], results["test_score"]):
            self.assertEqual(len(fitted.frame_), score)
        digests = joblib.Parallel(n_jobs=2)(joblib.delayed(digest)(made) for made in [self.map, self.frame])
        self.assertEqual(digests, [digest(self.map), self.frame.digest])


if __name__ == "__main__":
    unittest.main()
