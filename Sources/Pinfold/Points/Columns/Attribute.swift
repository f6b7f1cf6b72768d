/// A named column of further data of the points.
public struct Attribute: Sendable {
  /// The attribute with reference labels that clusters are compared with.
  package static let truth = "truth"

  /// The column's name in the data.
  public var name: String

  /// One value per point.
  public var values: Values

  /// The values of an attribute, by type.
  public enum Values: Sendable {
    /// Numbers; NaN if missing.
    case numbers(SparseColumn<Double>)

    /// Integers, exact where a `Double` would round them; `Int64.min` if missing.
    case integers(SparseColumn<Int64>)

    /// Booleans; nil if missing.
    case booleans(SparseColumn<Bool?>)

    /// Strings; nil if missing.
    case texts(TextColumn)

    /// Numbers, one per point; NaN if missing.
    public static func numbers(_ values: [Double]) -> Self { .numbers(SparseColumn(values)) }

    /// Integers, one per point; `Int64.min` if missing.
    public static func integers(_ values: [Int64]) -> Self { .integers(SparseColumn(values)) }

    /// Booleans, one per point; nil if missing.
    public static func booleans(_ values: [Bool?]) -> Self { .booleans(SparseColumn(values)) }

    /// The number of values, including missing ones.
    public var count: Int {
      switch self {
      case .numbers(let values): values.count
      case .integers(let values): values.count
      case .booleans(let values): values.count
      case .texts(let column): column.count
      }
    }

    /// The memory of the column in bytes, without strings.
    var byteCount: Int {
      switch self {
      case .numbers(let values): values.byteCount
      case .integers(let values): values.byteCount
      case .booleans(let values): values.byteCount
      case .texts(let column): column.byteCount
      }
    }

    package var kind: AttributeKind {
      switch self {
      case .numbers, .integers: .number
      case .booleans: .boolean
      case .texts: .text
      }
    }

    /// The rows with a value, ascending.
    ///
    /// - Complexity: O(*k*), where *k* is their number.
    package var presentRows: [Int] {
      switch self {
      case .numbers(let values): values.present.map { $0.row }
      case .integers(let values): values.present.map { $0.row }
      case .booleans(let values): values.present.map { $0.row }
      case .texts(let column): column.presentRows
      }
    }

    /// The numbers, rounded where a `Double` cannot represent them: for sums and comparisons, not for keys.
    /// nil for other types.
    package var rounded: SparseColumn<Double>? {
      switch self {
      case .numbers(let values): values
      case .integers(let values): values.converted { Double($0) }
      case .booleans, .texts: nil
      }
    }

    /// The numbers if a `Double` represents each of them; nil otherwise.
    private var doubles: Values? {
      if case .integers(let values) = self, !values.isExactInDoubles {
        return nil
      }
      return rounded.map { .numbers($0) }
    }

    /// Appends values if they are of the same type, and returns whether they are. Integers and other numbers
    /// become one column of `Double` if that changes none of them.
    @discardableResult
    mutating func append(_ others: Values) -> Bool {
      switch (self, others) {
      case (.integers(var column), .numbers(let more))
      where more.present.allSatisfy({ $0.element.isExactlyWhole }):
        column.append(more.converted { Int64($0) })
        self = .integers(column)
      case (.integers, .numbers):
        guard var column = doubles, column.append(others) else { return false }
        self = column
      case (.numbers, .integers):
        guard let others = others.doubles else { return false }
        return append(others)
      case (.integers(var column), .integers(let more)):
        column.append(more)
        self = .integers(column)
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

    /// Whether two columns have the same storage type.
    func isAlike(_ other: Values) -> Bool {
      switch (self, other) {
      case (.numbers, .numbers), (.integers, .integers), (.booleans, .booleans), (.texts, .texts): true
      default: false
      }
    }

    package mutating func appendMissing(_ count: Int) {
      switch self {
      case .numbers(var column):
        column.appendMissing(count)
        self = .numbers(column)
      case .integers(var column):
        column.appendMissing(count)
        self = .integers(column)
      case .booleans(var column):
        column.appendMissing(count)
        self = .booleans(column)
      case .texts(var column):
        column.appendMissing(count)
        self = .texts(column)
      }
    }
  }

  /// Creates a column.
  public init(name: String, values: Values) {
    self.name = name
    self.values = values
  }
}

extension Double {
  /// Whether this is an integer that a `Double` distinguishes from its neighbors.
  fileprivate var isExactlyWhole: Bool { self == rounded() && magnitude <= 0x1p53 }
}
