/// Writes FlatBuffers one after another, each with its size before it. A table precedes what its fields
/// lead to.
struct FlatBufferWriter {
  typealias Field = (number: Int, value: Value)

  enum Value {
    /// A number, in the table itself; all else is elsewhere, and the table has its offset.
    case number([UInt8])

    /// Values of a size, one after another, and bytes behind them that do not count.
    case list([UInt8], of: Int, behind: [UInt8] = [])
    case table([Field])
    case tables([[Field]])

    static func number(_ number: some FixedWidthInteger) -> Value {
      var bytes: [UInt8] = []
      bytes.append(littleEndian: number)
      return .number(bytes)
    }

    static func text(_ text: String) -> Value { .list(Array(text.utf8), of: 1, behind: [0]) }

    static func numbers(_ numbers: [Double]) -> Value {
      var bytes: [UInt8] = []
      for number in numbers { bytes.append(littleEndian: number.bitPattern) }
      return .list(bytes, of: 8)
    }

    /// The bytes in the table itself.
    fileprivate var size: Int { if case .number(let bytes) = self { bytes.count } else { 4 } }
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
      if case .number(let number) = field.value {
        bytes += number
      } else {
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
    case .number: return bytes.count
    case .table(let fields): return write(fields)
    case .list(let list, let size, let behind):
      // The count takes 4 bytes, and numbers of 8 begin at a multiple of 8.
      align(4)
      if size == 8, bytes.count % 8 == 0 { bytes.append(littleEndian: UInt32(0)) }
      let start = beginList(list.count / size)
      bytes += list + behind
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
