/// A range of versions, as "0.2.0" for that one and later ones, or ">=0.2.0 <1.0.0".
struct VersionRange {
  private let bounds: [(isLower: Bool, version: [Int])]

  /// Reads a range; nil for a text that is none.
  init?(_ text: String) {
    var bounds: [(isLower: Bool, version: [Int])] = []
    for word in text.split(separator: " ") {
      let isUpper = word.hasPrefix("<")
      let number = word.hasPrefix(">=") ? word.dropFirst(2) : isUpper ? word.dropFirst() : word
      guard let version = Self.numbers(number) else { return nil }
      bounds.append((!isUpper, version))
    }
    if bounds.isEmpty { return nil }
    self.bounds = bounds
  }

  /// Whether it has a version; what follows a hyphen or a plus sign is not looked at.
  func contains(_ text: String) -> Bool {
    guard let version = Self.numbers(text.prefix { $0 != "-" && $0 != "+" }) else { return false }
    return bounds.allSatisfy { $0.isLower != version.lexicographicallyPrecedes($0.version) }
  }

  /// One to three numbers, as in "1.2"; missing ones are 0.
  private static func numbers(_ text: Substring) -> [Int]? {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { part in part.allSatisfy(\.isNumber) ? Int(part) : nil }
    guard numbers.count == parts.count, (1...3).contains(parts.count) else { return nil }
    return numbers + [Int](repeating: 0, count: 3 - numbers.count)
  }
}
