import Testing

@testable import Pinfold

@Suite struct SequenceDeltaTests {
  @Test("answers what a list edited by hand does", arguments: 0..<40 as Range<UInt64>)
  func list(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let baseCount = random.below(12)
    let removed = (0..<baseCount).filter { _ in random.below(3) == 0 }
    let anchors = (0..<random.below(6)).map { _ in random.below(baseCount + 1) }.sorted()
    let delta = SequenceDelta(baseCount: baseCount, removed: removed, insertionPoints: anchors)

    // Places of the base, and those added as numbers from 100 on.
    var list: [Int] = []
    for place in 0...baseCount {
      list += anchors.indices.filter { anchors[$0] == place }.map { $0 + 100 }
      if place < baseCount, !removed.contains(place) { list.append(place) }
    }
    #expect(delta.count == list.count)
    #expect(delta.sources().map(Int.init) == list.map { $0 < 100 ? $0 : $0 - 100 + baseCount })
    for (place, element) in list.enumerated() {
      switch delta.source(of: place) {
      case .base(let base):
        #expect(base == element)
        #expect(delta.index(ofBase: element) == place)
        #expect(Int(delta.indicesOfBase()[element]) == place)
      case .added(let number):
        #expect(number + 100 == element)
        #expect(delta.added[number] == place)
      }
    }
    for low in 0...list.count {
      for high in low...list.count {
        let parts = delta.parts(of: low..<high)
        let kept = parts.base.filter { !removed[parts.removed].contains($0) }
        #expect(kept == list[low..<high].filter { $0 < 100 })
        #expect(parts.added.map { $0 + 100 } == list[low..<high].filter { $0 >= 100 })
        #expect(parts.removed.allSatisfy { parts.base.contains(removed[$0]) })
        if let untouched = delta.untouched(low..<high) {
          #expect(Array(untouched) == Array(list[low..<high]))
          #expect(!removed.contains(untouched.lowerBound - 1) || low == high)
          #expect(!removed.contains(untouched.upperBound))
        }
      }
    }
  }
}
