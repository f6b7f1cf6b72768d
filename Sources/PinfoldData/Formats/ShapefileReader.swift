import Pinfold

extension DataFormat {
  /// A Shapefile, with its companion files.
  public static let shapefile = Self("Shapefile", isText: false, hasEncoding: true)
}

/// Reads a Shapefile (Esri, July 1998): shapes, and from its companion files columns, system and encoding.
enum ShapefileReader: PointFormat {
  static let names = ["Shapefile"]
  static let isBinary = true
  static let beginning: [UInt8] = [0, 0, 0x27, 0x0A]

  struct Companions {
    var table: ByteBuffer?
    var system: String?
    var encoding: String?

    /// - Parameter content: returns the content of the file with an ending.
    init(_ content: (_ ending: String) throws(DataError) -> ByteBuffer?) throws(DataError) {
      table = try content("dbf")
      system = try content("prj")?.text
      encoding = try content("cpg").map { Bytes($0.bytes.prefix(100)).text }
    }

    init(beside path: String) throws(DataError) {
      try self.init { (ending) throws(DataError) in try Self.file(path, ending) }
    }

    init(table: ByteBuffer? = nil, encoding: String? = nil) {
      (self.table, self.encoding) = (table, encoding)
    }

    private static func file(_ path: String, _ ending: String) throws(DataError) -> ByteBuffer? {
      guard let dot = path.lastIndex(of: "."), !path[dot...].contains("/") else { return nil }
      for ending in [ending, ending.uppercased()] {
        do { return try readInput(path: path[...dot] + ending) } catch .cannotRead(_, .notFound) { continue }
      }
      return nil
    }
  }

  static func read(_ input: ByteBuffer, _ request: ReadRequest) throws(DataError) -> Table? {
    try read(input, request.path.map(Companions.init(beside:)) ?? Companions(), request)
  }

  static func read(
    _ input: ByteBuffer, _ companions: Companions, _ request: ReadRequest
  ) throws(DataError) -> Table {
    func damaged(_ reason: String) -> DataError { request.damaged(.shapefile, reason) }
    let (bytes, options) = (input.bytes, request.options)
    if options.layer != nil {
      throw .badOption("--layer", reason: "a Shapefile has one layer, without a name")
    }
    let declared = companions.system.map(declaredSystem)
    let system = try options.system(of: declared, source: request.source)
    let fields = try companions.table.map { (buffer) throws(DataError) in
      try DBaseTable(buffer, encoding: options.encoding ?? companions.encoding, request)
    }
    var rows = try FeatureRows(names: fields?.columns.map(\.name) ?? [], format: .shapefile, request)
    var reader = ByteReader(bytes, at: 24)
    reader.isBigEndian = true
    // Lengths are in words of two bytes.
    guard let words = reader.count(), 2 * words <= bytes.count, bytes.count >= 100 else {
      throw damaged("it ends before the length that its header tells")
    }
    reader = ByteReader(bytes.part(0..<max(100, 2 * words)), at: 100)
    reader.isBigEndian = true
    var feature = 0
    while reader.left > 0 {
      guard reader.count() != nil, let words = reader.count(), let record = reader.take(2 * words) else {
        throw damaged("it ends within shape \(feature + 1)")
      }
      defer { feature += 1 }
      if fields?.isDeleted(feature) == true { continue }
      try rows.add(feature, "shape") { Self.read(record, into: &$0) }
      if let fields {
        for (place, column) in rows.needed.enumerated() {
          fields.append(column, of: feature, to: &rows.columns[place])
        }
      }
      rows.endFeature()
    }
    if let fields, fields.count != feature {
      throw damaged("\(feature) shapes, but \(fields.count) rows in the .dbf beside it")
    }
    return rows.finished(in: system, declared: declared)
  }

  /// Reads the content of a record; false where it contradicts itself.
  private static func read(_ record: Bytes, into shape: inout Shape) -> Bool {
    var reader = ByteReader(record)
    guard let type = reader.integer(UInt32.self) else { return false }
    // Z and M come behind what is needed.
    switch type {
    case 0: return true
    case 1, 11, 21:
      guard let (x, y) = reader.corner() else { return false }
      // By the specification a number below −10^38 is none.
      if x > -1e38 && y > -1e38 { shape.addPoint(x, y) }
      return true
    case 8, 18, 28:
      guard reader.take(32) != nil, let count = reader.count(of: 16) else { return false }
      for _ in 0..<count { if let (x, y) = reader.corner() { shape.addPoint(x, y) } }
      return true
    case 3, 5, 13, 15, 23, 25: return readPaths(&reader, isArea: type % 10 == 5, into: &shape)
    case 31:
      shape.addOther("a surface")
      return true
    default: return false
    }
  }

  private static func readPaths(_ reader: inout ByteReader, isArea: Bool, into shape: inout Shape) -> Bool {
    guard reader.take(32) != nil, let parts = reader.count(), let count = reader.count(),
      parts <= reader.left / 4
    else { return false }
    let starts = (0..<parts).map { _ in reader.count() ?? .max }
    guard count <= reader.left / 16, starts.first ?? 0 == 0 else { return false }
    if parts == 0 { shape.addOther(isArea ? "an empty polygon" : "an empty line") }
    return zip(starts, starts.dropFirst() + [count]).allSatisfy { start, end in
      end <= count && shape.addPath(&reader, corners: end - start, isArea: isArea)
    }
  }

  /// The system of well-known text, by its name: a .prj hardly ever has a code.
  private static func declaredSystem(_ text: String) -> DeclaredSystem {
    let name = CoordinateSystem.name(inWellKnownText: text) ?? ""
    let folded = name.uppercased().filter { $0.isLetter || $0.isNumber }
    let degrees = [
      "GCSWGS1984", "WGS84", "WGS1984", "GCSNORTHAMERICAN1983", "NAD83", "GCSETRS1989", "ETRS89",
    ]
    let mercator = ["WGS1984WEBMERCATORAUXILIARYSPHERE", "WGS84PSEUDOMERCATOR", "WGS1984WEBMERCATOR"]
    var system: CoordinateSystem?
    if mercator.contains(folded) { system = .webMercator }
    if degrees.contains(folded), text.uppercased().trimmed().hasPrefix("GEOG") { system = .degrees }
    return DeclaredSystem(name: "'\(name)'", system: system, definition: String(text.trimmed()))
  }
}

/// The rows of a dBase file with the columns of a Shapefile: fields of fixed width, mostly text.
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
    // The first byte of a row tells whether it is deleted.
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
      named: encoding, dBase: bytes[29], of: bytes.part(start..<start + rows * width), request)
    columns = found.enumerated().map { place, field in
      let name = known.decoded(field.name)
      return Column(name: name.isEmpty ? String(place + 1) : name, type: field.type, range: field.range)
    }
    (self.buffer, self.start, self.width, count, self.encoding) = (buffer, start, width, rows, known)
  }

  func isDeleted(_ row: Int) -> Bool { row < count && buffer.bytes[start + row * width] == UInt8(ascii: "*") }

  /// Adds an element to a column: numbers and booleans as such, dates as texts
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
      if "TtYy".utf8.contains(bytes[0]) { cells.append(true) }
      if "FfNn".utf8.contains(bytes[0]) { cells.append(false) }
    case UInt8(ascii: "D") where bytes.count == 8:
      let text = bytes.text
      cells.append(text: "\(text.prefix(4))-\(text.dropFirst(4).prefix(2))-\(text.suffix(2))")
    default: encoding.append(bytes, to: &cells)
    }
  }
}
