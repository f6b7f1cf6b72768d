// JavaScript keeps the ids of features and gives points numbers, so that no id of the module is a string.

/// The id of a point.
public enum PointID: Hashable, Sendable, CustomStringConvertible {
  case integer(Int64)

  public var description: String {
    switch self {
    case .integer(let number): String(number)
    }
  }
}

/// The id column of a point set.
public enum PointIDs: Sendable, Equatable {
  case integers([Int64])

  /// A column of no other type is ever there but that of no points.
  static func mixed(_ ids: [PointID]) -> PointIDs { .integers([]) }

  var values: [Int64] {
    switch self {
    case .integers(let values): values
    }
  }

  public var count: Int { values.count }
  public subscript(index: Int) -> PointID { .integer(values[index]) }
  var normalised: PointIDs { self }
  var isMixed: Bool { false }
  func isAlike(_ other: PointIDs) -> Bool { true }
  func joined(with others: PointIDs) -> PointIDs { .integers(values + others.values) }
}
