import CPinfold
import Pinfold
import PinfoldData
import PinfoldDefinitions

// Points as bytes for another process of the same version: a text with the format and the version, then the
// name, the projection and every column, row by row. Numbers are little-endian; a list is its length and its
// elements, a text its length in UTF-8 and its bytes, an absent column the length -1.

@_cdecl("pinfold_points_save")
public func pinfoldPointsSave(
  _ points: OpaquePointer?, _ stored: Out<Text?>, _ size: Out<Int>, _ message: Out<Text?>
) -> CInt {
  unsafe status(message) { unsafe try store(try PointsHandle.at(points).saved, stored, size) }
}

@_cdecl("pinfold_points_load")
public func pinfoldPointsLoad(
  _ bytes: UnsafeRawPointer?, _ size: Int64, _ points: Out<OpaquePointer?>, _ message: Out<Text?>
) -> CInt {
  unsafe status(message) {
    guard let bytes = unsafe bytes, size >= 0 else {
      throw CallMistake("NULL is given in place of saved points")
    }
    var reader = unsafe SavedPointsReader(UnsafeRawBufferPointer(start: bytes, count: Int(size)))
    try unsafe out(points).pointee = try reader.points().retained
  }
}

private let signature = "pinfold points \(Version.current)"

extension PointsHandle {
  fileprivate var saved: [UInt8] {
    let columns = points.columns(in: points.rowOrder)
    var bytes: [UInt8] = []
    bytes.put(signature)
    bytes.put(named.name)
    bytes.append(hasIDs ? 1 : 0)
    switch points.projection {
    case .mercator: bytes.append(0)
    case .planar(let extent):
      bytes.append(1)
      for number in [extent.minX, extent.minY, extent.side] { bytes.append(littleEndian: number.bitPattern) }
    }
    bytes.put(columns.longitude)
    bytes.put(columns.latitude)
    bytes.put(columns.weight)
    bytes.put(columns.priority)
    bytes.put(columns.group)
    bytes.put(columns.groupNames) { $0.put($1) }
    bytes.put(columns.mergeable.map { $0.map { $0 ? 1 : 0 as UInt8 } })
    switch columns.ids ?? .integers([]) {
    case .integers(let ids):
      bytes.append(0)
      bytes.put(ids)
    case .texts(let ids):
      bytes.append(1)
      bytes.put(ids) { $0.put($1) }
    case .mixed(let ids):
      bytes.append(2)
      bytes.put(ids) { bytes, id in
        switch id {
        case .integer(let number):
          bytes.append(0)
          bytes.append(littleEndian: number)
        case .text(let text):
          bytes.append(1)
          bytes.put(text)
        }
      }
    }
    bytes.put(columns.attributes) { $0.put($1) }
    return bytes
  }
}

extension [UInt8] {
  fileprivate mutating func put(_ text: String) { put(Array(text.utf8)) }

  fileprivate mutating func put<Number: BitwiseCopyable>(_ numbers: [Number]?) {
    append(littleEndian: Int64(numbers?.count ?? -1))
    unsafe numbers?.withUnsafeBytes { unsafe append(contentsOf: $0) }
  }

  fileprivate mutating func put<Item>(_ items: [Item], _ body: (inout [UInt8], Item) -> Void) {
    append(littleEndian: Int64(items.count))
    for item in items { body(&self, item) }
  }

  /// Adds a column: its name, the rows that hold a value, their type, and the values.
  fileprivate mutating func put(_ attribute: Attribute) {
    let rows = attribute.values.presentRows
    put(attribute.name)
    put(rows.map { Int64($0) })
    switch attribute.values {
    case .numbers(let values):
      append(0)
      put(rows.map { values[$0] })
    case .integers(let values):
      append(1)
      put(rows.map { values[$0] })
    case .booleans(let values):
      append(2)
      put(rows.map { values[$0] == true ? 1 : 0 as UInt8 })
    case .texts(let values):
      append(3)
      put(rows) { $0.put(values[$1] ?? "") }
    }
  }
}

/// Reads saved points; throws at the first unexpected byte.
private struct SavedPointsReader {
  private var reader: ByteReader

  init(_ bytes: UnsafeRawBufferPointer) {
    reader = unsafe ByteReader(Bytes(raw: bytes.baseAddress, count: bytes.count))
  }

  mutating func points() throws -> PointsHandle {
    let found = try text()
    guard found == signature else {
      throw CallMistake("the saved points are not of this version: '\(signature)' expected")
    }
    let name = try text()
    let hasIDs = try flag()
    var projection = Projection.mercator
    if try flag() {
      let (x, y, side) = (try number(), try number(), try number())
      guard side > 0, [x, y, side].allSatisfy(\.isFinite) else { throw damage }
      projection = .planar(PlanarExtent(minX: x, minY: y, side: side))
    }
    var columns = PointColumns(longitude: try numbers() ?? [], latitude: try numbers() ?? [])
    columns.weight = try numbers()
    columns.priority = try numbers()
    columns.group = try numbers()
    columns.groupNames = try list { try $0.text() }
    columns.mergeable = try (numbers() as [UInt8]?)?.map { $0 != 0 }
    switch try byte() {
    case 0: columns.ids = .integers(try numbers() ?? [])
    case 1: columns.ids = .texts(try list { try $0.text() })
    default:
      columns.ids = .mixed(
        try list { try $0.flag() ? .text(try $0.text()) : .integer(try $0.integer(Int64.self)) })
    }
    columns.attributes = try list { [count = columns.count] in try $0.attribute(count) }
    guard reader.left == 0 else { throw damage }
    return PointsHandle(
      NamedPoints(name, try PointSet(columns, projection: projection)), hasIDs: hasIDs)
  }

  private var damage: CallMistake { CallMistake("the saved points are damaged") }

  private mutating func attribute(_ count: Int) throws -> Attribute {
    let name = try text()
    let rows: [Int64] = try numbers() ?? []
    var last = -1
    for row in rows {
      guard row > last, row < count else { throw damage }
      last = Int(row)
    }
    func spread<Value>(_ values: [Value], _ missing: Value) throws -> [Value] {
      guard values.count == rows.count else { throw damage }
      var all = [Value](repeating: missing, count: count)
      for (row, value) in zip(rows, values) { all[Int(row)] = value }
      return all
    }
    switch try byte() {
    case 0: return Attribute(name: name, values: .numbers(try spread(try numbers() ?? [], .nan)))
    case 1: return Attribute(name: name, values: .integers(try spread(try numbers() ?? [], .missing)))
    case 2:
      let values: [UInt8] = try numbers() ?? []
      return Attribute(name: name, values: .booleans(try spread(values.map { $0 != 0 }, nil)))
    case 3:
      var texts = TextColumn()
      for value in try spread(try list { try $0.text() } as [String?], nil) {
        if let value { texts.append(value) } else { texts.appendMissing() }
      }
      return Attribute(name: name, values: .texts(texts))
    default: throw damage
    }
  }

  // MARK: Values

  private mutating func integer<Integer: FixedWidthInteger & BitwiseCopyable>(_ type: Integer.Type) throws
    -> Integer
  {
    guard let integer = reader.integer(type) else { throw damage }
    return integer
  }

  private mutating func byte() throws -> UInt8 { try integer(UInt8.self) }

  private mutating func flag() throws -> Bool { try byte() != 0 }

  private mutating func number() throws -> Double { Double(bitPattern: try integer(UInt64.self)) }

  /// The numbers of a column; nil for an absent one.
  private mutating func numbers<Number: BitwiseCopyable>() throws -> [Number]? {
    let count = try integer(Int64.self)
    if count == -1 { return nil }
    let size = MemoryLayout<Number>.stride
    guard count >= 0, count <= reader.left / size, let bytes = reader.take(Int(count) * size) else {
      throw damage
    }
    return bytes.values()
  }

  private mutating func text() throws -> String {
    String(decoding: try numbers() as [UInt8]? ?? [], as: UTF8.self)
  }

  private mutating func list<Item>(_ body: (inout Self) throws -> Item) throws -> [Item] {
    let count = try integer(Int64.self)
    // An item has a byte at least.
    guard count >= 0, count <= reader.left else { throw damage }
    var items: [Item] = []
    for _ in 0..<count { items.append(try body(&self)) }
    return items
  }
}
