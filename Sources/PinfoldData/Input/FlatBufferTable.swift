/// A table of a FlatBuffer: fields by number, each of which may be missing. Nothing outside the buffer is
/// read.
///
/// Offsets point forward, so following them terminates. A field that points out of the buffer has no value;
/// ``has(_:)`` distinguishes it from a missing one.
struct FlatBufferTable {
  private let bytes: Bytes
  private let start: Int
  private let fields: Range<Int>

  init?(root bytes: Bytes) {
    guard let offset = Self.number(UInt32.self, at: 0, bytes) else { return nil }
    self.init(bytes, at: Int(offset))
  }

  private init?(_ bytes: Bytes, at start: Int) {
    guard let back = Self.number(Int32.self, at: start, bytes) else { return nil }
    // The table stores the offset of the list of its fields' offsets, which begins with its own size.
    let list = start - Int(back)
    guard list >= 0, let size = Self.number(UInt16.self, at: list, bytes), size >= 4,
      list + Int(size) <= bytes.count
    else { return nil }
    self.bytes = bytes
    self.start = start
    fields = list + 4..<list + Int(size)
  }

  private static func number<Number: FixedWidthInteger & BitwiseCopyable>(
    _: Number.Type, at offset: Int, _ bytes: Bytes
  ) -> Number? {
    guard offset <= bytes.count else { return nil }
    var reader = ByteReader(bytes, at: offset)
    return reader.integer(Number.self)
  }

  private func offset(_ field: Int) -> Int? {
    let entry = fields.lowerBound + 2 * field
    guard entry + 2 <= fields.upperBound, let offset = Self.number(UInt16.self, at: entry, bytes), offset != 0
    else { return nil }
    return start + Int(offset)
  }

  func integer<Integer: FixedWidthInteger & BitwiseCopyable>(_ field: Int, _: Integer.Type) -> Integer? {
    offset(field).flatMap { Self.number(Integer.self, at: $0, bytes) }
  }

  private func target(_ field: Int) -> Int? {
    guard let offset = offset(field), let step = integer(field, UInt32.self), step > 0 else { return nil }
    return offset + Int(step)
  }

  /// The range of a vector whose elements have a size; nil where it is missing or leads out of the buffer.
  private func range(_ field: Int, of size: Int) -> Range<Int>? {
    guard let target = target(field), let count = Self.number(UInt32.self, at: target, bytes) else {
      return nil
    }
    let start = target + 4
    return Int(count) * size <= bytes.count - start ? start..<start + Int(count) * size : nil
  }

  func vector(_ field: Int, of size: Int) -> Bytes? { range(field, of: size).map(bytes.part) }

  func has(_ field: Int) -> Bool { offset(field) != nil }

  func text(_ field: Int) -> String? { vector(field, of: 1)?.text }

  func table(_ field: Int) -> FlatBufferTable? { target(field).flatMap { FlatBufferTable(bytes, at: $0) } }

  /// The tables that a vector leads to; nil where it or one of them leads out of the buffer.
  func tables(_ field: Int) -> [FlatBufferTable]? {
    guard let offsets = range(field, of: 4) else { return has(field) ? nil : [] }
    var tables: [FlatBufferTable] = []
    for place in stride(from: offsets.lowerBound, to: offsets.upperBound, by: 4) {
      let step = bytes.number(at: place, as: UInt32.self)
      guard step > 0, let table = FlatBufferTable(bytes, at: place + Int(step)) else { return nil }
      tables.append(table)
    }
    return tables
  }
}
