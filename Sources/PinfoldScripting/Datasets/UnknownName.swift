import Lua
import Pinfold
import PinfoldColumns

/// Messages about unknown names, most of which are typos.
enum UnknownName {
  static func message(_ owner: String, _ name: String, _ known: [String]) -> String {
    let isTable = ["dataset", "column", "texts"].contains(owner)
    let advice = isTable ? elsewhere.first { $0.names.contains(name) }.map { "; \($0.advice)" } : nil
    return "\(owner) has no '\(name)'" + (advice ?? Suggestion.clause(for: name, among: known))
  }

  /// The methods of data frames elsewhere, and what does the same here to a dataset `d`.
  private static let elsewhere: [(names: Set<String>, advice: String)] = [
    (["describe", "summary", "dtypes", "schema", "str"], "d.columns has types, ranges and missing values"),
    (
      ["shape", "size", "len", "length", "count", "nrow", "nrows"],
      "#d is the number of points, d.columns has the columns"
    ),
    (
      [
        "value_counts", "groupby", "group_by", "agg", "aggregate", "unique", "nunique", "summarise",
        "summarize",
      ],
      #"d:group("column") has a row for each value, with counts and means"#
    ),
    (["iloc", "loc", "at", "row"], "d[1] is the first row"),
    (["tail", "nlargest", "nsmallest"], #"d:sort("column", { descending = true }):head(5) are the largest"#),
    (["sort_values", "order_by", "orderby", "arrange"], #"d:sort("column") orders the rows"#),
    (["query", "loc", "subset"], #"d:where("population > 1000") takes the rows of which it holds"#),
    (["drop", "drop_column"], #"d:select { "column" } keeps some columns"#),
    (["rename", "assign", "mutate", "with_column"], #"d:derive { name = d.column * 2 } adds columns"#),
    (["merge", "left_join"], #"d:join(other, "column") adds the columns of another dataset"#),
    (["to_csv", "write_csv", "write", "save"], "csv(d:head(#d)) is the text of all rows"),
    (["plot", "map", "show"], #"strategy("grid"):frame(d, d:fit()):plot() draws clusters"#),
    (["hist", "histogram"], "chart { series = { { x = ..., y = ... } } } draws values"),
  ]

  /// What is wrong with a key that an object does not have; nil for an index past the end of a list, at which
  /// Lua's loops end.
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

/// Makes tables of fields as plugins get them: any other name is an error. What tells so is made once.
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
