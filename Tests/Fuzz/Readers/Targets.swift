import Pinfold
import PinfoldData

/// What is done with bytes that libFuzzer makes up. Whatever they are, a reader returns what its promises say
/// or throws; the sanitizers see to the memory.
enum Targets {
  typealias Target = @Sendable ([UInt8]) -> Void

  static let all: [String: Target] = formats.merging(parsers) { $1 }

  // Of a larger expression the compiler does not find the types.
  private static let parsers: [String: Target] = [
    "csv": { points($0, first: UInt8(ascii: "x")) },
    "geojson": { points($0, first: UInt8(ascii: "[")) },
    "frames": { frames($0) },
    "nodes": { bytes in _ = try? Node(json: bytes, source: "fuzz") },
    "geometry": { geometry($0) },
    "shapefile": { shapefile($0) },
    "conditions": { conditions($0) },
    "gzip": { points([0x1F, 0x8B] + $0, first: nil) },
    "zip": { points([0x50, 0x4B, 3, 4] + $0, first: nil) },
  ]

  /// Every format of points, by its name.
  private static let formats: [String: Target] =
    PointFormats.beginnings.mapValues { beginning in { points(beginning + $0, first: nil) } }

  /// Reads points with options that the first byte chooses.
  ///
  /// - Parameter first: what is put before data that would be taken for another format; nil for nothing.
  private static func points(_ bytes: [UInt8], first: UInt8?) {
    guard let choice = bytes.last else { return }
    var text = first == nil ? bytes : bytes.dropLast()
    let start = text.first { ![9, 10, 13, 32].contains($0) }
    if let first, let start {
      let isJSON = [UInt8(ascii: "{"), UInt8(ascii: "["), 0x1E].contains(start)
      if isJSON != (first == UInt8(ascii: "[")) || start == 0x1F { text.insert(first, at: 0) }
    }
    var options = ReadOptions(
      planar: choice & 1 != 0, attributes: choice & 2 != 0 ? .all : .none, countsRepeats: choice & 4 != 0,
      maxUnpacked: 64)
    if choice & 64 != 0 { options.shapes = .inside }
    if choice & 8 != 0 { options.attributes = .named(["type", "name"]) }
    if choice & 16 != 0 { (options.longitude, options.latitude) = ("lon", "2") }
    if choice & 32 != 0 { (options.group, options.priority) = ("1", "3") }
    if choice & 128 != 0 { options.bounds = CoordinateBounds(west: 170, south: -60, east: 20, north: 60) }
    guard let data = try? PointReader.read(bytes: text, options: options) else { return }
    check(data, options)
  }

  /// What holds of all points that were read.
  private static func check(_ data: PointData, _ options: ReadOptions) {
    let (columns, report) = (data.columns, data.report)
    // Data without rows are no error; rows of which none can be used are.
    precondition(report.usable > 0 || report.rows == 0)
    precondition((report.selection?.count ?? report.usable) == columns.count)
    if let box = options.bounds {
      precondition(columns.longitude.allSatisfy { $0 >= box.west || $0 <= box.east })
      precondition(columns.latitude.allSatisfy { $0 >= box.south && $0 <= box.north })
    }
    precondition(report.usable + report.unusable.reduce(0) { $0 + $1.count } == report.rows)
    precondition(columns.attributes.allSatisfy { $0.values.count == columns.count })
    precondition(!report.table.isEmpty)
    // A set reorders every column.
    let square = PlanarExtent(enclosing: columns.longitude, columns.latitude)
    _ = try? PointSet(columns, projection: options.planar ? .planar(square) : .mercator)
  }

  /// Holds a condition against columns of every type, some of whose values are missing.
  private static func conditions(_ bytes: [UInt8]) {
    let text = String(decoding: bytes, as: UTF8.self)
    // Not static, as below.
    var columns = PointColumns(longitude: [0, 1, 2, 3], latitude: [0, -1, -2, -3])
    var names = TextColumn()
    for name in ["Alaska", "é", ""] { names.append(name) }
    names.appendMissing()
    columns.attributes = [
      Attribute(name: "mag", values: .numbers([4, .nan, -1e300, 0])),
      Attribute(name: "place", values: .texts(names)),
      Attribute(name: "felt", values: .booleans([true, nil, false, true])),
    ]
    do throws(ConditionError) {
      let condition = try Condition(text)
      let mask = try condition.mask(of: ConditionColumns(columns))
      precondition(mask.count == 4)
      // What does not hold of a row holds when it is turned around.
      guard let other = try? Condition("not (\(text))") else { return }
      let turned = try other.mask(of: ConditionColumns(columns))
      precondition(turned == mask.map { !$0 })
    } catch {
      precondition(error.text == text && error.offset >= 0 && !error.description.isEmpty)
    }
  }

  /// Reads a geometry as GeoPackages hold them.
  private static func geometry(_ bytes: [UInt8]) {
    for shapes in OtherShapes.allCases {
      guard let positions = StoredGeometry.positions(of: bytes, shapes) else { continue }
      precondition(positions.allSatisfy { !$0.longitude.isNaN && !$0.latitude.isNaN })
    }
  }

  /// Reads shapes and the columns beside them: the first two bytes say where these begin.
  private static func shapefile(_ bytes: [UInt8]) {
    guard bytes.count > 3 else { return }
    let (size, rest) = (Int(bytes[0]) << 8 | Int(bytes[1]), bytes.dropFirst(3))
    var options = ReadOptions(attributes: .all)
    options.shapes = bytes[2] & 1 == 0 ? .skip : .inside
    let encoding = bytes[2] & 2 == 0 ? nil : bytes[2] & 4 == 0 ? "932" : "UTF-8"
    let data = try? PointReader.readShapefile(
      shapes: [0, 0, 0x27, 0x0A] + rest.prefix(size), table: Array(rest.dropFirst(size)), encoding: encoding,
      options: options)
    if let data { check(data, options) }
  }

  /// Reads frames of a handful of points, on the globe or on a plane.
  private static func frames(_ bytes: [UInt8]) {
    guard let choice = bytes.last else { return }
    // Not static: the leak sanitizer does not see memory that only the tagged pointer of an enum refers to.
    let columns = PointColumns(
      longitude: [0, 1, 2, 3], latitude: [0, 1, 2, 3],
      ids: .mixed([.integer(0), .integer(1), .text("a"), .text("é")]))
    let square = PlanarExtent(enclosing: columns.longitude, columns.latitude)
    guard let points = try? PointSet(columns, projection: choice & 1 == 0 ? .mercator : .planar(square))
    else { return }
    _ = try? FrameReader.read(bytes: bytes.dropLast(), points: points, maxUnpacked: 64)
  }
}
