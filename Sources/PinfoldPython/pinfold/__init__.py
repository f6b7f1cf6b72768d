"""Clusters of points on maps: the same points give the same clusters, to the last bit.

>>> import pinfold
>>> towns = pinfold.generate("cities", count=10_000)
>>> frame = towns.cluster("radius", radius=40).frame(lon=2, lat=48, zoom=5)
>>> frame.to_pandas()
"""

import json as _json

from . import _library
from ._arrow_write import Table
from ._library import Error, add_plugins
from .cells import Cells, aggregate, merge
from .frames import Frame, score
from .live_map import Live, live
from .maps import Map
from .points import Points, generate, read
from .study import Study, compare, script
from .supercluster import SuperCluster

__version__ = _library.library.pinfold_version().decode()

__all__ = [
    "Cells", "Error", "Frame", "Live", "Map", "MapClusterer", "Points", "Study", "SuperCluster", "Table",
    "add_plugins", "aggregate", "compare", "generate", "live", "merge", "names", "read", "score", "script",
]


def __getattr__(name):
    # scikit-learn takes a second to import, and few need it.
    if name == "MapClusterer":
        from .estimator import MapClusterer

        return MapClusterer
    raise AttributeError(f"module 'pinfold' has no attribute {name!r}")


def names(kind="strategies"):
    """The strategies, representatives, diffs, metrics or generators that can be named, those of plugins too.

    Returns a list of dictionaries with name, summary and parameters.
    """
    _library.load_plugins()
    return _json.loads(_library.told("workbench_list", _library.workbench, _library.c_text("kind", kind), _library.OUT))
