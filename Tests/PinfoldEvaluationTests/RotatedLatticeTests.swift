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
}
