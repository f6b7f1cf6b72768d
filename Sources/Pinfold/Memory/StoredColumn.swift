/// Plain values that an array holds, or a file that is mapped into memory. Indices are checked in optimized
/// builds too.
struct StoredColumn<Element: BitwiseCopyable & Sendable>: RandomAccessCollection, Sendable {
  private enum Source: Sendable {
    case made([Element])
    case mapped(Mapped)
  }

  private final class Mapped: Sendable {
    let values: FrozenColumn<Element>
    private let copied = MadeOnce<[Element]>()

    init(_ values: FrozenColumn<Element>) { self.values = values }

    var array: [Element] {
      copied.value { [Element](count: values.count) { $0.copy(values.column) } }
    }
  }

  private let source: Source

  init(_ array: [Element]) { source = .made(array) }

  init(_ values: FrozenColumn<Element>) { source = .mapped(Mapped(values)) }

  /// The values as an array.
  ///
  /// - Complexity: O(1); O(*n*) for the first call on a mapped file, which copies them.
  var array: [Element] {
    switch source {
    case .made(let array): array
    case .mapped(let mapped): mapped.array
    }
  }

  var startIndex: Int { 0 }

  var endIndex: Int {
    switch source {
    case .made(let array): array.count
    case .mapped(let mapped): mapped.values.count
    }
  }

  @inline(__always)
  subscript(index: Int) -> Element {
    switch source {
    case .made(let array): array[index]
    case .mapped(let mapped): mapped.values[index]
    }
  }

  /// Calls `body` with a view of the values to read.
  @inline(__always)
  func withColumn<Result, Failure: Error>(
    _ body: (Column<Element>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    switch source {
    case .made(let array): try array.withColumn(body)
    case .mapped(let mapped): try body(mapped.values.column)
    }
  }
}

extension StoredColumn<UInt8> {
  /// The text of some bytes in UTF-8.
  func text(_ range: Range<Int>) -> String {
    withColumn { bytes in
      precondition(range.lowerBound >= 0 && range.upperBound <= bytes.count, "range out of a text")
      return unsafe String(
        decoding: UnsafeBufferPointer(start: bytes.start + range.lowerBound, count: range.count),
        as: UTF8.self)
    }
  }
}
