import Lua
import Pinfold

/// What a script puts beside a strategy's parameters: `representative`, `limits` and `separate`, the steps that come
/// after every strategy.
struct ClustererSteps {
  private let representative: (any RepresentativeSelection)?
  private let limits: MergeLimits
  private let separation: Separation?

  /// The names by which scripts give them.
  static let names = ["representative", "limits", "separate"]

  /// Takes the steps out of a table; what is left are the strategy's parameters.
  init(taking table: inout [String: LuaValue], _ scope: ScriptScope) throws {
    representative = try Self.representative(table.removeValue(forKey: "representative"), scope)
    limits = try Self.limits(table.removeValue(forKey: "limits"))
    separation = try Self.separation(table.removeValue(forKey: "separate"))
  }

  /// A strategy with the steps after it.
  func clusterer(_ strategy: any ClusteringStrategy) -> Clusterer {
    Clusterer(strategy, representative: representative, limits: limits, separation: separation)
  }

  /// A representative by name, or by `{ name = …, … }` with its parameters.
  private static func representative(
    _ value: LuaValue?, _ scope: ScriptScope
  ) throws -> (any RepresentativeSelection)? {
    guard let value, !value.isNil else { return nil }
    if let name = value.string { return try scope.registry.find(name, kind: .representative)() }
    guard var parameters = try value.namedEntries else {
      throw mistake("representative", value, takes: "a name, or a table with name and parameters")
    }
    let name = parameters.removeValue(forKey: "name")?.string ?? ""
    let registration = try scope.registry.find(name, kind: .representative)
    return try registration(try parameters.parameterValues(of: registration.label))
  }

  private static func limits(_ value: LuaValue?) throws -> MergeLimits {
    guard let value, !value.isNil else { return MergeLimits() }
    guard let parameters = try value.namedEntries else {
      throw mistake("limits", value, takes: "a table with minPoints and maxZoom")
    }
    return try MergeLimits(try parameters.parameterValues(of: "'limits'"), owner: "'limits'")
  }

  private static func separation(_ value: LuaValue?) throws -> Separation? {
    guard let value, !value.isNil else { return nil }
    if let flag = value.boolean { return flag ? Separation() : nil }
    guard let parameters = try value.namedEntries else {
      throw mistake("separate", value, takes: "true, or a table of parameters")
    }
    return try Separation(try parameters.parameterValues(of: "'separate'"), owner: "'separate'")
  }

  private static func mistake(_ key: String, _ value: LuaValue, takes expected: String) -> LuaError {
    LuaError(.runtime, "'\(key)' is a \(value.typeName); it takes \(expected)")
  }
}

extension LuaValue {
  /// A table's entries by name; nil for what is no table.
  fileprivate var namedEntries: [String: LuaValue]? {
    get throws {
      guard let table else { return nil }
      var entries: [String: LuaValue] = [:]
      for (key, value) in try table.entries { entries[key.string ?? key.typeName] = value }
      return entries
    }
  }
}
