extension APIReference {
  /// The entry of a global function.
  static func function(_ name: String) -> APIEntry? { functions.first { $0.name == name } }

  /// The entry of a function that plugins alone have, and functions of the shell that are given as one.
  static func pluginOnlyFunction(_ name: String) -> APIEntry? {
    pluginOnlyFunctions.first { $0.name == name }
  }

  /// The fields and methods of a kind of object.
  static func members(of object: String) -> [APIEntry] {
    (objects.first { $0.name == object }?.members ?? []).filter { $0.kind != .operation }
  }

  /// A field or method of a kind of object.
  static func member(_ name: String, of object: String) -> APIEntry? {
    members(of: object).first { $0.name == name }
  }
}

extension APIEntry {
  /// One line: how it is written without its owner, and what it does.
  var line: String {
    kind == .field ? summary : "\(name)(\(parameters.map(\.name).joined(separator: ", "))): \(summary)"
  }

  /// The kind of object that a call returns; nil where it returns none.
  var resultObject: String? {
    results.first.flatMap { result in APIReference.objects.first { $0.name == result }?.name }
  }
}

/// Reads types in the notation of LuaCATS for completion.
enum TypeNotation {
  /// The quoted words in it.
  static func words(of type: String) -> [String] {
    type.split(separator: "\"", omittingEmptySubsequences: false).enumerated().filter { $0.offset % 2 == 1 }
      .map { String($0.element) }
  }

  /// The table with known fields that it names.
  static func table(of type: String) -> APIEntry? {
    let names = type.split { !$0.isLetter }.map(String.init)
    return APIReference.tables.first { names.contains($0.name) }
  }
}
