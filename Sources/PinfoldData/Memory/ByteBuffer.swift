import Pinfold
import Platform

/// The bytes of one input, read once and never changed afterwards.
///
/// A class, so that readers share it without copying. `padding` zero bytes follow the last one, as simdjson
/// reads past the end.
@safe
final class ByteBuffer: @unchecked Sendable {
  // Unchecked because of the pointer; nothing writes through it once the buffer is shared.

  static let padding = 64

  /// The first byte, for C functions.
  @unsafe private(set) var start: UnsafeMutablePointer<UInt8>
  private(set) var count = 0
  private var capacity: Int

  /// An empty buffer with room for some bytes; nil if memory is out.
  init?(capacity: Int) {
    guard Memory.holds(capacity), let memory = unsafe malloc(capacity + Self.padding) else { return nil }
    self.capacity = capacity
    unsafe HugePages.advise(memory, capacity)
    unsafe start = memory.assumingMemoryBound(to: UInt8.self)
    seal()
  }

  convenience init?(_ bytes: [UInt8]) {
    self.init(capacity: bytes.count)
    bytes.withView { room.copy($0) }
    grow(by: bytes.count)
  }

  deinit { unsafe free(start) }

  var bytes: Bytes { unsafe Bytes(start: start, count: count) }

  /// A copy of every byte. A view of a buffer that nothing else uses would outlive it.
  var array: [UInt8] { withExtendedLifetime(self) { Array(bytes) } }

  /// The bytes as text.
  var text: String { withExtendedLifetime(self) { bytes.text } }

  /// The room behind the last byte.
  private var room: Room<UInt8> { unsafe Room(start: start + count, count: capacity - count) }

  /// The room behind the last byte, of at least the given size; nil if memory is out.
  func room(atLeast needed: Int) -> Room<UInt8>? {
    if capacity - count < needed {
      let wanted = max(count + needed, capacity + capacity / 2)
      guard Memory.holds(wanted), let memory = unsafe realloc(start, wanted + Self.padding) else {
        return nil
      }
      unsafe start = memory.assumingMemoryBound(to: UInt8.self)
      capacity = wanted
    }
    return room
  }

  func grow(by written: Int) {
    count += written
    seal()
  }

  func clear() { count = 0 }

  private func seal() { unsafe (start + count).update(repeating: 0, count: Self.padding) }

  /// The number, from 1, of the line that holds a byte; lines end with LF, CRLF or CR.
  func line(of offset: Int) -> Int { 1 + lineEnds(in: 0..<min(offset, count)) }

  func lineEnds(in range: Range<Int>) -> Int {
    let bytes = bytes
    return range.count { index in
      // CRLF is one end, counted at its second byte.
      bytes[index] == .lineFeed
        || bytes[index] == .carriageReturn && !(index + 1 < count && bytes[index + 1] == .lineFeed)
    }
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
  var isBlank: Bool { self == .space || self == .tab || self.isLineEnd }
  var isLineEnd: Bool { self == .lineFeed || self == .carriageReturn }
  var isDigit: Bool { self &- .zero < 10 }
}
