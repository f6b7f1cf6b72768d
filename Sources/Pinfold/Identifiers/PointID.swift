/// The id of a point, unique in its set: an integer or a string.
///
/// Ids keep their type: `7` and `"7"` are different points. Integers are ordered by value and strings by
/// their UTF-8 bytes; a set with both is ordered by the bytes of the text of each id. Strings are equal if
/// their bytes are, unlike Swift's strings.
public enum PointID: Hashable, Sendable, CustomStringConvertible {
  case integer(Int64)
  case text(String)

  /// The id as text, without quotes.
  public var description: String {
    switch self {
    case .integer(let value): String(value)
    case .text(let value): value
    }
  }

  public static func == (a: PointID, b: PointID) -> Bool {
    switch (a, b) {
    case (.integer(let a), .integer(let b)): a == b
    case (.text(let a), .text(let b)): ExactText(a) == ExactText(b)
    default: false
    }
  }

  public func hash(into hasher: inout Hasher) {
    switch self {
    case .integer(let value):
      hasher.combine(value)
    case .text(let value): hasher.combine(ExactText(value))
    }
  }
}

/// The id column of a point set.
public enum PointIDs: Sendable, Equatable {
  /// Integers.
  case integers([Int64])

  /// Strings.
  case texts([String])

  /// Integers and strings.
  case mixed([PointID])

  /// Creates a column, of integers or strings alone if all ids are.
  public init(_ ids: [PointID]) {
    var integers: [Int64] = []
    var texts: [String] = []
    for id in ids {
      switch id {
      case .integer(let value): integers.append(value)
      case .text(let value): texts.append(value)
      }
    }
    if integers.count == ids.count {
      self = .integers(integers)
    } else if texts.count == ids.count {
      self = .texts(texts)
    } else {
      self = .mixed(ids)
    }
  }

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

  /// Whether two columns hold the same ids, regardless of their storage.
  public static func == (a: PointIDs, b: PointIDs) -> Bool {
    a.count == b.count && (0..<a.count).allSatisfy { a[$0] == b[$0] }
  }
}

extension PointIDs {
  /// The column as integers or strings alone, if all ids are.
  var normalised: PointIDs {
    if case .mixed(let ids) = self { PointIDs(ids) } else { self }
  }

  var isMixed: Bool { if case .mixed = self { true } else { false } }

  /// Whether both columns hold integers alone, or strings alone.
  func isAlike(_ other: PointIDs) -> Bool {
    switch (self, other) {
    case (.integers, .integers), (.texts, .texts): true
    default: false
    }
  }

  func joined(with others: PointIDs) -> PointIDs {
    switch (self, others) {
    case (.integers(let ids), .integers(let more)): .integers(ids + more)
    case (.texts(let ids), .texts(let more)): .texts(ids + more)
    default: PointIDs((0..<count).map { self[$0] } + (0..<others.count).map { others[$0] })
    }
  }
}
