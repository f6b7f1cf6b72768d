"""Cells of points on Apache Spark, which needs pyspark and pyarrow.

>>> from pinfold import spark
>>> cells = spark.aggregate(points, lon="lon", lat="lat", id="id", zooms="0-12", cell=8)
>>> cells.write.parquet("cells")
>>> spark.collect(cells).points().cluster("grid").frame(lon=2, lat=48, zoom=5)
>>> spark.frames(cells, "grid", zooms=range(6)).where("zoom = 3").show()
"""

import pyarrow
import pyarrow.compute

from ._library import Error
from .cells import Cells, aggregate as added_up, merge
from .points import Points

#: How many rows are gathered before they are added up: few enough for the memory of any worker.
_GATHERED = 1 << 20


class Aggregation:
    """A function for `mapInArrow` that adds points up in cells, partition by partition.

    `lon`, `lat`, `id`, `weight` and `group` name columns; `zooms`, `cell`, `strategy` and `aggregate` are those of
    `pinfold.aggregate`, `plugins` a path that is the same on every worker. Rows without coordinates are left out.
    """

    def __init__(
        self, lon="lon", lat="lat", *, id=None, weight=None, group=None, zooms="0-12", cell=8, strategy=None,
        aggregate=(), plugins=None,
    ):
        self.lon, self.lat, self.id, self.weight, self.group = lon, lat, id, weight, group
        self.settings = {"zooms": zooms, "cell": cell, "strategy": strategy}
        self.plugins = plugins
        self.aggregates = [aggregate] if isinstance(aggregate, str) else list(aggregate)

    @property
    def columns(self):
        """The columns that it reads."""
        named = [self.lon, self.lat, self.id, self.weight, self.group]
        named += [wanted.rpartition(":")[0] for wanted in self.aggregates]
        return list(dict.fromkeys(name for name in named if name is not None))

    @property
    def schema(self):
        """The columns of the cells, for Spark."""
        from pyspark.sql.types import DecimalType, IntegerType, LongType, StringType, StructField, StructType

        kinds = {"string": StringType(), "int32": IntegerType(), "int64": LongType(), "decimal": DecimalType(38, 6)}
        # Those that the cells of one point have.
        row = {name: [0.0] for name in self.columns}
        row.update({name: [value] for name, value in [(self.id, 0), (self.group, "a")] if name is not None})
        cells, = self._cells([pyarrow.RecordBatch.from_pydict(row)])
        return StructType([StructField(name, kinds[kind]) for name, kind in cells.types.items()])

    def __call__(self, batches):
        parts, gathered, rows = [], [], 0
        for batch in batches:
            gathered.append(batch)
            rows += batch.num_rows
            if rows >= _GATHERED:
                parts += self._cells(gathered)
                parts, gathered, rows = [merge(parts)] if parts else [], [], 0
        if rows:
            parts += self._cells(gathered)
        if parts:
            yield from merge(parts).to_arrow().to_batches()

    def _cells(self, batches):
        """The cells of some rows, as a list: of none where no row has coordinates."""
        _load(self.plugins)
        table = pyarrow.Table.from_batches(batches).select(self.columns)
        table = table.filter(pyarrow.compute.and_(
            pyarrow.compute.is_valid(table[self.lon]), pyarrow.compute.is_valid(table[self.lat])))
        if not table.num_rows:
            return []
        roles = {"ids": self.id, "weight": self.weight, "group": self.group}
        measured = {wanted.rpartition(":")[0] for wanted in self.aggregates}
        points = Points(
            _array(table, self.lon), _array(table, self.lat),
            attributes={name: _array(table, name) for name in measured},
            **{role: _array(table, name) for role, name in roles.items() if name is not None})
        return [added_up(points, aggregate=self.aggregates, **self.settings)]


def aggregate(frame, lon="lon", lat="lat", *, partitions=None, **settings):
    """A DataFrame of cells of a DataFrame of points; `settings` are those of `Aggregation`.

    Each partition adds its own points up, and then each cell's parts come together. A task that is lost runs again and
    has the same sums, so the cells are, to the last bit, those of `pinfold aggregate`, however the points lie.
    `partitions` is how many the cells are in; Spark's `spark.sql.shuffle.partitions` without it.
    """
    aggregation = Aggregation(lon, lat, **settings)
    parts = frame.select(*(f"`{name}`" for name in aggregation.columns)).mapInArrow(aggregation, aggregation.schema)
    return added(parts, partitions)


def added(parts, partitions=None):
    """Adds a DataFrame of cells up: several of the same cell become one."""
    keys = [name for name in ("zoom", "column", "row", "group", "part") if name in parts.columns]
    by_cell = parts.repartition(*([] if partitions is None else [partitions]), *(parts[f"`{key}`"] for key in keys))
    return by_cell.mapInArrow(_merged, parts.schema)


def collect(cells):
    """The cells of a DataFrame on the driver, in order: they are few where points are many."""
    table = cells.toArrow()
    if not table.num_rows:
        raise Error("no cells: none of the rows has coordinates")
    return merge([Cells.from_arrow(table)])


class Framing:
    """A function for `mapInArrow` that clusters all cells of a DataFrame in one partition, zoom by zoom.

    `strategy`, a name or a text with parameters, `zooms` and `aggregate` are those of `frames`.
    """

    #: The columns of a cluster, but for aggregates.
    schema = "zoom int, id string, lon double, lat double, count long, weight double"

    def __init__(self, strategy, zooms, plugins=None):
        self.strategy, self.zooms, self.plugins = strategy, [int(zoom) for zoom in zooms], plugins

    def __call__(self, batches):
        cells = _gathered(batches)
        if cells is None:
            return
        _load(self.plugins)
        map = cells.points().cluster(self.strategy)
        for zoom in self.zooms:
            side = 256 * 2**zoom
            clusters = map.frame(lon=0, lat=0, zoom=zoom, width=side, height=side).to_arrow()
            zooms = pyarrow.array([zoom] * clusters.num_rows, "int32")
            yield from clusters.add_column(0, "zoom", zooms).to_batches()


def frames(cells, strategy="grid", *, zooms, plugins=None):
    """A DataFrame of the clusters of all the world at some zooms: zoom, id, lon, lat, count, weight.

    `cells` are a DataFrame of cells, whose parts need not have come together. They are clustered in one task, which
    holds them all, as they are few where points are many. Clusters are those of the points for grids of larger cells
    and for the strategy that the cells were made for.
    """
    framing = Framing(strategy, zooms, plugins)
    return cells.repartition(1).mapInArrow(framing, framing.schema)


def _merged(batches):
    cells = _gathered(batches)
    if cells is not None:
        yield from cells.to_arrow().to_batches()


def _gathered(batches):
    """The cells of some rows, added up; None for no rows."""
    gathered = [batch for batch in batches if batch.num_rows]
    return merge([Cells.from_arrow(pyarrow.Table.from_batches(gathered))]) if gathered else None


#: The plugins that this worker has.
_loaded = set()


def _load(plugins):
    if plugins is not None and plugins not in _loaded:
        from . import add_plugins

        add_plugins(plugins)
        _loaded.add(plugins)


def _array(table, name):
    column = table[name]
    kind = column.type
    if pyarrow.types.is_decimal(kind):
        column = column.cast("double")
    return column.to_numpy()
