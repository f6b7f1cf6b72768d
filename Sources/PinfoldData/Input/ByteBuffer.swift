import Pinfold
import Platform

/// The bytes of one input, read once and never changed afterwards.
///
/// A class, so that readers can share it without copying; `padding` zero bytes follow the last one, which
/// simdjson needs to read past the end.
final class ByteBuffer: @unchecked Sendable {
  // Unchecked because of the pointer; nothing writes through it once the buffer is shared.

  static let padding = 64

  private(set) var start: UnsafeMutablePointer<UInt8>
  private(set) var count = 0
  private var capacity: Int

  /// An empty buffer with room for some bytes; nil if memory is out.
  init?(capacity: Int) {
    guard Memory.holds(capacity), let memory = malloc(capacity + Self.padding) else { return nil }
    self.capacity = capacity
    HugePages.advise(memory, capacity)
    start = memory.assumingMemoryBound(to: UInt8.self)
    seal()
  }

  /// A copy of some bytes.
  convenience init?(_ bytes: [UInt8]) {
    self.init(capacity: bytes.count)
    bytes.withUnsafeBufferPointer { source in
      if let base = source.baseAddress { start.update(from: base, count: source.count) }
    }
    grow(by: bytes.count)
  }

  deinit { free(start) }

  /// Every byte, without the padding.
  var bytes: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: start, count: count) }

  /// The bytes of a range.
  func slice(_ range: Range<Int>) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(rebasing: bytes[range])
  }

  /// The room behind the last byte, of at least the given size; nil if memory is out.
  func room(atLeast needed: Int) -> UnsafeMutableBufferPointer<UInt8>? {
    if capacity - count < needed {
      let wanted = max(count + needed, capacity + capacity / 2)
      guard Memory.holds(wanted), let memory = realloc(start, wanted + Self.padding) else { return nil }
      start = memory.assumingMemoryBound(to: UInt8.self)
      capacity = wanted
    }
    return UnsafeMutableBufferPointer(start: start + count, count: capacity - count)
  }

  /// Counts bytes written to `room` as part of the buffer.
  func grow(by written: Int) {
    count += written
    seal()
  }

  private func seal() { (start + count).update(repeating: 0, count: Self.padding) }

  /// The number, from 1, of the line that holds a byte; lines end with LF, CRLF or CR.
  ///
  /// - Complexity: O(*n*) in the offset.
  func line(of offset: Int) -> Int { 1 + lineEnds(in: 0..<min(offset, count)) }

  /// The number of line ends that a range of bytes completes.
  func lineEnds(in range: Range<Int>) -> Int {
    var ends = 0
    for index in range where start[index] == UInt8.lineFeed || start[index] == UInt8.carriageReturn {
      // CRLF is one end, counted at its second byte.
      if start[index] == UInt8.carriageReturn && index + 1 < count && start[index + 1] == UInt8.lineFeed {
        continue
      }
      ends += 1
    }
    return ends
  }
}

extension UInt8 {
  static let tab: UInt8 = 9
  static let lineFeed: UInt8 = 10
  static let carriageReturn: UInt8 = 13
  static let recordSeparator: UInt8 = 0x1E
  static let space: UInt8 = 32
  static let quote: UInt8 = 34
  static let comma: UInt8 = 44
  static let minus: UInt8 = 45
  static let dot: UInt8 = 46
  static let zero: UInt8 = 48
  static let backslash: UInt8 = 92

  /// Whether this is blank space in JSON.
  var isBlank: Bool { self == .space || self == .tab || self == .lineFeed || self == .carriageReturn }

  /// Whether this is 0…9.
  var isDigit: Bool { self &- .zero < 10 }
}
