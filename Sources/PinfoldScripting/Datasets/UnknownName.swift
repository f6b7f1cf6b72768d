import Lua
import Pinfold
import PinfoldColumns

/// Messages about unknown names, most of which are typos.
enum UnknownName {
  static func message(_ owner: String, _ name: String, _ known: [String]) -> String {
    "\(owner) has no '\(name)'"
      + (Hints.advice(on: name, of: owner).map { "; \($0)" } ?? clause(for: name, among: known))
  }

  /// The message for a name that a list of rows does not have.
  static func message(rows name: String, _ columns: [String], methods: [String]) -> String {
    let advice =
      Hints.advice(on: name, of: RowLists.kind).map { "; \($0)" }
      ?? Suggestion.closest(to: name, among: columns + methods).map { " (did you mean '\($0)'?)" }
      ?? "; its columns are: \(shortened(columns)); its methods: \(methods.joined(separator: ", "))"
    return "the list of rows has no '\(name)'" + advice
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
    return variable(name) + (near.map { " (did you mean '\($0)'?)" } ?? "")
  }

  static func variable(_ name: String) -> String { "unknown variable '\(name)'" }
}

extension LuaUserdata {
  var knownMembers: [String] { members + (object(as: DatasetObject.self)?.columnNames ?? []) }
}

/// Advice for those who know other tools, which `hints.txt` lists by what has the unknown name.
package enum Hints {
  private static let all: [String: [(left: String, advice: String)]] = {
    var all: [String: [(left: String, advice: String)]] = [:]
    var owner = ""
    for line in EmbeddedFile.text("hints").split(separator: "\n") where !line.hasPrefix("# ") {
      let parts = line.split(separator: " → ", maxSplits: 1).map(String.init)
      if parts.count == 1 { owner = String(line.dropFirst().dropLast()) }
      if parts.count == 2 { all[owner, default: []].append((parts[0], parts[1])) }
    }
    return all
  }()

  /// The advice for a name that an owner, as "dataset", "function" or "shell", does not have; nil where there
  /// is none.
  package static func advice(on name: String, of owner: String) -> String? {
    lines(of: owner).first { $0.left.split(separator: " ").contains { $0 == name } }?.advice
  }

  /// The lines of a section.
  static func lines(of section: String) -> [(left: String, advice: String)] { all[section] ?? [] }
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
