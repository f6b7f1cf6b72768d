/// The name of one point, unique in its set: a whole number or a text.
///
/// Ids keep their type: `7` and `"7"` are different points. Numbers order by value and texts by their UTF-8
/// bytes; in a set that holds both, every id orders by the bytes of its text. Texts are equal if their bytes are:
/// unlike Swift's strings, "é" in one code point and in two are different ids.
public enum PointID: Hashable, Sendable, CustomStringConvertible {
  case integer(Int64)
  case text(String)

  /// The id as it is printed, without quotes.
  public var description: String {
    switch self {
    case .integer(let value): String(value)
    case .text(let value): value
    }
  }

  public static func == (a: PointID, b: PointID) -> Bool {
    switch (a, b) {
    case (.integer(let a), .integer(let b)): a == b
    case (.text(let a), .text(let b)): a.utf8.elementsEqual(b.utf8)
    default: false
    }
  }

  public func hash(into hasher: inout Hasher) {
    switch self {
    case .integer(let value):
      hasher.combine(value)
    case .text(let value):
      for byte in value.utf8 { hasher.combine(byte) }
      // Ends the text, so that no text is the start of what is hashed next.
      hasher.combine(0xFF as UInt8)
    }
  }
}

/// The id column of a point set.
public enum PointIDs: Sendable, Equatable {
  /// Whole numbers.
  case integers([Int64])

  /// Texts.
  case texts([String])

  /// Both kinds in one set.
  case mixed([PointID])

  /// The number of ids.
  public var count: Int {
    switch self {
    case .integers(let values): values.count
    case .texts(let values): values.count
    case .mixed(let values): values.count
    }
  }

  /// The id at an index.
  public subscript(index: Int) -> PointID {
    switch self {
    case .integers(let values): .integer(values[index])
    case .texts(let values): .text(values[index])
    case .mixed(let values): values[index]
    }
  }

  /// Whether two columns hold the same ids, however they are stored.
  public static func == (a: PointIDs, b: PointIDs) -> Bool {
    a.count == b.count && (0..<a.count).allSatisfy { a[$0] == b[$0] }
  }
}
