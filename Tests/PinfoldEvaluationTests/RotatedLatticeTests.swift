import Pinfold
import PinfoldEvaluation
import Testing

@Suite("Lattices in any direction")
struct RotatedLatticeTests {
  private func lattice(_ places: [(x: Double, y: Double)]) throws -> RotatedLattice? {
    try RotatedLattice(
      x: places.map(\.x), y: places.map(\.y), width: ReferenceCase.width, height: ReferenceCase.height)
  }

  @Test("perfect, jittered and rotated ones are found, random places are none")
  func reference() throws {
    // Golden values R4.
    #expect(isClose(try lattice(ReferenceCase.lattice)?.value, 1))
    #expect(isClose(try lattice(ReferenceCase.jitteredLattice)?.value, 0.8852280094501109))
    let rotated = try #require(try lattice(ReferenceCase.rotatedLattice))
    #expect(isClose(rotated.value, 0.996933214569358))
    #expect(try lattice(ReferenceCase.scattered)?.value == 0)
  }

  @Test("waves are those of the naive sum")
  func oracle() throws {
    let places = ReferenceCase.jitteredLattice
    let found = try #require(try lattice(places))
    #expect(isClose(found.first.period, 64) && found.first.direction == 0)
    #expect(isClose(found.second.period, 64) && abs(found.second.direction) == 90)
  }

  @Test("moved markers stand on the same lattice")
  func translation() throws {
    let moved = ReferenceCase.rotatedLattice.map { (x: $0.x + 12_345.678, y: $0.y - 777.7) }
    #expect(
      isClose(try lattice(moved)?.value, try #require(try lattice(ReferenceCase.rotatedLattice)).value, within: 1e-6))
  }

  @Test("few places, places on one spot, and views too small or too large have none")
  func undefined() throws {
    #expect(try lattice(Array(ReferenceCase.lattice.prefix(15))) == nil)
    #expect(try lattice(Array(repeating: (x: 4, y: 4), count: 20)) == nil)
    let (x, y) = (ReferenceCase.lattice.map(\.x), ReferenceCase.lattice.map(\.y))
    #expect(try RotatedLattice(x: x, y: y, width: 63, height: 500) == nil)
    #expect(try RotatedLattice(x: x, y: y, width: 1e9, height: 1e9) == nil)
  }
}
