import Pinfold
import Testing

@testable import PinfoldEvaluation

@Suite struct CoveringArrayTests {
  @Test(
    "any two levels of different factors share a row, and rows are few",
    arguments: [
      ([3, 3, 3, 3], 12), ([2, 2], 4), ([5], 0), ([7, 6, 4, 4, 3, 2, 3, 3, 2, 2, 2, 2], 45), ([1, 4], 4),
    ])
  func pairs(levels: [Int], most: Int) {
    let rows = CoveringArray(levels: levels).rows
    #expect(rows.count <= most)
    for first in levels.indices {
      for second in levels.indices where second > first {
        let found = Set(rows.map { [$0[first], $0[second]] })
        #expect(found.count == levels[first] * levels[second])
      }
    }
    #expect(CoveringArray(levels: levels).rows == rows)
  }

  @Test("the samples of traits are few, and each has coincident points in its first view")
  func samples() throws {
    let samples = ContractSample.pairs(seed: 1)
    #expect((40...50).contains(samples.count))
    for sample in samples {
      let points = sample.points
      let spot = (0..<points.count).filter { points.rows[$0] < 2 }
      #expect(Set(spot.map(points.position)).count == 1 && spot.count == 2, "\(sample)")
      #expect(sample.viewports[0].zoom + 1.25 == sample.viewports[1].zoom)
    }
  }
}
