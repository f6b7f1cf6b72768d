import Pinfold
import PinfoldEvaluation
import Testing

@Suite("Similarity of labelings")
struct SimilarityTests {
  @Test("two clusters against three")
  func reference() {
    // Golden value H12.
    let table = Contingency([0, 0, 0, 1, 1, 1], [0, 0, 1, 1, 2, 2])
    let similarity = BCubed(table)
    #expect(abs(similarity.precision - 5.0 / 6) < 1e-9)
    #expect(abs(similarity.recall - 5.0 / 9) < 1e-9)
    #expect(abs(similarity.f1 - 2.0 / 3) < 1e-9)
    #expect(abs(table.adjustedRandIndex - 8.0 / 33) < 1e-9)
  }

  @Test("one merged pair among a thousand singletons")
  func singletons() {
    // Golden value H13: the Rand index falls to 0 over nothing.
    let first = (0..<1000).map { Int32($0) }
    var second = first
    second[1] = 0
    let table = Contingency(first, second)
    #expect(abs(BCubed(table).f1 - 2 * 0.999 / 1.999) < 1e-9)
    #expect(table.adjustedRandIndex == 0)
  }

  @Test("labelings without a common point are equal")
  func empty() {
    for table in [Contingency([], []), Contingency([-1, 0], [0, -1])] {
      #expect(table.count == 0)
      #expect(BCubed(table).f1 == 1)
      #expect(table.adjustedRandIndex == 1)
    }
  }

  @Test("points that one labeling leaves out do not count")
  func partial() {
    let table = Contingency([0, 0, 1, -1, 1], [0, 0, -1, 2, 1])
    #expect(table.count == 3)
    #expect(BCubed(table).f1 == 1)
  }

  @Test("agrees with a look at every pair of points", arguments: 1...10 as ClosedRange<UInt64>)
  func oracle(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let labels = (0..<2).map { _ in (0..<80).map { _ in Int32(random.below(9)) } }
    let similarity = BCubed(Contingency(labels[0], labels[1]))
    func companions(_ point: Int, _ labels: [Int32]) -> Set<Int> {
      Set(labels.indices.filter { labels[$0] == labels[point] })
    }
    var precision = 0.0
    var recall = 0.0
    for point in 0..<80 {
      let (first, second) = (companions(point, labels[0]), companions(point, labels[1]))
      let both = Double(first.intersection(second).count)
      precision += both / Double(second.count) / 80
      recall += both / Double(first.count) / 80
    }
    #expect(abs(similarity.precision - precision) < 1e-9)
    #expect(abs(similarity.recall - recall) < 1e-9)
  }

  @Test("other names for clusters change nothing, and the sides mirror each other")
  func relabelled() {
    var random = SplitMix64(seed: 3)
    let first = (0..<200).map { _ in Int32(random.below(20)) }
    let second = (0..<200).map { _ in Int32(random.below(7)) }
    let similarity = BCubed(Contingency(first, second))
    let renamed = BCubed(Contingency(first.map { 19 - $0 }, second.map { ($0 + 3) % 7 }))
    let mirrored = BCubed(Contingency(second, first))
    #expect(abs(similarity.f1 - renamed.f1) < 1e-12)
    #expect(abs(similarity.precision - mirrored.recall) < 1e-12)
  }
}
