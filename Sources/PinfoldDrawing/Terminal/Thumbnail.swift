import Ground
import Pinfold

/// Small maps of points in characters, for terminals: points as dots of Braille patterns, and middle dots for
/// land.
///
/// They show at a glance whether coordinates were read as intended: where in the world the points are, and
/// their shape from near.
package struct Thumbnail {
  /// A part of the world, or of a plane.
  fileprivate struct Box {
    var west, south, east, north: Double
  }

  private let columns: Int
  private let rows: Int
  private let isPlain: Bool

  /// Dots by cell, as bits of a Braille pattern.
  private var dots: [UInt8]
  private var land: [Bool]

  /// The maps, side by side, with a title above each and an end of line behind each line; of points that go
  /// around the world, or of a plane, one map. Empty where there are no points.
  ///
  /// - Parameters:
  ///   - width: the most characters in a line.
  ///   - isPlain: whether only ASCII is used.
  ///   - landStyle: what is put around land, such as escape sequences.
  /// - Complexity: O(*n*) in the points.
  package static func text(
    longitude: [Double], latitude: [Double], isPlanar: Bool, width: Int, isPlain: Bool = false,
    landStyle: (String) -> String = { $0 }
  ) -> String {
    guard let west = longitude.min(), let east = longitude.max(), let south = latitude.min(),
      let north = latitude.max()
    else { return "" }
    let world = Box(west: -180, south: -90, east: 180, north: 90)
    let isWide = !isPlanar && east - west > 120
    let columns = max(8, isWide || isPlanar ? min(width - 2, 72) : min((width - 5) / 2, 40))
    // A character is about twice as high as wide.
    let rows = columns / 4
    func map(_ box: Box) -> [String] {
      var map = Thumbnail(columns: columns, rows: rows, isPlain: isPlain)
      map.draw(longitude, latitude, in: box)
      if !isPlanar { map.drawLand(in: box) }
      return map.lines(landStyle)
    }
    if isWide { return ("world" + "\n" + map(world).map { $0 + "\n" }.joined()) }
    let middle = isPlanar ? 1 : max(0.05, Double.cos((south + north) * .pi / 360))
    let box = Box(west: west, south: south, east: east, north: north)
      .padded(aspect: Double(columns) / Double(2 * rows) / middle, isPlanar: isPlanar)
    let near = map(box)
    if isPlanar { return near.map { $0 + "\n" }.joined() }
    let wide = (box.east - box.west) * middle * 111.32
    let title = "from near, \(wide < 10 ? Self.tenths(wide) : String(Int(wide.rounded()))) km wide"
    let left = ["world"] + map(world)
    return zip(left, [title] + near).enumerated().map { row, line in
      let first = row == 0 ? line.0 + String(repeating: " ", count: columns - line.0.count) : line.0
      return first + "   " + line.1 + "\n"
    }.joined()
  }

  private static func tenths(_ number: Double) -> String {
    let tenths = max(1, Int((number * 10).rounded()))
    return "\(tenths / 10).\(tenths % 10)"
  }

  private init(columns: Int, rows: Int, isPlain: Bool) {
    (self.columns, self.rows, self.isPlain) = (columns, rows, isPlain)
    dots = Array(repeating: 0, count: columns * rows)
    land = Array(repeating: false, count: columns * rows)
  }

  /// The bits of Braille patterns (Unicode 2800 and on), by row and column of the dot.
  private static let bits: [[UInt8]] = [[0x01, 0x08], [0x02, 0x10], [0x04, 0x20], [0x40, 0x80]]

  private mutating func draw(_ x: [Double], _ y: [Double], in box: Box) {
    let (across, down) = (2 * columns, 4 * rows)
    for (x, y) in zip(x, y) {
      let (right, below) = ((x - box.west) / (box.east - box.west), (box.north - y) / (box.north - box.south))
      guard right >= 0, right <= 1, below >= 0, below <= 1 else { continue }
      let column = min(across - 1, Int(right * Double(across)))
      let row = min(down - 1, Int(below * Double(down)))
      dots[row / 4 * columns + column / 2] |= Self.bits[row % 4][column % 2]
    }
  }

  private mutating func drawLand(in box: Box) {
    for index in land.indices {
      let (row, column) = (index / columns, index % columns)
      land[index] = LandMask.world.contains(
        longitude: box.west + (box.east - box.west) * (Double(column) + 0.5) / Double(columns),
        latitude: box.north - (box.north - box.south) * (Double(row) + 0.5) / Double(rows))
    }
  }

  private func lines(_ landStyle: (String) -> String) -> [String] {
    (0..<rows).map { row in
      (0..<columns).map { column in
        let index = row * columns + column
        if dots[index] != 0 {
          return isPlain ? "*" : Unicode.Scalar(0x2800 + UInt32(dots[index])).map { String($0) } ?? " "
        }
        return land[index] ? landStyle(isPlain ? "." : "·") : " "
      }.joined()
    }
  }
}

extension Thumbnail.Box {
  /// The box with some room around it, of a shape: its width by its height.
  fileprivate func padded(aspect: Double, isPlanar: Bool) -> Self {
    let least = isPlanar ? max(1e-300, max(west.magnitude, north.magnitude) * 1e-9) : 0.001
    var (width, height) = (max(east - west, least) * 1.1, max(north - south, least) * 1.1)
    if width < height * aspect { width = height * aspect } else { height = width / aspect }
    let (x, y) = (west / 2 + east / 2, south / 2 + north / 2)
    return Self(west: x - width / 2, south: y - height / 2, east: x + width / 2, north: y + height / 2)
  }
}
