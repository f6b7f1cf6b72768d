/// The name of one point, unique in its set: a whole number or a text.
///
/// Ids keep their type: `7` and `"7"` are different points. Numbers order by value and texts by their UTF-8
/// bytes; in a set that holds both, every id orders by the bytes of its text. Texts are equal if their bytes
/// are: unlike Swift's strings, "é" in one code point and in two are different ids.
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
  /// Whole numbers.
  case integers([Int64])

  /// Texts.
  case texts([String])

  /// Both kinds in one set.
  case mixed([PointID])

  /// A column of whole numbers or of texts where all ids are.
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

  /// Whether two columns hold the same ids, however they are stored.
  public static func == (a: PointIDs, b: PointIDs) -> Bool {
    a.count == b.count && (0..<a.count).allSatisfy { a[$0] == b[$0] }
  }
}

extension PointIDs {
  /// The ids as numbers or texts if all are.
  var normalised: PointIDs {
    if case .mixed(let ids) = self { PointIDs(ids) } else { self }
  }

  /// Whether the column holds numbers and texts.
  var isMixed: Bool { if case .mixed = self { true } else { false } }

  /// Whether two columns hold one kind of id alone, the same.
  func isAlike(_ other: PointIDs) -> Bool {
    switch (self, other) {
    case (.integers, .integers), (.texts, .texts): true
    default: false
    }
  }

  /// These ids, then others.
  func joined(with others: PointIDs) -> PointIDs {
    switch (self, others) {
    case (.integers(let ids), .integers(let more)): .integers(ids + more)
    case (.texts(let ids), .texts(let more)): .texts(ids + more)
    default: PointIDs((0..<count).map { self[$0] } + (0..<others.count).map { others[$0] })
    }
  }
}
