import Pinfold
import Testing

@Suite struct SplitMix64Tests {
  @Test("gives the published numbers for seed 0")
  func vectors() {
    var random = SplitMix64(seed: 0)
    #expect(random.next() == 0xe220_a839_7b1d_cdaf)
    #expect(random.next() == 0x6e78_9e6a_a1b9_65f4)
    #expect(random.next() == 0x06c4_5d18_8009_454f)
    #expect(random.next() == 0xf88b_b8a8_724c_81ec)
  }

  @Test("unit numbers for seed 42 never change")
  func unit() {
    var random = SplitMix64(seed: 42)
    let expected = [0.7415648787718233, 0.1599103928769201, 0.27860113025513866, 0.34419071652363753]
    #expect(expected == (0..<4).map { _ in random.unit() })
  }

  @Test("bell numbers for seed 7 never change")
  func bell() {
    var random = SplitMix64(seed: 7)
    let expected = [-0.1899903564599945, -0.8696572360400208, -0.6740557693025864, 2.0813126589567146]
    #expect(expected == (0..<4).map { _ in random.bell() })
  }

  @Test("bell numbers have mean 0, variance 1 and stay in bounds")
  func bellMoments() {
    var random = SplitMix64(seed: 1)
    let values = (0..<20_000).map { _ in random.bell() }
    let mean = values.reduce(0, +) / 20_000
    let variance = values.reduce(0) { $0 + $1 * $1 } / 20_000
    #expect(abs(mean) < 0.03)
    #expect(abs(variance - 1) < 0.03)
    #expect(values.allSatisfy { abs($0) <= 6 / 3.0.squareRoot() })
  }

  @Test("shuffling ten numbers with seed 9 never changes")
  func shuffled() {
    var random = SplitMix64(seed: 9)
    #expect(random.shuffled(0..<10) == [8, 4, 3, 7, 0, 1, 5, 2, 9, 6])
  }

  @Test("shuffling keeps every element, and nothing or one element as it is")
  func shuffledKeeps() {
    var random = SplitMix64(seed: 3)
    #expect(random.shuffled(0..<100).sorted() == Array(0..<100))
    #expect(random.shuffled([Int]()) == [])
    #expect(random.shuffled(["a"]) == ["a"])
  }

  @Test("whole numbers below a bound cover it and never reach it")
  func below() {
    var random = SplitMix64(seed: 5)
    #expect(Set((0..<500).map { _ in random.below(7) }) == Set(0..<7))
    #expect(random.below(1) == 0)
  }
}
