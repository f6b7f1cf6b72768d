import Pinfold
import PinfoldData

/// What is done with bytes that libFuzzer makes up. Whatever they are, a reader returns what its promises say
/// or throws; the sanitizers see to the memory.
enum Targets {
  static let all: [String: @Sendable ([UInt8]) -> Void] = [
    "delimited": { points($0, first: UInt8(ascii: "x")) },
    "json": { points($0, first: UInt8(ascii: "[")) },
    "frames": { frames($0) },
    "nodes": { bytes in _ = try? JSONNode(bytes: bytes, source: "fuzz") },
    "gzip": { points([0x1F, 0x8B] + $0, first: nil) },
  ]

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
    if choice & 8 != 0 { options.attributes = .named(["type", "name"]) }
    if choice & 16 != 0 { (options.longitude, options.latitude) = ("lon", "2") }
    if choice & 32 != 0 { (options.group, options.priority) = ("1", "3") }
    guard let data = try? PointReader.read(bytes: text, options: options) else { return }
    let (columns, report) = (data.columns, data.report)
    precondition(report.usable > 0 && report.usable == columns.count)
    precondition(report.usable + report.unusable.reduce(0) { $0 + $1.count } == report.rows)
    precondition(columns.attributes.allSatisfy { $0.values.count == columns.count })
    precondition(!report.table.isEmpty)
    // A set reorders every column.
    let square = PlanarExtent(enclosing: columns.longitude, columns.latitude)
    _ = try? PointSet(columns, projection: options.planar ? .planar(square) : .mercator)
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
