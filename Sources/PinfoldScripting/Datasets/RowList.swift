package import Lua
package import Pinfold

/// Tables with the order of their columns, as a list whose field `columns` names these and that has the
/// methods of rows.
struct TableList<Tables: RandomAccessCollection>: LuaPushable where Tables.Element: LuaPushable {
  let columns: [String]
  let tables: Tables

  func pushResults(to call: LuaCall) throws -> Int32 {
    try call.push(tables, fields: ["columns": columns], metatable: RowLists.kind)
  }

  // Where the memory limit ends the list, it ends the call too.
  func push(to call: LuaCall) { _ = try? pushResults(to: call) }
}

extension TableList<[LuaFields]> {
  /// Rows with their elements in the order of the columns.
  init(columns: [String], rows: [[LuaValue]]) {
    self.init(columns: columns, tables: rows.map { LuaFields(zip(columns, $0)) })
  }
}

/// Rows with the order of their columns, as a list of tables.
typealias RowList = TableList<[LuaFields]>

/// The common part of all lists of rows.
enum RowLists {
  /// Their name in the reference, and that of their metatable in a state.
  static let kind = "rows"

  /// A count and the name of a column, in either order.
  static func arguments(
    _ first: LuaValue, _ second: LuaValue, at argument: Int
  ) throws -> (count: Int?, column: String?) {
    let isSwapped = first.string != nil || second.integer != nil
    let (count, column) = isSwapped ? (second, first) : (first, second)
    guard count.isNil || count.integer != nil else {
      throw LuaArgumentError(
        argument + (isSwapped ? 1 : 0), "a number of rows expected, got \(count.typeName)")
    }
    guard column.isNil || column.string != nil else {
      throw LuaArgumentError(
        argument + (isSwapped ? 0 : 1), "the name of a column expected, got \(column.typeName)")
    }
    return (count.integer, column.string)
  }
}

extension [Int] {
  /// The first few of each group, in their order; the groups in that of their first.
  func first(_ count: Int, per group: (Int) -> String?) -> [Int] {
    var groups: [[Int]] = []
    var places: [ExactText?: Int] = [:]
    for element in self {
      let key = group(element).map { ExactText($0) }
      if let place = places[key] {
        if groups[place].count < count { groups[place].append(element) }
      } else {
        places[key] = groups.count
        groups.append(count > 0 ? [element] : [])
      }
    }
    return groups.flatMap(\.self)
  }
}

extension [String] {
  /// The names with one of them behind the first, where it is seen on a narrow screen too.
  func showing(_ name: String) -> [String] {
    guard let first, name != first, contains(name) else { return self }
    return [first, name] + dropFirst().filter { $0 != name }
  }
}

extension Node: LuaPushable {
  /// Pushes the value as scripts see it; an object is nothing to them.
  package func push(to call: LuaCall) {
    switch value {
    case .null, .object: LuaValue.nil.push(to: call)
    case .flag(let flag): flag.push(to: call)
    case .integer(let number): number.push(to: call)
    case .number(let number): number.push(to: call)
    case .text(let text), .word(let text): text.push(to: call)
    case .list(let nodes): nodes.push(to: call)
    case .table(let members): Dictionary(members.map { ($0.name, $0.value) }) { $1 }.push(to: call)
    }
  }
}
