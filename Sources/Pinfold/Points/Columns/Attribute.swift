/// A named column of whatever else the data says about its points.
public struct Attribute: Sendable {
  /// The column's name in the data.
  public var name: String

  /// One value a point.
  public var values: Values

  /// The values of an attribute, by type.
  public enum Values: Sendable {
    /// Numbers; a missing one is NaN.
    case numbers([Double])

    /// Truth values; nil where missing.
    case booleans([Bool?])

    /// Texts; nil where missing.
    case texts(TextColumn)

    /// The number of values.
    public var count: Int {
      switch self {
      case .numbers(let values): values.count
      case .booleans(let values): values.count
      case .texts(let column): column.count
      }
    }

    /// Adds values at the end if they are of the same type, and returns whether they are.
    @discardableResult
    mutating func append(_ others: Values) -> Bool {
      switch (self, others) {
      case (.numbers(let values), .numbers(let more)): self = .numbers(values + more)
      case (.booleans(let values), .booleans(let more)): self = .booleans(values + more)
      case (.texts(var column), .texts(let more)):
        column.append(more)
        self = .texts(column)
      default: return false
      }
      return true
    }

    /// Adds missing values at the end.
    mutating func appendMissing(_ count: Int) {
      switch self {
      case .numbers(let values): self = .numbers(values + [Double](repeating: .nan, count: count))
      case .booleans(let values): self = .booleans(values + [Bool?](repeating: nil, count: count))
      case .texts(var column):
        for _ in 0..<count { column.appendMissing() }
        self = .texts(column)
      }
    }
  }

  /// Names a column.
  public init(name: String, values: Values) {
    self.name = name
    self.values = values
  }
}

/// Texts end to end in one buffer, so that a million of them are two allocations.
public struct TextColumn: Sendable {
  private var bytes: [UInt8] = []
  private var ends: [UInt32] = []
  private var missing: Set<Int> = []

  /// Creates an empty column.
  public init() {}

  /// The number of texts, missing ones counted.
  public var count: Int { ends.count }

  /// Adds a text, given as UTF-8, at the end; invalid bytes are repaired when the text is read.
  ///
  /// - Precondition: all texts together hold less than 4 GiB.
  public mutating func append(utf8: UnsafeBufferPointer<UInt8>) {
    bytes.append(contentsOf: utf8)
    ends.append(UInt32(bytes.count))
  }

  /// Adds a text at the end.
  public mutating func append(_ text: String) {
    bytes.append(contentsOf: text.utf8)
    ends.append(UInt32(bytes.count))
  }

  /// Adds a missing value at the end.
  public mutating func appendMissing() {
    missing.insert(ends.count)
    ends.append(UInt32(bytes.count))
  }

  /// Adds the texts of another column at the end.
  ///
  /// - Precondition: all texts together hold less than 4 GiB.
  mutating func append(_ other: TextColumn) {
    let (start, first) = (UInt32(bytes.count), ends.count)
    bytes += other.bytes
    ends += other.ends.map { start + $0 }
    missing.formUnion(other.missing.map { first + $0 })
  }

  /// The text at an index; nil where it is missing.
  public subscript(index: Int) -> String? { utf8(at: index).map { String(decoding: $0, as: UTF8.self) } }

  /// The bytes of the text at an index, not copied; nil where it is missing.
  func utf8(at index: Int) -> ArraySlice<UInt8>? {
    if missing.contains(index) { return nil }
    let start = index == 0 ? 0 : Int(ends[index - 1])
    return bytes[start..<Int(ends[index])]
  }

  /// The same texts in another order: the text at `i` is this column's text at `order[i]`.
  func reordered(by order: [UInt32]) -> TextColumn {
    var result = TextColumn()
    result.bytes.reserveCapacity(bytes.count)
    result.ends.reserveCapacity(order.count)
    for index in order.lazy.map(Int.init) {
      if missing.contains(index) {
        result.appendMissing()
      } else {
        let start = index == 0 ? 0 : Int(ends[index - 1])
        result.bytes.append(contentsOf: bytes[start..<Int(ends[index])])
        result.ends.append(UInt32(result.bytes.count))
      }
    }
    return result
  }
}
