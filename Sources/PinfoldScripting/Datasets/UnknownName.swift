import Lua
import Pinfold
import PinfoldColumns

/// Messages about unknown names, most of which are typos.
enum UnknownName {
  static func message(_ owner: String, _ name: String, _ known: [String]) -> String {
    let advice = elsewhere[owner]?.first { $0.names.contains(name) }.map { "; \($0.advice)" }
    return "\(owner) has no '\(name)'" + (advice ?? clause(for: name, among: known))
  }

  /// The message for a name that a list of rows does not have.
  static func message(rows name: String, _ columns: [String], methods: [String]) -> String {
    let advice =
      elsewhere[RowLists.kind]?.first { $0.names.contains(name) }.map { "; \($0.advice)" }
      ?? Suggestion.closest(to: name, among: columns + methods).map { " (did you mean '\($0)'?)" }
      ?? "; its columns are: \(shortened(columns)); its methods: \(methods.joined(separator: ", "))"
    return "the list of rows has no '\(name)'" + advice
  }

  /// The equivalent, for a dataset `d`, of a function of other data frame libraries; nil for others.
  static func advice(forDatasets name: String) -> String? {
    ofDatasets.first { $0.names.contains(name) }?.advice
  }

  /// "did you mean", or the known names, of many the first.
  private static func clause(for name: String, among known: [String]) -> String {
    if let near = Suggestion.closest(to: name, among: known) { return " (did you mean '\(near)'?)" }
    return known.isEmpty ? "; there are none" : "; there are: \(shortened(known))"
  }

  private static func shortened(_ names: [String]) -> String {
    let most = 40
    return names.prefix(most).joined(separator: ", ")
      + (names.count > most ? " … \(names.count - most) more" : "")
  }

  private typealias Advice = [(names: Set<String>, advice: String)]

  /// The methods of data frames elsewhere, and what does the same here to a dataset `d`, to a column of it,
  /// or to rows.
  private static let elsewhere: [String: Advice] = [
    "dataset": ofDatasets, "column": ofColumns, "texts": ofTexts,
    RowLists.kind: ofRows,
    "frame": [
      (
        ["columns", "attributes", "rows", "to_csv", "csv"],
        "f:clusters() has a row for each cluster, csv(f) is their text"
      )
    ],
  ]

  private static let ofDatasets: Advice = [
    (
      ["describe", "summary", "dtypes", "schema", "str", "glimpse", "types"],
      "d.columns has types, ranges and missing values"
    ),
    (
      ["shape", "size", "len", "length", "count", "nrow", "nrows", "ncol", "dim"],
      "#d is the number of points, d.columns has the columns"
    ),
    (
      ["value_counts", "unique", "nunique", "distinct", "n_distinct", "drop_duplicates", "table"],
      #"d:group("column") has a row for each value, with counts and means"#
    ),
    (
      ["groupby", "group_by", "agg", "aggregate", "summarise", "summarize", "pivot_table", "tapply"],
      #"d:group("column", "other:sum,mean") has a row for each value, with counts and aggregates; "#
        + #"d:top(3, "other", "column") has the first three of each"#
    ),
    (
      ["sum", "mean", "median", "max", "min", "std", "quantile"],
      "d.column:sum() is of one column, as are mean, median, std, min, max and quantile"
    ),
    (["iloc", "loc", "at", "row", "first"], "d[1] is the first row, d:head(3) are the first three"),
    (["limit", "take", "slice"], "d:head(3) has the first rows, d:sample(3) some at random"),
    (["tail", "last"], "d[#d] is the last row"),
    (
      ["nlargest", "nsmallest", "slice_max", "top_n", "qualify", "row_number"],
      #"d:top(5, "column") has the greatest values, d:top(5, "column", "group") those of each group"#
    ),
    (
      ["sort_values", "order_by", "orderby", "arrange", "order", "sortby"],
      #"d:sort("column", { descending = true }) orders the rows"#
    ),
    (["query", "subset", "between"], #"d:where("population > 1000") takes the rows of which it holds"#),
    (
      ["dropna", "isna", "isnull", "fillna", "na_omit", "notna"],
      #"d:where("column is not missing") takes the rows with a value"#
    ),
    (["drop", "drop_column"], #"d:select { "column" } keeps some columns"#),
    (["rename"], #"d:derive { new = d.old } adds a column of another name, d:select keeps some"#),
    (
      ["assign", "mutate", "with_column", "apply", "map_values"],
      #"d:derive { name = d.column * 2 } adds columns"#
    ),
    (["merge", "left_join", "inner_join"], #"d:join(other, "column") adds the columns of another dataset"#),
    (["append", "union", "rbind", "bind_rows"], "d:concat(other) has the points of both"),
    (
      ["to_csv", "write_csv", "write", "save", "csv", "to_json"],
      "csv(d) is the text of all rows; .output FILE writes answers into a file"
    ),
    (
      ["plot", "map", "show", "cluster", "explore"],
      #"strategy("grid"):frame(d, d:fit()):plot() draws clusters, live(d) shows a map"#
    ),
    (["hist", "histogram", "corr", "scatter"], "chart { series = { { x = ..., y = ... } } } draws values"),
  ]

  private static let ofColumns: Advice = [
    (["describe", "summary", "dtype"], "d.columns has types, ranges and missing values"),
    (["count", "size", "len", "length", "shape"], "#column is the number of values"),
    (
      ["value_counts", "distinct", "nunique", "counts"],
      #"d:group("column") has a row for each value, column:unique() has the values"#
    ),
    (["var", "variance"], "column:std() ^ 2 is the variance"), (["sd", "stddev"], "column:std()"),
    (["head", "first", "iloc", "limit"], "column:slice(1, 5) has the first values"),
    (["tail", "last"], "column:slice(-5, -1) has the last values"),
    (
      ["nlargest", "top"],
      #"d:top(5, "column") has the points with the greatest values, d:top(5, "column", "group") those of each group"#
    ),
    (["between"], "column:ge(1) & column:le(3) is a mask"),
    (
      ["isna", "isnull", "missing", "notna", "dropna", "fillna"],
      #"d:where("column is not missing") takes the points with a value"#
    ),
    (["isin"], #"d:where("column in (1, 2)") takes the points with one of some values"#),
    (["map", "apply"], "arithmetic is of whole columns, as in column * 2 + 1"),
    (["round"], "(column + 0.5):floor() rounds"),
    (["plot", "hist", "histogram"], "chart { series = { { x = ..., y = ... } } } draws values"),
  ]

  private static let ofTexts: Advice = [
    (["count", "size", "len", "length"], "#texts is the number of texts"),
    (
      ["value_counts", "unique", "nunique", "counts", "table", "describe"],
      "texts:distinct() has each text with its count"
    ),
    (
      ["contains", "like", "str", "find", "search"], #"texts:has("park") is a mask of those that hold a text"#
    ),
    (
      ["startswith", "endswith", "starts_with", "ends_with"],
      #"texts:match("^New") is a mask of those that begin with a text, "City$" of those that end with it"#
    ),
    (["lower", "upper", "lowercase"], #"texts:has("park") is a mask whatever the case"#),
    (
      ["isna", "isnull", "notna", "dropna"],
      "texts:missing() is a mask of what is missing, ~texts:missing() of the rest"
    ),
    (["head", "first", "iloc", "tail"], "texts[1] is the first one"),
    (["sort", "order"], #"d:sort("column") orders the rows"#),
    (["group", "groupby"], #"d:group("column") has a row for each value"#),
    (
      ["sum", "mean", "max", "min", "std", "median", "quantile"],
      #"these are texts; dataset(file, { numbers = "column" }) reads what is not a number as missing"#
    ),
  ]

  private static let ofRows: Advice = [
    (["filter", "query", "having", "subset"], #"rows:where("count > 10") takes those of which it holds"#),
    (
      ["sort_values", "order_by", "orderby", "arrange", "order", "sortby"],
      #"rows:sort("count", { descending = true }) orders them"#
    ),
    (["limit", "take", "slice", "first", "iloc"], "rows:head(5) has the first, rows[1] is the first"),
    (["tail", "last"], "rows[#rows] is the last"),
    (
      ["nlargest", "nsmallest", "slice_max", "top_n", "idxmax"],
      #"rows:top(5, "count") has those with the greatest values, d:top(5, "column", "group") the points of each group"#
    ),
    (["mutate", "assign", "with_column"], "rows:derive { share = rows.count / 100 } adds columns"),
    (
      ["agg", "aggregate", "summarise", "summarize", "sum", "mean", "max", "min"],
      #"d:group("column", "other:sum,mean") aggregates, rows.column:sum() adds a column up"#
    ),
    (["group", "groupby", "group_by"], #"d:group({ "one", "other" }) groups by several columns at once"#),
    (
      ["to_csv", "write_csv", "csv", "write", "save"],
      "csv(rows) is their text; .output FILE writes answers into a file"
    ),
    (["plot", "hist", "barplot"], "chart { series = { { x = rows.one, y = rows.other } } } draws columns"),
    (["len", "length", "size", "nrow", "shape"], "#rows is their number"),
  ]

  /// The message for a key that an object does not have; nil for an index past the end of a list, which ends
  /// Lua's loops.
  static func message(_ object: LuaUserdata, _ key: LuaValue) -> String? {
    let owner = object.className
    if let name = key.string { return message(owner, name, object.knownMembers) }
    guard object.hasElements else {
      if let points = object.object(as: PointsObject.self), key.integer != nil {
        return "points are columns: x of point \(shown(key)) is points.x[\(shown(key))]; "
          + "there are \(counted(points.indices.count, "point"))"
      }
      return
        "a value of type \(owner) has no [\(shown(key))]; it has: \(object.members.joined(separator: ", "))"
    }
    if let index = key.integer, index >= 1 { return nil }
    let advice = key.userdata == nil ? "" : "; filter(mask) and take(indices) choose several"
    return "[\(shown(key))] of a value of type \(owner): an index is a whole number from 1\(advice)"
  }

  private static func shown(_ key: LuaValue) -> String {
    key.number.map { "\(ParameterValue.number($0))" } ?? key.boolean.map { "\($0)" } ?? key.typeName
  }

  static func message(variable name: String, _ known: [String]) -> String {
    let near = Suggestion.closest(to: name, among: known)
    return "unknown variable '\(name)'" + (near.map { " (did you mean '\($0)'?)" } ?? "")
  }
}

extension LuaUserdata {
  var knownMembers: [String] { members + (object(as: DatasetObject.self)?.columnNames ?? []) }
}

/// Makes tables of fields for plugins, in which any other name is an error. The metatable is made once.
struct RecordMaker {
  private let lua: LuaState
  private let refusal: LuaTable

  /// Makes records in a state; messages call them by a name.
  init(_ owner: String, in lua: LuaState) throws {
    self.lua = lua
    refusal = try lua.makeRefusal { UnknownName.message(owner, $0, $1) }
  }

  func callAsFunction(_ fields: [String: some LuaPushable]) throws -> LuaTable {
    let table = lua.makeTable()
    for (name, value) in fields { try table.set(name, value) }
    try table.setMetatable(refusal)
    return table
  }
}
