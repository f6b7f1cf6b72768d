/// Reads the numbers of a binary format one after another; nil where too few bytes are left.
package struct ByteReader {
  package let bytes: Bytes
  package private(set) var position: Int

  /// Whether numbers begin with their greatest byte.
  package var isBigEndian = false

  package init(_ bytes: Bytes, at position: Int = 0) {
    self.bytes = bytes
    self.position = max(0, min(position, bytes.count))
  }

  package var left: Int { bytes.count - position }

  @inline(__always)
  package mutating func integer<Integer: FixedWidthInteger & BitwiseCopyable>(_: Integer.Type) -> Integer? {
    guard left >= MemoryLayout<Integer>.size else { return nil }
    defer { position += MemoryLayout<Integer>.size }
    let number = bytes.number(at: position, as: Integer.self)
    return isBigEndian ? number.byteSwapped : number
  }

  @inline(__always)
  package mutating func double() -> Double? { integer(UInt64.self).map(Double.init(bitPattern:)) }

  /// The next 32-bit number, as counts and offsets are.
  @inline(__always)
  mutating func count() -> Int? { integer(UInt32.self).map(Int.init) }

  /// The next 32-bit number, as a count of parts that take some bytes each at least; nil too where fewer are
  /// left.
  mutating func count(of size: Int) -> Int? { count().flatMap { $0 <= left / size ? $0 : nil } }

  /// The next x and y, of a corner that takes some bytes.
  @inline(__always)
  mutating func corner(size: Int = 16) -> (x: Double, y: Double)? {
    guard left >= size, let x = double(), let y = double() else { return nil }
    position += size - 16
    return (x, y)
  }

  package mutating func take(_ count: Int) -> Bytes? {
    guard count >= 0, left >= count else { return nil }
    defer { position += count }
    return bytes.part(position..<position + count)
  }

  /// The next bytes, which their count precedes.
  mutating func takeCounted() -> Bytes? { count().flatMap { take($0) } }
}

extension [UInt8] {
  /// Adds an integer in groups of seven bits, the least significant first; the eighth bit of a byte is set if
  /// more follow.
  @inlinable
  package mutating func append(varint number: UInt64) {
    var rest = number
    while rest >= 0x80 {
      append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    append(UInt8(rest))
  }
}

extension UInt64 {
  /// A signed number as an unsigned one, so that numbers near zero are small: 0, −1, 1, −2 are 0, 1, 2, 3.
  @inlinable
  package init(zigzag number: Int) { self.init(bitPattern: Int64(number << 1 ^ number >> 63)) }
}
