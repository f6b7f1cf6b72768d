import Pinfold

extension DataFormat {
  /// FlatGeobuf, version 3.
  public static let flatGeobuf = Self("FlatGeobuf", isText: false)
}

/// Reads FlatGeobuf (version 3): a header, an index, and features one after another.
struct FlatGeobufReader: PointFormat {
  private let bytes: Bytes
  private let header: Header
  private let request: ReadRequest

  static let names = ["FlatGeobuf"]
  static let isBinary = true

  /// "fgb", the version, "fgb"; a number that does not matter follows.
  static let beginning: [UInt8] = [0x66, 0x67, 0x62, 0x03, 0x66, 0x67, 0x62]

  static func read(_ input: ByteBuffer, _ request: ReadRequest) throws(DataError) -> Table? {
    let header = try Header(input.bytes, request)
    return try FlatGeobufReader(bytes: input.bytes, header: header, request: request).read()
  }

  private func read() throws(DataError) -> Table {
    _ = try request.layer(among: [header.name])
    let declared = header.declaredSystem
    let system = try request.options.system(of: declared, source: request.source)
    var rows = try FeatureRows(names: header.columns.map(\.name), format: .flatGeobuf, request)
    var reader = ByteReader(bytes, at: header.end)
    let chosen = chosen(in: system)
    if let chosen {
      for feature in chosen {
        // One after another, as the features are: else a few bytes could be read again and again.
        let offset = Int(clamping: feature.offset)
        guard offset >= reader.position - header.end, offset < bytes.count - header.end else {
          throw damaged("its index leads past the features")
        }
        reader = ByteReader(bytes, at: header.end + offset)
        try readFeature(feature.number, &reader, into: &rows)
      }
    } else {
      var feature = 0
      while reader.left > 0 {
        try readFeature(feature, &reader, into: &rows)
        feature += 1
      }
      if let count = header.count, count != feature {
        throw damaged("\(feature) features, where the header says \(count)")
      }
    }
    var table = rows.finished(in: system, declared: declared)
    table.isPart = chosen != nil
    table.report.layer = header.name.isEmpty ? nil : header.name
    return table
  }

  /// The features that are in the requested box according to the index; nil if all must be read.
  private func chosen(in system: CoordinateSystem) -> [(number: Int, offset: UInt64)]? {
    // A point is a row, whose number is then known.
    guard let bounds = IndexedBounds(request.options, system), let tree = header.tree, header.geometry == 1
    else { return nil }
    let index = bytes.part(header.end - tree.byteCount..<header.end)
    let (all, usable) = (tree.bounds(index), bounds.usable)
    guard all.west >= usable.west, all.south >= usable.south, all.east <= usable.east,
      all.north <= usable.north
    else { return nil }
    return tree.features(in: bounds.boxes, of: index)
  }

  private func readFeature(
    _ feature: Int, _ reader: inout ByteReader, into rows: inout FeatureRows
  ) throws(DataError) {
    guard let part = reader.takeCounted() else { throw damaged("it ends within feature \(feature)") }
    let table = FlatBufferTable(root: part)
    // Parts may share their bytes, so that few could stand for very many: what all of them read is limited.
    var budget = part.count
    let isRead = try rows.add(feature) { shape in table.map { add($0, to: &shape, &budget) } ?? false }
    if isRead, !header.columns.isEmpty, let properties = table?.vector(1, of: 1),
      !read(properties, into: &rows)
    {
      throw damaged("feature \(feature) has properties that cannot be read")
    }
    rows.endFeature()
  }

  private func damaged(_ reason: String) -> DataError { request.damaged(.flatGeobuf, reason) }

  // MARK: Geometries

  private func add(_ feature: FlatBufferTable, to shape: inout Shape, _ budget: inout Int) -> Bool {
    guard let geometry = feature.table(0) else { return !feature.has(0) }
    return add(geometry, to: &shape, inherited: header.geometry, depth: 0, &budget)
  }

  /// - Parameters:
  ///   - inherited: the type that the header gives all; 0 where each has its own.
  ///   - budget: the bytes that may still be read.
  private func add(
    _ geometry: FlatBufferTable, to shape: inout Shape, inherited: UInt8, depth: Int, _ budget: inout Int
  ) -> Bool {
    budget -= 8
    guard depth < Shape.maximumNesting, budget >= 0 else { return false }
    let type = inherited == 0 ? geometry.integer(6, UInt8.self) ?? 0 : inherited
    switch type {
    case 1, 4:
      guard var corners = corners(geometry, &budget) else { return false }
      while let (x, y) = corners.corner() { shape.addPoint(x, y) }
      return true
    case 2, 3, 5:
      // Several lines or rings are one list, with their ends; a single one has none.
      guard var corners = corners(geometry, &budget) else { return false }
      guard let ends = geometry.vector(0, of: 4) else {
        return !geometry.has(0) && shape.addPath(&corners, corners: corners.left / 16, isArea: type == 3)
      }
      return stride(from: 0, to: ends.count, by: 4).allSatisfy { place in
        let count = Int(ends.number(at: place, as: UInt32.self)) - corners.position / 16
        return shape.addPath(&corners, corners: count, isArea: type == 3)
      }
    case 6, 7:
      return geometry.tables(7)?.allSatisfy {
        add($0, to: &shape, inherited: type == 6 ? 3 : 0, depth: depth + 1, &budget)
      } ?? false
    case 8...17:
      shape.addOther("a curve or surface")
      return true
    default: return false
    }
  }

  private func corners(_ geometry: FlatBufferTable, _ budget: inout Int) -> ByteReader? {
    guard let numbers = geometry.vector(1, of: 8) else { return geometry.has(1) ? nil : ByteReader(Bytes()) }
    budget -= numbers.count
    return numbers.count % 16 == 0 && budget >= 0 ? ByteReader(numbers) : nil
  }

  // MARK: Properties

  private func read(_ properties: Bytes, into rows: inout FeatureRows) -> Bool {
    var reader = ByteReader(properties)
    while reader.left > 0 {
      guard let column = reader.integer(UInt16.self).map(Int.init), column < header.columns.count else {
        return false
      }
      let (place, type) = (rows.places[column], header.columns[column].type)
      if place < 0 {
        guard type.skip(&reader) else { return false }
      } else {
        // A column occurs at most once.
        guard rows.columns[place].count == rows.start, type.read(&reader, into: &rows.columns[place]) else {
          return false
        }
      }
    }
    return true
  }

  private struct Header {
    struct Column {
      var name: String
      var type: FlatGeobufType
    }

    var name: String
    var columns: [Column]
    var geometry: UInt8
    var count: Int?
    var tree: PackedTree?
    var end: Int
    var declaredSystem: DeclaredSystem?

    init(_ bytes: Bytes, _ request: ReadRequest) throws(DataError) {
      func damaged(_ reason: String) -> DataError { request.damaged(.flatGeobuf, reason) }
      var reader = ByteReader(bytes, at: 8)
      guard let part = reader.takeCounted() else { throw damaged("it ends within the header") }
      guard let table = FlatBufferTable(root: part), let fields = table.tables(7) else {
        throw damaged("unreadable header")
      }
      name = table.text(0) ?? ""
      geometry = table.integer(2, UInt8.self) ?? 0
      columns = []
      for (place, field) in fields.enumerated() {
        guard let type = FlatGeobufType(rawValue: field.integer(1, UInt8.self) ?? 0) else {
          throw damaged("column \(place + 1) is of an unknown type")
        }
        columns.append(Column(name: field.text(0) ?? String(place + 1), type: type))
      }
      let features = table.integer(8, UInt64.self) ?? 0
      count = features == 0 ? nil : Int(clamping: features)
      let node = Int(table.integer(9, UInt16.self) ?? 16)
      tree = PackedTree(features: features, node: node)
      guard tree != nil || features == 0 || node == 0, tree?.byteCount ?? 0 <= reader.left else {
        throw damaged("it ends within the index")
      }
      end = reader.position + (tree?.byteCount ?? 0)
      let crs = table.table(10)
      let system = crs.flatMap { $0.text(2) ?? $0.text(5) }
      if let code = crs?.integer(1, Int32.self), code != 0 {
        declaredSystem = DeclaredSystem(named: "EPSG:\(code)", title: system ?? "")
      } else if let system {
        declaredSystem = DeclaredSystem(
          name: "'\(system)'", system: CoordinateSystem(named: system), definition: system)
      }
    }
  }
}

enum FlatGeobufType: UInt8 {
  case byte, unsignedByte, bool, short, unsignedShort, int, unsignedInt, long, unsignedLong, float, double
  case string, json, dateTime, binary

  fileprivate func read(_ reader: inout ByteReader, into cells: inout CellColumn) -> Bool {
    switch self {
    case .byte: Self.integer(reader.integer(Int8.self), &cells)
    case .unsignedByte: Self.integer(reader.integer(UInt8.self), &cells)
    case .bool: reader.integer(UInt8.self).map { cells.append($0 != 0) } != nil
    case .short: Self.integer(reader.integer(Int16.self), &cells)
    case .unsignedShort: Self.integer(reader.integer(UInt16.self), &cells)
    case .int: Self.integer(reader.integer(Int32.self), &cells)
    case .unsignedInt: Self.integer(reader.integer(UInt32.self), &cells)
    case .long: Self.integer(reader.integer(Int64.self), &cells)
    case .unsignedLong: Self.integer(reader.integer(UInt64.self), &cells)
    case .float:
      reader.integer(UInt32.self).map { cells.append(Double(Float(bitPattern: $0))) } != nil
    case .double: reader.double().map { cells.append($0) } != nil
    case .string, .json, .dateTime: reader.takeCounted().map { cells.append(text: $0) } != nil
    // Bytes are nothing that a column holds.
    case .binary: reader.takeCounted() != nil
    }
  }

  /// The bytes of each numeric type, by its raw value.
  private static let sizes = [1, 1, 1, 2, 2, 4, 4, 8, 8, 4, 8]

  fileprivate func skip(_ reader: inout ByteReader) -> Bool {
    let number = Int(rawValue)
    return (number < Self.sizes.count ? reader.take(Self.sizes[number]) : reader.takeCounted()) != nil
  }

  private static func integer(_ value: (some FixedWidthInteger)?, _ cells: inout CellColumn) -> Bool {
    guard let value else { return false }
    if let value = Int64(exactly: value) { cells.append(value) } else { cells.append(text: "\(value)") }
    return true
  }
}
