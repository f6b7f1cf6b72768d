package import Pinfold

/// The coherence of markers with a lattice in any direction; ``LatticeCoherence`` looks along the axes alone.
///
/// Waves of every direction, from 8 screen points to a quarter of the view's longer side, replace periods:
/// their squared mean vector is the structure factor of the markers. The best wave and the best of those more
/// than 15° from it are judged, because a lattice has two directions; chance and the remainder after a jitter
/// are subtracted as there.
package struct RotatedLattice: Hashable, Sendable {
  /// A wave that the markers stand on.
  package struct Wave: Hashable, Sendable {
    /// Its coherence beyond chance, 0…1.
    package var coherence: Double

    /// The distance from one crest to the next, in screen points.
    package var period: Double

    /// The direction from which crests come, in degrees from the east by the south, −90…90.
    package var direction: Double
  }

  /// The best wave; of equally good ones the longest.
  package var first: Wave

  /// The best wave in another direction.
  package var second: Wave

  /// The root of the weaker wave's coherence, 0…1.
  package var value: Double { min(first.coherence, second.coherence).squareRoot() }

  /// The most steps, positions times waves, that a measurement may take.
  package static let mostSteps = 4e9

  /// The most waves that a view may have.
  package static let mostWaves = 1e7

  /// The approximate number of waves for which a view is scanned.
  package static func waveCount(width: Double, height: Double) -> Double {
    (width / 4).rounded(.up) * ((height / 4).rounded(.up) + 1)
  }

  /// Computes the measures; nil for fewer than ``LatticeCoherence/fewestPlaces`` positions, where most
  /// coincide with another, for a view of less than 64 points to a side, and for more than ``mostSteps`` or
  /// ``mostWaves``.
  ///
  /// - Parameters:
  ///   - x: distances east, in screen points, from any origin.
  ///   - y: distances south.
  ///   - width: the view's width.
  ///   - height: the view's height.
  ///   - period: the distance after which x repeats, for the nearest neighbours; nil where nothing does.
  /// - Complexity: O(*K w h*), where *w* and *h* are the view's size in screen points.
  package init?(
    x: [Double], y: [Double], width: Double, height: Double, period: Double? = nil,
    context: RunContext = RunContext()
  ) throws(ClusteringError) {
    let waves = Self.waveCount(width: width, height: height)
    guard x.count >= LatticeCoherence.fewestPlaces, min(width, height) >= 64, waves <= Self.mostWaves,
      waves * Double(x.count) <= Self.mostSteps
    else { return nil }
    let neighbors = try NeighborGraph(x: x, y: y, period: period, context: context)
    guard let spacing = Quantile.median(of: neighbors.squaredDistances.map { $0.squareRoot() }), spacing > 0
    else { return nil }
    var scan = WaveScan(width: width, height: height, spacing: spacing, places: x.count)
    try scan.run(x: x, y: y, context)
    guard let first = scan.best(apartFrom: nil), let second = scan.best(apartFrom: first) else { return nil }
    self.first = scan.wave(first)
    self.second = scan.wave(second)
  }
}

/// The waves for which a view is scanned: wave vectors (*i* / 2*W*, *j* / 2*H*), *i* from 0, *j* of both
/// signs, shorter than 1/8.
private struct WaveScan {
  private let stepX: Double
  private let stepY: Double
  private let columns: Int
  // j runs from −`reach` to `reach`.
  private let reach: Int
  private let longest: Double
  private let spacing: Double
  private let count: Double
  // For each wave, what is beyond chance in its squared mean vector; −∞ for those too long or too short.
  private var excesses: [Double] = []
  private var chance = 0.0

  init(width: Double, height: Double, spacing: Double, places: Int) {
    stepX = 1 / (2 * width)
    stepY = 1 / (2 * height)
    columns = Int((width / 4).rounded(.up))
    reach = Int((height / 4).rounded(.up))
    longest = max(width, height) / 4
    self.spacing = spacing
    count = Double(places)
  }

  private func place(_ column: Int, _ row: Int) -> Int { column * (2 * reach + 1) + row + reach }

  private func vector(_ place: Int) -> (x: Double, y: Double) {
    let (column, row) = place.quotientAndRemainder(dividingBy: 2 * reach + 1)
    return (Double(column) * stepX, Double(row - reach) * stepY)
  }

  private func length(_ vector: (x: Double, y: Double)) -> Double {
    (vector.x * vector.x + vector.y * vector.y).squareRoot()
  }

  private func isScanned(_ length: Double) -> Bool { length >= 1 / longest - 1e-12 && length < 0.125 - 1e-12 }

  /// Sums up every wave.
  mutating func run(x: [Double], y: [Double], _ context: RunContext) throws(ClusteringError) {
    excesses = [Double](repeating: -.infinity, count: columns * (2 * reach + 1))
    for start in stride(from: 0, to: columns, by: 16) {
      let block = start..<min(start + 16, columns)
      // Waves of higher rows are too short in all of these columns.
      let east = Double(start) * stepX
      let top = min(reach, Int(max(0, 1.0 / 64 - east * east).squareRoot() / stepY) + 1)
      var sums = WaveSums(columns: block.count, rows: top + 1)
      for index in stride(from: 0, to: x.count, by: WaveSums.positions) {
        if index & 0xFF == 0 { try context.check() }
        let few = index..<min(index + WaveSums.positions, x.count)
        sums.add(x: few.map { x[$0] * stepX }, y: few.map { y[$0] * stepY }, firstColumn: start)
      }
      for column in block {
        for row in 0...top {
          let (below, above) = sums.squares(column - start, row)
          note(below, column, row)
          if row > 0 { note(above, column, -row) }
        }
      }
    }
    // Waves twice as close as independent ones in both directions count as two looks of four.
    let looks = Int((Double(excesses.count { $0 > -.infinity }) / 2).rounded(.up))
    let harmonic = looks > 0 ? (1...looks).reduce(0) { $0 + 1 / Double($1) } : 0
    chance = (harmonic - 1) / (count - 1)
  }

  private mutating func note(_ square: Double, _ column: Int, _ row: Int) {
    let place = place(column, row)
    guard isScanned(length(vector(place))) else { return }
    excesses[place] = square / (count * count) - 1 / count
  }

  /// The value of a wave of a length: its excess without what a jitter leaves of it, as a share of the most.
  private func value(_ place: Int, _ length: Double) -> Double {
    let smear = Double.sin(.pi * length * spacing) / (.pi * length * spacing)
    return (1 - smear * smear) * excesses[place] / (1 - 1 / count)
  }

  /// The best wave that is more than 15° from another.
  func best(apartFrom other: Int?) -> Int? {
    let limit = Double.cos(15 * Double.pi / 180)
    var best: (place: Int, value: Double, length: Double)?
    for (place, excess) in excesses.enumerated() where excess > -.infinity {
      // A value is at most that of a wave without jitter: few need to be computed.
      if let best, max(excess, 0) / (1 - 1 / count) < best.value - 1e-9 { continue }
      let vector = vector(place)
      let length = length(vector)
      if let other {
        let direction = self.vector(other)
        let dot = abs(vector.x * direction.x + vector.y * direction.y)
        if dot >= limit * length * self.length(direction) { continue }
      }
      let value = value(place, length)
      guard let known = best else {
        best = (place, value, length)
        continue
      }
      if value > known.value + 1e-9 || value >= known.value - 1e-9 && length < known.length {
        best = (place, value, length)
      }
    }
    return best?.place
  }

  func wave(_ place: Int) -> RotatedLattice.Wave {
    let vector = vector(place)
    let length = length(vector)
    return RotatedLattice.Wave(
      coherence: chance < 1 ? max(0, (value(place, length) - chance) / (1 - chance)) : 0,
      period: 1 / length, direction: Double.atan2(y: vector.y, x: vector.x) * 180 / .pi)
  }
}

/// Sums over positions of the products of sines and cosines along both axes, for some columns of waves and
/// all rows from 0: the mean vectors of a wave and of its mirror image are computed from them.
private struct WaveSums {
  /// The positions that are added at a time, so that a sum is read and written once for all of them.
  static let positions = 4

  private let columns: Int
  private let rows: Int
  // cos·cos, sin·sin, cos·sin, sin·cos of x·y, one after another; rows of one column follow each other.
  private var sums: [Double]
  // Of every position all rows, one position after another.
  private var cosines: [Double]
  private var sines: [Double]

  init(columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
    sums = [Double](repeating: 0, count: 4 * columns * rows)
    cosines = [Double](repeating: 0, count: Self.positions * rows)
    sines = cosines
  }

  /// Adds up to ``positions`` positions, given in turns of the shortest step along each axis.
  mutating func add(x: [Double], y: [Double], firstColumn: Int) {
    for (position, y) in y.enumerated() {
      let step = Self.vector(y)
      var (cosine, sine) = (1.0, 0.0)
      for row in position * rows..<(position + 1) * rows {
        (cosines[row], sines[row]) = (cosine, sine)
        (cosine, sine) = (cosine * step.cos - sine * step.sin, cosine * step.sin + sine * step.cos)
      }
    }
    for column in 0..<columns {
      // A missing position adds 0.
      func east(_ position: Int) -> Vector {
        position < x.count ? Self.vector(x[position] * Double(firstColumn + column)) : (cos: 0, sin: 0)
      }
      add(east(0), east(1), east(2), east(3), column)
    }
  }

  private typealias Vector = (cos: Double, sin: Double)

  /// Adds four positions to a column. Each sum is over the positions in their order.
  private mutating func add(_ a: Vector, _ b: Vector, _ c: Vector, _ d: Vector, _ column: Int) {
    let rows = rows
    let (start, part) = (column * rows, columns * rows)
    // Nearly all of the time goes here: without bounds to check, the compiler takes several rows at once.
    sums.withUnsafeMutableBufferPointer { sums in
      cosines.withUnsafeBufferPointer { cosines in
        sines.withUnsafeBufferPointer { sines in
          func sum(
            _ place: Int, _ a: Double, _ b: Double, _ c: Double, _ d: Double, _ y: UnsafeBufferPointer<Double>
          ) {
            for row in 0..<rows {
              var sum = sums[place + row]
              sum += a * y[row]
              sum += b * y[rows + row]
              sum += c * y[2 * rows + row]
              sum += d * y[3 * rows + row]
              sums[place + row] = sum
            }
          }
          sum(start, a.cos, b.cos, c.cos, d.cos, cosines)
          sum(part + start, a.sin, b.sin, c.sin, d.sin, sines)
          sum(2 * part + start, a.cos, b.cos, c.cos, d.cos, sines)
          sum(3 * part + start, a.sin, b.sin, c.sin, d.sin, cosines)
        }
      }
    }
  }

  /// The squared sums of the vectors of a wave and of its mirror image.
  func squares(_ column: Int, _ row: Int) -> (wave: Double, mirrored: Double) {
    let (place, part) = (column * rows + row, columns * rows)
    let (cc, ss) = (sums[place], sums[part + place])
    let (cs, sc) = (sums[2 * part + place], sums[3 * part + place])
    func square(_ re: Double, _ im: Double) -> Double { re * re + im * im }
    return (square(cc - ss, sc + cs), square(cc + ss, sc - cs))
  }

  /// The direction after a number of turns.
  private static func vector(_ turns: Double) -> (cos: Double, sin: Double) {
    let angle = (turns - turns.rounded(.down)) * 2 * .pi
    return (Double.cos(angle), Double.sin(angle))
  }
}
