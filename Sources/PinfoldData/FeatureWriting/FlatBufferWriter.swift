/// Writes FlatBuffers one after another, each with its size before it. A table precedes what its fields
/// lead to.
struct FlatBufferWriter {
  typealias Field = (number: Int, value: Value)

  enum Value {
    case byte(UInt8)
    case short(UInt16)
    case int(Int32)
    case long(UInt64)
    case text(String)
    case bytes([UInt8])
    case numbers([Double])
    case table([Field])
    case tables([[Field]])

    /// The bytes in the table itself: of what is elsewhere an offset.
    fileprivate var size: Int {
      switch self {
      case .byte: 1
      case .short: 2
      case .long: 8
      default: 4
      }
    }
  }

  private(set) var bytes: [UInt8] = []

  /// Adds a buffer with a table as its root. It is as long as a multiple of 8, as numbers of 8 bytes begin at
  /// one.
  mutating func append(root fields: [Field]) {
    let start = bytes.count
    bytes.append(littleEndian: UInt64(0))
    let root = write(fields)
    align(8)
    bytes.put(UInt32(bytes.count - start - 4), at: start)
    bytes.put(UInt32(root - start - 4), at: start + 4)
  }

  private mutating func write(_ fields: [Field]) -> Int {
    let count = (fields.lazy.map(\.number).max() ?? -1) + 1
    // First the list of where its fields are: its own size, the table's, and an offset for each number.
    align(4)
    let list = bytes.count
    bytes.append(littleEndian: UInt16(4 + 2 * count))
    for _ in 0...count { bytes.append(littleEndian: UInt16(0)) }
    align(fields.contains { $0.value.size == 8 } ? 8 : 4)
    let start = bytes.count
    bytes.append(littleEndian: Int32(start - list))
    var elsewhere: [(offset: Int, value: Value)] = []
    for field in fields {
      align(field.value.size)
      bytes.put(UInt16(bytes.count - start), at: list + 4 + 2 * field.number)
      switch field.value {
      case .byte(let value): bytes.append(value)
      case .short(let value): bytes.append(littleEndian: value)
      case .int(let value): bytes.append(littleEndian: value)
      case .long(let value): bytes.append(littleEndian: value)
      default:
        elsewhere.append((bytes.count, field.value))
        bytes.append(littleEndian: UInt32(0))
      }
    }
    bytes.put(UInt16(bytes.count - start), at: list + 2)
    for (offset, value) in elsewhere { bytes.put(UInt32(write(value) - offset), at: offset) }
    return start
  }

  private mutating func write(_ value: Value) -> Int {
    switch value {
    case .byte, .short, .int, .long: return bytes.count
    case .table(let fields): return write(fields)
    case .text(let text):
      let start = beginList(text.utf8.count)
      bytes.append(contentsOf: text.utf8)
      bytes.append(0)
      return start
    case .bytes(let list):
      let start = beginList(list.count)
      bytes.append(contentsOf: list)
      return start
    case .numbers(let numbers):
      // The count takes 4 bytes, and the numbers begin at a multiple of 8.
      align(4)
      if bytes.count % 8 == 0 { bytes.append(littleEndian: UInt32(0)) }
      let start = beginList(numbers.count)
      for number in numbers { bytes.append(littleEndian: number.bitPattern) }
      return start
    case .tables(let tables):
      let start = beginList(tables.count)
      for _ in tables { bytes.append(littleEndian: UInt32(0)) }
      for (place, fields) in tables.enumerated() {
        let offset = start + 4 + 4 * place
        bytes.put(UInt32(write(fields) - offset), at: offset)
      }
      return start
    }
  }

  private mutating func beginList(_ count: Int) -> Int {
    align(4)
    bytes.append(littleEndian: UInt32(count))
    return bytes.count - 4
  }

  private mutating func align(_ size: Int) { while bytes.count % size != 0 { bytes.append(0) } }
}
