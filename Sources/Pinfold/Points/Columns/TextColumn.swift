/// Strings in one buffer: a million of them are two allocations. Reordered columns share the buffer.
public struct TextColumn: Sendable {
  private var bytes: [UInt8] = []
  private var spans = SparseColumn<Span>()

  struct Span: SparseElement, BitwiseCopyable {
    var start: UInt32
    var end: UInt32

    init(start: UInt32, end: UInt32) { (self.start, self.end) = (start, end) }
    init(missing: Void) { self.init(start: .max, end: 0) }
    var isMissing: Bool { start > end }
    var range: Range<Int> { Int(start)..<Int(end) }
  }

  /// Creates an empty column.
  public init() {}

  /// Creates an empty column whose strings will be ranges of some bytes, which are shared rather than copied.
  package init(among bytes: [UInt8]) { self.bytes = bytes }

  /// Creates a column of ranges of some bytes.
  init(_ spans: SparseColumn<Span>, of bytes: [UInt8]) { (self.spans, self.bytes) = (spans, bytes) }

  /// The strings one behind the other, in order, and where each is.
  var packed: (spans: SparseColumn<Span>, bytes: [UInt8]) {
    let packed = copied(textLength)
    return (packed.spans, packed.bytes)
  }

  /// The number of strings, including missing ones.
  public var count: Int { spans.count }

  /// The number of strings that are not missing.
  public var presentCount: Int { spans.presentCount }

  /// Appends a string of UTF-8 bytes; invalid ones are repaired when it is read.
  ///
  /// - Precondition: the strings take less than 4 GiB together.
  public mutating func append(utf8: Swift.Span<UInt8>) { add { $0.append(copying: utf8) } }

  /// Appends a string.
  public mutating func append(_ text: String) { add { $0.append(contentsOf: text.utf8) } }

  /// Appends a string that is a range of the bytes given at creation.
  package mutating func append(among range: Range<Int>) {
    spans.append(Span(start: UInt32(range.lowerBound), end: UInt32(range.upperBound)))
  }

  /// Appends missing values.
  public mutating func appendMissing(_ count: Int = 1) { spans.appendMissing(count) }

  private mutating func add(_ text: (inout [UInt8]) -> Void) {
    let start = UInt32(bytes.count)
    text(&bytes)
    spans.append(Span(start: start, end: UInt32(bytes.count)))
  }

  /// - Precondition: the strings take less than 4 GiB together.
  mutating func append(_ other: TextColumn) {
    var other = other
    if bytes.count + other.bytes.count > UInt32.max {
      (self, other) = (copied(textLength), other.copied(other.textLength))
    }
    let start = UInt32(bytes.count)
    bytes += other.bytes
    spans.append(other.spans) { Span(start: start + $0.start, end: start + $0.end) }
  }

  /// The string at an index; nil if it is missing.
  public subscript(index: Int) -> String? { utf8(at: index).map { String(decoding: $0, as: UTF8.self) } }

  /// The bytes of the string at an index, not copied; nil if it is missing.
  package func utf8(at index: Int) -> ArraySlice<UInt8>? {
    let span = spans[index]
    return span.isMissing ? nil : bytes[span.range]
  }

  /// The strings that are not missing, in order.
  ///
  /// - Complexity: O(*k*) to iterate, where *k* is ``presentCount``.
  public var present: some Sequence<String> {
    spans.present.lazy.map { String(decoding: bytes[$0.element.range], as: UTF8.self) }
  }

  var presentRows: [Int] { spans.present.map { $0.row } }

  /// - Parameter inverse: the new row of each old one; `UInt32.max` if it is omitted.
  func reordered(by order: [UInt32], inverse: [UInt32]) -> TextColumn {
    var result = self
    result.spans = spans.reordered(by: order, inverse: inverse)
    let length = result.textLength
    // Share the bytes unless most of them would be unused.
    return length < bytes.count / 2 ? result.copied(length) : result
  }

  var sharedPart: MemoryPart { MemoryPart(of: bytes) }

  /// The memory of the column in bytes, without strings.
  var byteCount: Int { spans.byteCount }

  private var textLength: Int { spans.present.reduce(0) { $0 + $1.element.range.count } }

  /// A copy with a buffer of its own without gaps.
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
