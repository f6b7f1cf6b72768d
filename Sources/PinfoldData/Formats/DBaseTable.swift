/// The rows of a dBase file, which has the columns of a Shapefile: fields of fixed width, mostly as text.
struct DBaseTable {
  struct Column {
    var name: String
    var type: UInt8
    var range: Range<Int>
  }

  let columns: [Column]
  let count: Int

  private let buffer: ByteBuffer
  private let start: Int
  private let width: Int
  private let encoding: TextEncoding

  /// - Parameter encoding: the name of the texts' encoding; nil for that of the file itself.
  init(_ buffer: ByteBuffer, encoding: String?, _ request: ReadRequest) throws(DataError) {
    func damaged(_ reason: String) -> DataError {
      request.damaged(.shapefile, "the .dbf beside it \(reason)")
    }
    let bytes = buffer.bytes
    var reader = ByteReader(bytes, at: 4)
    guard let rows = reader.count(), let start = reader.integer(UInt16.self).map(Int.init),
      let width = reader.integer(UInt16.self).map(Int.init), start <= bytes.count, start >= 33, width > 0
    else { throw damaged("has no header") }
    guard rows <= (bytes.count - start) / width else { throw damaged("ends before its \(rows) rows") }
    var found: [(name: Bytes, type: UInt8, range: Range<Int>)] = []
    // The first byte of a row says whether it is deleted.
    var offset = 1
    var field = 32
    while field + 32 <= start, bytes[field] != 13 {
      let name = Bytes(bytes[field..<field + 11].prefix { $0 != 0 })
      let size = Int(bytes[field + 16])
      guard offset + size <= width else { throw damaged("has fields that are wider than its rows") }
      found.append((name, bytes[field + 11], offset..<offset + size))
      offset += size
      field += 32
    }
    let known = try TextEncoding(
      named: encoding, dBase: bytes[29], of: bytes.part(start..<start + rows * width), source: request.source)
    columns = found.enumerated().map { place, field in
      let name = known.decoded(field.name)
      return Column(name: name.isEmpty ? String(place + 1) : name, type: field.type, range: field.range)
    }
    (self.buffer, self.start, self.width, count, self.encoding) = (buffer, start, width, rows, known)
  }

  func isDeleted(_ row: Int) -> Bool { row < count && buffer.bytes[start + row * width] == UInt8(ascii: "*") }

  /// Adds an element to a column: numbers and truth values as such, dates as texts
  /// such as 2026-01-31; nothing for blank ones.
  func append(_ column: Int, of row: Int, to cells: inout CellColumn) {
    guard row < count else { return }
    let field = columns[column]
    let origin = start + row * width
    let whole = buffer.bytes[origin + field.range.lowerBound..<origin + field.range.upperBound]
    guard let last = whole.lastIndex(where: { $0 != .space && $0 != 0 }) else { return }
    let bytes = Bytes(whole[...last])
    switch field.type {
    case UInt8(ascii: "N"), UInt8(ascii: "F"):
      // A field full of stars holds a number that was too wide for it.
      guard case .value(let value) = DecimalField(bytes) else { return }
      let digits = Bytes(bytes.drop { $0 == .space })
      if let whole = Int64(canonical: digits) {
        cells.append(whole)
      } else if value.magnitude >= 0x1p63, DecimalField.isCode(digits, value) {
        cells.append(text: digits)
      } else if !bytes.contains(.dot), let whole = Int64(exactly: value) {
        cells.append(whole)
      } else {
        cells.append(value)
      }
    case UInt8(ascii: "L"):
      switch bytes[0] {
      case UInt8(ascii: "T"), UInt8(ascii: "t"), UInt8(ascii: "Y"), UInt8(ascii: "y"): cells.append(true)
      case UInt8(ascii: "F"), UInt8(ascii: "f"), UInt8(ascii: "N"), UInt8(ascii: "n"): cells.append(false)
      default: break
      }
    case UInt8(ascii: "D") where bytes.count == 8:
      let text = bytes.text
      cells.append(text: "\(text.prefix(4))-\(text.dropFirst(4).prefix(2))-\(text.suffix(2))")
    default: encoding.append(bytes, to: &cells)
    }
  }
}
