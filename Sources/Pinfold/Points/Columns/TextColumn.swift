/// Texts in one buffer, so that a million of them are two allocations; missing ones take no memory where most
/// are missing. Columns in another order share the buffer.
public struct TextColumn: Sendable {
  private var bytes: [UInt8] = []
  private var spans = SparseColumn<Span>()

  /// Where a text is among the bytes.
  private struct Span: SparseElement {
    var start: UInt32
    var end: UInt32

    static var missing: Span { Span(start: .max, end: 0) }
    var isMissing: Bool { start > end }
    var range: Range<Int> { Int(start)..<Int(end) }
  }

  /// Creates an empty column.
  public init() {}

  /// Creates an empty column, to which texts are added that stand among some bytes; these are shared, not
  /// copied.
  package init(among bytes: [UInt8]) { self.bytes = bytes }

  /// The number of texts, missing ones counted.
  public var count: Int { spans.count }

  /// The number of texts that are not missing.
  public var presentCount: Int { spans.presentCount }

  /// Adds a text, given as UTF-8, at the end; invalid bytes are repaired when the text is read.
  ///
  /// - Precondition: all texts together hold less than 4 GiB.
  public mutating func append(utf8: Swift.Span<UInt8>) { add { $0.append(copying: utf8) } }

  /// Adds a text at the end.
  public mutating func append(_ text: String) { add { $0.append(contentsOf: text.utf8) } }

  /// Adds a text that is among the bytes already.
  package mutating func append(among range: Range<Int>) {
    spans.append(Span(start: UInt32(range.lowerBound), end: UInt32(range.upperBound)))
  }

  /// Adds missing values at the end.
  public mutating func appendMissing(_ count: Int = 1) { spans.appendMissing(count) }

  private mutating func add(_ text: (inout [UInt8]) -> Void) {
    let start = UInt32(bytes.count)
    text(&bytes)
    spans.append(Span(start: start, end: UInt32(bytes.count)))
  }

  /// Adds the texts of another column at the end.
  ///
  /// - Precondition: all texts together hold less than 4 GiB.
  mutating func append(_ other: TextColumn) {
    var other = other
    if bytes.count + other.bytes.count > UInt32.max {
      (self, other) = (copied(textLength), other.copied(other.textLength))
    }
    let start = UInt32(bytes.count)
    bytes += other.bytes
    spans.append(other.spans) { Span(start: start + $0.start, end: start + $0.end) }
  }

  /// The text at an index; nil where it is missing.
  public subscript(index: Int) -> String? { utf8(at: index).map { String(decoding: $0, as: UTF8.self) } }

  /// The bytes of the text at an index, not copied; nil where it is missing.
  package func utf8(at index: Int) -> ArraySlice<UInt8>? {
    let span = spans[index]
    return span.isMissing ? nil : bytes[span.range]
  }

  /// The texts that are not missing, in order.
  ///
  /// - Complexity: O(*k*) to go through, where *k* is ``presentCount``.
  public var present: some Sequence<String> {
    spans.present.lazy.map { String(decoding: bytes[$0.element.range], as: UTF8.self) }
  }

  /// The rows of texts that are not missing, rising.
  ///
  /// - Complexity: O(*k*), where *k* is ``presentCount``.
  var presentRows: [Int] { spans.present.map(\.row) }

  /// The same texts in another order: the text at `i` is this column's text at `order[i]`.
  ///
  /// - Parameter inverse: where each old row went; `UInt32.max` for those that are left out.
  func reordered(by order: [UInt32], inverse: [UInt32]) -> TextColumn {
    var result = self
    result.spans = spans.reordered(by: order, inverse: inverse)
    let length = result.textLength
    // The bytes are shared, unless most would be kept for nobody.
    return length < bytes.count / 2 ? result.copied(length) : result
  }

  /// The bytes, which columns share.
  var sharedPart: MemoryPart { MemoryPart(of: bytes) }

  /// The memory that the column takes beside them, in bytes.
  var byteCount: Int { spans.byteCount }

  /// The length of all texts together, in bytes.
  private var textLength: Int { spans.present.reduce(0) { $0 + $1.element.range.count } }

  /// The same texts, end to end in bytes of their own.
  private func copied(_ length: Int) -> TextColumn {
    var result = TextColumn()
    result.bytes.reserveCapacity(length)
    result.spans = spans.converted { span in
      let start = UInt32(result.bytes.count)
      result.bytes.append(contentsOf: bytes[span.range])
      return Span(start: start, end: UInt32(result.bytes.count))
    }
    return result
  }
}
