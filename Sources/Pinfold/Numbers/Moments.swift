/// Exact sums over positions, from which mean, variance and principal axis follow.
///
/// Integer sums are independent of order, and nothing cancels. The x of the positions must not wrap between
/// them.
struct Moments {
  private(set) var count = 0
  private(set) var x: UInt64 = 0
  private(set) var y: UInt64 = 0
  private var xx: UInt128 = 0
  private var yy: UInt128 = 0
  private var xy: UInt128 = 0

  init() {}

  @inline(__always)
  mutating func add(x: UInt32, y: UInt32) { add(x: x, y: y, times: 1) }

  /// Adds a position `times` times, 0 or 1, without a branch.
  @inline(__always)
  mutating func add(x: UInt32, y: UInt32, times: Int) {
    let mask = UInt64(bitPattern: Int64(0 &- times))
    let (x, y) = (UInt64(x) & mask, UInt64(y) & mask)
    // With fewer than 2³² positions no sum overflows.
    count &+= times
    self.x &+= x
    self.y &+= y
    xx &+= UInt128(x &* x)
    yy &+= UInt128(y &* y)
    xy &+= UInt128(x &* y)
  }

  static func + (a: Moments, b: Moments) -> Moments {
    var sum = a
    sum.count += b.count
    sum.x += b.x
    sum.y += b.y
    sum.xx += b.xx
    sum.yy += b.yy
    sum.xy += b.xy
    return sum
  }

  /// The sums over the positions outside `part`.
  static func - (whole: Moments, part: Moments) -> Moments {
    var rest = whole
    rest.count -= part.count
    rest.x -= part.x
    rest.y -= part.y
    rest.xx -= part.xx
    rest.yy -= part.yy
    rest.xy -= part.xy
    return rest
  }

  /// The sums of (x − mean)², (y − mean)² and their product, each times ``count``; less than 2¹²⁶.
  var spread: (xx: Int128, yy: Int128, xy: Int128) {
    let count = Int128(count)
    let (x, y) = (Int128(x), Int128(y))
    return (
      count &* Int128(truncatingIfNeeded: xx) &- x &* x, count &* Int128(truncatingIfNeeded: yy) &- y &* y,
      count &* Int128(truncatingIfNeeded: xy) &- x &* y
    )
  }

  /// The sum of squared distances from the mean, in fixed-point units; 0 only for coincident positions.
  var squaredError: Double {
    let (xx, yy, _) = spread
    return Double(nearest: xx + yy) / Double(count)
  }

  /// The deviation of a position from the mean, times ``count``.
  @inline(__always)
  func deviation(x: UInt32, y: UInt32) -> (x: Int64, y: Int64) {
    // The products and their difference are less than 2⁶³.
    (
      Int64(x) &* Int64(count) &- Int64(bitPattern: self.x),
      Int64(y) &* Int64(count) &- Int64(bitPattern: self.y)
    )
  }
}
