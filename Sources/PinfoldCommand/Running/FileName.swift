/// What the names of files say.
enum FileName {
  /// What the name of a file ends in, in small letters, without `.gz`; nil where it ends in nothing.
  static func ending(of path: String) -> String? {
    var parts = (path.split(separator: "/").last ?? "").split(
      separator: ".", omittingEmptySubsequences: false
    )
    .dropFirst()
    if parts.last?.lowercased() == packed { parts.removeLast() }
    return parts.last.flatMap { $0.isEmpty ? nil : $0.lowercased() }
  }

  /// Whether the name of a file says that it is packed by gzip.
  static func isPacked(_ path: String) -> Bool { path.lowercased().hasSuffix("." + packed) }

  private static let packed = "gz"
}
