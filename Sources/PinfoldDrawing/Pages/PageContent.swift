import Ground
import Pinfold

/// The data of a page's script, as JSON: levels with markers, transitions between them, points, ground.
struct PageContent {
  private let page: MapPage
  private let levels: [MapPage.Level]
  private let start: Viewport
  private var frames: [Frame] { levels.map(\.frame) }
  private var points: PointSet { levels[0].frame.points }
  private var projection: Projection { points.projection }

  init(_ page: MapPage, _ levels: [MapPage.Level], _ start: Viewport) {
    (self.page, self.levels, self.start) = (page, levels, start)
  }

  var json: String {
    let (style, wraps) = (levels[0].frame.markerStyle, projection.wraps)
    let middle = projection.project(start.center)
    let hasGround = wraps && !page.layers.isDisjoint(with: [.coast, .towns])
    var extent = "null"
    if case .planar(let plane) = projection { extent = "[\(plane.minX),\(plane.minY),\(plane.side)]" }
    let layers = MapDrawing.Layers.names.filter { page.layers.contains($0.layer) }.map(\.name)
    return """
      {"unit":\(Self.unit),"wraps":\(wraps),"extent":\(extent),"points":\(points.count),
      "middle":[\(middle.unitX),\(middle.unitY)],"zoom":\(start.standardZoom),
      "width":\(start.width),"height":\(start.height),"fit":\(fit),"classes":\(Theme.classCount),
      "style":{"smallest":\(style.smallest),"largest":\(style.largest),"saturation":\(style.saturation)},
      "layers":[\(list(layers.map(Self.quoted)))],
      "by":\(levels[0].values.map { Self.quoted($0.name) } ?? "null"),
      "categories":\(levels[0].categories.map(categories) ?? "null"),
      "ground":\(hasGround ? "\"\(ground)\"" : "null"),
      "dots":\(page.layers.contains(.points) ? "\"\(dots)\"" : "null"),
      "shapes":[\(list(page.shapes.map(shapes)))],
      "levels":[\(levels.indices.map(level).joined(separator: ",\n"))],
      "flows":[\(zip(frames, frames.dropFirst()).map(flows).joined(separator: ",\n"))]}
      """
  }

  /// The steps of positions across the world: some two meters.
  private static let unit = 1 << 24

  private func list(_ elements: some Sequence<String>) -> String { elements.joined(separator: ",") }

  /// A text in JSON, without what would end the script that it stands in.
  private static func quoted(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": quoted += "\\\(scalar)"
      case _ where scalar.value < 32 || "<>&\u{2028}\u{2029}".unicodeScalars.contains(scalar):
        let digits = String(scalar.value, radix: 16)
        quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }

  private var fit: String {
    guard let fit = page.fit else { return "null" }
    let box = fit.box
    let (west, north) = (Double(box.west), Double(box.north))
    let edges = [west, north, west + Double(box.width), north + Double(box.height)]
    let counts = fit.countsAround.map { "[\(list($0.map(String.init)))]" } ?? "null"
    return """
      {"bounds":[\(list(edges.map { "\($0 / WorldPoint.worldSize)" }))],"around":\(counts)}
      """
  }

  private func level(_ index: Int) -> String {
    let (level, frame) = (levels[index], levels[index].frame)
    func numbers(_ number: (Int) -> String) -> String { "[\(list((0..<frame.count).map(number)))]" }
    let values = level.values.map { values in
      ",\"value\":" + numbers { values.values[$0].flatMap { $0.isFinite ? "\($0)" : nil } ?? "null" }
    }
    let kinds = level.categories.map { categories in
      ",\"kind\":" + numbers { categories.clusters[$0].map(String.init) ?? "null" }
    }
    let names =
      level.names.contains { $0 != nil }
      ? ",\"name\":" + numbers { level.names[$0].map(Self.quoted) ?? "null" } : ""
    // Ids of single points, of the closest level alone: those of others are there too.
    let ids = index < levels.count - 1 ? "" : ",\"id\":" + numbers { id(of: $0, in: frame) ?? "null" }
    return """
      {"zoom":\(Int(frame.view.viewport.zoom)),"x":\(numbers { "\(frame.positions[$0].x >> 8)" }),\
      "y":\(numbers { "\(frame.positions[$0].y >> 8)" }),"count":\(numbers { "\(frame.pointCount(of: $0))" })\
      \(values ?? "")\(kinds ?? "")\(names)\(ids)}
      """
  }

  private func id(of cluster: Int, in frame: Frame) -> String? {
    guard frame.pointCount(of: cluster) == 1 else { return nil }
    var id: String?
    frame.forEachMember(of: cluster) { id = Self.quoted(points.id($0).description) }
    return id
  }

  private func categories(_ categories: MarkerCategories) -> String {
    "{\"name\":\(Self.quoted(categories.name)),\"values\":[\(list(categories.values.map(Self.quoted)))]}"
  }

  /// The points that each pair of clusters of two frames shares, as three lists.
  private func flows(_ outer: Frame, _ inner: Frame) -> String {
    let flows: [Flow]
    do { flows = try Flow.between(inner, outer).countingPoints(from: inner, to: outer) } catch {
      preconditionFailure("frames of one map: \(error)")
    }
    func numbers(_ number: (Flow) -> Int) -> String { list(flows.map { "\(number($0))" }) }
    return """
      {"low":[\(numbers(\.new))],"high":[\(numbers(\.old))],"count":[\(numbers(\.count))]}
      """
  }

  /// The points of the first level in cells of a screen point at the deepest, or of wider ones where there
  /// would be too many: for each the step from the cell before east and south, and the number of points.
  private var dots: String {
    var shift = max(8, 24 - Int(levels[levels.count - 1].frame.view.viewport.zoom))
    var cells: [(cell: UInt64, count: Int)] = []
    repeat {
      var keys: [UInt64] = []
      for cluster in 0..<levels[0].frame.count {
        levels[0].frame.forEachMember(of: cluster) {
          let position = points.position($0)
          keys.append(UInt64(position.y >> shift) << 32 | UInt64(position.x >> shift))
        }
      }
      keys.sort()
      cells = []
      for key in keys {
        if cells.last?.cell == key { cells[cells.count - 1].count += 1 } else { cells.append((key, 1)) }
      }
      shift += 1
    } while cells.count > Self.mostDots
    var writer = GroundWriter()
    writer.put(shift - 1 - 8)
    writer.put(cells.count)
    var (x, y) = (0, 0)
    for (cell, count) in cells {
      let (column, row) = (Int(cell & 0xFFFF_FFFF), Int(cell >> 32))
      for number in [column - x, row - y, count] { writer.put(number) }
      (x, y) = (column, row)
    }
    return Self.base64(writer.bytes)
  }

  private static let mostDots = 100_000

  /// The areas and lines of a file, each ring as the first position and steps, without steps of less than
  /// half a screen point at the deepest zoom.
  private func shapes(_ shapes: MapShapes) -> String {
    let deepest = levels[levels.count - 1].frame.view.viewport.zoom
    let least = Double(Self.unit) / 512 / Double.pow(2, deepest)
    func path(_ ring: [Coordinate]) -> String {
      var (numbers, last): ([Int], (x: Int, y: Int)) = ([], (0, 0))
      for (index, coordinate) in ring.enumerated() {
        let at = WorldSquare.unit(of: coordinate, on: projection)
        let (x, y) = (
          Int((at.x * Double(Self.unit)).rounded()), Int((at.y * Double(Self.unit)).rounded())
        )
        let isEnd = index == 0 || index == ring.count - 1
        guard isEnd || Double(max(abs(x - last.x), abs(y - last.y))) >= least else { continue }
        numbers += [x - last.x, y - last.y]
        last = (x, y)
      }
      return "[\(list(numbers.map(String.init)))]"
    }
    let areas = shapes.areas.map { "[\(list($0.map(path)))]" }
    return "{\"areas\":[\(list(areas))],\"lines\":[\(list(shapes.lines.map(path)))]}"
  }

  /// The ground of the tiles with points in them and of those around, in base 64.
  private var ground: String {
    let ground = Ground.world
    let (columns, rows) = (Int(360 / ground.side), Int(180 / ground.side))
    var isNear = [Bool](repeating: false, count: columns * rows)
    for index in 0..<points.count {
      let place = points.projection.unproject(points.position(index))
      let column = Int(((place.longitude + 180) / ground.side).rounded(.down))
      let row = Int(((place.latitude + 90) / ground.side).rounded(.down))
      for near in max(0, row - 1)...min(row + 1, rows - 1) {
        for side in column - 1...column + 1 { isNear[near * columns + (side + columns) % columns] = true }
      }
    }
    return Self.base64(
      ground.bytes { west, south in
        isNear[Int((south + 90) / ground.side) * columns + Int((west + 180) / ground.side)]
      })
  }

  /// The bytes as letters of four for three (RFC 4648), without Foundation, which apps would have to link.
  static func base64(_ bytes: [UInt8]) -> String {
    let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    var text: [UInt8] = []
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = bytes[start..<min(start + 3, bytes.count)]
      let bits = group.enumerated().reduce(0) { $0 | Int($1.element) << (16 - 8 * $1.offset) }
      for letter in 0..<4 {
        text.append(letter <= group.count ? letters[bits >> (18 - 6 * letter) & 63] : UInt8(ascii: "="))
      }
    }
    return String(decoding: text, as: UTF8.self)
  }
}
