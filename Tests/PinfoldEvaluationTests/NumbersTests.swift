import Pinfold
import PinfoldEvaluation
import Testing

@Suite("Numbers")
struct NumbersTests {
  @Test("quantiles of one to ten by nearest rank")
  func reference() {
    // Golden value H25.
    let values = (1...10).map { Double($0) }
    #expect(Quantile.nearestRank(0.5, of: values) == 5)
    #expect(Quantile.nearestRank(0.95, of: values) == 10)
    #expect(Quantile.nearestRank(0.99, of: values) == 10)
  }

  @Test("every hundredth of a hundred values is its own rank")
  func hundredths() {
    let values = (1...100).map { Double($0) }
    for rank in 1...100 { #expect(Quantile.nearestRank(Double(rank) / 100, of: values) == Double(rank)) }
    #expect(Quantile.nearestRank(0, of: values) == 1)
  }

  @Test("quantiles of values in any order, some of them equal, are elements of the sorted ones")
  func anyOrder() {
    for count in [1, 2, 3, 10, 101] {
      let random = (0..<count).map { Double(SplitMix64.mix(UInt64($0)) % 40) }
      let orders: [[Double]] = [random, random.sorted(), random.sorted().reversed(), random.map { _ in 7 }]
      for values in orders {
        for rank in 1...count {
          let quantile = Quantile.nearestRank(Double(rank) / Double(count), of: values)
          #expect(quantile == values.sorted()[rank - 1])
        }
      }
    }
  }

  @Test("medians")
  func medians() {
    #expect(Quantile.median(of: []) == nil)
    #expect(Quantile.median(of: [3, 1, 2]) == 2)
    #expect(Quantile.median(of: [4, 1, 2, 3]) == 2.5)
    #expect(Quantile.nearestRank(0.5, of: []) == nil)
  }

  @Test("a marker's area grows with the logarithm of its count, from 12 to 32 points")
  func style() {
    let style = MarkerStyle()
    #expect(style.radius(count: 1) == 12)
    #expect(style.radius(count: 10_000) == 32)
    #expect(style.radius(count: 5_000_000) == 32)
    #expect(abs(style.radius(count: 100) - ((144 + 1024) / 2.0).squareRoot()) < 1e-12)
    #expect(style.id == "log-area(12.0,32.0,10000)")
    #expect(MarkerStyle.fixed(9).radius(count: 77) == 9)
    #expect(MarkerStyle.fixed(9).id == "fixed(9.0)")
  }
}
