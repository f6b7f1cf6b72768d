import Testing

@testable import Pinfold

@Suite struct IDOrderTests {
  /// The ids in their order.
  private func sorted(_ ids: PointIDs) -> [PointID] {
    let order = IDOrder(ids) {}
    guard let ranks = order.ranks else { return (0..<ids.count).map { ids[$0] } }
    return (0..<ids.count).sorted { ranks[$0] < ranks[$1] }.map { ids[$0] }
  }

  @Test("whole numbers order by value, negative ones first")
  func integers() {
    #expect(
      sorted(.integers([5, -3, .max, 0, .min, -1])) == [.min, -3, -1, 0, 5, .max].map { .integer($0) })
  }

  @Test("ascending numbers have no ranks but those of their rows")
  func ascending() {
    #expect(IDOrder(.integers([-4, 0, 9])) {}.ranks == nil)
    #expect(IDOrder(.integers([])) {}.ranks == nil)
    #expect(IDOrder(.integers([-4, 9, 0])) {}.ranks == [0, 2, 1])
  }

  @Test("texts order by their UTF-8 bytes")
  func texts() {
    let texts = [
      "Zürich", "Zurich", "zebra", "", "北京", "a", "é", "e\u{301}", "👍", "\u{FFFD}", "A", "Zürich 2",
    ]
    let expected = texts.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    #expect(sorted(.texts(texts)).map { Array($0.description.utf8) } == expected.map { Array($0.utf8) })
  }

  @Test("texts that share their first eight bytes, or end in them, order by the rest")
  func sharedPrefixes() {
    let texts = [
      "station-b", "station-", "station-aa", "station-a", "station", "station-\0", "station\0", "ab", "a\0b",
    ]
    let expected = texts.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    #expect(sorted(.texts(texts)) == expected.map { .text($0) })
  }

  @Test("many texts order as the standard library's bytes do", arguments: [10, 100, 500])
  func manyTexts(count: Int) {
    var random = SplitMix64(seed: 41)
    let letters = ["a", "b", "é", "", "prefix-prefix", "\u{10FFFF}"]
    var texts: Set<String> = []
    while texts.count < count {
      texts.insert((0..<random.below(12)).map { _ in letters[random.below(letters.count)] }.joined())
    }
    let shuffled = random.shuffled(texts.sorted())
    let expected = texts.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    #expect(sorted(.texts(shuffled)) == expected.map { .text($0) })
  }

  @Test("threads rank as many texts as they share as one does", arguments: [1, 2, 3])
  func threads(_ threads: Int) {
    var random = SplitMix64(seed: 43)
    let texts = random.shuffled((0..<40_000).map { "\($0 % 3 == 0 ? "station " : "p")\($0)" })
    let expected = texts.indices.sorted { texts[$0].utf8.lexicographicallyPrecedes(texts[$1].utf8) }
    var ranks = [UInt32](repeating: 0, count: texts.count)
    for (rank, index) in expected.enumerated() { ranks[index] = UInt32(rank) }
    #expect(IDOrder(.texts(texts), threads: threads) {}.ranks == ranks)
  }

  @Test("where numbers and texts are mixed, all order by bytes, a number before its text")
  func mixed() {
    let ids: [PointID] = [.text("7"), .integer(10), .text("10a"), .integer(7), .text("a"), .integer(-1)]
    let expected: [PointID] = [.integer(-1), .integer(10), .text("10a"), .integer(7), .text("7"), .text("a")]
    #expect(sorted(.mixed(ids)) == expected)
  }

  @Test("a repeated id names both rows, the first two where there are more")
  func duplicates() {
    func unique(_ ids: PointIDs) throws { try IDOrder(ids) {}.checkUnique(ids) }
    #expect(throws: PointSetError.duplicateID(.integer(4), firstRow: 1, secondRow: 3)) {
      try unique(.integers([9, 4, 1, 4, 4]))
    }
    #expect(throws: PointSetError.duplicateID(.text("station-1"), firstRow: 0, secondRow: 2)) {
      try unique(.texts(["station-1", "station-2", "station-1"]))
    }
    #expect(throws: PointSetError.duplicateID(.text("7"), firstRow: 1, secondRow: 2)) {
      try unique(.mixed([.integer(7), .text("7"), .text("7")]))
    }
    #expect(throws: PointSetError.duplicateID(.text(""), firstRow: 0, secondRow: 1)) {
      try unique(.texts(["", ""]))
    }
  }

  @Test("ids of another type or other bytes are other ids")
  func distinct() {
    let ids: [PointID] = [.integer(7), .text("7"), .text("é"), .text("e\u{301}"), .text("")]
    let hashes = PointIDs.mixed(ids).hashes {}
    #expect(Set(hashes).count == 5)
    #expect(PointID.text("é") != PointID.text("e\u{301}"))
  }

  @Test("an id's hash is the same in every set")
  func hashes() {
    let mixed = PointIDs.mixed([.text("b"), .integer(3)]).hashes {}
    #expect(PointIDs.integers([9, 3]).hashes {}[1] == mixed[1])
    #expect(PointIDs.texts(["b"]).hashes {}[0] == mixed[0])
  }

  @Test("ranking can be stopped, also among texts that share their first bytes")
  func stops() {
    struct Stop: Error {}
    var looks = 0
    #expect(throws: Stop.self) {
      try IDOrder(.texts((0..<20_000).map { "station-\(($0 * 7919) % 20_000)" })) {
        looks += 1
        if looks == 20 { throw Stop() }
      }
    }
    #expect(looks == 20)
  }
}
