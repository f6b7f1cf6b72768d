"""Live maps: points on a page of this machine's browsers."""

import html

from ._library import OUT, Error, definition, made, told, whole, workbench
from .points import Points


class Live:
    """A map that is served to the browsers of this machine until it is closed, or nobody holds it any more.

    `address` has a token in it: whoever knows it sees the points.
    """

    def __init__(self, handle):
        self._handle = handle
        self.address = told("live_address", handle, OUT)

    def __reduce__(self):
        raise TypeError("cannot copy or pickle a live map, which this process serves; pickle its points")

    def close(self):
        """Stops serving; pages say that the server is gone."""
        self._handle = None

    def __enter__(self):
        return self

    def __exit__(self, *failure):
        self.close()

    def __repr__(self):
        return f"<live map at {self.address}>" if self._handle else "<closed live map>"

    def _repr_html_(self):
        address = html.escape(self.address, quote=True)
        return f'<a href="{address}" target="_blank">{address}</a>'


def live(points, strategies=None, *, view=None, port=0):
    """Serves points as a live map, and returns it with its address.

    `strategies` is one, or up to four side by side: names, texts such as `'radius(radius=40)'`, dictionaries. `view` is
    a dictionary of `lon`, `lat` and `zoom`, all points without it; `port` 0 is any that is free.
    """
    if not isinstance(points, Points):
        raise Error(f"points: Points expected, not a {type(points).__name__}")
    wanted = {"port": whole("port", port, 0, 65535), "open": False}
    if strategies is not None:
        wanted["strategies"] = [strategies] if isinstance(strategies, (str, dict)) else list(strategies)
    if view is not None:
        wanted["view"] = view
    return Live(made("live_new", workbench, points._handle, definition(wanted), OUT))
