import TestSupport
import Testing

@testable import Pinfold

@Suite struct RadiusListTests {
  fileprivate struct Item: Equatable {
    let key: UInt64
    let node: UInt32
    var isAbsorbed = false
  }

  /// Where a list has lost what it lost.
  enum Absorbed: CaseIterable {
    case none, all, front, back, some
  }

  @Test(
    "what is left of two lists is in the order of keys, of equal ones the first list's before",
    arguments: Absorbed.allCases, [1, 2, 3])
  func lists(absorbed: Absorbed, threads: Int) {
    var random = SplitMix64(seed: 6)
    let counts = [(0, 0), (0, 5), (5, 0), (1, 1), (40, 30), (900, 2000), (40_000, 300), (40_000, 12_000)]
    // Long lists once for each way to lose items, as sorting them here takes long.
    for (count, otherCount) in counts where count < 10_000 || threads == 2 || absorbed == .some {
      // Few keys are often equal; the other list's may all come before.
      for (mostKey, otherMostKey) in [(.max, .max), (50, 50), (.max, 1 << 40)] as [(UInt64, UInt64)] {
        var first = items(count, through: mostKey, from: 0, &random)
        for index in first.indices {
          first[index].isAbsorbed =
            switch absorbed {
            case .none: false
            case .all: true
            case .front: index < count / 2
            case .back: index >= count / 2
            case .some: random.below(3) == 0
            }
        }
        var second = items(otherCount, through: otherMostKey, from: count, &random)
        for index in second.indices { second[index].isAbsorbed = random.below(9) == 0 }
        let scratch = Scratch()
        var list = RadiusList(first, capacity: count + otherCount, in: scratch)
        list.join(RadiusList(second, capacity: otherCount, in: scratch), threads: threads)
        expect(list, first + second)
      }
    }
  }

  @Test("leaves join a list as another list would")
  func leaves() throws {
    for share in [0, 1, 3, 10] {
      var random = SplitMix64(seed: UInt64(share))
      let points = try PointSet(.mixed(3000))
      let scratch = Scratch()
      var clusters = MergedClusters(over: points, capacity: points.count, in: scratch, scratch)
      let sections = try clusters.addLeaves(of: points, stacks: true, RunContext(threads: 1))
      var (own, others): ([Item], [UInt32]) = ([], [])
      for leaf in sections[0].range {
        let item = Item(
          key: points.keys[Int(clusters.leafStarts[leaf])], node: UInt32(leaf),
          isAbsorbed: random.below(4) == 0)
        if random.below(10) < share { others.append(item.node) } else { own.append(item) }
      }
      var list = RadiusList(own, capacity: own.count + others.count, in: scratch)
      list.join(
        others.map { RadixSort.Item(key: points.keys[Int(clusters.leafStarts[Int($0)])], index: $0) },
        threads: 2)
      expect(
        list,
        own + others.map { Item(key: points.keys[Int(clusters.leafStarts[Int($0)])], node: $0) })
    }
  }

  private func items(
    _ count: Int, through mostKey: UInt64, from node: Int, _ random: inout SplitMix64
  ) -> [Item] {
    let keys = (0..<count).map { _ in UInt64.random(in: 0...mostKey, using: &random) }.sorted()
    return keys.enumerated().map { Item(key: $0.element, node: UInt32(node + $0.offset)) }
  }

  private func expect(_ list: RadiusList, _ items: [Item]) {
    // Nodes ascend in each list, and in the first are lower.
    let expected = items.filter { !$0.isAbsorbed }.sorted { ($0.key, $0.node) < ($1.key, $1.node) }
    let found = (0..<list.count).map {
      Item(key: list.keys[$0], node: list.nodes[$0], isAbsorbed: list.free[$0] == 0)
    }
    #expect(found == expected)
    #expect(
      (0..<list.count).allSatisfy {
        list.positions[$0] == WorldPoint(x: Morton.x(list.keys[$0]), y: Morton.y(list.keys[$0]))
      })
  }
}

extension RadiusList {
  fileprivate init(_ items: [RadiusListTests.Item], capacity: Int, in scratch: Scratch) {
    self.init(capacity: capacity, in: scratch, cells: scratch)
    list(items.map { RadixSort.Item(key: $0.key, index: $0.node) })
    for (index, item) in items.enumerated() where item.isAbsorbed { free[index] = 0 }
  }
}
