"""A clusterer with the interface of scikit-learn, which is optional."""

import re

import numpy as np

from ._library import Error
from ._tables import coordinates
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
        X = np.asarray(X, dtype=np.float64)
        if not np.isfinite(X).all():
            raise Error("X: a value is NaN or infinite; leave its row out")
        return X


#: What stands before the name of a strategy's parameter among those of the estimator.
_PREFIX = "strategy__"


class MapClusterer(ClusterMixin, BaseEstimator):
    """Clusters the rows of an array as a map of one zoom shows them.

    `strategy` is as `Points.cluster` takes it, and `strategy__cell_size` sets a parameter of it; `zoom` is that of the map.
    The columns of `X` are longitude and latitude, or x and y where `planar` is set.

    After `fit` there are `labels_`, the cluster of each row from 0, `cluster_centers_`, where markers stand, and `frame_`.
    """

    def __init__(self, strategy="radius", *, zoom=10, planar=False, threads=0):
        self.strategy = strategy
        self.zoom = zoom
        self.planar = planar
        self.threads = threads

    # Parameters of the strategy

    def get_params(self, deep=True):
        """The parameters; with `deep` those of the strategy too, as `strategy__cell_size`."""
        params = super().get_params(deep=False)
        if deep:
            given = _settings(self.strategy)
            own = {
                _snake(parameter["name"]): _value(parameter.get("default"))
                for entry in _known() if entry["name"] == given.get("name") for parameter in entry["parameters"]}
            params.update({_PREFIX + name: given.get(name, standard) for name, standard in own.items()})
        return params

    def set_params(self, **params):
        """Sets parameters, those of the strategy by names such as `strategy__cell_size`."""
        nested = {name[len(_PREFIX):]: value for name, value in params.items() if name.startswith(_PREFIX)}
        super().set_params(**{name: value for name, value in params.items() if not name.startswith(_PREFIX)})
        if nested:
            given = _settings(self.strategy)
            known = [_snake(parameter["name"]) for entry in _known() if entry["name"] == given.get("name")
                     for parameter in entry["parameters"]]
            for name in nested:
                if name not in known:
                    raise ValueError(
                        f"strategy {given.get('name')!r} has no parameter {name!r} among {', '.join(known) or 'none'}")
            self.strategy = {**given, **nested}
        return self

    # Clusters

    def fit(self, X, y=None, sample_weight=None):
        """Clusters the rows; `y` is ignored."""
        X = self._checked(X, reset=True)
        points = Points(X[:, 0], X[:, 1], weight=sample_weight, planar=self.planar)
        low, high = X.min(axis=0), X.max(axis=0)
        # All of the world, as there are no farther points; on a plane, what encloses them, which has a size.
        box = [*(low - 1), *(high + 1)] if self.planar else [-180, -90, 180, 90]
        map = points.cluster(self.strategy, threads=self.threads)
        self.frame_ = map.frame(bbox=box, zoom=self.zoom)
        self.labels_ = self.frame_.labels.copy()
        self.cluster_centers_ = np.column_stack([self.frame_.lon, self.frame_.lat])
        self.n_features_in_ = 2  # where scikit-learn is not there to say so
        return self

    def predict(self, X):
        """The cluster of the fitted row that is nearest on the map, for each row; of rows as near, the first counts.

        A fitted row has the label that it has, unless one before it has the same place and another cluster. It takes time for
        each pair of a row and a fitted row.
        """
        if not hasattr(self, "frame_"):
            raise _unfitted(self)
        X = self._checked(X, reset=False)
        places = self._places(X)
        fitted = self._places(np.column_stack(self.frame_.map.points.coordinates))
        return self.labels_[_nearest(places, fitted, wraps=not self.planar)]

    def _checked(self, X, *, reset):
        if np.ma.is_masked(X):
            raise Error("X: some values are masked; leave their rows out, or fill them with .filled()")
        if not self.planar:
            _check_order(X)
        X = validate_data(self, X, reset=reset, dtype=np.float64, ensure_min_features=2)
        if X.ndim != 2 or X.shape[1] != 2 or not len(X):
            raise Error("X: at least one row of two columns expected: longitude and latitude, or x and y")
        return X

    def _places(self, X):
        """Where rows are on the map: on the globe in widths of the world."""
        if self.planar:
            return X
        if not (np.abs(X[:, 1]) <= 90).all():
            raise Error(f"X: row {int(np.argmax(np.abs(X[:, 1]) > 90))} has a latitude out of range (-90…90)")
        # As far as maps go; where they end, all rows of a longitude are one place.
        north = np.radians(np.clip(X[:, 1], -89.9, 89.9))
        return np.column_stack([X[:, 0] / 360 % 1, np.arcsinh(np.tan(north)) / (2 * np.pi)])


def _check_order(X):
    """Raises `Error` for two columns whose names say that the latitude comes first."""
    names = getattr(X, "columns", None)
    if names is None or callable(names) or len(names) != 2:
        return
    try:
        first, second = coordinates(list(names), None, None)
    except Error:
        return  # names of anything
    if [first, second] != list(names):
        raise Error(f"X: longitude comes first, not {str(second)!r}; pass X[[{str(first)!r}, {str(second)!r}]]")


def _nearest(places, fitted, *, wraps):
    """The index of the nearest of some places for each place, in parts that fit into memory."""
    found = np.empty(len(places), np.int64)
    size = max(1, (1 << 22) // len(fitted))
    for first in range(0, len(places), size):
        part = places[first:first + size]
        x = np.abs(part[:, :1] - fitted[:, 0])
        if wraps:
            x = np.minimum(x, 1 - x)
        found[first:first + size] = np.argmin(x * x + (part[:, 1:] - fitted[:, 1]) ** 2, axis=1)
    return found


def _unfitted(estimator):
    try:
        from sklearn.exceptions import NotFittedError
    except ImportError:
        return Error("the estimator is not fitted yet; call fit first")
    return NotFittedError(f"this {type(estimator).__name__} is not fitted yet; call fit first")


def _known():
    from . import names

    return names("strategies")


def _snake(name):
    """A parameter in Python's spelling: `cellSize` is `cell_size`."""
    return "".join("_" + letter.lower() if letter.isupper() else letter for letter in name)


def _settings(strategy):
    """A strategy's definition as a dictionary in Python's spelling, with its name."""
    if isinstance(strategy, dict):
        return {_snake(name): value for name, value in strategy.items()}
    text = strategy.strip() if isinstance(strategy, str) else "separate" if strategy is None else ""
    name, _, rest = text.partition("(")
    settings = {"name": name.strip()}
    # Sizes by zoom have commas in them: padding=0:4,12:8.
    for part in re.split(r",(?=\s*\w+\s*=)", rest.strip().removesuffix(")")):
        key, sign, value = part.partition("=")
        if sign:
            settings[_snake(key.strip())] = _value(value.strip())
    return settings


def _value(text):
    """The number or boolean that a string holds; other strings as they are."""
    if not isinstance(text, str):
        return text
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            pass
    return {"true": True, "false": False}.get(text, text)
