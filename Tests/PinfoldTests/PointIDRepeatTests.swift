import Testing

@testable import Pinfold

@Suite struct PointIDRepeatTests {
  private func oracle(_ ids: PointIDs) -> (Int, Int)? {
    for second in 0..<ids.count {
      for first in 0..<second where ids[first] == ids[second] { return (first, second) }
    }
    return nil
  }

  @Test("the first repeat is that of comparing every two ids", arguments: [1, 2])
  func everyTwo(threads: Int) {
    var random = SplitMix64(seed: 11)
    var repeats = 0
    for round in 0..<400 {
      let count = random.below(60)
      let numbers = (0..<count).map { _ in Int64(random.below(1 + round * 2)) - 3 }
      let mixed: [PointID] = numbers.map { random.below(2) == 0 ? .integer($0) : .text(String($0)) }
      for ids in [.integers(numbers), .texts(numbers.map { "id \($0)" }), .mixed(mixed)] as [PointIDs] {
        let found = ids.repeats(threads: threads).first
        #expect(found.map { [$0.first, $0.second] } == oracle(ids).map { [$0.0, $0.1] })
        if found != nil { repeats += 1 }
      }
    }
    #expect(repeats > 100 && repeats < 1100)
  }

  @Test("texts repeat others by their bytes, and a number no text")
  func bytes() {
    #expect(PointIDs.texts(["é", "e\u{301}", "", "\0"]).repeats().first == nil)
    #expect(PointIDs.mixed([.integer(7), .text("7")]).repeats().first == nil)
    #expect(PointIDs.texts([]).repeats().first == nil)
  }

  @Test(
    "texts that rise but for one, different in their first eight bytes or behind",
    arguments: ["p", "platform "])
  func rising(prefix: String) throws {
    for place in 1..<40 {
      var texts = (90..<130).map { prefix + String($0) }
      #expect(PointIDs.texts(texts).repeats().first == nil)
      texts[place] = texts[place - 1]
      #expect(try #require(PointIDs.texts(texts).repeats().first) == (place - 1, place))
      texts[place] = texts[0]
      #expect(try #require(PointIDs.texts(texts).repeats().first) == (0, place))
    }
    #expect(try #require(PointIDs.texts(["a", "b", "aa", "b"]).repeats().first) == (1, 3))
  }

  @Test(
    "a repeat on either side of where a thread's texts begin, among texts that rise", arguments: [2, 3, 5])
  func cuts(threads: Int) throws {
    let texts = (0..<60_000).map { "p\($0)" }
    #expect(PointIDs.texts(texts).repeats(threads: threads).first == nil)
    for part in 1..<threads {
      let cut = texts.count * part / threads
      for place in cut - 1...cut + 1 {
        var texts = texts
        texts[place] = texts[place - 1]
        #expect(
          try #require(PointIDs.texts(texts).repeats(threads: threads).first) == (place - 1, place))
      }
    }
  }

  @Test("threads find the same repeat among many, the nearest to the beginning", arguments: [1, 3])
  func many(threads: Int) throws {
    var texts = (0..<70_000).map { "station \($0)" }
    texts[69_999] = texts[5]
    #expect(try #require(PointIDs.texts(texts).repeats(threads: threads).first) == (5, 69_999))
    texts[40_000] = texts[39_000]
    texts[50_000] = texts[4]
    #expect(try #require(PointIDs.texts(texts).repeats(threads: threads).first) == (39_000, 40_000))
  }
}
