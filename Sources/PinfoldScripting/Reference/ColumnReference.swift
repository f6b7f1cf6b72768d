extension APIReference {
  /// Columns, groups, and points as plugins see them.
  static let columnObjects: [APIEntry] = [
    .object(
      "column", "Numbers in native memory; what takes time a number is one call.",
      example: "x = column { 3, 1, 2 }\n(x * 2):sum()",
      [
        .operation("#", "integer", "The number of values."),
        .operation("[i]", "number", "A value, counted from 1."),
        .operation("+", "(other: number|column): column", "The sum, value by value."),
        .operation("-", "(other: number|column): column", "The difference, value by value."),
        .operation("*", "(other: number|column): column", "The product, value by value."),
        .operation("/", "(other: number|column): column", "The quotient, value by value."),
        .operation("//", "(other: number|column): column", "The quotient rounded down."),
        .operation("%", "(other: number|column): column", "The rest of the quotient rounded down."),
        .method(
          "iter", "(other?: column): fun(): integer, number, number",
          "Goes through places and values, of another column too.",
          example: "for i, x, y in xs:iter(ys) do … end"),
        .method("totable", "(): number[]", "The values as a list."),
        .method("floor", "(): column", "Every value rounded down."),
        .method("abs", "(): column", "Every value without its sign."),
        .method("sqrt", "(): column", "The square root of every value."),
        .method("lt", "(other: number|column): column", "A mask: 1 where a value is less, else 0."),
        .method("le", "(other: number|column): column", "A mask: 1 where a value is not more, else 0."),
        .method("gt", "(other: number|column): column", "A mask: 1 where a value is more, else 0."),
        .method("ge", "(other: number|column): column", "A mask: 1 where a value is not less, else 0."),
        .method("eq", "(other: number|column): column", "A mask: 1 where values are equal, else 0."),
        .method("ne", "(other: number|column): column", "A mask: 1 where values are not equal, else 0."),
        .method("sum", "(): number", "The sum."),
        .method("mean", "(): number?", "The mean; nil of an empty column."),
        .method("min", "(): number?", "The least value; nil of an empty column."),
        .method("max", "(): number?", "The greatest value; nil of an empty column."),
        .method("argmin", "(): integer?", "The place of the least value, the first of several."),
        .method("argmax", "(): integer?", "The place of the greatest value, the first of several."),
        .method("sort", "(): column", "The values in ascending order."),
        .method("take", "(places: column): column", "The values at some places."),
        .method(
          "filter", "(mask: column): column", "The values where a mask is not 0.",
          example: "x:filter(x:gt(1))"),
        .method("group", "(): groups", "Equal whole numbers as groups, in the order of their first."),
      ]),
    .object(
      "groups", "Values sorted into groups, numbered in the order of their first values.",
      example: "groups = points:grid(60):group()",
      [
        .operation("#", "integer", "The number of groups."),
        .field("labels", "column", "The group of each value."),
        .field("counts", "column", "The number of values in each group."),
        .field("first", "column", "The place of each group's first value."),
        .method("sum", "(values: column): column", "The sum of each group's values."),
        .method("mean", "(values: column): column", "The mean of each group's values."),
        .method("min", "(values: column): column", "The least of each group's values."),
        .method("max", "(values: column): column", "The greatest of each group's values."),
        .method("argmin", "(values: column): column", "The place of the least of each group's values."),
        .method("argmax", "(values: column): column", "The place of the greatest of each group's values."),
        .method("members", "(group: integer): column", "The places of a group's values."),
        .method(
          "relabel", "(parents: column): groups",
          "Joins groups that have one parent; a parent is any whole number."),
      ]),
    .object(
      "points", "Points as a plugin sees them: columns in screen points of the view's zoom.",
      example: "cluster = function(points) return { groups = points:grid(60):group() } end",
      [
        .operation("#", "integer", "The number of points."),
        .field("x", "column", "Screen points from the world's west edge, unwrapped around the view."),
        .field("y", "column", "Screen points from the world's north edge."),
        .field("weight", "column", "Weights; 1 where the data have none."),
        .field("id", "column|string[]", "Ids: a column where they are numbers, else a list."),
        .field("row", "column", "Rows of the data, from 1; who uses them depends on the order of the input."),
        .method(
          "attr", "(name: string): column|(string|boolean)[]",
          "An attribute; false stands for a missing text."),
        .method("bounds", "(): Bounds", "The smallest rectangle around the points; empty for none."),
        .method("grid", "(width: number): column", "The key of each point's square cell."),
        .method("hex", "(width: number): column", "The key of each point's hexagonal cell."),
        .method(
          "iter", "(): fun(): integer, number, number", "Goes through places, x and y.",
          example: "for i, x, y in points:iter() do … end"),
      ]),
  ]
}
