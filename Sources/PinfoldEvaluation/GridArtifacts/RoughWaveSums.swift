/// Sums over positions of the products of sines and cosines along both axes in single precision, for some
/// columns of waves and their rows from 0: from them follow the mean vectors of a wave and of its mirror
/// image.
struct RoughWaveSums {
  /// The positions that are summed up in single precision at a time.
  static let positions = 64

  /// The most by which the length of a mean vector errs.
  ///
  /// A sum of 64 products of numbers up to 1, each rounded three times, errs by at most 67 · 2⁻²⁴ of their
  /// number. Each part of a vector is two such sums.
  static let error = 2 * 2.0.squareRoot() * Double(positions + 4) * 0x1p-24

  private typealias Lanes = SIMD4<Float>

  private let firstColumn: Int
  // The blocks of four rows of each column, and the greatest number of any column.
  private let blocks: [Int]
  private let stride: Int
  // The sums of the rows of each column: cos·cos, sin·sin, cos·sin, and sin·cos of x·y.
  private var sums: [Parts<SIMD4<Double>>]
  // The rows of each position, one position after another.
  private var cosines: [Lanes]
  private var sines: [Lanes]

  private struct Parts<Number> {
    var cc: Number
    var ss: Number
    var cs: Number
    var sc: Number
  }

  /// - Parameter rows: the number of rows of each column.
  init(firstColumn: Int, rows: [Int]) {
    self.firstColumn = firstColumn
    blocks = rows.map { ($0 + 3) / 4 }
    stride = blocks.max() ?? 0
    sums = Array(repeating: Parts(cc: .zero, ss: .zero, cs: .zero, sc: .zero), count: rows.count * stride)
    cosines = Array(repeating: .zero, count: Self.positions * stride)
    sines = cosines
  }

  /// Adds up to ``positions`` positions, given in turns of the shortest step along each axis.
  mutating func add(x: ArraySlice<Double>, y: ArraySlice<Double>) {
    for (position, y) in y.enumerated() { fill(position, y) }
    let steps = x.map { PlaneVector(turns: $0) }
    var columns = x.map { PlaneVector(turns: $0 * Double(firstColumn)) }
    for column in blocks.indices {
      add(columns, column)
      for position in steps.indices { columns[position] = columns[position].turned(by: steps[position]) }
    }
  }

  private mutating func fill(_ position: Int, _ turns: Double) {
    let first = (0..<5).map { PlaneVector(turns: turns * Double($0)) }
    var cosine = SIMD4(first[0].cosine, first[1].cosine, first[2].cosine, first[3].cosine)
    var sine = SIMD4(first[0].sine, first[1].sine, first[2].sine, first[3].sine)
    for block in position * stride..<(position + 1) * stride {
      (cosines[block], sines[block]) = (Lanes(cosine), Lanes(sine))
      (cosine, sine) = (
        cosine * first[4].cosine - sine * first[4].sine, cosine * first[4].sine + sine * first[4].cosine
      )
    }
  }

  private mutating func add(_ east: [PlaneVector], _ column: Int) {
    let (stride, blocks) = (stride, blocks[column])
    unsafe withUnsafeTemporaryAllocation(of: Parts<Lanes>.self, capacity: blocks) { parts in
      unsafe parts.initialize(repeating: Parts(cc: .zero, ss: .zero, cs: .zero, sc: .zero))
      // Nearly all of the time is spent here, so bounds are not checked.
      unsafe cosines.withUnsafeBufferPointer { cosines in
        unsafe sines.withUnsafeBufferPointer { sines in
          // Two positions at a time, so that a sum is read and written once for both.
          for first in Swift.stride(from: 0, to: east.count, by: 2) {
            let (a, b) = (east[first], first + 1 < east.count ? east[first + 1] : nil)
            let (aCosine, aSine) = (Float(a.cosine), Float(a.sine))
            let (bCosine, bSine) = (Float(b?.cosine ?? 0), Float(b?.sine ?? 0))
            for block in 0..<blocks {
              let (here, next) = (first * stride + block, (first + 1) * stride + block)
              unsafe parts[block].cc += aCosine * cosines[here] + bCosine * cosines[next]
              unsafe parts[block].ss += aSine * sines[here] + bSine * sines[next]
              unsafe parts[block].cs += aCosine * sines[here] + bCosine * sines[next]
              unsafe parts[block].sc += aSine * cosines[here] + bSine * cosines[next]
            }
          }
        }
      }
      for block in 0..<blocks {
        unsafe sums[column * stride + block].cc += SIMD4<Double>(parts[block].cc)
        unsafe sums[column * stride + block].ss += SIMD4<Double>(parts[block].ss)
        unsafe sums[column * stride + block].cs += SIMD4<Double>(parts[block].cs)
        unsafe sums[column * stride + block].sc += SIMD4<Double>(parts[block].sc)
      }
    }
  }

  /// The squared sums of the vectors of a wave and of its mirror image, in a column counted from the first.
  func squares(_ column: Int, _ row: Int) -> (wave: Double, mirrored: Double) {
    let sums = sums[column * stride + row / 4]
    let (cc, ss, cs, sc) = (sums.cc[row % 4], sums.ss[row % 4], sums.cs[row % 4], sums.sc[row % 4])
    func square(_ re: Double, _ im: Double) -> Double { re * re + im * im }
    return (square(cc - ss, sc + cs), square(cc + ss, sc - cs))
  }
}
