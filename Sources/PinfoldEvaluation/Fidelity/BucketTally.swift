import Pinfold

/// Sums in square buckets, of whole numbers, so that they do not depend on the order.
struct BucketTally {
  /// The number that stands for one point, so that parts of a point are whole numbers too.
  static let unit = 1 << 20

  private let bucket: Double
  private let origin: (x: Double, y: Double)
  private var counts: [Bucket: Int] = [:]
  // Points come along a space-filling curve: a run of them is in one bucket.
  private var current = Bucket(column: 0, row: 0)
  private var pending = 0

  init(bucket: Double, origin: (x: Double, y: Double)) {
    self.bucket = bucket
    self.origin = origin
  }

  mutating func add(_ count: Int, x: Double, y: Double) {
    add(count, to: Bucket(column: place(x - origin.x), row: place(y - origin.y)))
  }

  /// Adds to each bucket its part of a number that is spread evenly over a disc; the middle gets the rounding
  /// error.
  mutating func spread(_ count: Int, over disc: Disc, _ context: RunContext) throws(ClusteringError) {
    let (x, y) = (disc.x - origin.x, disc.y - origin.y)
    let area = DiscPart(radius: disc.radius)
    let columns = place(x - disc.radius)...place(x + disc.radius)
    let rows = place(y - disc.radius)...place(y + disc.radius)
    guard columns.count > 1 || rows.count > 1 else { return add(count, x: disc.x, y: disc.y) }
    var left = count
    for column in columns {
      try context.check()
      let (west, east) = (Double(column) * bucket - x, Double(column + 1) * bucket - x)
      for row in rows {
        let (north, south) = (Double(row) * bucket - y, Double(row + 1) * bucket - y)
        let share = area.share(west: west, east: east, north: north, south: south)
        let part = Int((Double(count) * share).rounded())
        add(part, to: Bucket(column: column, row: row))
        left -= part
      }
    }
    add(left, x: disc.x, y: disc.y)
  }

  private func place(_ distance: Double) -> Int { Int((distance / bucket).rounded(.down)) }

  private mutating func add(_ count: Int, to next: Bucket) {
    if next != current {
      flush()
      current = next
    }
    pending += count
  }

  private mutating func flush() {
    if pending != 0 { counts[current, default: 0] += pending }
    pending = 0
  }

  var difference: Int {
    var all = self
    all.flush()
    return all.counts.values.reduce(0) { $0 + abs($1) }
  }
}

private typealias Bucket = CellGrid.Cell

/// The share of a disc that lies in a rectangle, exact but for rounding.
struct DiscPart {
  let radius: Double

  /// Distances are from the disc's middle. A disc without extent is a point.
  func share(west: Double, east: Double, north: Double, south: Double) -> Double {
    guard radius > 0 else { return west <= 0 && 0 < east && north <= 0 && 0 < south ? 1 : 0 }
    let area = corner(east, south) - corner(west, south) - corner(east, north) + corner(west, north)
    return max(0, min(area / (.pi * radius * radius), 1))
  }

  /// The area of the disc west of one line and north of another.
  private func corner(_ x: Double, _ y: Double) -> Double {
    guard x > -radius, y > -radius else { return 0 }
    let (east, south) = (min(x, radius), min(y, radius))
    // Beyond half a chord at `south` to either side, the circle ends before the line.
    let half = (radius * radius - south * south).squareRoot()
    // The upper half of the disc and, as far as the line allows, the lower one; or what is above a line in
    // the upper half.
    let chord = max(0, min(east, half) + half) * south
    let middle = max(-half, min(east, half))
    if south < 0 { return max(0, chord + upper(middle) - upper(-half)) }
    return upper(east) + upper(min(east, -half)) + chord + upper(max(east, half)) - upper(half)
  }

  /// The area of the half disc above its diameter, west of a line.
  private func upper(_ x: Double) -> Double {
    let rest = max(0, radius * radius - x * x).squareRoot()
    return (x * rest + radius * radius * Double.asin(max(-1, min(x / radius, 1)))) / 2 + .pi * radius * radius
      / 4
  }
}
