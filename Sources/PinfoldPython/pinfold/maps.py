"""Maps: points with a strategy's index over them."""

from ._library import Error, OUT, STOPPER, definition, made, options, told
from .frames import Frame


class Map:
    """Points with a strategy's index over them, which has the clusters of any view.

    Frames may be asked for from many threads at once: each call leaves the interpreter to others while it runs.
    """

    def __init__(self, handle, points):
        self._handle, self.points = handle, points

    def __repr__(self):
        return f"<map of {len(self.points):,} points by {self.label}>"

    @property
    def label(self):
        """The strategy with its settings, as `radius(radius=40)`."""
        return told("map_label", self._handle, OUT)

    def frame(self, view=None, *, previous=None, **settings):
        """The clusters of a view.

        A view is settings: `lon` and `lat`, or on a plane `x` and `y`, with `zoom`; or `bbox` with or without `zoom`;
        `width` and `height` in screen points, `tile_size`, `margin`, `bearing`. Without any, it shows all points. Or it
        is a dictionary of these, or a text such as `'2.35,48.86,6'` or `'2.35,48.86,6,1280x800'`. `previous` is the
        frame shown before, for representatives that look back.
        """
        wanted = options(settings)
        if isinstance(view, dict):
            wanted = {**options(view), **wanted}
        elif view is not None:
            if wanted:
                raise Error(f"the view {view!r} says where and how near; leave out {', '.join(settings)}")
            wanted = view
        before = None if previous is None else previous._handle
        handle = made("map_frame", self._handle, definition(wanted), before, STOPPER, OUT)
        return Frame(handle, self)

