import PinfoldColumns

extension APIReference {
  /// Columns, groups, and points as plugins see them.
  static let columnObjects: [APIEntry] = [
    .object(
      "column",
      "Numbers in native memory; what takes time a number is one call. Whole numbers stay whole and exact; "
        + "a result beyond 64 bits is missing, as is one of a missing value, and reads as NaN.",
      example: "x = column { 3, 1, 2 }\n(x * 2):sum()",
      [
        .operation("#", "integer", "The number of values."),
        .operation("[i]", "number?", "A value, counted from 1; nil past the end."),
        .operation("+", "(other: number|column): column", "The sum, value by value."),
        .operation("-", "(other: number|column): column", "The difference, value by value."),
        .operation("*", "(other: number|column): column", "The product, value by value."),
        .operation("/", "(other: number|column): column", "The quotient, value by value."),
        .operation("//", "(other: number|column): column", "The quotient rounded down."),
        .operation("%", "(other: number|column): column", "The rest of the quotient rounded down."),
        .operation("^", "(other: number|column): column", "The power, value by value."),
        .operation("&", "(other: column): column", "Where both masks hold."),
        .operation("|", "(other: column): column", "Where either mask holds."),
        .operation("~", "(): column", "Where a mask does not hold."),
        .method(
          "iter", "(other?: column): fun(): integer, number, number",
          "Goes through indices and values, of another column too.",
          example: "for i, x, y in xs:iter(ys) do … end"),
        .method("totable", "(): number[]", "The values as a list."),
        .method("floor", "(): column", "Every value rounded down."),
        .method("ceil", "(): column", "Every value rounded up."),
        .method("abs", "(): column", "Every value without its sign."),
        .method("sqrt", "(): column", "The square root of every value."),
        .method("exp", "(): column", "e to the power of every value."),
        .method("log", "(): column", "The natural logarithm of every value."),
        .method("sin", "(): column", "The sine of every angle in radians."),
        .method("cos", "(): column", "The cosine of every angle in radians."),
        .method("atan", "(x: number|column): column", "The angle in radians of this height over a width."),
        .method("hypot", "(other: number|column): column", "The root of the sum of both squares."),
        .method("lesser", "(other: number|column): column", "The lesser of both, value by value."),
        .method("greater", "(other: number|column): column", "The greater of both, value by value."),
        .method(
          "delta", "(origin: number|column): column",
          "The difference; of points' x by the short way around.",
          example: "east = points.x:delta(view.x)"),
        .method("cumsum", "(): column", "The sum of each value and all before it."),
        .method("lt", "(other: number|column): column", "A mask: 1 where a value is less, else 0."),
        .method("le", "(other: number|column): column", "A mask: 1 where a value is not more, else 0."),
        .method("gt", "(other: number|column): column", "A mask: 1 where a value is more, else 0."),
        .method("ge", "(other: number|column): column", "A mask: 1 where a value is not less, else 0."),
        .method("eq", "(other: number|column): column", "A mask: 1 where values are equal, else 0."),
        .method("ne", "(other: number|column): column", "A mask: 1 where values are not equal, else 0."),
        .method("sum", "(): number", "The sum, exact and rounded once; whole for whole numbers."),
        .method("mean", "(): number?", "The mean; nil of an empty column."),
        .method("min", "(): number?", "The least value; nil of an empty column."),
        .method("max", "(): number?", "The greatest value; nil of an empty column."),
        .method("argmin", "(): integer?", "The index of the least value, the first of several."),
        .method("argmax", "(): integer?", "The index of the greatest value, the first of several."),
        .method(
          "quantile", "(share: number): number?",
          "The value that such a share is not above, between two by distance; nil of an empty column."),
        .method(
          "where", "(yes: number|column, no: number|column): column",
          "The values of one column where this mask holds, and of another elsewhere.",
          example: "x:lt(0):where(0, x)"),
        .method("unique", "(): column", "The different values in ascending order."),
        .method("sort", "(): column", "The values in ascending order."),
        .method("argsort", "(): column", "The indices of the values in ascending order."),
        .method("take", "(indices: column): column", "The values at some indices."),
        .method(
          "filter", "(mask: column): column", "The values where a mask is not 0.",
          example: "x:filter(x:gt(1))"),
        .method(
          "slice", "(first: integer, last?: integer): column",
          "The values of some indices in a row; negative ones count from the end, as in string.sub."),
        .method("concat", "(other: column): column", "The values, then those of another column."),
        .method("group", "(): groups", "Equal whole numbers as groups, in the order of their first."),
      ]),
    .object(
      "groups", "Values sorted into groups, numbered in the order of their first values.",
      example: "groups = points:grid(60):group()",
      [
        .operation("#", "integer", "The number of groups."),
        .field("labels", "column", "The group of each value."),
        .field("counts", "column", "The number of values in each group."),
        .field("first", "column", "The index of each group's first value."),
        .method(
          "sum", "(values: column): column", "The sum of each group's values; whole for whole numbers."),
        .method(
          "mean", "(values: column): column",
          "The mean of each group's values; of points' x by the short way around, as are least and greatest."),
        .method("min", "(values: column): column", "The least of each group's values."),
        .method("max", "(values: column): column", "The greatest of each group's values."),
        .method("argmin", "(values: column): column", "The index of the least of each group's values."),
        .method("argmax", "(values: column): column", "The index of the greatest of each group's values."),
        .method("members", "(group: integer): column", "The indices of a group's values."),
        .method(
          "relabel", "(parents: column): groups",
          "Groups of groups: joins those that have one parent, which is any whole number."),
        .method(
          "cross", "(others: groups): groups",
          "Groups of the values that share a group both here and there.",
          example: "cells:cross(points.groups)"),
      ]),
    .object(
      "points", "Points as a plugin sees them: columns in screen points of the view's zoom.",
      example: "cluster = function(points) return { groups = points:grid(60):group() } end",
      [
        .operation("#", "integer", "The number of points."),
        .field("x", "column", "Screen points from the world's west edge, unwrapped around the view."),
        .field("y", "column", "Screen points from the world's north edge."),
        .field(
          "unitX", "column", "World units from the west edge: whole numbers, 2³² around, equal in every view."
        ),
        .field("unitY", "column", "World units from the north edge."),
        .field("weight", "column", "Weights; 1 where the data have none."),
        .field("priority", "column", "Priorities; 0 where the data have none."),
        .field("lon", "column", "Degrees east as the data have them; x on planar data."),
        .field("lat", "column", "Degrees north as the data have them; y on planar data."),
        .field("group", "string[]", "The name of each point's group; empty for none."),
        .field("groups", "groups", "The points by their groups, which never share a cluster."),
        .field("id", "column|string[]", "Ids: a column where they are numbers, else a list."),
        .field(
          "index", "column", "The index that build saw each point under, as with reach only some are given.",
          example: "return { groups = index.labels:take(points.index):group() }"),
        .field(
          "shown", "column",
          "A mask of the points that the frame before had markers for, where a plugin declares previous."
        ),
        .field(
          "before", "column",
          "The number of the cluster of the frame before that held each point, 0 for none, where a plugin declares previous."
        ),
        .field("row", "column", "Rows of the data, from 1; who uses them depends on the order of the input."),
        .method(
          "attr", "(name: string): column|(string|boolean)[]",
          "An attribute; false stands for a missing text."),
        .method(
          "at", "(x: column, y: column): points",
          "The same points at other positions, as means that they move to.",
          example: "shifted = points:at(meanX, meanY)"),
        .method(
          "groupby", "(name: string): groups",
          "Points with equal values of an attribute; those without a value are equal.",
          example: "kinds = points:groupby('kind')"),
        .method("bounds", "(): Bounds", "The smallest rectangle around the points; empty for none."),
        .method("grid", "(width: number): column", "The key of each point's square cell."),
        .method("hex", "(width: number): column", "The key of each point's hexagonal cell."),
        .method("neighbors", "(radius: number): neighbors", "Every point's neighbors within a radius."),
        .method("nearest", "(count: integer): neighbors", "Every point's nearest neighbors."),
        .method(
          "iter", "(): fun(): integer, number, number", "Goes through indices, x and y.",
          example: "for i, x, y in points:iter() do … end"),
      ]),
    .object(
      "neighbors", "The neighbors of each point; indices are counted from 1.",
      example: "groups = points:neighbors(30):connected()",
      [
        .operation("#", "integer", "The number of points."),
        .field("starts", "column", "Where each point's neighbors begin in the list of indices, and the end."),
        .field("counts", "column", "The number of neighbors of each point."),
        .field(
          "indices", "column",
          "The neighbors of all points, one after the other; what asks for lists takes memory for each pair."),
        .field("distances", "column", "The distance of each neighbor in screen points."),
        .method("of", "(index: integer): column", "The indices of a point's neighbors."),
        .method(
          "pairs", "(): column, column", "Each pair of neighbors once: its first indices and its second."),
        .method(
          "count", "(most?: integer): column",
          "The number of neighbors of each point, counted no further than most, which takes less time.",
          example: "isCore = near:count(3):ge(3)"),
        .method(
          "connected", "(mask?: column): groups",
          "Groups of points that hang together, with a mask only by those for which it holds; lists no pairs."
        ),
        .method(
          "closest", "(mask: column): column",
          "The index of each point's nearest neighbor for which a mask holds, its own where that does, 0 for none."
        ),
      ]),
  ]
}
