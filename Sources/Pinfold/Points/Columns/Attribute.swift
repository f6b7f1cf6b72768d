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

    /// Whole numbers, exact where a `Double` would round them; a missing one is `Int64.min`.
    case integers(SparseColumn<Int64>)

    /// Truth values; nil where missing.
    case booleans(SparseColumn<Bool?>)

    /// Texts; nil where missing.
    case texts(TextColumn)

    /// Numbers, one a point; a missing one is NaN.
    public static func numbers(_ values: [Double]) -> Self { .numbers(SparseColumn(values)) }

    /// Whole numbers, one a point; a missing one is `Int64.min`.
    public static func integers(_ values: [Int64]) -> Self { .integers(SparseColumn(values)) }

    /// Truth values, one a point; nil where missing.
    public static func booleans(_ values: [Bool?]) -> Self { .booleans(SparseColumn(values)) }

    /// The number of values, missing ones counted.
    public var count: Int {
      switch self {
      case .numbers(let values): values.count
      case .integers(let values): values.count
      case .booleans(let values): values.count
      case .texts(let column): column.count
      }
    }

    /// The memory that the column takes, in bytes, texts not counted.
    var byteCount: Int {
      switch self {
      case .numbers(let values): values.byteCount
      case .integers(let values): values.byteCount
      case .booleans(let values): values.byteCount
      case .texts(let column): column.byteCount
      }
    }

    /// The type.
    package var kind: AttributeKind {
      switch self {
      case .numbers, .integers: .number
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
      case .integers(let values): values.present.map(\.row)
      case .booleans(let values): values.present.map(\.row)
      case .texts(let column): column.presentRows
      }
    }

    /// The numbers, rounded where a `Double` cannot hold them: for sums and comparisons of size, never for
    /// keys. nil for values of other types.
    package var rounded: SparseColumn<Double>? {
      switch self {
      case .numbers(let values): values
      case .integers(let values): values.converted { Double($0) }
      case .booleans, .texts: nil
      }
    }

    /// The numbers where a `Double` holds every one; nil otherwise.
    private var doubles: Values? {
      if case .integers(let values) = self, !values.isExactInDoubles {
        return nil
      }
      return rounded.map { .numbers($0) }
    }

    /// Adds values at the end if they are of the same type, and returns whether they are.
    ///
    /// Whole numbers and others become one column of `Double` where that changes none of them.
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

    /// Whether two columns are stored in one way.
    func isAlike(_ other: Values) -> Bool {
      switch (self, other) {
      case (.numbers, .numbers), (.integers, .integers), (.booleans, .booleans), (.texts, .texts): true
      default: false
      }
    }

    /// Adds missing values at the end.
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

  /// Names a column.
  public init(name: String, values: Values) {
    self.name = name
    self.values = values
  }
}

extension Double {
  /// Whether this is a whole number that is told from its neighbors.
  fileprivate var isExactlyWhole: Bool { self == rounded() && magnitude <= 0x1p53 }
}
