/// A table of a FlatBuffer: fields by number, each of which may be missing. Nothing past the buffer is read.
///
/// Offsets of vectors and tables lead forward, so that following them comes to an end. A field that leads out
/// of the buffer has no value; ``has(_:)`` tells it from a missing one.
struct FlatBufferTable {
  private let bytes: UnsafeRawBufferPointer
  private let start: Int
  private let fields: Range<Int>

  /// The root of a buffer; nil where it is none.
  init?(root bytes: UnsafeRawBufferPointer) {
    var reader = ByteReader(bytes)
    guard let offset = reader.integer(UInt32.self) else { return nil }
    self.init(bytes, at: Int(offset))
  }

  private init?(_ bytes: UnsafeRawBufferPointer, at start: Int) {
    var reader = ByteReader(bytes, at: start)
    guard start <= bytes.count, let back = reader.integer(Int32.self) else { return nil }
    // The table says where the list of its fields' offsets is, which begins with its own size.
    let list = start - Int(back)
    guard list >= 0, list <= bytes.count else { return nil }
    reader = ByteReader(bytes, at: list)
    guard let size = reader.integer(UInt16.self), size >= 4, list + Int(size) <= bytes.count else {
      return nil
    }
    self.bytes = bytes
    self.start = start
    fields = list + 4..<list + Int(size)
  }

  /// The offset of a field; nil where it is missing.
  private func offset(_ field: Int) -> Int? {
    let entry = fields.lowerBound + 2 * field
    guard entry + 2 <= fields.upperBound else { return nil }
    var reader = ByteReader(bytes, at: entry)
    guard let offset = reader.integer(UInt16.self), offset != 0 else { return nil }
    return start + Int(offset)
  }

  /// A number; nil where the field is missing.
  func integer<Integer: FixedWidthInteger & BitwiseCopyable>(_ field: Int, _: Integer.Type) -> Integer? {
    offset(field).flatMap { offset in
      var reader = ByteReader(bytes, at: offset)
      return reader.integer(Integer.self)
    }
  }

  /// Where a field leads to.
  private func target(_ field: Int) -> Int? {
    guard let offset = offset(field), let step = integer(field, UInt32.self), step > 0 else { return nil }
    return offset + Int(step)
  }

  /// The bytes of a vector whose elements have a size; nil where it is missing or leads out of the buffer.
  func vector(_ field: Int, of size: Int) -> UnsafeRawBufferPointer? {
    guard let target = target(field), target <= bytes.count else { return nil }
    var reader = ByteReader(bytes, at: target)
    guard let count = reader.integer(UInt32.self) else { return nil }
    return reader.take(Int(count) * size)
  }

  /// Whether a field is there, wherever it leads.
  func has(_ field: Int) -> Bool { offset(field) != nil }

  /// A text; nil where it is missing.
  func text(_ field: Int) -> String? { vector(field, of: 1).map { String(decoding: $0, as: UTF8.self) } }

  /// A table that a field leads to.
  func table(_ field: Int) -> FlatBufferTable? { target(field).flatMap { FlatBufferTable(bytes, at: $0) } }

  /// The tables that a vector leads to; nil where it or one of them leads out of the buffer.
  func tables(_ field: Int) -> [FlatBufferTable]? {
    guard let offsets = vector(field, of: 4), let base = offsets.baseAddress, let origin = bytes.baseAddress
    else {
      return has(field) ? nil : []
    }
    let start = base - origin
    var tables: [FlatBufferTable] = []
    for index in 0..<offsets.count / 4 {
      let step = UInt32(littleEndian: offsets.loadUnaligned(fromByteOffset: 4 * index, as: UInt32.self))
      guard step > 0, let table = FlatBufferTable(bytes, at: start + 4 * index + Int(step)) else {
        return nil
      }
      tables.append(table)
    }
    return tables
  }
}
