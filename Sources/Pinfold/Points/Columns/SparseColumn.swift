/// A type of elements of a ``SparseColumn``, with a sentinel for missing values.
public protocol SparseElement {
  /// Creates the sentinel. Not a static member: `.missing` where an optional is expected would be `nil`.
  init(missing: Void)

  /// Whether this is the sentinel.
  var isMissing: Bool { get }
}

extension Double: SparseElement {
  /// Creates NaN.
  @inlinable
  public init(missing: Void) { self = .nan }

  /// Whether this is NaN.
  @inlinable
  public var isMissing: Bool { isNaN }
}

extension Int64: SparseElement {
  /// The least number, which no column of integers can hold as a value.
  public static var missing: Int64 { .min }

  /// Creates the least number.
  @inlinable
  public init(missing: Void) { self = .min }

  /// Whether this is the least number.
  @inlinable
  public var isMissing: Bool { self == .min }
}

extension SparseColumn<Int64> {
  /// Whether all numbers are small enough for a `Double` to distinguish neighbors.
  package var isExactInDoubles: Bool { present.allSatisfy { $0.element.magnitude <= 1 << 53 } }
}

extension Optional: SparseElement {
  /// Creates `nil`.
  public init(missing: Void) { self = nil }

  /// Whether this is `nil`.
  public var isMissing: Bool { if case .none = self { true } else { false } }
}

/// A column whose memory is proportional to its present values: data whose rows have their own keys have as
/// many columns as rows.
///
/// If at least a quarter of the rows have a value, the column is an array, and access is O(1). Otherwise it
/// is a sorted list of the *k* rows with a value, and access is O(log *k*).
public struct SparseColumn<Element: SparseElement>: RandomAccessCollection {
  /// The elements of the first rows, or of `rows` if it is not nil; rows after the last have no value.
  @usableFromInline var elements: [Element] = []

  /// The rows with a value, ascending; nil if the elements are those of the first rows.
  @usableFromInline var rows: [Int]?

  @usableFromInline var rowCount = 0
  @usableFromInline var valueCount = 0

  /// Creates a column without rows.
  public init() {}

  /// Creates a column of elements, one per row.
  ///
  /// - Complexity: O(*n*).
  public init(_ elements: [Element]) {
    let present = elements.count(where: { !$0.isMissing })
    if present * Self.leastShare >= elements.count {
      self.elements = elements
      (rowCount, valueCount) = (elements.count, present)
    } else {
      for element in elements { append(element) }
    }
  }

  /// Creates a column of its parts.
  init(elements: [Element], rows: [Int]?, rowCount: Int) {
    (self.elements, self.rows, self.rowCount) = (elements, rows, rowCount)
    valueCount = elements.count(where: { !$0.isMissing })
  }

  var byteCount: Int {
    elements.count * MemoryLayout<Element>.stride + (rows?.count ?? 0) * MemoryLayout<Int>.stride
  }

  /// The number of rows.
  public var count: Int { rowCount }

  /// The number of rows with a value.
  public var presentCount: Int { valueCount }

  /// The first row.
  public var startIndex: Int { 0 }

  /// One past the last row.
  public var endIndex: Int { rowCount }

  /// The element of a row; ``SparseElement/isMissing`` if it has no value.
  @inlinable
  public subscript(row: Int) -> Element {
    precondition(row >= 0 && row < rowCount, "row out of range")
    guard let rows else { return row < elements.count ? elements[row] : Element(missing: ()) }
    return Self.position(of: row, in: rows).map { elements[$0] } ?? Element(missing: ())
  }

  /// The rows with a value, in order, with their elements.
  ///
  /// - Complexity: O(*k*) to iterate, where *k* is ``presentCount``.
  public var present: Present { Present(column: self) }

  /// The rows of a column with a value, in order, with their elements.
  public struct Present: Sequence, IteratorProtocol {
    @usableFromInline let column: SparseColumn
    @usableFromInline var position = 0

    init(column: SparseColumn) { self.column = column }

    @inlinable
    public mutating func next() -> (row: Int, element: Element)? {
      while position < column.elements.count {
        defer { position += 1 }
        let element = column.elements[position]
        if !element.isMissing { return (column.rows?[position] ?? position, element) }
      }
      return nil
    }
  }

  @usableFromInline
  static func position(of row: Int, in rows: [Int]) -> Int? {
    var (low, high) = (0, rows.count)
    while low < high {
      let middle = (low + high) / 2
      if rows[middle] < row { low = middle + 1 } else { high = middle }
    }
    return low < rows.count && rows[low] == row ? low : nil
  }
}

extension SparseColumn: Sendable where Element: Sendable {}

// MARK: Growing

extension SparseColumn {
  /// An array has a value in at least one of this many rows.
  @usableFromInline static var leastShare: Int { 4 }

  /// Adds a row.
  ///
  /// - Complexity: O(1) amortized.
  @inlinable
  public mutating func append(_ element: Element) {
    rowCount += 1
    if element.isMissing { return }
    valueCount += 1
    if rows == nil && rowCount > Self.leastShare * valueCount { makeSparse() }
    if rows == nil {
      while elements.count < rowCount - 1 { elements.append(Element(missing: ())) }
    } else {
      rows?.append(rowCount - 1)
    }
    elements.append(element)
    // Twice the threshold of `makeSparse`, so that columns do not alternate between the two.
    if rows != nil && rowCount <= Self.leastShare / 2 * valueCount { makeDense() }
  }

  /// Reserves memory for more rows with the same share of values.
  package mutating func makeRoom(for more: Int) {
    if rows == nil, Self.leastShare * valueCount >= rowCount { elements.makeRoom(for: more) }
  }

  /// Appends rows without a value.
  @inlinable
  public mutating func appendMissing(_ rows: Int = 1) { rowCount += rows }

  /// Appends the rows of another column; `transform` must not return the sentinel.
  @inlinable
  package mutating func append(_ other: Self, _ transform: (Element) -> Element = { $0 }) {
    if rows == nil, other.rows == nil, elements.count == rowCount {
      elements.reserveCapacity(rowCount + other.elements.count)
      for element in other.elements { elements.append(element.isMissing ? element : transform(element)) }
      rowCount += other.rowCount
      valueCount += other.valueCount
      return
    }
    let start = count
    for (row, element) in other.present {
      appendMissing(start + row - count)
      append(transform(element))
    }
    appendMissing(start + other.count - count)
  }

  /// Applies a function to the present values, in order; it must not return the sentinel.
  package func converted<Other>(_ transform: (Element) -> Other) -> SparseColumn<Other> {
    var result = SparseColumn<Other>()
    result.elements = elements.map { $0.isMissing ? Other(missing: ()) : transform($0) }
    (result.rows, result.rowCount, result.valueCount) = (rows, rowCount, valueCount)
    return result
  }

  @usableFromInline
  mutating func makeSparse() {
    let present = elements.indices.filter { !elements[$0].isMissing }
    elements = present.map { elements[$0] }
    rows = present
  }

  @usableFromInline
  mutating func makeDense() {
    guard let rows, let last = rows.last else { return }
    var dense = [Element](repeating: Element(missing: ()), count: last + 1)
    for (row, element) in zip(rows, elements) { dense[row] = element }
    elements = dense
    self.rows = nil
  }
}

// MARK: Reordering

extension SparseColumn {
  /// The column with the element of row `order[i]` at `i`.
  ///
  /// - Parameters:
  ///   - order: old rows without repetition.
  ///   - inverse: the new row of each old one; `UInt32.max` if it is omitted.
  /// - Complexity: O(*n*) for an array, O(*k* log *k*) for a list of *k* values.
  func reordered(by order: [UInt32], inverse: [UInt32]) -> Self {
    if rows == nil { return Self(order.map { self[Int($0)] }) }
    var moved: [(row: Int, element: Element)] = []
    moved.reserveCapacity(presentCount)
    for (row, element) in present {
      if inverse[row] != .max { moved.append((Int(inverse[row]), element)) }
    }
    moved.sort { $0.row < $1.row }
    var result = Self()
    for (row, element) in moved {
      result.appendMissing(row - result.count)
      result.append(element)
    }
    result.appendMissing(order.count - result.count)
    return result
  }
}

extension SparseColumn: Equatable where Element: Equatable {
  /// Whether two columns have equal elements, regardless of their storage.
  public static func == (left: Self, right: Self) -> Bool { left.elementsEqual(right) }
}

extension SparseColumn: ExpressibleByArrayLiteral {
  /// Creates a column of elements, one per row.
  public init(arrayLiteral elements: Element...) { self.init(elements) }
}
