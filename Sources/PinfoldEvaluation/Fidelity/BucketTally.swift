import Pinfold

/// Sums in square buckets; of whole numbers, so that they do not depend on the order.
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

  /// Adds to each bucket its part of a number that is spread evenly over a disc; the rounding error goes to
  /// the middle.
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

  /// The sum of the absolute values of all buckets.
  var difference: Int {
    var all = self
    all.flush()
    return all.counts.values.reduce(0) { $0 + abs($1) }
  }
}

private typealias Bucket = CellGrid.Cell
