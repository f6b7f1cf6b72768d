"""A clusterer in the manner of scikit-learn, which need not be there."""

import numpy as np

from ._library import Error
from .points import Points

try:
    from sklearn.base import BaseEstimator, ClusterMixin
except ImportError:

    class ClusterMixin:
        """What of scikit-learn's class of that name is used."""

        def fit_predict(self, X, y=None, **kwargs):
            return self.fit(X, y, **kwargs).labels_

    class BaseEstimator:
        """What of scikit-learn's class of that name is used."""

        _names = ("strategy", "zoom", "planar", "threads")

        def get_params(self, deep=True):
            return {name: getattr(self, name) for name in self._names}

        def set_params(self, **params):
            for name, value in params.items():
                if name not in self._names:
                    raise ValueError(f"no parameter {name!r} among {', '.join(self._names)}")
                setattr(self, name, value)
            return self


try:
    from sklearn.utils.validation import validate_data
except ImportError:

    def validate_data(estimator, X, **_):
        """What of the function of scikit-learn 1.6 is used."""
        return np.asarray(X, dtype=np.float64)


class MapClusterer(ClusterMixin, BaseEstimator):
    """Clusters the rows of an array as a map of one zoom shows them.

    `strategy` is as `Points.cluster` takes it; `zoom` that of the map. The columns of `X` are longitude and latitude, or x
    and y where `planar` is set.

    After `fit` there are `labels_`, the cluster of each row from 0, `cluster_centers_`, where markers stand, and `frame_`.
    """

    def __init__(self, strategy="radius", *, zoom=10, planar=False, threads=0):
        self.strategy = strategy
        self.zoom = zoom
        self.planar = planar
        self.threads = threads

    def fit(self, X, y=None, sample_weight=None):
        """Clusters the rows; `y` is of no concern."""
        if np.ma.is_masked(X):
            raise Error("X: some values are masked; leave their rows out, or fill them with .filled()")
        X = validate_data(self, X, dtype=np.float64, ensure_min_features=2)
        if X.ndim != 2 or X.shape[1] != 2 or not len(X):
            raise Error("X: one row or more of two columns expected, longitude and latitude or x and y")
        points = Points(X[:, 0], X[:, 1], weight=sample_weight, planar=self.planar)
        low, high = X.min(axis=0), X.max(axis=0)
        # All of the world, as there are no farther points; on a plane, what encloses them, which has a size.
        box = [*(low - 1), *(high + 1)] if self.planar else [-180, -90, 180, 90]
        map = points.cluster(self.strategy, threads=self.threads)
        self.frame_ = map.frame(bbox=box, zoom=self.zoom)
        self.labels_ = self.frame_.labels
        self.cluster_centers_ = np.column_stack([self.frame_.lon, self.frame_.lat])
        self.n_features_in_ = 2  # where scikit-learn is not there to say so
        return self
