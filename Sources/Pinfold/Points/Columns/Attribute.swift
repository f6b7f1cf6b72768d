/// A named column of whatever else the data says about its points.
public struct Attribute: Sendable {
  /// The name of the attribute that holds labels which clusters are compared with.
  package static let truth = "truth"

  /// The column's name in the data.
  public var name: String

  /// One value a point.
  public var values: Values

  /// The values of an attribute, by type.
  public enum Values: Sendable {
    /// Numbers; a missing one is NaN.
    case numbers(SparseColumn<Double>)

    /// Truth values; nil where missing.
    case booleans(SparseColumn<Bool?>)

    /// Texts; nil where missing.
    case texts(TextColumn)

    /// Numbers, one a point; a missing one is NaN.
    public static func numbers(_ values: [Double]) -> Self { .numbers(SparseColumn(values)) }

    /// Truth values, one a point; nil where missing.
    public static func booleans(_ values: [Bool?]) -> Self { .booleans(SparseColumn(values)) }

    /// The number of values, missing ones counted.
    public var count: Int {
      switch self {
      case .numbers(let values): values.count
      case .booleans(let values): values.count
      case .texts(let column): column.count
      }
    }

    /// The memory that the column takes, in bytes, texts not counted.
    var byteCount: Int {
      switch self {
      case .numbers(let values): values.byteCount
      case .booleans(let values): values.byteCount
      case .texts(let column): column.byteCount
      }
    }

    /// The type.
    package var kind: AttributeKind {
      switch self {
      case .numbers: .number
      case .booleans: .boolean
      case .texts: .text
      }
    }

    /// The rows that hold a value, rising.
    ///
    /// - Complexity: O(*k*), where *k* is their number.
    package var presentRows: [Int] {
      switch self {
      case .numbers(let values): values.present.map(\.row)
      case .booleans(let values): values.present.map(\.row)
      case .texts(let column): column.presentRows
      }
    }

    /// Adds values at the end if they are of the same type, and returns whether they are.
    @discardableResult
    mutating func append(_ others: Values) -> Bool {
      switch (self, others) {
      case (.numbers(var column), .numbers(let more)):
        column.append(more)
        self = .numbers(column)
      case (.booleans(var column), .booleans(let more)):
        column.append(more)
        self = .booleans(column)
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
      case .numbers(var column):
        column.appendMissing(count)
        self = .numbers(column)
      case .booleans(var column):
        column.appendMissing(count)
        self = .booleans(column)
      case .texts(var column):
        column.appendMissing(count)
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
