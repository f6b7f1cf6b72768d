import Pinfold
import PinfoldEvaluation
import Testing

@Suite("Visibility of markers")
struct VisibilityTests {
  private func discs(_ discs: [(Double, Double, Double)], period: Double? = nil) -> Discs {
    Discs(discs.map { Disc(x: $0.0, y: $0.1, radius: $0.2) }, period: period)
  }

  @Test("the smaller marker is over the larger one")
  func inside() throws {
    let visibility = try #require(try MarkerVisibility(of: discs([(1, 0, 2), (0, 0, 5)])))
    #expect(isClose(visibility.shares[0], 1))
    #expect(isClose(visibility.shares[1], 21.0 / 25))
    #expect(isClose(visibility.least, 21.0 / 25) && isClose(visibility.mean, 23.0 / 25))
  }

  @Test("of two equal markers the second is over the first")
  func lens() throws {
    // Golden value H10: the lens of the first two.
    let lens = 50 * 0.9272952180016123 - 24
    let visibility = try #require(try MarkerVisibility(of: discs([(0, 0, 5), (6, 0, 5), (20, 0, 5)])))
    #expect(isClose(visibility.shares[0], 1 - lens / (25 * .pi)))
    #expect(visibility.shares[1] == 1 && visibility.shares[2] == 1)
  }

  @Test("a ring of markers hides the rim of one under them, not its middle")
  func ring() throws {
    // Eight discs of radius 5 around one of radius 6; their middles lie on its circle.
    let ring = (0..<8).map { place -> (Double, Double, Double) in
      let turns: [(Double, Double)] = [
        (1, 0), (0.5.squareRoot(), 0.5.squareRoot()), (0, 1), (-0.5.squareRoot(), 0.5.squareRoot()), (-1, 0),
        (-0.5.squareRoot(), -0.5.squareRoot()), (0, -1), (0.5.squareRoot(), -0.5.squareRoot()),
      ]
      return (6 * turns[place].0, 6 * turns[place].1, 5)
    }
    let visibility = try #require(try MarkerVisibility(of: discs(ring + [(0, 0, 6)])))
    // The middle is seen: a disc of radius 1 fits in, one of radius 2 does not.
    #expect((1.0 / 36..<4.0 / 36).contains(visibility.shares[8]))
  }

  @Test("what is seen of all markers is what they cover together", arguments: 1...10 as ClosedRange<UInt64>)
  func union(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    // Whole numbers give concentric and touching discs; the world is not much wider than the largest.
    let period: Double? = seed % 2 == 0 ? 60 : nil
    let markers = discs(
      (0..<40).map { _ in
        (Double(random.below(60)), Double(random.below(60)), Double(random.below(10)))
      }, period: period)
    let visibility = try #require(try MarkerVisibility(of: markers))
    let seen = zip(markers.discs, visibility.shares).reduce(0) { $0 + .pi * $1.0.radius * $1.0.radius * $1.1 }
    #expect(isClose(seen, try markers.unionArea(), within: 1e-9))
    #expect(visibility.shares.allSatisfy { (0...1).contains($0) })
  }

  @Test("a heap of equal markers shows the last only, however many there are")
  func heap() throws {
    let visibility = try #require(try MarkerVisibility(of: discs(Array(repeating: (3, 3, 5), count: 20_000))))
    #expect(visibility.shares.dropLast().allSatisfy { $0 == 0 })
    #expect(visibility.shares.last == 1)
    #expect(try MarkerVisibility(of: discs([])) == nil)
    #expect(try MarkerVisibility(of: discs([(1, 1, 0), (1, 1, 0)]))?.least == 1)
    let near = (0..<3000).map { (Double($0) / 1000, 0.0, 5.0) }
    #expect(try MarkerVisibility(of: discs(near), mostSteps: 10_000) == nil)
  }
}
