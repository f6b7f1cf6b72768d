import Pinfold

/// The waves for which a view is scanned: wave vectors (*i* / 2*W*, *j* / 2*H*), *i* from 0, *j* of both
/// signs, shorter than 1/8.
///
/// All waves are summed in single precision first; the few that may be the best by its error bound are then
/// summed in double precision.
struct WaveScan {
  struct Wave {
    /// In waves per screen point.
    var vector: (x: Double, y: Double)
    var length: Double
    /// The squared mean vector beyond chance, without what a jitter leaves of it, as a share of the most.
    var value: Double
  }

  private let x: [Double]
  private let y: [Double]
  private let stepX: Double
  private let stepY: Double
  private let columns: Int
  // j runs from −`reach` to `reach`.
  private let reach: Int
  private let longest: Double
  private let spacing: Double
  private let count: Double
  // For each wave the approximate length of its mean vector; −1 for those too long or too short.
  private var lengths: [Float] = []
  private var chance = 0.0

  init(
    x: [Double], y: [Double], width: Double, height: Double, spacing: Double, _ context: RunContext
  ) throws(ClusteringError) {
    stepX = 1 / (2 * width)
    stepY = 1 / (2 * height)
    columns = Int((width / 4).rounded(.up))
    reach = Int((height / 4).rounded(.up))
    longest = max(width, height) / 4
    self.spacing = spacing
    count = Double(x.count)
    self.x = x.map { [stepX] in $0 * stepX }
    self.y = y.map { [stepY] in $0 * stepY }
    try sumRoughly(context)
    // Waves twice as close as independent ones in both directions count as two looks of four.
    let looks = Int((Double(lengths.count { $0 >= 0 }) / 2).rounded(.up))
    let harmonic = looks > 0 ? (1...looks).reduce(0) { $0 + 1 / Double($1) } : 0
    chance = (harmonic - 1) / (count - 1)
  }

  private func place(_ column: Int, _ row: Int) -> Int { column * (2 * reach + 1) + row + reach }

  private func columnAndRow(_ place: Int) -> (column: Int, row: Int) {
    let (column, row) = place.quotientAndRemainder(dividingBy: 2 * reach + 1)
    return (column, row - reach)
  }

  private func vector(_ place: Int) -> (x: Double, y: Double, length: Double) {
    let (column, row) = columnAndRow(place)
    let (x, y) = (Double(column) * stepX, Double(row) * stepY)
    return (x, y, (x * x + y * y).squareRoot())
  }

  private func isScanned(_ length: Double) -> Bool { length >= 1 / longest - 1e-12 && length < 0.125 - 1e-12 }

  private mutating func sumRoughly(_ context: RunContext) throws(ClusteringError) {
    lengths = [Float](repeating: -1, count: columns * (2 * reach + 1))
    // Blocks bound the memory.
    for start in stride(from: 0, to: columns, by: 64) {
      let block = start..<min(start + 64, columns)
      // Waves of higher rows are too short.
      let tops = block.map { column in
        let east = Double(column) * stepX
        return min(reach, Int(max(0, 1.0 / 64 - east * east).squareRoot() / stepY) + 1)
      }
      var sums = RoughWaveSums(firstColumn: start, rows: tops.map { $0 + 1 })
      for index in stride(from: 0, to: x.count, by: RoughWaveSums.positions) {
        try context.check()
        let few = index..<min(index + RoughWaveSums.positions, x.count)
        sums.add(x: x[few], y: y[few])
      }
      for (column, top) in zip(block, tops) {
        for row in 0...top where isScanned(vector(place(column, row)).length) {
          let (below, above) = sums.squares(column - start, row)
          lengths[place(column, row)] = Float(below.squareRoot() / count)
          if row > 0 { lengths[place(column, -row)] = Float(above.squareRoot() / count) }
        }
      }
    }
  }

  private func value(_ square: Double, _ length: Double) -> Double {
    let smear = Double.sin(.pi * length * spacing) / (.pi * length * spacing)
    return (1 - smear * smear) * (square - 1 / count) / (1 - 1 / count)
  }

  /// The best wave, or the best that is more than 15° from another; of equally good ones the longest.
  func best(apartFrom other: Wave?, _ context: RunContext) throws(ClusteringError) -> Wave? {
    var best: Wave?
    for wave in try summed(candidates(apartFrom: other), context) {
      if let best, wave.value <= best.value + 1e-9,
        wave.value < best.value - 1e-9 || wave.length >= best.length
      {
        continue
      }
      best = wave
    }
    return best
  }

  /// The waves that no other beats by more than the error of rough sums.
  private func candidates(apartFrom other: Wave?) -> [Int] {
    let limit = Double.cos(15 * Double.pi / 180)
    // The least value of the best wave, and the waves that came near to it, with their upper bounds.
    var least = -Double.infinity
    var found: [(place: Int, most: Double)] = []
    // A value is at most that of a wave without jitter: few need to be computed.
    var shortest: Float = 0
    for (place, rough) in lengths.enumerated() where rough >= shortest {
      let (x, y, length) = vector(place)
      if let other, abs(x * other.vector.x + y * other.vector.y) >= limit * length * other.length { continue }
      let upper = Double(rough) + RoughWaveSums.error
      let most = value(upper * upper, length)
      guard most >= least else { continue }
      found.append((place, most))
      let lower = max(0, Double(rough) - RoughWaveSums.error)
      // Less than the error of the comparison of equally good waves.
      least = max(least, value(lower * lower, length) - 1e-8)
      guard least > 0 else { continue }
      let square = least * (1 - 1 / count) + 1 / count
      shortest = Float(square.squareRoot() - RoughWaveSums.error - 1e-6)
    }
    return found.filter { $0.most >= least }.map(\.place)
  }

  /// Sums waves, in ascending order, over the positions in theirs, in double precision.
  private func summed(_ places: [Int], _ context: RunContext) throws(ClusteringError) -> [Wave] {
    typealias Sums = (cc: Double, ss: Double, cs: Double, sc: Double)
    let waves = places.map(columnAndRow)
    var sums = [Sums](repeating: (0, 0, 0, 0), count: waves.count)
    var rows = [PlaneVector](
      repeating: PlaneVector(turns: 0), count: 1 + (waves.map { abs($0.row) }.max() ?? 0))
    for position in x.indices {
      if position & 0xFF == 0 { try context.check() }
      let step = PlaneVector(turns: y[position])
      for row in rows.indices.dropFirst() { rows[row] = rows[row - 1].turned(by: step) }
      var (column, east) = (-1, PlaneVector(turns: 0))
      for (index, wave) in waves.enumerated() {
        if wave.column != column {
          (column, east) = (wave.column, PlaneVector(turns: x[position] * Double(wave.column)))
        }
        let south = rows[abs(wave.row)]
        sums[index].cc += east.cosine * south.cosine
        sums[index].ss += east.sine * south.sine
        sums[index].cs += east.cosine * south.sine
        sums[index].sc += east.sine * south.cosine
      }
    }
    return zip(places, zip(waves, sums)).map { place, wave in
      let (wave, sums) = wave
      let (re, im) =
        wave.row < 0 ? (sums.cc + sums.ss, sums.sc - sums.cs) : (sums.cc - sums.ss, sums.sc + sums.cs)
      let (x, y, length) = vector(place)
      return Wave(
        vector: (x, y), length: length, value: value((re * re + im * im) / (count * count), length))
    }
  }

  /// A wave as reported: its coherence beyond the chance value of the best of so many waves.
  func wave(_ wave: Wave) -> RotatedLattice.Wave {
    RotatedLattice.Wave(
      coherence: chance < 1 ? max(0, (wave.value - chance) / (1 - chance)) : 0,
      period: 1 / wave.length, direction: Double.atan2(y: wave.vector.y, x: wave.vector.x) * 180 / .pi)
  }
}

struct PlaneVector {
  var cosine: Double
  var sine: Double

  init(turns: Double) {
    let angle = (turns - turns.rounded(.down)) * 2 * .pi
    (cosine, sine) = (Double.cos(angle), Double.sin(angle))
  }

  private init(cosine: Double, sine: Double) {
    self.cosine = cosine
    self.sine = sine
  }

  func turned(by other: Self) -> Self {
    Self(
      cosine: cosine * other.cosine - sine * other.sine, sine: cosine * other.sine + sine * other.cosine)
  }
}
