internal import CProcessor
internal import CSimdjson
import Pinfold
import Platform

/// Plain values side by side, in memory that something else owns: the module's view of raw memory.
///
/// Indices are checked where assertions are on, as in all tests. Optimized builds leave the checks out. A
/// view does not keep its memory alive: its owner is a ``ByteBuffer``, an array in
/// ``Swift/Array/withView(_:)``, or a C library.
@safe
package struct MemoryView<Element: BitwiseCopyable>: RandomAccessCollection, @unchecked Sendable {
  let start: UnsafePointer<Element>
  package let count: Int

  @unsafe
  package init(start: UnsafePointer<Element>?, count: Int) {
    // The pointer is not read if there are no elements.
    unsafe self.start = start ?? UnsafePointer(bitPattern: MemoryLayout<Element>.alignment).unsafelyUnwrapped
    self.count = count
  }

  package init() { unsafe self.init(start: nil, count: 0) }

  @unsafe
  package init(_ buffer: UnsafeBufferPointer<Element>) {
    unsafe self.init(start: buffer.baseAddress, count: buffer.count)
  }

  /// A slice as a buffer of its own; its indices start at 0.
  package init(_ part: Slice<Self>) { self = part.base.part(part.startIndex..<part.endIndex) }

  package var startIndex: Int { 0 }

  package var endIndex: Int { count }

  package subscript(index: Int) -> Element {
    @inline(__always) get {
      assert(UInt(bitPattern: index) < UInt(bitPattern: count), "index out of a view")
      return unsafe start[index]
    }
  }

  /// The elements of a range; their indices start at 0.
  @inline(__always)
  package func part(_ range: Range<Int>) -> Self {
    assert(range.lowerBound >= 0 && range.upperBound <= count, "range out of a view")
    return unsafe Self(start: start + range.lowerBound, count: range.count)
  }

  /// The elements from an index on; their indices start at 0.
  package func part(from index: Int) -> Self { part(index..<count) }

  package func withContiguousStorageIfAvailable<Result>(
    _ body: (UnsafeBufferPointer<Element>) throws -> Result
  ) rethrows -> Result? {
    try unsafe body(UnsafeBufferPointer(start: start, count: count))
  }
}

/// The bytes of a file, a text or a number.
package typealias Bytes = MemoryView<UInt8>

extension MemoryView<UInt8> {
  /// The bytes without the blanks around them.
  var trimmingSpaces: Self {
    var (start, end) = (0, count)
    while start < end, self[start] == .space { start += 1 }
    while end > start, self[end - 1] == .space { end -= 1 }
    return part(start..<end)
  }

  @unsafe
  package init(raw start: UnsafeRawPointer?, count: Int) {
    unsafe self.init(start: start?.assumingMemoryBound(to: UInt8.self), count: count)
  }

  /// The bytes as UTF-8, where U+FFFD replaces what is none.
  package var text: String {
    unsafe String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
  }

  package var isASCII: Bool {
    var index = 0
    while index + 8 <= count {
      if number(at: index, as: UInt64.self) & 0x8080_8080_8080_8080 != 0 { return false }
      index += 8
    }
    return self[index...].allSatisfy { $0 < 0x80 }
  }

  /// Whether the bytes are UTF-8 (RFC 3629).
  package var isUTF8: Bool { unsafe pinfold_is_utf8(start, count) }

  /// The number at an offset, its least byte first.
  @inline(__always)
  func number<Number: FixedWidthInteger & BitwiseCopyable>(at offset: Int, as _: Number.Type) -> Number {
    assert(offset >= 0 && offset + MemoryLayout<Number>.size <= count, "number out of a view")
    return unsafe Number(
      littleEndian: UnsafeRawPointer(start).loadUnaligned(fromByteOffset: offset, as: Number.self))
  }

  /// The values that the bytes are.
  package func values<Value: BitwiseCopyable>() -> [Value] {
    let size = MemoryLayout<Value>.stride
    return (0..<count / size).map {
      unsafe UnsafeRawPointer(start).loadUnaligned(fromByteOffset: $0 * size, as: Value.self)
    }
  }

  /// A bit for each of 64 bytes from an index on: whether it is this one.
  @inline(__always)
  func marks(of byte: UInt8, at index: Int) -> UInt64 {
    assert(index >= 0 && index + 64 <= count, "block out of a view")
    return unsafe pinfold_marks(start + index, byte)
  }

  /// The index of the first such byte in a range.
  @inline(__always)
  func place(of byte: UInt8, in range: Range<Int>) -> Int? {
    assert(range.lowerBound >= 0 && range.upperBound <= count, "range out of a view")
    guard let found = unsafe memchr(start + range.lowerBound, Int32(byte), range.count) else { return nil }
    return unsafe UnsafeRawPointer(start).distance(to: UnsafeRawPointer(found))
  }

  func place(of bytes: [UInt8]) -> Int? {
    var start = 0
    while start + bytes.count <= count,
      let found = place(of: bytes[0], in: start..<count - bytes.count + 1)
    {
      if unsafe memcmp(self.start + found, bytes, bytes.count) == 0 { return found }
      start = found + 1
    }
    return nil
  }
}

/// Memory that is written: a number of elements, in memory that something else owns.
@safe
struct Room<Element: BitwiseCopyable>: @unchecked Sendable {
  let start: UnsafeMutablePointer<Element>
  let count: Int

  @unsafe
  init(start: UnsafeMutablePointer<Element>, count: Int) {
    unsafe (self.start, self.count) = (start, count)
  }

  @inline(__always)
  subscript(index: Int) -> Element {
    get { unsafe start[checked(index)] }
    nonmutating set { unsafe (start + checked(index)).initialize(to: newValue) }
  }

  @inline(__always)
  private func checked(_ index: Int) -> Int {
    assert(UInt(bitPattern: index) < UInt(bitPattern: count), "index out of a room")
    return index
  }

  /// The room behind so many elements.
  func dropFirst(_ dropped: Int) -> Self {
    assert(0...count ~= dropped, "range out of a room")
    return unsafe Self(start: start + dropped, count: count - dropped)
  }

  func prefix(_ length: Int) -> Self {
    assert(0...count ~= length, "range out of a room")
    return unsafe Self(start: start, count: length)
  }

  func copy(_ elements: MemoryView<Element>) {
    assert(elements.count <= count, "no room for a view")
    unsafe start.update(from: elements.start, count: elements.count)
  }

  var view: MemoryView<Element> { unsafe MemoryView(start: start, count: count) }
}

/// Calls `body` with room for some elements, not initialized.
@inline(__always)
func withRoom<Element: BitwiseCopyable, Result, Failure: Error>(
  for count: Int, of _: Element.Type, _ body: (Room<Element>) throws(Failure) -> Result
) throws(Failure) -> Result {
  let start = UnsafeMutablePointer<Element>.allocate(capacity: count)
  defer { unsafe start.deallocate() }
  return try unsafe body(Room(start: start, count: count))
}

extension Array {
  mutating func changeEach(threads: Int, _ change: @Sendable (inout Element, Int) -> Void)
  where Element: Sendable {
    unsafe withUnsafeMutableBufferPointer { elements in
      // Each thread has elements of its own.
      nonisolated(unsafe) let elements = unsafe elements
      unsafe Parallel.forEach(parts: elements.count, threads: threads) { unsafe change(&elements[$0], $0) }
    }
  }
}

extension Array where Element: BitwiseCopyable {
  /// Calls `body` with a view of the elements.
  @inline(__always)
  package func withView<Result, Failure: Error>(
    _ body: (MemoryView<Element>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try unsafe withUnsafeBufferPointer { (buffer) throws(Failure) in try unsafe body(MemoryView(buffer)) }
  }

  /// The bytes of the values, as the machine has them.
  var bytes: [UInt8] { unsafe withUnsafeBytes { unsafe [UInt8]($0) } }

  /// Adds the elements of a view.
  @inline(__always)
  mutating func append(_ elements: MemoryView<Element>) {
    unsafe append(contentsOf: UnsafeBufferPointer(start: elements.start, count: elements.count))
  }
}

extension ArraySlice<UInt8> {
  /// Calls `body` with a view of the bytes, whose indices start at 0.
  package func withView<Result>(_ body: (Bytes) -> Result) -> Result {
    unsafe withUnsafeBufferPointer { unsafe body(Bytes($0)) }
  }

  func place(of bytes: [UInt8]) -> Int? { withView { $0.place(of: bytes) }.map { startIndex + $0 } }
}

extension [UInt8] {
  init(room count: Int, _ write: (Room<UInt8>) -> Int) {
    unsafe self.init(unsafeUninitializedCapacity: count) { room, written in
      guard let start = room.baseAddress else { return }
      written = unsafe write(Room(start: start, count: count))
    }
  }

  /// Adds a whole number, its least byte first.
  @inlinable
  package mutating func append(littleEndian value: some FixedWidthInteger) {
    unsafe Swift.withUnsafeBytes(of: value.littleEndian) { unsafe append(contentsOf: $0) }
  }

  /// Replaces the bytes at an offset by a whole number, its least byte first.
  mutating func put(_ value: some FixedWidthInteger, at offset: Int) {
    unsafe Swift.withUnsafeBytes(of: value.littleEndian) { number in
      unsafe withUnsafeMutableBytes { bytes in
        unsafe UnsafeMutableRawBufferPointer(rebasing: bytes[offset..<offset + number.count])
          .copyMemory(from: number)
      }
    }
  }
}

extension String {
  /// Calls `body` with a view of the text as UTF-8.
  func withView<Result>(_ body: (Bytes) -> Result) -> Result {
    var text = self
    return text.withUTF8 { unsafe body(Bytes($0)) }
  }
}
