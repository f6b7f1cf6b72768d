/// The geometry of one feature, as far as points are made of it.
///
/// A reader resets one shape and fills it again for each feature, so that nothing is allocated per feature.
struct Shape {
  /// Geometries may nest in most formats; no data have more levels than this.
  static let maximumNesting = 16

  struct Position: Equatable {
    var x: Double
    var y: Double
  }

  private(set) var points: [Position] = []

  /// Other geometry of the feature: "a line", "a polygon"; nil for none.
  private(set) var other: String?

  /// The corners of lines and rings one after another, and where each of them ends; areas come first in rank.
  private var corners: [Position] = []
  private var ends: [Int] = []
  private var isArea = false
  let takesInside: Bool

  init(_ shapes: OtherShapes) { takesInside = shapes == .inside }

  mutating func reset() {
    points.removeAll(keepingCapacity: true)
    corners.removeAll(keepingCapacity: true)
    ends.removeAll(keepingCapacity: true)
    other = nil
    isArea = false
  }

  /// Adds a point; one that is not a number is empty, as some formats write it.
  mutating func addPoint(_ x: Double, _ y: Double) {
    if !x.isNaN && !y.isNaN { points.append(Position(x: x, y: y)) }
  }

  mutating func addOther(_ name: String) { other = other ?? name }

  /// Begins a line, or a ring of a polygon; returns whether its corners are wanted.
  mutating func beginPath(isArea: Bool) -> Bool {
    // Where a feature has both, the areas stand for it.
    if isArea && !self.isArea {
      corners.removeAll(keepingCapacity: true)
      ends.removeAll(keepingCapacity: true)
      other = nil
      self.isArea = true
    }
    addOther(isArea ? "a polygon" : "a line")
    return takesInside && isArea == self.isArea
  }

  mutating func addCorner(_ x: Double, _ y: Double) {
    if x.isFinite && y.isFinite { corners.append(Position(x: x, y: y)) }
  }

  mutating func endPath() { if ends.last ?? 0 < corners.count { ends.append(corners.count) } }

  /// Reads a line or a ring, whose corners take some bytes each; false where too few are left.
  mutating func addPath(
    _ reader: inout ByteReader, corners count: Int, size: Int = 16, isArea: Bool
  ) -> Bool {
    guard count >= 0, count <= reader.left / size else { return false }
    guard beginPath(isArea: isArea) else { return reader.take(count * size) != nil }
    for _ in 0..<count { if let (x, y) = reader.corner(size: size) { addCorner(x, y) } }
    endPath()
    return true
  }

  /// The positions of the feature: its points, or if requested a point on its other geometry.
  var positions: [Position] {
    if !points.isEmpty || !takesInside { return points }
    // If coordinates are so large that differences vanish, use the first corner.
    let inside = (isArea ? pointInside : middle).flatMap { $0.x.isFinite && $0.y.isFinite ? $0 : nil }
    return (inside ?? corners.first).map { [$0] } ?? []
  }

  /// The point in the middle of the widest stretch that the polygon has half-way between its south and north.
  private var pointInside: Position? {
    guard let south = corners.lazy.map(\.y).min(), let north = corners.lazy.map(\.y).max() else { return nil }
    // Between corners, so that no side lies on the line.
    let half = (south + north) / 2
    let below = corners.lazy.map(\.y).filter { $0 <= half }.max() ?? south
    let above = corners.lazy.map(\.y).filter { $0 > half }.min() ?? north
    let y = (below + above) / 2
    var crossings: [Double] = []
    var start = 0
    for end in ends {
      for index in start..<end {
        let (a, b) = (corners[index], corners[index + 1 == end ? start : index + 1])
        if (a.y > y) != (b.y > y) { crossings.append(a.x + (y - a.y) / (b.y - a.y) * (b.x - a.x)) }
      }
      start = end
    }
    crossings.sort()
    // Holes and other parts by the even–odd rule.
    let stretches = stride(from: 0, to: crossings.count - 1, by: 2).map { (crossings[$0], crossings[$0 + 1]) }
    guard let widest = stretches.max(by: { $0.1 - $0.0 < $1.1 - $1.0 }) else { return nil }
    return Position(x: (widest.0 + widest.1) / 2, y: y)
  }

  private var middle: Position? {
    var best: (length: Double, path: Range<Int>)?
    var start = 0
    for end in ends {
      let length = (start..<end).dropLast().reduce(0) { $0 + distance($1) }
      if best == nil || length > best?.length ?? 0 { best = (length, start..<end) }
      start = end
    }
    guard let best else { return nil }
    var rest = best.length / 2
    for index in best.path.dropLast() {
      let length = distance(index)
      if length >= rest && length > 0 {
        let (a, b) = (corners[index], corners[index + 1])
        return Position(x: a.x + rest / length * (b.x - a.x), y: a.y + rest / length * (b.y - a.y))
      }
      rest -= length
    }
    return nil
  }

  private func distance(_ index: Int) -> Double {
    let (x, y) = (corners[index + 1].x - corners[index].x, corners[index + 1].y - corners[index].y)
    return (x * x + y * y).squareRoot()
  }
}
