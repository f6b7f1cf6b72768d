import Pinfold
import PinfoldEvaluation
import Testing

@Suite("Lattices in any direction")
struct RotatedLatticeTests {
  private static let (width, height) = (320.0, 256.0)

  /// 80 places, 32 apart; then the same turned by about 36.87°, the larger angle of a triangle of sides 3, 4
  /// and 5.
  private let upright: [(x: Double, y: Double)] = (0..<80).map { place in
    let (column, row) = (Double(place % 10), Double(place / 10))
    return (16 + 32 * column, 16 + 32 * row)
  }
  private var turned: [(x: Double, y: Double)] {
    upright.map { place in
      let east: Double = 0.8 * place.x - 0.6 * place.y
      let south: Double = 0.6 * place.x + 0.8 * place.y
      return (east, south)
    }
  }

  private func lattice(_ places: [(x: Double, y: Double)]) throws -> RotatedLattice? {
    try RotatedLattice(x: places.map(\.x), y: places.map(\.y), width: Self.width, height: Self.height)
  }

  @Test("upright and turned ones are found, which the axes alone miss; random places are none")
  func found() throws {
    let straight = try #require(try lattice(upright))
    #expect(isClose(straight.value, 1))
    #expect(straight.first.period == 32 && straight.second.period == 32)
    let rotated = try #require(try lattice(turned))
    #expect(rotated.value > 0.9)
    let axes = try LatticeCoherence(
      x: turned.map(\.x), y: turned.map(\.y), width: Self.width, height: Self.height)
    #expect(try #require(axes).value < 0.3)
    var random = SplitMix64(seed: 3)
    let scattered = (0..<80).map { _ in (x: Self.width * random.unit(), y: Self.height * random.unit()) }
    #expect(try #require(try lattice(scattered)).value < 0.3)
  }

  @Test("two directions it takes: a row of columns is none")
  func columns() throws {
    var random = SplitMix64(seed: 4)
    let columns = (0..<80).map { (x: 32 * Double($0 % 10), y: Self.height * random.unit()) }
    let found = try #require(try lattice(columns))
    #expect(found.first.coherence > 0.9 && found.second.coherence < 0.1)
    #expect(found.first.direction == 0)
  }

  @Test("a wave is that of the naive sum, on either side of the east")
  func oracle() throws {
    // Along one wave of (3, 4) and (3, −4) steps of the scan each, the places are crests and elsewhere at
    // random.
    for sign in [1.0, -1] {
      var random = SplitMix64(seed: 5)
      let (fx, fy) = (30 / (2 * Self.width), sign * 32 / (2 * Self.height))
      let length = (fx * fx + fy * fy).squareRoot()
      let places = (0..<60).map { _ -> (x: Double, y: Double) in
        let (along, across) = (Double(random.below(9)) / length, 200 * random.unit())
        return ((along * fx - across * fy) / length, (along * fy + across * fx) / length)
      }
      let found = try #require(try lattice(places))
      #expect(isClose(found.first.period, 1 / length))
      #expect(found.first.direction * sign > 0)
    }
  }

  @Test("moved markers stand on the same lattice")
  func translation() throws {
    let moved = turned.map { (x: $0.x + 12_345.678, y: $0.y - 777.7) }
    #expect(isClose(try lattice(moved)?.value, try #require(try lattice(turned)).value, within: 1e-6))
  }

  @Test("few places, places on one spot, and views too small or too large have none")
  func undefined() throws {
    #expect(try lattice(Array(upright.prefix(15))) == nil)
    #expect(try lattice(Array(repeating: (x: 4, y: 4), count: 20)) == nil)
    let (x, y) = (upright.map(\.x), upright.map(\.y))
    #expect(try RotatedLattice(x: x, y: y, width: 63, height: 500) == nil)
    #expect(try RotatedLattice(x: x, y: y, width: 1e9, height: 1e9) == nil)
  }

  @Test(
    "is bit for bit what sums over every wave in double precision give",
    arguments: [(16, 0.0), (63, 0.1), (64, 0.5), (65, 1), (130, 0.2)])
  func plainSums(count: Int, disorder: Double) throws {
    // Between a lattice and disorder.
    var random = SplitMix64(seed: UInt64(count))
    let places = (0..<count).map { place -> (x: Double, y: Double) in
      let (column, row) = (Double(place % 10), Double(place / 10 % 8))
      return (
        20 + 30 * (column + disorder * 9 * random.unit()), 14 + 31 * (row + disorder * 7 * random.unit())
      )
    }
    let found = try #require(try lattice(places))
    let plain = try PlainWaves(places, width: Self.width, height: Self.height)
    for (wave, best) in [(found.first, plain.first), (found.second, plain.second)] {
      #expect(wave.coherence == best.coherence && wave.period == best.period)
      #expect(wave.direction == best.direction)
    }
  }
}

/// Every wave of a view, summed up in double precision and judged one after another.
private struct PlainWaves {
  struct Wave {
    let coherence: Double
    let period: Double
    let direction: Double
  }

  let first: Wave
  let second: Wave

  init(_ places: [(x: Double, y: Double)], width: Double, height: Double) throws {
    typealias Scanned = (x: Double, y: Double, length: Double, value: Double)
    let count = Double(places.count)
    let distances = try NeighborGraph(x: places.map(\.x), y: places.map(\.y)).squaredDistances
    let spacing = try #require(Quantile.median(of: distances.map { $0.squareRoot() }))
    let reach = Int(height / 4)
    func unit(_ turns: Double) -> (cos: Double, sin: Double) {
      let angle = (turns - turns.rounded(.down)) * 2 * .pi
      return (Double.cos(angle), Double.sin(angle))
    }
    // The direction of each place in each row, by turning it again and again.
    let rows = places.map { place in
      let step = unit(place.y / (2 * height))
      return (0..<reach).reduce(into: [(cos: 1.0, sin: 0.0)]) { rows, row in
        let last = rows[row]
        rows.append((last.cos * step.cos - last.sin * step.sin, last.cos * step.sin + last.sin * step.cos))
      }
    }
    var waves: [Scanned] = []
    for column in 0..<Int(width / 4) {
      let east = places.map { unit($0.x * (1 / (2 * width)) * Double(column)) }
      for row in -reach...reach {
        let (x, y) = (Double(column) * (1 / (2 * width)), Double(row) * (1 / (2 * height)))
        let length = (x * x + y * y).squareRoot()
        guard length >= 4 / max(width, height) - 1e-12, length < 0.125 - 1e-12 else { continue }
        var (cc, ss, cs, sc) = (0.0, 0.0, 0.0, 0.0)
        for (east, rows) in zip(east, rows) {
          let south = rows[abs(row)]
          cc += east.cos * south.cos
          ss += east.sin * south.sin
          cs += east.cos * south.sin
          sc += east.sin * south.cos
        }
        let (re, im) = row < 0 ? (cc + ss, sc - cs) : (cc - ss, sc + cs)
        let smear = Double.sin(.pi * length * spacing) / (.pi * length * spacing)
        let excess = (re * re + im * im) / (count * count) - 1 / count
        waves.append((x, y, length, (1 - smear * smear) * excess / (1 - 1 / count)))
      }
    }
    func best(_ waves: [Scanned]) throws -> Scanned {
      try #require(
        waves.dropFirst().reduce(waves.first) { best, wave in
          guard let best else { return wave }
          let isBetter = wave.value > best.value + 1e-9
          return isBetter || wave.value >= best.value - 1e-9 && wave.length < best.length ? wave : best
        })
    }
    let looks = (waves.count + 1) / 2
    let chance = ((1...looks).reduce(0) { $0 + 1 / Double($1) } - 1) / (count - 1)
    func shown(_ wave: Scanned) -> Wave {
      Wave(
        coherence: chance < 1 ? max(0, (wave.value - chance) / (1 - chance)) : 0, period: 1 / wave.length,
        direction: Double.atan2(y: wave.y, x: wave.x) * 180 / .pi)
    }
    let top = try best(waves)
    let limit = Double.cos(15 * Double.pi / 180)
    first = shown(top)
    second = shown(
      try best(waves.filter { abs($0.x * top.x + $0.y * top.y) < limit * $0.length * top.length }))
  }
}
